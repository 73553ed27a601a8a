"""Commands of the command line that are more than a few lines; cli.py reads the arguments."""
