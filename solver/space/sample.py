"""One point of a space and the job it specifies."""

import re
from collections.abc import Mapping, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass, fields, is_dataclass, replace
from typing import Any

from ..errors import InputError
from ..job.cycle import Cycle
from ..job.job import Job, Objective
from ..job.paths import inside
from ..job.subexpression import Subexpression
from .arithmetic import Arithmetic
from .dimension import Dimension, Value
from .job_field import with_number
from .measures import measures
from .specifiers import NOTHING, Formula, Specifiers, Travel, united, with_value

WORD = re.compile(r"[A-Za-z_]\w*")
TEXTS = ("expression", "condition")  # fields that hold expressions


@dataclass(frozen=True)
class Sample:
    """One point of a space.

    Attributes:
        name: of the clip, unique in the space.
        parameters: number or label of the value by dimension.
        job: specified by the values of all dimensions.
    """

    name: str
    parameters: Mapping[str, float | str]
    job: Job


def make_job(
    name: str, objectives: tuple[Objective, ...], dimensions: Sequence[Dimension], values: Sequence[Value]
) -> Job:
    """The job specified by one value of each dimension.

    Raises:
        InputError: the specifiers conflict; the message names the dimension.
    """
    specified, formulas, travel = NOTHING, [], []
    for k, (dimension, value) in enumerate(zip(dimensions, values, strict=True)):
        for own in (dimension.specifiers, value.specifiers):
            bound = own if value.number is None else with_value(own, value.number)
            with _dimension(k):
                specified = united(specified, bound)
            formulas += [(k, value.number, formula) for formula in own.formulas]
            travel += [(k, value.number, own.travel)] if own.travel else []
    job = _job(name, specified, objectives)
    parameters = {d.name: v.parameter for d, v in zip(dimensions, values, strict=True)}
    names = _names(job, parameters)
    for k, number, formula in formulas:
        with _dimension(k):
            job = _with_formula(job, formula, _with_own(names, number))
        names = _names(job, parameters)  # a formula may change the duration
    for k, number, way in travel:
        with _dimension(k):
            job = _with_travel(job, way, _with_own(names, number))
    return _with_subexpressions(job, names)


def _dimension(k: int) -> AbstractContextManager[None]:
    return inside(f"space.dimensions[{k}].specifiers")


def _job(name: str, specifiers: Specifiers, objectives: tuple[Objective, ...]) -> Job:
    """Job of a set of specifiers.

    Raises:
        InputError: no dimension specifies the character or the timing.
    """
    if specifiers.character is None or specifiers.timing is None:
        missing = "a character" if specifiers.character is None else "a timing"
        raise InputError(f"'{name}' has no {missing[2:]}; expected a dimension that sets {missing}",
                         field="space.dimensions")  # fmt: skip
    known = {f.name for f in fields(Job)}
    values = {f.name: getattr(specifiers, f.name) for f in fields(Specifiers) if f.name in known}
    values["objectives"] = (*objectives, *specifiers.objectives)
    return Job(name=name, **{field: value for field, value in values.items() if value is not None})


def _names(job: Job, parameters: Mapping[str, float | str]) -> dict[str, float | str]:
    """Values of names in expressions of the space."""
    return {**measures(job.character), "duration": job.timing.length, **parameters}


def _with_own(names: Mapping[str, float | str], number: float | None) -> Mapping[str, float | str]:
    return names if number is None else {**names, "value": number}


def _with_travel(job: Job, travel: Travel, names: Mapping[str, float | str]) -> Job:
    """The job with a cycle of this travel; climb and mirroring are unchanged."""
    speed = Arithmetic(travel.speed, field="travel.speed").number(names)
    turn = Arithmetic(travel.turn, field="travel.turn").number(names)
    x, y, _ = job.character.bodies[job.character.body_index(job.character.root_joint.body)].position
    arc = Cycle.along_arc((x, y), speed * job.timing.length, heading=travel.heading, turn=turn)
    before = job.cycle or Cycle()
    translation = (*arc.translation[:2], before.translation[2])
    return replace(job, cycle=replace(before, translation=translation, yaw=turn))


def _with_formula(job: Job, formula: Formula, names: Mapping[str, float | str]) -> Job:
    number = Arithmetic(formula.expression, field="formulas.expression").number(names)
    return with_number(job, formula.field, number)


def _with_subexpressions(job: Job, names: Mapping[str, float | str]) -> Job:
    """The job with values for the names in its expressions that are not part of the language."""
    used = {
        word
        for text in _texts((job.constraints, job.objectives, job.subexpressions))
        for word in WORD.findall(text)
    }
    added = tuple(
        Subexpression(name, repr(number))
        for name, number in names.items()
        if name in used and isinstance(number, float) and name not in ("duration", "mass")
    )
    return replace(job, subexpressions=(*job.subexpressions, *added)) if added else job


def _texts(record: Any) -> list[str]:
    """Every expression in a record or in a tuple of records."""
    if isinstance(record, tuple):
        return [text for one in record for text in _texts(one)]
    if not is_dataclass(record):
        return []
    found = []
    for field in fields(record):
        value = getattr(record, field.name)
        found += [value] if field.name in TEXTS and isinstance(value, str) else _texts(value)
    return found
