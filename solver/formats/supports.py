"""Constraint forces of the world on a root that cannot move freely: a fixed base, a slide, an axle.

With the root made free, its equations of motion give the forces and moments along the directions that the root joint
does not allow. These are the optimizer's equations, unlike those of ``verify``, which uses only world poses.
"""

from dataclasses import replace

import numpy as np

from ..arrays import Array
from ..character import Character, RootJoint
from ..clip.clip import Clip
from ..job.job import Job
from ..problem.guess.clip_unknowns import clip_unknowns
from ..problem.state import State
from ..problem.transcription import transcribe
from ..verify.balance import jet_force, jet_torque
from ..verify.trees import rooted_trees


def is_held(root: RootJoint) -> bool:
    """Whether the world constrains a root."""
    return len(root.translation) + len(root.axes) < 6


def supports(clip: Clip) -> tuple[Array, Array]:
    """Forces and moments of the world on the body of every root, without contacts and holds.

    Returns:
        (N, R, 3) [N] at the center of the root's body and (N, R, 3) [N m] about it, world; zero for a root that moves
        freely, and in the first and last frame of an open clip.
    """
    character = clip.job.character
    forces, moments = np.zeros((2, clip.n_frames, len(character.roots), 3))
    if not any(is_held(root) for root in character.roots):
        return forces, moments
    transcription = transcribe(_freed(clip.job))
    state, dynamic = State(transcription, clip_unknowns(clip, transcription)), transcription.timeline.dynamic
    needed = transcription.dynamics.residual(state.balance) * transcription.force_scale
    motion = clip.motion
    trees = zip(rooted_trees(character), rooted_trees(transcription.job.character), strict=True)
    for r, (tree, freed) in enumerate(trees):
        if not is_held(tree.root):
            continue
        pushed, turned = needed[:, freed.shifts], needed[:, freed.turns]
        given = [letter in tree.root.translation for letter in "XYZ"]
        pushed[:, given] = clip.torques[:, tree.shifts]
        turned[:, : len(tree.turns)] = clip.torques[:, tree.turns]
        ways, axes = state.pose.v[:, 1:-1, freed.shifts], state.pose.u[:, 1:-1, freed.turns]
        force = np.einsum("cti,ti->tc", ways, pushed)
        moment = np.einsum("tci,ti->tc", np.linalg.pinv(axes.transpose(1, 2, 0)), turned)
        forces[dynamic, r] = (force - jet_force(tree, clip.torques))[dynamic]
        moments[dynamic, r] = (moment - jet_torque(motion, tree, clip.torques))[dynamic]
    return forces, moments


def _freed(job: Job) -> Job:
    """The job without mirroring and with free roots."""
    cast = job.character
    free = {root.body: replace(root, translation="XYZ", axes=_order(root), limits=()) for root in cast.roots}
    character: Character = replace(
        cast, root=free[cast.root_joint.body], others=tuple(free[root.body] for root in cast.others)
    )
    cycle = replace(job.cycle, mirrored=False) if job.cycle else None
    return replace(job, character=character, cycle=cycle, constraints=(), objectives=())


def _order(root: RootJoint) -> str:
    """The root's axes, followed by the missing ones."""
    return root.axes + "".join(letter for letter in "XYZ" if letter not in root.axes)
