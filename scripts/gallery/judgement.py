"""What the independent physics judge says, where it lies beside the repository."""

import importlib.util
from pathlib import Path
from types import ModuleType

import numpy as np
from numpy.typing import NDArray

from scripts.environment import ROOT
from solver.motion.clip import Clip
from solver.motion.motion_json import to_motion_json
from solver.problem.setting import make_setting

JUDGE = ROOT.parent / "shared" / "judge" / "judge_mujoco.py"
LEAST = 4  # frames of a flight that can be weighed


def judgement(clip: Clip) -> str:
    """One line: whether it was solved, after how much, and the judge's residuals.

    The judge knows of no force but the ground's, so it cannot weigh what is held up by the world or a jet.
    """
    made = clip.provenance
    line = (
        f"{'solved' if made.solved else 'NOT SOLVED'}, {made.iterations} iterations, {_seconds(clip):.1f} s"
    )
    judge = load_judge()
    if judge is None:
        return f"{line}; no judge"
    if is_held_by_the_world(clip):
        return f"{line}; {_thrown(clip, judge)}"
    verdict = judge.judge(to_motion_json(clip), use_mujoco=False)
    paths = verdict.get("slide_inner", {}).get("total_path_per_contact", {})
    return (
        f"{line}; lin {verdict['lin_res']['rms_bw']:.0e} BW, ang {verdict['ang_res']['rms_bw']:.0e} BW m, "
        f"slide {1000 * max(paths.values(), default=0.0):.2f} mm"
    )


def is_held_by_the_world(clip: Clip) -> bool:
    """Whether other forces than the ground's act on the whole: a fixed root, a jet, a hold on the world."""
    roots = clip.job.character.roots
    stuck = any(len(root.translation) < 2 or root.force_limit or root.torque_limit for root in roots)
    return stuck or any(not hold.body_b for hold in clip.job.holds)


def _thrown(clip: Clip, judge: ModuleType) -> str:
    """What the judge says about a thrown body alone, in the longest time that nobody holds it."""
    thrown = [root.body for root in clip.job.character.others]
    if not thrown or not clip.job.holds:
        return "held by the world, so there is nothing to weigh"
    held = make_setting(clip.job).timeline.held.any(1)
    frames = max(_stretches(~held), key=len, default=range(0))
    if len(frames) < LEAST:
        return "held by the world, and never thrown"
    motion, place = to_motion_json(clip), clip.job.character.body_index(thrown[0])
    motion |= {
        "bodies": [motion["bodies"][place]],
        "joints": [],
        "cycle": None,
        "contacts": [[]] * len(frames),
    }
    for key in ("pos", "quat"):
        motion[key] = [[motion[key][t][place]] for t in frames]
    verdict = judge.judge(motion, use_mujoco=False)
    return f"{thrown[0]} in flight: lin {verdict['lin_res']['rms_bw']:.0e} of its weight"


def _stretches(flags: NDArray[np.bool_]) -> list[range]:
    """Runs of frames that are true."""
    edges = np.flatnonzero(np.diff(np.concatenate([[0], flags.astype(int), [0]])))
    return [range(a, b) for a, b in zip(edges[::2].tolist(), edges[1::2].tolist(), strict=True)]


def load_judge() -> ModuleType | None:
    """The judge, if it is there."""
    if not Path(JUDGE).exists():
        return None
    spec = importlib.util.spec_from_file_location("judge_mujoco", JUDGE)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def _seconds(clip: Clip) -> float:
    seconds = clip.provenance.seconds
    return sum(seconds.get(stage, 0.0) for stage in ("formulate", "first_guess", "optimise"))
