"""Which frames an expression is asked at, and what is known there."""

from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from ...character.validation import known_name
from ...errors import InputError
from ...sentence import Moment, Sentence
from ..when import When
from .compile import compiled
from .free_steps import needs_given_steps
from .reading import Expression, read_condition
from .repeats import Repeats
from .request import Request
from .signals import needs_neighbours
from .vocabulary import PARAMETERS

if TYPE_CHECKING:
    from ..setting import Setting

Array = NDArray[np.float64]
Indices = NDArray[np.intp]


def select(setting: "Setting", request: Request, expression: Expression, field: str) -> Indices:
    """(I,) frames of the whole clip.

    Differences over time and forces need the frame before and after, which an open clip's ends lack: these
    are left out unless the frames are told one by one.

    Raises:
        InputError: a frame does not exist, or lacks a neighbour that the expression needs.
    """
    repeats, when = Repeats(setting), request.when
    first, last = (_frame(getattr(when, name), repeats, f"{field}.when.{name}") for name in ("first", "last"))
    if first > last:
        raise InputError(f"the first frame {first} is after the last {last}", field=f"{field}.when")
    frames = np.arange(first, last + 1)
    for signal in expression.signals + expression.constants:
        if signal.frame is not None:
            fixed = _frame(signal.frame, repeats, field)
            if needs_neighbours(signal) and not _has_neighbours(repeats, np.array([fixed]))[0]:
                raise _end_of_clip(expression, setting.when(fixed), field)
    if any(signal.frame is None and needs_neighbours(signal) for signal in expression.signals):
        complete = _has_neighbours(repeats, frames)
        if when.names_frames and not complete.all():
            raise _end_of_clip(expression, setting.when(frames[~complete][0]), field)
        frames = frames[complete]
    if all(signal.frame is not None for signal in expression.signals + expression.constants):
        frames = frames[:1]  # the same at every frame
    return _while(setting, request, frames, field)


def known(setting: "Setting", request: Request, expression: Expression, frames: Indices) -> Array:
    """(L, I) the expression's constants at frames of the whole clip."""
    repeats, timeline = Repeats(setting), setting.timeline
    values = np.empty((len(expression.constants), len(frames)))
    for row, parameter in zip(values, expression.constants, strict=True):
        at = frames if parameter.frame is None else np.full(len(frames), repeats.inside(parameter.frame))
        time, name = at * timeline.step, parameter.name
        length = setting.job.timing.length
        if setting.has_free_steps and name != "value" and not name.endswith(".touching"):
            raise needs_given_steps(f"'{name}'")
        if name.endswith(".touching"):
            row[:] = touching(setting, name.removesuffix(".touching"), at)
        elif name in PARAMETERS:
            phase, step = time / length, timeline.step
            told = {
                "time": time,
                "time_step": step,
                "phase": phase,
                "duration": length,
                "value": request.value,
            }
            row[:] = told[name]
        else:
            row[:] = dict(request.tracks)[name](time)
    return values


def touching(setting: "Setting", contact: str, frames: Indices) -> NDArray[np.bool_]:
    """(I,) whether a contact touches."""
    index, r = setting.job.character.contact_index(contact), Repeats(setting).of(frames)
    mirror = setting.timeline.mirror
    image = mirror.contacts[index] if mirror else index
    return np.asarray(setting.timeline.active[r.source, np.where(r.mirrored, image, index)])


def subexpressions(setting: "Setting") -> dict[str, str]:
    """Texts by name."""
    return {s.name: s.expression for s in setting.job.subexpressions}


def _while(setting: "Setting", request: Request, frames: Indices, field: str) -> Indices:
    when: When = request.when
    if when.contact:
        names = [contact.name for contact in setting.job.character.contacts]
        known_name(when.contact, names, f"{field}.when.contact", "contact")
        frames = frames[touching(setting, when.contact, frames) == when.touching]
    if when.condition:
        condition = read_condition(
            when.condition,
            setting.job.character,
            subexpressions=subexpressions(setting),
            field=f"{field}.when.condition",
        )
        function = compiled(condition.outputs, (), condition.constant_symbols)
        holds = function.values(np.empty((0, len(frames))), known(setting, request, condition, frames))
        frames = frames[holds[0] != 0]
    return frames


def _frame(frame: int, repeats: Repeats, field: str) -> int:
    n = repeats.n_frames
    if not -n <= frame < n:
        raise InputError(f"expected a frame from {-n} to {n - 1}, found {frame}", field=field)
    return repeats.inside(frame)


def _has_neighbours(repeats: Repeats, frames: Indices) -> NDArray[np.bool_]:
    return repeats.exists(frames - 1) & repeats.exists(frames + 1)


def _end_of_clip(expression: Expression, when: Moment, field: str) -> InputError:
    why = "velocities, accelerations and forces need a frame before and after, and there an open clip ends"
    return InputError(Sentence.of(f"'{expression.text}' has no value at ", when, f": {why}"), field=field)
