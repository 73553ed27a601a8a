"""Expressions of a motion as artists and papers write them, with exact derivatives; docs/developer/expressions.md."""
