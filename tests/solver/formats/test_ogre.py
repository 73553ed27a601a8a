"""A motion in Ogre skeleton XML, read back as the engine plays it."""

import numpy as np
import pytest

from solver.cli import main
from solver.formats.ogre import write_ogre
from solver.job.cycle import Cycle
from tests.support.ogre_files import WORLD, read_ogre


@pytest.mark.parametrize("cycle", [None, Cycle((0.5, -0.8, 0.1), 0.7)])
def test_bones_are_where_the_bodies_are(chain, tmp_path, cycle):
    motion = chain(cycle)
    write_ogre(motion, tmp_path / "chain.skeleton.xml", name="Chain & <co>")
    found = read_ogre(tmp_path / "chain.skeleton.xml")
    assert found.animation == "Chain & <co>"
    assert (found.names, found.parents) == (["base", "middle", "tip"], [-1, 0, 1])
    assert found.length == pytest.approx(motion.seconds)
    assert found.times == pytest.approx(motion.step * np.arange(motion.n_frames + (cycle is not None)))
    joints = {joint.body_b: joint.position for joint in motion.character.joints}
    for bone, name in enumerate(found.names):
        body = motion.character.body_index(name)
        head = joints.get(name, motion.character.bodies[body].position)
        places, turns = motion.carried(body, head), motion.turn[:, body]
        if cycle is not None:  # its end is its beginning, a lap on
            places = np.concatenate([places, cycle.move_points(places[:1])])
            turns = np.concatenate([turns, cycle.part(1.0)[0] @ turns[:1]])
        assert found.rest[bone, :3, 3] == pytest.approx(head, abs=1e-7)
        assert found.poses[:, bone, :3, 3] == pytest.approx(places, abs=1e-6)
        shown = found.poses[:, bone, :3, :3] @ np.linalg.inv(found.rest[bone, :3, :3])
        assert shown == pytest.approx(turns, abs=1e-6)


def test_y_is_up(stander, tmp_path):
    write_ogre(stander, tmp_path / "a.skeleton.xml", name="a")
    text = (tmp_path / "a.skeleton.xml").read_text()
    assert '<bone id="0" name="foot"><position x="0" y="0.05" z="0" />' in text.replace("-0", "0")
    assert pytest.approx([0, 0, 1]) == WORLD @ [0, 1, 0]


def test_a_command_writes_it(chain, clip_of, tmp_path):
    clip_of(chain()).save(tmp_path / "clip.npz")
    out = tmp_path / "clip.skeleton.xml"
    assert main(["export", str(tmp_path / "clip.npz"), "--format", "ogre", "--out", str(out)]) == 0
    assert read_ogre(out).names == ["base", "middle", "tip"]
