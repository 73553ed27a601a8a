"""The manual's tables of naming families and animals say what is recognized."""

from pathlib import Path

import numpy as np
import pytest

from solver.fitting.creature_fit import fit_creature
from solver.fitting.creature_parts import CreatureParts
from solver.fitting.rig_map import recognize
from tests.support.animals import ANIMALS
from tests.support.naming_families import FAMILIES
from tests.support.skeletons import human, laid_out

PAGE = Path(__file__).parents[3] / "docs" / "artist" / "rigs.md"
SIDES = np.eye(3)[:2]
HOW = {1.0: "names", 0.9: "names", 0.7: "words", 0.5: "shape"}


def family_row(family: str) -> str:
    lines = {line.part: line for line in recognize(laid_out(human(FAMILIES[family])), SIDES).bones}
    bones = " | ".join(lines[part].bone for part in ("hips", "chest", "upper_arm.L", "thigh.L", "foot.L"))
    return f"| {family} | {bones} | {HOW[min(lines[part].confidence for part in ('hips', 'thigh.L', 'foot.L'))]} |"


def animal_row(name: str) -> str:
    skeleton = laid_out(ANIMALS[name]().joints)
    found = recognize(skeleton, SIDES)
    kind = found.kind
    if not found.bones:
        return f"| {name} | {skeleton.size:.2g} m | {kind.name} | | |"
    parts = {line.part: line.bone for line in found.bones}
    mass = sum(
        body.mass for body in fit_creature(CreatureParts(skeleton, parts), {}, density=1000.0).bodies.values()
    )
    others = [
        word
        for word, is_there in (("tail", kind.has_tail), ("arms or wings", "arm_upper.L" in parts))
        if is_there
    ]
    return f"| {name} | {skeleton.size:.2g} m | {kind.name}, {kind.n_legs} legs | {', '.join(others)} | {mass:.2g} kg |"


@pytest.mark.parametrize("row", [*map(family_row, FAMILIES), *map(animal_row, ANIMALS)])
def test_each_row_is_what_is_recognized(row):
    assert row in PAGE.read_text(encoding="utf-8").splitlines()
