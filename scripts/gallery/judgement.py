"""What the independent physics judge says, where it lies beside the repository."""

import importlib.util
from types import ModuleType

from scripts.environment import ROOT
from solver.motion.clip import Clip
from solver.motion.motion_json import to_motion_json

JUDGE = ROOT.parent / "shared" / "judge" / "judge_mujoco.py"
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
    paths = verdict.get("slide_inner", {}).get("total_path_per_contact", {})
    alone = "" if len(free) == len(clip.job.character.roots) else f" of the {' and '.join(free)} alone"
    slide = f", slide {1000 * max(paths.values()):.2f} mm" if paths else ""
    residuals = (
        f"lin {verdict['lin_res']['rms_bw']:.0e} BW, ang {verdict['ang_res']['rms_bw']:.0e} BW m{alone}"
    )
    return f"{line}; {residuals}{slide}"


def free_roots(clip: Clip) -> tuple[str, ...]:
    """Root bodies of the trees that may fall."""
    return tuple(root.body for root in clip.job.character.roots if "Z" in root.translation)


def load_judge() -> ModuleType | None:
    """The judge, if it is there."""
    if not JUDGE.exists():
        return None
    spec = importlib.util.spec_from_file_location("judge_mujoco", JUDGE)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module
