"""Judgement of a clip by the independent physics judge, in one line."""

from solver.clip.clip import Clip
from solver.formats.motion_json import to_motion_json
from tests.judge.load import load_judge, longest_slide

STAGES = ("formulate", "first_guess", "optimise")
MOST = (1e-5, 1e-3, 1e-3)  # BW, BW m, m: largest residual forces and moments, and slide of a foot
FAULTS = ("NOT SOLVED", "NOT PHYSICAL")


def judgement(clip: Clip) -> str:
    """One line: whether it was solved, the effort, and the judge's residuals of the whole cast."""
    made = clip.provenance
    seconds = sum(made.seconds.get(stage, 0.0) for stage in STAGES)
    line = f"{'solved' if made.solved else FAULTS[0]}, {made.iterations} iterations, {seconds:.1f} s"
    line += f"; {clip.report.energy}" + ("" if clip.report.is_passive else f"; {FAULTS[1]}")
    judge = load_judge()
    verdict = judge.judge(to_motion_json(clip), use_mujoco=False)
    path, whose = longest_slide(verdict), ""
    if path is None and clip.motion.contact_active.any():  # it only supports flat ground
        path, whose = clip.report.slide, " (by our own report)"
    linear, angular = verdict["lin_res"]["rms_bw"], verdict["ang_res"]["rms_bw"]
    slide = "" if path is None else f", slide {1000 * path:.2f} mm{whose}"
    found = (linear, angular, path or 0.0)
    physical = all(value <= most for value, most in zip(found, MOST, strict=True))  # false for NaN
    fault = "" if physical else f"; {FAULTS[1]}"
    return f"{line}; lin {linear:.0e} BW, ang {angular:.0e} BW m{slide}{fault}"
