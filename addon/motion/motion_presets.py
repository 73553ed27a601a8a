"""Motion presets in units of the hip height ("leg" below), so that they fit any size.

Durations are in units of sqrt(leg / g), speeds of sqrt(g leg) (their square is the Froude number), heights of
the leg. Feet are recognized by the side and the part in the contact's name, heel.L; a contact that is no heel is a toe.
"""

import math
from collections.abc import Mapping
from dataclasses import dataclass, field

Phases = tuple[tuple[float, float], ...]
Feet = dict[str, tuple[str, str]]  # side of each contact, and heel or toe, or of four feet fore or hind
HEEL, TOE = "heel", "toe"
FORE, HIND = "fore", "hind"
GRAVITY = 9.81  # m/s^2


@dataclass(frozen=True)
class GoalPreset:
    """A row of the goals.

    Attributes:
        kind: as in goal_kinds.GOAL_KINDS.
        name: of the row.
        part: of the character: "root", "head", "hand", "sore foot", "thrower", one of arm_goals.OF_ARMS, or empty.
        values: other settings of the row; heights in legs, times as fractions of the motion.
    """

    kind: str
    name: str
    part: str = ""
    values: Mapping[str, object] = field(default_factory=dict)


@dataclass(frozen=True)
class MotionPreset:
    """A motion as a starting point for a biped or, with phases of fore and hind feet, a quadruped.

    Attributes:
        label: on the menu.
        description: what happens.
        length: of the motion or its cycle, in sqrt(leg / g).
        left: phases of the left foot's heel and toe, or of the left fore and hind foot; parts that are not listed
            never touch.
        right: phases of the right foot; None: those of the left foot half a cycle later.
        speed: in sqrt(g leg); 0 stays in place.
        is_cyclic: whether it repeats.
        is_mirrored: whether right mirrors left.
        turn: about the vertical axis per cycle [rad].
        lift: of a toe in the middle of its swing, in legs.
        frees_turn: whether the root may rotate freely.
        apart: least and largest sideways distance of the feet, relative to the rest pose.
        weights: effort, smoothness, soft contact, posture.
        goals: rows of the goals.
    """

    label: str
    description: str
    length: float
    left: Mapping[str, Phases]
    right: Mapping[str, Phases] | None = None
    speed: float = 0.0
    is_cyclic: bool = True
    is_mirrored: bool = False
    turn: float = 0.0
    lift: float = 0.0
    frees_turn: bool = False
    apart: tuple[float, float] = (0.4, 2.0)
    weights: tuple[float, float, float, float] = (1.0, 1.0, 1.0, 1.0)
    goals: tuple[GoalPreset, ...] = ()

    @property
    def is_of_four_feet(self) -> bool:
        """Whether it is for quadrupeds."""
        return HIND in self.left


STEADY_HEAD = GoalPreset("STEADY", "Steady Head", "head", {"weight": 0.02})
STILL = GoalPreset("REST", "Start and End at Rest")
HUMAN_POWER = GoalPreset("POWER", "Human Muscles", "", {"rate": 4.0})
ARM_SWING = GoalPreset("LIMIT", "Arm Swing", "arms", {"when": "FRAME", "first": 0.5})
HANGING_ARMS = GoalPreset("LIMIT", "Arms Hang", "hang", {"when": "FRAME", "first": 0.0})
OPPOSITE_ARMS = GoalPreset("LIMIT", "Opposite Arms", "opposite", {"when": "FRAME", "first": 0.0})
RIGHT_ARM_AHEAD, LEFT_ARM_AHEAD = (
    (
        GoalPreset(
            "LIMIT", f"{ahead} Arm Forward", f"forward {ahead.lower()}", {"when": "FRAME", "first": moment}
        ),
        GoalPreset(
            "LIMIT", f"{behind} Arm Back", f"back {behind.lower()}", {"when": "FRAME", "first": moment}
        ),
    )
    for ahead, behind, moment in (("Right", "Left", 0.0), ("Left", "Right", 0.5))
)
CLOSE_ARMS = tuple(
    GoalPreset("LIMIT", f"{side} Arm Close", f"close {side.lower()}") for side in ("Left", "Right")
)
BENT_ELBOWS = tuple(
    GoalPreset("LIMIT", f"{side} Elbow Bent", f"bent {side.lower()}") for side in ("Left", "Right")
)
CHEST_AHEAD = GoalPreset("LIMIT", "Chest Ahead", "chest")
STANDING: Mapping[str, Phases] = {HEEL: ((0.0, 1.0),), TOE: ((0.0, 1.0),)}
WALKING: Mapping[str, Phases] = {HEEL: ((0.0, 0.40),), TOE: ((0.10, 0.53),)}
LEAPING: Mapping[str, Phases] = {HEEL: ((0.0, 0.46), (0.69, 0.31)), TOE: ((0.0, 0.50), (0.67, 0.33))}
FLIPPING: Mapping[str, Phases] = {HEEL: ((0.0, 0.42), (0.70, 0.30)), TOE: ((0.0, 0.42), (0.70, 0.30))}

BIPEDS: Mapping[str, MotionPreset] = {
    "WALK": MotionPreset(
        "Walk", "Walk straight ahead at a steady pace", 3.63, WALKING, speed=0.44, is_mirrored=True, lift=0.05,
        goals=(OPPOSITE_ARMS, *CLOSE_ARMS, CHEST_AHEAD),
    ),
    "RUN": MotionPreset(
        "Run", "Run on the balls of the feet with a flight phase in each step", 2.4, {TOE: ((0.0, 0.32),)}, speed=1.05,
        is_mirrored=True, lift=0.09, weights=(0.02, 1.0, 0.1, 1.0),
        goals=(OPPOSITE_ARMS, *BENT_ELBOWS, CHEST_AHEAD),
    ),
    "TURN": MotionPreset(
        "Turn", "Walk along a circle to the left", 3.63, WALKING, speed=0.37, turn=math.pi / 4, lift=0.03,
        goals=(*RIGHT_ARM_AHEAD, *LEFT_ARM_AHEAD, *CLOSE_ARMS),
    ),
    "SNEAK": MotionPreset(
        "Sneak", "Walk slowly with low hips and long stance phases", 5.5, {HEEL: ((0.0, 0.55),), TOE: ((0.08, 0.60),)},
        speed=0.2, is_mirrored=True, lift=0.06,
        goals=(GoalPreset("UNDER", "Low Hips", "root", {"height": 0.9}), *CLOSE_ARMS, CHEST_AHEAD),
    ),
    "LIMP": MotionPreset(
        "Limp", "Walk with at most 60 percent of body weight on the right foot", 4.0,
        {HEEL: ((0.0, 0.55),), TOE: ((0.10, 0.65),)}, {HEEL: ((0.55, 0.35),), TOE: ((0.65, 0.50),)}, speed=0.3,
        lift=0.03, weights=(1.0, 1.0, 1.0, 3.0),
        goals=(
            GoalPreset("LIMIT", "Limit Foot Load", "sore foot", {"use_lower": False, "use_upper": True}),
            *RIGHT_ARM_AHEAD, *LEFT_ARM_AHEAD, *CLOSE_ARMS, CHEST_AHEAD,
        ),
    ),
    "JUMP": MotionPreset(
        "Jump", "Crouch, swing the arms and jump, with almost half a second in the air", 7.8, LEAPING, LEAPING,
        is_cyclic=False, apart=(0.5, 1.5), goals=(STILL, HUMAN_POWER, HANGING_ARMS, ARM_SWING, CHEST_AHEAD),
    ),
    "HOP": MotionPreset(
        "Hop", "Hop repeatedly with both feet together", 2.2, {HEEL: ((0.08, 0.34),), TOE: ((0.0, 0.5),)},
        {HEEL: ((0.08, 0.34),), TOE: ((0.0, 0.5),)}, speed=0.25, goals=(CHEST_AHEAD,),
    ),
    "FLIP": MotionPreset(
        "Flip", "Flip backward in the air and land on both feet", 6.6, FLIPPING, FLIPPING, is_cyclic=False,
        frees_turn=True, apart=(0.2, 2.0), weights=(1.0, 0.3, 3.0, 0.3),
        goals=(STILL, GoalPreset("TURN_OVER", "Backward Flip", "", {"turns": -1})),
    ),
    "THROW": MotionPreset(
        "Throw", "Throw from the right hand at an empty, two thirds through the motion, with both feet on the ground. "
            "Move the empty to where the ball should land", 4.6, STANDING, STANDING, is_cyclic=False,
        goals=(
            STILL,
            GoalPreset("THROW_AT", "Throw Target", "thrower", {"when": "FRAME", "first": 0.66, "at_tail": True}),
        ),
    ),
    "CATCH": MotionPreset(
        "Catch", "Reach an empty with the right hand halfway through the motion. Move the empty to where the "
            "ball arrives", 4.6,
        STANDING, STANDING, is_cyclic=False,
        goals=(
            STILL,
            GoalPreset("GO_THERE", "Catch Point", "hand", {"when": "FRAME", "first": 0.5, "at_tail": True}),
        ),
    ),
    "STEP_UP": MotionPreset(
        "Step Up", "Step onto a box in front of the character, right foot first", 6.6,
        {HEEL: ((0.0, 0.55), (0.85, 0.15)), TOE: ((0.0, 0.58), (0.85, 0.15))},
        {HEEL: ((0.0, 0.20), (0.48, 0.52)), TOE: ((0.0, 0.22), (0.48, 0.52))}, is_cyclic=False, goals=(STILL,),
    ),
}  # fmt: skip
QUADRUPEDS: Mapping[str, MotionPreset] = {
    "TROT": MotionPreset(
        "Trot", "Trot on four legs, diagonal feet together", 2.11, {FORE: ((0.0, 0.44),), HIND: ((0.5, 0.44),)},
        speed=0.95, is_mirrored=True, lift=0.12, goals=(STEADY_HEAD,),
    ),
    "GALLOP": MotionPreset(
        "Gallop", "Gallop on four legs, with a flight after the hind feet and one after the forefeet", 1.86,
        {HIND: ((0.0, 0.23),), FORE: ((0.4, 0.23),)}, {HIND: ((0.1, 0.23),), FORE: ((0.53, 0.23),)},
        speed=2.0, lift=0.15, weights=(1.0, 1.0, 1.0, 30.0), goals=(STEADY_HEAD,),
    ),
}  # fmt: skip
PRESETS: Mapping[str, MotionPreset] = {**BIPEDS, **QUADRUPEDS}
