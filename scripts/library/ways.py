"""Comparison of methods for transitions between two motions."""

import itertools
import statistics
import time
from typing import Any

from solver.clip.clip import Clip
from solver.library.transition.crossing import crossings
from solver.library.transition.ways import METHODS, join


def ways44(clips: dict[str, Clip]) -> dict[str, Any]:
    """All ordered pairs of gaits at one place each: median processor time [s], and median and worst errors."""
    figures = {}
    for way in METHODS:
        seconds, linear, angular, slide = [], [], [], []
        for a, b in itertools.permutations(clips, 2):
            first, second = clips[a].motion, clips[b].motion
            (place,) = crossings(first, second, count=1)
            began = time.process_time()
            clip = join(first, second, way, at=place).clip
            seconds.append(time.process_time() - began)
            linear.append(clip.report.linear_residual)
            angular.append(clip.report.angular_residual)
            slide.append(1e3 * clip.report.slide)
        figures[way] = {"seconds": statistics.median(seconds)} | {
            name: {"median": statistics.median(values), "most": max(values)}
            for name, values in (("linear", linear), ("angular", angular), ("slide_mm", slide))
        }
    return figures
