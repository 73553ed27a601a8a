"""Motions that several tests look at, each of which is solved once in a run."""

import json
import os
from collections.abc import Callable
from dataclasses import replace
from hashlib import blake2b
from pathlib import Path

import pytest

from solver.animate import animate
from solver.clip.clip import Clip
from solver.job.job import Job

Solved = Callable[[Job], Clip]
ANY_NAME = "motion"  # jobs that differ in nothing but their names share a motion


def solving_once(factory: pytest.TempPathFactory, config: pytest.Config) -> Solved:
    """A function that solves a job unless a test of this run has, in whichever of its processes.

    The motions are kept in the run's own folder of temporary files, so that no run sees those of another. Each caller
    gets a clip of its own.
    """
    folder = factory.getbasetemp()
    if hasattr(config, "workerinput"):  # each worker has a folder in that of the run
        folder = folder.parent
    kept = folder / "solved"
    kept.mkdir(exist_ok=True)
    return lambda job: _solved(kept, job)


def _solved(kept: Path, job: Job) -> Clip:
    nameless = replace(job, name=ANY_NAME)
    document = json.dumps(nameless.to_json()).encode()
    file = kept / f"{blake2b(document, digest_size=16).hexdigest()}.npz"
    if not file.exists():
        half = file.with_suffix(f".{os.getpid()}")
        half.write_bytes(animate(nameless).to_bytes())
        half.replace(file)  # a process that solves it at the same time finds the same
    clip = Clip.from_bytes(file.read_bytes())
    return replace(clip, job=replace(clip.job, name=job.name))
