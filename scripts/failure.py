"""Failure that names what is missing on this computer and how to get it, in one sentence."""


class SetupFailure(Exception):
    """A step that cannot go on; its text is the whole message shown to the reader."""
