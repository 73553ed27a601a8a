"""The exported numbers mean what the format says."""

import json
from dataclasses import replace

import numpy as np
import pytest

from solver.character import ContactJoint, RootJoint
from solver.errors import InputError
from solver.formats.motion_json import to_motion_json
from solver.job.cycle import Cycle
from solver.job.surfaces import Box, HalfSpace
from solver.rotations import matrix_from_quaternion, rotation_about


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
    motion = replace(stander, character=character, contact_active=active)
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
    exported = to_motion_json(clip_of(replace(motion, character=character)))
    assert [joint["torque"] for joint in exported["joints"]] == [True, False]


def test_the_judge_reads_it(stander, clip_of, judge):
    clip = clip_of(stander)
    verdict = judge.judge(json.loads(json.dumps(to_motion_json(clip))))
    assert verdict["lin_res"]["max"] < 1e-9
    assert verdict["friction"]["loaded"] == 2 * clip.n_frames
    assert verdict["gait"]["grf_vertical_mean_bw"] == pytest.approx(1.0)


def test_holds_with_the_world_are_contacts_and_others_are_not(hanging, clip_of, judge):
    motion = json.loads(json.dumps(to_motion_json(clip_of(hanging))))
    nail = {"id": "nail", "body": "lamp", "hold": True, "point": [0, 0, 2.0], "force": [0, 0, 5 * 9.81]}
    hook = {"id": "hook", "a": "plumb", "b": "lamp", "point": [0, 0, 1.6], "force": [0, 0, 2 * 9.81]}
    assert motion["contacts"] == [[nail]] * 8
    assert motion["holds"] == [[hook]] * 8
    assert motion["ground"] is None  # a ground could not pull
    verdict = judge.judge(motion)
    assert verdict["lin_res"]["max"] < 1e-9
    assert verdict["ang_res"]["max"] < 1e-9


@pytest.mark.parametrize(("root", "pull"), [("lamp", -2 * 9.81), ("plumb", 2 * 9.81)])
def test_one_tree_feels_what_the_others_do(root, pull, hanging, clip_of, judge):
    motion = to_motion_json(clip_of(hanging), roots=[root])
    assert [body["name"] for body in motion["bodies"]] == [root]
    assert np.shape(motion["pos"]) == (8, 1, 3)
    assert motion["contacts"][3][-1]["force"] == [0, 0, pull]
    assert motion["holds"][3] == []
    assert judge.judge(motion)["lin_res"]["max"] < 1e-9


def test_no_such_tree(hanging, clip_of):
    with pytest.raises(InputError, match="roots: there is no root 'plum'; did you mean 'plumb'"):
        to_motion_json(clip_of(hanging), roots=["plum"])


def test_ground_is_the_plane_that_all_touch(stander, clip_of):
    surfaces = (
        Box("step", (0.0, 0.0, -0.1), (1.0, 1.0, 0.2)),
        HalfSpace("slope", (0, 0, 1.0), (0, -0.6, 0.8)),
    )
    motion = replace(stander, world=replace(stander.world, surfaces=surfaces, ground_height=-3.0))
    grounds = []
    for touched in ([0, 0, 0], [1, 1, 1], [2, 2, 2], [0, 0, 1]):
        on = replace(motion, contact_surface=np.tile(touched, (12, 1)))
        exported = to_motion_json(clip_of(on))
        grounds.append(exported["ground"])
        assert [entry["surface"] for entry in exported["contacts"][0]] == [
            ("", "step", "slope")[k] for k in touched
        ]
    assert grounds == [
        {"normal": [0, 0, 1], "height": -3.0, "mu": 0.8},
        {"normal": [0, 0, 1], "height": 0.0, "mu": 0.8},
        {"normal": pytest.approx([0, -0.6, 0.8]), "height": pytest.approx(0.8), "mu": 0.8},
        None,
    ]


def test_jets_are_contacts_at_their_root(hanging, clip_of, judge):
    """The lamp flies by its jet and spins up by its torque; the plumb rests on nothing and so is left out."""
    time = 0.02 * np.arange(8)
    root = RootJoint("lamp", axes="ZXY", force_limit=90.0, torque_limit=9.0)
    position, orientation = hanging.position.copy(), hanging.orientation.copy()
    position[:, 0, 0] += 0.5 * 2.0 * time**2
    orientation[:, 0] = rotation_about((0.0, 0.0, 1.0), 0.5 * 5.0 * time**2)
    motion = replace(
        hanging,
        character=replace(hanging.character, root=root),
        position=position,
        orientation=orientation,
        hold_forces=np.zeros_like(hanging.hold_forces),
        hold_active=np.zeros_like(hanging.hold_active),
    )
    torques = np.zeros((8, 12))
    torques[:, [0, 2, 3]] = 6.0, 3 * 9.81, 5.0 * 3 / 20 * 0.08
    exported = json.loads(json.dumps(to_motion_json(clip_of(motion, torques), roots=["lamp"])))
    (jet,) = exported["contacts"][4]
    assert jet["jet"] is True
    assert jet["force"] == pytest.approx([6.0, 0, 29.43])
    assert jet["torque"] == pytest.approx([0, 0, 0.06], abs=1e-12)
    assert exported["ground"] is None
    verdict = judge.judge(exported)
    assert verdict["lin_res"]["max"] < 1e-9
    assert verdict["ang_res"]["max"] < 1e-9
