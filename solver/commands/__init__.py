"""Commands of the command line; cli.py reads the arguments."""
