"""What every solved clip of these tests owes: by its own report, and by the judge's."""

from types import ModuleType
from typing import Any

import numpy as np

from solver.clip.clip import Clip
from solver.formats.motion_json import to_motion_json
from solver.mechanics.ellipsoid_gap import ellipsoid_gap
from solver.rotations import matrix_from_quaternion

# body weights; a cone of squares within 1e-6 lets that much through where the force vanishes
CONE_APEX = 1e-4


def assert_physical(clip: Clip) -> None:
    """Hold a clip's own report to the limits of a solved one."""
    report, provenance = clip.report, clip.provenance
    assert provenance.solved, provenance.violations
    assert provenance.violations == ()
    assert report.linear_residual < 1e-6
    assert report.angular_residual < 1e-3
    assert report.joint_gap < (1e-6 if clip.job.holds else 1e-9)  # what is held is the optimiser's matter
    assert report.limit_excess < 1e-6
    assert report.torque_excess < 1e-6
    assert report.slide < 1e-4
    assert report.contact_height < 1e-5
    assert report.friction_excess < CONE_APEX
    assert report.pull < 1e-6


def assert_judged(clip: Clip, judge: ModuleType, *trees: str) -> dict[str, Any]:
    """Hold a clip to the judge's limits; give the verdict on all of it.

    Args:
        clip: that was solved.
        judge: the independent one.
        trees: roots to be judged each by itself as well, pushed by the others.
    """
    whole, *parts = (
        judge.judge(to_motion_json(clip, roots=roots)) for roots in ((), *((tree,) for tree in trees))
    )
    for verdict in (whole, *parts):
        assert verdict["lin_res"]["rms_bw"] <= 1e-5
        assert verdict["ang_res"]["rms_bw"] <= 1e-3
    found: dict[str, Any] = whole
    return found


def least_gap(clip: Clip, a: str, b: str) -> float:
    """Least contact function of two bodies' ellipsoids, less 1: below 0 they overlap."""
    character = clip.job.character
    first, second = character.body_index(a), character.body_index(b)
    axes = matrix_from_quaternion(clip.motion.orientation).swapaxes(-1, -2)
    apart = clip.motion.position[:, second] - clip.motion.position[:, first]
    z = np.concatenate([apart, axes[:, first].reshape(-1, 9), axes[:, second].reshape(-1, 9)], axis=1)
    radii = np.array([body.diameters for body in character.bodies]) / 2
    return float(ellipsoid_gap(z, radii[first], radii[second]).value.min())
