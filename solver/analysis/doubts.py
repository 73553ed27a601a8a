"""Implausible features of a motion that follows a drawn one, even if it is physical."""

from dataclasses import dataclass, replace
from enum import StrEnum

import numpy as np

from ..arrays import Array, Flags, Indices
from ..character import Character
from ..clip.clip import Clip
from ..mechanics.tree import Tree
from ..rotations import angle_between
from ..verify.contact_measures import depths
from .departure import drawn_motion, drawn_poses
from .standing import missed_stances

DEEP = 0.01  # m under the ground
FAR = 0.2  # m from where a body was drawn
FASTER = 2.0  # times as fast as drawn
SLOW = 3.0  # rad/s below which no rotation looks too fast
HARDER = 2.0  # body weights more than drawn
STRONGER = 1.05  # times a joint's strength; less would be reported as 1.0 times
PERIOD = 1 / 30  # s; accelerations over shorter times are a capture's noise


class DoubtKind(StrEnum):
    """Kinds of doubts."""

    MISSED = "missed"  # a body that stands in what is drawn touches nothing [s], 0 expected
    DEEP = "deep"  # a body goes under the ground [m], 0 expected
    FAR = "far"  # a body is away from where it was drawn [m], 0 expected
    FAST = "fast"  # a body turns faster than drawn [rad/s]
    HARD = "hard"  # contacts push harder than the drawn motion needs [body weights]
    STRONG = "strong"  # a joint needs more than its strength [N m]


@dataclass(frozen=True)
class Doubt:
    """One implausible feature.

    Attributes:
        kind: of the feature.
        subject: name of the body or joint; empty: the whole character.
        frame: of the clip, where it is worst.
        found: amount there.
        expected: drawn or allowed amount.
    """

    kind: DoubtKind
    subject: str
    frame: int
    found: float
    expected: float


def doubts(clip: Clip, original: Character | None = None) -> tuple[Doubt, ...]:
    """All doubts, at most one of each kind; empty for a clip that follows nothing.

    Strength is examined against ``original``, the character with its original strength, if given.
    """
    bodies, position, turn = drawn_poses(clip)
    if not len(bodies):
        return ()
    names = [clip.job.character.bodies[b].name for b in bodies.tolist()]
    rotation = clip.motion.rotation[:, bodies]
    away = np.linalg.norm(clip.motion.position[:, bodies] - position, axis=-1)
    candidates = [
        _missed(clip),
        _deep(clip),
        _worst(DoubtKind.FAR, away, names, np.zeros(len(names)), away > FAR),
        _fast(clip, rotation, turn, names),
        _hard(clip, position, bodies),
        _strong(clip, original) if original is not None else None,
    ]
    return tuple(doubt for doubt in candidates if doubt is not None)


def _worst(
    kind: DoubtKind, amount: Array, names: list[str], expected: Array, is_doubted: Flags
) -> Doubt | None:
    """The largest doubted one of amounts (N, D); expected (D,)."""
    if not is_doubted.any():
        return None
    frame, column = np.unravel_index(np.where(is_doubted, amount, -np.inf).argmax(), amount.shape)
    return Doubt(kind, names[column], int(frame), float(amount[frame, column]), float(expected[column]))


def _missed(clip: Clip) -> Doubt | None:
    """The longest stance missed. It explains many of the other doubts, and so comes first."""
    drawn = drawn_motion(clip)
    missed = missed_stances(clip, drawn) if drawn is not None else ()
    if not missed:
        return None
    longest = missed[0]
    return Doubt(DoubtKind.MISSED, longest.body, longest.frame, longest.seconds, 0.0)


def _deep(clip: Clip) -> Doubt | None:
    """Depth below the ground; of bodies with contacts, that of the contacts, as their ellipsoids are too round."""
    character, deep = clip.job.character, depths(clip.motion)
    owner = np.array([character.body_index(contact.body) for contact in character.contacts], np.intp)
    soles = -clip.motion.heights(clip.motion.carried_contacts())
    deep[:, owner] = -np.inf
    np.maximum.at(deep.T, owner, soles.T)
    return _worst(
        DoubtKind.DEEP, deep, [body.name for body in character.bodies], np.zeros(deep.shape[1]), deep > DEEP
    )


def _fast(clip: Clip, rotation: Array, turn: Array, names: list[str]) -> Doubt | None:
    """Angular speed of rotations (N, D, 3, 3), actual and drawn."""
    speeds, drawn = (angle_between(axes[1:], axes[:-1]) / clip.motion.step for axes in (rotation, turn))
    usual = np.maximum(drawn.max(0), SLOW)
    return _worst(DoubtKind.FAST, speeds, names, usual, speeds > FASTER * usual)


def _hard(clip: Clip, position: Array, bodies: Indices) -> Doubt | None:
    """Force on the center of mass, if all bodies are drawn."""
    mass = np.array([body.mass for body in clip.job.character.bodies])
    if len(bodies) < len(mass) or not clip.motion.weight:
        return None
    centre = np.einsum("b,tbi->ti", mass[bodies], position) / mass.sum()
    stride = max(round(PERIOD / clip.motion.step), 1)
    if len(centre) <= 2 * stride:
        return None
    bend = (centre[2 * stride :] - 2 * centre[stride:-stride] + centre[: -2 * stride]) / (
        stride * clip.motion.step
    ) ** 2
    gravity = np.linalg.norm(clip.job.gravity)
    drawn = float((bend[:, 2] / gravity).max() + 1.0)
    push = clip.motion.contact_forces[..., 2].sum(1, keepdims=True) / clip.motion.weight
    return _worst(DoubtKind.HARD, push, [""], np.array([drawn]), push > drawn + HARDER)


def _strong(clip: Clip, original: Character) -> Doubt | None:
    joints = {joint.name: joint for joint in original.joints}
    tree = Tree(clip.job.character)
    limit = np.full(tree.n, np.inf)
    for joint in clip.job.character.joints:
        theirs = joints.get(joint.name)
        if theirs is None or not any(theirs.torque_limits):
            continue
        for axis in joint.axes:
            limit[tree.names.index(f"{joint.name}.r{axis.lower()}")] = (
                theirs.torque_limits[theirs.axes.index(axis)]
                if axis in theirs.axes
                else max(theirs.torque_limits)
            )
    share = np.abs(clip.torques) / np.maximum(limit, 1e-9)
    worst = _worst(DoubtKind.STRONG, share, [dof.owner for dof in tree.dofs], limit, share > STRONGER)
    return None if worst is None else replace(worst, found=worst.found * worst.expected)
