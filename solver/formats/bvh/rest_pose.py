"""The rest pose of a captured skeleton: the file's own if it stands, or else the frame that stands best."""

from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np

from ...arrays import Array
from ...fitting.human_bones import complete, directions
from ...fitting.human_map import is_human
from ...fitting.rest_bone import RestBone
from ...fitting.rig_map import map_bones
from ...fitting.skeleton import Skeleton
from ...fitting.stance import spread, stances
from ...rotations import matrix_from_quaternion
from .motion import BvhMotion
from .read import read_bvh
from .standing_feet import with_standing_feet
from .takes import longest_take
from .unit import FoundUnit, find_unit

WAY = 1.45  # of a person's height: length along bones from a hand to the foot of the other side
STUB = 0.05  # of the skeleton's size: length of a bone without children or end site
SAME = 1e-6
CLEARLY = 0.5  # of the frames, from which a skeleton counts as usually upright
AT_ZERO = 0.1  # of the skeleton's height; maximum distance of a floor from 0
GUESS = "GUESS"
SIDES = np.eye(3)[:2]  # candidates for the lateral direction of a skeleton without sided names


@dataclass(frozen=True, eq=False)
class RestPose:
    """A rest pose.

    Attributes:
        heads: (J, 3) joints [m].
        turns: (J, 4) wxyz of the joints' frames in the world.
        offsets: (J, 3) of each joint from its parent's, in the parent's frame [m].
        frame: index in the file, from 0; None: the file's own rest pose.
    """

    heads: Array
    turns: Array
    offsets: Array
    frame: int | None = None

    def scaled(self, factor: float) -> "RestPose":
        """The pose with all lengths multiplied by a factor."""
        return replace(self, heads=factor * self.heads, offsets=factor * self.offsets)


@dataclass(frozen=True, eq=False)
class Standing:
    """A file with its up axis and rest pose.

    Attributes:
        motion: the file's longest take, or all frames.
        up: the file's up axis, "Y" or "Z".
        rest: the rest pose.
        is_sure: whether the up axis was given, or is clear from poses or a floor at 0.
        take: first frame of the motion in the file, and the one after the last.
        n_frames: number of frames of the file.
        unit: of the file.
    """

    motion: BvhMotion
    up: str
    rest: RestPose
    is_sure: bool
    take: tuple[int, int]
    n_frames: int
    unit: FoundUnit

    @property
    def height(self) -> float:
        """Height of the rest pose [m]."""
        return standing_height(self.motion, self.rest)


def read_standing(
    path: Path, *, up: str = GUESS, unit: float = 0.0, stand: bool = True, all_frames: bool = False,
    fps: float = 0.0,
) -> Standing:  # fmt: skip
    """Reads a file's motion and determines its up axis and rest pose.

    Args:
        path: of the file.
        up: the file's up axis, "Y" or "Z"; or GUESS: Z if the skeleton stands or moves only that way, otherwise Y.
        unit: length of the file's unit [m]; 0: the most likely one.
        stand: whether to use a frame's pose if the file's own rest pose does not stand.
        all_frames: whether to keep all frames of a file with jumps, such as after a T-pose or between takes.
        fps: frames per second; 0: of the file's frame time.

    Raises:
        InputError: the file cannot be read or is invalid; the message has path, line, expected and found text.
    """
    if up != GUESS:
        seen, is_sure = _see(path, up, unit, fps), True
    else:
        seen, is_sure = _guessed(path, unit, fps)
    rest = seen.rest if stand else None
    take = (0, seen.motion.n_frames) if all_frames else longest_take(seen.motion)
    motion = seen.motion.between(*take)
    rest = rest if rest is not None else _own_rest(motion)
    found = FoundUnit(unit) if unit else _unit_of(motion, rest, path.stem)
    scale = found.length / (unit or 1.0)
    return Standing(
        motion.scaled(scale), seen.up, rest.scaled(scale), is_sure, take, seen.motion.n_frames, found
    )


def _unit_of(motion: BvhMotion, rest: RestPose, title: str) -> FoundUnit:
    """The most likely unit of a file read with units of a meter."""
    parts = {line.part: line.bone for line in map_bones(skeleton_in(motion, rest), SIDES)}
    return find_unit(
        motion,
        title,
        size=stature_in(motion),
        height=standing_height(motion, rest),
        parts=parts.keys(),
    )


def standing_height(motion: BvhMotion, rest: RestPose) -> float:
    """Height of a rest pose with its end sites."""
    return float(np.ptp(np.concatenate([rest.heads, tails_of(motion, rest)])[:, 2]))


def _guessed(path: Path, unit: float, fps: float) -> tuple["_Reading", bool]:
    """The file with its most plausible up axis, and whether that is certain."""
    usual = _see(path, "Y", unit, fps)
    if usual.share >= CLEARLY and usual.has_floor:
        return usual, True
    other = _see(path, "Z", unit, fps)
    seen, left = (other, usual) if _fits_better(other, usual) else (usual, other)
    return seen, seen.share >= CLEARLY or (seen.has_floor and not left.has_floor) or not seen.motion.n_frames


@dataclass(frozen=True, eq=False)
class _Reading:
    """A file, read with one of its axes up.

    Attributes:
        motion: read with that axis.
        up: the axis.
        rest: the file's own rest pose if it stands, or else the frame that stands best; None if none stands.
        share: fraction of the frames in which it stands.
    """

    motion: BvhMotion
    up: str
    rest: RestPose | None
    share: float

    @property
    def has_floor(self) -> bool:
        """Whether the lowest joint is usually near height 0, where files have the ground.

        False if the root stays in one place, because the file then does not show a floor.
        """
        heights = self.motion.world_positions[..., 2]
        if not len(heights) or not np.ptp(self.motion.world_positions[:, 0], axis=0).any():
            return False
        size = float(np.ptp(heights, axis=1).max())
        return size > 0 and abs(float(np.median(heights.min(1)))) < AT_ZERO * size


def _see(path: Path, up: str, unit: float, fps: float) -> _Reading:
    motion = read_bvh(path, up=up, unit=unit or 1.0, fps=fps)
    own = _own_rest(motion)
    poses = [
        RestPose(motion.world_positions[f], motion.world_rotations[f], motion.positions[f], f)
        for f in (spread(0, motion.n_frames - 1) if motion.n_frames else ())
    ]
    scores = stances([skeleton_in(motion, pose) for pose in (own, *poses)], SIDES)
    share = float(np.mean(np.array(scores[1:]) > 0)) if poses else 0.0
    best = 0 if scores[0] > 0 else int(np.argmax(scores))
    chosen = _on_its_feet(motion, poses[best - 1]) if best else own
    return _Reading(motion, up, chosen if scores[best] > 0 else None, share)


def _on_its_feet(motion: BvhMotion, pose: RestPose) -> RestPose:
    """A frame's pose; a human's feet are replaced by those of their typical stances."""
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


def _fits_better(other: _Reading, usual: _Reading) -> bool:
    """Whether the unusual up axis is more plausible.

    It is if the skeleton stands only along that axis, or if only that axis shows a floor at 0 on which frames stand:
    lying along the usual axis looks like standing. If both show a floor, most frames must stand along the unusual axis.
    Along the usual axis, no frame may stand (a skeleton built for one axis and moved along another), unless the file's
    own rest pose stands only along the unusual axis (a character that turns over).
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
    """A pose as bones, each from its joint to the next."""
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


def stature_in(motion: BvhMotion) -> float:
    """Stature of a person with this skeleton, in whatever pose.

    It is the longest side of the rest pose's bounding box, or, if that is less because bones overlap, the height of a
    person with the same length along bones.
    """
    heads = rest_positions(motion)
    ends = heads[list(motion.end_sites)] + motion.end_offsets
    side = float(np.ptp(np.concatenate([heads, ends]), axis=0).max())
    return max(side, _longest_way(motion) / WAY) or 1.0


def _longest_way(motion: BvhMotion) -> float:
    """Maximum length along bones from one tip to another."""
    below: list[list[float]] = [[] for _ in motion.names]  # lengths down from each joint
    for j, end in zip(motion.end_sites, motion.end_offsets, strict=True):
        below[j].append(float(np.linalg.norm(end)))
    for j in range(len(motion.names) - 1, -1, -1):  # children before their parents
        if motion.parents[j] >= 0:
            length = float(np.linalg.norm(motion.offsets[j]))
            below[motion.parents[j]].append(length + max(below[j], default=0.0))
    return max((sum(sorted(ways)[-2:]) for ways in below if len(ways) > 1), default=0.0)


def tails_of(motion: BvhMotion, pose: RestPose) -> Array:
    """(J, 3) tail of each joint's bone: the middle of its children, its end site, or a stub."""
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
