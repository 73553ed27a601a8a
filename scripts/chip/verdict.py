"""Verdict of the independent judge on all clips of a store."""

from dataclasses import dataclass
from pathlib import Path

from solver.formats.motion_json import to_motion_json
from solver.store.clip_store import ClipStore
from tests.judge.load import load_judge

LINEAR, ANGULAR = 1e-5, 1e-3  # largest residuals that pass [body weights, body weights m]


@dataclass(frozen=True)
class Verdict:
    """Verdict on several clips.

    Attributes:
        clips: number judged.
        linear: largest root mean square residual of a clip [body weights].
        angular: likewise [body weights m].
        refused: names of clips with too large residuals, or to which the ground gives energy.
    """

    clips: int
    linear: float
    angular: float
    refused: tuple[str, ...]


def judge_store(store: Path) -> Verdict:
    """Judges every clip."""
    judge = load_judge()
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
