"""Bones between bodies whose motion is given, such as collar bones and further bones of the spine."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np

from ..arrays import Array, Indices, Vector3
from ..character import Character
from ..mechanics.joint_frames import JointFrames
from ..rotations import (
    continuous_signs,
    matrix_from_quaternion,
    quaternion_from_matrix,
)
from .objectives.pose_closeness import Quaternion

AT_REST: Quaternion = (1.0, 0.0, 0.0, 0.0)


@dataclass(frozen=True)
class DrawnBone:
    """Motion of a bone without a body in the body that carries it, at evenly spaced times of the clip.

    In the frame of that body in its rest pose, a point x of the bone moves to head + shift + turn S (x - head), where S
    scales along the bone's axes.

    Attributes:
        bone: its name.
        body: that carries it, directly or by other such bones.
        joints: names of the joints that hang on it; empty if they hang on a bone that it carries.
        parent: name of the drawn bone that carries it; empty: the body itself.
        head: in the rest pose, world [m].
        axes: wxyz, rotation of its axes in the world in the rest pose.
        turns: wxyz since the rest pose.
        shifts: of its head [m]; empty: none.
        scales: along its axes; empty: none.
    """

    bone: str
    body: str
    joints: tuple[str, ...]
    head: Vector3
    turns: tuple[Quaternion, ...]
    parent: str = ""
    axes: Quaternion = AT_REST
    shifts: tuple[Vector3, ...] = ()
    scales: tuple[Vector3, ...] = ()

    @property
    def still(self) -> "DrawnBone":
        """The bone in its rest pose."""
        return replace(self, turns=(AT_REST,), shifts=(), scales=())

    def spread(self, count: int, *, closed: bool) -> tuple[Array, Array, Array]:
        """Turns (count, 3, 3), shifts (count, 3) [m] and scales (count, 3) at evenly spaced frames.

        They are interpolated by cubic splines, because kinks would be jolts; those of a cycle close.
        """
        turns, shifts, scales = self.rows(count, closed=closed)
        return matrix_from_quaternion(turns), shifts, scales

    def rows(self, count: int, *, closed: bool) -> tuple[Array, Array, Array]:
        """Quaternions (count, 4), shifts (count, 3) and scales (count, 3)."""
        given = (self.turns, self.shifts or ((0.0, 0.0, 0.0),), self.scales or ((1.0, 1.0, 1.0),))
        turns, shifts, scales = (_spread(np.array(values), count, closed=closed) for values in given)
        return continuous_signs(_unit(turns)), shifts, scales

    def with_rows(self, turns: Array, shifts: Array, scales: Array) -> "DrawnBone":
        """The bone with quaternions (M, 4), shifts (M, 3) and scales (M, 3)."""
        return replace(
            self,
            turns=_quaternions(continuous_signs(_unit(turns))),
            shifts=() if np.abs(shifts).max(initial=0.0) < NO_SHIFT else _vectors(shifts),
            scales=() if np.abs(scales - 1).max(initial=0.0) < NO_SCALE else _vectors(scales),
        )

    def moved(self, point: Vector3, count: int, *, closed: bool) -> Array:
        """(count, 3) places of a point of the bone in its body's rest frame at evenly spaced frames [m]."""
        turns, shifts, scales = self.spread(count, closed=closed)
        own = matrix_from_quaternion(self.axes)
        arm = (np.array(point) - np.array(self.head)) @ own * scales @ own.T
        return np.asarray(np.array(self.head) + shifts + np.einsum("tij,tj->ti", turns, arm))


Bones = tuple[DrawnBone, ...]
NO_SHIFT, NO_SCALE = 1e-5, 1e-4  # m; a fraction: less is rounding of single precision


def drawn_bone(
    bone: str,
    body: str,
    *,
    joints: Sequence[str],
    parent: str,
    head: Array,
    axes: Array,
    turn: Array,
    shift: Array,
    scale: Array,
) -> DrawnBone:
    """A bone's motion from arrays, without shifts and scales that are negligible.

    Args:
        bone: its name.
        body: that carries it.
        joints: names of the joints that hang on it.
        parent: name of the drawn bone that carries it, or empty.
        head: (3,) in the rest pose, world [m].
        axes: (3, 3) in the rest pose, world.
        turn: (N, 3, 3) since the rest pose, in the body's rest frame.
        shift: (N, 3) of the head, likewise [m].
        scale: (N, 3) along the bone's axes.
    """
    x, y, z = head.tolist()
    (own,) = _quaternions(quaternion_from_matrix(axes)[None])
    still = DrawnBone(bone, body, tuple(joints), (x, y, z), (AT_REST,), parent, own)
    return still.with_rows(quaternion_from_matrix(turn), shift, scale)


def joint_frames(bones: Bones, character: Character, count: int, *, closed: bool) -> JointFrames:
    """Places of the joints that hang on drawn bones, at evenly spaced frames."""
    joint_of = {joint.name: joint for joint in character.joints}
    bodies, turns, shifts = [], [], []
    for bone in bones:
        if not bone.joints:
            continue
        turn, _, _ = bone.spread(count, closed=closed)
        for name in bone.joints:
            anchor = joint_of[name].position
            bodies.append(character.body_index(joint_of[name].body_b))
            turns.append(turn)
            shifts.append(bone.moved(anchor, count, closed=closed) - np.array(anchor))
    if not bodies:
        return JointFrames.at_rest(count)
    return JointFrames(np.array(bodies, np.intp), np.stack(turns, 1), np.stack(shifts, 1))


def bones_at(bones: Bones, count: int, frames: Array | Indices, *, closed: bool) -> Bones:
    """Bones with the values that they have at frames, also fractional ones, of a motion of ``count`` frames."""
    return tuple(
        bone.with_rows(
            *(_sampled(values, frames, closed=closed) for values in bone.rows(count, closed=closed))
        )
        for bone in bones
    )


def mixed_bones(one: Bones, other: Bones, weight: Array) -> Bones:
    """Bones at N frames, mixed with weights (N,) of the other; a bone that is drawn in one alone rests in the other."""
    count = len(weight)
    ours, theirs = ({bone.bone: bone for bone in bones} for bones in (one, other))
    mixed = []
    for name, bone in ({**theirs, **ours}).items():
        a, b = (own.get(name, bone.still).rows(count, closed=False) for own in (ours, theirs))
        near = np.where((a[0] * b[0]).sum(-1, keepdims=True) < 0, -b[0], b[0])
        pairs = zip(a, (near, *b[1:]), strict=True)
        mixed.append(bone.with_rows(*(u + weight[:, None] * (v - u) for u, v in pairs)))
    return tuple(mixed)


def joined_bones(parts: Sequence[tuple[Bones, int]]) -> Bones:
    """Bones of open motions, with their numbers of frames, one after the other.

    A bone that is not drawn in one of them has its rest pose there.
    """
    named = {bone.bone: bone for bones, _ in reversed(parts) for bone in bones}
    counts = [count for _, count in parts]
    if not named or len(parts) == 1:
        return parts[0][0]
    of_parts = [{bone.bone: bone for bone in bones} for bones, _ in parts]
    joined = []
    for name, bone in named.items():
        rows = [
            own.get(name, bone.still).rows(count, closed=False)
            for own, count in zip(of_parts, counts, strict=True)
        ]
        joined.append(bone.with_rows(*map(np.concatenate, zip(*rows, strict=True))))
    return tuple(joined)


def _spread(values: Array, count: int, *, closed: bool) -> Array:
    """(count, k) values at evenly spaced frames from values (M, k) at evenly spaced times."""
    known = len(values)
    at = np.arange(count) / count * known if closed else np.linspace(0, known - 1, count)
    return _sampled(values, at, closed=closed)


def _sampled(values: Array, at: Array | Indices, *, closed: bool) -> Array:
    """(S, k) values at frames (S,) between those of values (M, k), by cubic splines."""
    known = len(values)
    if known == 1:
        return np.repeat(values, len(at), axis=0)
    if closed:
        at = at % known
    if (at == np.round(at)).all():
        return np.asarray(values[np.asarray(at, np.intp)])
    from scipy.interpolate import CubicSpline  # takes as long to load as a short motion takes to solve

    signed = continuous_signs(values) if values.shape[1] == 4 else values
    if not closed:
        return np.asarray(CubicSpline(np.arange(known), signed)(at))
    returns = values.shape[1] == 3 or (signed[0] * signed[-1]).sum() >= 0
    rounds = signed if returns else np.concatenate([signed, -signed])  # quaternions close after two turns
    rows = np.concatenate([rounds, rounds[:1]])
    return np.asarray(CubicSpline(np.arange(len(rows)), rows, bc_type="periodic")(at))


def _unit(quaternions: Array) -> Array:
    return np.asarray(quaternions / np.linalg.norm(quaternions, axis=-1, keepdims=True))


def _vectors(values: Array) -> tuple[Vector3, ...]:
    return tuple((x, y, z) for x, y, z in values.tolist())


def _quaternions(values: Array) -> tuple[Quaternion, ...]:
    return tuple((w, x, y, z) for w, x, y, z in values.tolist())
