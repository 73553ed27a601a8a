"""Velocities and rates: of which order they are, at the ends too, and that odd and even frames stay together."""

from collections.abc import Callable
from dataclasses import replace

import numpy as np
import pytest

from solver.animate import animate
from solver.expression.reading import read
from solver.fitting.presets.chip import chip
from solver.job.constraints.expression import ExpressionConstraint
from solver.job.constraints.pin import Pin
from solver.job.job import AnimationTiming, Job, SolverOptions
from solver.job.objectives.expression import ExpressionObjective
from solver.job.when import ALWAYS, When
from solver.optimise.solve import solve
from solver.problem.expression.instances import Instances
from solver.problem.expression.selection import known, select
from solver.problem.expression.term import Term
from solver.problem.guess.clip_unknowns import clip_unknowns
from solver.problem.objectives.weighted_sum import WeightedSum
from solver.problem.state import State
from solver.problem.transcription import Transcription, transcribe

MEASURED = ExpressionConstraint(
    "particle.position", -99.0, 99.0
)  # a transcription knows the points of its job alone


def asked(
    transcription: Transcription, text: str, x: np.ndarray, when: When = ALWAYS
) -> tuple[np.ndarray, np.ndarray]:
    """(I,) times and values."""
    expression = read(text, transcription.job.character, subexpressions={}, field="here")
    samples = select(transcription, Term(text, when=when), expression, "here")
    constants = known(transcription, Term(text), expression, samples)
    values = Instances(transcription, expression, samples, constants).values(State(transcription, x))
    return samples.times(transcription.timeline.step), values[0]


def moved(job: Job, steps: int, way: Callable[[np.ndarray], np.ndarray]) -> tuple[Transcription, np.ndarray]:
    """The particle along X, one second in so many steps."""
    transcription = transcribe(replace(job, timing=AnimationTiming(1.0, steps), constraints=(MEASURED,)))
    x = np.zeros(transcription.variables.size)
    x[transcription.variables.q[:, transcription.tree.names.index("root.tx")]] = way(
        np.linspace(0.0, 1.0, steps + 1)
    )
    return transcription, x


def order(errors: list[float]) -> float:
    """Of convergence, as the step is halved."""
    return float(np.log2(errors[0] / errors[1]))


@pytest.mark.parametrize(
    ("text", "when", "expected"),
    [
        ("root.tx.rate", ALWAYS, 2),
        ("root.tx.mid_rate", ALWAYS, 2),
        ("particle.velocity.x", ALWAYS, 2),
        ("root.tx.rate(0)", ALWAYS, 2),
        ("root.tx.rate(-1)", ALWAYS, 2),
        ("root.tx.rate", When(0, 0), 2),
        ("particle.velocity.x", When(-1, -1), 2),
        ("root.tx.central_rate", ALWAYS, 2),
        ("particle.forward_velocity.x", ALWAYS, 1),
    ],
)
def test_order_of_velocities(text: str, when: When, expected: int, flight: Callable[..., Job]) -> None:
    errors = []
    for steps in (40, 80):
        transcription, x = moved(flight(), steps, lambda t: np.sin(3 * t + 0.4))
        times, values = asked(transcription, text, x, when)
        if text.endswith(")"):
            times = np.array([0.0 if "(0)" in text else 1.0])
        assert len(times) == len(values) > 0
        errors.append(float(np.abs(values - 3 * np.cos(3 * times + 0.4)).max()))
    assert order(errors) == pytest.approx(expected, abs=0.1)


def test_an_integral_over_rates_counts_the_whole_clip_to_second_order(flight: Callable[..., Job]) -> None:
    exact = 9 * (0.5 + (np.sin(6.8) - np.sin(0.8)) / 12)  # of (3 cos(3 t + 0.4))^2 over a second
    errors = []
    for steps in (40, 80):
        transcription, x = moved(flight(), steps, lambda t: np.sin(3 * t + 0.4))
        squared = WeightedSum((ExpressionObjective("root.tx.rate ** 2", name="rate"),), transcription)
        errors.append(abs(squared.terms(x)["rate"] - exact))
    assert order(errors) == pytest.approx(2, abs=0.1)


def test_a_zigzag_has_a_rate(flight: Callable[..., Job]) -> None:
    """1, 0, 1, 0, ...: between frames 20 m/s to and fro; the central difference sees none of it."""
    transcription, x = moved(flight(), 20, lambda t: (np.arange(len(t)) + 1) % 2.0)
    assert np.abs(asked(transcription, "root.tx.rate", x)[1]) == pytest.approx(np.full(20, 20.0))
    assert np.abs(asked(transcription, "root.tx.forward_rate", x)[1]) == pytest.approx(np.full(20, 20.0))
    assert np.abs(asked(transcription, "root.tx.central_rate", x)[1]).max() < 1e-9


def test_the_least_rate_is_an_even_way(flight: Callable[..., Job]) -> None:
    """From 0 to 4 m with two places told on the way: straight between them, odd and even frames alike.

    Central differences tie every other frame: the told ones pull at their own kind alone.
    """
    told = {0: 0.0, 7: 3.0, 12: 1.0, 20: 4.0}
    pins = tuple(Pin("root.tx", t, t, x, x) for t, x in told.items())
    job = flight(constraints=pins, options=SolverOptions(tolerance=1e-8))
    straight = np.interp(np.arange(21), list(told), list(told.values()))
    ways = {}
    for rate in ("rate", "central_rate"):
        even = ExpressionObjective(f"root.tx.{rate} ** 2")
        solution = solve(replace(job, objectives=(even,)), send=lambda _: None, cancelled=lambda: False)
        assert solution.solved
        ways[rate] = solution.problem.state(solution.x).q[:, 0]
    assert ways["rate"] == pytest.approx(straight, abs=1e-5)
    assert np.abs(np.diff(ways["central_rate"], 2)).max() > 1.0  # the zigzag


def test_a_step_is_in_contact_while_the_contact_lasts(walk: Callable[..., Job]) -> None:
    transcription = transcribe(walk())
    x = np.zeros(transcription.variables.size)
    rate = "L_knee.ry.rate"
    on = asked(transcription, rate, x, When(contact="L_foot"))[0] / transcription.timeline.step
    off = (
        asked(transcription, rate, x, When(contact="L_foot", touching=False))[0] / transcription.timeline.step
    )
    lasting = np.flatnonzero(transcription.timeline.lasting[:, 0])
    assert on == pytest.approx(lasting + 0.5)
    assert sorted([*on, *off]) == pytest.approx(np.arange(20) + 0.5)
    some = asked(transcription, rate, x, When(3, 6))[0] / transcription.timeline.step
    assert some == pytest.approx([3.5, 4.5, 5.5])


def test_spin_in_flight_is_kept_step_by_step() -> None:
    """The angular momentum by mid-step differences is what the discrete equations of motion keep."""
    bends = ExpressionConstraint("L_knee.ry.rate", 2.0, None, When(3, 9))
    measured = ExpressionConstraint("angular_momentum", -1e3, 1e3)
    job = Job("fall", chip(), AnimationTiming(0.5, 30.0), constraints=(bends, measured))
    clip = animate(job)
    assert clip.provenance.solved, clip.provenance.violations
    transcription = transcribe(job)
    x = clip_unknowns(clip, transcription)
    for text in ("angular_momentum.y", "momentum.x", "momentum.y"):
        assert np.ptp(asked(transcription, text, x)[1]) < 1e-3
