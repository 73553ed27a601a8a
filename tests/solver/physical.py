"""What every solved clip of these tests owes: by its own report, and by the judge's."""

from types import ModuleType
from typing import Any

from solver.clip.clip import Clip
from solver.formats.motion_json import to_motion_json

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
