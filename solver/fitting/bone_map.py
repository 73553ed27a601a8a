"""Maps from parts of a character to bones of a rig, as saved files, with the confidence of each match."""

import json
from collections.abc import Collection, Mapping
from dataclasses import dataclass, replace
from functools import cache, lru_cache
from pathlib import Path

from ..character.part_names import PartName
from ..character.side_names import other_side
from ..errors import InputError
from ..record import read_json
from .plain_names import plain_names

SHIPPED = Path(__file__).with_name("bone_maps")
SAME_NAME, NEARLY_SAME_NAME, COMMON_WORD, BY_SHAPE = 1.0, 0.9, 0.7, 0.5
PLAIN = 4096  # cached normalized names: all of the shipped maps', and those of a large rig


@dataclass(frozen=True)
class MappedBone:
    """One line of a bone map.

    Attributes:
        part: of the character, such as "thigh.L" or "chest".
        bone: its name in the rig.
        confidence: 0 to 1; 1 is certain.
    """

    part: str
    bone: str
    confidence: float


@dataclass(frozen=True)
class BoneMap:
    """A kind of rig: possible names of each part's bone, the best first."""

    name: str
    parts: Mapping[str, tuple[str, ...]]

    @classmethod
    def load(cls, path: Path) -> "BoneMap":
        """Reads JSON such as {"name": "Mixamo", "parts": {"thigh.L": "LeftUpLeg", "chest": ["Spine2", ...]}}.

        Missing right sides are mirrored from the left.

        Raises:
            InputError: the file is no bone map.
        """
        content = read_json(path, "bone map")
        try:
            parts = {part: _words(names) for part, names in content["parts"].items()}
            name = str(content["name"])
        except (KeyError, TypeError, AttributeError) as error:
            raise InputError(
                f'{path.name} is not a bone map: expected {{"name": ..., "parts": {{part: bone}}}}, found {error!r}'
            ) from error
        rights = {
            str(replace(part, side="R")): tuple(other_side(name) for name in names)
            for part, names in ((PartName.of(text), names) for text, names in parts.items())
            if part.side == "L"
        }
        return cls(name, rights | parts)

    def save(self, path: Path) -> None:
        """Writes the map in the format of ``load``."""
        parts = {part: names[0] if len(names) == 1 else list(names) for part, names in self.parts.items()}
        path.write_text(json.dumps({"name": self.name, "parts": parts}, indent=2) + "\n", encoding="utf-8")

    def match(self, names: Collection[str]) -> tuple[MappedBone, ...]:
        """Parts whose bone is among ``names``, exactly or apart from what all names share, case and separators."""
        plain = {_plain(own): name for name, own in plain_names(names).items()}
        plain |= {_plain(name): name for name in names}
        found = []
        for part, candidates in self.parts.items():
            exact = [name for name in candidates if name in names]
            similar = [plain[_plain(name)] for name in candidates if _plain(name) in plain]
            if exact or similar:
                confidence = SAME_NAME if exact else NEARLY_SAME_NAME
                found.append(MappedBone(part, (exact or similar)[0], confidence))
        return tuple(found)


def _words(names: object) -> tuple[str, ...]:
    if isinstance(names, str):
        return (names,)
    if isinstance(names, list) and all(isinstance(name, str) for name in names):
        return tuple(names)
    raise TypeError(f"{names!r} instead of a name or a list of names")


@lru_cache(maxsize=PLAIN)
def _plain(name: str) -> str:
    """The name without prefix up to a colon, case and separators, which importers change."""
    return "".join(c for c in name.rpartition(":")[2].lower() if c.isalnum())


@cache
def shipped_maps() -> tuple[BoneMap, ...]:
    """The bone maps that come with the program."""
    return tuple(BoneMap.load(path) for path in sorted(SHIPPED.glob("*.json")))
