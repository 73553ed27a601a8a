"""Samples in a store: their states, and the clips found by their parameters and tags."""

from dataclasses import replace

import pytest

from solver.cli import parser
from solver.commands.clips import clips
from solver.errors import InputError
from solver.store.clip_store import ClipStore
from solver.store.encoded_clip import EncodedClip
from solver.store.sample_table import (
    CANCELLED,
    INFEASIBLE,
    SOLVED,
    STATES,
    FinishedSample,
    SampleTable,
    space_names,
)

SAMPLES = [(f"walk {k}", {"speed": 0.5 * k, "injury": "limping" if k % 2 else "healthy"}) for k in range(5)]


@pytest.fixture
def encoded(stander, clip_of):
    clip = clip_of(stander)
    return lambda name: EncodedClip.of_clip(replace(clip, job=replace(clip.job, name=name)))


@pytest.fixture
def store(tmp_path):
    with ClipStore(tmp_path / "store.sqlite") as opened:
        yield opened


@pytest.fixture
def table(store, encoded):
    """Five samples, three of them solved, one under way."""
    table = SampleTable(store, "walk")
    table.create("{}", SAMPLES)
    done = [FinishedSample(k, SOLVED, strategy="warm start", clip=encoded(f"walk {k}")) for k in range(3)]
    table.update([3], done)
    return table


def test_states_and_counts(store, table):
    assert table.states() == ["solved", "solved", "solved", "running", "waiting"]
    table.update(
        [], [FinishedSample(3, INFEASIBLE, "the leg is too short", "walk 2", seconds=1.5, iterations=80)]
    )
    assert table.counts() == dict.fromkeys(STATES, 0) | {"solved": 3, "infeasible": 1, "waiting": 1}
    (row,) = table.rows([INFEASIBLE])
    assert (row.name, row.reason, row.start, row.iterations) == (
        "walk 3",
        "the leg is too short",
        "walk 2",
        80,
    )
    assert row.parameters == SAMPLES[3][1]
    assert space_names(store) == ("walk",)


def test_clips_are_found_by_parameters_and_tags(store, table, encoded):
    store.put(encoded("by hand"))
    assert store.find(parameters={"speed": 0.5}) == ("walk 1",)
    assert store.find(parameters={"speed": (0.4, 1.0)}) == ("walk 1", "walk 2")
    assert store.find(parameters={"injury": "healthy", "speed": (0.4, 2.0)}) == ("walk 2",)
    assert store.find(parameters={"injury": 0.5}) == ()
    assert store.find(space="walk") == ("walk 0", "walk 1", "walk 2")
    store.tag("walk 0", "good", "slow")
    store.tag("walk 1", "good")
    assert store.find(tags=["good"]) == ("walk 0", "walk 1")
    assert store.find(tags=["good", "slow"], parameters={"speed": 0.0}) == ("walk 0",)
    assert store.tags("walk 0") == ("good", "slow")
    store.untag("walk 0", "good")
    assert store.tags("walk 0") == ("slow",)


def test_clips_are_compared(store, table):
    compared = store.compare(["walk 0", "walk 2"])
    assert [row["speed"] for row in compared.values()] == [0.0, 1.0]
    assert compared["walk 0"]["linear_residual"] == store.about("walk 0")["report"]["linear_residual"]


def test_a_deleted_clip_leaves_its_sample_solved(store, table):
    store.delete("walk 1")
    assert table.states()[1] == "solved"
    assert table.clip_data(1) is None
    assert table.clip_data(0) is not None


def test_an_update_is_entered_whole_or_not_at_all(store, table, encoded):
    """The second clip's name is taken: neither it nor the first is entered, nor is any state changed."""
    store.put(encoded("taken"))
    before = (table.states(), store.names())
    with pytest.raises(InputError, match="there is already a clip 'taken'"):
        table.update(
            [],
            [
                FinishedSample(3, SOLVED, clip=encoded("new")),
                FinishedSample(4, SOLVED, clip=encoded("taken")),
            ],
        )
    assert (table.states(), store.names()) == before


def test_what_is_done_stays_so(store, table, encoded):
    """Another program has solved the sample in the meantime."""
    before = (list(table.rows([SOLVED])), store.names())
    table.update(
        [0], [FinishedSample(1, SOLVED, clip=encoded("walk 1")), FinishedSample(2, INFEASIBLE, "too late")]
    )
    assert (list(table.rows([SOLVED])), store.names()) == before


def test_what_is_infeasible_may_yet_be_solved(store, table, encoded):
    table.update(
        [], [FinishedSample(3, INFEASIBLE, "too far", "walk 2", "softened", 1.0, 80, encoded("walk 3"))]
    )
    assert store.attempt("walk 3").name == "walk 3"
    assert "walk 3" not in store.names()
    table.update([], [FinishedSample(3, INFEASIBLE, "farther still", "walk 1", "warm start", 0.5, 40)])
    (row,) = table.rows([INFEASIBLE])
    assert (row.reason, row.strategy, row.start) == ("too far", "softened", "walk 1")
    assert (row.tries, row.seconds, row.iterations, row.has_attempt) == (2, 1.5, 120, True)
    table.update([], [FinishedSample(3, SOLVED, "", "walk 0", "warm start", 0.5, 5, encoded("walk 3"))])
    (row,) = [row for row in table.rows([SOLVED]) if row.name == "walk 3"]
    assert (row.reason, row.strategy, row.start) == ("", "warm start", "walk 0")
    assert (row.tries, row.seconds, row.iterations, row.has_attempt) == (3, 2.0, 125, False)
    assert "walk 3" in store.names()
    with pytest.raises(InputError, match="there is no attempt at 'walk 3'"):
        store.attempt("walk 3")


def test_what_was_left_undone_waits_again(table):
    table.update([], [FinishedSample(4, CANCELLED)])
    table.wait_again()
    assert table.states() == ["solved", "solved", "solved", "waiting", "waiting"]


def test_a_sample_does_not_take_another_clips_name(store, encoded):
    store.put(encoded("walk 2"))
    with pytest.raises(InputError, match="there is already a clip 'walk 2'"):
        SampleTable(store, "walk").create("{}", SAMPLES)
    assert space_names(store) == ()


def test_a_dimension_or_a_label_that_no_space_has_is_told(store, table):
    with pytest.raises(InputError, match=r"there is no dimension 'sped'; did you mean 'speed'\?"):
        store.find(parameters={"sped": 0.5})
    with pytest.raises(InputError, match="expected a number for 'speed', found 'slow'"):
        store.nearest({"speed": "slow"})
    with pytest.raises(InputError, match=r"there is no injury 'limpin'; did you mean 'limping'\?"):
        store.find(parameters={"injury": "limpin"})
    SampleTable(store, "throw").create("{}", [("throw 0", {"height": 1.0})])
    assert store.find(parameters={"height": 1.0}) == ()
    with pytest.raises(InputError, match="there is no dimension 'height'; there are 'speed', 'injury'"):
        store.nearest({"height": 1.0}, space="walk")


def test_the_nearest_clip_counts_numbers_by_their_range_and_labels_by_whether_they_are_the_same(store, table):
    """Solved are speed 0 and 1, healthy, and 0.5, limping."""
    assert store.nearest({"speed": 0.2}) == "walk 0"
    assert store.nearest({"speed": 0.3}) == "walk 1"
    assert store.nearest({"speed": 0.3, "injury": "healthy"}) == "walk 0"
    assert store.nearest({"speed": 9.0, "injury": "limping"}) == "walk 2"  # 8 of 1 off and healthy, not 8.5
    store.tag("walk 2", "good")
    assert store.nearest({"speed": 0.0}, tags=["good"]) == "walk 2"
    with pytest.raises(InputError, match="there is no clip with parameters like injury=0"):
        store.nearest({"injury": 0.0})


def test_command_line_lists_the_nearest_clip(store, table):
    told = []
    options = ["clips", "--store", str(store.path), "--nearest"]
    clips(parser().parse_args([*options, "speed=0.3", "--nearest", "injury=healthy"]), told.append)
    assert [message.text for message in told] == ["walk 0"]
    with pytest.raises(InputError, match=r"expected a number or a label for 'speed', found a range 0\.\.1"):
        clips(parser().parse_args([*options, "speed=0..1"]), told.append)
    with pytest.raises(InputError, match="can only be combined with --space and --tag"):
        clips(parser().parse_args([*options, "speed=1", "--clip", "walk 0"]), told.append)
