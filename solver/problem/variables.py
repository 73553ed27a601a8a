"""The unknowns of a problem: where each lies in the optimiser's one vector."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from ..character import Character
from ..mechanics.tree import Tree
from .timeline import Timeline

Array = NDArray[np.float64]
Indices = NDArray[np.intp]


@dataclass(frozen=True, eq=False)
class Variables:
    """Blocks of x = [q | torques | contact forces | free moments].

    Only contacts that touch, at frames that have equations of motion, have forces.

    Attributes:
        size: length of x.
        q: (N, n) places of degrees of freedom [m, rad].
        torque: (D, A) places of muscle torques, in units of force_scale x 1 m (forces: force_scale).
        actuated: (A,) degrees of freedom that have a muscle.
        force: (K, 3) places of contact forces in units of force_scale.
        force_frame, force_contact: (K,) frame and contact of each.
        moment: (M,) places of free moments in units of force_scale x 1 m.
        moment_frame, moment_contact: (M,) frame and contact of each.
        n_contacts: C.
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
    n_contacts: int

    def forces(self, x: Array) -> Array:
        """(3, N, C) contact forces, zero where nothing touches."""
        forces = np.zeros((3, len(self.q), self.n_contacts), x.dtype)
        forces[:, self.force_frame, self.force_contact] = x[self.force].T
        return forces

    def moments(self, x: Array) -> Array:
        """(N, C) free moments, zero where nothing touches."""
        moments = np.zeros((len(self.q), self.n_contacts), x.dtype)
        moments[self.moment_frame, self.moment_contact] = x[self.moment]
        return moments


def make_variables(character: Character, tree: Tree, timeline: Timeline) -> Variables:
    """Unknowns of a character on a timeline."""
    n_frames, dynamic = timeline.n_frames, timeline.dynamic
    actuated = np.flatnonzero(tree.effort_limit > 0)
    pushing = np.zeros_like(timeline.active)
    pushing[dynamic] = timeline.active[dynamic]
    force_frame, force_contact = np.nonzero(pushing)
    twisting = np.array([contact.twist_radius > 0 for contact in character.contacts], bool)
    moment_frame, moment_contact = np.nonzero(pushing & twisting)
    sizes = [n_frames * tree.n, len(dynamic) * len(actuated), 3 * len(force_frame), len(moment_frame)]
    q, torque, force, moment = np.split(np.arange(sum(sizes)), np.cumsum(sizes)[:-1])
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
        n_contacts=len(character.contacts),
    )
