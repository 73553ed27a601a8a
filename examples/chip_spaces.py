"""McIntosh's parameter spaces of chapter 5, for his Chip.

He prints the dimensions, how many values each has, the frame rate and what was found, but neither speeds nor turn
rates nor timings. Ours: a walk at 1 m/s and a run at 3 m/s, eight turn rates to either side in steps of 0.5 rad/s. So
the fastest turn of the walk is one on the spot (a circle of 0.25 m), and of the runs those tighter than 1.5 rad/s
ask for more friction than there is: three to either side can be run, as in his figure 5.3.
"""

import math
from dataclasses import replace

from solver.character import Character
from solver.fitting.presets.chip import chip
from solver.job.constraints.apart import Apart
from solver.job.constraints.expression import ExpressionConstraint
from solver.job.constraints.hold_pose import Angle, HoldPose
from solver.job.cycle import Cycle
from solver.job.job import AnimationTiming, ContactTiming
from solver.job.timings import FreeLength, FreePhases, Gradient
from solver.job.when import When
from solver.space import Formula, ParameterSpace, Range, Travel, Value
from solver.space.specifiers import Specifier, specifiers

FPS = 20.0  # section 5.1
CURVE_FPS = 40.0  # a stride of so few frames as at 20 has one of few lengths: the curve gets teeth
FRICTION = 0.5  # section 4.2.1
SOLE = 0.06  # m; radius of the patch that keeps a foot from twisting, as his contact joints do (eq. 4.8)
SORE = 0.6  # of the body's weight, section 5.2
TURN, TURNS = 0.5, 8  # rad/s between turn rates, and how many there are to either side

# Stride [s] and duty factor by speed [m/s]: people at these speeds (Grieve & Gear 1966; Lieberman et al. 2015).
GAITS = {"walk": (1.0, 1.2, 0.62), "run": (3.0, 0.7, 0.35)}
TIGHTEST = 2.4  # rad that a stride turns at most: people who turn faster take quicker steps
DUTIES = {"walk": (0.5, 0.8), "run": (0.15, 0.5)}  # between which the duty factor is looked for
TOO_TIGHT = "speed > 2 and abs(turn) > 1.5"  # his ten runs without a motion

WHIRL = 12.0  # rad/s that an upper arm swings at most; runners' swing slower

SPIN_STEPS = ([0.0, 0.5], [0.25, 0.75])  # when the left and the right foot come down, as shares of the clip
SPIN = (
    1.6,
    0.2,
)  # s, and share of it that each of the four steps takes: a stance turns by 72 degrees, a hop by 18
STEP_TIME, DISTANCE = 2.0, 0.5  # s, m
# when the feet of two steps stand: they swing over 0.15 and 0.55 of the clip
FIRST, SECOND = (0.45, 0.7), (0.85, 0.7)
IDLE = {"knee.ry": 0.15, "hip.ry": -0.08, "elbow.ry": -0.25}  # rad; all other angles are 0
STILL = 0.05  # rad from the idle pose


def walk_run_turn(*, is_limping: bool = False, is_tight: bool = False) -> ParameterSpace:
    """WalkRunTurn-Cyclic: forward speed by turn rate.

    Args:
        is_limping: with the dimension of section 5.2.
        is_tight: the ten runs that turn tighter than 1.5 rad/s; else the 24 others.
    """
    name, where = "WalkRunTurn-Cyclic", TOO_TIGHT if is_tight else f"not ({TOO_TIGHT})"
    gaits = [
        Value(gait, speed, specifiers([AnimationTiming(stride, FPS), *_feet([0.0], [0.5], duty)]))
        for gait, (speed, stride, duty) in GAITS.items()
    ]
    along: list[Specifier] = [
        Formula("timing.length", f"min(duration, {TIGHTEST} / max(abs(turn), 1))"),
        Travel("speed", "turn * duration"),
    ]
    fastest = TURN * TURNS
    space = _chips(f"{name} tight" if is_tight else name, *_LIMBS)
    space = replace(space, where=where).add_dimension(gaits, "speed", unit="m/s")
    space = space.add_dimension(Range(-fastest, fastest, TURN), "turn", unit="rad/s", always=along)
    return _injured(space) if is_limping else space


def walk_spin(*, is_limping: bool = False) -> ParameterSpace:
    """WalkSpin-Cyclic: forward speed by the way round; one whole turn and four steps a clip."""
    length, share = SPIN
    space = _chips("WalkSpin-Cyclic", AnimationTiming(length, FPS), *_LIMBS, *_feet(*SPIN_STEPS, share))
    along = Travel("speed")
    space = space.add_dimension([0.5, 1.0], "speed", unit="m/s", always=along)
    ways = [Value("clockwise", -1.0), Value("counter-clockwise", 1.0)]
    space = space.add_dimension(ways, "spin", always=Formula("cycle.yaw", "2 * pi * spin"))
    return _injured(space) if is_limping else space


def stepping(*, is_limping: bool = False) -> ParameterSpace:
    """Stepping-Cyclic: from an idle pose two steps in one of eight directions, to the same pose again."""
    pose = tuple(Angle(f"{side}_{joint}", IDLE.get(joint, 0.0)) for side in "LR" for joint in _ANGLES)
    pose += tuple(Angle(f"root.r{axis}", 0.0) for axis in "xyz")
    ends = [HoldPose(pose, STILL, When(frame, frame)) for frame in (0, -1)]
    space = _chips("Stepping-Cyclic", AnimationTiming(STEP_TIME, FPS), *_LIMBS, *ends)
    directions = []
    for eighth in range(8):
        leading = "R" if eighth > 4 else "L"  # the foot on that side: legs do not cross
        feet = [ContactTiming(f"{side}_foot", (FIRST if side == leading else SECOND,)) for side in "LR"]
        directions.append(Value(f"{45 * eighth} deg", eighth * math.pi / 4, specifiers(feet)))
    space = space.add_dimension([DISTANCE], "distance", unit="m")
    along: list[Specifier] = [
        Formula(f"cycle.translation[{axis}]", f"distance * {part}(direction)")
        for axis, part in enumerate(("cos", "sin"))
    ]
    space = space.add_dimension(directions, "direction", unit="rad", always=along)
    return _injured(space) if is_limping else space


def speeds() -> ParameterSpace:
    """Straight ahead from 0.5 to 3.9 m/s with free timings, both halves alike: what each speed costs."""
    gaits = []
    for gait, (_, stride, duty) in GAITS.items():
        free = FreePhases(duration=DUTIES[gait])
        feet = [replace(foot, free=free) for foot in _feet([0.0], [0.5], duty)]
        timing = AnimationTiming(stride, CURVE_FPS, FreeLength(0.4, 2.0))
        said: list[Specifier] = [timing, *feet, Cycle(mirrored=True), Gradient()]
        gaits.append(Value(gait, specifiers=specifiers(said)))
    along = Travel("speed")
    space = replace(_chips("Speeds"), where='gait == "walk" and speed < 2.2 or gait == "run" and speed > 1.6')
    return space.add_dimension(gaits, "gait").add_dimension(
        Range(0.5, 3.9, 0.2), "speed", unit="m/s", always=along
    )


def his_36(*, is_limping: bool = False) -> tuple[ParameterSpace, ...]:
    """What he has clips of: 24, 4 and 8; each twice with the dimension of section 5.2."""
    return tuple(make(is_limping=is_limping) for make in (walk_run_turn, walk_spin, stepping))


def his_chip() -> Character:
    """Chip with the contacts of section 4.2.1."""
    chip_ = chip()
    contacts = tuple(replace(c, friction=FRICTION, twist_radius=SOLE) for c in chip_.contacts)
    return replace(chip_, contacts=contacts)


# He keeps inscribed spheres of all bodies apart, we the ellipsoids of the legs, which cross else.
_LEGS = tuple(Apart(f"L_{left}", f"R_{right}") for left in ("thigh", "calf") for right in ("thigh", "calf"))
# At 20 frames a second an arm may whirl through a whole turn from frame to frame, at little cost.
_ARMS = tuple(
    ExpressionConstraint(f"{side}_shoulder.ry.rate", lower=-WHIRL, upper=WHIRL, name=f"{side} arm's speed")
    for side in "LR"
)
_LIMBS: tuple[Specifier, ...] = (*_LEGS, *_ARMS)
_ANGLES = (
    *("hip.rx", "hip.ry", "hip.rz", "knee.ry"),
    *("shoulder.rx", "shoulder.ry", "shoulder.rz", "elbow.ry"),
)


def _chips(name: str, *said: Specifier) -> ParameterSpace:
    """A space of Chip's; what all its clips share are dimensions of one value, as in section 4.2.3."""
    return ParameterSpace(name).add_dimension([[his_chip(), *said]], "character")


def _feet(left: list[float], right: list[float], duration: float) -> list[ContactTiming]:
    return [
        ContactTiming(f"{side}_foot", tuple((start, duration) for start in starts))
        for side, starts in (("L", left), ("R", right))
    ]


def _injured(space: ParameterSpace) -> ParameterSpace:
    """Section 5.2: healthy, or a right foot that bears 0.6 of the weight at most."""
    limp = ExpressionConstraint("R_foot.force.z", upper=SORE * 9.81 * his_chip().mass, name="rightLegLimp")
    return space.add_dimension([None, limp], "injury", labels=("healthy", "limping"))
