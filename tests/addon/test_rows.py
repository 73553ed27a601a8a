"""Rows of the panel's lists: each gets a name of its own, and its button takes away that row and no other."""

import bpy
import pytest


def contacts(rig):
    return rig.data.spacetime.contacts


def goals(rig):
    return rig.spacetime.motion.goals


def dimensions(rig):
    return rig.spacetime.space.dimensions


def groups(rig):
    return rig.spacetime.motion.sketch.groups


LISTS = [
    (contacts, "contact", "contact", {}, ["shin.L", "shin.L.001", "shin.L.002"]),
    (
        goals,
        "goal",
        "goal",
        {"kind": "REST"},
        ["Start and End at Rest", "Start and End at Rest 2", "Start and End at Rest 3"],
    ),
    (dimensions, "dimension", "variation", {"kind": "SPEED"}, ["speed", "speed_2", "speed_3"]),
    (groups, "sketch_group", "row", {}, None),
]


@pytest.mark.parametrize(
    ("rows", "button", "word", "settings", "names"), LISTS, ids=[each[1] for each in LISTS]
)
def test_rows_are_named_and_removed_one_by_one(human, rows, button, word, settings, names):
    human.data.collections.new("All")
    human.data.bones.active = human.data.bones["shin.L"]
    add, remove = (getattr(bpy.ops.spacetime, f"{verb}_{button}") for verb in ("add", "remove"))
    rows(human).clear()
    with pytest.raises(RuntimeError, match=f"There is no {word} to remove"):
        remove(index=0)
    for _ in range(3):
        assert add(**settings) == {"FINISHED"}
    assert names is None or rows(human).keys() == names
    with pytest.raises(RuntimeError, match=f"There is no {word} with index 3; the last is 2"):
        remove(index=3)
    kept = [rows(human)[i].name for i in (0, 2)]
    assert remove(index=1) == {"FINISHED"}
    assert rows(human).keys() == kept
