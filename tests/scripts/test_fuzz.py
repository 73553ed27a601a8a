"""The fuzzers of ``make fuzz`` reach the cases that are asked, in chunks of all kinds in turn."""

import time
from collections import Counter

from scripts.fuzz import CHUNKS, SCENES, SOLVERS, _chunks, try_chunk
from tests.fuzz.fuzz import Tally


def test_chunks_add_up_to_the_goals() -> None:
    kinds, found = [*SOLVERS, SCENES[0]], Counter[str]()
    chunks = [*_chunks(kinds, 1.0)]
    for kind, _, cases in chunks:
        found[kind] += cases
    assert found == {kind: goal for kind, (_, goal) in SOLVERS.items()} | dict([SCENES])
    assert [kind for kind, *_ in chunks] == kinds * CHUNKS


def test_chunks_are_different_cases_and_add_up() -> None:
    total = Tally()
    for k in range(2):
        total.add(try_chunk(("formulas", k, 3), 18, time.time() + 60))
    assert total.figures == {"cases": 6, "unexpected": 0, "slow": 0, "large": 0, "executed": 0}
