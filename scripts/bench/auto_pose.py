"""Processor time of AutoPose while a part of a human is dragged: ``python -m scripts.bench.auto_pose``.

Each part is dragged in a straight line to a place that it can reach or not, with the mouse at 20 places on the way.
Set OMP_NUM_THREADS=1, else the time of all of the library's threads is counted.
"""

import time

import numpy as np

from solver.fitting.presets.human import human
from solver.mechanics.inverse_kinematics import coordinates
from solver.mechanics.tree import Tree
from solver.posing.auto_pose import AutoPose, Held

DRAGS = {
    "hand forward": ("forearm.R", (0.3, 0.1, 0.1)),
    "hand to the floor": ("forearm.R", (0.4, 0.0, -0.5)),
    "hand out of reach": ("forearm.R", (3.0, 0.0, 0.0)),
    "hips down": ("hips", (0.0, 0.0, -0.35)),
    "hips aside": ("hips", (0.1, 0.1, 0.0)),
    "foot up": ("foot.R", (0.1, 0.0, 0.25)),
    "head down": ("neck", (0.2, 0.0, -0.2)),
}
PLACES = 20  # of the mouse


def main() -> None:
    """Prints a line for each drag."""
    character = human()
    position = np.array([[body.position for body in character.bodies]])
    q = coordinates(Tree(character), position, np.tile(np.eye(3), (1, len(character.bodies), 1, 1)))[0]
    print(f"{'drag':20} {'mean ms':>8} {'worst ms':>8}")
    for name, (part, way) in DRAGS.items():
        begin = character.bodies[character.body_index(part)].position
        pose = AutoPose(character, q, Held(part, begin), ground_height=0.0)
        spent = []
        for share in np.linspace(0.0, 1.0, PLACES + 1)[1:]:
            start = time.process_time()
            pose.follow(np.array(begin) + share * np.array(way))
            spent.append(1e3 * (time.process_time() - start))
        print(f"{name:20} {np.mean(spent):8.1f} {max(spent):8.1f}")


if __name__ == "__main__":
    main()
