"""Lines of the solver of which values, fields and bytes have been changed at random."""

import json

import numpy as np

from solver.messages import (
    Compared,
    Done,
    Error,
    Generation,
    Iterate,
    Message,
    Outline,
    Progress,
    Remark,
    Status,
    Tally,
    Warning,
    decode,
    encode,
)
from tests.fuzz.documents import changed
from tests.fuzz.fuzz import Case

MESSAGES: tuple[Message, ...] = (
    Status("Solving", figures="3"), Progress(1, 2.0, 0.1, 0.5, 0.2), Iterate(1, ((0.1, 0.2), (0.3, 0.4))),
    Generation(1, 4, 8, 3, None, (0.5,), 0.1, 2.0), Tally(9, 1, 2, 3, 1, 1, 1, 4.0, 2.0, None), Done(0, "clip.npz"),
    Outline(("speed",), (("1",), ("1.2",)), "a minute"),
    Warning("careful"), Error("job.timing.length: too short", "job.timing.length"),
    Compared(0.02), Remark("near"),
)  # fmt: skip


def draw_line(rng: np.random.Generator) -> Case:
    """A line, whose message is then used as the add-on does."""
    line = encode(MESSAGES[int(rng.integers(len(MESSAGES)))])
    if rng.random() < 0.7:
        text = json.dumps(changed(rng, json.loads(line)))
    else:
        data = bytearray(line.encode())
        for _ in range(int(rng.integers(1, 8))):
            data[int(rng.integers(len(data)))] = int(rng.integers(256))
        text = data[: int(rng.integers(len(data) + 1))].decode("utf-8", "replace")
    return text, lambda: _used(decode(text))


def _used(message: Message) -> None:
    """Words can be written, numbers be calculated with."""
    for text in (getattr(message, name, "") for name in ("text", "figures", "clip", "field", "expected")):
        text.encode("utf-8")
    if isinstance(message, Error):
        str(message.as_input_error)
    if isinstance(message, Iterate):
        assert np.isfinite(np.asarray(message.q, float)).all()
    if isinstance(message, Progress):
        f"{message.iteration} {message.objective:.3g} {message.violation:.3g} {message.seconds:.1f}"
