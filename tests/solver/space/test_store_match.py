"""A store goes on with a space whose characters or motions were renamed; its clips keep the names they have."""

from dataclasses import replace

import pytest

from solver.errors import InputError
from solver.fitting.presets.particle import particle
from solver.job.constraints.pin import Pin
from solver.job.job import AnimationTiming
from solver.job.objectives.effort import Effort
from solver.scheduling.workers import LocalWorkers
from solver.space import ParameterSpace, generate
from solver.space.plan import estimate
from solver.space.store_match import begun, stored_matches
from solver.store.clip_store import ClipStore
from solver.store.sample_table import SampleTable


@pytest.fixture
def file(tmp_path):
    return tmp_path / "clips.sqlite"


def thrown(*names, where="", power=1000.0):
    """Give a space of a hop for each of some particles, each stronger than the one before it."""
    start = [Pin(f"root.{axis}", 0, 1, 0.0, 0.0) for axis in ("tx", "tz")]
    end = [Pin("root.tx", -2, -1, 1.0, 1.0), Pin("root.tz", -2, -1, 0.0, 0.0)]
    cast = [replace(particle(power * (1 + k)), name=name) for k, name in enumerate(names)]
    space = ParameterSpace("hops", objectives=(Effort(),), where=where).add_dimension(cast, "who")
    return space.add_dimension([[AnimationTiming(1.0, 8), *start, *end]], "how", labels=("hop",))


def renamed_motion(space, label):
    who, how = space.dimensions
    return replace(space, dimensions=(who, replace(how, values=(replace(how.values[0], label=label),))))


def test_a_renamed_character_goes_on_and_all_its_clips_are_of_one_name(file):
    space = thrown("Cat", "Dog")
    with ClipStore(file) as store:  # begun, and one of its clips was never solved
        begun(store, space, space.points(), resume=False)
    assert generate(space, file, workers=LocalWorkers(1), resume=True).solved == 2
    with ClipStore(file) as store:
        store.file.change("UPDATE samples SET state = 'cancelled', clip = NULL WHERE name = 'hops who=Dog'")
        store.delete("hops who=Dog")
    now = renamed_motion(thrown("Tomcat", "Hound"), "leap")
    tally = generate(now, file, workers=LocalWorkers(1), resume=True)
    assert (tally.solved, tally.total) == (2, 2)
    with ClipStore(file) as store:
        rows = list(SampleTable(store, "hops").rows())
        for row, name in zip(rows, ("Cat", "Dog"), strict=True):
            assert (row.name, row.parameters) == (f"hops who={name}", {"who": name, "how": "hop"})
            assert store.find(parameters={"who": name}) == (row.name,)
            assert store.about(row.name)["character"] == store.get(row.name).job.character.name == name


def test_what_changes_a_motion_is_another_space(file):
    space = thrown("Cat", "Dog")
    with ClipStore(file) as store:
        begun(store, space, space.points(), resume=False)
        assert stored_matches(store, thrown("Tomcat", "Hound")) == space
        for other in (
            thrown("Tomcat", "Hound", power=900.0),
            thrown("Cat", "Dog", "Horse"),
            thrown("Tomcat", "Hound", where="who == 'Hound'"),
        ):
            assert stored_matches(store, other) == other
            with pytest.raises(InputError, match="another space named 'hops'"):
                begun(store, other, other.points(), resume=True)
            with pytest.raises(InputError, match="another space named 'hops'"):
                estimate(other, other.points(), file, 1)


def test_a_label_that_is_no_characters_name_is_part_of_the_space(file):
    space = thrown("Cat").add_dimension([None, None], "mood", labels=("calm", "wild"))
    other = thrown("Cat").add_dimension([None, None], "mood", labels=("calm", "angry"))
    with ClipStore(file) as store:
        begun(store, space, space.points(), resume=False)
        assert stored_matches(store, other) == other
