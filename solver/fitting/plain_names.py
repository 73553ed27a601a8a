"""Names of bones without what a program or an artist added to all of them."""

import re
from collections import Counter
from collections.abc import Callable, Collection

from ..character.side_names import side_of

SHARED = 0.8  # of the names: what so many begin or end with says nothing about any of them
FEWEST = 6  # names, from which what they share is told from chance
FEWEST_PAIRS = 3  # of names that differ in their first letter, l or r
_MARK = re.compile(r"[^A-Za-z0-9]")
_NUMBER = re.compile(r"[_.\- ]\d+$")  # that an exporter counts bones with: "LeftLeg_041"


def plain_names(names: Collection[str]) -> dict[str, str]:
    """Each name without namespace, shared beginning, shared end and a number of its own, and with its side apart."""
    plain = {name: re.split(r"[:|]", name)[-1] or name for name in names}
    plain = _without(plain, _longest_shared(plain.values(), _beginnings), str.removeprefix)
    numbers = Counter(match[0][1:] for name in plain.values() if (match := _NUMBER.search(name)))
    is_counted = sum(n == 1 for n in numbers.values()) >= SHARED * len(plain)
    if is_counted and len(plain) >= FEWEST:
        plain = {name: _NUMBER.sub("", own) for name, own in plain.items()}
    return _with_sides_apart(_without(plain, _longest_shared(plain.values(), _ends), str.removesuffix))


def _with_sides_apart(plain: dict[str, str]) -> dict[str, str]:
    """Names in lowercase that begin with their side, with a mark between: "l_knee" for "lknee" beside "rknee"."""
    own = set(plain.values())
    pairs = {name[1:] for name in own if name.islower() and name[0] == "l" and f"r{name[1:]}" in own}
    if sum(name[:1].isalpha() for name in pairs) < FEWEST_PAIRS:
        return plain
    return {
        name: f"{core[0]}_{core[1:]}" if core[:1] in ("l", "r") and core[1:] in pairs else core
        for name, core in plain.items()
    }


def _without(plain: dict[str, str], text: str, remove: Callable[[str, str], str]) -> dict[str, str]:
    return {name: remove(own, text) or own for name, own in plain.items()} if text else plain


def _longest_shared(names: Collection[str], parts_of: Callable[[str], list[str]]) -> str:
    """The longest beginning or end of most names that says no side; "" if there is none."""
    if len(names) < FEWEST:
        return ""
    counts = Counter(part for name in names for part in parts_of(name))
    shared = [
        part for part, n in counts.items() if n >= SHARED * len(names) and not side_of(part.strip("_. -"))
    ]
    return max(shared, key=len, default="")


def _beginnings(name: str) -> list[str]:
    return [name[: match.end()] for match in _MARK.finditer(name)]


def _ends(name: str) -> list[str]:
    return [name[match.start() :] for match in _MARK.finditer(name)]
