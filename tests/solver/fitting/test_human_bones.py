"""A person's bones that end nowhere end where people's do."""

import re

import numpy as np
import pytest

from solver.formats.bvh import read_bvh
from solver.formats.bvh.capture import capture
from solver.formats.bvh.rest_pose import read_standing
from solver.formats.bvh.write import write_bvh
from tests.support.bvh_files import motion_file


@pytest.fixture
def endless(tmp_path):
    """A walk whose hands and feet are joints without ends."""
    path = tmp_path / "endless.bvh"
    write_bvh(capture(motion_file("walk")), path)
    path.write_text(re.sub(r"End Site\s+\{\s+OFFSET [^}]+\}", "", path.read_text()))
    assert len(read_bvh(path).end_sites) == 0
    return path


def test_feet_lie_ahead_of_the_hips_and_forearms_go_on(endless):
    assert read_standing(endless).rest.frame is None  # its own rest pose stands
    found, usual = capture(endless).character, capture(motion_file("walk")).character
    for character in (found, usual):
        points = {contact.name: np.array(contact.point) for contact in character.contacts}
        for side in "LR":
            sole = points[f"toe.{side}"] - points[f"heel.{side}"]
            assert sole / np.linalg.norm(sole) == pytest.approx([1, 0, 0], abs=0.05)
    upper, lower = (
        next(b for b in found.bodies if b.name == f"{name}.L") for name in ("upper_arm", "forearm")
    )
    assert 1.0 < max(lower.diameters) / max(upper.diameters) < 1.8  # with its hand


def test_of_two_people_in_one_file_the_first_is_fitted(tmp_path):
    path = tmp_path / "two.bvh"
    write_bvh(capture(motion_file("walk")), path)
    tree, header, rows = re.split(r"(MOTION\n.+\n.+\n)", path.read_text().removeprefix("HIERARCHY\n"))
    beside = [f"{row} {float(row.split()[0]) + 3} {row.partition(' ')[2]}" for row in rows.splitlines()]
    path.write_text("\n".join(["HIERARCHY", tree + tree + header + "\n".join(beside), ""]))
    found, alone = capture(path), capture(motion_file("walk"))
    assert [body.name for body in found.character.bodies] == [body.name for body in alone.character.bodies]
    np.testing.assert_allclose(found.position[:, 0], alone.position[:, 0], atol=1e-3)
