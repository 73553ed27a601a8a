"""Requests for several motions of one job; see request.py for the others."""

from dataclasses import dataclass, field
from typing import ClassVar

from ..number_range import above, within
from .flags import flag
from .request_fields import BODIES, OF, OUT, SEED, STORE, WATCHES_STDIN, WORKERS

METRICS = MASS, WHOLE_BODY, HANDS_AND_FEET, JOINT_ANGLES, OWN_EXPRESSION, SHAPE = (
    "mass", "whole body", "hands and feet", "joint angles", "expression", "shape",
)  # fmt: skip
EXPRESSION, EXPRESSION_TOO = flag("--quantity", "EXPRESSION"), flag("--second", "EXPRESSION")


@dataclass(frozen=True)
class VariationsRequest:
    """Find several motions of a job that differ as much as a cost limit allows. Writes variation_1.npz and so on.

    Attributes:
        job: file of the job, with fixed timings.
        out: folder for the clips.
        count: number of motions, including the best.
        slack: share by which they may cost more than the best.
        bodies: names of the bodies whose positions count; none: all.
        free_limbs: weight of limbs that touch nothing, such as arms and head in a jump: the smaller, the more trunk and
            legs differ; None: 1, in a cycle 0.25.
        like: file of a clip that all motions resemble; None: none.
        within: largest distance from that clip [m].
        unlike: files of further clips from which the motions differ.
        seed: seed of the random starts.
        by: measure of difference: distribution of "mass", the same for the "whole body", in which trunk and legs must
            differ as well, "hands and feet", "joint angles", an "expression", or the "shape" of the character, whose
            bodies are then 0.4 to 2.5 times as long.
        expression: value by which motions differ, for the measure "expression".
        may_overlap: whether to let bodies pass through each other deeper than in the best motion.
        store: file of a clip store: motions that it has from an earlier run are not searched for again, and new ones
            are added; None: no store.
        workers: processes, each with its own start for every motion; the farthest result is kept; None: one start
            after another.
        watches_stdin: whether to stop the command at a line 'cancel' or the end of stdin, keeping the motions found.
    """

    kind: ClassVar[str] = "variations"
    job: str
    out: str = field(metadata=OUT)
    count: int = field(default=4, metadata=within(1, 100))
    slack: float = field(default=0.25, metadata=above(0, 100))
    bodies: tuple[str, ...] = field(default=(), metadata=BODIES)
    seed: int = field(default=0, metadata=SEED)
    by: str = field(default=MASS, metadata=flag("--by", choices=METRICS))
    expression: str = field(default="", metadata=flag("--expression", "TEXT"))
    free_limbs: float | None = field(default=None, metadata=within(0, 1))
    like: str | None = field(default=None, metadata=flag("--like", "CLIP"))
    within: float = field(default=0.1, metadata=above(0, 1e3, unit="m"))
    unlike: tuple[str, ...] = field(default=(), metadata=flag("--unlike", "CLIP"))
    may_overlap: bool = False
    store: str | None = field(default=None, metadata=STORE)
    workers: int | None = field(default=None, metadata=WORKERS)
    watches_stdin: bool = field(default=False, metadata=WATCHES_STDIN)


@dataclass(frozen=True)
class FrontRequest:
    """Find the best trade-offs between the objectives of a job and one more quantity. Writes front_1.npz and so on.

    Attributes:
        job: file of the job, with fixed timings.
        out: folder for the clips.
        quantity: expression, such as "com.z".
        levels: values of the quantity, in the order in which each motion starts from the previous one; or use flights.
        flights: frames in the air of a jump, instead of levels: the motion of least cost is found for each number.
        of: value of the expression to use: "peak", "mean", "integral" or "each" for every frame's value.
        at_most: whether to prefer less of the quantity, instead of more.
        second: expression of a second quantity, such as "com.x"; empty: only one quantity.
        second_levels: values of the second quantity, in the order in which each motion starts from the previous one.
        help_price: cost of each newton second of an upward push for motions beyond the character's muscles; None: no
            push.
        muscle_price: cost of muscles twice as strong, for motions beyond the character's own; None: muscles stay as
            they are.
        store: file of a clip store, as for variations.
        workers: processes; None: one per core.
        watches_stdin: whether to stop the command at a line 'cancel' or the end of stdin.
    """

    kind: ClassVar[str] = "front"
    job: str
    out: str = field(metadata=OUT)
    quantity: str = field(metadata=EXPRESSION)
    levels: tuple[float, ...] = field(default=(), metadata=flag("--level"))
    flights: tuple[int, ...] = field(default=(), metadata=flag("--flight", "FRAMES"))
    of: str = field(default="peak", metadata=OF)
    at_most: bool = False
    second: str = field(default="", metadata=EXPRESSION_TOO)
    second_levels: tuple[float, ...] = field(default=(), metadata=flag("--second-level"))
    help_price: float | None = field(default=None, metadata=above(0, 1e6))
    muscle_price: float | None = field(default=None, metadata=above(0, 1e6))
    store: str | None = field(default=None, metadata=STORE)
    workers: int | None = field(default=None, metadata=WORKERS)
    watches_stdin: bool = field(default=False, metadata=WATCHES_STDIN)


@dataclass(frozen=True)
class BetweenRequest:
    """Find motions between two of one job, or between two jumps of a front. Writes between_1.npz and so on.

    Attributes:
        first: file of the clip at share 0.
        second: file of the clip at share 1.
        out: folder for the clips.
        shares: positions between the first and the second, from 0 to 1, in the order in which they are solved.
        bodies: names of the bodies whose positions count, as for variations.
        quantity: expression that increases along a front of jumps, such as "com.z"; empty: both motions are of one
            job.
        of: value of the expression to use, as for a front.
        watches_stdin: whether to stop the command at a line 'cancel' or the end of stdin, keeping the motions found.
    """

    kind: ClassVar[str] = "between"
    first: str
    second: str
    out: str = field(metadata=OUT)
    shares: tuple[float, ...] = field(default=(0.5,), metadata=flag("--share"))
    bodies: tuple[str, ...] = field(default=(), metadata=BODIES)
    quantity: str = field(default="", metadata=EXPRESSION)
    of: str = field(default="peak", metadata=OF)
    watches_stdin: bool = field(default=False, metadata=WATCHES_STDIN)
