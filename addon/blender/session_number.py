"""Objects by their session number, which stays the same when they are renamed."""

import bpy


def object_of(number: int) -> bpy.types.Object | None:
    """The object of a session number; None if it was deleted."""
    return next((each for each in bpy.data.objects if each.session_uid == number), None)
