"""What a script tells wrongly is told at once, with how it is written."""

import numpy as np
import pytest

from solver.errors import InputError
from solver.fitting.presets.chip import chip
from solver.job.constraints.at_rest import AtRest
from solver.job.cycle import Cycle
from solver.job.job import AnimationTiming, ContactTiming, Job


def test_one_phase_is_a_tuple_in_a_tuple():
    with pytest.raises(InputError) as told:
        ContactTiming("L_foot", (0.0, 0.6))
    assert str(told.value) == (
        "the phases of 'L_foot': expected (start, duration) of each phase, as ((0.0, 0.6),) for one, "
        "found (0.0, 0.6)"
    )


@pytest.mark.parametrize("phases", [0.6, "0 0.6", ((0.0, 0.6, 1.0),), (("a", "b"),), None])
def test_phases_of_another_shape(phases):
    with pytest.raises(InputError, match=r"as \(\(0.0, 0.6\),\) for one, found"):
        ContactTiming("L_foot", phases)


@pytest.mark.parametrize("translation", [1.3, (1.3, 0.0), "fast", ((1.3, 0.0, 0.0),)])
def test_a_cycles_way_is_a_vector(translation):
    with pytest.raises(
        InputError, match=r"cycle.translation: expected three numbers, such as \(x, y, z\), found"
    ):
        Cycle(translation)


def test_arrays_and_lists_are_numbers_too():
    assert Cycle(np.array([1.3, 0.0, 0.0])).translation[0] == 1.3
    assert ContactTiming("L_foot", [[0, 0.6]]).phases == [[0, 0.6]]


def test_a_character_is_no_function():
    with pytest.raises(InputError, match=r"job.character: .* found chip itself; did you mean chip\(\)\?"):
        Job("walk", chip, AnimationTiming(1.0))


def test_one_of_several_is_a_tuple():
    with pytest.raises(
        InputError, match=r"job.constraints: expected a tuple, such as \(constraint,\), found AtRest"
    ):
        Job("stand", chip(), AnimationTiming(1.0), constraints=AtRest())
