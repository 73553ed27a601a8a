"""An arm throws a ball underhand.

Cohen 1992, section 5.1: three links on a fixed base hang down with a ball in hand and throw it into a basket 2.5 m
away; how to throw is not specified. The ball is released when the grip ends.

Result: the arm swings back a little, bends, flicks elbow and wrist, and the ball rises in an arc to the basket.

Not right yet: the arm follows through straight behind itself, since nothing requires it to come to rest.
"""

from dataclasses import replace

from solver.character import Character, RigidBody, RootJoint
from solver.fitting.presets.arm import planar_arm
from solver.job.constraints.pin import Pin
from solver.job.hold import Hold
from solver.job.job import AnimationTiming, Job

POSES, FLASHES = 6, 12
LENGTH, FPS, RELEASE = 1.5, 30.0, 0.6  # s, 1/s, fraction of the clip
BASKET = (2.5, 1.6)  # x, z [m]
HAND = (0.0, 0.0, 0.0)  # tip of the hanging hand, and the ball's centre [m]


def thrower() -> Character:
    """The arm and a ball of half a kilogram, which does not turn."""
    arm = planar_arm()
    ball = RigidBody("ball", 0.5, (0.18, 0.18, 0.18), HAND)
    return replace(arm, bodies=(*arm.bodies, ball), others=(RootJoint("ball", translation="XZ", axes=""),))


def job() -> Job:
    """From hanging at rest to a ball in the basket."""
    hanging = tuple(Pin(f"{joint}.ry", 0, 1, 0.0, 0.0) for joint in ("shoulder", "elbow", "wrist"))
    basket = tuple(Pin(f"ball.t{x}", -1, -1, at, at) for x, at in zip("xz", BASKET, strict=True))
    return Job(
        "throw_underhand",
        thrower(),
        AnimationTiming(LENGTH, FPS),
        None,
        (),
        (*hanging, *basket),
        ground_height=-0.3,
        holds=(Hold("grip", "hand", HAND, "ball", HAND, ((0.0, RELEASE),)),),
    )
