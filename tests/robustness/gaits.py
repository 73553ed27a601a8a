"""Cycles: walks, runs, hops and turns at speeds that the leg's length allows."""

import math
from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np

from solver.character import Character
from solver.job.constraints.clearance import Clearance
from solver.job.cycle import Cycle
from solver.job.job import AnimationTiming, ContactTiming, Job
from tests.robustness.task import GRAVITY, either_way, within

Phases = Mapping[str, tuple[float, float]]


@dataclass(frozen=True)
class Gait:
    """How a character may travel.

    Attributes:
        froude: lowest and highest v^2 / (g L).
        stride: lowest and highest stride time in units of sqrt(L / g), at the middle of the speeds.
        duty: share of the cycle that a foot stands, at the lowest and the highest speed.
        fps: frames per second.
    """

    froude: tuple[float, float]
    stride: tuple[float, float]
    duty: tuple[float, float]
    fps: float


def cycle_job(
    rng: np.random.Generator,
    name: str,
    character: Character,
    gait: Gait,
    *,
    leg: float,
    offsets: Mapping[str, float],
    feet: Mapping[str, Phases],
    clearance: float = 0.0,
    turns: bool = False,
    may_mirror: bool = False,
) -> Job:
    """A cycle at a speed drawn from the gait's Froude numbers.

    Args:
        rng: of the draw.
        name: of the gait.
        character: who.
        gait: its ranges.
        leg: length of a leg L [m].
        offsets: when each foot touches down, as a share of the cycle.
        feet: contacts of each foot with (start, end) as shares of its stance.
        clearance: of every contact's swing [m].
        turns: whether the way bends.
        may_mirror: whether half of the draws are mirrored.
    """
    share = within(rng, 0.0, 1.0)
    speed = math.sqrt((gait.froude[0] + share * (gait.froude[1] - gait.froude[0])) * GRAVITY * leg)
    middle = math.sqrt(sum(gait.froude) / 2 * GRAVITY * leg)
    pace = within(rng, *gait.stride) * math.sqrt(leg / GRAVITY) * math.sqrt(middle / max(speed, 0.3 * middle))
    duty = gait.duty[0] + share * (gait.duty[1] - gait.duty[0])
    frames = 2 * max(round(pace * gait.fps / 2), 6)
    length, yaw = frames / gait.fps, 0.0
    if turns:  # on a circle that the legs can follow: radius above 1.5 legs, at most a quarter turn
        yaw = either_way(rng, 0.15, min(math.pi / 2, speed * length / (1.5 * leg)))
    way = speed * length * (math.sin(yaw / 2) / (yaw / 2) if yaw else 1.0)
    mirrored = may_mirror and not turns and bool(rng.integers(2))
    cycle = Cycle((way * math.cos(yaw / 2), way * math.sin(yaw / 2), 0.0), yaw, mirrored)
    timings, clearances = [], []
    for foot, phases in feet.items():
        for contact, (start, end) in phases.items():
            begins = (offsets[foot] + start * duty) % 1.0
            timings.append(ContactTiming(contact, ((begins, (end - start) * duty),)))
            if clearance:
                clearances.append(Clearance(contact, clearance))
    label = f"{name} {speed:.2f} m/s, {length:.2f} s, duty {duty:.2f}, yaw {yaw:.2f}"
    timing = AnimationTiming(length, gait.fps)
    return Job(label + mirrored * ", mirrored", character, timing, cycle, tuple(timings), tuple(clearances))
