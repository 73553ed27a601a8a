"""What went wrong as a window tells it: no paths of the solver's fields, but the panel's own label, and a capital.

The solver's own errors, its command line and its log keep the path: ``job.timing.length: expected a length above 0 s``
is *Length: expected a length above 0 s* here.
"""

import re
from itertools import takewhile

import bpy

from ..solver.errors import InputError
from ..solver.sentence import Sentence
from .translations import OWN_SENSE

LABELS = {  # of a field of the solver's documents; empty: its sentences name the culprit by themselves
    "character.bodies": "",
    "character.joints": "",
    "character.contacts": "",
    "character.mirror_pairs": "",
    "character.others": "",
    "character.root": "",
    "job.contact_timings": "Contacts",
    "job.constraints": "Goals",
    "job.cycle": "Repeats",
    "job.holds": "Goals",
    "job.objectives": "Goals",
    "job.options.max_iterations": "Most Steps",
    "job.options.noise": "Variety",
    "job.options.time_limit": "Time Limit",
    "job.subexpressions": "Goals",
    "job.surfaces": "Contacts",
    "job.timing": "Length",
    "job.timing.fps": "Frame Rate",
    "job.timing_search": "Timing",
    "space.dimensions": "Dimension",
    "space.name": "Name",
    "space.sampling": "Samples",
    "space.sampling.count": "Motions",
    "space.where": "Only Where",
}
_FIELD = re.compile(r"((?:character|job|space)\.[\w.\[\]]+): ")


def announced(told: InputError | str) -> str:
    """An error, or what a store or a process has told of one, as a window shows it."""
    return str(announced_sentence(told.sentence if isinstance(told, InputError) else Sentence.of(told)))


def announced_sentence(sentence: Sentence) -> Sentence:
    """The same with its moments as numbers."""
    beginning = tuple(takewhile(lambda part: isinstance(part, str), sentence.parts))
    label, words = _without_field("".join(map(str, beginning)))
    is_name = not words.partition(" ")[0].isalpha()  # of a file, or quoted
    begins = words if label or is_name else words[:1].upper() + words[1:]
    return Sentence.of(label, begins, Sentence(sentence.parts[len(beginning) :]))


def _without_field(words: str) -> tuple[str, str]:
    """The panel's label before the words, if they need one, and the words."""
    found = _FIELD.match(words)
    path = re.sub(r"\[\d+\]", "", found.group(1)) if found else ""
    while found and path:
        if path in LABELS:
            label = LABELS[path]
            return f"{_in_the_panel(label)}: " if label else "", words[found.end() :]
        path = path.rpartition(".")[0]
    return "", words


def _in_the_panel(label: str) -> str:
    """The label in the language of the interface, in which titles have a context of their own."""
    translated = bpy.app.translations.pgettext_iface(label, OWN_SENSE)
    return translated if translated != label else bpy.app.translations.pgettext_iface(label)
