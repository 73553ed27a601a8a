"""An open motion begins where the character stands in its rest pose, unless it is placed elsewhere."""

from dataclasses import replace

import numpy as np
import pytest

from solver.animate import animate
from solver.character import Character
from solver.fitting.presets.chip import chip
from solver.fitting.presets.human import human
from solver.job.constraints.at_rest import AtRest
from solver.job.constraints.expression import ExpressionConstraint
from solver.job.constraints.follow_path import FollowPath, Waypoint
from solver.job.constraints.pin import Pin
from solver.job.constraints.stay import Stay
from solver.job.cycle import Cycle
from solver.job.hold import Hold
from solver.job.job import AnimationTiming, ContactTiming, Job
from solver.job.start_in_place import NAME, starting_in_place
from solver.job.surfaces import HalfSpace
from solver.job.when import When
from tests.solver.physical import assert_physical

AWAY = (2.0, 1.0, 1.0)


def standing(character: Character, **more: object) -> Job:
    """A character stands on all its contacts for a second."""
    timings = tuple(ContactTiming(contact.name, ((0.0, 1.0),)) for contact in character.contacts)
    job = Job("stand", character, AnimationTiming(1.0, 12.0), None, timings, (AtRest(),))
    return replace(job, **more)  # type: ignore[arg-type]


def reaching(job: Job) -> Job:
    """The hips are asked to be ahead at the end, which a free motion begins near."""
    at = job.character.bodies[job.character.body_index(job.character.root_joint.body)].position
    return replace(job, constraints=(*job.constraints, Pin("root.tx", -1, -1, at[0] + 0.05, at[0] + 3.0)))


def test_feet_and_hips_begin_where_they_stand() -> None:
    job = reaching(standing(human()))
    clip = animate(starting_in_place(job))
    assert_physical(clip)
    for foot in ("foot.L", "foot.R"):
        own = [i for i, contact in enumerate(job.character.contacts) if contact.body == foot]
        rest = np.mean([job.character.contacts[i].point for i in own], axis=0)
        assert np.abs(clip.motion.contact_points[0, own].mean(0) - rest)[:2].max() < 1.2e-3
    hips = np.array(job.character.bodies[job.character.body_index("hips")].position)
    assert np.abs(clip.motion.position[0, job.character.body_index("hips")] - hips)[:2].max() < 0.15


def test_in_the_air_the_hips_begin_where_they_are() -> None:
    free = standing(chip(), contact_timings=())
    held = [each for each in starting_in_place(free).constraints if each not in free.constraints]
    assert [(each.dof, each.lower, each.upper) for each in held if isinstance(each, Pin)] == [
        ("root.tx", 0.0, 0.0),
        ("root.ty", 0.0, 0.0),
    ]
    assert len(held) == 2


@pytest.mark.parametrize(
    "placed",
    [
        lambda job: replace(job, cycle=Cycle()),
        lambda job: replace(job, constraints=(Pin("root.tx", 0, 0, 1.0, 1.0),)),
        lambda job: replace(job, constraints=(Stay("torso", AWAY, AWAY, when=When(0, 0)),)),
        lambda job: replace(job, constraints=(Stay("torso", AWAY, AWAY),)),
        lambda job: replace(
            job, constraints=(FollowPath("torso", (Waypoint(0.0, AWAY), Waypoint(1.0, (3.0, 1.0, 1.0)))),)
        ),
        lambda job: replace(job, holds=(Hold("bar", "L_forearm", (0.0, 0.2, 0.9), "", AWAY),)),
        lambda job: replace(
            job,
            surfaces=(HalfSpace("deck", (0.0, 0.0, 0.5), (0.0, 0.0, 1.0)),),
            contact_timings=(ContactTiming("L_foot", ((0.0, 1.0),), "deck"),),
        ),
    ],
)
def test_what_is_placed_elsewhere_stays_there(placed) -> None:
    job = placed(standing(chip()))
    assert starting_in_place(job) is job


def test_what_is_placed_later_begins_in_place() -> None:
    job = replace(standing(chip()), constraints=(Stay("torso", AWAY, AWAY, when=When(5, 5)),))
    added = starting_in_place(job).constraints[1:]
    assert {each.name for each in added if isinstance(each, ExpressionConstraint)} == {NAME}
