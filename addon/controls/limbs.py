"""Limbs that inverse kinematics pose: the control that their end reaches for, and what says where they bend."""

from collections.abc import Sequence
from dataclasses import dataclass

import bpy
import numpy as np

from ..runtime.event_loop import Work
from .following import Chain, Following
from .handles import Handle
from .rehearsal import Rehearsal
from .response import measuring_responses

AS_ONE = 0.05  # of a turn, by which an end may differ from its target


@dataclass(frozen=True)
class Limb:
    """A chain of inverse kinematics and its controls.

    Attributes:
        links: bones of the chain, the last one first.
        bodies: those that go with them, the last one first, which shows how the chain is bent.
        end: the bone that goes with the target.
        target: the control that the end goes with.
        pole: the control toward which the chain bends; None: there is none.
        bend: the chain's first bone where an artist turns it to say where the chain bends; None otherwise.
    """

    links: tuple[str, ...]
    bodies: tuple[str, ...]
    end: str
    target: Handle
    pole: Handle | None
    bend: Handle | None

    @property
    def handles(self) -> tuple[Handle, ...]:
        """Its controls."""
        return tuple(each for each in (self.target, self.pole, self.bend) if each is not None)


def chains_of(following: Following, bodies: Sequence[str]) -> dict[Chain, str]:
    """Chains at work, to the first body that goes with their last bone."""
    found: dict[Chain, str] = {}
    for body in bodies:
        line = following.followed(body)
        for bone in sorted(line):
            for chain in following.chains[bone]:
                if chain.links[0] in line:
                    found.setdefault(chain, body)
    return found


def finding_limb(
    rehearsal: Rehearsal,
    following: Following,
    handles: Sequence[Handle],
    chain: Chain,
    bodies: Sequence[str],
) -> Work[Limb | None]:
    """The controls of a chain, tried a pose per step; None where no control leads its end."""
    carrying = following.followed(*chain.base)
    leads = following.followed(*chain.goal) - carrying
    targets = [each for each in handles if each.name in leads and all(each.moves)]
    if not targets:
        return None
    target = min(targets, key=lambda each: len(following.followed(each.name)))
    end = yield from _finding_end(rehearsal, following, target)
    toward = following.followed(*chain.pole) - carrying
    poles = [each for each in handles if each.name in toward and all(each.moves) and each != target]
    pole = max(poles, key=lambda each: len(following.followed(each.name)), default=None)
    first = next((each for each in handles if each.name == chain.links[-1] and any(each.turns)), None)
    bend = None if pole is not None else first
    return Limb(chain.links, tuple(bodies), end or bodies[0], target, pole, bend)


def _finding_end(rehearsal: Rehearsal, following: Following, target: Handle) -> Work[str]:
    """The first deforming bone that goes with a target as one; empty if there is none."""
    rig = rehearsal.object
    assert isinstance(rig.data, bpy.types.Armature)
    going = [
        bone.name
        for bone in rig.data.bones
        if bone.use_deform and target.name in following.followed(bone.name)
    ]
    if not going:
        return ""
    response = (yield from measuring_responses(rehearsal, [target], going))[target.name]
    heads = rehearsal.matrices(going)[:, :3, 3]
    meant = np.cross(response.axes[:, None], heads - response.at)
    off = np.linalg.norm(response.turn - response.axes[:, None], axis=2).max(axis=0)
    off += np.linalg.norm(response.shift - meant, axis=2).max(axis=0)
    return next((name for name, each in zip(going, off.tolist(), strict=True) if each < AS_ONE), "")
