"""Names of anatomical parts, taken apart and put together."""

import pytest

from solver.character.part_names import PartName, pairs


@pytest.mark.parametrize(
    ("text", "kind", "side", "limb", "segment"),
    [
        ("neck", "neck", "", "", ""),
        ("thigh.L", "thigh", "L", "", ""),
        ("upper_arm.R", "upper_arm", "R", "", ""),
        ("hind_paw.L", "hind_paw", "L", "hind", "paw"),
        ("mid2_upper.R", "mid2_upper", "R", "mid2", "upper"),
        ("hand.L", "hand", "L", "", ""),
        ("tail_tip", "tail_tip", "", "", ""),
    ],
)
def test_a_name_says_what_a_part_is(text: str, kind: str, side: str, limb: str, segment: str) -> None:
    name = PartName.of(text)
    assert (name.kind, name.side, name.limb, name.segment) == (kind, side, limb, segment)
    assert str(name) == text


def test_parts_of_a_limb_are_on_one_side() -> None:
    assert PartName.of("thigh.R").beside("shin") == "shin.R"
    assert PartName.of("neck").beside("chest") == "chest"


def test_only_parts_with_both_sides_are_pairs() -> None:
    assert pairs(["hips", "foot.R", "foot.L", "ear.L", "eye.R"]) == (("foot.L", "foot.R"),)
