"""Jobs that have every kind of constraint and of objective, on characters that are odd on purpose."""

from dataclasses import replace
from functools import cache

import numpy as np

from solver.character import BodyJoint, Character, ContactJoint, RigidBody, RootJoint
from solver.job.aggregates import MEAN, PEAK
from solver.job.constraints.above_ground import AboveGround
from solver.job.constraints.apart import Apart, NoSelfIntersection
from solver.job.constraints.at_rest import AtRest
from solver.job.constraints.clearance import Clearance
from solver.job.constraints.cost_bound import CostBound
from solver.job.constraints.expression import ExpressionConstraint
from solver.job.constraints.follow_path import FollowPath, Waypoint
from solver.job.constraints.hold_pose import Angle, HoldPose
from solver.job.constraints.joins import GivenFrames, Joins
from solver.job.constraints.near_to import NearTo
from solver.job.constraints.pin import Pin
from solver.job.constraints.power_limit import PowerLimit
from solver.job.constraints.region import BoxRegion, EllipsoidRegion, HalfSpaceRegion, Region, Sphere
from solver.job.constraints.stay import Stay
from solver.job.constraints.together import Together
from solver.job.constraints.unlike import Unlike
from solver.job.cycle import Cycle
from solver.job.drawn_bones import DrawnBone
from solver.job.hold import Hold
from solver.job.job import AnimationTiming, ContactTiming, Job, Objective
from solver.job.objectives.acceleration import Acceleration
from solver.job.objectives.duration import Duration
from solver.job.objectives.effort import Effort, JointWeight
from solver.job.objectives.expression import ExpressionObjective
from solver.job.objectives.force_change import ForceChange
from solver.job.objectives.head_steady import HeadSteady
from solver.job.objectives.jerk import Jerk
from solver.job.objectives.pose_closeness import DrawnBody, PoseCloseness
from solver.job.objectives.posture import Posture
from solver.job.objectives.power import Power
from solver.job.objectives.preferred_angles import PreferredAngle, PreferredAngles
from solver.job.objectives.sketch import SketchCloseness, SketchedCoordinate
from solver.job.objectives.torque import Torque
from solver.job.objectives.torque_change import TorqueChange
from solver.job.surfaces import Box, HalfSpace, Plate
from solver.job.when import When
from solver.problem.formulate import formulate
from solver.problem.problem import Problem
from solver.rotations import rotation_about

WAIST = (PreferredAngle("waist.rx", 0.1, 2.0), PreferredAngle("root.tx", 0.3))
OBJECTIVES: tuple[Objective, ...] = (
    Effort(joints=(JointWeight("waist.*", 3.0),)), ForceChange(), Acceleration(), Posture(), Jerk(),
    Power(), HeadSteady("trunk"), PreferredAngles(WAIST),
    SketchCloseness((SketchedCoordinate("waist.rx", (0.0, 0.1, -0.2)), SketchedCoordinate("root.tx", (0.0, 0.4)))),
    ExpressionObjective("norm(com.velocity) * time + cos(waist.rx) ** 2 * waist.ry.torque ** 2 / 100", name="odd"),
    ExpressionObjective("norm(com.velocity) * waist.rx + time", of=PEAK, name="peak"),
    ExpressionObjective("com.velocity.x * waist.rx ** 2", when=When(1, 3), of=MEAN, name="mean"),
    Torque(),
    TorqueChange(),
    Duration(),
)  # fmt: skip
FOLLOWED = PoseCloseness(  # by clips that are not mirrored
    (
        DrawnBody(
            "trunk", ((0.1, 0.2, 1.3), (0.3, 0.1, 1.4), (0.2, 0.0, 1.2)), ((1.0, 0.0, 0.0, 0.0),) * 3, 2.0
        ),
        DrawnBody("stick", ((0.7, 0.2, 1.1),), ((0.6, 0.0, 0.8, 0.0),), envelope=(1.0, 0.2, 2.0)),
        DrawnBody("toes", ((0.3, 0.1, 0.1),) * 5, ((0.5, 0.5, -0.5, 0.5),) * 5, 0.5),
    ),
    length=0.3,
    steepness=2.0,
)
CLIPS = {
    "perfectly cyclic": Cycle(),
    "transformed": Cycle((0.4, -0.1, 0.0), yaw=0.7),
    "mirrored": Cycle((0.4, 0.0, 0.0), mirrored=True),
    "open": None,
}
ROOTS = {"free": RootJoint("pelvis"), "planar": RootJoint("pelvis", translation="XZ", axes="Y")}
WRITTEN = (
    ExpressionConstraint("trunk.velocity.x * waist.rx + com.z ** 2 * time", 0.0, 1.0, When(1, 3)),
    ExpressionConstraint("50 * trunk.velocity.x * waist.rx + com.z ** 2", 0.5, 90.0, of="peak"),
    ExpressionConstraint(
        "trunk.central_velocity.x * waist.rx.forward_rate + waist.rx.torque", 0.0, 1.0, When(1, 3)
    ),
    ExpressionConstraint("trunk.velocity.z(0) * trunk.velocity.x(-1) + waist.rx.rate(2) * com.z", 0.0, 1.0),
    ExpressionConstraint(
        "waist.ry.torque * waist.ry.rate + trunk.acceleration.z + power", None, 1.0, of="mean"
    ),
    Region("trunk", BoxRegion((0.0, 0.0, 1.0), (1.0, 2.0, 3.0)), inside=False, point=(0.0, 0.0, 0.1)),
    Region("trunk", BoxRegion((0.0, 0.0, 1.0), (1.0, 2.0, 3.0)), when=When(1, 1)),
    Region("trunk", Sphere((0.1, 0.0, 1.2), 0.5), when=When(1, 1)),
    Region("pelvis", EllipsoidRegion((0.1, 0.0, 0.8), (0.5, 0.6, 0.7)), inside=False, when=When(2, 2)),
    Region("trunk", HalfSpaceRegion((0.0, 0.0, 1.0), (0.3, 0.0, 1.0)), when=When(3, 3)),
    Together("pelvis", "trunk", point_a=(0.0, 0.0, 0.1), nearest=0.1, farthest=1.0),
    Stay("trunk", (-1.0, -1.0, 0.0), (1.0, 1.0, 2.0)),
    HoldPose((Angle("waist.rx", 0.1),), 0.2),
    PowerLimit(0.5),
    FollowPath("trunk", (Waypoint(0.05, (0.0, 0.0, 1.0)), Waypoint(0.15, (0.1, 0.0, 1.0))), tolerance=0.1),
)
BOUNDED = (CostBound(30.0), CostBound(2.0, of=("effort", "acceleration")))
N_FRAMES = 5  # that have unknowns
SIDES = (("left", 1.0), ("right", -1.0))
EVERY = [*((clip, "free") for clip in CLIPS), ("transformed", "planar")]  # clips and roots
GIVEN = np.random.default_rng(4).normal(0.0, 0.5, (3, 21)).round(3)  # frames of the odd character
PUSHES = ((10.0, 0.0, 50.0),) * 7
JOINED = Joins(
    GivenFrames((tuple(GIVEN[0]),), PUSHES, PUSHES),
    GivenFrames(tuple(map(tuple, GIVEN[1:])), PUSHES, PUSHES),
    "x",
    end_turns=True,
)
UNLIKE = (Unlike(FOLLOWED.bodies, 0.4), Unlike(FOLLOWED.bodies[:1], 0.2), NearTo(FOLLOWED.bodies, 0.7))
# of clips that are not mirrored: two bones on each other, which turn, slide and stretch, and another limb's
BONES = (
    DrawnBone(
        "spine", "pelvis", (), (0.0, 0.1, 0.95), ((1.0, 0.0, 0.0, 0.0), (0.96, 0.0, 0.28, 0.0), (0.8, 0.6, 0.0, 0.0))
    ),
    DrawnBone(
        "chest", "pelvis", ("waist",), (0.0, 0.1, 0.98),
        ((0.6, 0.0, 0.0, 0.8), (0.96, 0.0, 0.0, 0.28), (0.8, 0.0, 0.6, 0.0)), "spine", (0.8, 0.0, 0.6, 0.0),
        ((0.0, 0.0, 0.02), (0.01, 0.0, 0.0), (0.0, 0.03, 0.0)), ((1.0, 1.2, 1.0), (1.0, 1.0, 1.0), (0.9, 1.1, 1.0)),
    ),
    DrawnBone("shin", "leg", ("ankle",), (0.0, 0.2, 0.3), ((1.0, 0.0, 0.0, 0.0), (0.8, 0.0, 0.0, -0.6)) * 2),
)  # fmt: skip
OPEN_ONLY = (NoSelfIntersection(), AtRest(roots=("pelvis",)), AtRest(start=False, speed=0.2), JOINED)


def turned(*axis: float, by: float) -> tuple[float, ...]:
    return tuple(rotation_about(np.array(axis) / np.linalg.norm(axis), by).tolist())


def joint(
    name: str, a: str, b: str, position: tuple[float, ...], axes: str, frame: tuple[float, ...]
) -> BodyJoint:
    """A joint whose first axis is passive when it has two."""
    torques = (0.0, 20.0) if len(axes) == 2 else (30.0, 20.0, 10.0)[: len(axes)]
    return BodyJoint(
        name, a, b, position, frame, axes, limits=((-1.0, 1.0),) * len(axes), torque_limits=torques,
        preferred=(0.2,) * len(axes),
    )  # fmt: skip


@cache
def character(root: str) -> Character:
    """Joints of 3, 2, 1 and 0 axes in mixed orders and askew; two contacts on one foot, one of them a patch."""
    bodies = (
        RigidBody("pelvis", 9.0, (0.2, 0.3, 0.15), (0.0, 0.1, 0.9), turned(1, 2, 3, by=0.5)),
        RigidBody("toes", 0.5, (0.1, 0.08, 0.04), (0.24, 0.1, 0.03)),
        RigidBody("trunk", 20.0, (0.25, 0.35, 0.5), (0.02, 0.1, 1.3), turned(0, 1, 1, by=-0.3)),
        RigidBody("leg", 7.0, (0.12, 0.14, 0.6), (0.0, 0.2, 0.5), turned(1, 0, 1, by=0.2)),
        RigidBody("foot", 1.5, (0.25, 0.1, 0.08), (0.08, 0.15, 0.05)),
        RigidBody("tail", 2.0, (0.5, 0.06, 0.06), (-0.4, 0.1, 0.8)),
    )
    joints = (
        joint("waist", "pelvis", "trunk", (0.0, 0.1, 1.0), "YZX", turned(1, -1, 2, by=0.9)),
        joint("hip", "pelvis", "leg", (0.0, 0.2, 0.8), "XZ", turned(2, 1, 0, by=-0.6)),
        joint("ankle", "leg", "foot", (0.0, 0.2, 0.1), "Y", turned(0, 0, 1, by=0.4)),
        joint("ball", "foot", "toes", (0.2, 0.1, 0.03), "", turned(1, 0, 0, by=0.1)),
        joint("tail", "pelvis", "tail", (-0.1, 0.1, 0.85), "Z", turned(1, 1, 1, by=0.3)),
    )
    contacts = (
        ContactJoint("heel", "foot", (-0.02, 0.12, 0.0), 0.7, twist_radius=0.05),
        ContactJoint("side", "foot", (0.08, 0.2, 0.0), 0.8),
        ContactJoint("tip", "toes", (0.3, 0.1, 0.0), 0.9, twist_radius=0.02),
        ContactJoint("tail tip", "tail", (-0.6, 0.1, 0.8), 0.5, twist_radius=0.03),
        ContactJoint("chest", "trunk", (0.3, 0.1, 1.3), 0.5),
        ContactJoint("back", "trunk", (-0.2, 0.1, 1.3), 0.6, twist_radius=0.02),
        ContactJoint("knee", "leg", (0.1, 0.2, 0.4), 0.6),
    )
    free = (
        RigidBody("ball", 1.2, (0.2, 0.22, 0.24), (0.5, 0.0, 1.0), turned(1, 1, 0, by=0.3)),
        RigidBody("stick", 0.7, (0.6, 0.05, 0.05), (0.7, 0.2, 1.1)),
    )
    bell = joint("bell", "ball", "stick", (0.6, 0.1, 1.05), "XY", turned(1, 0, 2, by=0.2))
    others = (RootJoint("ball", translation="XZY", axes="ZYX", force_limit=3.0),)
    return Character("odd", (*bodies, *free), (*joints, bell), contacts, ROOTS[root], others=others)


@cache
def twins() -> Character:
    """The same for a mirrored cycle: every frame of the left side is the mirror image of the right side's."""
    bodies = [
        RigidBody("pelvis", 9.0, (0.2, 0.3, 0.15), (0.0, 0.0, 0.9), turned(0, 1, 0, by=0.5)),
        RigidBody("trunk", 20.0, (0.25, 0.35, 0.5), (0.02, 0.0, 1.3), turned(0, 1, 0, by=-0.3)),
    ]
    joints = [joint("waist", "pelvis", "trunk", (0.0, 0.0, 1.0), "YZX", turned(0, 1, 0, by=0.9))]
    contacts = [ContactJoint("chest", "trunk", (0.3, 0.0, 1.3), 0.5)]
    for side, y in SIDES:
        leg, foot, toes = (f"{side} {part}" for part in ("leg", "foot", "toes"))
        bodies += [
            RigidBody(leg, 7.0, (0.12, 0.14, 0.6), (0.0, 0.2 * y, 0.5), turned(y, 0, y, by=0.2)),
            RigidBody(foot, 1.5, (0.25, 0.1, 0.08), (0.08, 0.15 * y, 0.05)),
            RigidBody(toes, 0.5, (0.1, 0.08, 0.04), (0.24, 0.1 * y, 0.03)),
        ]
        joints += [
            joint(f"{side} hip", "pelvis", leg, (0.0, 0.2 * y, 0.8), "XZ", turned(2 * y, 1, 0, by=-0.6)),
            joint(f"{side} ankle", leg, foot, (0.0, 0.2 * y, 0.1), "Y", turned(0, 0, y, by=0.4)),
            joint(f"{side} ball", foot, toes, (0.2, 0.1 * y, 0.03), "", turned(y, 0, 0, by=0.1)),
        ]
        contacts += [
            ContactJoint(f"{side} heel", foot, (-0.02, 0.12 * y, 0.0), 0.7, twist_radius=0.05),
            ContactJoint(f"{side} tip", toes, (0.3, 0.1 * y, 0.0), 0.9),
        ]
    pairs = tuple((f"left {part}", f"right {part}") for part in ("leg", "foot", "toes"))
    return Character("twins", tuple(bodies), tuple(joints), tuple(contacts), ROOTS["free"], pairs)


@cache
def problem_of(clip: str, root: str) -> Problem:
    """Five frames; contacts touch now and then, the mirrored chest never."""
    cycle = CLIPS[clip]
    asked = OBJECTIVES if clip == "mirrored" else (*OBJECTIVES, FOLLOWED)
    objectives = tuple(replace(objective, weight=0.7 + k) for k, objective in enumerate(asked))
    if clip == "mirrored":
        timings = tuple(
            ContactTiming(f"{side} {point}", ((start + later, duration),), "plank" if point == "tip" else "")
            for side, later in (("left", 0.0), ("right", 0.5))
            for point, start, duration in (("heel", 0.0, 0.7), ("tip", 0.3, 0.5))
        )
        specifiers = (
            *(Clearance(f"{side} tip", 0.1) for side, _ in SIDES),
            Pin("left hip.rx", 0, 1, -0.2, 0.3),
            Apart("left leg", "right foot", "sphere", True),
            AboveGround(),
            Unlike((FOLLOWED.bodies[0], replace(FOLLOWED.bodies[1], body="left leg")), 0.3),
            NearTo((FOLLOWED.bodies[0], replace(FOLLOWED.bodies[1], body="left leg")), 0.6),
            *BOUNDED,
            *WRITTEN,
        )
        job = Job(
            "twins", twins(), AnimationTiming(0.5, 20.0), cycle, timings, specifiers, objectives,
            gravity=(0.3, 0.0, -9.81), ground_height=0.1,
            holds=tuple(
                Hold(
                    f"{side} grip", f"{side} leg", (0.1, 0.2 * y, 0.5), "trunk", (0.2, 0.1 * y, 1.2),
                    ((0.0 if y > 0 else 0.5, 0.3),),
                )
                for side, y in SIDES
            ),
            surfaces=(
                Box("plank", (0.0, 0.0, 0.1), (1.0, 1.0, 0.1)),
                HalfSpace("slope", (0.0, 0.0, 0.2), (0.1, 0.2, 1.0)),
            ),
        )  # fmt: skip
    else:
        job = odd_job(cycle, root, objectives)
    problem = formulate(job)
    assert problem.transcription.timeline.n_frames == N_FRAMES
    return problem


def odd_job(cycle: Cycle | None, root: str, objectives: tuple[Objective, ...]) -> Job:
    length = 0.25 if cycle else 0.25 * (N_FRAMES - 1) / N_FRAMES
    timings = (
        ContactTiming("heel", ((0.0, 0.7),)),
        ContactTiming("side", ((0.0, 0.5), (0.7, 0.3))),
        ContactTiming("tip", ((0.3, 0.7),)),
        ContactTiming("tail tip", ((0.6, 0.35),), surface="slope"),
        ContactTiming("chest", ((0.2, 0.5),), surface="step"),
        ContactTiming("back", ((0.0, 0.7),), surface="tray"),
        ContactTiming("knee", ((0.4, 0.6),), surface="saddle"),
    )
    surfaces = (
        HalfSpace("slope", (0.0, 0.0, 0.2), (0.3, -0.2, 1.0)),
        Box("step", (0.0, 0.0, 0.1), (1.0, 1.0, 0.2), yaw=0.4),
        Plate("tray", "stick", (0.7, 0.2, 1.15), (0.3, 0.2), (0.1, 0.2, 1.0)),
        Plate("saddle", "tail", (-0.4, 0.1, 0.9), (0.3, 0.2), (0.0, 1.0, 0.5)),
    )
    holds = (
        Hold("grip", "trunk", (0.3, 0.1, 1.2), "ball", (0.4, 0.0, 1.0), ((0.0, 0.7),)),
        Hold("hang", "stick", (0.9, 0.2, 1.1), "", (0.9, 0.2, 1.3), ((0.3, 0.6),), strength=50.0),
    )
    specifiers = (
        Clearance("tail tip", 0.1), *UNLIKE, Pin("hip.rx", 0, 1, -0.2, 0.3), *(OPEN_ONLY if cycle is None else ()),
        Apart("tail", "foot", "sphere", True),
        Apart("ball", "leg", between_frames=True), AboveGround(("tail", "stick")),
        *BOUNDED, *WRITTEN,
    )  # fmt: skip
    return Job(
        "odd", character(root), AnimationTiming(length, 20.0), cycle, timings, specifiers, objectives,
        gravity=(0.3, -0.2, -9.81), ground_height=0.1, surfaces=surfaces, holds=holds, drawn_bones=BONES,
    )  # fmt: skip


def point(problem: Problem) -> np.ndarray:
    x, timed = np.random.default_rng(5).normal(0.0, 0.5, problem.size), problem.transcription.variables
    x[timed.steps] = np.linspace(0.6, 1.6, len(timed.steps))
    x[timed.length] = 1.3
    x[timed.force[:, 2]] = 0.2 + np.abs(x[timed.force[:, 2]])  # the ground only pushes
    return x
