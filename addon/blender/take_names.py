"""Names of takes that are distinct even if a list truncates them."""

import re
from itertools import chain, count

import bpy

SHORT = 14  # letters that fit into a list in a sidebar of default width, with a number


def plain_name(name: str) -> str:
    """An action's name without the number that Blender appends to copies."""
    return re.sub(r"\.\d{3}$", "", name)


def numbered(name: str, number: int) -> str:
    """A name with a visible number: after a short name, before a long one, whose end is truncated in a list."""
    return f"{name} {number}" if len(name) <= SHORT else f"{number} {name}"


def free_name_of_take(name: str) -> str:
    """The name or, if it is in use, the name with the first free number from 2."""
    taken = set(bpy.data.actions.keys())
    every = chain((name,), (numbered(name, number) for number in count(2)))
    return next(each for each in every if each not in taken)


def continued_name(name: str, original: str) -> str:
    """Name of a take that continues from ``name``: its motion's ``original`` name unless the artist has renamed it."""
    plain, known = plain_name(name), re.escape(original)
    return original if re.fullmatch(rf"{known} \d+|\d+ {known}", plain) else plain
