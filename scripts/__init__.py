"""Commands of the project; each is run as `python -m scripts.<name>`, most of them by the Makefile."""
