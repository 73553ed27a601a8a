"""A human jumps forward from standing.

Both feet down, a third of a second in the air, both feet down again 0.9 m farther on, standing still at both ends.
Heels leave before toes and land after them.

Result: it leans, swings its arms, pushes off with its toes, flies stretched out, lands on the whole foot with bent
knees, and straightens.

Not right yet: the knees bend too little before the leap, and the arms are not quite alike.
"""

from examples.feet import stand
from examples.poses import held_pose
from solver.fitting.presets.human import human
from solver.job.job import AnimationTiming, Job

LENGTH, FPS, WAY = 2.0, 30.0, 0.9  # s, 1/s, m
STANDING = {"thigh.rx": -0.08, "shin.rx": 0.16, "foot.rx": -0.08, "root.ty": 0.0, "root.ry": 0.0}


def job(way: float = WAY) -> Job:
    """Standing, ``way`` [m] apart."""
    person = human()
    return Job(
        "jump",
        person,
        AnimationTiming(LENGTH, FPS),
        None,
        (
            *stand(((0.0, 0.42), (0.64, 0.36)), contacts=("heel",)),
            *stand(((0.0, 0.46), (0.62, 0.38)), contacts=("toe",)),
        ),
        (
            *held_pose(person, 0, 2, {**STANDING, "root.tx": 0.0}),
            *held_pose(person, -3, -1, {**STANDING, "root.tx": way}),
        ),
    )
