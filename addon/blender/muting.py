"""What keeps an object from showing its action alone: NLA tracks, blending and drivers, turned off and on again."""

from collections.abc import Collection
from dataclasses import dataclass
from typing import Final

import bpy

from . import actions

TRACK, SOLO, DRIVER = "TRACK", "SOLO", "DRIVER"
INFLUENCE, BLENDING, EXTRAPOLATION = "INFLUENCE", "BLENDING", "EXTRAPOLATION"
# an action that hides all beneath it, also outside of its keys
WHOLE: Final = 1.0
REPLACE: Final = "REPLACE"
HOLD: Final = "HOLD"
BASIS = ("location", "rotation_", "scale")  # beginnings of a bone's channels


@dataclass(frozen=True)
class Muted:
    """One setting of an object's animation that was turned off.

    Attributes:
        kind: TRACK, SOLO, DRIVER, INFLUENCE, BLENDING or EXTRAPOLATION.
        name: of the track, path of the driver, or former word of the setting.
        index: of the driver's component.
        value: former number of the setting.
    """

    kind: str
    name: str = ""
    index: int = 0
    value: float = 0.0


def mute_layers(owner: bpy.types.Object) -> list[Muted]:
    """Lets an object's own action play alone, after leaving tweak mode: mutes NLA tracks and undoes blending.

    Like Blender, NLA tracks count only while they are evaluated; a solo track would hide the action itself.
    """
    data = owner.animation_data
    if data is None:
        return []
    data.use_tweak_mode = False
    if not data.use_nla:  # then the action is neither blended nor hidden
        return []
    found = []
    for track in data.nla_tracks:
        if track.is_solo:
            track.is_solo = False
            found.append(Muted(SOLO, track.name))
    for track in data.nla_tracks:
        if not track.mute and len(track.strips):
            track.mute = True
            found.append(Muted(TRACK, track.name))
    if data.action_influence != WHOLE:
        found.append(Muted(INFLUENCE, value=data.action_influence))
        data.action_influence = WHOLE
    if data.action_blend_type != REPLACE:
        found.append(Muted(BLENDING, data.action_blend_type))
        data.action_blend_type = REPLACE
    if data.action_extrapolation != HOLD:
        found.append(Muted(EXTRAPOLATION, data.action_extrapolation))
        data.action_extrapolation = HOLD
    return found


def drivers_of(owner: bpy.types.Object, bones: Collection[str]) -> list[bpy.types.FCurve]:
    """Drivers that set locations, rotations or scales of bones."""
    data = owner.animation_data
    return [
        driver
        for driver in (data.drivers if data is not None else ())
        if not driver.mute and moves_bone(driver.data_path) and actions.bone_of(driver.data_path) in bones
    ]


def moves_bone(path: str) -> bool:
    """Whether a path is a channel that poses a bone."""
    found = actions.BONE_PATH.match(path)
    return found is not None and found[2].startswith(BASIS)


def mute_drivers(drivers: Collection[bpy.types.FCurve]) -> list[Muted]:
    """Mutes drivers."""
    found = [Muted(DRIVER, driver.data_path, driver.array_index) for driver in drivers]
    for driver in drivers:
        driver.mute = True
    return found


def unmute(owner: bpy.types.Object, muted: Muted) -> bool:
    """Turns a setting on again; returns whether it was still there."""
    data = owner.animation_data
    if data is None:
        return False
    if muted.kind in (TRACK, SOLO):
        track = data.nla_tracks.get(muted.name)
        if track is not None and muted.kind == TRACK:
            track.mute = False
        elif track is not None:
            track.is_solo = True
        return track is not None
    if muted.kind == DRIVER:
        driver = data.drivers.find(muted.name, index=muted.index)
        if driver is not None:
            driver.mute = False
        return driver is not None
    if muted.kind == INFLUENCE:
        data.action_influence = muted.value
    elif muted.kind == BLENDING:
        data.action_blend_type = muted.name  # type: ignore[assignment]  # what Blender gave
    else:
        data.action_extrapolation = muted.name  # type: ignore[assignment]
    return True
