"""Every violation has its sentence, made of what the violation carries as data, which files keep."""

import json
from dataclasses import replace

import pytest

from solver.mechanics.dof import Dof
from solver.record import to_json
from solver.sentence import Moment
from solver.verify.violation import ActiveLimits, Extent, Kind, Place, Violation
from solver.wording.amounts import measured
from solver.wording.violations import NOTHING, sentence, why_unsolved

KNEE, LIFT = Dof("knee", "Y", turns=True, is_root=False), Dof("hips", "Z", turns=False, is_root=True)
LATE = Place(Moment(12, 0.5), "shin")
FIGURES = (
    *("jet", "weight", "slope", "needed", "friction", "height", "reach", "distance", "speed", "farthest"),
    *("muscles", "strongest", "lower", "upper"),
)
SLIDES = Violation(
    Kind.NO_SLIP, ("foot",), 0.034, "m", LATE, frames=(11, 12), extent=Extent(Moment(11, 0.4), Moment(12, 0.5)),
    limits=ActiveLimits((KNEE,), (KNEE, LIFT)),
)  # fmt: skip


@pytest.mark.parametrize("kind", [kind for kind in Kind if kind is not Kind.EARLIER])
def test_every_kind_has_words(kind: Kind) -> None:
    found = Violation(kind, ("foot", "ball"), 0.5, "m", LATE, dof=LIFT, figures=dict.fromkeys(FIGURES, 2.0))
    told = sentence(found)
    assert told.moments == (LATE.moment,)
    assert len(str(told)) > len(str(LATE.moment)) + 10
    assert not {"{", "}", "."} & set(str(told)[-1:])


def test_a_conflict_tells_what_when_how_long_and_what_is_at_its_limit() -> None:
    assert str(sentence(SLIDES)) == (
        "'foot' slides 3.4 cm at frame 12 (0.50 s), with 'knee' (Y axis) at joint limits and 'knee' (Y axis), "
        "'hips' (Z axis) at full strength; affects frame 11 (0.40 s) to frame 12 (0.50 s)"
    )
    everywhere = replace(SLIDES, extent=Extent(Moment(0, 0.0), Moment(19, 0.8), is_whole=True))
    assert str(sentence(everywhere)).endswith("; affects all frames")
    at_once = replace(SLIDES, extent=Extent(Moment(12, 0.5), Moment(12, 0.5)))
    assert "affects" not in str(sentence(at_once))


@pytest.mark.parametrize(
    ("amount", "dof", "unit", "told"),
    [
        (0.12, LIFT, "m", "'hips' is 12 cm too high at frame 12 (0.50 s), where 1.5 m is required"),
        (-1.2, LIFT, "m", "'hips' is 1.2 m too low at frame 12 (0.50 s), where 1.5 m is required"),
        (-0.1, KNEE, "rad", "'knee' turns 5.73 degrees too little about its Y axis at frame 12 (0.50 s)"),
    ],
)
def test_a_pin_tells_the_way_it_is_missed(amount: float, dof: Dof, unit: str, told: str) -> None:
    figures = {"lower": 1.5, "upper": 1.5}
    missed = Violation(Kind.PIN, (dof.owner,), amount, unit, LATE, dof=dof, figures=figures)
    assert str(sentence(missed)).startswith(told)


def test_amounts_have_the_units_of_people() -> None:
    units = [
        (0.0123, "m"),
        (1.234, "m"),
        (0.5, "rad"),
        (0.5, "rad/s"),
        (748.2, "N"),
        (0.25, "m2"),
        (0.25, ""),
    ]
    told = ["1.23 cm", "1.23 m", "28.6 degrees", "28.6 degrees/s", "748 N", "0.25 m²", "0.25"]
    assert [measured(*each) for each in units] == told


def test_a_file_keeps_the_data() -> None:
    missed = Violation(Kind.PIN, ("knee",), -0.1, "rad", Place(), "job.constraints[2]", KNEE, {"lower": 0.5})
    for each in (SLIDES, missed, Violation(Kind.NO_SUPPORT, figures={"weight": 748.0})):
        assert Violation.from_json(json.loads(json.dumps(to_json(each)))) == each


def test_clips_of_earlier_versions_keep_their_sentence() -> None:
    assert str(sentence(Violation.from_json("of the oldest version"))) == "of the oldest version"
    kept = {
        "sentence": {"parts": ["'foot' slides at ", {"frame": 12, "seconds": 0.5}]},
        "place": {"moment": {"frame": 12, "seconds": 0.5}, "body": "shin"},
    }
    found = Violation.from_json(kept)
    assert (found.place, found.frames) == (LATE, ())
    assert str(sentence(found)) == "'foot' slides at frame 12 (0.50 s)"
    assert Violation.from_json(json.loads(json.dumps(to_json(found)))) == found


def test_several_are_one_sentence() -> None:
    assert str(why_unsolved(())) == NOTHING
    assert str(why_unsolved((SLIDES, SLIDES))) == "; ".join([str(sentence(SLIDES))] * 2)
