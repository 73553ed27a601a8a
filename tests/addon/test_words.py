"""The table of words says what Blender shows, and every label and tooltip is in the voice of Blender's own."""

import re

import bpy
import pytest
from bl_ext.user_default.spacetime_animator.addon import properties

from scripts.environment import ROOT

PAGE = ROOT / "docs" / "artist" / "words.md"
SMALL = {
    "a",
    "an",
    "and",
    "as",
    "at",
    "by",
    "for",
    "from",
    "in",
    "into",
    "of",
    "on",
    "or",
    "the",
    "to",
    "up",
    "with",
}


def shown():
    """(label, tooltip) of all operators and properties, as Blender has registered them."""
    found = set()
    for name in dir(bpy.ops.spacetime):
        rna = getattr(bpy.ops.spacetime, name).get_rna_type()
        found.add((rna.name, rna.description))
        found |= words_of(rna.properties, set(rna.properties.keys()) - {"rna_type"})
    for group in properties.CLASSES:
        found |= words_of(group.bl_rna.properties, set(group.__annotations__))
    return found


def words_of(props, own):
    found = set()
    for prop in (prop for prop in props if prop.identifier in own):
        items = tuple(prop.enum_items) if prop.type == "ENUM" else ()
        found |= {(each.name, each.description) for each in (prop, *items)}
    return found


def test_every_word_of_the_table_has_the_tooltip_that_blender_shows():
    rows = re.findall(r"^\| \*\*(.+?)\*\* \| (.+?) \| .+ \|$", PAGE.read_text(encoding="utf-8"), re.M)
    assert len(rows) > 20
    told = shown()
    for label, tooltip in rows:
        assert tooltip in {each for word, each in told if word == label}, label


@pytest.mark.once
def test_labels_are_in_title_case_and_tooltips_begin_so_and_end_without_a_full_stop():
    for label, tooltip in shown():
        words = label.split()
        small = {word for word in words if word.islower()}  # glTF is a name
        assert small <= SMALL - {*words[:1]}, label
        assert not tooltip or (tooltip[0].isupper() or not tooltip[0].isalpha()), tooltip
        assert not tooltip.endswith("."), tooltip
