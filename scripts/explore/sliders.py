"""Sliders from the best motion to a variation, and from one variation to another."""

import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from scripts.explore.save_and_judge import save_and_judge
from solver.clip.clip import Clip
from solver.explore.distance import body_weights, counted_frames, mass_distance
from solver.explore.slider import Slider

STEPS = 10
PAIRS = ((0, 1), (1, 2))


def slider_figures(task: str, clips: Sequence[Clip], folder: Path) -> tuple[dict[str, Any], list[str]]:
    """Number of solved steps, whether the distance increases throughout, and time of the longest step [s]."""
    solved, longest, is_monotone = 0, 0.0, True
    faults: list[str] = []
    pairs = [pair for pair in PAIRS if max(pair) < len(clips)]
    for a, b in pairs:
        slider, far = Slider(clips[a], clips[b]), 0.0
        weights, frames = body_weights(clips[a].job), counted_frames(clips[a].job)
        for k in range(1, STEPS):
            began = time.process_time()
            clip = slider.at(k / STEPS)
            longest = max(longest, time.process_time() - began)
            if not clip.provenance.solved:
                continue
            solved += 1
            now = mass_distance(clip.motion, clips[a].motion, weights, frames)
            is_monotone = is_monotone and now > far
            far = now
            cost = clip.provenance.objective / clips[0].provenance.objective
            faults += save_and_judge(
                clip, folder, f"{task}_{a + 1}{b + 1}_{k}", f"{100 * now:.1f} cm away for {cost:.2f}"
            )
    figures = {
        "steps": len(pairs) * (STEPS - 1),
        "solved": solved,
        "is_monotone": is_monotone,
        "longest_step_s": longest,
    }
    return figures, faults
