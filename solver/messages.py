"""Messages of the solver: one JSON object per line on stdout; ``done`` is always the last.

Both sides of the pipe use this file: the solver encodes, the add-on decodes.
"""

import dataclasses
import json
import math
from collections.abc import Callable
from functools import cache
from typing import Any, ClassVar, Self, get_args, get_origin, get_type_hints

from .errors import InputError
from .record import is_text
from .sentence import Moment, Sentence

LONGEST_TEXT = 20_000  # characters
DIGITS = 4  # decimals of a preview [m, rad]
SAME_COST = 1e-4  # relative difference of costs that count as the same optimum
NOTHING = 1e-12  # costs below count as 0


@dataclasses.dataclass(frozen=True)
class Saying:
    """A message in words.

    Attributes:
        text: counts frames from the motion's first, 0.
        parts: of the same sentence if it contains moments, for programs that count frames differently; else empty.
    """

    text: str
    parts: tuple[str | Moment, ...] = dataclasses.field(default=(), kw_only=True)

    @classmethod
    def of(cls, sentence: Sentence, *more: str, **named: str | bool) -> Self:
        """Message of a sentence; ``more`` and ``named`` are the other fields of the class."""
        return cls(str(sentence), *more, parts=sentence.parts if sentence.moments else (), **named)

    @property
    def sentence(self) -> Sentence:
        """The text with its moments."""
        return Sentence(self.parts or (self.text,))


@dataclasses.dataclass(frozen=True)
class Status(Saying):
    """What the solver is doing now, in an animator's words.

    Attributes:
        figures: technical details, or empty.
    """

    kind: ClassVar[str] = "status"
    figures: str = dataclasses.field(default="", kw_only=True)


@dataclasses.dataclass(frozen=True)
class Progress:
    """One iteration of the optimizer is done."""

    kind: ClassVar[str] = "progress"
    iteration: int
    objective: float
    violation: float  # largest violation of a constraint, scaled; 0 is physical
    seconds: float  # since the solve began
    dual_infeasibility: float  # largest entry of the Lagrangian's gradient; 0 is an optimum
    is_softened: bool = False  # constraints are softened to find the conflict; ignore the violation
    is_refined: bool = False  # at all frames, after a solve with fewer
    share: float | None = None  # of a long motion that is solved in windows, completed before this one


@dataclasses.dataclass(frozen=True)
class Iterate:
    """A preview of the motion: an iterate of the optimizer, or the best so far of a search for timings."""

    kind: ClassVar[str] = "iterate"
    iteration: int  # of the optimizer; in a search the generation, 0 before the first
    q: tuple[
        tuple[float, ...], ...
    ]  # (N, n), see solver/__init__.py; in a search, N and times are those of the best

    def __post_init__(self) -> None:
        """Raises a ValueError for rows of different lengths, or invalid numbers."""
        if len({*map(len, self.q)}) > 1 or not all(math.isfinite(sum(row)) for row in self.q):
            raise ValueError("expected rows of equal length with finite numbers")


@dataclasses.dataclass(frozen=True)
class Generation:
    """One generation of a search for timings is solved."""

    kind: ClassVar[str] = "generation"
    number: int  # from 1
    of: int  # at most, over all restarts
    tried: int  # timings of this generation
    solved: int  # that have a motion
    best: float | None  # objective of the best so far, per second in a cycle; None: no motion yet
    timings: tuple[float, ...]  # of the best so far, as in the search
    spread: float  # of this generation's timings, in ranges
    seconds: float  # since the search began

    @property
    def text(self) -> str:
        """The generation in an animator's words."""
        worked = "none solved yet" if self.best is None else f"{self.solved} of {self.tried} work"
        return f"Optimizing timing: round {self.number} of {self.of}, {worked}"

    @property
    def figures(self) -> str:
        """The generation in technical terms."""
        worth = "" if self.best is None else f"the best costs {self.best:.4g}, "
        return f"{worth}spread {self.spread:.2g}"


@dataclasses.dataclass(frozen=True)
class Tally:
    """Progress of a parameter space, a few times per second."""

    kind: ClassVar[str] = "tally"
    total: int
    waiting: int
    running: int
    solved: int
    infeasible: int
    failed: int
    cancelled: int
    seconds: float  # since the run began
    rate: float  # tries per second of this run
    seconds_left: float | None  # at this rate; None while nothing is done
    again: int = 0  # infeasible samples that are or will be tried again from a neighbor


@dataclasses.dataclass(frozen=True)
class Outline:
    """Samples and expected time of a parameter space."""

    kind: ClassVar[str] = "outline"
    varied: tuple[str, ...]  # names of the dimensions that vary
    labels: tuple[tuple[str, ...], ...]  # of their values in each sample
    expected: str  # time for the remaining samples, as a sentence


@dataclasses.dataclass(frozen=True)
class Found(Saying):
    """One of several motions has been found, while the search for the others continues.

    Attributes:
        clip: its file, relative to the solver's working folder.
        point: on a front: value of the quantity, cost, and 1 with help, else 0; otherwise empty.
        is_known: whether an earlier run found it.
    """

    kind: ClassVar[str] = "found"
    clip: str = dataclasses.field(default="", kw_only=True)
    point: tuple[float, ...] = dataclasses.field(default=(), kw_only=True)
    is_known: bool = dataclasses.field(default=False, kw_only=True)


@dataclasses.dataclass(frozen=True)
class Compared:
    """Comparison of the motion that followed an artist's edits with that of a solve from scratch."""

    kind: ClassVar[str] = "compared"
    saved: float  # relative cost that the other one saves; negative if this one is cheaper

    @classmethod
    def costs(cls, this: float, other: float) -> Self:
        """Comparison of two costs."""
        size = max(abs(this), abs(other))
        return cls((this - other) / size if size > NOTHING else 0.0)

    @property
    def is_same(self) -> bool:
        """Whether they count as the same optimum."""
        return abs(self.saved) <= SAME_COST


@dataclasses.dataclass(frozen=True)
class Remark(Saying):
    """A remark about a result, in addition to how the command ended."""

    kind: ClassVar[str] = "remark"


@dataclasses.dataclass(frozen=True)
class Warning(Saying):
    """Something the user should know, while the solver continues."""

    kind: ClassVar[str] = "warning"


@dataclasses.dataclass(frozen=True)
class Error(Saying):
    """Why there is no solution; ``field`` is the path of the culprit that begins the text, or empty."""

    kind: ClassVar[str] = "error"
    field: str = ""

    @property
    def as_input_error(self) -> InputError:
        """The message as an error."""
        first, *others = self.sentence.parts or ("",)
        if self.field and isinstance(first, str):
            first = first.removeprefix(f"{self.field}: ")
        return InputError(Sentence.of(first, *others), field=self.field)


@dataclasses.dataclass(frozen=True)
class Done:
    """The last line: the exit code, and the clip's file or an empty string."""

    kind: ClassVar[str] = "done"
    exit_code: int  # EXIT_*
    clip: str = ""


EXIT_SOLVED, EXIT_FAILED, EXIT_BAD_INPUT, EXIT_NO_SOLUTION, EXIT_CANCELLED = 0, 1, 2, 3, 4

Message = (
    Status
    | Progress
    | Iterate
    | Generation
    | Tally
    | Outline
    | Found
    | Compared
    | Remark
    | Warning
    | Error
    | Done
)
Sink = Callable[[Message], None]  # where a solve sends its messages

_KINDS: dict[str, Any] = {message.kind: message for message in get_args(Message)}


def encode(message: Message, *, request: str = "") -> str:
    """One line of JSON without a line break; names the request it answers if there are several."""
    fields = dict(vars(message))  # not copied deeply, which takes longer than writing a preview
    for name in ("parts", "figures"):  # most messages have none
        if not fields.get(name):
            fields.pop(name, None)
    named = {"request": request} if request else {}
    plain = {"type": message.kind, **named, **fields}
    return json.dumps(plain, separators=(",", ":"), default=dataclasses.asdict)


def decode(line: str) -> Message:
    """Message of a line.

    Raises:
        InputError: the line is not a message.
    """
    return addressed(line)[1]


def addressed(line: str) -> tuple[str, Message]:
    """The request that a line answers, empty if there is only one, and its message.

    Raises:
        InputError: the line is not a message.
    """
    try:
        fields = json.loads(line)
        request = str(fields.pop("request", ""))
        kind = _KINDS[fields.pop("type")]
        if "parts" in fields:
            fields["parts"] = Sentence.from_json(fields["parts"]).parts
        _check(kind, fields)
        message: Message = kind(**fields)
    except (ValueError, KeyError, TypeError, AttributeError, RecursionError) as error:
        raise InputError(f"expected a message of the solver, found {line[:80]!r}") from error
    return request, message


def _check(kind: Any, fields: dict[str, Any]) -> None:
    """Raises a TypeError for an unknown field or a wrong type."""
    types = _types_of(kind)
    for name, value in fields.items():
        if not _fits(types[name], value):
            raise TypeError(f"{name} is no {types[name]}")


@cache
def _types_of(kind: Any) -> dict[str, Any]:
    return get_type_hints(kind)


def _fits(kind: Any, value: Any) -> bool:
    """Whether a JSON value has the type of a message's field."""
    if kind is str:
        return isinstance(value, str) and len(value) <= LONGEST_TEXT and "\0" not in value and is_text(value)
    if kind is float:
        return type(value) is float or (type(value) is int and abs(value) < 2**63)
    if kind is int:
        return type(value) is int and abs(value) < 2**31
    if kind == tuple[float, ...]:  # thousands in a preview
        is_plain = isinstance(value, list | tuple) and {*map(type, value)} <= {float}
        return is_plain or (isinstance(value, list | tuple) and all(_fits(float, each) for each in value))
    if get_origin(kind) is tuple:
        return isinstance(value, list | tuple) and all(_fits(get_args(kind)[0], each) for each in value)
    if get_args(kind):
        return any(_fits(each, value) for each in get_args(kind))
    if isinstance(value, Moment):
        return kind is Moment and _fits(int, value.frame) and _fits(float, value.seconds)
    return isinstance(value, kind)
