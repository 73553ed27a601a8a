"""Failure that states what is missing on this computer and how to get it, in one sentence."""


class SetupFailure(Exception):
    """A step that cannot continue; its text is the complete message for the user."""
