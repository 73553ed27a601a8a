"""Work of a worker on a sample."""

from .task import Answer, SampleTask

WORKER = f"{__package__}.worker"  # what a process loads to do it


def work(task: SampleTask) -> Answer:
    """Solves it; the optimiser is loaded where it is solved, not where it is sent from."""
    from .worker import solve_task

    return solve_task(task)
