"""What the independent judge says of all clips of a store."""

from dataclasses import dataclass
from pathlib import Path

from scripts.judge import load_judge
from solver.motion.clip_store import ClipStore
from solver.motion.motion_json import to_motion_json

LINEAR, ANGULAR = 1e-5, 1e-3  # residuals that pass [body weights, body weights m]


@dataclass(frozen=True)
class Verdict:
    """Of some clips.

    Attributes:
        clips: how many were judged.
        linear: largest root mean square residual of a clip [body weights].
        angular: likewise [body weights m].
        refused: names of clips whose residuals are larger than what passes, or to which the ground gives energy.
    """

    clips: int
    linear: float
    angular: float
    refused: tuple[str, ...]


def judge_store(store: Path) -> Verdict | None:
    """None where there is no judge."""
    judge = load_judge()
    if judge is None:
        return None
    linear, angular, refused = 0.0, 0.0, []
    with ClipStore(store, create=False) as opened:
        names = opened.names()
        for name in names:
            clip = opened.get(name)
            said = judge.judge(to_motion_json(clip), use_mujoco=False)
            own = (said["lin_res"]["rms_bw"], said["ang_res"]["rms_bw"])
            linear, angular = max(linear, own[0]), max(angular, own[1])
            if own[0] > LINEAR or own[1] > ANGULAR or not clip.report.is_passive:
                refused.append(name)
    return Verdict(len(names), linear, angular, tuple(refused))
