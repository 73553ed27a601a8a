"""A player throws, runs and catches its own throw, and throws into the basket.

Cohen 1992, section 5.2: an arm on a base that moves and turns on the floor by its own force throws a ball ahead,
moves 2 m to where it comes down, catches it, and throws it into a basket.

Result: the player swings the ball up ahead, glides after it, catches it at hip height with a bent elbow, swings it
low and throws it on into the basket.

Not right yet: it throws underhand both times, its ball passes through its own upper arm once, and its base has no
wheels or feet: like Cohen's, it is pushed by a force of its own.
"""

from dataclasses import replace

from solver.character import Character, RigidBody, RootJoint
from solver.fitting.presets.arm import spatial_arm
from solver.job.constraints.pin import Pin
from solver.job.hold import Hold
from solver.job.job import AnimationTiming, Job

LENGTH, FPS, WAY = 3.0, 30.0, 2.0  # s, 1/s, m
POSES, FLASHES = 10, 16
THROWN, CAUGHT, SHOT = 0.2, 0.55, 0.8  # fractions of the clip
HIGH = 1.9  # m; the least height of the throw that is caught
BASKET = (4.0, 0.8, 2.2)  # m
HAND = (0.0, 0.0, 0.0)  # tip of the hanging hand, and the ball's centre [m]


def player() -> Character:
    """The base glides and turns, pushed by up to 300 N."""
    arm = spatial_arm()
    ball = RigidBody("ball", 0.5, (0.2, 0.2, 0.2), HAND)
    base = RootJoint("base", translation="XY", axes="Z", force_limit=300.0, torque_limit=80.0)
    return replace(
        arm, bodies=(*arm.bodies, ball), root=base, others=(RootJoint("ball", translation="XYZ", axes=""),)
    )


def job() -> Job:
    """One hold with two phases; where the base must be says how far it runs."""
    highest = round((THROWN + CAUGHT) / 2 * LENGTH * FPS)
    last, caught = round(LENGTH * FPS), round(CAUGHT * LENGTH * FPS)
    angles = ("shoulder.rx", "shoulder.ry", "shoulder.rz", "elbow.ry", "wrist.rx", "wrist.ry", "root.rz")
    pins = [Pin(dof, 0, 1, 0.0, 0.0) for dof in (*angles, "root.tx", "root.ty")]
    pins += [Pin("root.tx", caught, caught, WAY - 0.2, WAY + 0.2), Pin("root.rz", 0, last, -1.0, 1.0)]
    pins += [Pin(f"ball.t{x}", -1, -1, at, at) for x, at in zip("xyz", BASKET, strict=True)]
    pins += [Pin("ball.tz", highest, highest, HIGH, HIGH + 1.0)]
    phases = ((0.0, THROWN), (CAUGHT, SHOT - CAUGHT))
    return Job(
        "catch",
        player(),
        AnimationTiming(LENGTH, FPS),
        None,
        (),
        tuple(pins),
        ground_height=-0.3,
        holds=(Hold("grip", "hand", HAND, "ball", HAND, phases),),
    )
