"""Blend of two motions of an armature: live on NLA tracks, or computed as values."""

from collections.abc import Container, Iterator, Sequence
from dataclasses import dataclass

import bpy
import numpy as np

from ...solver.arrays import Array
from ..blender import actions
from ..blender.custom_properties import span_of
from ..blender.take_names import free_name_of_take
from ..blender.write_motion import keyed_slot
from ..runtime.event_loop import Work
from .clip_on_action import ALTERED
from .other_body import fit_ghost

BEYOND = 10_000.0  # frames before and after a motion in which its ghost keeps moving
BELOW, ABOVE = "As Keyed", "Physical"  # names of the ghost's tracks


@dataclass(frozen=True, eq=False)
class Sampled:
    """One channel of a bone at given frames.

    Attributes:
        bone: name.
        name: of the channel, as "rotation_quaternion".
        values: (S, k).
    """

    bone: str
    name: str
    values: Array


@dataclass(frozen=True, eq=False)
class ChannelPair:
    """One channel of a bone in two actions at given frames.

    Attributes:
        bone: name.
        name: of the channel.
        low: (S, k) of the lower action, at rest if it lacks the channel.
        high: (S, k) of the upper action.
    """

    bone: str
    name: str
    low: Array
    high: Array


def play_blend(
    ghost: bpy.types.Object, below: bpy.types.Action | None, above: bpy.types.Action, influence: float
) -> None:
    """Plays ``above`` over ``below`` with an influence, or alone without ``below``."""
    fit_ghost(ghost, above)
    data = ghost.animation_data or ghost.animation_data_create()
    strips = {track.name: track.strips[0] for track in data.nla_tracks if len(track.strips)}
    playing = {name: strip.action for name, strip in strips.items()}
    if below is None:
        clear_tracks(ghost)
        if data.action != above:
            actions.assign(ghost, above)
        return
    if playing != {BELOW: below, ABOVE: above}:
        data.action = None
        clear_tracks(ghost)
        strips = {
            BELOW: actions.add_strip(ghost, BELOW, below, slot=keyed_slot(above)),
            ABOVE: actions.add_strip(ghost, ABOVE, above),
        }
        for strip in strips.values():
            _go_on(strip)
        strips[
            ABOVE
        ].use_animated_influence = True  # else Blender computes the influence from blend in and out
    curve = strips[ABOVE].fcurves.find("influence")
    curve.keyframe_points[0].co.y = influence  # overrides the strip's value
    curve.update()
    ghost.update_tag()


def _go_on(strip: bpy.types.NlaStrip) -> None:
    """Extends a strip beyond its first and last frames as its action is extrapolated: cycles repeat.

    Otherwise, NLA holds the last pose, although the action alone would keep walking.
    """
    first = strip.action_frame_start - BEYOND
    strip.action_frame_end += BEYOND
    strip.action_frame_start = first
    strip.frame_start, strip.frame_end = first, strip.action_frame_end  # Blender has moved the end as well


def clear_tracks(ghost: bpy.types.Object) -> None:
    """Removes all NLA tracks of a ghost."""
    tracks = ghost.animation_data.nla_tracks
    for track in tuple(tracks):
        tracks.remove(track)


def blended_values(
    below: bpy.types.Action | None,
    above: bpy.types.Action,
    influence: float,
    frames: Sequence[float],
    *,
    bones: Container[str] = (),
) -> Iterator[Sampled]:
    """Values of NLA for two actions at given frames: each channel of ``above``, one per step, blended with ``below``.

    Channels that ``below`` lacks are at rest. Quaternions take the short path and stay normalized. Without
    ``bones``, all are blended.
    """
    for both in both_values(below, above, frames, bones=bones):
        yield Sampled(both.bone, both.name, _mixed(both.name, both.low, both.high, influence))


def both_values(
    below: bpy.types.Action | None,
    above: bpy.types.Action,
    frames: Sequence[float],
    *,
    bones: Container[str] = (),
) -> Iterator[ChannelPair]:
    """Separate values of two actions at given frames; see ``blended_values``."""
    slot = keyed_slot(above)
    for bone, name, curves in actions.each_channel(above):
        if bones and bone not in bones:
            continue
        high = actions.sample(curves, frames)
        low = np.tile(actions.rest_values(name, high.shape[1]), (len(frames), 1))
        if below is not None and (under := actions.channel(below, bone, name, slot=slot)):
            found = actions.sample(under, frames)
            low[:, : found.shape[1]] = found[:, : low.shape[1]]
        yield ChannelPair(bone, name, low, high)


def blended_action(
    below: bpy.types.Action, above: bpy.types.Action, influence: float
) -> Work[bpy.types.Action]:
    """A copy of ``above`` with keys blended with ``below``, a channel per step; its frames and cycle stay."""
    copy = actions.duplicate(above)
    copy.name, copy.use_fake_user = free_name_of_take(f"{above.name} {influence:.0%}"), True
    copy[ALTERED] = True
    first, last = (round(edge) for edge in span_of(above))
    frames = range(first, last + 1)
    mixed = blended_values(below, above, influence, frames)
    yield from actions.set_keys(copy, frames, ((each.bone, each.name, each.values) for each in mixed))
    return copy


def _mixed(name: str, low: Array, high: Array, influence: float) -> Array:
    if name == "rotation_quaternion":
        low = np.where((low * high).sum(1, keepdims=True) < 0, -low, low)
    mixed = (1 - influence) * low + influence * high
    if name == "rotation_quaternion":
        mixed /= np.maximum(np.linalg.norm(mixed, axis=1, keepdims=True), 1e-12)
    return mixed
