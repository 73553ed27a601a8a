"""A solved motion on the ghost, until the artist decides: Accept, Reject, Snap, or a blend of both."""

from collections.abc import Iterator, Sequence

import bpy

from ...solver.errors import InputError
from ..blender import actions
from ..blender.played_source import flattening, plays_alone
from ..blender.rest_pose import armature_data
from ..blender.write_motion import keyed_motion, made_for, to_rest
from ..runtime.event_loop import Work
from .agreement import compared_bones
from .blend import blended_action, blended_values, clear_tracks, play_blend
from .clip_on_action import is_attempt
from .confirmation import confirming
from .flaw import why_not_shown
from .ghost import (
    RIVAL,
    ensure_ghost,
    ghost_of,
    making_ghost,
    place_ghosts,
    release_ghost,
    remove_copy,
    remove_ghost,
)
from .handover import handing_over
from .muted_constraints import message_of_muted, mute_hiding_constraints
from .on_controls import BONES, baked_on_controls, has_controls, take_shown_by
from .other_body import disable_inherited_scale, has_other_body
from .scene_rate import preserve_duration
from .taken_over import forget_if_nothing, play_alone
from .takes import add_take

OTHER_PROPORTIONS = (
    "The motion scales bones, so bones with bodies no longer inherit the scale of their parents."
)
SNAPPED = "spacetime_snapped"  # custom property of a copy that Snap may key


def why_not_kept(action: bpy.types.Action | None) -> str:
    """Empty for a motion that can be accepted; closest attempts can only be viewed, damaged ones not at all."""
    reason = why_not_shown(action)
    if reason or not is_attempt(action):
        return reason
    return (
        "No physical motion meets these goals, and this is only the closest attempt. Relax a goal and "
        "solve again"
    )


def proposing(
    armature_object: bpy.types.Object, action: bpy.types.Action, *, instead_of: bpy.types.Action | None = None
) -> Work[None]:
    """Adds a new motion to the list of takes and to the ghost, which is shown at the end.

    Closest attempts are removed from the list unless they are starred.

    A take in ``instead_of`` leaves the list as well, if it is still pending.
    """
    yield from making_ghost(armature_object)
    takes = armature_object.spacetime.takes
    passing = (
        [instead_of] if instead_of is not None and armature_object.spacetime.pending == instead_of else []
    )
    passing += [take.action for take in takes if is_attempt(take.action)]
    starred = [take.action for take in takes if take.is_starred]
    add_take(armature_object, action)
    # an earlier blend would hide the new motion
    armature_object.spacetime.blend = 1.0
    show(armature_object, action)
    for each in dict.fromkeys(passing):
        if each not in starred:
            remove_take(armature_object, each)


def showing(armature_object: bpy.types.Object, action: bpy.types.Action) -> Work[None]:
    """``show`` in steps, including the creation of a ghost with many bones."""
    yield from making_ghost(armature_object)
    show(armature_object, action)


def show(armature_object: bpy.types.Object, action: bpy.types.Action | None) -> None:
    """Plays a motion on the ghost, blended by the slider; None removes the ghost.

    Raises:
        InputError: the data stored with the action is damaged.
    """
    reason = why_not_shown(action)
    if reason:
        raise InputError(reason)
    armature_object.spacetime.pending = action
    remove_ghost(armature_object, RIVAL)
    if action is None:
        remove_ghost(armature_object)
        return
    ghost = ensure_ghost(armature_object)
    if preserve_duration(action) and ghost.animation_data is not None:
        clear_tracks(ghost)  # their strips have the old length
    play_blend(ghost, keyed_motion(action), action, armature_object.spacetime.blend)
    place_ghosts(armature_object)  # goals may have new targets


def show_pending(armature_object: bpy.types.Object) -> None:
    """Returns the ghost to the pending motion after a preview; a damaged one is not shown."""
    pending = armature_object.spacetime.pending
    if not why_not_shown(pending):
        show(armature_object, pending)


def follow_sliders(armature_object: bpy.types.Object) -> None:
    """Offsets and blends the ghost by its sliders."""
    place_ghosts(armature_object)
    action, ghost = armature_object.spacetime.pending, ghost_of(armature_object)
    if action is not None and ghost is not None and not why_not_shown(action):
        play_blend(ghost, keyed_motion(action), action, armature_object.spacetime.blend)


def accepting(armature_object: bpy.types.Object) -> Work[tuple[bpy.types.Action, str]]:
    """Assigns the ghost's motion to the character as a new action; the source action is unchanged.

    Returns:
        The action, and a message about controls, and about what was turned off or differs from the ghost.

    Raises:
        InputError: nothing waits any more, or it is only an attempt.
    """
    result = armature_object.spacetime
    action = _kept(armature_object)
    preserve_duration(action)
    source = keyed_motion(action)
    if result.blend < 1 and source is not None:
        action = yield from blended_action(source, action, result.blend)
        add_take(armature_object, action)
        yield
    text, on_controls = "", None
    if has_other_body(action):
        disable_inherited_scale(armature_data(armature_object))
        text = OTHER_PROPORTIONS
    elif result.bake_to != BONES and has_controls(armature_object, action):
        on_controls, text = yield from baked_on_controls(armature_object, action)
    _pending(armature_object)  # fails if it was decided on meanwhile
    ghost = yield from release_ghost(armature_object)
    result.pending, result.blend = None, 1.0
    show(armature_object, None)
    try:
        played, told = yield from handing_over(armature_object, action, on_controls, ghost)
    finally:
        remove_copy(ghost)
    return played, " ".join(filter(None, [text, told]))


def accepted(armature_object: bpy.types.Object) -> bpy.types.Action | None:
    """The take that the character plays, on its controls or not, while none is pending."""
    result, data = armature_object.spacetime, armature_object.animation_data
    if result.pending is not None or data is None or data.action is None:
        return None
    action = take_shown_by(data.action)
    return action if any(take.action == action for take in result.takes) else None


def reject(armature_object: bpy.types.Object) -> None:
    """Discards the pending motion, unless its take is starred."""
    result = armature_object.spacetime
    action = result.pending
    starred = any(take.is_starred for take in result.takes if take.action == action)
    show(armature_object, None)
    if not starred:
        remove_take(armature_object, action)


def compare(armature_object: bpy.types.Object, action: bpy.types.Action | None) -> None:
    """Shows another take on a second ghost on the other side; None removes that ghost."""
    if action is None:
        remove_ghost(armature_object, RIVAL)
        return
    preserve_duration(action)
    play_blend(ensure_ghost(armature_object, RIVAL), None, action, 1.0)


def compared(armature_object: bpy.types.Object) -> bpy.types.Action | None:
    """The take on the second ghost, if any."""
    rival = ghost_of(armature_object, RIVAL)
    return rival.animation_data.action if rival is not None and rival.animation_data else None


def remove_take(armature_object: bpy.types.Object, action: bpy.types.Action | None) -> None:
    """Removes a motion from the list, its ghost and the file, unless it is needed elsewhere.

    Without an action, rows with deleted actions are removed.
    """
    result = armature_object.spacetime
    if action is not None and result.pending == action:
        show(armature_object, None)
    remove_ghost(armature_object, RIVAL)
    for index in [i for i, take in enumerate(result.takes) if take.action == action][::-1]:
        result.takes.remove(index)
    result.active_take = max(min(result.active_take, len(result.takes) - 1), 0)
    if action is not None and not _is_needed(action):
        made = made_for(action) if not why_not_shown(action) else []
        bpy.data.actions.remove(action)
        for each in made:
            if not each.users:
                bpy.data.actions.remove(each)


def _is_needed(action: bpy.types.Action) -> bool:
    """Whether a character, a strip, another list or another take uses it, or it is an asset."""
    return action.users > int(action.use_fake_user) or action.asset_data is not None


def snap(
    armature_object: bpy.types.Object, frames: Sequence[float], bones: set[str]
) -> Work[tuple[bpy.types.Action, str]]:
    """Keys the ghost's motion at given frames in a copy of the artist's action, a channel per step.

    If constraints are muted for it, the copy keys their bones as constrained at all frames with the artist's keys.

    Args:
        armature_object: with a motion on its ghost.
        frames: to be keyed.
        bones: to be keyed; empty: all that the motion moves.

    Returns:
        The copy, and a message about constraints.

    Raises:
        InputError: nothing waits any more, or it is only an attempt.
    """
    shown, blend = _kept(armature_object), armature_object.spacetime.blend
    source, base = keyed_motion(shown), None
    if not plays_alone(armature_object):
        base = yield from flattening(armature_object, f"{shown.name} (as played)", min(frames), max(frames))
    told = play_alone(armature_object, shown)
    n_muted = mute_hiding_constraints(armature_object, shown) if armature_object.spacetime.takes_over else 0
    yield
    copy = _own_copy(armature_object, shown, base)
    if has_other_body(shown):
        disable_inherited_scale(armature_data(armature_object))
    yield
    if n_muted and source is not None:
        yield from _key_bone_by_bone(armature_object, copy, source)
    mixed = blended_values(source, shown, blend, frames, bones=bones)
    yield from actions.set_keys(copy, frames, ((each.bone, each.name, each.values) for each in mixed))
    ghost = yield from making_ghost(armature_object)
    compared = compared_bones(armature_object, shown)
    confirmed = yield from confirming(
        armature_object, shown, ghost, frames=frames, is_part=bool(bones),
        bones=[name for name in compared if not bones or name in bones],
    )  # fmt: skip
    forget_if_nothing(armature_object)
    return copy, " ".join(filter(None, [told, message_of_muted(n_muted), confirmed]))


def _key_bone_by_bone(
    armature_object: bpy.types.Object, copy: bpy.types.Action, baked_source: bpy.types.Action
) -> Iterator[None]:
    """Keys bones as constrained, at frames with the artist's keys."""
    bones = armature_data(armature_object).bones
    moved = actions.keyed_bones(baked_source) & {*bones.keys()}
    first, last = baked_source.frame_range[0], baked_source.frame_range[1]
    frames = [first, *(frame for frame in actions.key_frames(copy) if first < frame < last), last]
    above = {parent.name for name in moved for parent in bones[name].parent_recursive}
    actions.remove_bones(copy, moved | above)
    to_rest(armature_object, moved)
    stood = blended_values(None, baked_source, 1.0, frames)
    yield from actions.set_keys(copy, frames, ((each.bone, each.name, each.values) for each in stood))


def _pending(armature_object: bpy.types.Object) -> bpy.types.Action:
    action: bpy.types.Action | None = armature_object.spacetime.pending
    if action is None:
        raise InputError("There is no longer a motion to accept or reject")
    return action


def _kept(armature_object: bpy.types.Object) -> bpy.types.Action:
    """The pending motion, if it can be accepted."""
    action = _pending(armature_object)
    reason = why_not_kept(action)
    if reason:
        raise InputError(reason)
    return action


def _own_copy(
    armature_object: bpy.types.Object, shown: bpy.types.Action, base: bpy.types.Action | None
) -> bpy.types.Action:
    """The assigned copy for the keys of Snap, created the first time from the artist's action or from ``base``."""
    playing = armature_object.animation_data.action if armature_object.animation_data else None
    if base is not None:
        copy, name = base, playing.name if playing is not None else shown.name
    elif playing is not None and playing.get(SNAPPED):
        return playing
    elif playing is not None:
        copy, name = actions.duplicate(playing, slot=actions.slot_of(armature_object)), playing.name
    else:
        copy, name = actions.new_action(shown.name, armature_object.name), shown.name
    copy.name = f"{name} snapped"
    copy[SNAPPED], copy.use_fake_user = True, True
    actions.assign(armature_object, copy)
    return copy
