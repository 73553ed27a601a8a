"""Input that is changed at random is read, or refused in a sentence; ``make fuzz`` tries much more."""

import pytest

from tests.fuzz.command_lines import draw_command_line
from tests.fuzz.documents import draw_character, draw_job, draw_request, draw_space
from tests.fuzz.files import draw_bvh, draw_clip, draw_graph, draw_store
from tests.fuzz.fuzz import Draw, fuzz

CASES = {
    draw_job: 300, draw_character: 300, draw_space: 200, draw_request: 300, draw_clip: 200, draw_bvh: 200,
    draw_store: 60, draw_graph: 200, draw_command_line: 40,
}  # fmt: skip


@pytest.mark.parametrize("draw", CASES, ids=lambda draw: draw.__name__)
def test_what_is_damaged_is_refused_in_a_sentence(draw: Draw) -> None:
    tally = fuzz(draw, seed=7, cases=CASES[draw], seconds=60.0)
    assert tally.cases == CASES[draw]
    assert not tally.told
