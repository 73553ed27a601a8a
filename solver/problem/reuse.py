"""Jobs so similar that their problems share all but a few numbers."""

from dataclasses import replace

from ..job.job import Job


def differ_in_way(job: Job, other: Job) -> bool:
    """Whether the problems of two jobs differ only in how far their cycles travel.

    What they are called and how hard the optimiser tries makes no other problem.
    """
    if job.cycle is None or other.cycle is None:
        return False
    if not any(job.cycle.translation) or not any(other.cycle.translation):
        return False  # a cycle that stays where it is has other rows
    cycle = replace(job.cycle, translation=other.cycle.translation)
    return replace(job, name=other.name, options=other.options, cycle=cycle) == other
