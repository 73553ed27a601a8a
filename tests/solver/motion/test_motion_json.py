"""The exported numbers mean what the format says."""

import json
from dataclasses import replace

import numpy as np
import pytest

from solver.character import ContactJoint
from solver.mechanics.rotations import matrix_from_quaternion
from solver.motion.motion_json import to_motion_json
from solver.problem.job import Cycle


def test_joint_points_meet(chain, clip_of):
    motion = json.loads(json.dumps(to_motion_json(clip_of(chain()))))
    names = [body["name"] for body in motion["bodies"]]
    position, turn = np.array(motion["pos"]), matrix_from_quaternion(motion["quat"])
    for joint in motion["joints"]:
        a, b = names.index(joint["a"]), names.index(joint["b"])
        from_a = position[:, a] + turn[:, a] @ np.array(joint["pa"])
        from_b = position[:, b] + turn[:, b] @ np.array(joint["pb"])
        assert np.abs(from_a - from_b).max() < 1e-12
        assert joint["torque"] is True


def test_contacts_are_listed_while_they_touch(stander, clip_of):
    active, forces = np.ones_like(stander.contact_active), stander.contact_forces.copy()
    active[4:, 0] = False
    forces[4:, 0] = 0
    active[6:, 2] = False  # but it keeps its force
    moments = np.full(forces.shape[:2], 0.25)
    motion = replace(stander, contact_active=active, contact_forces=forces, contact_moments=moments)
    contacts = to_motion_json(clip_of(motion))["contacts"]
    assert [[c["id"] for c in frame] for frame in contacts[3:5]] == [["heel", "mid", "toe"], ["mid", "toe"]]
    assert contacts[8][1] == {
        "id": "toe",
        "body": "foot",
        "mu": 0.8,
        "surface": "",
        "point": [0.2, 0.0, 0.0],
        "force": [0.0, 0.0, forces[8, 2, 2]],
        "torque": [0.0, 0.0, 0.25],
    }


def test_friction_is_the_smallest_that_is_used(stander, clip_of):
    frictions = (0.9, 0.3, 0.6)
    contacts = tuple(
        replace(c, friction=f) for c, f in zip(stander.character.contacts, frictions, strict=True)
    )
    character = replace(stander.character, contacts=contacts)
    active = stander.contact_active.copy()
    active[:, 1] = False
    motion = replace(stander, job=replace(stander.job, character=character), contact_active=active)
    assert to_motion_json(clip_of(motion))["ground"] == {"normal": [0.0, 0.0, 1.0], "height": 0.0, "mu": 0.6}
    assert ContactJoint.friction == 0.8


def test_cycle_and_open(chain, clip_of):
    assert to_motion_json(clip_of(chain()))["cycle"] is None
    cycle = to_motion_json(clip_of(chain(Cycle((0.5, -0.8, 0.1), np.pi / 2))))["cycle"]
    assert cycle == {"quat": pytest.approx([np.sqrt(0.5), 0, 0, np.sqrt(0.5)]), "trans": [0.5, -0.8, 0.1]}


def test_balls_without_muscles_pass_no_torque(chain, clip_of):
    motion = chain()
    limp = tuple(replace(j, torque_limits=(0.0,) * 3) for j in motion.character.joints)
    hinge = replace(limp[0], axes="X", limits=limp[0].limits[:1], torque_limits=(0.0,))
    character = replace(motion.character, joints=(hinge, limp[1]))
    exported = to_motion_json(clip_of(replace(motion, job=replace(motion.job, character=character))))
    assert [joint["torque"] for joint in exported["joints"]] == [True, False]


def test_the_judge_reads_it(stander, clip_of, judge):
    clip = clip_of(stander)
    verdict = judge.judge(json.loads(json.dumps(to_motion_json(clip))))
    assert verdict["lin_res"]["max"] < 1e-9
    assert verdict["friction"]["loaded"] == 2 * clip.n_frames
    assert verdict["gait"]["grf_vertical_mean_bw"] == pytest.approx(1.0)
