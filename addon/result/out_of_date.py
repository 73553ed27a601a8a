"""Whether a solved motion matches the current settings."""

import bpy

from ..motion.settings_digest import SETTINGS_DIGEST, digest_of
from .clip_on_action import SETTINGS


def is_out_of_date(armature_object: bpy.types.Object, scene: bpy.types.Scene) -> bool:
    """Whether any input has changed since the motion on the ghost was solved.

    A motion that was not solved from the panels, such as a blended one, is never out of date.
    """
    action = armature_object.spacetime.pending
    settings = action.get(SETTINGS) if action is not None else None
    digest = settings.get(SETTINGS_DIGEST) if hasattr(settings, "to_dict") else None
    return digest is not None and digest != digest_of(armature_object, scene)
