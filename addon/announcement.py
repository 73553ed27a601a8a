"""Errors as shown in a window: a panel label instead of a field's path, and a capital letter.

The solver's own errors, its command line and its log keep the path: ``job.timing.length: expected a length above 0 s``
is *Length: expected a length above 0 s* here.
"""

import re

import bpy

from ..solver.errors import InputError
from ..solver.sentence import Sentence
from .locale import OWN_SENSE

LABELS = {  # by field of the solver's documents; empty if its errors name the culprit themselves
    "character.bodies": "",
    "character.joints": "",
    "character.contacts": "",
    "character.mirror_pairs": "",
    "character.others": "",
    "character.root": "",
    "job.contact_timings": "Contacts",
    "job.constraints": "Goals",
    "job.cycle": "Cyclic",
    "job.holds": "Goals",
    "job.objectives": "Goals",
    "job.options.max_iterations": "Max Iterations",
    "job.options.noise": "Start Noise",
    "job.options.time_limit": "Time Limit",
    "job.subexpressions": "Goals",
    "job.surfaces": "Contacts",
    "job.timing": "Length",
    "job.timing.fps": "Frame Rate",
    "job.timing_search": "Timing",
    "space.dimensions": "What Varies",
    "space.name": "Name",
    "space.sampling": "Which",
    "space.sampling.count": "Variations",
    "space.where": "Only Where",
}


def announced(error: InputError) -> str:
    """An error as shown in a window."""
    return str(announced_sentence(error))


def announced_sentence(error: InputError) -> Sentence:
    """The error as shown in a window, with its moments as numbers."""
    label = _label_of(error.field)
    if label is None:
        return _begun(error.sentence)
    return Sentence.of(f"{_in_the_panel(label)}: ", error.words) if label else _begun(error.words)


def _label_of(field: str) -> str | None:
    """The panel's label of a field or of its nearest parent; None if there is none."""
    path = re.sub(r"\[\d+\]", "", field)
    while path and path not in LABELS:
        path = path.rpartition(".")[0]
    return LABELS[path] if path else None


def _begun(sentence: Sentence) -> Sentence:
    """The sentence with a capital letter, unless it starts with a file name or a quote."""
    first, *others = sentence.parts or ("",)
    if isinstance(first, str) and first.partition(" ")[0].isalpha():
        first = first[:1].upper() + first[1:]
    return Sentence.of(first, *others)


def _in_the_panel(label: str) -> str:
    """The translated label; titles have their own translation context."""
    translated = bpy.app.translations.pgettext_iface(label, OWN_SENSE)
    return translated if translated != label else bpy.app.translations.pgettext_iface(label)
