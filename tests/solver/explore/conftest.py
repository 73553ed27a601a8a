"""What the tests of exploration share."""

from collections.abc import Callable
from dataclasses import replace

import pytest

from solver.job.job import Job


@pytest.fixture(scope="module")
def stride(walk: Callable[..., Job]) -> Job:
    """Half a cycle of Chip's walk; the other half mirrors it."""
    job = walk(16)
    return replace(job, cycle=replace(job.cycle, mirrored=True))
