"""The Blender side: the only code that imports bpy."""

import atexit

import bpy
from bpy.app.handlers import persistent

from . import operators, panels, preferences, properties, session
from .process import stop_all

MODULES = (properties, operators, panels, preferences)


def register() -> None:
    """Makes the add-on known to Blender."""
    for module in MODULES:
        module.register()
    bpy.app.handlers.load_pre.append(_before_load)
    atexit.register(stop_all)


def unregister() -> None:
    """Takes back everything that register did, in reverse; ends a solver that is running."""
    session.stop()
    atexit.unregister(stop_all)
    bpy.app.handlers.load_pre.remove(_before_load)
    for module in reversed(MODULES):
        module.unregister()


@persistent
def _before_load(*_: object) -> None:
    """A solve belongs to the file that is being left."""
    session.stop()
