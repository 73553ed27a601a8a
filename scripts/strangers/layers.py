"""Layers of animation under which strangers keep a source: NLA strips and tracks of all kinds, and blended actions."""

from collections.abc import Callable
from functools import partial
from importlib import import_module
from typing import Any

from scripts.strangers.source_keys import key_source

bpy: Any = import_module("bpy")


def pushed_down(rig: Any, scene: Any, **settings: Any) -> Any:
    """The source plays in an NLA strip with given settings, which is returned; the rig has no action."""
    data = rig.animation_data
    action = data.action if data is not None and data.action else key_source(rig, scene)
    data = rig.animation_data
    slot = data.action_slot
    data.action = None
    track = data.nla_tracks.new()
    track.name = "Source"
    strip = track.strips.new(action.name, scene.frame_start, action)
    strip.action_slot = slot
    for name, value in settings.items():
        setattr(strip, name, value)
    return strip


def strip_only(rig: Any, scene: Any, **settings: Any) -> None:
    """One strip with given settings."""
    pushed_down(rig, scene, **settings)


def tweaked(rig: Any, scene: Any) -> None:
    """The strip is being tweaked."""
    pushed_down(rig, scene)
    track = rig.animation_data.nla_tracks[0]
    rig.animation_data.nla_tracks.active, track.select = track, True
    track.strips[0].select = True
    rig.animation_data.use_tweak_mode = True


def solo(rig: Any, scene: Any) -> None:
    """The strip's track is played alone."""
    pushed_down(rig, scene)
    rig.animation_data.nla_tracks[0].is_solo = True


def muted(rig: Any, scene: Any) -> None:
    """The strip's track is muted."""
    pushed_down(rig, scene)
    rig.animation_data.nla_tracks[0].mute = True


def two_tracks(kind: str, rig: Any, scene: Any) -> None:
    """A second strip with the same action blends over the first."""
    strip = pushed_down(rig, scene)
    track = rig.animation_data.nla_tracks.new()
    above = track.strips.new("Above", scene.frame_start + 4, strip.action)
    above.action_slot, above.blend_type, above.extrapolation = strip.action_slot, kind, "HOLD"


def faded(rig: Any, scene: Any) -> None:
    """The strip's influence is keyed."""
    strip = pushed_down(rig, scene)
    strip.use_animated_influence = True
    for frame, influence in ((scene.frame_start, 0.3), (scene.frame_end, 1.0)):
        strip.influence = influence
        strip.keyframe_insert("influence", frame=frame)


def action_above(kind: str, influence: float, rig: Any, scene: Any) -> None:
    """The rig's own action is played in this way over a strip with the same keys."""
    strip = pushed_down(rig, scene)
    data = rig.animation_data
    data.action = strip.action.copy()
    data.action_slot = data.action.slots[0]
    data.action_blend_type, data.action_influence = kind, influence


def weak_action(rig: Any, scene: Any) -> None:
    """The rig's own action has half an influence, without strips."""
    rig.animation_data_create()
    rig.animation_data.action_influence = 0.5


def not_extrapolated(rig: Any, scene: Any) -> None:
    """The rig's own action holds nothing before and after it."""
    rig.animation_data_create()
    rig.animation_data.action_extrapolation = "NOTHING"


def later_strip(rig: Any, scene: Any) -> None:
    """A strip of the source plays in the second half, above the rig's own action."""
    strip = pushed_down(rig, scene)
    action = strip.action.copy()
    strip.frame_start_ui = scene.frame_start + (scene.frame_end - scene.frame_start) // 2
    rig.animation_data.action = action
    rig.animation_data.action_slot = action.slots[0]


LAYERS: dict[str, Callable[[Any, Any], None]] = {
    "strip": strip_only, "strip adds": partial(strip_only, blend_type="ADD"),
    "strip combines": partial(strip_only, blend_type="COMBINE"),
    "strip subtracts": partial(strip_only, blend_type="SUBTRACT"),
    "strip multiplies": partial(strip_only, blend_type="MULTIPLY"),
    "strip stretched": partial(strip_only, scale=1.5), "strip shortened": partial(strip_only, scale=0.5),
    "strip repeated": partial(strip_only, scale=0.5, repeat=2.0),
    "strip reversed": partial(strip_only, use_reverse=True),
    "strip holds nothing": partial(strip_only, extrapolation="NOTHING"),
    "strip blends in": partial(strip_only, blend_in=8.0, blend_out=6.0),
    "strip half": partial(strip_only, use_animated_influence=True, influence=0.5), "strip faded": faded,
    "tweaked": tweaked, "solo": solo, "muted track": muted, "two tracks": partial(two_tracks, "REPLACE"),
    "two tracks add": partial(two_tracks, "ADD"), "two tracks combine": partial(two_tracks, "COMBINE"),
    "action adds": partial(action_above, "ADD", 1.0), "action combines": partial(action_above, "COMBINE", 1.0),
    "action half": partial(action_above, "REPLACE", 0.5), "weak action": weak_action,
    "not extrapolated": not_extrapolated, "later strip": later_strip,
}  # fmt: skip
