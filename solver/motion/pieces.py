"""Cuts, unrolls, moves and joins motions."""

from collections.abc import Sequence
from dataclasses import fields, replace
from typing import Any, TypeVar

import numpy as np

from ..arrays import Array
from ..errors import InputError
from ..job.cycle import Cycle
from ..job.drawn_bones import bones_at, joined_bones
from ..rotations import continuous_signs, quaternion_product, rotation_about
from .motion import Motion
from .world_motion import WorldMotion

Kind = TypeVar("Kind", bound=Motion)

POINTS = ("position", "contact_points", "hold_points")
VECTORS = ("contact_forces", "hold_forces")
LASTING = ("contact_lasting", "hold_lasting")
SAME_STEP = 1e-6  # relative


def moved(motion: Kind, transform: Cycle) -> Kind:
    """A motion rotated about the vertical axis through the origin, then translated, with its forces.

    Raises:
        InputError: the motion has surfaces or holds, which would have to be moved too.
    """
    _require_ground(motion)
    count = motion.n_frames
    turn = np.broadcast_to(transform.turn, (count, 3, 3))
    shift = np.broadcast_to(np.array(transform.translation), (count, 3))
    cycle = motion.cycle and replace(
        transform.inverse.then(motion.cycle).then(transform), mirrored=motion.cycle.mirrored
    )
    heading = () if motion.cycle else tuple((motion.headings + transform.yaw).tolist())
    return replace(_placed(motion, turn, shift, np.full(count, transform.yaw)), cycle=cycle, heading=heading)


def piece(motion: Kind, first: int, count: int) -> Kind:
    """A range of frames as an open motion; a cycle continues before its first and after its last frame.

    Raises:
        InputError: the frames are outside of an open motion.
    """
    if motion.cycle is None and not (first >= 0 and first + count <= motion.n_frames and count > 0):
        raise InputError(
            f"expected frames within 0 to {motion.n_frames - 1}, found {first} to {first + count - 1}"
        )
    lap, own = np.divmod(first + np.arange(count), motion.n_frames)
    cut: dict[str, Any] = {name: getattr(motion, name)[own] for name in _arrays(motion)}
    found = replace(motion, cycle=None, **cut)
    if motion.cycle is not None and lap.any():
        _require_ground(motion)
        turn, shift = motion.cycle.part(lap)
        found = _placed(found, turn, shift, motion.cycle.yaw * lap)
    heading = motion.headings[own] + (motion.cycle.yaw * lap if motion.cycle else 0.0)
    return replace(
        found,
        orientation=continuous_signs(found.orientation),
        heading=tuple(heading.tolist()),
        drawn_bones=bones_at(
            motion.drawn_bones, motion.n_frames, first + np.arange(count), closed=motion.cycle is not None
        ),
        **_lasting_anew(motion),
    )


def joined(motions: Sequence[Kind]) -> Kind:
    """Concatenates open motions; each starts a step after the last frame of the previous one.

    Raises:
        InputError: they differ in character or step, or one is cyclic.
    """
    first = motions[0]
    for motion in motions[1:]:
        if motion.character != first.character:
            raise InputError(f"expected motions of '{first.character.name}', found '{motion.character.name}'")
        if abs(motion.step / first.step - 1) > SAME_STEP:
            raise InputError(
                f"expected {first.fps:g} frames per second, found {motion.fps:g}; resample one of them"
            )
    if any(motion.cycle is not None for motion in motions):
        raise InputError("a cycle has no end; expected open motions")
    arrays: dict[str, Any] = {
        name: np.concatenate([getattr(m, name) for m in motions]) for name in _arrays(first)
    }
    arrays |= {"orientation": continuous_signs(arrays["orientation"])}
    arrays |= {
        "heading": tuple(np.concatenate([motion.headings for motion in motions]).tolist()),
        "drawn_bones": joined_bones([(motion.drawn_bones, motion.n_frames) for motion in motions]),
    }
    return replace(first, **arrays | _lasting_anew(first))


def _arrays(motion: Motion) -> list[str]:
    """Names of fields with a row per frame."""
    return [field.name for field in fields(motion) if isinstance(getattr(motion, field.name), np.ndarray)]


def _placed(motion: Kind, turn: Array, shift: Array, yaw: Array) -> Kind:
    """Each frame rotated by (N, 3, 3), then shifted by (N, 3) [m]; ``yaw`` (N,) [rad] is the angle of ``turn``."""
    has_forces = isinstance(motion, WorldMotion)
    points = {
        name: np.einsum("tij,tkj->tki", turn, getattr(motion, name)) + shift[:, None]
        for name in (POINTS if has_forces else POINTS[:1])
    }
    vectors = {name: np.einsum("tij,tkj->tki", turn, getattr(motion, name)) for name in VECTORS if has_forces}
    about = np.broadcast_to(rotation_about((0.0, 0.0, 1.0), yaw)[:, None], motion.orientation.shape)
    return replace(motion, orientation=quaternion_product(about, motion.orientation), **points, **vectors)


def _lasting_anew(motion: Motion) -> dict[str, Any]:
    """Empty flags of lasting contacts and holds, so that they are recomputed for the new neighbors of frames."""
    return {name: np.zeros(0) for name in LASTING if isinstance(motion, WorldMotion)}


def _require_ground(motion: Motion) -> None:
    if isinstance(motion, WorldMotion) and (motion.world.surfaces or motion.world.holds):
        raise InputError("a motion with holds, or on surfaces other than the ground, cannot be moved")
