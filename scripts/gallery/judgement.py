"""What the independent physics judge says, where it lies beside the repository."""

from scripts.judge import load_judge, longest_slide
from solver.motion.clip import Clip
from solver.motion.motion_json import to_motion_json

STAGES = ("formulate", "first_guess", "optimise")


def judgement(clip: Clip) -> str:
    """One line: whether it was solved, after how much, and the judge's residuals of the whole cast."""
    made = clip.provenance
    seconds = sum(made.seconds.get(stage, 0.0) for stage in STAGES)
    line = f"{'solved' if made.solved else 'NOT SOLVED'}, {made.iterations} iterations, {seconds:.1f} s"
    judge = load_judge()
    if judge is None:
        return f"{line}; no judge"
    verdict = judge.judge(to_motion_json(clip), use_mujoco=False)
    path = longest_slide(verdict)
    slide = "" if path is None else f", slide {1000 * path:.2f} mm"
    residuals = f"lin {verdict['lin_res']['rms_bw']:.0e} BW, ang {verdict['ang_res']['rms_bw']:.0e} BW m"
    return f"{line}; {residuals}{slide}"
