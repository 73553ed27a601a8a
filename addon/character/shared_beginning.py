"""The prefix shared by all bone names, such as ``mixamorig:``, which a narrow sidebar can omit. Pure."""

from collections.abc import Sequence

MARKS = " :._-|"  # between a rig's name and a bone's


def shared_beginning(names: Sequence[str]) -> str:
    """Up to and with a mark; empty where names share none, or where a number would be all that is left of one."""
    if len(names) < 2:
        return ""
    first, last = min(names), max(names)  # what these two share, all between them share
    same = next((k for k, letter in enumerate(first) if letter != last[k]), len(first))
    beginning = first[: 1 + max(first.rfind(mark, 0, same) for mark in MARKS)]
    return beginning if all(name[len(beginning) :][:1].isalpha() for name in names) else ""
