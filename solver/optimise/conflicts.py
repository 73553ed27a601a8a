"""Which constraints conflict, in a few sentences: one for each subject and interval."""

import re
from collections.abc import Iterable
from dataclasses import dataclass

import numpy as np

from ..arrays import Array, Flags
from ..problem.dof_words import axis, owner
from ..problem.problem import Problem
from ..sentence import Sentence
from ..verify.violation import Place, Violation
from .active_limits import active_limits
from .elastic import Elastic

AMOUNT = re.compile(r"[-+]?\d[\d.]*(e[-+]?\d+)?")
TOLD = 4  # sentences at most
PAID = 0.05  # price below which a row does not count: half a millimetre of a contact
SHARE = 0.03  # of the dearest thing's price; what costs less only follows from it


@dataclass(frozen=True)
class Conflict:
    """One row that does not hold.

    Attributes:
        price: what its violation costs.
        subject: its sentence without amount and time.
        violation: what does not hold, and where.
    """

    price: float
    subject: str
    violation: Violation

    @property
    def frame(self) -> int:
        """When; 0 for what is about the motion as a whole."""
        moment = self.violation.place.moment
        return moment.frame if moment is not None else 0


def conflicts(elastic: Elastic, y: Array) -> tuple[Violation, ...]:
    """What gives at a solution y (size,) of the softened problem, dearest first."""
    slack = elastic.slack(y)
    price = elastic.price * np.abs(slack)
    found = [
        _conflict(elastic, y, int(row), float(slack[row]), float(price[row]))
        for row in np.flatnonzero(price > PAID)
    ]
    return tuple(_told(found, elastic.problem, elastic.unknowns(y)))


def gives(problem: Problem, x: Array) -> tuple[Violation, ...]:
    """What does not hold at x, whoever has found it, dearest first."""
    elastic = Elastic(problem)
    return conflicts(elastic, elastic.start(x))


def _told(found: Iterable[Conflict], problem: Problem, x: Array) -> Iterable[Violation]:
    groups: dict[str, list[Conflict]] = {}
    for conflict in found:
        groups.setdefault(conflict.subject, []).append(conflict)
    cost = {subject: sum(c.price for c in group) for subject, group in groups.items()}
    dearest = sorted(groups, key=lambda subject: -cost[subject])[:TOLD]
    for subject in dearest:
        if cost[subject] < SHARE * cost[dearest[0]]:
            return
        group = groups[subject]
        worst = max(group, key=lambda c: c.price)
        yield Violation(_sentence(group, worst, problem, x), worst.violation.place, _frames(group, problem))


def _frames(group: list[Conflict], problem: Problem) -> tuple[int, ...]:
    """In which it gives; what is about the motion as a whole gives in all of them."""
    if any(conflict.violation.place.moment is None for conflict in group):
        return tuple(range(problem.transcription.timeline.n_frames))
    return tuple(sorted({conflict.frame for conflict in group}))


def _sentence(group: list[Conflict], worst: Conflict, problem: Problem, x: Array) -> Sentence:
    """The worst row's sentence, how long it lasts around it, and what is strained meanwhile."""
    text, timeline, when = str(worst.violation), problem.transcription.timeline, problem.transcription.when
    strained = active_limits(problem, x, worst.frame, text.split("'")[1] if "'" in text else "")
    told = Sentence.of(worst.violation.sentence, f", with {strained}" if strained else "")
    given = np.zeros(timeline.n_frames, bool)
    given[[c.frame for c in group]] = True
    if given.all():
        return Sentence.of(told, "; affects all frames")
    first, last = (_edge(given, worst.frame, step, timeline.cycle is not None) for step in (-1, 1))
    return told if first == last else Sentence.of(told, "; affects ", when(first), " to ", when(last))


def _edge(given: Flags, frame: int, step: int, is_cyclic: bool) -> int:
    """Last frame up to which it gives, forwards or backwards."""
    while True:
        following = (frame + step) % len(given) if is_cyclic else frame + step
        if not 0 <= following < len(given) or not given[following]:
            return frame
        frame = following


def _conflict(elastic: Elastic, y: Array, row: int, slack: float, price: float) -> Conflict:
    problem = elastic.problem
    if row < elastic.n_rows:
        found = _row(problem, row, abs(slack))
        subject = AMOUNT.sub("#", re.sub(r"'[^']*'", lambda m: _letters(m[0]), _timeless(found)))
    else:
        unknown = int(elastic.bounded[row - elastic.n_rows])
        is_pin, _, dof = _bounded(problem, unknown)
        value = float(elastic.unknowns(y)[unknown])
        found = missed_pin(problem, unknown, value) if is_pin else _weak_muscle(problem, unknown, value)
        subject = f"{problem.transcription.tree.names[dof]} {problem.lower[unknown]} {problem.upper[unknown]}"
    return Conflict(price, subject, found)


def _timeless(violation: Violation) -> str:
    return "".join(part for part in violation.sentence.parts if isinstance(part, str))


def _letters(name: str) -> str:
    """A name whose digits are no amounts."""
    return "".join(chr(0x2080 + int(c)) if c in "0123456789" else c for c in name)


def _row(problem: Problem, row: int, violation: float) -> Violation:
    for component in problem.components:
        if row < len(component.lower):
            return component.violation(row, violation)
        row -= len(component.lower)
    raise IndexError(row)


def _bounded(problem: Problem, unknown: int) -> tuple[bool, int, int]:
    """Whether a bounded unknown is a coordinate and no muscle's force, its frame, and its degree of freedom."""
    transcription, variables = problem.transcription, problem.transcription.variables
    if unknown < variables.q.size:
        return True, *divmod(unknown, transcription.tree.n)
    row, muscle = divmod(unknown - int(variables.torque.flat[0]), len(variables.actuated))
    return False, int(transcription.timeline.dynamic[row]), int(variables.actuated[muscle])


def missed_pin(problem: Problem, unknown: int, value: float) -> Violation:
    """A coordinate that is not where it is asked to be."""
    transcription, tree = problem.transcription, problem.transcription.tree
    _, frame, dof = _bounded(problem, unknown)
    lower, upper = problem.lower[unknown], problem.upper[unknown]
    wanted, place = (
        (lower if value < lower else upper),
        Place(transcription.when(frame), transcription.body_of(dof)),
    )
    missed, is_above = abs(value - wanted), value > wanted
    if tree.rotation[dof]:
        way = "too little" if wanted and is_above == (wanted < 0) else "too far"
        text = f"{owner(tree, dof)} turns {np.degrees(missed):.3g} degrees {way} {axis(tree, dof)}"
        return Violation.at(place, text, f", where {np.degrees(wanted):.3g} degrees are required")
    way = f"off {axis(tree, dof)}"
    if tree.axis[dof][2]:
        way = "too high" if is_above else "too low"
    text = f"{owner(tree, dof)} is {100 * missed:.3g} cm {way}"
    return Violation.at(place, text, f", where {wanted:.4g} m is required")


def _weak_muscle(problem: Problem, unknown: int, value: float) -> Violation:
    """A muscle that would have to be stronger."""
    transcription, tree = problem.transcription, problem.transcription.tree
    _, frame, dof = _bounded(problem, unknown)
    unit, move = ("N m", "turn") if tree.rotation[dof] else ("N", "move")
    needed, strongest = abs(value) * transcription.force_scale, tree.effort_limit[dof]
    place = Place(transcription.when(frame), transcription.body_of(dof))
    times = f"{needed / strongest:.2g} times its strength ({needed:.3g} {unit}, it has {strongest:.3g})"
    return Violation.at(place, f"{owner(tree, dof)} needs {times} to {move} {axis(tree, dof)}")
