"""The grid of creatures: rules that find what is wrong, counts, and the picture."""

from dataclasses import replace

import numpy as np
import pytest

from docs.pictures.creatures import drawn
from scripts.creatures.__main__ import counts
from scripts.creatures.rules import faults
from scripts.creatures.trial import Trial, played


@pytest.fixture(scope="module")
def nodding():
    return played(3, "nod")


def rules_of(motion, nodding):
    return {fault.rule for fault in faults(replace(nodding, motion=motion))}


def test_a_good_motion_has_no_fault(nodding):
    assert not faults(nodding)


def test_what_slips_sinks_and_pops_is_found(nodding):
    motion, size = nodding.motion, nodding.binding.creature.mean_limb
    middle = motion.n_frames // 2
    aside = motion.position.copy()
    aside[middle:, :, 0] += 0.5 * size
    assert "slips" in rules_of(replace(motion, position=aside), nodding)
    assert "goal missed" in rules_of(replace(motion, position=aside), nodding)
    assert "in the ground" in rules_of(replace(motion, position=motion.position - [0, 0, size]), nodding)
    turned = motion.orientation.copy()
    turned[middle] = np.roll(turned[middle], 1, axis=-1)
    assert "pops" in rules_of(replace(motion, orientation=turned), nodding)


def test_hands_that_do_not_meet_are_found():
    clapping = played(8, "clap")
    assert not faults(clapping)
    still = replace(
        clapping.motion, position=np.repeat(clapping.motion.position[:1], clapping.motion.n_frames, 0)
    )
    assert any(fault.rule == "hands do not meet" for fault in faults(replace(clapping, motion=still)))


def test_counts_and_picture_have_every_field():
    rows = [
        Trial(0, "nod", (), "solved; fine"),
        Trial(0, "jump", ("pops: head 9.9",)),
        Trial(1, "nod", (), "NOT SOLVED: why"),
        Trial(1, "eat", ()),
    ]
    assert counts(rows) == {"kinematic": {"tried": 4, "passed": 3}, "physical": {"tried": 2, "passed": 1}}
    picture = drawn([vars(row) for row in rows])
    assert picture.count("<title>") == 2 * 3
    assert "pops: head 9.9" in picture
    assert "not made for it" in picture
