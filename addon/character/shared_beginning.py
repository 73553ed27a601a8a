"""The prefix shared by all bone names, such as ``mixamorig:``, which a narrow sidebar can omit. Pure."""

from collections.abc import Sequence

MARKS = " :._-|"  # between a rig's name and a bone's


def shared_beginning(names: Sequence[str]) -> str:
    """Prefix up to and including a mark; empty if there is none, or if a name would be reduced to a number."""
    if len(names) < 2:
        return ""
    first, last = min(names), max(names)  # names in between share their common prefix
    same = next((k for k, letter in enumerate(first) if letter != last[k]), len(first))
    beginning = first[: 1 + max(first.rfind(mark, 0, same) for mark in MARKS)]
    return beginning if all(name[len(beginning) :][:1].isalpha() for name in names) else ""
