"""Errors as shown in a window: the label of a panel instead of the path of a field, and a capital letter.

The solver's own errors, its command line and its log keep the path: ``job.timing.length: expected a length above 0 s``
is *Length: expected a length above 0 s* here.
"""

import re

import bpy

from ..solver.errors import InputError
from ..solver.sentence import Sentence
from .locale import OWN_SENSE

LABELS = {  # of a field of the solver's documents; empty: its sentences name the culprit by themselves
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
    """An error as a window shows it."""
    return str(announced_sentence(error))


def announced_sentence(error: InputError) -> Sentence:
    """The same with its moments as numbers."""
    label = _label_of(error.field)
    if label is None:
        return _begun(error.sentence)
    return Sentence.of(f"{_in_the_panel(label)}: ", error.words) if label else _begun(error.words)


def _label_of(field: str) -> str | None:
    """The panel's label of a field, or of what it is a part of; None where the panel has none."""
    path = re.sub(r"\[\d+\]", "", field)
    while path and path not in LABELS:
        path = path.rpartition(".")[0]
    return LABELS[path] if path else None


def _begun(sentence: Sentence) -> Sentence:
    """With a capital, but for the name of a file or what is quoted."""
    first, *others = sentence.parts or ("",)
    if isinstance(first, str) and first.partition(" ")[0].isalpha():
        first = first[:1].upper() + first[1:]
    return Sentence.of(first, *others)


def _in_the_panel(label: str) -> str:
    """The label in the language of the interface, in which titles have a context of their own."""
    translated = bpy.app.translations.pgettext_iface(label, OWN_SENSE)
    return translated if translated != label else bpy.app.translations.pgettext_iface(label)
