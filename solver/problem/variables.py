"""The unknowns of a problem and their indices in the optimizer's vector."""

from dataclasses import dataclass

import numpy as np

from ..arrays import Indices
from ..character import Character
from ..mechanics.tree import Tree
from .timeline import Timeline


@dataclass(frozen=True, eq=False)
class Variables:
    """Blocks of x = [q | torques | contact forces | free moments | pulls of holds | weights | peaks | steps | length].

    Contacts and holds have forces at frames with equations of motion, if they last to the next frame.

    Attributes:
        size: length of x.
        q: (N, n) indices of degrees of freedom [m, rad].
        torque: (D, A) indices of muscle torques, in units of force_scale x 1 m (forces: force_scale).
        actuated: (A,) degrees of freedom with a muscle.
        force: (K, 3) indices of contact forces in units of force_scale, in the axes of the touched plane.
        force_frame, force_contact: (K,) frame and contact of each.
        moment: (M,) indices of free moments in units of force_scale x 1 m.
        moment_frame, moment_contact: (M,) frame and contact of each.
        pull: (L, 3) indices of the holds' forces on their first body in units of force_scale, world.
        pull_frame, pull_hold: (L,) frame and hold of each.
        weight: (P, W) indices of the weights of P least peaks at the frames of the whole clip.
        peak: (M,) indices of the minimized peaks, in the units of their expressions.
        steps: (S,) indices of the steps between frames, in units of the timeline's; empty if steps are given. The
            blocks before are the same in both cases.
        length: (1,) index of the clip's length over the job's, which scales a cycle's translation; or empty.
    """

    size: int
    q: Indices
    torque: Indices
    actuated: Indices
    force: Indices
    force_frame: Indices
    force_contact: Indices
    moment: Indices
    moment_frame: Indices
    moment_contact: Indices
    pull: Indices
    pull_frame: Indices
    pull_hold: Indices
    weight: Indices
    peak: Indices
    steps: Indices
    length: Indices


def make_variables(
    character: Character,
    tree: Tree,
    timeline: Timeline,
    *,
    free_steps: bool = False,
    n_least_peaks: int = 0,
    n_peaks: int = 0,
) -> Variables:
    """Unknowns of a character on a timeline, of its free steps, and of its least and minimized peaks."""
    n_frames, dynamic = timeline.n_frames, timeline.dynamic
    actuated = np.flatnonzero(tree.effort_limit > 0)
    pushing = np.zeros_like(timeline.active)
    pushing[dynamic] = timeline.lasting[dynamic]
    force_frame, force_contact = np.nonzero(pushing)
    twisting = np.array([contact.twist_radius > 0 for contact in character.contacts], bool)
    moment_frame, moment_contact = np.nonzero(pushing & twisting & (timeline.carrier < 0))
    pulling = np.zeros_like(timeline.held)
    pulling[dynamic] = timeline.held_on[dynamic]
    pull_frame, pull_hold = np.nonzero(pulling)
    sizes = [n_frames * tree.n, len(dynamic) * len(actuated)]
    sizes += [3 * len(force_frame), len(moment_frame), 3 * len(pull_frame)]
    n_whole = 2 * n_frames if timeline.mirror else n_frames
    sizes += [n_least_peaks * n_whole, n_peaks, *([len(timeline.pairs), 1] if free_steps else [0, 0])]
    q, torque, force, moment, pull, weight, peak, steps, length = np.split(
        np.arange(sum(sizes)), np.cumsum(sizes)[:-1]
    )
    return Variables(
        size=sum(sizes),
        q=q.reshape(n_frames, tree.n),
        torque=torque.reshape(len(dynamic), len(actuated)),
        actuated=actuated,
        force=force.reshape(-1, 3),
        force_frame=force_frame,
        force_contact=force_contact,
        moment=moment,
        moment_frame=moment_frame,
        moment_contact=moment_contact,
        pull=pull.reshape(-1, 3),
        pull_frame=pull_frame,
        pull_hold=pull_hold,
        weight=weight.reshape(n_least_peaks, n_whole),
        peak=peak,
        steps=steps,
        length=length,
    )
