"""Captures of one human, made physical, to be joined by transitions."""

from pathlib import Path

from solver.animate import animate
from solver.clip.clip import Clip
from solver.formats.bvh.capture import capture
from solver.library.following import following
from solver.library.observed import observed
from solver.library.resampled import resampled
from solver.optimise.start import Start

NAMES = ("humanoid3d_walk", "humanoid3d_run", "humanoid3d_jump")
FPS, CLOSENESS = 30.0, 10.0  # closeness as in Make Physical


def captured(folder: Path) -> list[Clip]:
    """Open clips of the captures in a folder; missing ones are left out."""
    return [_physical(file) for file in (folder / f"{name}.bvh" for name in NAMES) if file.is_file()]


def _physical(file: Path) -> Clip:
    seen = resampled(observed(capture(file)), 1 / FPS)
    job = following(file.stem, seen, closeness=CLOSENESS, yields=True)
    return animate(job, start=Start.of_motion(job, seen))
