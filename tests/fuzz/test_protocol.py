"""Whatever a line of the solver holds, it is a message whose values can be used, or one sentence."""

import pytest

from solver.errors import InputError
from solver.messages import Iterate, Status, decode, encode
from tests.fuzz.fuzz import fuzz
from tests.fuzz.protocol import MESSAGES, draw_line


@pytest.mark.parametrize("message", MESSAGES, ids=lambda each: each.kind)
def test_whole_messages_are_read(message) -> None:
    assert encode(decode(encode(message))) == encode(message)


def test_lines_changed_at_random_end_in_a_message_or_a_sentence() -> None:
    tally = fuzz(draw_line, seed=1, cases=3000, seconds=60.0)
    assert tally.cases == 3000
    assert (tally.unexpected, tally.slow, tally.executed) == (0, 0, 0), tally.told


@pytest.mark.parametrize(
    "line",
    [
        '{"type": "status", "text": 3}',
        '{"type": "status", "text": "\\ud800"}',
        '{"type": "status", "text": "a\\u0000"}',
        '{"type": "status", "text": "' + "a" * 100_000 + '"}',
        '{"type": "done", "exit_code": true}',
        '{"type": "done", "exit_code": 1' + "0" * 400 + "}",
        '{"type": "iterate", "iteration": 1, "q": [[1], [1, 2]]}',
        '{"type": "iterate", "iteration": 1, "q": [[NaN]]}',
        '{"type": "status", "text": "a", "parts": [{"frame": "x", "seconds": 1}]}',
        '{"type": ["status"], "text": "a"}',
        "[" * 100_000,
    ],
)
def test_what_does_not_fit_is_refused(line) -> None:
    with pytest.raises(InputError, match="expected a message of the solver, found"):
        decode(line)


def test_an_iterate_without_rows_and_an_empty_text_are_messages() -> None:
    assert decode(encode(Iterate(0, ()))) == Iterate(0, [])
    assert decode(encode(Status(""))) == Status("")
