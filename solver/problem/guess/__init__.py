"""The motion that a solve begins with."""
