"""The motion that a solve starts from."""
