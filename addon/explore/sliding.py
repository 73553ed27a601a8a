"""A slider between two takes: a blend on the ghost while it moves, a physical motion once it rests."""

import bpy

from ..blender.session_number import object_of
from ..interface.button import show_outcome, telling
from ..result.blend import play_blend
from ..result.clip_on_action import clip_from, has_clip
from ..result.ghost import ensure_ghost, place_ghosts
from ..result.other_body import has_other_body
from ..result.scene_rate import preserve_duration
from ..runtime import event_loop
from ..runtime.event_loop import After, Work
from .requests import FIRST_FILE, SECOND_FILE, between_request
from .search import Exploration, is_exploring

SLIDER = "slider"  # owner in the event loop
REST = 0.4  # s without movement after which the slider counts as released


def why_no_between(armature_object: bpy.types.Object) -> str:
    """Empty if there are two takes to interpolate between and no search is running."""
    chosen = armature_object.spacetime.explore
    if not (has_clip(chosen.first) and has_clip(chosen.second)):
        return "Choose two solved takes as First and Second"
    if chosen.first == chosen.second:
        return "First and Second are the same take; choose another for one of them"
    if has_other_body(chosen.first) or has_other_body(chosen.second):
        return "First or Second has different proportions; choose another take"
    return "Motions are already being searched for; stop that first" if is_exploring() else ""


def slide(armature_object: bpy.types.Object) -> None:
    """Shows a blend of both takes, and then finds the motion there, unless the slider moves again."""
    event_loop.drop(SLIDER)
    if why_no_between(armature_object):
        return
    chosen = armature_object.spacetime.explore
    ghost = ensure_ghost(armature_object)
    place_ghosts(armature_object)
    for action in (chosen.first, chosen.second):
        preserve_duration(action)
    play_blend(ghost, chosen.first, chosen.second, chosen.share)
    event_loop.start(_once_at_rest(armature_object.session_uid), owner=SLIDER, holds_data=False)


def finding_between(armature_object: bpy.types.Object, bodies: tuple[str, ...] = ()) -> Work[str]:
    """Finds the motion at the slider's position, as a take that replaces the last one; returns the outcome.

    Raises:
        InputError: a take has no stored motion, or no motion was found.
    """
    uid, chosen = armature_object.session_uid, armature_object.spacetime.explore
    first, second = clip_from(chosen.first), clip_from(chosen.second)
    last = chosen.between
    search = Exploration(
        armature_object,
        first.job,
        between_request(armature_object, first, second, bodies),
        files={FIRST_FILE: first, SECOND_FILE: second},
        replaces=last.name if last is not None and last not in (chosen.first, chosen.second) else "",
    )
    text = yield from search.work()
    found = object_of(uid)
    if found is not None and search.actions:
        found.spacetime.explore.between = bpy.data.actions.get(search.actions[-1])
    return text


def _once_at_rest(uid: int) -> Work[None]:
    yield After(REST)
    armature_object = object_of(uid)
    if armature_object is None:
        return
    show_outcome((yield from telling("Finding motions", finding_between(armature_object))))
