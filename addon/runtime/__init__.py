"""Concurrent work: an event loop, threads, and the solver's process."""
