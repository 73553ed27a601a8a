"""Rows of the laws of motion and contact, one law per file, one equation."""
