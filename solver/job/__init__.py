"""What is asked for: a Job and all that it can contain, as plain values that do not know how they are solved."""
