"""Where characters that play are to go: toward their targets, or as the artist holds keys."""

import cmath
import math
from dataclasses import dataclass, field

import bpy

from ..blender.rest_pose import facing_of

USUAL_SPEED = 1.2  # m/s, where the panel leaves it open
ARRIVED = 0.4  # m from the target
TURN_RATE = math.radians(120)  # per second, while a key is held
RUN = 2.0  # times as fast
FORWARD, LEFT, RIGHT, FAST = "FORWARD", "LEFT", "RIGHT", "FAST"
KEYS = {
    "W": FORWARD, "UP_ARROW": FORWARD, "A": LEFT, "LEFT_ARROW": LEFT, "D": RIGHT, "RIGHT_ARROW": RIGHT,
    "LEFT_SHIFT": FAST, "RIGHT_SHIFT": FAST,
}  # fmt: skip


@dataclass(eq=False)
class Keys:
    """The keys that are held; whoever is steered by them turns from its own heading.

    Attributes:
        held: what they ask for.
    """

    held: set[str] = field(default_factory=set)

    def take(self, key: str, *, is_pressed: bool) -> bool:
        """Presses or releases a key, in Blender's words; whether it is one of ours."""
        direction = KEYS.get(key)
        if direction is not None:
            (self.held.add if is_pressed else self.held.discard)(direction)
        return direction is not None

    def wanted(self, heading: float, speed: float, step: float) -> tuple[float, float]:
        """Speed [m/s] and heading [rad] after a step [s]."""
        turn = TURN_RATE * step * ((LEFT in self.held) - (RIGHT in self.held))
        pace = (RUN if FAST in self.held else 1.0) if FORWARD in self.held else 0.0
        return pace * speed, heading + turn


def speed_of(armature_object: bpy.types.Object) -> float:
    """Preferred [m/s]."""
    return float(armature_object.spacetime.library.speed) or USUAL_SPEED


def first_heading(armature_object: bpy.types.Object) -> float:
    """Where it sets out to: its target, else wherever it looks [rad]."""
    away = _away(armature_object, complex(*armature_object.matrix_world.translation[:2]))
    if away is None:
        x, y, _ = facing_of(armature_object)
        return math.atan2(y, x)
    return cmath.phase(away)


def toward_target(armature_object: bpy.types.Object, here: complex, heading: float) -> tuple[float, float]:
    """Speed [m/s] and heading [rad] to the target; at it, as slowly as the graph can; without one, straight on."""
    away = _away(armature_object, here)
    if away is None:
        return speed_of(armature_object), heading
    return speed_of(armature_object) if abs(away) > ARRIVED else 0.0, cmath.phase(away)


def _away(armature_object: bpy.types.Object, here: complex) -> complex | None:
    """From a place to the target, x + i y [m]."""
    target = armature_object.spacetime.library.target
    return complex(*target.matrix_world.translation[:2]) - here if target is not None else None
