"""Other programs see the joints of our BVH files where the motion has them."""

import shutil
from dataclasses import asdict

import numpy as np
import pytest

from scripts.failure import SetupFailure
from solver.formats.bvh import write_bvh
from solver.formats.bvh.capture import capture
from solver.formats.bvh.style import ALL, PLAIN, STYLES, BvhStyle
from tests.peers.bvh_readers import READERS
from tests.support.bvh_files import motion_file

CHOICES = {
    "default": BvhStyle(),
    "Z up": BvhStyle(up="Z"),
    "centimeters": BvhStyle(unit=0.01, names=PLAIN),
    "another order": BvhStyle(rotation_order="XYZ"),
    **{name: style for name, style in STYLES.items() if not style.stands},
}


def seen(reader, path):
    if reader == "three" and not (shutil.which("node") and shutil.which("npm")):
        pytest.skip("node is not here")
    try:
        return READERS[reader](path)
    except SetupFailure as failure:
        pytest.skip(f"{reader} cannot be installed: {failure}")


def walking():
    """A captured walk, and its joints (N, B, 3) by body: a root's center, and where others are joined."""
    motion = capture(motion_file("walk"))
    pivot = {joint.body_b: joint.position for joint in motion.character.joints}
    bodies = motion.character.bodies
    return motion, {
        body.name: motion.carried(b, pivot.get(body.name, body.position)) for b, body in enumerate(bodies)
    }


@pytest.mark.parametrize("reader", READERS)
@pytest.mark.parametrize("choice", CHOICES)
def test_other_readers_see_the_motion(reader, choice, tmp_path):
    motion, joints = walking()
    path, style = tmp_path / "walk.bvh", CHOICES[choice]
    write_bvh(motion, path, **asdict(style))
    found = seen(reader, path)
    assert len(found) == len(joints)
    for name, places in joints.items():
        own = name if name in found else name.replace(".", "_" if style.names == PLAIN else "")
        off = np.linalg.norm(style.axes.to_world(found[own]) - places, axis=-1).max()
        assert off < 1e-4, (name, off)


def test_readers_that_add_offsets_show_all_positions_twice_as_far(tmp_path):
    """Why positions below the root are not the default."""
    motion, joints = walking()
    write_bvh(motion, tmp_path / "walk.bvh", positions=ALL, stands=True)
    found = seen("three", tmp_path / "walk.bvh")
    tall = np.ptp(np.stack(list(found.values())), axis=0)[:, 1].max()
    assert tall > 1.8 * np.ptp(np.stack(list(joints.values())), axis=0)[:, 2].max()
