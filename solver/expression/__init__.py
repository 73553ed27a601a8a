"""Expressions of a motion as artists and papers write them, with exact derivatives; docs/expressions.md."""
