"""Spacetime Animator: Blender finds the add-on here; everything of it is in `addon`."""

try:
    import bpy  # noqa: F401
except ModuleNotFoundError:  # A tool outside Blender looks at the tree; there is nothing to register.
    pass
else:
    from .addon import register, unregister

    __all__ = ["register", "unregister"]
