"""What every solved clip of these tests owes: our own report and the judge's."""

from types import ModuleType
from typing import Any

from solver.motion.clip import Clip
from solver.motion.motion_json import to_motion_json


def assert_physical(clip: Clip, judge: ModuleType, *trees: str) -> dict[str, Any]:
    """Hold a clip to the limits of a solved one; give the judge's verdict, the last of several.

    Args:
        clip: that was solved.
        judge: the independent one.
        trees: roots to be judged each by itself, pushed by the others; none: the clip as it is.
    """
    report, provenance = clip.report, clip.provenance
    assert provenance.solved, provenance.violations
    assert report.linear_residual < 1e-6
    assert report.angular_residual < 1e-3
    assert report.joint_gap < 1e-9
    assert report.slide < 1e-4
    assert report.contact_height < 1e-5
    assert report.friction_excess < 1e-4
    assert report.pull < 1e-6
    motions = [to_motion_json(clip, roots=[root]) for root in trees] or [to_motion_json(clip)]
    verdicts = [judge.judge(motion) for motion in motions]
    for verdict in verdicts:
        assert verdict["lin_res"]["rms_bw"] <= 1e-5
        assert verdict["ang_res"]["rms_bw"] <= 1e-3
    last: dict[str, Any] = verdicts[-1]
    return last
