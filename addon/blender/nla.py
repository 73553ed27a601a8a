"""Actions that an armature plays: its own and those of its NLA strips, with their frames of the timeline."""

import math
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from operator import attrgetter

import bpy
import numpy as np

from ...solver.arrays import Array, Indices
from . import actions


@dataclass(frozen=True, eq=False)
class Layer:
    """Curves of one action, played in an interval of the timeline.

    Attributes:
        curves: in frames of the action.
        first: frame of the timeline at which they begin to play.
        last: frame at which they end.
        start: first played frame of the action.
        end: last played frame of the action before it repeats.
        scale: frames of the timeline per frame of the action.
        is_reversed: whether it plays from end to start.
        hides: whether it replaces lower layers completely in the channels that it keys.
    """

    curves: Sequence[bpy.types.FCurve]
    first: float
    last: float
    start: float
    end: float
    scale: float = 1.0
    is_reversed: bool = False
    hides: bool = True

    def placed(self, at: Array) -> tuple[Array, Indices]:
        """Frames of the timeline for keys at frames ``at`` (S,) of the action, and the index of each key.

        Repeated keys occur more than once; keys outside of the played range do not occur.
        """
        which = np.flatnonzero((at >= self.start) & (at <= self.end))
        later = self.scale * (self.end - at[which] if self.is_reversed else at[which] - self.start)
        cycle = self.scale * (self.end - self.start)
        repeats = math.ceil((self.last - self.first) / cycle) if cycle else 1
        frames = (self.first + cycle * np.arange(repeats)[:, None] + later).ravel()
        plays = frames <= self.last
        return frames[plays], np.tile(which, repeats)[plays]


def played_layers(armature_object: bpy.types.Object) -> tuple[Layer, ...]:
    """All layers that move an object, the uppermost first, without muted tracks and strips.

    Strips with animated time are left out, because they play frames in any order.
    """
    data = armature_object.animation_data
    if data is None:
        return ()
    own = [curve for curve in actions.played_curves(armature_object) if len(curve.keyframe_points)]
    layers = []
    # in tweak mode, the action is that of a strip; a solo track plays without it
    if own and not data.use_tweak_mode and not _solo_tracks(armature_object):
        ends = [curve.range() for curve in own]
        first, last = min(float(end[0]) for end in ends), max(float(end[1]) for end in ends)
        hides = not data.use_nla or (data.action_blend_type == "REPLACE" and data.action_influence >= 1)
        layers.append(Layer(own, first, last, first, last, hides=hides))
    for track in reversed(_tracks(armature_object)):
        layers += [_layer(strip) for strip in _strips(track.strips)]
    return tuple(layer for layer in layers if len(layer.curves))


def every_strip(armature_object: bpy.types.Object) -> Iterator[bpy.types.NlaStrip]:
    """All strips that play, in any order of their frames."""
    for track in _tracks(armature_object):
        yield from _strips(track.strips, animated=True)


def played_ends(armature_object: bpy.types.Object) -> list[tuple[float, float]]:
    """First and last frame of the timeline of the own action and of each strip that plays."""
    found = [
        (float(strip.frame_start), float(strip.frame_end))
        for strip in every_strip(armature_object)
        if len(actions.curves_of_strip(strip))
    ]
    data = armature_object.animation_data
    own = (
        []
        if data is None or data.use_tweak_mode or _solo_tracks(armature_object)
        else actions.played_curves(armature_object)
    )
    ranges = [curve.range() for curve in own if len(curve.keyframe_points)]
    return found + [(float(each[0]), float(each[1])) for each in ranges]


def played_curves_of(armature_object: bpy.types.Object) -> Iterator[bpy.types.FCurve]:
    """All curves that play, of the own action and of strips; those of a tweaked strip too."""
    if not _solo_tracks(armature_object):
        yield from actions.played_curves(armature_object)
    for strip in every_strip(armature_object):
        yield from actions.curves_of_strip(strip)


def _solo_tracks(armature_object: bpy.types.Object) -> list[bpy.types.NlaTrack]:
    data = armature_object.animation_data
    return [track for track in data.nla_tracks if track.is_solo] if data is not None and data.use_nla else []


def _tracks(armature_object: bpy.types.Object) -> list[bpy.types.NlaTrack]:
    """Tracks that play, from below."""
    data = armature_object.animation_data
    if data is None or not data.use_nla:
        return []
    return [each for each in _solo_tracks(armature_object) or data.nla_tracks if not each.mute]


@dataclass(frozen=True, eq=False)
class ActionStrip:
    """An action in an NLA strip.

    Attributes:
        action: of the strip.
        first: frame of the timeline at which it begins to play.
        last: frame at which it ends.
        start: first played frame of the action.
        scale: frames of the timeline per frame of the action.
        is_reversed: whether it plays backward.
        track: index of its track from below.
    """

    action: bpy.types.Action
    first: float
    last: float
    start: float
    scale: float
    is_reversed: bool
    track: int


def selected_strips(armature_object: bpy.types.Object) -> tuple[ActionStrip, ...]:
    """The selected action strips, in the order of their beginnings; does not read keys."""
    data = armature_object.animation_data
    tracks = list(data.nla_tracks) if data is not None else []
    found = [
        ActionStrip(
            strip.action, float(strip.frame_start), float(strip.frame_end), float(strip.action_frame_start),
            float(strip.scale), strip.use_reverse, k,
        )
        for k, track in enumerate(tracks)
        for strip in track.strips
        if strip.select and strip.action
    ]  # fmt: skip
    return tuple(sorted(found, key=attrgetter("first")))


def played_actions(armature_object: bpy.types.Object) -> set[str]:
    """Names of the actions that move an object: its own and those of its strips."""
    data = armature_object.animation_data
    if data is None:
        return set()
    strips = (strip for track in data.nla_tracks for strip in _strips(track.strips))
    return {action.name for action in (data.action, *(strip.action for strip in strips)) if action}


def is_played(armature_object: bpy.types.Object) -> bool:
    """Whether there is any layer; called while panels are drawn, so it does not read keys."""
    data = armature_object.animation_data
    if data is None:
        return False
    return any(True for _ in played_curves_of(armature_object))


def _strips(strips: Iterable[bpy.types.NlaStrip], *, animated: bool = False) -> Iterator[bpy.types.NlaStrip]:
    """Strips that play frames in order, or also those with ``animated`` time, including those in meta strips."""
    for strip in strips:
        if strip.mute:
            continue
        if strip.type == "META":
            yield from _strips(strip.strips, animated=animated)
        elif animated or not strip.use_animated_time:
            yield strip


def _layer(strip: bpy.types.NlaStrip) -> Layer:
    # otherwise its influence is 1
    blends = strip.use_animated_influence or strip.blend_in > 0 or strip.blend_out > 0
    return Layer(
        [curve for curve in actions.curves_of_strip(strip) if len(curve.keyframe_points)],
        float(strip.frame_start),
        float(strip.frame_end),
        float(strip.action_frame_start),
        float(strip.action_frame_end),
        scale=abs(float(strip.scale)),
        is_reversed=strip.use_reverse,
        hides=strip.blend_type == "REPLACE" and not blends,
    )
