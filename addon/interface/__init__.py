"""Shared code of operators and panels."""
