"""The takes of a character on ghosts side by side."""

import bpy

from ..runtime.event_loop import Work
from .blend import play_blend
from .clip_on_action import has_clip, is_attempt
from .ghost import is_ghost, link_copy, making_bare_copy, place_beside, remove_copy
from .scene_rate import preserve_duration
from .tints import TINTS

LINED_UP = "spacetime_lined_up"  # custom property of such a ghost: its place in the row, from 1
MOST = 8


def lineup_of(armature_object: bpy.types.Object) -> list[bpy.types.Object]:
    """The ghosts of the row, in order."""
    found = [
        each for each in armature_object.children if isinstance(each.get(LINED_UP), int) and is_ghost(each)
    ]
    return sorted(found, key=lambda each: int(each[LINED_UP]))


def action_of(ghost: bpy.types.Object) -> bpy.types.Action | None:
    """The action of a ghost of the row."""
    return ghost.animation_data.action if ghost.animation_data is not None else None


def takes_to_line_up(armature_object: bpy.types.Object) -> list[bpy.types.Action]:
    """The newest solved takes that no ghost shows yet."""
    result = armature_object.spacetime
    found = [take.action for take in result.takes if has_clip(take.action) and not is_attempt(take.action)]
    return [action for action in found if action != result.pending][-MOST:]


def adding_lineup(armature_object: bpy.types.Object) -> Work[int]:
    """Adds ghosts in a row on the side of the ghost, named after their takes; returns their number."""
    for k, action in enumerate(takes_to_line_up(armature_object), 1):
        ghost = yield from making_bare_copy(armature_object)
        ghost[LINED_UP], ghost.name, ghost.show_name = k, action.name, True
        _tint(ghost, k)
        link_copy(armature_object, ghost)
        preserve_duration(action)
        play_blend(ghost, None, action, 1.0)
        place_beside(armature_object, ghost, _steps(armature_object, k))
        yield
    return len(lineup_of(armature_object))


def place_lineup(armature_object: bpy.types.Object) -> None:
    """Spaces the row by the offset of the slider."""
    for ghost in lineup_of(armature_object):
        place_beside(armature_object, ghost, _steps(armature_object, int(ghost[LINED_UP])))


def remove_lineup(armature_object: bpy.types.Object) -> None:
    """Removes the row, but not its takes."""
    for ghost in lineup_of(armature_object):
        remove_copy(ghost)


def _steps(armature_object: bpy.types.Object, k: int) -> int:
    """Number of offsets; the position next to the character is for the ghost."""
    return k + 1 if armature_object.spacetime.pending is not None else k


def _tint(ghost: bpy.types.Object, k: int) -> None:
    tint = TINTS[k % len(TINTS)]
    ghost.color = tint.color  # type: ignore[assignment]  # Blender takes any four numbers
    for bone in ghost.pose.bones:
        bone.color.palette = tint.palette
