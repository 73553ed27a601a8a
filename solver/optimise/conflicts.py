"""Which constraints cannot hold together, in a few sentences: one for each thing and stretch of time."""

import re
from collections.abc import Iterable
from dataclasses import dataclass

import numpy as np

from ..problem.constraints.component import Array
from ..problem.problem import Problem
from .elastic import Elastic
from .restricted import Mask
from .strain import strain

AT = re.compile(r" at frame (\d+) \([-\d.]+ s\)")  # as Setting.when says it
AMOUNT = re.compile(r"[-+]?\d[\d.]*(e[-+]?\d+)?")
TOLD = 4  # sentences at most
PAID = 0.05  # price below which a row does not count: half a millimetre of a contact
SHARE = 0.03  # of the dearest thing's price; what costs less only follows from it


@dataclass(frozen=True)
class Conflict:
    """One row that does not hold.

    Attributes:
        price: what its violation costs.
        frame: when.
        subject: its sentence without amount and time.
        text: its sentence.
    """

    price: float
    frame: int
    subject: str
    text: str


def conflicts(elastic: Elastic, y: Array) -> tuple[str, ...]:
    """Sentences about what gives at a solution of the softened problem, dearest first."""
    slack = elastic.slack(y)
    price = elastic.price * np.abs(slack)
    found = [
        _conflict(elastic, y, int(row), float(slack[row]), float(price[row]))
        for row in np.flatnonzero(price > PAID)
    ]
    return tuple(_told(found, elastic.problem, elastic.unknowns(y)))


def _told(found: Iterable[Conflict], problem: Problem, x: Array) -> Iterable[str]:
    groups: dict[str, list[Conflict]] = {}
    for conflict in found:
        groups.setdefault(conflict.subject, []).append(conflict)
    cost = {subject: sum(c.price for c in group) for subject, group in groups.items()}
    dearest = sorted(groups, key=lambda subject: -cost[subject])[:TOLD]
    for subject in dearest:
        if cost[subject] < SHARE * cost[dearest[0]]:
            return
        yield _sentence(groups[subject], problem, x)


def _sentence(group: list[Conflict], problem: Problem, x: Array) -> str:
    """The worst row's sentence, how long it lasts around it, and what is strained meanwhile."""
    worst = max(group, key=lambda c: c.price)
    strained = strain(problem, x, worst.frame, worst.text.split("'")[1] if "'" in worst.text else "")
    because = f", with {strained}" if strained else ""
    timeline, when = problem.setting.timeline, problem.setting.when
    given = np.zeros(timeline.n_frames, bool)
    given[[c.frame for c in group]] = True
    if given.all():
        return f"{worst.text}{because}; it gives throughout"
    first, last = (_edge(given, worst.frame, step, timeline.cycle is not None) for step in (-1, 1))
    stretch = "" if first == last else f"; it gives from {when(first)} to {when(last)}"
    return f"{worst.text}{because}{stretch}"


def _edge(given: Mask, frame: int, step: int, is_cyclic: bool) -> int:
    """Last frame up to which it gives, forwards or backwards."""
    while True:
        following = (frame + step) % len(given) if is_cyclic else frame + step
        if not 0 <= following < len(given) or not given[following]:
            return frame
        frame = following


def _conflict(elastic: Elastic, y: Array, row: int, slack: float, price: float) -> Conflict:
    problem = elastic.problem
    if row < elastic.n_rows:
        text = _row_text(problem, row, abs(slack))
        subject = AMOUNT.sub("#", re.sub(r"'[^']*'", lambda m: _letters(m[0]), AT.sub("", text)))
    else:
        place = int(elastic.bounded[row - elastic.n_rows])
        text = _bound_text(problem, place, float(elastic.unknowns(y)[place]))
        subject = f"{text.split()[0]} {problem.lower[place]} {problem.upper[place]}"
    at = AT.search(text)
    return Conflict(price, int(at[1]) if at else 0, subject, text)


def _letters(name: str) -> str:
    """A name whose digits are no amounts."""
    return "".join(chr(0x2080 + int(c)) if c in "0123456789" else c for c in name)


def _row_text(problem: Problem, row: int, violation: float) -> str:
    for component in problem.components:
        if row < len(component.lower):
            return component.describe(row, violation)
        row -= len(component.lower)
    raise IndexError(row)


def _bound_text(problem: Problem, place: int, value: float) -> str:
    """A pin that is missed or a muscle that is too weak."""
    setting, variables = problem.setting, problem.setting.variables
    if place < variables.q.size:
        frame, dof = divmod(place, setting.tree.n)
        name, lower, upper = setting.tree.names[dof], problem.lower[place], problem.upper[place]
        wanted, when = (lower if value < lower else upper), setting.when(frame)
        if setting.tree.rotation[dof]:
            missed = np.degrees(abs(value - wanted))
            return f"'{name}' is {missed:.3g} degrees away from its pin at {np.degrees(wanted):.3g} at {when}"
        return f"'{name}' is {100 * abs(value - wanted):.3g} cm away from its pin at {wanted:.4g} m at {when}"
    row, muscle = divmod(place - int(variables.torque.flat[0]), len(variables.actuated))
    dof = int(variables.actuated[muscle])
    unit = "N m" if setting.tree.rotation[dof] else "N"
    needed, strongest = abs(value) * setting.force_scale, setting.tree.effort_limit[dof]
    when = setting.when(int(setting.timeline.dynamic[row]))
    return f"'{setting.tree.names[dof]}' takes {needed:.3g} {unit} where its muscle has {strongest:.3g} at {when}"
