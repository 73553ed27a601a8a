"""Files of earlier versions.

There, all characters of a scene shared one motion, from frame 1, and one space, with step sizes instead of counts.
"""

from collections.abc import Mapping
from typing import Any

import bpy

from ..blender.rest_pose import armature_data
from ..character.setting_groups import begin_settings

SHARED = ("store", "workers")  # settings of a space shared by all characters
ROUNDING = 1e-4  # of a step; tolerance of the end of a range in single precision


def carry_over() -> None:
    """Moves motion, goals and space from the scene to each character.

    Blender preserves values of removed properties, by which such a file is recognized.
    """
    for scene in bpy.data.scenes:
        known = scene.spacetime.bl_rna.properties
        stored = _stored(scene)
        former = {name: value for name, value in stored.items() if name not in known}
        space = former.pop("space", {})
        shared = {name: space.pop(name) for name in SHARED if name in space}
        if shared:
            stored["clips"] = shared
        starts_at_1 = scene.frame_start != 1 or scene.use_preview_range
        for armature_object in scene.objects:
            if armature_object.type == "ARMATURE" and armature_object.library is None:
                if former:
                    _give_motion(armature_object, former, starts_at_1=starts_at_1)
                if space:
                    _give_space(armature_object, space)
        for name in {*stored.keys()} - {*known.keys()}:
            del stored[name]
    for armature_object in bpy.data.objects:
        is_own = armature_object.type == "ARMATURE" and armature_object.library is None
        if is_own and armature_object.is_property_set("spacetime"):
            _count_steps(armature_object)
            begin_settings(armature_object.spacetime)


def _give_motion(armature_object: bpy.types.Object, former: Mapping[str, Any], *, starts_at_1: bool) -> None:
    """Copies the scene's motion to a character, without goals of other characters' bones."""
    motion, bones = armature_object.spacetime.motion, armature_data(armature_object).bones
    own = _stored(armature_object)["motion"]
    if _is_set(own):  # already has goals
        return
    _fill(own, former)
    motion.use_start = starts_at_1
    for index, goal in reversed(list(enumerate(motion.goals))):
        if any(bone and bone not in bones for bone in (goal.bone, goal.other_bone)):
            motion.goals.remove(index)


def _give_space(armature_object: bpy.types.Object, former: Mapping[str, Any]) -> None:
    """Copies the scene's space to a character, without dimensions of other characters' bones."""
    dimensions, bones = armature_object.spacetime.space.dimensions, armature_data(armature_object).bones
    own = _stored(armature_object)["space"]
    if _is_set(own):
        return
    _fill(own, former)
    for index, dimension in reversed(list(enumerate(dimensions))):
        if dimension.bone and dimension.bone not in bones:
            dimensions.remove(index)


def _count_steps(armature_object: bpy.types.Object) -> None:
    """Converts step sizes to counts of values, the last of which is now the highest."""
    stored = _stored(armature_object).get("space", {}).get("dimensions", ())
    for kept, row in zip(stored, armature_object.spacetime.space.dimensions, strict=True):
        for ends, former, steps in (("", "step", "steps"), ("finer_", "finer_step", "finer_steps")):
            step = kept.get(former)
            if step is None:
                continue
            del kept[former]
            low, high = getattr(row, f"{ends}low"), getattr(row, f"{ends}high")
            count = max(int((high - low) / step + ROUNDING), 1)
            setattr(row, steps, count + 1)
            if low < high:
                setattr(row, f"{ends}high", low + count * step)


def _fill(own: Any, former: Mapping[str, Any]) -> None:
    """Stores former values; an empty group of the same name cannot be assigned to and goes first."""
    for name, value in former.items():
        if name in own:
            del own[name]
        own[name] = value


def _is_set(group: Any) -> bool:
    """Whether a stored group has a value; groups within it may exist without any."""
    return any(_is_set(value) if hasattr(value, "keys") else True for value in group.values())


def _stored(owner: bpy.types.Object | bpy.types.Scene) -> Any:
    """Stored values of this add-on's properties by name; since Blender 5, separate from custom properties."""
    kept: Any = owner.bl_system_properties_get() if hasattr(owner, "bl_system_properties_get") else owner
    return kept["spacetime"]
