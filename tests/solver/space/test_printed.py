"""McIntosh's listings (2011, sections 4.2.1, 4.2.3 and 5.2), typed in as printed, and what they mean."""

# ruff: noqa: F405
from dataclasses import replace

import numpy as np
import pytest

from solver.animate import animate
from solver.errors import InputError
from solver.job.job import Job
from solver.mechanics.euler import turn_about
from solver.problem.expression.faults import expression_faults, term_values
from solver.problem.expression.term import Term
from solver.problem.formulate import formulate
from solver.problem.state import State
from solver.problem.transcription import transcribe
from solver.rotations import matrix_from_quaternion
from solver.space.mcintosh_api.printed import *  # noqa: F403
from solver.space.mcintosh_api.quantity import Quantity
from solver.store.clip_store import ClipStore

# fmt: off
# Section 4.2.1
thigh_left = RigidBody (
    Name = "L_leg_upper", Mass = 6.41,
    Diameter = [0.16, 0.42, 0.16] )

calf_left = RigidBody (
    Name = "L_leg_lower", Mass = 3.13,
    Diameter = [0.11, 0.43, 0.11] )

joint_knee_left = JointBody (
    Name = "L_knee",
    BodyA = thigh_left, PointA = [0.0, -0.21, 0.0],
    BodyB = calf_left, PointB = [0.0, 0.215, 0.0],
    RotationLimits = [[0,0], [0,0], [0, 2.8]],
    TorqueLimit = 180 )

joint_foot_left = JointContact (
    Name = "L_foot",
    Body = calf_left, Point = [0.0, -0.215, 0.0],
    Friction=0.5 )
# fmt: on


def leg(name="Leg"):
    """What the listing has by then is a character already: one that hops."""
    character = Character(Name=name)
    character.add_body(thigh_left)
    character.add_body(calf_left)
    character.add_joint(joint_knee_left)
    character.add_joint(joint_foot_left)
    return character


@pytest.fixture
def ps_example():
    char_knight, char_princess, char_ogre = leg("Knight"), leg("Princess"), leg("Ogre")
    torso, joint_foot_right = thigh_left, None
    # fmt: off
    # Section 4.2.3
    ps_example = ParameterSpace(Name = "Example")

    ps_example.add_dimension( [char_knight, char_princess, char_ogre] )

    ps_example.add_dimension( [
        Constraint(Name = "torsoBegin",
                   lb = 0, c = torso.tx(0)**2 + torso.tz(0)**2, ub = 0)
    ] )

    ps_example.add_dimension( [
        Constraint(Name = "torsoEnd",
            lb = 0, c = (torso.tx(29) - x)**2 + (torso.tz(29) - z)**2, ub = 0)
        for x in range(-3,4) for z in range(-3,4)
    ] )

    ps_example.add_dimension( [AnimationTiming(Length = 1.0, FPS = 30)] )

    ps_example.add_dimension( [
        ContactTiming({
            joint_foot_left:[(0.0, 0.5)], #contact starting at 0%, lasting for 50%
        })
    ] )
    # fmt: on
    assert joint_foot_right is None  # one leg has no right foot: the listing's second line is left out
    return ps_example


def test_his_example_has_147_animations(ps_example):
    """3 x 1 x 49 x 1 x 1, as he says; the space grows in place."""
    space = ps_example.space
    points = space.points()
    assert len(points) == 147
    assert formulate(space.sample(points[0]).job).transcription.timeline.n_frames == 31


def test_the_limp_of_section_5_2(ps_example):
    parameter_space, char_chip, joint_foot_right = ps_example, leg(), joint_foot_left
    # fmt: off
    parameter_space.add_dimension([
        None,
        Constraint(Name = "rightLegLimp",
            c = joint_foot_right.fy(t), ub = char_chip.get_mass() * 9.81 * 0.6)
    ])
    # fmt: on
    points = parameter_space.space.points()
    assert len(points) == 2 * 147
    limp = parameter_space.space.sample(points[1]).job.constraints[-1]
    assert limp.upper == pytest.approx(0.6 * 9.81 * (6.41 + 3.13))


def fall():
    """A leg in the air: nothing can go wrong, so that only the listing's way is shown."""
    space = ParameterSpace(Name="Fall")
    space.add_dimension([leg()])
    space.add_dimension([AnimationTiming(Length=0.5, FPS=10)])
    return space


def test_generate_names_its_solver(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    assert fall().generate(solver="ipopt", workers=1).solved == 1
    with ClipStore(tmp_path / "Fall.clips.sqlite", create=False) as store:
        assert store.names() == ("Fall",)
    with pytest.raises(InputError, match="solver: expected one of ipopt, found 'snopt'"):
        fall().generate(solver="snopt")


HIS = np.array([[1.0, 0.0, 0.0], [0.0, 0.0, 1.0], [0.0, -1.0, 0.0]])  # from the solver's axes to his


@pytest.fixture(scope="module")
def anywhere():
    """A leg's frames at random unknowns: a function that measures quantities, and its bodies in his axes."""
    asked = joint_knee_left.get_state_constraints()
    transcription = formulate(
        Job("leg", leg().build(), AnimationTiming(Length=0.6, FPS=10), constraints=asked)
    ).transcription
    x = 0.3 * np.random.default_rng(3).standard_normal(transcription.variables.size)
    state = State(transcription, x)
    position, orientation = transcription.kinematics.poses(state.q, transcription.timeline.frame_placement)

    def measured(quantity):
        """Of the frames with one on either side, as a constraint asks for it."""
        samples, values = term_values(state, Term(quantity.text), "here")
        assert not samples.between
        whole = len(samples) == transcription.timeline.n_frames
        return values[0][1:-1] if whole else values[0]

    return measured, position @ HIS.T, HIS @ matrix_from_quaternion(orientation) @ HIS.T


def test_q_is_a_bodys_place_and_its_turns_in_his_axes(anywhere):
    """Eq. 4.1, with the orientation made of turns about Y, X and Z."""
    measured, place, turn = anywhere
    for b, body in enumerate((thigh_left, calf_left)):
        assert len(body.q) == 6
        for shift in (-1, 0, 1):
            q = np.array([measured(part(t + shift)) for part in body.q])
            frames = np.arange(1, len(place) - 1) + shift
            assert pytest.approx(place[frames, b]) == q[:3].T
            for (phi, theta, psi), expected in zip(q[3:].T, turn[frames, b], strict=True):
                made = turn_about("Y", theta) @ turn_about("X", phi) @ turn_about("Z", psi)
                assert made == pytest.approx(expected)
    assert measured(thigh_left.q[2](0)) == pytest.approx(place[0, 0, 2])
    assert measured(abs(thigh_left.tx(t))) == pytest.approx(np.abs(place[1:-1, 0, 0]), abs=1e-3)


def test_an_ellipsoid_keeps_a_sphere_out(anywhere):
    """Eq. 4.3: the sphere within the calf, as the thigh sees it."""
    measured, place, turn = anywhere
    constraint = thigh_left.get_intersection_constraint(calf_left)
    gap = np.einsum("tki,tk->ti", turn[1:-1, 0], place[1:-1, 1] - place[1:-1, 0])
    radii = np.array(thigh_left.diameter) / 2 + min(calf_left.diameter) / 2
    assert measured(Quantity(constraint.expression)) == pytest.approx(((gap / radii) ** 2).sum(axis=1))
    assert (constraint.lower, constraint.upper) == (1.0, None)
    assert constraint.name == "L_leg_upper and L_leg_lower apart"


def test_t_goes_no_further_than_the_next_frame():
    with pytest.raises(InputError, match=r"expected t - 1, t or t \+ 1, found t \+2"):
        thigh_left.tx(t + 2)
    with pytest.raises(InputError, match=r"expected t or the number of a frame, found t -1"):
        joint_foot_left.fy(t - 1)


def test_the_state_constraints_of_a_joint_hold_by_construction(anywhere):
    """Eq. 4.5: 6 of them; the knee's limits bound its last turn alone."""
    measured, _, turn = anywhere
    constraints = joint_knee_left.get_state_constraints()
    assert [each.name for each in constraints] == [f"L_knee.{way}{axis}" for way in "tr" for axis in "xyz"]
    values = np.array([measured(Quantity(each.expression)) for each in constraints])
    assert np.abs(values[:5]).max() < 1e-9
    assert [(each.lower, each.upper) for each in constraints] == [(0.0, 0.0)] * 5 + [(0.0, 2.8)]
    bent = np.einsum("tki,tkj->tij", turn[1:-1, 1], turn[1:-1, 0])  # the thigh as the calf sees it
    assert values[5] == pytest.approx(np.arctan2(bent[:, 1, 0], bent[:, 0, 0]))


def test_a_joint_s_constraints_are_his():
    """Eq. 4.6, 4.8 and 4.9 hold in a motion that does not ask for them; half the torque that it takes does not."""
    phases = ContactTiming({joint_foot_left: [(0.0, 0.6)]})
    clip = animate(Job("hop", leg().build(), AnimationTiming(Length=0.4, FPS=20), contact_timings=phases))
    assert clip.provenance.solved
    (torque,), (cone, push) = joint_knee_left.get_force_constraints(), joint_foot_left.get_force_constraints()
    held = joint_foot_left.get_state_constraints()
    assert [each.name for each in held] == ["L_foot.tx", "L_foot.ty", "L_foot.tz"]
    assert torque.upper == 180.0**2
    strongest = np.nanmax(np.abs(clip.torques))

    def faults(*constraints):
        asked = replace(clip, job=replace(clip.job, constraints=constraints))
        return expression_faults(asked, transcribe(asked.job))

    assert not faults(*held, torque, replace(cone, tolerance=1e-3), push)
    assert faults(replace(torque, upper=(strongest / 2) ** 2))
