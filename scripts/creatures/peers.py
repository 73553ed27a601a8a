"""Inverse kinematics beside others on the same goals: hands reach to places around them, feet stay.

python -m scripts.creatures.peers [--creatures 20]
"""

import argparse
import os
import sys
import time
from collections.abc import Callable, Sequence

os.environ["OMP_NUM_THREADS"] = os.environ["OPENBLAS_NUM_THREADS"] = "1"  # before numpy

import numpy as np

from scripts.creatures.trial import creature_of
from solver.arrays import Array
from solver.retarget.creature import Creature
from solver.retarget.goals import Goal
from solver.retarget.ik.solve import solve
from tests.peers.inverse_kinematics import damped_least_squares, fabrik

NEAR = 0.05  # limb lengths from a goal that is met
FRAMES = 60
Reached = Callable[[Creature, Sequence[Goal], int], Array]


def main(arguments: Sequence[str]) -> int:
    """Return the exit code."""
    parser = argparse.ArgumentParser(
        prog="python -m scripts.creatures.peers", description=__doc__.splitlines()[0]
    )
    parser.add_argument("--creatures", type=int, default=20, metavar="N")
    options = parser.parse_args(arguments)
    methods: dict[str, Reached] = {
        "particles": lambda creature, goals, n: _ours(creature, goals, n, joints=False),
        "particles and joints": lambda creature, goals, n: _ours(creature, goals, n, joints=True),
        "damped least squares": damped_least_squares,
        "FABRIK": fabrik,
    }
    cases = [(creature, circled(creature)) for creature in map(creature_of, range(options.creatures))]
    print("method, goals met, largest jump beside the goal's own, ms a pose at once, ms a pose by itself")
    for name, reached in methods.items():
        print(name, *_measured(reached, [case for case in cases if case[1]]), sep=", ")
    return 0


def circled(creature: Creature) -> list[Goal]:
    """Hands on circles around their shoulders, and feet where they stand; none without hands."""
    angle = np.linspace(0, 2 * np.pi, FRAMES)
    whole, goals = np.ones(FRAMES), []
    for b in creature.bodies:
        if "grasper" in creature.capabilities[b]:
            rest = creature.handle[b] - creature.base[b]
            middle = 0.6 * (rest / np.linalg.norm(rest) + [0.6, 0.0, 0.3])
            circle = np.stack([0.1 * np.cos(angle), 0.25 * np.cos(angle), 0.25 * np.sin(angle)], axis=1)
            goals.append(
                Goal(b, creature.base[b] + creature.limb_length[b] * (middle + circle), None, whole, whole)
            )
    if not goals:
        return []
    still = [Goal(b, np.tile(creature.handle[b], (FRAMES, 1)), None, whole, whole) for b in creature.feet]
    return [*goals, *still]


def _ours(creature: Creature, goals: Sequence[Goal], n_frames: int, *, joints: bool) -> Array:
    return solve(creature, goals, n_frames, joints=joints).handle[:, [goal.body for goal in goals]]


def _measured(reached: Reached, cases: Sequence[tuple[Creature, list[Goal]]]) -> tuple[str, ...]:
    met, jumps, seconds, alone = [], [], 0.0, 0.0
    for creature, goals in cases:
        start = time.process_time()
        handles = reached(creature, goals, FRAMES)
        seconds += time.process_time() - start
        one = [goal.at(FRAMES // 3) for goal in goals]
        reached(creature, one, 1)
        start = time.process_time()
        reached(creature, one, 1)
        alone += time.process_time() - start
        for k, goal in enumerate(goals):
            size = creature.limb_length[goal.body]
            assert goal.position is not None
            met += list(np.linalg.norm(handles[:, k] - goal.position, axis=1) < NEAR * size)
            own = np.diff(handles[:, k] - goal.position, axis=0) / size
            jumps.append(float(np.linalg.norm(own, axis=1).max()))
    poses = len(cases) * FRAMES
    return (
        f"{100 * np.mean(met):.1f} %",
        f"{np.max(jumps):.2f} (90 % below {np.quantile(jumps, 0.9):.2f}) limb lengths",
        f"{1000 * seconds / poses:.2f}",
        f"{1000 * alone / len(cases):.1f}",
    )


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
