"""What the independent physics judge says, where it lies beside the repository."""

from scripts.judge import load_judge, longest_slide
from solver.motion.clip import Clip
from solver.motion.motion_json import to_motion_json

STAGES = ("formulate", "first_guess", "optimise")


def judgement(clip: Clip) -> str:
    """One line: whether it was solved, after how much, and the judge's residuals.

    The judge cannot weigh what the world holds up by a fixed root; then it weighs the other trees alone, with
    what the held one does to them as a force from outside.
    """
    made = clip.provenance
    seconds = sum(made.seconds.get(stage, 0.0) for stage in STAGES)
    line = f"{'solved' if made.solved else 'NOT SOLVED'}, {made.iterations} iterations, {seconds:.1f} s"
    judge, free = load_judge(), free_roots(clip)
    if judge is None:
        return f"{line}; no judge"
    verdict = judge.judge(to_motion_json(clip, roots=free), use_mujoco=False)
    path = longest_slide(verdict)
    alone = "" if len(free) == len(clip.job.character.roots) else f" of the {' and '.join(free)} alone"
    slide = "" if path is None else f", slide {1000 * path:.2f} mm"
    residuals = (
        f"lin {verdict['lin_res']['rms_bw']:.0e} BW, ang {verdict['ang_res']['rms_bw']:.0e} BW m{alone}"
    )
    return f"{line}; {residuals}{slide}"


def free_roots(clip: Clip) -> tuple[str, ...]:
    """Root bodies of the trees that may fall."""
    return tuple(root.body for root in clip.job.character.roots if "Z" in root.translation)
