"""One action on one creature: played, looked at, and made physical."""

import json
import time
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from scripts.creatures.rules import faults
from scripts.gallery.judgement import FAULTS, judgement
from solver.animate import animate
from solver.arrays import Array
from solver.errors import InputError
from solver.fitting.presets.creature import random_creature
from solver.formats.motion_json import to_motion_json
from solver.retarget.action import GeneralAction
from solver.retarget.actions.table import ACTIONS, version_for
from solver.retarget.creature import Creature
from solver.retarget.physical import own_size, physical_job
from solver.retarget.playback import Played, play
from solver.whole_file import write_whole

REACH = np.array(
    [0.7, 0.1, 0.1]
)  # of a target, from the shoulder or neck that is nearest to it [limb lengths]


@dataclass(frozen=True)
class Trial:
    """Outcome of one field of the grid.

    Attributes:
        creature: seed.
        action: name.
        faults: of the kinematic motion, in words; none: it passes.
        judgement: of the physical motion in one line; "" where it was not tried.
        seconds: of the physical solve.
    """

    creature: int
    action: str
    faults: tuple[str, ...]
    judgement: str = ""
    seconds: float = 0.0

    @property
    def passes(self) -> bool:
        """Whether a person would agree with the kinematic motion."""
        return not self.faults

    @property
    def is_physical(self) -> bool:
        """Whether the judge found the physical motion without a fault."""
        return bool(self.judgement) and not any(fault in self.judgement for fault in FAULTS)


def creature_of(seed: int) -> Creature:
    """The creature of a seed."""
    return Creature(random_creature(seed))


def played(seed: int, name: str) -> Played | None:
    """The action as the creature plays it; None if no version is made for it."""
    creature = creature_of(seed)
    action = version_for(ACTIONS[name], creature)
    return None if action is None else play(action, creature, targets=targets_of(action, creature))


def targets_of(action: GeneralAction, creature: Creature) -> dict[str, Array]:
    """A point in front of the creature within reach, for each channel that moves toward one."""
    ends = [b for b in creature.bodies if creature.capabilities[b] & {"grasper", "mouth"}]
    if not ends:
        return {}
    near = min(ends, key=lambda b: "grasper" not in creature.capabilities[b])
    origin, axes = creature.frame
    point = origin + axes @ (creature.base[near] + creature.limb_length[near] * REACH)
    return {channel.name: point for channel in action.channels if channel.movement.toward is not None}


def tried(seed: int, name: str, *, physical: bool, folder: Path) -> Trial | None:
    """One field of the grid; None if the creature cannot play the action.

    Args:
        seed: of the creature.
        name: of the action.
        physical: whether it is also made physical.
        folder: for the judge's files.
    """
    found = played(seed, name)
    if found is None:
        return None
    wrong = tuple(str(fault) for fault in faults(found))
    if not physical or not found.feet or wrong:
        return Trial(seed, name, wrong)
    start = time.perf_counter()
    try:
        clip = own_size(animate(physical_job(found)), found)
    except InputError as error:
        return Trial(seed, name, wrong, f"{FAULTS[0]}: {error}")
    line, seconds = judgement(clip), time.perf_counter() - start
    if clip.provenance.solved:
        path = folder / f"{seed:03d}_{name.replace(' ', '_')}.motion.json"
        write_whole(path, json.dumps(to_motion_json(clip)))
    return Trial(seed, name, wrong, line, seconds)
