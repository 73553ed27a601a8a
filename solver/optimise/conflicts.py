"""Finds conflicting constraints: a violation for each subject and interval, the most expensive first."""

from collections.abc import Hashable, Iterable
from dataclasses import dataclass, replace

import numpy as np

from ..arrays import Array, Flags
from ..problem.constraints.pin import path_of_pin
from ..problem.problem import Problem
from ..verify.violation import Extent, Kind, Place, Violation
from .active_limits import active_limits
from .elastic import Elastic

MOST_SHOWN = 4  # violations at most
NEGLIGIBLE = 0.05  # price below which a row does not count: half a millimeter of a contact
SHARE = 0.03  # of the highest price; cheaper violations are mere consequences


@dataclass(frozen=True)
class Conflict:
    """One violated row.

    Attributes:
        price: of its violation.
        violation: subject, amount and frame.
    """

    price: float
    violation: Violation

    @property
    def frame(self) -> int:
        """Frame of the violation; 0 if it concerns the motion as a whole."""
        moment = self.violation.place.moment
        return moment.frame if moment is not None else 0

    @property
    def topic(self) -> Hashable:
        """Equal for rows of one constraint and subject."""
        found = self.violation
        who = (found.kind, found.subject, found.dof)
        if found.kind is Kind.PIN:  # several pins of one value are one topic
            return *who, found.figures["lower"], found.figures["upper"]
        return *who, found.constraint


def conflicts(elastic: Elastic, y: Array) -> tuple[Violation, ...]:
    """Violations at a solution y (size,) of the softened problem, the most expensive first."""
    slack = elastic.slack(y)
    price = elastic.price * np.abs(slack)
    found = [
        Conflict(float(price[row]), _violation(elastic, y, int(row), float(slack[row])))
        for row in np.flatnonzero(price > NEGLIGIBLE)
    ]
    return tuple(_most_expensive(found, elastic.problem, elastic.unknowns(y)))


def violations_at(problem: Problem, x: Array) -> tuple[Violation, ...]:
    """Violations at unknowns x (size,) from any source, the most expensive first."""
    elastic = Elastic(problem)
    return conflicts(elastic, elastic.start(x))


def _most_expensive(conflicts: Iterable[Conflict], problem: Problem, x: Array) -> Iterable[Violation]:
    """The worst row of each topic, with its frames and the limits that are active there."""
    groups: dict[Hashable, list[Conflict]] = {}
    for conflict in conflicts:
        groups.setdefault(conflict.topic, []).append(conflict)
    cost = {topic: sum(c.price for c in group) for topic, group in groups.items()}
    priciest = sorted(groups, key=lambda topic: -cost[topic])[:MOST_SHOWN]
    for topic in priciest:
        if cost[topic] < SHARE * cost[priciest[0]]:
            return
        group = groups[topic]
        worst = max(group, key=lambda c: c.price)
        yield replace(
            worst.violation,
            frames=_frames(group, problem),
            extent=_extent(group, worst, problem),
            limits=active_limits(problem, x, worst.frame, worst.violation.subject[0]),
        )


def _frames(group: list[Conflict], problem: Problem) -> tuple[int, ...]:
    """Frames of a topic's violations; all frames if they concern the motion as a whole."""
    if any(conflict.violation.place.moment is None for conflict in group):
        return tuple(range(problem.transcription.timeline.n_frames))
    return tuple(sorted({conflict.frame for conflict in group}))


def _extent(group: list[Conflict], worst: Conflict, problem: Problem) -> Extent:
    """Interval of violations around the worst row."""
    timeline, when = problem.transcription.timeline, problem.transcription.when
    given = np.zeros(timeline.n_frames, bool)
    given[[c.frame for c in group]] = True
    if given.all():
        return Extent(when(0), when(timeline.n_frames - 1), is_whole=True)
    first, last = (_edge(given, worst.frame, step, timeline.cycle is not None) for step in (-1, 1))
    return Extent(when(first), when(last))


def _edge(violated: Flags, frame: int, step: int, is_cyclic: bool) -> int:
    """Last violated frame, forwards or backwards."""
    while True:
        following = (frame + step) % len(violated) if is_cyclic else frame + step
        if not 0 <= following < len(violated) or not violated[following]:
            return frame
        frame = following


def _violation(elastic: Elastic, y: Array, row: int, slack: float) -> Violation:
    problem = elastic.problem
    if row < elastic.n_rows:
        return _of_row(problem, row, abs(slack))
    unknown = int(elastic.bounded[row - elastic.n_rows])
    value = float(elastic.unknowns(y)[unknown])
    is_pin = unknown < problem.transcription.variables.q.size
    return missed_pin(problem, unknown, value) if is_pin else _weak_muscle(problem, unknown, value)


def _of_row(problem: Problem, row: int, amount: float) -> Violation:
    for component in problem.components:
        if row < len(component.lower):
            return component.violation(row, amount)
        row -= len(component.lower)
    raise IndexError(row)


def missed_pin(problem: Problem, unknown: int, value: float) -> Violation:
    """Violation of a pin; the amount is negative below its bounds."""
    transcription = problem.transcription
    frame, dof = divmod(unknown, transcription.tree.n)
    lower, upper = float(problem.lower[unknown]), float(problem.upper[unknown])
    wanted, one = lower if value < lower else upper, transcription.tree.dofs[dof]
    return Violation(
        Kind.PIN,
        (one.owner,),
        value - wanted,
        "rad" if one.turns else "m",
        Place(transcription.when(frame), transcription.body_of(dof)),
        path_of_pin(transcription, unknown, wanted),
        one,
        {"lower": lower, "upper": upper},
    )


def _weak_muscle(problem: Problem, unknown: int, value: float) -> Violation:
    """Violation of a muscle's strength; the amount is the missing strength."""
    transcription, variables = problem.transcription, problem.transcription.variables
    row, muscle = divmod(unknown - int(variables.torque.flat[0]), len(variables.actuated))
    dof = int(variables.actuated[muscle])
    one, frame = transcription.tree.dofs[dof], transcription.timeline.dynamic[row]
    strongest, needed = float(transcription.tree.effort_limit[dof]), abs(value) * transcription.force_scale
    return Violation(
        Kind.STRENGTH,
        (one.owner,),
        needed - strongest,
        "N m" if one.turns else "N",
        Place(transcription.when(frame), transcription.body_of(dof)),
        dof=one,
        figures={"strongest": strongest},
    )
