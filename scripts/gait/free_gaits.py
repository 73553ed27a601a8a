"""Walks and runs of the human whose timings nobody gives: only speed, and that a walk goes from heel to toe."""

from collections.abc import Mapping
from dataclasses import replace

from solver.character.presets.human import human
from solver.problem.constraints.clearance import Clearance
from solver.problem.job import DEFAULT_OBJECTIVES, AnimationTiming, ContactTiming, Cycle, Job, Objective
from solver.problem.objectives.acceleration import Acceleration
from solver.problem.objectives.effort import Effort
from solver.problem.objectives.force_change import ForceChange
from solver.problem.objectives.posture import Posture
from solver.problem.objectives.torque_change import TorqueChange
from solver.problem.timings import FreeLength, FreePhases, Gradient

Phase = tuple[float, float]

WALK_STRIDE, RUN_STRIDE = 1.05, 0.72  # s, where the search begins
WALK_FPS, RUN_FPS = 30.0, 36.0
WALK_CLEARANCE, RUN_CLEARANCE = 0.03, 0.08  # m
# What is tried beside the default; why is told in docs/gait.md.
UNHURRIED: tuple[Objective, ...] = (*DEFAULT_OBJECTIVES, TorqueChange())
SPRINGY: tuple[Objective, ...] = (Effort(0.02), ForceChange(0.1), Acceleration(), Posture())  # the preset Run
LENGTHS = FreeLength(0.5, 1.8)  # s

# Of each contact: first guess and freedom; the right foot follows half a stride later.
WALK: Mapping[str, tuple[Phase, FreePhases]] = {
    "heel": ((0.0, 0.40), FreePhases(duration=(0.25, 0.6))),
    "toe": ((0.08, 0.56), FreePhases(start=(0.02, 0.2), duration=(0.4, 0.7))),
}
RUN: Mapping[str, tuple[Phase, FreePhases]] = {"toe": ((0.0, 0.33), FreePhases(duration=(0.2, 0.5)))}


def free_walk(speed: float) -> Job:
    """A walk at a speed [m/s]: heel and toe of each foot, both halves alike."""
    timing = AnimationTiming(WALK_STRIDE, WALK_FPS, LENGTHS)
    return _gait(f"walk {speed:g} m/s", speed, timing, WALK, WALK_CLEARANCE)


def free_run(speed: float) -> Job:
    """A run at a speed [m/s] on the balls of the feet."""
    timing = AnimationTiming(RUN_STRIDE, RUN_FPS, LENGTHS)
    return replace(_gait(f"run {speed:g} m/s", speed, timing, RUN, RUN_CLEARANCE), objectives=SPRINGY)


def _gait(
    name: str,
    speed: float,
    timing: AnimationTiming,
    contacts: Mapping[str, tuple[Phase, FreePhases]],
    clearance: float,
) -> Job:
    steps = []
    for contact, ((start, duration), free) in contacts.items():
        other = FreePhases(follows=f"{contact}.L", offset=0.5)
        steps.append(ContactTiming(f"{contact}.L", ((start, duration),), free=free))
        steps.append(ContactTiming(f"{contact}.R", ((start + 0.5, duration),), free=other))
    return Job(
        name,
        human(),
        timing,
        Cycle((speed * timing.length, 0.0, 0.0), mirrored=True),
        tuple(steps),
        tuple(Clearance(f"toe.{side}", clearance) for side in "LR"),
        timing_search=Gradient(),
    )
