"""A human of 44 degrees of freedom leaps forward, from standing to standing."""

from examples.feet import stand
from examples.poses import held_pose
from scripts.library.human44 import FPS, human44
from solver.job.job import AnimationTiming, Job

LENGTH, WAY = 2.8, 1.4  # s, m
STANDING = {"thigh.rx": -0.08, "shin.rx": 0.16, "foot.rx": -0.08, "root.ty": 0.0, "root.ry": 0.0}


def leap() -> Job:
    """A third of a second in the air, with time to go on from where it lands."""
    person = human44()
    return Job(
        "leap",
        person,
        AnimationTiming(LENGTH, FPS),
        None,
        (
            *stand(((0.0, 0.30), (0.46, 0.54)), contacts=("heel",)),
            *stand(((0.0, 0.33), (0.44, 0.56)), contacts=("toe",)),
        ),
        (
            *held_pose(person, 0, 2, {**STANDING, "root.tx": 0.0}),
            *held_pose(person, -3, -1, {**STANDING, "root.tx": WAY}),
        ),
    )
