"""Goals of a preset about arms, as formulas of this character's bodies.

Measurements in the axes of the chest also hold on a curved path.
"""

import math
from dataclasses import dataclass

import bpy
import numpy as np

from ...solver.arrays import Array
from ...solver.character import Character, RigidBody
from ...solver.rotations import matrix_from_quaternion
from ..blender.rest_pose import armature_data, body_bone, facing_of

AHEAD = 0.2  # legs; how far in front of the hips arms swing to help a jump
HANGING = 0.06  # legs; largest distance of hanging arms before or behind the hips at the start
APART = 0.35  # legs; lead of the right forearm over the left one while the left foot is ahead
SWING = 0.1  # legs; swing of elbows before and behind their shoulders
OUT = 0.08  # legs; largest sideways distance of a hand from its shoulder
BENT = math.radians(75)  # least flexion of a runner's elbow
CHEST_TURN = math.radians(6)  # largest rotation of the chest to either side
ALONG = 0.99  # cosine; axes closer than this count as parallel


@dataclass(frozen=True)
class Arm:
    """One arm in the rest pose.

    Attributes:
        chest: body that carries the arm.
        upper: body from shoulder to elbow.
        fore: body below the elbow, its hand included.
        shoulder: position (3,) [m].
        elbow: position (3,) [m].
    """

    chest: RigidBody
    upper: RigidBody
    fore: RigidBody
    shoulder: Array
    elbow: Array

    @property
    def hand(self) -> Array:
        """End of the forearm (3,) [m]."""
        end: Array = 2 * np.array(self.fore.position) - self.elbow
        return end

    @property
    def reach(self) -> float:
        """Distance from shoulder to hand with the elbow bent by BENT [m]."""
        upper, fore = math.dist(self.shoulder, self.elbow), math.dist(self.elbow, self.hand)
        return math.sqrt(upper**2 + fore**2 + 2 * upper * fore * math.cos(BENT))


@dataclass(frozen=True)
class Arms:
    """Both arms, and the direction in which the character faces.

    Attributes:
        left: left arm.
        right: right arm.
        ahead: level unit vector (3,), the facing direction.
    """

    left: Arm
    right: Arm
    ahead: Array

    @property
    def to_the_left(self) -> Array:
        """Level unit vector (3,)."""
        return np.cross([0.0, 0.0, 1.0], self.ahead)


def find_arms(armature_object: bpy.types.Object, character: Character) -> Arms | None:
    """Arms of the bone map, each an upper arm and a forearm; None if the character lacks one."""
    left, right = (_arm(armature_object, character, side) for side in "LR")
    return None if left is None or right is None else Arms(left, right, facing_of(armature_object))


def set_arm_goal(goal: bpy.types.PropertyGroup, part: str, arms: Arms, character: Character) -> None:
    """Sets the bone, formula and bounds of a goal of kind LIMIT for one of OF_ARMS, in units of the hip height."""
    what, _, side = part.partition(" ")
    arm, out = (arms.right, -arms.to_the_left) if side == "right" else (arms.left, arms.to_the_left)
    bound = _BOUNDS[what](arms, arm, out, character)
    goal.bone, goal.formula = bound.body, bound.formula
    goal.use_lower, goal.use_upper = bound.lower is not None, bound.upper is not None
    goal.lower, goal.upper = bound.lower or 0.0, bound.upper or 0.0


@dataclass(frozen=True)
class _Bound:
    """A bounded formula.

    Attributes:
        body: of the formula.
        formula: as text.
        lower: bound; None for none.
        upper: bound; None for none.
    """

    body: str
    formula: str
    lower: float | None = None
    upper: float | None = None


def _arms_before_hips(arms: Arms, arm: Arm, out: Array, character: Character) -> _Bound:
    return _Bound(arm.fore.name, _before_hips(arms, character), lower=AHEAD * character.hip_height)


def _arms_hang(arms: Arms, arm: Arm, out: Array, character: Character) -> _Bound:
    most = HANGING * character.hip_height
    return _Bound(arm.fore.name, _before_hips(arms, character), lower=-most, upper=most)


def _right_before_left(arms: Arms, arm: Arm, out: Array, character: Character) -> _Bound:
    """For a mirrored cycle, in whose other half the left arm leads."""
    left, right = (f"body({each.fore.name!r}).position" for each in (arms.left, arms.right))
    formula = f"dot({right} - {left}, {carried(arms.ahead, arm.chest)})"
    return _Bound(arm.fore.name, formula, lower=APART * character.hip_height)


def _elbow_ahead(arms: Arms, arm: Arm, out: Array, character: Character) -> _Bound:
    return _Bound(arm.fore.name, _before_shoulder(arms, arm), lower=SWING * character.hip_height)


def _elbow_behind(arms: Arms, arm: Arm, out: Array, character: Character) -> _Bound:
    return _Bound(arm.fore.name, _before_shoulder(arms, arm), upper=-SWING * character.hip_height)


def _hand_close(arms: Arms, arm: Arm, out: Array, character: Character) -> _Bound:
    between = f"{_point(arm.hand, arm.fore)} - {_point(arm.shoulder, arm.chest)}"
    return _Bound(
        arm.fore.name, f"dot({between}, {carried(out, arm.chest)})", upper=OUT * character.hip_height
    )


def _elbow_bent(arms: Arms, arm: Arm, out: Array, character: Character) -> _Bound:
    """Bounds the distance of hand and shoulder, whichever sign the elbow's angle has."""
    between = f"{_point(arm.hand, arm.fore)} - {_point(arm.shoulder, arm.upper)}"
    return _Bound(arm.fore.name, f"norm({between})", upper=arm.reach)


def _chest_ahead(arms: Arms, arm: Arm, out: Array, character: Character) -> _Bound:
    formula, most = f"dot({carried(out, arm.chest)}, {tuple(arms.ahead.tolist())!r})", math.sin(CHEST_TURN)
    return _Bound(arm.chest.name, formula, lower=-most, upper=most)


_OF_EITHER = {"forward": _elbow_ahead, "back": _elbow_behind, "close": _hand_close, "bent": _elbow_bent}
_BOUNDS = {
    "arms": _arms_before_hips,
    "hang": _arms_hang,
    "opposite": _right_before_left,
    "chest": _chest_ahead,
    **_OF_EITHER,
}
# parts of GoalPreset that require arms
OF_ARMS = (
    "arms",
    "hang",
    "opposite",
    "chest",
    *(f"{what} {side}" for what in _OF_EITHER for side in ("left", "right")),
)


def _before_hips(arms: Arms, character: Character) -> str:
    """Summed distance of both forearms in front of the hips."""
    left, right = (f"body({each.fore.name!r}).position" for each in (arms.left, arms.right))
    hips = f"body({character.root_joint.body!r}).position"
    return f"dot(({left} + {right}) / 2 - {hips}, {tuple(arms.ahead.tolist())!r})"


def _before_shoulder(arms: Arms, arm: Arm) -> str:
    """Distance of an elbow in front of its shoulder, in the axes of the chest."""
    between = f"{_point(arm.elbow, arm.upper)} - {_point(arm.shoulder, arm.chest)}"
    return f"dot({between}, {carried(arms.ahead, arm.chest)})"


def carried(direction: Array, body: RigidBody) -> str:
    """Expression of a direction (3,) of the rest pose that moves with the body."""
    parts = direction @ matrix_from_quaternion(body.orientation)
    main = int(np.argmax(np.abs(parts)))
    if abs(parts[main]) > ALONG:
        return f"{'-' if parts[main] < 0 else ''}body({body.name!r}).{'xyz'[main]}_axis"
    return " + ".join(
        f"{part:.4f} * body({body.name!r}).{letter}_axis" for part, letter in zip(parts, "xyz", strict=True)
    )


def _point(place: Array, body: RigidBody) -> str:
    """Expression of a point (3,) of the rest pose that moves with the body."""
    own = ((place - body.position) @ matrix_from_quaternion(body.orientation)).round(5)
    return f"position({body.name!r}, {tuple(own.tolist())!r})"


def _arm(armature_object: bpy.types.Object, character: Character, side: str) -> Arm | None:
    armature = armature_data(armature_object)
    parts = {str(entry.name): str(entry.bone) for entry in armature.spacetime.bone_map}
    bones = [armature.bones.get(parts.get(f"{part}.{side}", "")) for part in ("upper_arm", "forearm")]
    upper, fore = (body_bone(bone) if bone is not None else None for bone in bones)
    carriers = {joint.body_b: joint for joint in character.joints}
    if upper is None or fore is None or fore.name not in carriers or upper.name not in carriers:
        return None
    shoulder, elbow = carriers[upper.name], carriers[fore.name]
    if elbow.body_a != upper.name:
        return None
    chest, above, below = (
        character.bodies[character.body_index(name)] for name in (shoulder.body_a, upper.name, fore.name)
    )
    return Arm(chest, above, below, np.array(shoulder.position), np.array(elbow.position))
