"""Frames of a clip: their number, how they repeat, and which contacts touch."""

from dataclasses import dataclass
from functools import cached_property

import numpy as np

from ..arrays import Array, Flags, Indices
from ..job.cycle import Cycle
from ..job.frames import frame_count, step_count
from ..job.heading import headings
from ..job.job import Job
from ..job.schedule import begins, contact_schedule, hold_schedule
from ..job.surfaces import Plate
from ..mechanics.euler import turn_about
from ..mechanics.kinematics import Placement
from ..mechanics.mirror import Mirror, find_mirror
from ..mechanics.tree import Tree


@dataclass(frozen=True, eq=False)
class Timeline:
    """Frames, extended by one on either side.

    A cyclic clip's outer frames are its last and first, moved by the inverse of T and by T (McIntosh 2011,
    eq. 3.10 and 3.11). A mirrored cycle has only its first half as frames; T then mirrors and goes half the
    way. An open clip's outer frames only fill the arrays: ``pair_weight`` is 0 there.

    A phase lasts from the frame at which it begins to the one at which it ends, both of which touch: so long are
    its steps. A force acts over a step whose end still touches, so the frame at which a phase ends has none (Stewart
    & Trinkle 1996: what pushes at a step's beginning is complementary to the gap at its end). A force that worked
    against the next frame, where nothing touches any more, would be energy from nowhere.

    Attributes:
        n_frames: N.
        step: h [s].
        cycle: None for an open clip.
        active: (N, C) whether each contact touches.
        lasting: (N, C) whether it touches the same at the next frame too: only then can the ground push.
        landing: (N, C) whether that begins here, with a frame before.
        surface: (N, C) what it touches: 0 is the ground, k the job's surface k - 1.
        carrier: (N, C) body that carries what each contact touches; -1 where it is fixed, or nothing.
        held: (N, H) whether each hold holds.
        held_on: (N, H) whether it holds at the next frame too: only then can it pull.
        grabbing: (N, H) whether that begins here, with a frame before.
        heading: (E,) about which roots turn [rad]; a cycle's turns evenly with its yaw.
        mirror: of a mirrored cycle's character, else None.
    """

    n_frames: int
    step: float
    cycle: Cycle | None
    active: Flags
    lasting: Flags
    landing: Flags
    surface: Indices
    carrier: Indices
    held: Flags
    held_on: Flags
    grabbing: Flags
    heading: Array
    mirror: Mirror | None = None

    @cached_property
    def source(self) -> Indices:
        """(N + 2,) frame whose unknowns each extended frame uses."""
        ends = (self.n_frames - 1, 0) if self.cycle else (0, self.n_frames - 1)
        return np.concatenate([[ends[0]], np.arange(self.n_frames), [ends[1]]])

    @cached_property
    def dynamic(self) -> Indices:
        """(D,) frames that have equations of motion: those with a neighbour on both sides."""
        return np.arange(self.n_frames) if self.cycle else np.arange(1, self.n_frames - 1)

    @cached_property
    def pair_weight(self) -> Array:
        """(N + 1,) 1 for each pair of extended frames that belongs to the motion."""
        weight = np.ones(self.n_frames + 1)
        if not self.cycle:
            weight[[0, -1]] = 0.0
        return weight

    @cached_property
    def pairs(self) -> Indices:
        """Pairs (t, t + 1) of the motion as places t of the first frame, each once."""
        return np.arange(self.n_frames if self.cycle else self.n_frames - 1)

    @cached_property
    def placement(self) -> Placement:
        """Of the extended frames; their reference is the heading."""
        n = self.n_frames
        turn, shift = np.broadcast_to(np.eye(3), (n + 2, 3, 3)).copy(), np.zeros((n + 2, 3))
        cycle = self.cycle or Cycle()
        if self.mirror:
            turn[-1], shift[-1] = self.mirror.reflection, self.mirror.shift + np.array(cycle.translation) / 2
        else:
            turn[-1], shift[-1] = turn_about("Z", cycle.yaw), cycle.translation
        turn[0], shift[0] = turn[-1].T, -turn[-1].T @ shift[-1]
        if not self.cycle:
            turn[[0, -1]], shift[[0, -1]] = np.eye(3), 0.0
        return Placement(turn, shift, turn_about("Z", self.heading))

    @cached_property
    def way(self) -> Array:
        """(E, 3) how each extended frame moves as the cycle's translation grows by all of itself [m]."""
        way = np.zeros((self.n_frames + 2, 3))
        if self.cycle:
            way[-1] = np.array(self.cycle.translation) / (2 if self.mirror else 1)
            way[0] = -self.placement.turn[-1].T @ way[-1]
        return way

    @cached_property
    def extended_pairs(self) -> Indices:
        """(N + 1,) pair of the motion that each pair of extended frames is; beyond an open clip's ends the next."""
        n = self.n_frames
        return np.arange(-1, n) % n if self.cycle else np.clip(np.arange(-1, n), 0, n - 2)

    @property
    def frame_placement(self) -> Placement:
        """Of the N frames alone."""
        p = self.placement
        return Placement(p.turn[1:-1], p.shift[1:-1], p.reference[1:-1])

    @cached_property
    def source_contact(self) -> Indices:
        """(N + 2, C) contact whose force and schedule each contact has at each extended frame."""
        contacts = np.tile(np.arange(self.active.shape[1]), (self.n_frames + 2, 1))
        if self.mirror:
            contacts[[0, -1]] = self.mirror.contacts
        return contacts


def make_timeline(job: Job, tree: Tree) -> Timeline:
    """Timeline of a job that makes sense."""
    n_frames, contacts, holds = frame_count(job), contact_schedule(job), hold_schedule(job)
    mirror = find_mirror(job.character, tree) if job.cycle is not None and job.cycle.mirrored else None
    own = slice(n_frames // 2 if mirror else n_frames)
    return Timeline(
        n_frames=own.stop,
        step=job.timing.length / step_count(job),
        cycle=job.cycle,
        active=contacts.touches[own],
        lasting=contacts.lasts[own],
        landing=begins(job, contacts.lasts)[own],
        surface=contacts.surface[own],
        carrier=_carriers(job)[contacts.surface[own]],
        held=holds.holds[own],
        held_on=holds.lasts[own],
        grabbing=begins(job, holds.lasts)[own],
        heading=_heading(job, own.stop),
        mirror=mirror,
    )


def _heading(job: Job, n_frames: int) -> Array:
    """(E,) of the extended frames [rad]."""
    if job.cycle is None:
        return np.pad(headings(job.heading, n_frames), 1, mode="edge")
    return job.cycle.yaw / n_frames * np.arange(-1, n_frames + 1)


def _carriers(job: Job) -> Indices:
    """(S + 1,) body that carries each surface, the ground first; -1 for those that are fixed."""
    index = job.character.body_index
    carried = [index(surface.body) if isinstance(surface, Plate) else -1 for surface in job.surfaces]
    return np.array([-1, *carried], np.intp)
