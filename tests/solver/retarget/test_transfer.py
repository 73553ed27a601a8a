"""What users of retargeting tools complain of: feet that slide, limbs twisted by rest poses and axes, lost hips."""

from dataclasses import replace

import numpy as np
import pytest

from solver.errors import InputError
from solver.fitting.presets.chip import chip
from solver.fitting.presets.creature import BodyPlan, creature, random_creature
from solver.fitting.presets.human import human
from solver.fitting.presets.quadruped import quadruped
from solver.formats.bvh.capture import capture
from solver.mechanics.kinematics import Kinematics, Placement
from solver.mechanics.tree import tree_of
from solver.motion.motion import Motion
from solver.retarget.actions.gaits import trot, walk
from solver.retarget.actions.hands import clap
from solver.retarget.creature import Creature
from solver.retarget.creature_map import CreatureMap, LimbPair
from solver.retarget.playback import play
from solver.retarget.transfer import transfer
from solver.rotations import (
    continuous_signs,
    matrix_from_quaternion,
    quaternion_from_matrix,
    quaternion_product,
    rotation_about,
)
from tests.support.bvh_files import CAPTURED
from tests.support.seconds import expect_within, worked

SLIDE, DEPTH, OFF = 1e-3, 5e-4, 0.03  # m


def captured(name, frames=90):
    path = CAPTURED / name
    if not path.is_file():
        pytest.skip(f"{name} is not there")
    motion = capture(path)
    every = max(1, round(1 / motion.step / 30))
    return Motion(
        motion.character,
        motion.step * every,
        motion.position[::every][:frames],
        motion.orientation[::every][:frames],
    )


def played(action, character=None):
    return play(action()[0], Creature(character or human())).motion


def reposed(motion, rotations):
    """The same motion of the same bodies whose rest pose is another: each body turned about a point at rest."""
    bodies = list(motion.character.bodies)
    joints = list(motion.character.joints)
    contacts = list(motion.character.contacts)
    orientation = motion.orientation.copy()
    for body, (point, axis, angle) in rotations.items():
        turn = matrix_from_quaternion(rotation_about(axis, angle))
        k = motion.character.body_index(body)
        old = bodies[k]
        quaternion = quaternion_product(rotation_about(axis, angle), old.orientation)
        bodies[k] = replace(old, position=about(point, turn, old.position), orientation=tuple(quaternion))
        for j, joint in enumerate(joints):
            if joint.body_a == body or (joint.body_b == body and joint.body_a in rotations):
                joints[j] = replace(joint, position=about(point, turn, motion.character.joints[j].position))
    character = replace(
        motion.character, bodies=tuple(bodies), joints=tuple(joints), contacts=tuple(contacts)
    )
    return Motion(character, motion.step, motion.position, orientation, motion.cycle)


def about(point, turn, at):
    return tuple(np.array(point) + turn @ (np.array(at) - point))


def t_posed(motion):
    """The human's motion, as one with a rest pose with level arms has it."""
    rotations = {}
    for side, sign in (("L", 1.0), ("R", -1.0)):
        joint = next(j for j in motion.character.joints if j.body_b == f"upper_arm.{side}")
        for part in ("upper_arm", "forearm"):
            rotations[f"{part}.{side}"] = (joint.position, (1.0, 0.0, 0.0), sign * np.pi / 2)
    return reposed(motion, rotations)


def angles_between(one, other):
    """Largest angle [rad] between orientations (N, B, 4)."""
    cosine = np.abs((one * other).sum(-1)).clip(0, 1)
    return float(2 * np.arccos(cosine).max())


def holds(found):
    assert found.stands.any()
    assert found.slide < SLIDE
    assert found.penetration < DEPTH
    assert max(found.residual.values()) < OFF


@pytest.mark.parametrize("name", ["02_01_walk.bvh", "16_11_walk_veer_left.bvh", "humanoid3d_walk.bvh"])
@pytest.mark.parametrize("target", [human, chip, quadruped])
def test_feet_of_captures_stand_without_slide(name, target):
    holds(transfer(captured(name), Creature(target())))


@pytest.mark.parametrize("name", ["rokoko_jesse_dance.bvh", "dog3d_pace.bvh", "humanoid3d_run.bvh"])
@pytest.mark.parametrize("target", [human, chip])
def test_feet_of_quick_steps_stand_too(name, target):
    holds(transfer(captured(name, 150), Creature(target())))


@pytest.mark.parametrize("seed", range(6))
def test_feet_stand_on_creatures_of_other_proportions(seed):
    target = Creature(random_creature(seed))
    if not target.feet:
        pytest.skip("this creature has no feet")
    found = transfer(played(walk), target)
    assert found.slide < SLIDE * max(found.scale, 1)
    assert found.penetration < DEPTH * max(found.scale, 1)


def test_a_child_takes_shorter_steps_and_its_hips_keep_their_share_of_height():
    motion, small = played(walk), Creature(human(stature=1.1))
    found = transfer(motion, small)
    holds(found)
    assert found.scale == pytest.approx(1.1 / 1.75, rel=0.02)
    hips = motion.position[:, 0, 2].mean(), found.motion.position[:, 0, 2].mean()
    assert hips[1] / hips[0] == pytest.approx(found.scale, rel=0.03)
    sway = np.ptp(motion.position[:, 0, 2]), np.ptp(found.motion.position[:, 0, 2])
    assert sway[1] / sway[0] == pytest.approx(found.scale, rel=0.4)


def test_a_cycle_stays_one():
    motion = played(walk)
    assert motion.cycle is not None
    found = transfer(motion, Creature(human(stature=1.3))).motion
    assert found.cycle is not None
    travel = np.linalg.norm(motion.cycle.translation), np.linalg.norm(found.cycle.translation)
    assert travel[1] / travel[0] == pytest.approx(1.3 / 1.75, rel=0.02)
    position, _ = found.with_neighbours()
    steps = np.linalg.norm(np.diff(position, axis=0), axis=-1).max(axis=1)
    assert steps[-1] < 1.5 * steps[1:-1].max()


def test_rest_poses_do_not_twist_arms():
    motion = played(clap)
    target = Creature(human(stature=1.6))
    usual, level = transfer(motion, target).motion, transfer(t_posed(motion), target).motion
    assert angles_between(usual.orientation, level.orientation) < 0.15
    assert np.abs(usual.position - level.position).max() < OFF


def test_axes_of_bodies_do_not_matter():
    motion, target = played(clap), human(stature=1.6)
    turn = rotation_about(np.ones(3) / np.sqrt(3), 2 * np.pi / 3)  # x to y to z
    turned = replace(
        target,
        bodies=tuple(
            replace(
                body,
                orientation=tuple(quaternion_product(body.orientation, turn)),
                diameters=tuple(np.roll(body.diameters, -1)),
            )
            for body in target.bodies
        ),
    )
    usual, other = (transfer(motion, Creature(each)).motion for each in (target, turned))
    assert np.abs(usual.position - other.position).max() < 1e-6
    back = quaternion_product(
        other.orientation, np.broadcast_to(turn * [1, -1, -1, -1], other.orientation.shape)
    )
    assert angles_between(usual.orientation, back) < 1e-4


def test_elbows_and_knees_bend_to_the_side_of_the_source():
    motion = captured("humanoid3d_run.bvh")
    target = Creature(human())
    found = transfer(motion, target).motion
    for upper, lower in (("upper_arm", "forearm"), ("thigh", "shin")):
        for side in ("L", "R"):
            names = f"{upper}.{side}", f"{lower}.{side}"
            across = [bend(each, *names) for each in (motion, found)]
            bent = np.linalg.norm(across[0], axis=1) > 0.4
            cosine = (across[0] * across[1]).sum(1) / np.prod(
                [np.linalg.norm(a, axis=1) for a in across], axis=0
            )
            assert cosine[bent].min() > 0.5


def bend(motion, upper, lower):
    """(N, 3) normals of a limb's bend, world; their length is its sine."""
    creature = Creature(motion.character)
    limb = next(limb for limb in creature.limbs if motion.character.body_index(lower) in limb.bodies)
    ways = []
    for name in (upper, lower):
        k = motion.character.body_index(name)
        after = limb.bodies[limb.bodies.index(k) + 1] if k != limb.end else None
        end = creature.joint[after] if after is not None else creature.handle[k]
        way = creature.frame[1] @ (end - creature.joint[k])
        ways.append(motion.turn[:, k] @ (way / np.linalg.norm(way)))
    return np.cross(*ways)


def test_hands_that_meet_meet():
    motion = played(clap)
    broad = Creature(chip())
    hands = (
        apart(motion, "forearm.L", "forearm.R"),
        apart(transfer(motion, broad).motion, "L_forearm", "R_forearm"),
    )
    meeting = hands[0] < np.quantile(hands[0], 0.1) + 0.01
    assert hands[0][meeting].max() < 0.1
    assert hands[1][meeting].max() < 0.1


def apart(motion, *names):
    """(N,) distance of two hands [m]."""
    creature = Creature(motion.character)
    origin, axes = creature.frame
    points = [
        motion.carried(b, tuple(origin + axes @ creature.handle[b]))
        for b in map(motion.character.body_index, names)
    ]
    return np.linalg.norm(points[0] - points[1], axis=1)


def test_a_dog_walks_like_a_dog():
    motion = captured("dog_walk.bvh")
    found = transfer(motion, Creature(quadruped()))
    holds(found)
    assert {pair.target for pair in found.map.limbs} >= {
        "hind_paw.L",
        "hind_paw.R",
        "fore_paw.L",
        "fore_paw.R",
        "head",
        "tail",
    }


@pytest.mark.parametrize("spine", [2, 3, 5])
def test_spines_of_other_lengths_turn_as_far(spine):
    source, target = (random_like(spine=count) for count in (3, spine))
    motion = bowed(source)
    found = transfer(motion, target).motion
    top = [creature.spine[-1] for creature in (Creature(motion.character), target)]
    turns = [each.turn[:, k] for each, k in zip((motion, found), top, strict=True)]
    assert angles_between(*(continuous_signs(quaternion_from_matrix(t)) for t in turns)) < 0.1


def random_like(*, spine):
    plan = replace(BodyPlan.drawn(0), branches=False, unequal=0.0, is_upright=True, spine=spine)
    return Creature(creature(plan, name=f"spine of {spine}"))


def bowed(bent):
    """A motion that bends the spine forward."""
    tree = tree_of(bent.character)
    q = np.zeros((20, tree.n))
    for b in bent.spine[1:]:
        own = np.flatnonzero((tree.body == b) & tree.rotation)
        across = np.abs(tree.axis[own] @ bent.frame[1][:, 1])
        q[:, own[across.argmax()]] = 0.2 * np.sin(np.linspace(0, 3, 20))
    kinematics = Kinematics(bent.character)
    pose = kinematics.forward(q, Placement.still(20))
    turn = pose.rotation.transpose(2, 3, 0, 1)
    rest = matrix_from_quaternion(np.array([b.orientation for b in bent.character.bodies]))
    return Motion(
        bent.character,
        1 / 30,
        pose.position.transpose(1, 2, 0),
        continuous_signs(quaternion_from_matrix(turn @ rest)),
    )


def test_an_artist_decides_which_limbs_correspond():
    motion, target = played(trot, quadruped()), Creature(human())
    own = CreatureMap("dog", "human", (LimbPair("hind_paw.L", "foot.R"), LimbPair("hind_paw.R", "foot.L")))
    found = transfer(motion, target, limbs=CreatureMap.from_json(own.to_json()))
    assert set(found.residual) == {"foot.L", "foot.R"}
    assert "neck" in found.unmatched[1]
    with pytest.raises(InputError, match="'paw' is no end of a limb of 'Quadruped'; expected one of"):
        transfer(motion, target, limbs=replace(own, limbs=(LimbPair("paw", "foot.L"),)))


def test_thirty_frames_take_less_than_a_second():
    motion, target = captured("humanoid3d_walk.bvh"), Creature(human())
    transfer(motion, target)
    expect_within(worked(lambda: transfer(motion, target)), motion.n_frames / 30)
