"""Actions that any creature plays, made once: examples, and what a validation of creatures tries."""
