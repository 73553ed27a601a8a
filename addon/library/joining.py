"""Two solved motions, one after the other, as a command to the solver."""

from dataclasses import dataclass, replace

import bpy

from ...solver.commands.request import JoinRequest
from ...solver.errors import InputError
from ...solver.formats.armature_motion import ArmaturePlace
from ..blender.nla import selected_actions
from ..blender.take_names import asked_name
from ..result.clip_on_action import has_clip, place_of_solve
from ..runtime.event_loop import Work
from ..solve import session
from ..solve.solving import Solve
from .entries import CLIP, TAKE, Key, chosen_entries, loading, renamed

SAME_RATE = 1e-6  # frames per second
VAIN = (
    "There is no physical transition where these motions are most alike; choose others that are more alike."
)


@dataclass(frozen=True)
class Pair:
    """Two solved motions that are to become one.

    Attributes:
        first: that it begins with.
        second: that it goes over into.
        first_frame: of the timeline at which it begins.
    """

    first: Key
    second: Key
    first_frame: int


def strips_to_join(armature_object: bpy.types.Object) -> Pair | None:
    """The actions of two selected NLA strips; None unless there are two, both of solved motions."""
    strips = [each for each in selected_actions(armature_object) if has_clip(each[0])]
    if len(strips) != 2:
        return None
    (first, begins), (second, _) = strips
    return Pair((TAKE, first.name), (TAKE, second.name), round(begins))


def pair_to_join(armature_object: bpy.types.Object) -> Pair | None:
    """That of two selected NLA strips, else the first two that are chosen in the list; None while one is missing."""
    strips, chosen = strips_to_join(armature_object), chosen_entries(armature_object)
    if strips is not None or len(chosen) < 2:
        return strips
    return pair_of(*((each.kind, each.name) for each in chosen[:2]))


def pair_of(first: Key, second: Key) -> Pair:
    """Two motions, the first where its action begins."""
    action = bpy.data.actions.get(first[1]) if first[0] != CLIP else None
    return Pair(first, second, round(action.frame_range[0]) if action is not None else 1)


def starting_join(
    context: bpy.types.Context, armature_object: bpy.types.Object, pair: Pair, *, accepts: bool = False
) -> Work[Solve]:
    """Puts the motion of both at the end of the line; what it is made of stays as it is.

    Args:
        context: of Blender.
        armature_object: who moves.
        pair: of solved motions.
        accepts: as of ``start_solve``.

    Raises:
        InputError: a clip was written by another version, or their frame rates differ.
    """
    scene, place = armature_object.users_scene[0], _place(pair.first)
    clips = []
    for key in (pair.first, pair.second):
        clip = yield from loading(key, scene)
        clips.append(renamed(clip, asked_name(key[1], clip.name)))  # as the artist knows it
    first, second = clips
    if abs(first.motion.fps - second.motion.fps) > SAME_RATE:
        raise InputError(
            f"'{first.name}' has {first.motion.fps:g} frames per second and '{second.name}' "
            f"{second.motion.fps:g}; solve one of them again at the other's rate"
        )
    request = JoinRequest("first.npz", "second.npz", ".", is_whole=True, watches_stdin=True)
    return session.start_request(
        context,
        armature_object,
        request,
        replace(first.job, name=f"{first.name} to {second.name}"),
        given={"first.npz": first, "second.npz": second},
        first_frame=pair.first_frame,
        place=place,
        accepts=accepts,
        previews=False,  # they are of the transition alone
        vain=VAIN,
    )


def _place(key: Key) -> ArmaturePlace | None:
    """Where the armature stood when an action was solved; None where only the clip is known."""
    action = bpy.data.actions.get(key[1]) if key[0] != CLIP else None
    return place_of_solve(action) if action is not None else None
