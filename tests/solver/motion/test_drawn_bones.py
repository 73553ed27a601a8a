"""Bones between bodies: joints that hang on them move as given, and everything else answers."""

import json
from dataclasses import replace
from pathlib import Path
from types import ModuleType

import numpy as np
import pytest

from solver.animate import animate
from solver.character import BodyJoint, Character, ContactJoint, RigidBody
from solver.clip.clip import Clip
from solver.errors import InputError
from solver.formats.bvh.write import write_bvh
from solver.formats.motion_json import to_motion_json
from solver.job.cycle import Cycle
from solver.job.drawn_bones import DrawnBone, bones_at, drawn_bone, joined_bones, mixed_bones
from solver.job.excerpt import drawn_at_frames, excerpt
from solver.job.job import AnimationTiming, ContactTiming, Job
from solver.mechanics.dynamics import Dynamics
from solver.mechanics.joint_frames import JointFrames
from solver.mechanics.kinematics import Kinematics, Placement
from solver.motion.at_frames import at_frames
from solver.motion.pieces import joined, piece
from solver.problem.formulate import formulate
from solver.rotations import matrix_from_quaternion, quaternion_from_matrix, rotation_about
from solver.store.encoded_motion import motion_from_bytes, motion_to_bytes
from tests.solver.physical import assert_judged, assert_physical

FREE = {"axes": "XYZ", "limits": ((-2.0, 2.0),) * 3, "torque_limits": (200.0,) * 3}
FEET = ((0.15, 0.1), (0.15, -0.1), (-0.15, 0.1), (-0.15, -0.1))


def porter() -> Character:
    """A block on four points with an arm that hangs beside it, 20 cm from the collar."""
    bodies = (
        RigidBody("trunk", 40.0, (0.3, 0.2, 0.8), (0.0, 0.0, 0.5)),
        RigidBody("arm", 8.0, (0.1, 0.1, 0.6), (0.0, 0.2, 0.6)),
    )
    joint = BodyJoint("shoulder", "trunk", "arm", (0.0, 0.2, 0.85), **FREE)
    contacts = tuple(ContactJoint(f"foot {k}", "trunk", (x, y, 0.0), 0.9) for k, (x, y) in enumerate(FEET))
    return Character("porter", bodies, (joint,), contacts)


def shrug(frames: int, *, lift: float = 0.5) -> DrawnBone:
    """The collar lifts the shoulder and rolls it forward, and comes back."""
    angle = lift * np.sin(np.linspace(0.0, np.pi, frames)) ** 2
    turns = matrix_from_quaternion(rotation_about((1.0, 0.0, 0.0), angle))
    turns = turns @ matrix_from_quaternion(rotation_about((0.0, 0.0, 1.0), 0.4 * angle))
    return drawn_bone(
        "collar", "trunk", joints=("shoulder",), parent="", head=np.array([0.0, 0.02, 0.85]), axes=np.eye(3),
        turn=turns, shift=np.zeros((frames, 3)), scale=np.ones((frames, 3)),
    )  # fmt: skip


def job(fps: float = 40.0, *, bones: tuple[DrawnBone, ...] | None = None) -> Job:
    feet = tuple(ContactTiming(contact.name, ((0.0, 1.0),)) for contact in porter().contacts)
    own = (shrug(round(0.8 * fps) + 1),) if bones is None else bones
    return Job("Shrug", porter(), AnimationTiming(0.8, fps), contact_timings=feet, drawn_bones=own)


@pytest.fixture(scope="module")
def clip() -> Clip:
    return animate(job())


def test_a_shrug_is_physical_and_judged(clip: Clip, judge: ModuleType) -> None:
    assert_physical(clip)
    verdict = assert_judged(clip, judge)
    gap = verdict["joint_gap"]
    assert (gap["max"] if isinstance(gap, dict) else gap) < 1e-9
    written = to_motion_json(clip)
    assert [body["name"] for body in written["bodies"]] == ["trunk", "arm", "collar"]
    assert [(joint["a"], joint["b"]) for joint in written["joints"]] == [
        ("collar", "arm"),
        ("trunk", "collar"),
    ]


def test_the_ground_carries_the_inertia_of_what_the_collar_lifts(clip: Clip) -> None:
    motion = clip.motion
    mass = np.array([body.mass for body in motion.character.bodies])
    acceleration = np.diff(motion.position, n=2, axis=0) / motion.step**2
    needed = np.einsum("b,tbi->ti", mass, acceleration) - mass.sum() * np.array(clip.job.gravity)
    assert motion.contact_forces[1:-1].sum(1) == pytest.approx(needed, abs=1e-3)
    still = animate(job(bones=()))
    rise = motion.position[:, 1, 2].max() - still.motion.position[:, 1, 2].max()
    assert rise > 0.05  # 18 cm of collar at half a radian
    moved, unmoved = (np.ptp(each.contact_forces[1:-1].sum(1)[:, 2]) for each in (motion, still.motion))
    assert moved > 5 * unmoved


def test_a_collar_of_a_milligram_needs_the_same_torques() -> None:
    """A given joint is the limit of a body without mass that is turned about the same axes."""
    lighter = 1e-6
    axis = (1.0, 0.0, 0.0)
    given = porter()
    collar = RigidBody("collar", lighter, (0.01, 0.01, 0.01), (0.0, 0.1, 0.85))
    hinge = BodyJoint(
        "collar", "trunk", "collar", (0.0, 0.02, 0.85), axes="X", limits=((-2, 2),), torque_limits=(1,)
    )
    shoulder = replace(given.joints[0], body_a="collar")
    real = replace(given, bodies=(*given.bodies, collar), joints=(hinge, shoulder))
    rng = np.random.default_rng(1)
    q, angle = rng.normal(0.0, 0.3, (6, 9)), rng.normal(0.0, 0.4, 6)
    turn = matrix_from_quaternion(rotation_about(axis, angle))[:, None]
    arm = np.array([0.0, 0.18, 0.0])
    frames = JointFrames(np.array([1]), turn, turn @ arm - arm)
    step, gravity = 0.02, np.array([0.0, 0.0, -9.81])

    def residual(
        character: Character, q: np.ndarray, joints: JointFrames | None
    ) -> tuple[np.ndarray, list[str]]:
        kinematics = Kinematics(character)
        dynamics = Dynamics(
            kinematics, step=step, gravity=gravity, force_scale=1.0, pair_weight=np.ones(len(q) - 1)
        )
        pose = kinematics.forward(q, Placement.still(len(q), joints))
        forces = np.zeros((3, len(q) - 2, len(character.contacts)))
        return dynamics.residual(dynamics.balance(pose, forces, None)), list(kinematics.tree.names)

    found, names = residual(given, q, frames)
    with_collar, all_names = residual(real, np.insert(q, 6, angle, axis=1), None)
    assert all_names.index("collar.rx") == 6
    own = [all_names.index(name) for name in names]
    assert found == pytest.approx(with_collar[:, own], rel=1e-5, abs=1e-3)


def test_work_of_the_collar_counts_as_muscles() -> None:
    missing = []
    for fps in (40.0, 80.0):
        found = animate(job(fps))
        assert_physical(found)
        missing.append(abs(found.report.energy.missing))
        assert found.report.energy.muscles_give > 3  # 8 kg by 5 cm
    assert missing[1] < 0.5 * missing[0] + 1e-6  # of the order of the step squared
    assert missing[1] < 0.1


def test_a_clip_and_its_poses_keep_their_bones(clip: Clip) -> None:
    again = Clip.from_bytes(clip.to_bytes())
    assert again.job == clip.job
    assert again.motion.drawn_bones == clip.motion.drawn_bones
    stored = motion_from_bytes(motion_to_bytes(clip.motion))
    assert stored.drawn_bones == clip.motion.drawn_bones
    assert clip.motion.coordinates == pytest.approx(clip.q, abs=1e-9)


def test_a_bvh_file_has_a_joint_for_the_collar(clip: Clip, tmp_path: Path) -> None:
    write_bvh(clip.motion, tmp_path / "shrug.bvh", up="Z")
    text = (tmp_path / "shrug.bvh").read_text()
    assert [line.split()[1] for line in text.splitlines() if line.split()[0] in ("ROOT", "JOINT")] == [
        "trunk", "collar", "arm",
    ]  # fmt: skip
    rows = np.array([line.split() for line in text.split("Frame Time:")[1].splitlines()[1:]], float)
    assert rows.shape == (clip.n_frames, 3 + 3 * 3)  # only the root has a place
    lift = np.degrees(np.linalg.norm(rows[:, 6:9], axis=1))
    assert lift.max() > 25
    assert lift[[0, -1]] == pytest.approx(0.0, abs=1e-6)


def test_parts_of_a_motion_are_on_their_joints(clip: Clip) -> None:
    motion = clip.motion
    part = piece(motion, 5, 12)
    both = joined([piece(motion, 0, 9), piece(motion, 9, motion.n_frames - 9)])
    for cut, own in ((part, slice(5, 17)), (both, slice(None))):
        assert cut.coordinates == pytest.approx(clip.q[own], abs=1e-9)
    finer = at_frames(motion, np.linspace(0, motion.n_frames - 1, 2 * motion.n_frames - 1), motion.step / 2)
    shoulder = motion.character.joints[0]
    gap = finer.joint_place(shoulder)[0] - finer.carried(1, shoulder.position)
    assert np.abs(gap).max() < 1e-4  # two splines through the same points


def test_a_part_of_a_job_has_its_part_of_the_bones() -> None:
    part = excerpt(drawn_at_frames(job(bones=(shrug(12),))), 8, 20)  # given at other times than the frames
    whole = shrug(12).spread(33, closed=False)[0]
    assert part.drawn_bones[0].spread(13, closed=False)[0] == pytest.approx(whole[8:21], abs=1e-9)


def test_a_bone_closes_with_its_cycle_and_may_turn_half_around() -> None:
    angles = np.linspace(0.0, 2 * np.pi, 12, endpoint=False)  # its quaternions close after two rounds
    turn = matrix_from_quaternion(rotation_about((0.0, 0.0, 1.0), angles))
    bone = replace(shrug(12), turns=tuple(map(tuple, quaternion_from_matrix(turn).tolist())))
    twice, _, _ = bone.spread(24, closed=True)
    assert twice[::2] == pytest.approx(turn, abs=1e-12)
    between = matrix_from_quaternion(rotation_about((0.0, 0.0, 1.0), angles + np.pi / 12))
    assert twice[1::2] == pytest.approx(between, abs=1e-6)


def test_bones_are_cut_mixed_and_joined() -> None:
    one, other = (shrug(9),), (replace(shrug(9, lift=1.0), bone="other", joints=()),)
    cut = bones_at(one, 9, np.arange(2, 5), closed=False)[0]
    assert cut.spread(3, closed=False)[0] == pytest.approx(one[0].spread(9, closed=False)[0][2:5])
    mixed = {bone.bone: bone for bone in mixed_bones(one, other, np.linspace(0, 1, 9))}
    assert {*mixed} == {"collar", "other"}
    assert mixed["collar"].spread(9, closed=False)[0][-1] == pytest.approx(np.eye(3))  # at rest in the other
    first, second = joined_bones([(one, 9), ((), 4)])[0], one[0]
    assert first.spread(13, closed=False)[0][:9] == pytest.approx(second.spread(9, closed=False)[0])
    assert first.spread(13, closed=False)[0][9:] == pytest.approx(np.tile(np.eye(3), (4, 1, 1)))


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ({"body": "leg"}, "there is no body 'leg'"),
        ({"joints": ("elbow",)}, "there is no joint 'elbow'"),
        ({"body": "arm"}, "the joint 'shoulder' cannot hang on 'collar'"),
        (
            {"parent": "sternum"},
            "expected an earlier bone on 'trunk' as the parent of 'collar', found 'sternum'",
        ),
        ({"turns": ()}, "expected a rotation of 'collar' at least"),
        ({"shifts": ((0.0, 0.0, 0.0),)}, "expected as many values as the 33 rotations of 'collar', found 1"),
        ({"scales": ((0.0, 1.0, 1.0),) * 33}, "expected scales of 'collar' above 0"),
    ],
)
def test_what_is_wrong_with_a_bone_is_said(change: dict[str, object], said: str) -> None:
    wrong = replace(shrug(33), **change)  # type: ignore[arg-type]
    with pytest.raises(InputError, match=said):
        formulate(job(bones=(wrong,)))


def test_two_bones_of_one_name_and_mirrored_cycles_are_refused() -> None:
    with pytest.raises(InputError, match="two bones are named 'collar'"):
        formulate(job(bones=(shrug(33), shrug(33))))
    mirrored = replace(job(), cycle=Cycle(mirrored=True))
    with pytest.raises(InputError, match="a mirrored cycle cannot have bones that move as drawn"):
        formulate(mirrored)


def test_a_job_file_keeps_its_bones() -> None:
    kept = Job.from_json(json.loads(json.dumps(job().to_json())))
    assert kept == job()
