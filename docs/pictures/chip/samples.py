"""Samples of a store with their clips."""

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from solver.clip.clip import Clip
from solver.store.clip_store import ClipStore
from solver.store.sample_table import SOLVED, SampleTable, space_names


@dataclass(frozen=True, eq=False)
class Shown:
    """One sample.

    Attributes:
        space: name of its space.
        parameters: number or label by dimension.
        clip: None for a sample without a motion.
    """

    space: str
    parameters: Mapping[str, float | str]
    clip: Clip | None

    def value(self, dimension: str) -> float:
        """Number of a dimension."""
        return float(self.parameters[dimension])

    @property
    def is_limping(self) -> bool:
        """Whether the character limps on the right foot."""
        return self.parameters.get("injury") == "limping"


def samples(store: Path) -> list[Shown]:
    """All samples of a store, in its order."""
    with ClipStore(store, create=False) as opened:
        return [
            Shown(space, row.parameters, opened.get(row.name) if row.state == SOLVED else None)
            for space in space_names(opened)
            for row in SampleTable(opened, space).rows()
        ]
