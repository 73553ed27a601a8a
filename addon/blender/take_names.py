"""Names of takes, distinct even where a list cuts them off."""

import re
from itertools import chain, count

import bpy

SHORT = 14  # letters; a list in a sidebar as Blender opens it has room for them and a number


def plain_name(name: str) -> str:
    """An action's name without the number that Blender appends to copies."""
    return re.sub(r"\.\d{3}$", "", name)


def numbered(name: str, number: int) -> str:
    """A name with its number where it is seen: behind a short one, before a long one, whose end a list cuts off."""
    return f"{name} {number}" if len(name) <= SHORT else f"{number} {name}"


def free_name_of_take(name: str) -> str:
    """The name, or the name with the first number, from 2, that no action of the file has."""
    taken = set(bpy.data.actions.keys())
    every = chain((name,), (numbered(name, number) for number in count(2)))
    return next(each for each in every if each not in taken)


def asked_name(name: str, asked: str) -> str:
    """What a take that goes on from another is called: as was asked for then, unless the artist renamed it since.

    Args:
        name: of the other one's action.
        asked: name of the motion that it was solved for.
    """
    plain, known = plain_name(name), re.escape(asked)
    return asked if re.fullmatch(rf"{known} \d+|\d+ {known}", plain) else plain
