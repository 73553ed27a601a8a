"""The bones of public skeletons of humans, as trees: how each family names them and what hangs on what.

A line of ``tests/data/naming_families.txt`` is a bone: how deep it hangs, where it lies (``LANDMARKS`` of
``tests/support/skeletons.py``), after "=" which part of a human it is, and its name. "<Left|Right>" stands for both
sides; what hangs on such a bone also has both.
"""

from pathlib import Path

FILE = Path(__file__).parents[1] / "data" / "naming_families.txt"


def _families() -> dict[str, str]:
    sections = FILE.read_text(encoding="utf-8").removeprefix("# ").split("\n# ")
    return {name: tree for name, _, tree in (section.partition("\n") for section in sections)}


FAMILIES = _families()
