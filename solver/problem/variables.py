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

    Only contacts and holds that last to the next frame, at frames that have equations of motion, have forces.

    Attributes:
        size: length of x.
        q: (N, n) places of degrees of freedom [m, rad].
        torque: (D, A) places of muscle torques, in units of force_scale x 1 m (forces: force_scale).
        actuated: (A,) degrees of freedom that have a muscle.
        force: (K, 3) places of contact forces in units of force_scale, along the touched plane's own axes.
        force_frame, force_contact: (K,) frame and contact of each.
        moment: (M,) places of free moments in units of force_scale x 1 m.
        moment_frame, moment_contact: (M,) frame and contact of each.
        pull: (L, 3) places of the holds' forces on their first body in units of force_scale, world.
        pull_frame, pull_hold: (L,) frame and hold of each.
        weight: (P, W) places of the weights of P least peaks at the frames of the whole clip.
        peak: (M,) places of the peaks that are minimized, in the units of their expressions.
        steps: (S,) places of the steps between frames, in units of the timeline's; none where they are given. What
            is before them is the same where they are.
        length: (1,) place of the clip's length over the job's, which a cycle's translation follows; or none.
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
    """Unknowns of a character on a timeline, its steps if they are free, and those of so many peaks."""
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
