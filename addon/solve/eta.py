"""Progress and remaining time of a solve, in words."""

import math
from collections.abc import Sequence

import numpy as np

from ...solver.messages import Generation, Progress
from .drawn_duration import DrawnWork, expected_left

PHYSICAL = 1e-6  # violation at which the solver calls a motion physical
ENOUGH = 5  # iterations before a prediction
WINDOW = 20  # number of last iterations for the prediction
# violation: a centimeter of sliding or a thousandth of the weight, hard to see; a meter
NEARLY, FAR = 1e-2, 1.0
SHORT, LONG = 3.0, 90.0  # s
ALMOST = 0.98  # most of the bar while solving
BEGINNING = 5.0  # s without an estimate


def time_left(history: Sequence[Progress]) -> float:
    """Seconds until the motion is physical, extrapolated from the violation; NaN: unknown.

    Newton's method shrinks the violation by a factor per iteration or faster, so a straight line through its
    logarithm over time gives a conservative time at which it crosses ``PHYSICAL``.
    """
    recent = history[-WINDOW:]
    if len(recent) < ENOUGH:
        return math.nan
    seconds = np.array([p.seconds for p in recent])
    digits = np.log10(np.maximum([p.violation for p in recent], PHYSICAL))
    passed = seconds - seconds.mean()
    slope = float(passed @ (digits - digits.mean()) / max(float(passed @ passed), 1e-12))
    if slope >= 0:
        return math.nan
    return max(float(digits[-1]) - math.log10(PHYSICAL), 0.0) / -slope


def fraction(
    history: Sequence[Progress],
    elapsed: float,
    *,
    earlier: float = math.nan,
    drawn: DrawnWork | None = None,
) -> float:
    """Estimated completed part of a solve, 0 to 1, by its own speed or the duration of a similar one.

    Args:
        history: of the solve so far.
        elapsed: time since its start [s].
        earlier: what the last solve like it took, all in all [s]; NaN: there was none.
        drawn: what the time of a drawn motion depends on, such as ``earlier`` is of; None: it is none.
    """
    if history and history[-1].share is not None:
        return min(history[-1].share, ALMOST)
    is_known = bool(history) and not history[-1].is_softened
    left = math.nan
    if is_known:
        left = expected_left(history, drawn) if drawn else time_left(history)
    whole = earlier if math.isnan(left) else elapsed + left
    return min(elapsed / whole, ALMOST) if whole > 0 else 0.0


def eta(
    history: Sequence[Progress],
    *,
    time_limit: float,
    earlier: float = math.nan,
    drawn: DrawnWork | None = None,
) -> str:
    """One line for the panel.

    Args:
        history: of the solve so far.
        time_limit: of the job [s].
        earlier: what the last solve like it took, all in all [s]; NaN: there was none.
        drawn: what the time of a drawn motion depends on, such as ``earlier`` is of; None: it is none.
    """
    if history and history[-1].share is not None:
        return _of_windows(history[-1].share, history[-1].seconds)
    if drawn and not (history and history[-1].is_softened):
        return _of_drawn(history, drawn, expected=earlier, time_limit=time_limit)
    if not history:
        return "Preparing" if math.isnan(earlier) else _as_earlier(earlier)
    last = history[-1]
    if last.violation <= PHYSICAL and not last.is_softened:
        return "Physical motion found, improving it"
    at_most = max(time_limit - last.seconds, 0.0)
    left = math.nan if last.is_softened else time_left(history)
    if left <= at_most:
        return left_in_words(left).capitalize()
    if last.seconds < earlier and not last.is_softened:
        return _as_earlier(earlier)
    if last.seconds < BEGINNING:
        return "Estimating time left"
    return f"Up to {in_words(at_most)}"


def _of_drawn(history: Sequence[Progress], work: DrawnWork, *, expected: float, time_limit: float) -> str:
    """A drawn motion is nearly physical soon; the remaining iterations, which improve it, are predicted from others."""
    if not history and math.isnan(expected):
        return "Preparing"  # while another solve runs
    passed = history[-1].seconds if history else 0.0
    left = expected_left(history, work) if history else math.nan
    left = max(expected - passed, 0.0) if math.isnan(left) else left
    return left_in_words(min(left, max(time_limit - passed, 0.0))).capitalize()


def _of_windows(share: float, seconds: float) -> str:
    """A long motion takes as long for each of its windows."""
    if not share:
        return "Estimating time left"
    return left_in_words(seconds * (1 - share) / share).capitalize()


def _as_earlier(seconds: float) -> str:
    """Duration of a similar solve, which is no promise."""
    return f"A similar solve took {in_words(seconds)}"


def eta_of_search(generation: Generation) -> str:
    """One line for the panel during a timing search, which ends when timings converge: an upper bound of rounds."""
    left = generation.seconds / generation.number * (generation.of - generation.number)
    return f"Up to {in_words(left)}"


def progress(history: Sequence[Progress]) -> str:
    """Iterations so far and their result, in one line; empty before the first."""
    if not history:
        return ""
    last = history[-1]
    steps = f"Iteration {last.iteration}, {last.seconds:.0f} s"
    return steps if last.is_softened else f"{steps}: {nearness(last.violation)}"


def nearness(violation: float) -> str:
    """How physical a motion is, by its largest violation (meters, or tenths of the weight)."""
    if violation <= PHYSICAL:
        return "physical"
    if violation <= NEARLY:
        return "nearly physical"
    return "approaching a physical motion" if violation <= FAR else "far from physical"


def left_in_words(seconds: float) -> str:
    """Remaining time, such as "about 4 seconds left"."""
    return f"about {in_words(seconds)} left" if seconds >= SHORT else f"less than {SHORT:.0f} seconds left"


def in_words(seconds: float) -> str:
    """A duration in words."""
    if seconds < SHORT:
        return "a moment"
    return f"{rounded(seconds)} seconds" if seconds < LONG else f"{round(seconds / 60)} minutes"


def rounded(seconds: float) -> int:
    """A duration rounded as in speech."""
    return round(seconds) if seconds < 10 else 5 * round(seconds / 5)
