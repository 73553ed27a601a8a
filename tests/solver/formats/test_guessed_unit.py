"""The unit of a file, which no file tells."""

import pytest

from solver.formats.bvh import read_bvh
from solver.formats.bvh.rest_pose import guessed_unit

# joint: (carrier, length [m]); every bone of the rest pose lies along X, as in files of games
SMALL_PERSON = {
    "Hips": ("", 0.0), "Spine": ("Hips", 0.2), "Chest": ("Spine", 0.2), "Neck": ("Chest", 0.15), "Head": ("Neck", 0.2),
    "LeftArm": ("Chest", 0.15), "LeftElbow": ("LeftArm", 0.25), "LeftHand": ("LeftElbow", 0.22),
    "LeftHip": ("Hips", 0.05), "LeftKnee": ("LeftHip", 0.38), "LeftFoot": ("LeftKnee", 0.38),
    "LeftToe": ("LeftFoot", 0.12),
}  # fmt: skip


def lines(tree, name, unit):
    kind = "JOINT" if tree[name][0] else "ROOT"
    below = [
        line for child, (carrier, _) in tree.items() if carrier == name for line in lines(tree, child, unit)
    ]
    return [f"{kind} {name}", "{", f"OFFSET {tree[name][1] / unit} 0 0", "CHANNELS 0", *below, "}"]


@pytest.mark.parametrize("unit", [1.0, 0.0254, 0.01, 0.001])
def test_bones_that_lie_on_each_other_are_a_person_as_well(tmp_path, unit):
    path = tmp_path / "along.bvh"
    body = lines(SMALL_PERSON, "Hips", unit)
    path.write_text("\n".join(["HIERARCHY", *body, "MOTION", "Frames: 0", "Frame Time: 0.04", ""]))
    assert guessed_unit(read_bvh(path)) == unit
