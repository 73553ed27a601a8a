"""A drawn motion that is solved quickly."""

from dataclasses import replace

import numpy as np

from solver.fitting.presets.arm import planar_arm
from solver.job.drawn_motion import DrawnMotion
from solver.job.job import AnimationTiming, Job
from solver.job.sketch import follow
from solver.mechanics.kinematics import Kinematics
from solver.mechanics.tree import Tree

SECONDS = 2 / 3


def drawn_swing(fps: float = 30.0, *, angle: float = 2.0) -> Job:
    """An arm drawn to swing twice by ``angle`` [rad], faster than its muscles allow."""
    tree, n_frames = Tree(planar_arm()), round(SECONDS * fps) + 1
    q = np.zeros((n_frames, tree.n))
    q[:, 0] = angle * np.sin(np.linspace(0, 4 * np.pi, n_frames))
    pose = Kinematics(tree.character).forward(q)
    way = pose.position.transpose(1, 2, 0), pose.rotation.transpose(2, 3, 0, 1)
    found = follow(tree.character, DrawnMotion(1 / fps, *way, {}))
    job = Job("arm", tree.character, AnimationTiming((n_frames - 1) / fps, fps))
    return replace(job, objectives=(*job.objectives, found.closeness))
