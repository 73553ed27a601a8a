"""Bodies have roles, whatever they are called, and specifications can address these."""

from collections.abc import Callable
from dataclasses import replace

import pytest

from solver.analysis.gait.measures import measure_gait
from solver.animate import animate
from solver.character import Character
from solver.character.roles import body_of_role, joint_of, side_of_body
from solver.clip.clip import Clip
from solver.errors import InputError
from solver.fitting.presets.chip import chip
from solver.fitting.presets.human import human
from solver.fitting.presets.quadruped import quadruped
from solver.job.constraints.above_ground import AboveGround
from solver.job.constraints.expression import ExpressionConstraint
from solver.job.constraints.stay import Stay
from solver.job.hold import Hold
from solver.job.job import AnimationTiming, Job
from solver.job.objectives.head_steady import HeadSteady

LOW, HIGH = (-9.0, -9.0, -9.0), (9.0, 9.0, 9.0)


def renamed(character: Character) -> Character:
    """With names that say nothing, in another order of pairs."""
    name = {body.name: f"bone.{k:03}" for k, body in enumerate(character.bodies)}
    root = character.root_joint
    return replace(
        character,
        bodies=tuple(replace(body, name=name[body.name]) for body in character.bodies),
        joints=tuple(
            replace(each, name=name[each.body_b], body_a=name[each.body_a], body_b=name[each.body_b])
            for each in character.joints
        ),
        contacts=tuple(
            replace(each, name=f"point.{k}", body=name[each.body])
            for k, each in enumerate(character.contacts)
        ),
        root=replace(root, body=name[root.body]),
        mirror_pairs=tuple((name[b], name[a]) for a, b in character.mirror_pairs),
    )


@pytest.mark.parametrize("make", [chip, human, quadruped])
def test_roles_give_sides_and_joints_whatever_the_names(make: Callable[[], Character]) -> None:
    known, scrambled = make(), renamed(make())
    for a, b in zip(known.bodies, scrambled.bodies, strict=True):
        assert side_of_body(scrambled, b.name) == side_of_body(known, a.name)
        assert body_of_role(scrambled, a.role) == b.name
    for part in ("thigh", "shin", "upper_arm"):
        for side in "LR":
            own, other = joint_of(known, part, side), joint_of(scrambled, part, side)
            assert (own is None) == (other is None) == (make is quadruped)
            assert own is None or (own.position == other.position and own.axes == other.axes)


def test_without_roles_they_are_guessed_from_names() -> None:
    plain = replace(chip(), bodies=tuple(replace(body, role="") for body in chip().bodies))
    assert plain == chip()
    for part in ("thigh", "shin", "upper_arm"):
        assert joint_of(plain, part, "R") == joint_of(chip(), part, "R")


def test_a_gait_is_measured_whatever_the_bones_are_called(walked: Clip) -> None:
    job = replace(walked.job, character=renamed(walked.job.character), contact_timings=())
    scrambled = replace(walked, job=job, motion=replace(walked.motion, character=job.character))
    known, found = measure_gait(walked).limbs, measure_gait(scrambled).limbs
    assert found.keys() == known.keys() == {"left", "right"}
    assert found["left"].hip_range == pytest.approx(known["left"].hip_range, rel=1e-9)
    assert found["left"].knee_peak == pytest.approx(known["left"].knee_peak, rel=1e-9)


def test_a_job_names_the_bodies_that_it_addresses(walk: Callable[..., Job]) -> None:
    job = walk(
        constraints=(Stay("@forearm.L", LOW, HIGH), AboveGround(("@shin.R", "torso"))),
        objectives=(HeadSteady("@hips"),),
        holds=(Hold("grip", "@forearm.R", LOW, "", LOW),),
    )
    assert job.constraints == (Stay("L_forearm", LOW, HIGH), AboveGround(("R_calf", "torso")))
    assert job.objectives == (HeadSteady("torso"),)
    assert job.holds[0].body_a == "R_forearm"
    assert Job.from_json(job.to_json()) == job


def test_one_task_for_two_characters() -> None:
    asked = (Stay("@thigh.L", LOW, HIGH),)
    for character, name in (
        (chip(), "L_thigh"),
        (renamed(human()), body_of_role(renamed(human()), "thigh.L")),
    ):
        job = Job("reach", character, AnimationTiming(1.0, 20.0), constraints=asked)
        assert job.constraints[0].body == name


def test_a_role_that_nobody_has_is_refused(walk: Callable[..., Job]) -> None:
    with pytest.raises(
        InputError, match=r"there is no role 'forarm.L'; did you mean 'forearm.L'\?"
    ) as refusal:
        walk(constraints=(Stay("L_thigh", LOW, HIGH), Stay("@forarm.L", LOW, HIGH)))
    assert refusal.value.field == "job.constraints[1].body"
    twins = replace(chip(), bodies=tuple(replace(body, role="hips") for body in chip().bodies))
    with pytest.raises(InputError, match="expected one body with the role 'hips', found torso, L_thigh"):
        body_of_role(twins, "hips")


def test_expressions_address_roles(walk: Callable[..., Job]) -> None:
    low = ExpressionConstraint('body("@forearm.L").position.z', upper=1.2)
    clip = animate(walk(constraints=(low,)))
    assert clip.provenance.solved
    assert clip.motion.position[:, clip.job.character.body_index("L_forearm"), 2].max() < 1.2 + 1e-5
