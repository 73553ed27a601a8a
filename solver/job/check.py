"""Validation of a job before it is formulated.

Expressions are checked when the problem reads them, see ``solver/problem/checks``, and feasibility by the optimizer.
"""

from ..mechanics.mirror import find_mirror
from ..mechanics.tree import Tree, tree_of
from ..number_range import check_numbers
from .checks.basis import check_basis
from .checks.clip import check_clip, check_mirrored
from .checks.constraints import CONSTRAINTS, check_given_once
from .checks.context import Context
from .checks.drawn_bones import check_drawn_bones
from .checks.free_timings import check_free_timings
from .checks.objectives import OBJECTIVES
from .checks.touching import check_contacts, check_halves, check_holds, check_surfaces
from .followed_timings import followed_timings
from .job import Job
from .paths import inside


def check_job(job: Job, tree: Tree | None = None) -> None:
    """Checks that a job is consistent.

    Raises:
        InputError: for the first error, with its field, what was expected and what was found.
    """
    check_numbers(job, "job")
    context = Context(job, tree or tree_of(job.character))
    check_clip(context)
    check_basis(context)
    check_drawn_bones(context)
    check_surfaces(context)
    check_contacts(context)
    check_holds(context)
    if job.cycle is not None and job.cycle.mirrored:
        mirror = find_mirror(job.character, context.tree)
        check_mirrored(job, context.n_frames, mirror)
        check_halves(job, mirror)
    check_free_timings(job)
    followed_timings(job, context.tree)
    for k, constraint in enumerate(job.constraints):
        if type(constraint) in CONSTRAINTS:
            with inside(f"job.constraints[{k}]"):
                CONSTRAINTS[type(constraint)](constraint, context)
    check_given_once(context)
    for k, objective in enumerate(job.objectives):
        if type(objective) in OBJECTIVES:
            with inside(f"job.objectives[{k}]"):
                OBJECTIVES[type(objective)](objective, context)
