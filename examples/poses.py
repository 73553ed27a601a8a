"""Poses that an open clip is held in at its ends."""

from collections.abc import Mapping

from solver.character import Character
from solver.job.constraints.pin import Pin

SLACK = 0.01  # rad or m; what a pose may differ by, so that feet still find the ground


def held_pose(
    character: Character, first: int, last: int, angles: Mapping[str, float], *, slack: float = SLACK
) -> tuple[Pin, ...]:
    """Every angle of every joint held: at ``angles``, else at what its joint prefers.

    Args:
        character: whose joints.
        first: frame; negative counts from the end.
        last: frame, included.
        angles: by degree of freedom; "shin.rx" means both sides; the root's too [rad or m].
        slack: on either side [rad].
    """
    goal = {dof: angle for name, angle in angles.items() if name.startswith("root") for dof in (name,)}
    for joint in character.joints:
        preferred = joint.preferred or (0.0,) * len(joint.axes)
        for axis, usual in zip(joint.axes.lower(), preferred, strict=True):
            both_sides = f"{joint.name.partition('.')[0]}.r{axis}"
            goal[f"{joint.name}.r{axis}"] = angles.get(f"{joint.name}.r{axis}", angles.get(both_sides, usual))
    return tuple(Pin(dof, first, last, at - slack, at + slack) for dof, at in goal.items())
