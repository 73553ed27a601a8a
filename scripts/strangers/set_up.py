"""A set-up: a rig, what surrounds it in its scene, and how its motion comes about."""

from dataclasses import dataclass

FROM_PRESET, FROM_KEYS, FROM_FILE = "preset", "keys", "file"


@dataclass(frozen=True)
class SetUp:
    """One case of the table.

    Attributes:
        kind: of which others are.
        name: unique; what is special about it.
        rig: name of its rig in ``rigs.py``.
        way: FROM_PRESET solves a preset, FROM_KEYS makes keys physical, FROM_FILE a file that was imported.
        preset: to be solved; empty for what *Fit Bodies* leaves.
        around: names of what surrounds it, in ``surroundings.py``.
        fps: frames per second of the scene, as Blender stores them: a whole number and what it is divided by.
        start: first frame of the scene.
        convention: of the file, in ``bvh_conventions.py``.
    """

    kind: str
    name: str
    rig: str
    way: str = FROM_PRESET
    preset: str = ""
    around: tuple[str, ...] = ()
    fps: tuple[int, float] = (12, 1.0)
    start: int = 1
    convention: str = ""

    @property
    def rate(self) -> float:
        """Frames per second."""
        return self.fps[0] / self.fps[1]
