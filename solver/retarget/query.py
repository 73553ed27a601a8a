"""Which bodies a channel moves, described so that it makes sense for any creature (Hecker 2008, section 3.1.1)."""

from dataclasses import dataclass

import numpy as np

from ..arrays import Array
from ..errors import InputError
from ..record_types import check_types
from .creature import Creature

CAPABILITIES = ("grasper", "foot", "mouth", "spine", "root", "head", "tail", "any")
EXTERNAL = "external_target"  # no body: a point that the caller gives, such as a fruit
# axis, sign and zone of each word; the zone is a third of the bounds, and sides include the center (section 3.1.1)
PLACES = {
    "front": (0, 1), "middle_x": (0, 0), "back": (0, -1),
    "left": (1, 1), "middle_y": (1, 0), "right": (1, -1),
    "top": (2, 1), "middle_z": (2, 0), "bottom": (2, -1),
}  # fmt: skip
CENTER = 0.1  # half width of the center, of the extent along its axis
TIE = 1e-6  # of the size
_WORDS = {"middle_x": "between front and back", "middle_y": "in the middle", "middle_z": "at mid height"}


@dataclass(frozen=True)
class Query:
    """A selection of bodies by what they can do and where they are.

    Attributes:
        capability: of the bodies, one of CAPABILITIES, or EXTERNAL for a point given by the caller.
        places: words of PLACES that all hold.
        of_set: whether places are relative to the bounds of the bodies with the capability, not of the whole creature.
        extent: word of PLACES without "middle"; only the farthest body in its direction; empty: all.
        to_spine: whether the bodies of the spine that carry the limbs of those found are taken instead.
        inverse: whether all other bodies are taken instead.

    Raises:
        InputError: a word is unknown.
    """

    capability: str = "any"
    places: tuple[str, ...] = ()
    of_set: bool = False
    extent: str = ""
    to_spine: bool = False
    inverse: bool = False

    def __post_init__(self) -> None:
        check_types(self, "query")
        if self.capability not in (*CAPABILITIES, EXTERNAL):
            raise InputError(
                f"expected one of {', '.join((*CAPABILITIES, EXTERNAL))}, found '{self.capability}'",
                field="query.capability",
            )
        for field, words in (("places", self.places), ("extent", (self.extent,) if self.extent else ())):
            for word in words:
                if word not in PLACES or (field == "extent" and not PLACES[word][1]):
                    raise InputError(
                        f"unknown place '{word}'; expected {', '.join(PLACES)}", field=f"query.{field}"
                    )

    @property
    def is_external(self) -> bool:
        """Whether it means a point given by the caller."""
        return self.capability == EXTERNAL

    def select(self, creature: Creature) -> tuple[int, ...]:
        """Bodies that it means on a creature, parents first; none of an external target."""
        if self.is_external:
            return ()
        found = [b for b in creature.bodies if self.capability in creature.capabilities[b]]
        low, high = creature.bounds
        if self.of_set and found:
            handles = creature.handle[found]
            low, high = handles.min(axis=0), handles.max(axis=0)
        for word in self.places:
            found = [b for b in found if _is_within(creature.handle[b], word, low, high)]
        if self.extent and found:
            found = [_farthest(creature, found, self.extent)]
        if self.to_spine:
            found = list(dict.fromkeys(_spine_below(creature, b) for b in found))
        if self.inverse:
            found = [b for b in creature.bodies if b not in found]
        return tuple(sorted(found, key=creature.bodies.index))

    def __str__(self) -> str:
        """The query in words: "left-most of the graspers in front"."""
        if self.is_external:
            return "the target"
        words = [
            _WORDS.get(word, f"at the {word}" if word in ("top", "bottom", "back") else word)
            for word in self.places
        ]
        name = "bodies" if self.capability == "any" else _plural(self.capability)
        text = " ".join([name, *(["in the"] if words and words[0] in ("front",) else []), *words])
        if self.extent:
            text = f"{self.extent}-most of the {text}"
        if self.to_spine:
            text = f"spine at the {text}"
        return f"all but {text}" if self.inverse else text


def _is_within(point: Array, word: str, low: Array, high: Array) -> bool:
    axis, sign = PLACES[word]
    middle, half = (low[axis] + high[axis]) / 2, max((high[axis] - low[axis]) / 2, 1e-9)
    off = float((point[axis] - middle) / half)
    return abs(off) <= 2 * CENTER if sign == 0 else sign * off >= -2 * CENTER


def _farthest(creature: Creature, bodies: list[int], word: str) -> int:
    axis, sign = PLACES[word]
    along = sign * creature.handle[bodies][:, axis]
    return bodies[int(np.flatnonzero(along >= along.max() - TIE * creature.size.max())[0])]


def _spine_below(creature: Creature, body: int) -> int:
    while body not in creature.spine:
        body = int(creature.parent[body])
    return body


def _plural(capability: str) -> str:
    return {"foot": "feet", "spine": "spine", "root": "root"}.get(capability, f"{capability}s")
