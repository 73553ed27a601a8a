"""Goals of limbs, from the motion of their bodies."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import bpy
import numpy as np

from ...solver.arrays import Array
from .inverse import LimbGoals
from .limbs import ControlChain
from .rehearsal import Rehearsal


@dataclass(frozen=True, eq=False)
class LimbAtRest:
    """A limb at rest, armature space.

    Attributes:
        limb: the controls.
        head_offset: (3,) head of the bone that moves with the target, relative to the target.
        heels: (H, 4, 4) the controls, relative to the bodies that they rotate.
        bodies: (K, 4, 4) from the last to the first.
        middle: (4, 4) the chain's last bone.
        first: (4, 4) the chain's first bone.
        tail: (3,) the chain's end.
        pole: (4, 4) of the pole; None without one.
    """

    limb: ControlChain
    head_offset: Array
    heels: Array
    bodies: Array
    middle: Array
    first: Array
    tail: Array
    pole: Array | None

    def goals(self, of: Callable[[str], Array]) -> LimbGoals:
        """Goals of the limb; ``of`` returns the pose (4, 4) of a bone in the motion."""
        bodies = [of(body) for body in self.limb.bodies]
        last, first = (bodies[k] @ np.linalg.inv(self.bodies[k]) for k in (0, -1))
        start = first @ self.first
        line = np.array([start[:3, 3], (last @ self.middle)[:3, 3], last[:3, :3] @ self.tail + last[:3, 3]])
        pole = None if self.pole is None else first @ self.pole
        heels = np.array([of(heel.body) for heel in self.limb.heels]).reshape(-1, 4, 4) @ self.heels
        return LimbGoals(of(self.limb.end), self.head_offset, heels, bodies[0], start, line, pole)


def limbs_at_rest(rehearsal: Rehearsal, limbs: Sequence[ControlChain]) -> list[LimbAtRest]:
    """Limbs of a rig with its controls at rest and inverse kinematics enabled."""
    return [_at_rest(rehearsal.evaluated, limb) for limb in limbs]


def _at_rest(rig: bpy.types.Object, limb: ControlChain) -> LimbAtRest:
    read: Callable[[str], Array] = lambda name: np.array(rig.pose.bones[name].matrix, float)  # noqa: E731
    return LimbAtRest(
        limb=limb,
        head_offset=(np.linalg.inv(read(limb.target.name)) @ read(limb.end))[:3, 3],
        heels=np.array(
            [np.linalg.inv(read(heel.body)) @ read(heel.handle.name) for heel in limb.heels]
        ).reshape(-1, 4, 4),
        bodies=np.array([read(body) for body in limb.bodies]),
        middle=read(limb.links[0]),
        first=read(limb.links[-1]),
        tail=np.array(rig.pose.bones[limb.links[0]].tail, float),
        pole=read(limb.pole.name) if limb.pole is not None else None,
    )
