"""McIntosh's listings (2011, sections 4.2.1, 4.2.3 and 5.2), typed in almost as printed, and what they mean."""

from dataclasses import replace

import numpy as np
import pytest

from solver.animate import animate
from solver.errors import InputError
from solver.job.job import SolverOptions
from solver.mechanics.tree import Tree
from solver.problem.formulate import formulate
from solver.space import ParameterSpace, Point, Points
from solver.space.mcintosh_api import (
    AnimationTiming,
    Body,
    Character,
    Constraint,
    ContactTiming,
    JointBody,
    JointContact,
    Objective,
    t,
)

torso = Body(name="torso", mass=44.0, diameter=[0.22, 0.62, 0.32])

# Section 4.2.1
thigh_left = Body(
    name="L_leg_upper", mass=6.41,
    diameter=[0.16, 0.42, 0.16])  # fmt: skip

calf_left = Body(
    name="L_leg_lower", mass=3.13,
    diameter=[0.11, 0.43, 0.11])  # fmt: skip

joint_knee_left = JointBody(
    name="L_knee",
    body_a=thigh_left, point_a=[0.0, -0.21, 0.0],
    body_b=calf_left, point_b=[0.0, 0.215, 0.0],
    rotation_limits=[[0, 0], [0, 0], [0, 2.8]],
    torque_limit=180)  # fmt: skip

joint_foot_left = JointContact(
    name="L_foot",
    body=calf_left, point=[0.0, -0.215, 0.0],
    friction=0.5)  # fmt: skip

# His "and so on, for the rest of the bodies and joints"
thigh_right = Body(name="R_leg_upper", mass=6.41, diameter=[0.16, 0.42, 0.16])
calf_right = Body(name="R_leg_lower", mass=3.13, diameter=[0.11, 0.43, 0.11])
joint_foot_right = JointContact(name="R_foot", body=calf_right, point=[0.0, -0.215, 0.0], friction=0.5)
BALL = [[-0.5, 0.5], [-0.6, 0.6], [-0.6, 1.8]]


def built(name):
    char_knight = Character(name=name)
    char_knight.add_body(thigh_left)
    char_knight.add_body(calf_left)
    char_knight.add_joint(joint_knee_left)
    char_knight.add_joint(joint_foot_left)
    for body in (torso, thigh_right, calf_right):
        char_knight.add_body(body)
    char_knight.add_joint(joint_foot_right)
    char_knight.add_joint(
        JointBody(
            "R_knee", thigh_right, [0, -0.21, 0], calf_right, [0, 0.215, 0], [[0, 0], [0, 0], [0, 2.8]], 180
        )
    )
    for side, thigh, z in (("L", thigh_left, -0.1), ("R", thigh_right, 0.1)):
        char_knight.add_joint(JointBody(f"{side}_hip", torso, [0, -0.31, z], thigh, [0, 0.21, 0], BALL, 200))
    return char_knight


char_knight, char_princess, char_ogre = built("BoldyBraveSirRobin"), built("Princess"), built("Ogre")


@pytest.fixture(scope="module")
def example():
    # Section 4.2.3
    ps_example = ParameterSpace(name="Example")

    ps_example = ps_example.add_dimension([char_knight, char_princess, char_ogre])

    ps_example = ps_example.add_dimension([
        Constraint(name="torsoBegin",
                   lb=0, c=torso.tx(0)**2 + torso.tz(0)**2, ub=0)
    ])  # fmt: skip

    ps_example = ps_example.add_dimension([
        Constraint(name="torsoEnd",
                   lb=0, c=(torso.tx(29) - x)**2 + (torso.tz(29) - z)**2, ub=0)
        for x in range(-3, 4) for z in range(-3, 4)
    ])  # fmt: skip

    ps_example = ps_example.add_dimension([AnimationTiming(length=1.0, fps=30)])

    return ps_example.add_dimension([
        ContactTiming({
            joint_foot_left: [(0.0, 0.5)],  # contact starting at 0%, lasting for 50%
            joint_foot_right: [(0.5, 0.5)]  # contact starting at 50%, lasting for 50%
        })
    ])  # fmt: skip


def test_his_example_has_147_animations(example):
    """3 x 1 x 49 x 1 x 1, as he says."""
    points = example.points()
    assert len(points) == 147
    names = {example.named(point)[0] for point in points}
    assert len(names) == 147
    assert "Example dimension_1=Princess dimension_3=torsoEnd_25" in names
    problem = formulate(example.sample(points[0]).job)
    assert problem.transcription.timeline.n_frames == 31


def test_one_of_them_is_found(example):
    """The knight ends half a second's step ahead of where he began: torsoEnd at x = 1, z = 0."""
    told = Points((Point(("BoldyBraveSirRobin", "torsoBegin", "torsoEnd_32", "1", "1")),))
    (point,) = replace(example, sampling=told).points()
    job = example.sample(point).job
    clip = animate(replace(job, options=SolverOptions(time_limit=60.0)))
    assert clip.provenance.solved, clip.provenance.violations
    places = clip.motion.position[:, job.character.body_index("torso")]
    assert places[0, :2] == pytest.approx([0.0, 0.0], abs=1e-3)
    assert places[29, :2] == pytest.approx([1.0, 0.0], abs=1e-3)
    assert clip.report.linear_residual < 1e-6


def test_the_limp_of_section_5_2(example):
    char_chip = char_knight
    parameter_space = example

    parameter_space = parameter_space.add_dimension([
        None,
        Constraint(name="rightLegLimp",
            c=joint_foot_right.fy(t), ub=char_chip.get_mass() * 9.81 * 0.6)
    ])  # fmt: skip

    assert len(parameter_space.points()) == 2 * 147
    healthy, limping = (parameter_space.sample(p).job for p in parameter_space.points()[:2])
    (limp,) = set(limping.constraints) - set(healthy.constraints)
    assert limp.upper == pytest.approx(0.6 * 9.81 * limping.character.mass)
    problem = formulate(limping)
    assert len(problem.g_lower) > len(formulate(healthy).g_lower)


def test_assembled_characters_stand_on_the_ground_with_bending_knees():
    knight = char_knight.build()
    lowest = min(contact.point[2] for contact in knight.contacts)
    assert lowest == pytest.approx(0.0)
    bodies = {body.name: body for body in knight.bodies}
    assert bodies["torso"].position[2] == pytest.approx(0.43 + 0.42 + 0.31)
    assert bodies["R_leg_upper"].position[1] < 0 < bodies["L_leg_upper"].position[1]  # Y is to the left
    assert bodies["torso"].diameters == (0.22, 0.32, 0.62)
    tree = Tree(knight)
    assert tree.n == 6 + 2 * (3 + 1)
    knee = tree.names.index("L_knee.ry") if "L_knee.ry" in tree.names else tree.names.index("L_leg_lower.ry")
    assert (tree.lower[knee], tree.upper[knee]) == (0.0, 2.8)
    np.testing.assert_allclose(char_knight.get_mass(), knight.mass)


def test_quantities_write_the_expression_language():
    f = Objective("high", -(2 * torso.ty(t) - 1) / 4, weight=2.0)
    assert f.expression == "((-((2.0 * body('torso').position.z) - 1.0)) / 4.0)"
    assert (1 - torso.tz(3)).text == "(1.0 - (-body('torso').position.y(3)))"


def test_parts_that_do_not_hang_together():
    lonely = Character("lonely")
    for body in (torso, thigh_left, calf_left):
        lonely.add_body(body)
    lonely.add_joint(joint_knee_left)
    with pytest.raises(
        InputError, match=r"expected one body that no joint carries, found \['torso', 'L_leg_upper'\]"
    ):
        lonely.build()
