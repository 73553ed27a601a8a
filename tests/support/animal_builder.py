"""Lays out the bones of an animal from points."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import pairwise

import numpy as np

from solver.arrays import Array

from .skeletons import Joint, Joints

Point = Sequence[float]


@dataclass(frozen=True, eq=False)
class Animal:
    """What an animal is known to be.

    Attributes:
        joints: its bones.
        kind: "biped", "quadruped", "many-legged" or "legless".
        feet: left leg's name to where it stands (3,) [m].
        kilograms: lowest and highest plausible mass.
        limbs: pairs of limbs that do not stand, such as wings or arms.
        has_tail: whether it has a tail that counts.
        is_round: whether it faces nowhere.
    """

    joints: Joints
    kind: str
    feet: dict[str, Array]
    kilograms: tuple[float, float]
    limbs: int = 0
    has_tail: bool = False
    is_round: bool = False


@dataclass
class Builder:
    """Bones from points (ahead, up) of the middle, and (aside, ahead, up) of limbs [m], ``size`` times as large."""

    size: float = 1.0
    joints: dict[str, Joint] = field(default_factory=dict)
    feet: dict[str, Array] = field(default_factory=dict)

    def spine(self, name: str, parent: str, points: Sequence[Point]) -> str:
        """Bones name1, name2 ... between points; gives the last."""
        places = [self.size * np.array([0.0, -p[0], p[1]]) for p in points]
        for i, (head, tail) in enumerate(pairwise(places)):
            own = f"{name}{i + 1}" if len(places) > 2 else name
            self.joints[own] = Joint(head, parent, tail)
            parent = own
        return parent

    def limbs(self, names: str, parent: str, points: Sequence[Point], *, stands: bool = False) -> None:
        """Both sides of a limb, a bone from each point to the next."""
        for side, sign in (("L", 1), ("R", -1)):
            above = parent
            places = [self.size * np.array([sign * p[0], -p[1], p[2]]) for p in points]
            for name, head, tail in zip(names.split(), places[:-1], places[1:], strict=True):
                own = f"{name}.{side}"
                self.joints[own] = Joint(head, above, tail)
                above = own
            if stands:
                self.feet[f"{names.split()[0]}.{side}"] = places[-1]
