"""Join of two solved motions in sequence, as a command to the solver."""

from dataclasses import dataclass, replace

import bpy

from ...solver.commands.library_request import JoinRequest
from ...solver.formats.armature_motion import ArmaturePlace
from ..blender.frame_rate import rate_of
from ..blender.nla import ActionStrip, selected_strips
from ..blender.take_names import continued_name
from ..result.clip_on_action import has_clip, place_of_solve
from ..runtime.event_loop import Work
from ..solve import session
from ..solve.arrival import Arrival
from ..solve.solving import Solve
from .entries import CLIP, TAKE, Key, chosen_entries, loading, renamed
from .strip_frames import strip_frames

VAIN = (
    "There is no physical transition where these motions are most similar; choose motions that are "
    "more alike."
)
VAIN_GAP = "No physical motion fills this gap; move the strips apart or choose others."


@dataclass(frozen=True)
class JoinedPair:
    """Two solved motions to join.

    Attributes:
        first: first motion.
        second: following motion.
        first_frame: of the timeline at which the result begins.
        strips: of both motions, with a gap to fill; None: the transition is at the best place.
    """

    first: Key
    second: Key
    first_frame: int
    strips: tuple[ActionStrip, ActionStrip] | None = None

    @property
    def gap(self) -> float:
        """Frames of the timeline between the first and the second strip; 0 without strips."""
        return self.strips[1].first - self.strips[0].last if self.strips is not None else 0.0


def strips_to_join(armature_object: bpy.types.Object) -> JoinedPair | None:
    """Actions of two selected NLA strips; None unless there are two of solved motions."""
    strips = [each for each in selected_strips(armature_object) if has_clip(each.action)]
    if len(strips) != 2:
        return None
    first, second = strips
    is_apart = second.first - first.last > 1
    return JoinedPair(
        (TAKE, first.action.name), (TAKE, second.action.name), round(first.first),
        (first, second) if is_apart else None,
    )  # fmt: skip


def pair_to_join(armature_object: bpy.types.Object) -> JoinedPair | None:
    """Pair of two selected NLA strips, else of the first two entries chosen in the list; None if incomplete."""
    strips, chosen = strips_to_join(armature_object), chosen_entries(armature_object)
    if strips is not None or len(chosen) < 2:
        return strips
    return pair_of(*((each.kind, each.name) for each in chosen[:2]))


def pair_of(first: Key, second: Key) -> JoinedPair:
    """Pair of two motions that begins at the first action's first frame."""
    action = bpy.data.actions.get(first[1]) if first[0] != CLIP else None
    return JoinedPair(first, second, round(action.frame_range[0]) if action is not None else 1)


def starting_join(
    armature_object: bpy.types.Object, pair: JoinedPair, *, accepts: bool = False
) -> Work[Solve]:
    """Queues the join; both motions stay unchanged. For ``accepts`` see ``start_solve``.

    Raises:
        InputError: a clip is of another version, or a strip does not play it forward at its original
            speed.
    """
    scene, place = armature_object.users_scene[0], _place(pair.first)
    clips = []
    for key in (pair.first, pair.second):
        clip = yield from loading(key, scene)
        clips.append(renamed(clip, continued_name(key[1], clip.name)))  # by the name that the artist sees
    first, second = clips
    request = JoinRequest("first.npz", "second.npz", ".", is_whole=True, watches_stdin=True)
    if pair.strips is not None:
        played = [strip_frames(clip, strip) for clip, strip in zip(clips, pair.strips, strict=True)]
        request = replace(
            request,
            gap=pair.gap / rate_of(scene),
            first_frames=played[0],
            second_frames=played[1],
        )
    return session.start_request(
        armature_object,
        request,
        replace(first.job, name=f"{first.name} to {second.name}"),
        Arrival(
            first_frame=pair.first_frame,
            place=place,
            accepts=accepts,
            previews=False,  # iterates show only the transition
            vain=VAIN if pair.strips is None else VAIN_GAP,
        ),
        files={"first.npz": first, "second.npz": second},
    )


def _place(key: Key) -> ArmaturePlace | None:
    """Transform of the armature when an action was solved; None if only the clip is known."""
    action = bpy.data.actions.get(key[1]) if key[0] != CLIP else None
    return place_of_solve(action) if action is not None else None
