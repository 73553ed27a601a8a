"""The rest pose of a captured skeleton: a file's own, where it stands, else that of the frame that stands best."""

from dataclasses import dataclass
from pathlib import Path

import numpy as np

from ...arrays import Array
from ...fitting.human_bones import complete, directions
from ...fitting.rest_bone import RestBone
from ...fitting.rig_map import is_human, map_bones
from ...fitting.skeleton import Skeleton
from ...fitting.stance import spread, stance
from ...rotations import matrix_from_quaternion
from .motion import BvhMotion
from .read import read_bvh
from .standing_feet import with_standing_feet
from .takes import longest_take

UNITS = (1.0, 0.1, 0.0564444, 0.0254, 0.01, 0.001)  # m; the third is of Carnegie Mellon's files
USUAL_HEIGHT = 1.7  # m, by which the unit is guessed
WAY = 1.45  # of people's height: the way along bones from a hand to the foot of the other side
STUB = 0.05  # of the skeleton's size: length of a bone that leads nowhere
SAME = 1e-6
CLEARLY = 0.5  # of the frames, in which a skeleton stands that is usually upright
AT_ZERO = 0.1  # of the height of what moves; how far off 0 a floor may be
GUESS = "GUESS"
SIDES = np.eye(3)[:2]  # that a skeleton without sided names may look along, or across


@dataclass(frozen=True, eq=False)
class RestPose:
    """A pose that a skeleton rests in.

    Attributes:
        heads: (J, 3) joints [m].
        turns: (J, 4) wxyz of the joints' frames in the world.
        offsets: (J, 3) of each joint from its parent's, in the parent's frame [m].
        frame: of the file, counted from 0; None for the file's own rest pose.
    """

    heads: Array
    turns: Array
    offsets: Array
    frame: int | None = None


@dataclass(frozen=True, eq=False)
class Standing:
    """A file as it is understood.

    Attributes:
        motion: of the file, its longest take.
        up: its axis that points up, "Y" or "Z".
        rest: pose that it gets.
        is_sure: whether that axis was asked for, or poses or a floor at 0 speak for it alone.
        take: first frame of the file that the motion has, and the one after the last.
        n_frames: of the file.
    """

    motion: BvhMotion
    up: str
    rest: RestPose
    is_sure: bool
    take: tuple[int, int]
    n_frames: int


def read_standing(
    path: Path, *, up: str = GUESS, unit: float = 0.0, stand: bool = True, whole: bool = False
) -> Standing:
    """The file's motion, its axis that points up, and the rest pose that it gets.

    Args:
        path: of the file.
        up: the file's axis that points up, "Y" or "Z"; or GUESS: Z where the skeleton stands in no other way, or moves
            so, else Y.
        unit: length of the file's unit [m]; 0 guesses by the skeleton's size.
        stand: whether a frame's pose is taken where the file's own rest pose does not stand.
        whole: whether all frames are taken where the file jumps, as after a T-pose or from take to take.

    Raises:
        InputError: naming the file, the line, what was expected there and what was found.
    """
    if up != GUESS:
        seen, is_sure = _see(path, up, unit), True
    else:
        seen, is_sure = _guessed(path, unit)
    rest = seen.rest if stand else None
    take = (0, seen.motion.n_frames) if whole else longest_take(seen.motion)
    motion = seen.motion.between(*take)
    rest = rest if rest is not None else _own_rest(motion)
    return Standing(motion, seen.up, rest, is_sure, take, seen.motion.n_frames)


def _guessed(path: Path, unit: float) -> tuple["_Seen", bool]:
    """The file with the axis up for which most speaks, and whether that is sure."""
    usual = _see(path, "Y", unit)
    if usual.share >= CLEARLY and usual.has_floor:
        return usual, True
    other = _see(path, "Z", unit)
    seen, left = (other, usual) if _fits_better(other, usual) else (usual, other)
    return seen, seen.share >= CLEARLY or (seen.has_floor and not left.has_floor) or not seen.motion.n_frames


@dataclass(frozen=True, eq=False)
class _Seen:
    """A file with one of its axes up.

    Attributes:
        motion: as it is then.
        up: that axis.
        rest: the file's own rest pose if it stands, else the frame's that stands best; None where none does.
        share: of the frames, in which it stands.
    """

    motion: BvhMotion
    up: str
    rest: RestPose | None
    share: float

    @property
    def has_floor(self) -> bool:
        """Whether its lowest joint is usually about where files have the ground, at 0.

        A skeleton whose root stays in one place says nothing of a floor.
        """
        heights = self.motion.world_positions[..., 2]
        if not len(heights) or not np.ptp(self.motion.world_positions[:, 0], axis=0).any():
            return False
        size = float(np.ptp(heights, axis=1).max())
        return size > 0 and abs(float(np.median(heights.min(1)))) < AT_ZERO * size


def _see(path: Path, up: str, unit: float) -> _Seen:
    motion = read_bvh(path, up=up, unit=unit or 1.0)
    if not unit:
        motion = motion.scaled(guessed_unit(motion))
    own = _own_rest(motion)
    poses = [
        RestPose(motion.world_positions[f], motion.world_rotations[f], motion.positions[f], f)
        for f in (spread(0, motion.n_frames - 1) if motion.n_frames else ())
    ]
    scores = [stance(skeleton_in(motion, pose), SIDES) for pose in (own, *poses)]
    share = float(np.mean(np.array(scores[1:]) > 0)) if poses else 0.0
    best = 0 if scores[0] > 0 else int(np.argmax(scores))
    chosen = _on_its_feet(motion, poses[best - 1]) if best else own
    return _Seen(motion, up, chosen if scores[best] > 0 else None, share)


def _on_its_feet(motion: BvhMotion, pose: RestPose) -> RestPose:
    """A frame's pose, in which a person's feet lie on the ground as they do where they stand."""
    skeleton = skeleton_in(motion, pose)
    parts = {line.part: line.bone for line in map_bones(skeleton, SIDES)}
    if not is_human(parts):
        return pose
    feet = [parts[f"foot.{side}"] for side in "LR"]
    forward = directions(complete({part: skeleton.bones[name] for part, name in parts.items()})).forward
    heads, turns, offsets = with_standing_feet(
        motion, feet, forward, heads=pose.heads, turns=pose.turns, offsets=pose.offsets
    )
    return RestPose(heads, turns, offsets, pose.frame)


def _fits_better(other: _Seen, usual: _Seen) -> bool:
    """Whether an axis that is seldom up is.

    So it is where the skeleton stands in no other way, or where frames stand on a floor at 0 that the usual axis does
    not show: who lies along that axis seems to stand on it. On a floor along both, most frames must stand along the
    other, and along the usual axis only the file's own rest pose (a skeleton made for one axis and moved about another)
    or only some frames, as of who turns over, where the own rest pose stands along the other.
    """
    if usual.rest is None or other.rest is None:
        return usual.rest is None and other.rest is not None
    if usual.has_floor:
        rests = other.rest.frame is None and usual.rest.frame is not None
        return (usual.share == 0 or rests) and other.share > CLEARLY and other.has_floor
    return other.has_floor and other.share > 0


def _own_rest(motion: BvhMotion) -> RestPose:
    turns = np.tile([1.0, 0.0, 0.0, 0.0], (len(motion.names), 1))
    return RestPose(rest_positions(motion), turns, motion.offsets)


def skeleton_in(motion: BvhMotion, pose: RestPose) -> Skeleton:
    """The joints as bones in a pose, each from its joint to the next."""
    axes, tails = matrix_from_quaternion(pose.turns), tails_of(motion, pose)
    parents = [motion.names[p] if p >= 0 else "" for p in motion.parents]
    return Skeleton(
        RestBone(name, pose.heads[j], tails[j], axes[j], parents[j], deforms=True)
        for j, name in enumerate(motion.names)
    )


def rest_positions(motion: BvhMotion) -> Array:
    """(J, 3) joints with all rotations zero [m]."""
    heads = motion.offsets.copy()
    for j, parent in enumerate(motion.parents):
        if parent >= 0:
            heads[j] += heads[parent]
    return heads


def guessed_unit(motion: BvhMotion) -> float:
    """The usual unit [m] that makes the skeleton nearest to a person's size.

    That is its longest side in the rest pose, or, where bones of one that does not stand lie on each other, the height
    of a person with as long a way along bones.
    """
    heads = rest_positions(motion)
    ends = heads[list(motion.end_sites)] + motion.end_offsets
    side = float(np.ptp(np.concatenate([heads, ends]), axis=0).max())
    size = max(side, _longest_way(motion) / WAY) or 1.0
    return min(UNITS, key=lambda unit: abs(np.log(size * unit / USUAL_HEIGHT)))


def _longest_way(motion: BvhMotion) -> float:
    """Along bones from one tip to another."""
    below: list[list[float]] = [[] for _ in motion.names]  # ways down from each joint
    for j, end in zip(motion.end_sites, motion.end_offsets, strict=True):
        below[j].append(float(np.linalg.norm(end)))
    for j in range(len(motion.names) - 1, -1, -1):  # children before their parents
        if motion.parents[j] >= 0:
            length = float(np.linalg.norm(motion.offsets[j]))
            below[motion.parents[j]].append(length + max(below[j], default=0.0))
    return max((sum(sorted(ways)[-2:]) for ways in below if len(ways) > 1), default=0.0)


def tails_of(motion: BvhMotion, pose: RestPose) -> Array:
    """(J, 3) from each joint to the middle of the next ones, or to its end site."""
    stub = STUB * max(float(np.ptp(pose.heads, axis=0).max()), 1e-3)
    ends = dict(zip(motion.end_sites, motion.end_offsets, strict=True))
    axes = matrix_from_quaternion(pose.turns)
    tails = []
    for j, head in enumerate(pose.heads):
        children = [pose.heads[k] for k, parent in enumerate(motion.parents) if parent == j]
        tail = np.mean(children, axis=0) if children else head + axes[j] @ ends.get(j, np.zeros(3))
        short = np.linalg.norm(tail - head) < SAME
        tails.append(head + axes[j] @ [0.0, 0.0, stub] if short else tail)
    return np.array(tails)
