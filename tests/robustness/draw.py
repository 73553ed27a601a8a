"""Draws tasks of every kind from one seed; each task has its own stream, so that it can be drawn again alone."""

from collections.abc import Mapping

import numpy as np

from solver.character import Character
from solver.fitting.presets.arm import planar_arm, spatial_arm
from solver.fitting.presets.hopper import hopper
from solver.fitting.presets.human import human
from solver.fitting.presets.quadruped import quadruped
from solver.job.job import Job
from tests.robustness.gaits import Gait, Phases, cycle_job
from tests.robustness.leaps import flip_job, jump_job
from tests.robustness.random_tree import random_tree
from tests.robustness.reaches import reach_job, throw_job
from tests.robustness.task import Draw, Task

Rng = np.random.Generator

# Human figures: preferred speeds and stride times of walkers and runners; dog figures: Hof 1996, Alexander 1983.
WALK = Gait(froude=(0.04, 0.40), stride=(3.3, 3.9), duty=(0.66, 0.60), fps=30.0)
RUN = Gait(froude=(0.6, 2.0), stride=(2.1, 2.5), duty=(0.40, 0.30), fps=40.0)
DOG_WALK = Gait(froude=(0.08, 0.40), stride=(3.0, 4.0), duty=(0.70, 0.60), fps=30.0)
TROT = Gait(froude=(0.5, 1.6), stride=(1.9, 2.5), duty=(0.50, 0.40), fps=40.0)
HOP = Gait(froude=(0.0, 0.15), stride=(2.4, 3.2), duty=(0.65, 0.58), fps=60.0)

HUMAN_LEG, DOG_LEG, HOPPER_LEG = 0.92, 0.53, 0.60  # m
HUMAN_FEET: Mapping[str, Phases] = {  # heel and toe after the gait of the rig fit
    side: {f"heel.{side}": (0.0, 0.64), f"toe.{side}": (0.16, 1.0)} for side in "LR"
}
DOG_FEET: Mapping[str, Phases] = {
    foot: {foot: (0.0, 1.0)} for foot in ("hind.L", "hind.R", "fore.L", "fore.R")
}
LATERAL = {"hind.L": 0.0, "fore.L": 0.25, "hind.R": 0.5, "fore.R": 0.75}
DIAGONAL = {"hind.L": 0.0, "fore.R": 0.0, "hind.R": 0.5, "fore.L": 0.5}
LAMP_FEET: Mapping[str, Phases] = {"base": {"heel": (0.0, 0.80), "toe": (0.15, 1.0)}}
ARM = ("upper_arm.R", "forearm.R")


def _human_gait(rng: Rng, gait: Gait, name: str, *, turns: bool) -> Job:
    return cycle_job(
        rng, name, human(), gait, leg=HUMAN_LEG, offsets={"L": 0.0, "R": 0.5}, feet=HUMAN_FEET,
        clearance=0.03, turns=turns, may_mirror=True,
    )  # fmt: skip


def _dog_gait(rng: Rng, gait: Gait, name: str, offsets: Mapping[str, float], *, turns: bool) -> Job:
    return cycle_job(
        rng, name, quadruped(), gait, leg=DOG_LEG, offsets=offsets, feet=DOG_FEET,
        clearance=0.04, turns=turns, may_mirror=True,
    )  # fmt: skip


def _human_reach(rng: Rng) -> Job:
    return reach_job(rng, "reach", human(), joints=ARM, length=(0.8, 1.6), reach=0.8)


def _human_throw(rng: Rng) -> Job:
    cocked = {"upper_arm.R.rz": 1.2, "forearm.R.rx": -1.7, "upper_arm.R.ry": 0.8}
    released = {"upper_arm.R.rz": 0.9, "forearm.R.rx": -0.3, "upper_arm.R.ry": -0.6}
    return throw_job(rng, "throw", human(), cocked, released, swing=(0.18, 0.35))


def _dog_turn(rng: Rng) -> Job:
    trots = bool(rng.integers(2))
    gait, offsets = (TROT, DIAGONAL) if trots else (DOG_WALK, LATERAL)
    return _dog_gait(rng, gait, "trot" if trots else "walk", offsets, turns=True)


def _human_turn(rng: Rng) -> Job:
    runs = bool(rng.integers(2))
    return _human_gait(rng, RUN if runs else WALK, "run" if runs else "walk", turns=True)


def _hop(rng: Rng) -> Job:
    return cycle_job(
        rng, "hop", hopper(), HOP, leg=HOPPER_LEG, offsets={"base": 0.0}, feet=LAMP_FEET, clearance=0.03
    )


def _arm(rng: Rng) -> Character:
    return planar_arm() if rng.integers(2) else spatial_arm()


def _arm_reach(rng: Rng) -> Job:
    return reach_job(rng, "reach", _arm(rng), length=(0.6, 1.5), reach=0.8)


def _arm_throw(rng: Rng) -> Job:
    cocked, released = {"shoulder.ry": 0.6, "elbow.ry": -1.6}, {"shoulder.ry": -1.5, "elbow.ry": -0.3}
    return throw_job(rng, "throw", _arm(rng), cocked, released, swing=(0.2, 0.4))


def _tree_swing(rng: Rng) -> Job:
    tree = random_tree(rng, int(rng.integers(3, 41)))
    return reach_job(rng, tree.name, tree, length=(0.8, 1.6), reach=0.7)


def _tree_stand(rng: Rng) -> Job:
    legs = int(rng.integers(3, 5))
    tree = random_tree(rng, int(rng.integers(2 * legs + 2, 41)), n_legs=legs)
    arms = tuple(joint.name for joint in tree.joints if joint.name.startswith("rod"))
    return reach_job(rng, tree.name, tree, joints=arms, length=(0.8, 1.6), reach=0.5)


def _tree_jump(rng: Rng) -> Job:
    legs = int(rng.integers(3, 5))
    tree = random_tree(rng, int(rng.integers(2 * legs + 2, 25)), n_legs=legs)
    return jump_job(rng, tree.name, tree, flight=(0.2, 0.4), distance=(0.0, 0.4))


KINDS: Mapping[str, Draw] = {
    "human walk": lambda rng: _human_gait(rng, WALK, "walk", turns=False),
    "human run": lambda rng: _human_gait(rng, RUN, "run", turns=False),
    "human turn": _human_turn,
    "human jump": lambda rng: jump_job(
        rng, "jump", human(), flight=(0.25, 0.45), distance=(0.0, 0.8), turn=(0.0, rng.choice([0.0, 1.5]))
    ),
    "human reach": _human_reach,
    "human throw": _human_throw,
    "human flip": lambda rng: flip_job(rng, "flip", human(), flight=(0.58, 0.68), ground=0.7, fps=40.0),
    "quadruped walk": lambda rng: _dog_gait(rng, DOG_WALK, "walk", LATERAL, turns=False),
    "quadruped run": lambda rng: _dog_gait(rng, TROT, "trot", DIAGONAL, turns=False),
    "quadruped turn": _dog_turn,
    "quadruped jump": lambda rng: jump_job(
        rng, "jump", quadruped(), flight=(0.2, 0.4), distance=(0.2, 0.9), ground=0.5
    ),
    "hopper hop": _hop,
    "hopper jump": lambda rng: jump_job(
        rng, "jump", hopper(), flight=(0.2, 0.45), distance=(0.0, 0.5), ground=0.5
    ),
    "hopper flip": lambda rng: flip_job(
        rng, "flip", hopper(), flight=(0.45, 0.55), ground=0.6, fps=60.0, roll=0.05
    ),
    "arm reach": _arm_reach,
    "arm throw": _arm_throw,
    "tree swing": _tree_swing,
    "tree stand": _tree_stand,
    "tree jump": _tree_jump,
}


def draw_tasks(count: int, seed: int, *, only: str = "") -> list[Task]:
    """``count`` tasks, kinds in turn; ``only`` keeps those whose kind contains it."""
    kinds = list(KINDS)
    tasks = []
    for number in range(count):
        kind = kinds[number % len(kinds)]
        if only in kind:
            rng = np.random.default_rng([seed, number])
            tasks.append(Task(kind, number, KINDS[kind](rng)))
    return tasks
