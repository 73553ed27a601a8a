"""What a space's dimensions say, and which of its points are sampled."""

import json
from dataclasses import fields, replace
from math import cos, sin
from pathlib import Path

import numpy as np
import pytest

from solver.errors import InputError
from solver.fitting.presets.chip import chip
from solver.fitting.presets.human import human
from solver.job.constraints.expression import ExpressionConstraint
from solver.job.cycle import Cycle
from solver.job.job import DEFAULT_OBJECTIVES, AnimationTiming, ContactTiming, Job
from solver.job.objectives.jerk import Jerk
from solver.problem.formulate import formulate
from solver.record import json_schema
from solver.space import (
    Dimension,
    Finer,
    Formula,
    LatinHypercube,
    ParameterSpace,
    Point,
    Points,
    Range,
    Sobol,
    Specifiers,
    Value,
)
from tests.support.json_schema import faults

SCHEMA = Path(__file__).parents[3] / "solver" / "space" / "space.schema.json"
BASE = ParameterSpace("s").add_dimension([[chip(), AnimationTiming(1.0, 8)]], "who")
SPEEDS = Range(0.0, 3.0, 0.5)
GAIT = ("upright", "crouching")
LOW = ExpressionConstraint("torso.position.z", upper=1.2)


@pytest.fixture
def crouching() -> ParameterSpace:
    """McIntosh's figures 3.7 and 3.8: forward speed and crouching."""
    travel = Formula("cycle.translation[0]", "speed * duration")
    return BASE.add_dimension(SPEEDS, "speed", always=travel).add_dimension([None, LOW], "gait", labels=GAIT)


def test_full_factorial_is_the_product_of_all_values(walks):
    """McIntosh 2011, eq. 3.12."""
    points = walks.points()
    assert len(points) == 2 * 3
    names = [walks.named(point)[0] for point in points]
    assert len(set(names)) == 6
    assert names[0] == "walk speed=1 turn=-0.5"


def test_a_sample_unites_what_its_values_say(walks):
    """McIntosh 2011, eq. 3.15; a formula knows every dimension."""
    sample = walks.sample(walks.points()[-1])
    assert sample.parameters == {
        "character": "Chip",
        "timing": "1",
        "contacts": "1",
        "speed": 1.5,
        "turn": 0.5,
    }
    assert sample.job.cycle == Cycle((1.5 * cos(0.25), 1.5 * sin(0.25), 0.0), 0.5)
    assert [timing.contact for timing in sample.job.contact_timings] == ["L_foot", "R_foot"]
    assert sample.job.objectives == DEFAULT_OBJECTIVES
    assert sample.job.name == sample.name


def test_a_region_is_left_out(crouching):
    """McIntosh 2011, figure 3.8: no fast crouching."""
    region = replace(crouching, where='not (speed >= 2 and gait == "crouching")')
    names = [crouching.named(point)[1] for point in region.points()]
    assert len(names) == 7 + 4
    assert max(n["speed"] for n in names if n["gait"] == "crouching") == 1.5


def test_none_says_nothing(crouching):
    upright, low = (crouching.sample(point).job for point in crouching.points()[:2])
    assert upright.constraints == ()
    assert low.constraints == (LOW,)


def test_a_stretch_may_be_finer_and_only_where_it_is_asked(crouching):
    dimensions = list(crouching.dimensions)
    dimensions[1] = replace(
        dimensions[1], range=Range(0.0, 1.0, 0.5, (Finer(0.0, 0.5, 0.1, 'gait == "upright"'),))
    )
    speeds = {gait: [] for gait in GAIT}
    space = replace(crouching, dimensions=tuple(dimensions))
    for point in space.points():
        _, parameters = space.named(point)
        speeds[parameters["gait"]].append(parameters["speed"])
    assert speeds == {"upright": [0.0, 0.1, 0.2, 0.3, 0.4, 0.5, 1.0], "crouching": [0.0, 0.5, 1.0]}


def test_a_stretch_lies_within_its_range(crouching):
    dimensions = list(crouching.dimensions)
    dimensions[1] = replace(dimensions[1], range=Range(0.0, 1.0, 0.5, (Finer(0.5, 1.5, 0.1),)))
    with pytest.raises(InputError, match=r"range\.finer\[0\]: expected a part of 0 to 1, found 0.5 to 1.5"):
        replace(crouching, dimensions=tuple(dimensions)).points()


@pytest.mark.parametrize("kind", [LatinHypercube, Sobol])
def test_designs_fill_every_stratum(crouching, kind):
    count = 16
    points = replace(crouching, sampling=kind(count, seed=3)).points()
    strata = np.floor((points[:, 1] - 0.0) / 3.0 * count)
    assert sorted(strata) == list(range(count))
    assert np.count_nonzero(points[:, 2]) == count // 2
    assert (points == replace(crouching, sampling=kind(count, seed=3)).points()).all()
    assert (points != replace(crouching, sampling=kind(count, seed=4)).points()).any()


def test_single_points(crouching):
    told = Points((Point(("Chip", 1.25, "crouching")),))
    (point,) = replace(crouching, sampling=told).points()
    assert crouching.named(point)[1] == {"who": "Chip", "speed": 1.25, "gait": "crouching"}
    with pytest.raises(
        InputError, match=r"space.sampling.told\[0\].values\[1\]: expected a number from 0 to 3"
    ):
        replace(crouching, sampling=Points((Point(("Chip", 4.0, "crouching")),))).points()
    with pytest.raises(InputError, match="expected one of 'upright', 'crouching', found 'flying'"):
        replace(crouching, sampling=Points((Point(("Chip", 1.0, "flying")),))).points()


def test_expressions_know_the_dimension_by_name_and_value():
    """The number is bound where the solver asks for it: the formulated rows have it as their bound."""
    by_value = ExpressionConstraint("root.tx(-1) - root.tx(0) - value", 0.0, 0.0)
    by_name = ExpressionConstraint("root.tz - height * leg_length", lower=0.0)
    space = BASE.add_dimension(Range(1.0, 2.0, 1.0), "way", always=by_value)
    space = space.add_dimension([0.5, 0.75], "height", always=by_name)
    job = space.sample(space.points()[-1]).job
    assert job.constraints[0].value == 2.0
    assert {s.name: s.expression for s in job.subexpressions} == {"height": "0.75", "leg_length": "0.92"}
    assert formulate(job).size > 0


def test_characters_are_a_dimension_and_share_quantities_relative_to_their_legs():
    """McIntosh 2011, section 3.4.2: a mouse and a horse do not walk equally fast, but equally fast for their legs."""
    froude = Formula("cycle.translation[0]", "sqrt(value * 9.81 * leg_length) * duration")
    space = ParameterSpace("walks").add_dimension([chip(), human()], "who")
    space = space.add_dimension([AnimationTiming(1.0, 8)], "timing")
    space = space.add_dimension([0.25], "froude", always=froude)
    ways = {(s := space.sample(p)).parameters["who"]: s.job.cycle.translation[0] for p in space.points()}
    assert ways["Chip"] == pytest.approx((0.25 * 9.81 * 0.92) ** 0.5)
    assert ways["Human"] != ways["Chip"]


def test_objectives_come_on_top_of_the_spaces_own():
    space = BASE.add_dimension([None, Jerk(0.5)], "style")
    plain, smooth = (space.sample(point).job.objectives for point in space.points())
    assert plain == DEFAULT_OBJECTIVES
    assert smooth == (*DEFAULT_OBJECTIVES, Jerk(0.5))


def test_there_and_back_as_json_that_fits_the_schema(crouching, tmp_path):
    for sampling in (LatinHypercube(8), Points((Point(("Chip", 1.0, "upright")),)), crouching.sampling):
        space = replace(crouching, sampling=sampling, where="speed < 2")
        space.save(tmp_path / "space.json")
        assert ParameterSpace.load(tmp_path / "space.json") == space
        schema = json.loads(SCHEMA.read_text())
        assert list(faults(schema, space.to_json(), schema, "space")) == []
    assert json.loads(SCHEMA.read_text()) == json_schema(ParameterSpace), (
        "run: python -m scripts.write_schema"
    )


def test_json_that_does_not_fit_names_its_field(crouching):
    data = crouching.to_json()
    data["dimensions"][1]["range"]["step"] = "small"
    with pytest.raises(
        InputError, match=r"space.dimensions\[1\].range.step: expected a number, found 'small'"
    ):
        ParameterSpace.from_json(data)


@pytest.mark.parametrize(
    ("space", "told"),
    [
        (ParameterSpace(""), "space.name: expected a name"),
        (ParameterSpace("s"), "space.dimensions: expected 1 to 1000 dimensions, found 0"),
        (BASE.add_dimension([1.0], "who"), "there are two dimensions 'who'"),
        (BASE.add_dimension([1.0], "mass"), "this name has a meaning; found 'mass'"),
        (BASE.add_dimension([1.0], "the speed"), "expected letters, digits and _; found 'the speed'"),
        (BASE.add_dimension([]), "expected either values or a range"),
        (BASE.add_dimension(Range(1.0, 0.0, 0.1)), r"dimensions\[1\].range: expected low <= high"),
        (BASE.add_dimension(Range(0.0, 1.0, 0.0)), "a step above 0"),
        (BASE.add_dimension(Range(0.0, 1.0, 0.5, (Finer(0.0, 1.0, -1.0),))), r"range.finer\[0\]"),
        (BASE.add_dimension([1.0, 2.0], labels=("a", "a")), r"values\[1\]: expected a label of its own"),
        (replace(BASE, where="wh < 1"), "did you mean 'who'"),
        (replace(BASE, where="1 + 1"), "expected a condition"),
        (replace(BASE, where="who < 1"), "numbers are compared with numbers"),
        (replace(BASE, where='who == "Chop"'), "no sample is left"),
        (replace(BASE, where="__import__('os').remove('x') < 1"), "there is no function|expected numbers"),
        (BASE.add_dimension(Range(0.0, 1.0, 1e-7)), "expected at most 1000000 samples"),
    ],
)  # fmt: skip
def test_a_space_that_makes_no_sense(space, told):
    with pytest.raises(InputError, match=told):
        space.points()


@pytest.mark.parametrize(
    ("space", "told"),
    [
        (ParameterSpace("s").add_dimension([1.0]), "'s' has no character"),
        (ParameterSpace("s").add_dimension([chip()]), "'s' has no timing"),
        (BASE.add_dimension([human()]), r"dimensions\[1\].specifiers: the character is set"),
        (BASE.add_dimension([1.0], "d", always=Formula("timing.fbs", "30")), "did you mean 'fps'"),
        (BASE.add_dimension([1.0], "d", always=Formula("timing", "30")), "there is no number at 'timing'"),
        (BASE.add_dimension([1.0], "d", always=Formula("constraints[3].value", "1")), r"there is no \[3\]"),
        (BASE.add_dimension([1.0], "d", always=Formula("timing.fps", "3 * lenght")), "there is no name 'lenght'"),
        (BASE.add_dimension([1.0], "d", always=Formula("timing.fps", "1 / 0")), "this has no value"),
    ],
)  # fmt: skip
def test_specifiers_that_do_not_fit(space, told):
    with pytest.raises(InputError, match=told):
        space.sample(space.points()[0])


def test_what_is_no_specifier_is_refused():
    with pytest.raises(InputError, match="expected a specifier, found 'fast'"):
        BASE.add_dimension(["fast"])


def test_every_field_of_a_job_can_be_specified():
    own = {"name", "schema_version"}
    assert {f.name for f in fields(Job)} - own <= {f.name for f in fields(Specifiers)}


def test_typed_and_plain_dimensions_are_the_same():
    timing = ContactTiming("L_foot", ((0.0, 0.5),))
    typed = BASE.add_dimension([None, [timing, LOW]], "d").dimensions[1]
    assert typed == Dimension(
        "d", (Value("none"), Value("2", None, Specifiers(contact_timings=(timing,), constraints=(LOW,))))
    )


def test_a_dimension_that_was_added_and_not_kept_is_told(tmp_path):
    space = ParameterSpace("s").add_dimension([chip()], "who")
    space.add_dimension([AnimationTiming(1.0, 8)], "timing")
    for use in (space.points, space.check, lambda: space.save(tmp_path / "space.json")):
        with pytest.raises(InputError, match="the dimension 'timing' was added and not kept"):
            use()


def test_spaces_may_branch_and_their_branches_go_once_they_have_served():
    base = ParameterSpace("s").add_dimension([chip()], "who")
    assert len(base.add_dimension([1.0, 2.0], "speed").points()) == 2
    seeded = replace(base.add_dimension(SPEEDS, "speed"), sampling=LatinHypercube(3))
    assert len(seeded.points()) == 3
    assert len(base.points()) == 1


def test_a_function_that_was_not_called_is_told():
    with pytest.raises(InputError, match=r"expected a specifier, found chip itself; did you mean chip\(\)\?"):
        ParameterSpace("s").add_dimension([chip])
