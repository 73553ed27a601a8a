"""The add-on comes and goes without a trace."""

import addon_utils
import bpy


def traces():
    """List what the add-on has put into Blender: its classes, and properties on Blender's own types."""
    classes = {name for name in dir(bpy.types) if name.upper().startswith("SPACETIME")}
    owners = (
        bpy.types.Scene, bpy.types.Object, bpy.types.Armature, bpy.types.Bone, bpy.types.PoseBone,
        bpy.types.WindowManager,
    )  # fmt: skip
    properties = {
        f"{owner.__name__}.{name}" for owner in owners for name in dir(owner) if "spacetime" in name
    }
    return classes | properties


def test_disabling_leaves_nothing_and_enabling_brings_all_back(extension):
    before = traces()
    for _ in range(2):
        addon_utils.disable(extension.__name__)
        assert not traces()
        assert addon_utils.enable(extension.__name__) is not None
        assert traces() == before
