"""Given frames and forces at the ends of a transition."""

from dataclasses import replace

from ...arrays import Array
from ...character import Character
from ...job.constraints.joins import GivenFrames
from ...motion.world_motion import WorldMotion
from .crossing import GIVEN


def given_start(motion: WorldMotion, character: Character, headings: Array) -> GivenFrames:
    """The first frames of a motion.

    Args:
        motion: that begins with them.
        character: of the job, whose joints may have other axes.
        headings: (N,) of the motion's frames in the job [rad].
    """
    q = _coordinates(motion, character, headings)
    return GivenFrames.of_arrays(q[:GIVEN], *(_known_forces(motion, frame) for frame in (0, GIVEN - 1)))


def given_end(motion: WorldMotion, character: Character, headings: Array) -> GivenFrames:
    """The last frames of a motion, likewise."""
    q = _coordinates(motion, character, headings)
    return GivenFrames.of_arrays(q[-GIVEN:], *(_known_forces(motion, frame) for frame in (-1, -GIVEN)))


def _coordinates(motion: WorldMotion, character: Character, headings: Array) -> Array:
    return replace(motion, character=character, heading=tuple(headings.tolist())).coordinates


def _known_forces(motion: WorldMotion, frame: int) -> Array | None:
    """(C, 3) forces of the contacts at a frame [N]; None if unknown, as at the ends of an open clip."""
    forces = motion.contact_forces[frame]
    return forces if forces.any() or not motion.contact_active[frame].any() else None
