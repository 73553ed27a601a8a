"""Two solved motions, one after the other, as a command to the solver."""

from dataclasses import dataclass, replace

import bpy

from ...solver.clip.clip import Clip
from ...solver.commands.request import JoinRequest
from ...solver.errors import InputError
from ..blender.nla import selected_actions
from ..blender.take_names import asked_name
from ..result.clip_on_action import clip_from, has_clip, place_of_solve
from ..solve import session
from ..solve.solving import Solve

SAME_RATE = 1e-6  # frames per second
VAIN = (
    "There is no physical transition where these motions are most alike; choose others that are more alike."
)


@dataclass(frozen=True)
class Pair:
    """Two actions that are to become one.

    Attributes:
        first: that it begins with.
        second: that it goes over into.
        first_frame: of the timeline at which it begins.
    """

    first: bpy.types.Action
    second: bpy.types.Action
    first_frame: int


def strips_to_join(armature_object: bpy.types.Object) -> Pair | None:
    """The actions of two selected NLA strips; None unless there are two, both of solved motions."""
    strips = [each for each in selected_actions(armature_object) if has_clip(each[0])]
    if len(strips) != 2:
        return None
    (first, begins), (second, _) = strips
    return Pair(first, second, round(begins))


def pair_to_join(armature_object: bpy.types.Object) -> Pair | None:
    """That of two selected NLA strips, else of the panel; None while one is missing."""
    chosen = armature_object.spacetime.library
    if not (has_clip(chosen.first) and has_clip(chosen.second)):
        return strips_to_join(armature_object)
    panels = Pair(chosen.first, chosen.second, round(chosen.first.frame_range[0]))
    return strips_to_join(armature_object) or panels


def start_join(
    context: bpy.types.Context, armature_object: bpy.types.Object, pair: Pair, *, accepts: bool = False
) -> Solve:
    """Puts the motion of both at the end of the line; the actions stay as they are.

    Args:
        context: of Blender.
        armature_object: who moves.
        pair: of actions with clips.
        accepts: as of ``start_solve``.

    Raises:
        InputError: a clip was written by another version, or their frame rates differ.
    """
    first, second = _clip(pair.first), _clip(pair.second)
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
        place=place_of_solve(pair.first),
        accepts=accepts,
        previews=False,  # they are of the transition alone
        vain=VAIN,
    )


def _clip(action: bpy.types.Action) -> Clip:
    """That of an action, under the name that the artist knows it by."""
    found = clip_from(action)
    return replace(found, job=replace(found.job, name=asked_name(action.name, found.name)))
