"""Frames at which an expression applies, and its constants there."""

import numpy as np

from ...arrays import Array, Flags
from ...expression.compile import compiled
from ...expression.condition import holds
from ...expression.reading import Expression, read_condition
from ...expression.signals import Signal
from ...expression.vocabulary import PARAMETERS
from ...job.when import When
from ..checks.terms import refuse_free_steps, require_neighbors
from ..transcription import Transcription
from .read_term import subexpressions
from .repeats import Repeats
from .samples import Samples
from .stencils import is_mid_step, reach
from .term import Steady, Term


def select(transcription: Transcription, request: Term, expression: Expression, field: str) -> Samples:
    """I times of the whole clip: frames, or for mid-step velocities, the steps between them.

    A step is selected if both its frames are, and is in contact if the contact lasts to its end. A single frame is
    never between. Times at an open clip's ends that lack neighbors which a signal needs are left out, unless the
    expression names its frames one by one.

    Raises:
        InputError: a frame named in the expression lacks a neighbor that it needs.
    """
    repeats, when = Repeats(transcription), request.when
    first, last = repeats.inside(when.first), repeats.inside(when.last)
    for signal in expression.signals + expression.constants:
        if signal.frame is not None:
            fixed = Samples(np.array([repeats.inside(signal.frame)]))
            exist, at = bool(_is_within(repeats, fixed, signal)[0]), transcription.when(fixed.frames[0])
            require_neighbors(exist, expression, at, field=field)
    shared = [signal for signal in expression.signals if signal.frame is None]
    samples = Samples(np.arange(first, last + 1), last > first and any(map(is_mid_step, shared)))
    if samples.between and not (transcription.timeline.cycle and len(samples) == repeats.n_frames):
        samples = samples.at(slice(-1))
    within = np.ones(len(samples), bool)
    for signal in shared:
        within &= _is_within(repeats, samples, signal)
    if when.names_frames and not within.all():
        at = transcription.when(samples.frames[~within][0])
        require_neighbors(False, expression, at, field=field)
    samples = samples.at(within)
    if all(signal.frame is not None for signal in expression.signals + expression.constants):
        samples = samples.at(slice(1))  # constant over time
    return _while(transcription, request, samples, field)


def known(transcription: Transcription, request: Term, expression: Expression, samples: Samples) -> Array:
    """(L, I) the expression's constants at the samples."""
    repeats, step = Repeats(transcription), transcription.timeline.step
    values, tracks = np.empty((len(expression.constants), len(samples))), dict(request.tracks)
    for row, parameter in zip(values, expression.constants, strict=True):
        at, name = samples, parameter.name
        if parameter.frame is not None:
            at = Samples(np.full(len(samples), repeats.inside(parameter.frame)))
        time, length = at.times(step), transcription.job.timing.length
        track = tracks.get(name)
        is_timeless = name == "value" or name.endswith(".touching") or isinstance(track, Steady)
        if transcription.has_free_steps and not is_timeless:
            refuse_free_steps(f"'{name}'")
        if name.endswith(".touching"):
            row[:] = touching(transcription, name.removesuffix(".touching"), at)
        elif name in PARAMETERS:
            constants = {"time": time, "time_step": step, "phase": time / length, "duration": length}
            row[:] = (constants | {"value": request.value})[name]
        else:
            row[:] = tracks[name](time)
    return values


def touching(transcription: Transcription, contact: str, samples: Samples) -> Flags:
    """(I,) whether a contact touches; between frames, whether it lasts from one to the next."""
    index, r = transcription.job.character.contact_index(contact), Repeats(transcription).of(samples.frames)
    mirror = transcription.timeline.mirror
    image = mirror.contacts[index] if mirror else index
    touches = transcription.timeline.lasting if samples.between else transcription.timeline.active
    return np.asarray(touches[r.source, np.where(r.mirrored, image, index)])


def _while(transcription: Transcription, request: Term, samples: Samples, field: str) -> Samples:
    when: When = request.when
    if when.contact:
        samples = samples.at(touching(transcription, when.contact, samples) == when.touching)
    if when.condition:
        condition, compared = read_condition(
            when.condition,
            transcription.job.character,
            subexpressions=subexpressions(transcription.job),
            field=f"{field}.when.condition",
        )
        function = compiled(compared.outputs, (), compared.constant_symbols, compared.definitions)
        values = function.values(
            np.empty((0, len(samples))), known(transcription, request, compared, samples)
        )
        samples = samples.at(holds(condition, values))
    return samples


def _is_within(repeats: Repeats, samples: Samples, signal: Signal) -> Flags:
    """(I,) whether all frames that a signal needs exist."""
    before, after = reach(signal, between=samples.between)
    return repeats.exists(samples.frames + before) & repeats.exists(samples.frames + after)
