"""Steering of playing characters, toward their targets or by keys."""

import cmath
import math
from dataclasses import dataclass, field

import bpy

from ..blender.rest_pose import facing_of
from ..blender.units import in_meters, location_of

USUAL_SPEED = 1.2  # m/s, if not set in the panel
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
    """Pressed keys, which turn each character relative to its heading.

    Attributes:
        held: their commands.
    """

    held: set[str] = field(default_factory=set)

    def take(self, key: str, *, is_pressed: bool) -> bool:
        """Presses or releases a key by Blender's identifier; returns whether it steers."""
        direction = KEYS.get(key)
        if direction is not None:
            (self.held.add if is_pressed else self.held.discard)(direction)
        return direction is not None

    def next_velocity(self, heading: float, speed: float, step: float) -> tuple[float, float]:
        """Speed [m/s] and heading [rad] after a step [s]."""
        turn = TURN_RATE * step * ((LEFT in self.held) - (RIGHT in self.held))
        pace = (RUN if FAST in self.held else 1.0) if FORWARD in self.held else 0.0
        return pace * speed, heading + turn


def speed_of(armature_object: bpy.types.Object) -> float:
    """Preferred speed [m/s]."""
    return in_meters(float(armature_object.spacetime.library.speed)) or USUAL_SPEED


def first_heading(armature_object: bpy.types.Object) -> float:
    """Initial heading: toward its target, else its facing direction [rad]."""
    away = _away(armature_object, complex(*location_of(armature_object)[:2]))
    if away is None:
        x, y, _ = facing_of(armature_object)
        return math.atan2(y, x)
    return cmath.phase(away)


def toward_target(
    armature_object: bpy.types.Object, position: complex, heading: float
) -> tuple[float, float]:
    """Speed [m/s] and heading [rad] to the target; slowest speed at it; straight on without one."""
    away = _away(armature_object, position)
    if away is None:
        return speed_of(armature_object), heading
    return speed_of(armature_object) if abs(away) > ARRIVED else 0.0, cmath.phase(away)


def _away(armature_object: bpy.types.Object, position: complex) -> complex | None:
    """Vector from a position to the target, x + i y [m]."""
    target = armature_object.spacetime.library.target
    return complex(*location_of(target)[:2]) - position if target is not None else None
