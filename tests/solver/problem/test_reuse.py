"""A problem that shares the parts of another is none but itself, whichever numbers the two differ in."""

import itertools
from collections.abc import Iterator
from dataclasses import fields, is_dataclass, replace
from typing import Any

import numpy as np
import pytest

from solver.errors import InputError
from solver.job.constraints.follow_path import FollowPath
from solver.job.constraints.region import Region, Sphere
from solver.job.constraints.stay import Stay
from solver.job.job import SEVERAL, ContactTiming, Job
from solver.problem.expression.term import Steady
from solver.problem.formulate import formulate
from solver.problem.problem import Problem
from solver.problem.reuse import Numbers, same_unknowns
from solver.problem.rows.least_peak import LeastPeak
from tests.solver.odd_jobs import point, problem_of

MORE = 1.01  # times each number
LEAST_EDITS = {"open": 14, "transformed": 5, "mirrored": 5}  # that can be made at all

# An open clip, a cycle that travels and turns, and half a cycle that the other half mirrors; each root once.
# With one edit, every second thing of a kind is another: all are in the open clip, one half in each of the cycles,
# which take turns with the edits that are no part of a cycle.
every_kind = pytest.mark.parametrize(
    ("clip", "root", "halves", "turns"),
    [
        ("open", "free", (0, 1), slice(None)),
        ("transformed", "planar", (0,), slice(0, None, 2)),
        ("mirrored", "free", (1,), slice(1, None, 2)),
    ],
)


def scaled(value: Any) -> Any:
    """The same record with other numbers; quaternions must stay of length 1, and 0 says where there is nothing."""
    if is_dataclass(value) and not isinstance(value, type):
        return replace(value, **{f.name: scaled(getattr(value, f.name)) for f in fields(value) if f.init})
    if isinstance(value, tuple):
        is_turn = (
            len(value) == 4 and abs(np.linalg.norm([v for v in value if isinstance(v, float)]) - 1) < 1e-6
        )
        return value if is_turn else tuple(map(scaled, value))
    return MORE * value if isinstance(value, float) else value


def edits(job: Job, halves: tuple[int, ...]) -> Iterator[tuple[Job, bool]]:
    """Jobs with other numbers in one thing or in every second thing of a kind; whether the structure stays for certain.

    Times that are 1 % later may be other frames: of the clip, of waypoints and of contacts.
    """
    for name in ("gravity", "ground_height", "character"):
        yield replace(job, **{name: scaled(getattr(job, name))}), True
    timing = replace(job.timing, length=MORE * job.timing.length, fps=job.timing.fps / MORE)
    yield replace(job, timing=timing), False
    for name in SEVERAL:
        known = getattr(job, name)
        for first, is_timed in itertools.product(halves, (False, True)):
            chosen = (isinstance(one, (FollowPath, ContactTiming)) == is_timed for one in known)
            edited = tuple(
                scaled(one) if yes and k % 2 == first else one
                for k, (yes, one) in enumerate(zip(chosen, known, strict=True))
            )
            yield replace(job, **{name: edited}), not is_timed


def assert_same(shared: Problem, fresh: Problem) -> None:
    """Bit by bit."""
    x, multipliers = point(fresh), np.random.default_rng(6).normal(size=len(fresh.g_lower))
    for name in (
        "lower",
        "upper",
        "g_lower",
        "g_upper",
        "jacobian_pattern",
        "hessian_pattern",
        "hessian_diagonal",
    ):
        np.testing.assert_array_equal(getattr(shared, name), getattr(fresh, name))
    assert (shared.structure, shared.feasible) == (fresh.structure, fresh.feasible)
    for told in (lambda p: [p.value(x)], lambda p: p.gradient(x), lambda p: p.constraints(x)):
        np.testing.assert_array_equal(told(shared), told(fresh))
    np.testing.assert_array_equal(shared.jacobian(x), fresh.jacobian(x))
    np.testing.assert_array_equal(shared.hessian(x, multipliers, 0.7), fresh.hessian(x, multipliers, 0.7))
    assert shared.objective.terms(x) == fresh.objective.terms(x)
    assert shared.violations(x, count=50) == fresh.violations(x, count=50)


@every_kind
def test_any_number_may_be_another(clip: str, root: str, halves: tuple[int, ...], turns: slice) -> None:
    """One part of the job after another is changed, each in the problem that the one before has left.

    Numbers leave the structure as it is, so that multipliers of the one are a start for the other.
    """
    known = first = problem_of(clip, root)
    job, made = first.transcription.job, 0
    chosen = [(other, stays) for other, stays in edits(job, halves) if other != job][turns]
    if job.cycle is not None:
        farther = replace(job.cycle, translation=scaled(job.cycle.translation))
        chosen.append((replace(job, cycle=farther), True))
    for other, stays in chosen:
        try:
            fresh = formulate(other)
        except InputError:  # e.g. a mirrored character with one heavier side
            continue
        known = formulate(other, like=known)
        assert known.transcription.asked is other
        assert_same(known, fresh)
        if stays:
            assert known.structure == first.structure
            assert same_unknowns(known.transcription, first.transcription)
        made += 1
    assert made >= LEAST_EDITS[clip]


def test_a_target_leaves_the_physics_as_it_is() -> None:
    known = problem_of("open", "free")
    job = known.transcription.job
    (k,) = (k for k, c in enumerate(job.constraints) if isinstance(c, Region) and isinstance(c.shape, Sphere))
    moved = replace(job.constraints[k], shape=Sphere((0.2, 0.1, 1.1), 0.4))
    changed = formulate(
        replace(job, constraints=(*job.constraints[:k], moved, *job.constraints[k + 1 :])), like=known
    )
    assert changed.motion.jacobian_pattern is known.motion.jacobian_pattern
    assert changed.transcription.kinematics is known.transcription.kinematics
    assert changed.sparsity is known.sparsity
    assert changed.objective is known.objective
    new = [
        one
        for one, other in zip(changed.components, known.components, strict=True)
        if one.jacobian_pattern is not other.jacobian_pattern
    ]
    kept_with_all = {type(c) for c in known.components if Numbers.CONSTRAINTS in c.keeps}
    assert [c.request.tracks[0][1] for c in new if type(c) not in kept_with_all] == [Steady(0.2)]


def test_other_bounds_of_an_expression_take_no_other_rows() -> None:
    known = problem_of("open", "free")
    job = known.transcription.job
    (k,) = (k for k, c in enumerate(job.constraints) if isinstance(c, Stay))
    moved = replace(job.constraints[k], lower=(-0.5, -1.2, 0.1))
    other = replace(job, constraints=(*job.constraints[:k], moved, *job.constraints[k + 1 :]))
    changed = formulate(other, like=known)
    assert_same(changed, formulate(other))
    pairs = zip(changed.components, known.components, strict=True)
    laid_out_anew = {type(a) for a, b in pairs if a.jacobian_pattern is not b.jacobian_pattern}
    assert laid_out_anew == {LeastPeak}  # whose weights are numbered over all constraints
    assert changed.sparsity is known.sparsity


def test_another_structure_is_another_problem() -> None:
    known = problem_of("open", "free")
    job = known.transcription.job
    longer = replace(job, timing=replace(job.timing, length=2 * job.timing.length))
    assert_same(formulate(longer, like=known), formulate(longer))
    assert not same_unknowns(formulate(longer).transcription, known.transcription)
    fewer = replace(job, constraints=job.constraints[1:], contact_timings=job.contact_timings[1:])
    assert_same(formulate(fewer, like=known), formulate(fewer))


def test_other_contacts_are_other_unknowns() -> None:
    """Were they only counted, the forces of one would start as another's."""
    known = problem_of("open", "free").transcription
    character = known.job.character
    first, second, *others = (contact.name for contact in character.contacts)
    names = dict(zip((first, second, *others), (second, first, *others), strict=True))
    swapped = replace(
        known.job,
        character=replace(
            character, contacts=tuple(replace(each, name=names[each.name]) for each in character.contacts)
        ),
        contact_timings=tuple(
            replace(each, contact=names[each.contact]) for each in known.job.contact_timings
        ),
        constraints=(),
        objectives=(),
    )
    alike = formulate(replace(known.job, constraints=(), objectives=())).transcription
    assert not same_unknowns(formulate(swapped).transcription, alike)
