"""Entry point of workers."""

from .task import Answer, SampleTask

WORKER = f"{__package__}.worker"  # module that a process loads


def work(task: SampleTask) -> Answer:
    """Solves a sample; the optimizer is loaded only in the worker, not in the process that sends the task."""
    from .worker import solve_task

    return solve_task(task)
