"""Frames of a clip: number, repetition, and active contacts."""

from dataclasses import dataclass
from functools import cached_property

import numpy as np

from ..arrays import Array, Flags, Indices
from ..job.cycle import Cycle
from ..job.drawn_bones import joint_frames
from ..job.frames import frame_count, step_count
from ..job.heading import headings
from ..job.job import Job
from ..job.schedule import begins, contact_schedule, hold_schedule
from ..job.surfaces import Plate
from ..mechanics.euler import turn_about
from ..mechanics.joint_frames import JointFrames
from ..mechanics.kinematics import Placement
from ..mechanics.mirror import Mirror, find_mirror
from ..mechanics.tree import Tree


@dataclass(frozen=True, eq=False)
class Timeline:
    """Frames, extended by one on either side.

    A cyclic clip's outer frames are its last and first, moved by the inverse of T and by T (McIntosh 2011,
    eq. 3.10 and 3.11). A mirrored cycle has only its first half as frames; T then includes the reflection and half
    the translation. An open clip's outer frames are padding: ``pair_weight`` is 0 there.

    A phase lasts from its first to its last frame, at both of which the contact touches. A force acts over a step if
    the contact still touches at its end, so the last frame of a phase has none (Stewart & Trinkle 1996: the force at
    a step's beginning is complementary to the gap at its end). A force at the last frame would do work over a step
    after which nothing touches, and so create energy.

    Attributes:
        n_frames: N.
        step: h [s].
        cycle: None for an open clip.
        active: (N, C) whether each contact touches.
        lasting: (N, C) whether it touches the same surface at the next frame, too, and so can have a force.
        landing: (N, C) whether it begins to last here, with a frame before.
        surface: (N, C) touched surface: 0 is the ground, k the job's surface k - 1.
        carrier: (N, C) body that carries the touched surface; -1 where the surface is fixed, or without contact.
        held: (N, H) whether each hold is active.
        held_on: (N, H) whether it is active at the next frame, too, and so can have a force.
        grabbing: (N, H) whether it begins to do so here, with a frame before.
        heading: (E,) reference of the roots' turns [rad]; in a cycle, it turns evenly with its yaw.
        joints: given motion of joints at the E frames; None if all have their rest place.
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
    joints: JointFrames | None = None
    mirror: Mirror | None = None

    @cached_property
    def source(self) -> Indices:
        """(N + 2,) frame from which each extended frame takes its unknowns."""
        ends = (self.n_frames - 1, 0) if self.cycle else (0, self.n_frames - 1)
        return np.concatenate([[ends[0]], np.arange(self.n_frames), [ends[1]]])

    @cached_property
    def dynamic(self) -> Indices:
        """(D,) frames that have equations of motion: those with neighbors on both sides."""
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
        """Pairs (t, t + 1) of the motion as indices t of the first frame, each once."""
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
            turn[-1], shift[-1] = cycle.turn, cycle.translation
        turn[0], shift[0] = turn[-1].T, -turn[-1].T @ shift[-1]
        if not self.cycle:
            turn[[0, -1]], shift[[0, -1]] = np.eye(3), 0.0
        return Placement(turn, shift, turn_about("Z", self.heading), self.joints)

    @cached_property
    def shift_slope(self) -> Array:
        """(E, 3) derivative of each extended frame's position by a factor on the cycle's translation [m]."""
        way = np.zeros((self.n_frames + 2, 3))
        if self.cycle:
            way[-1] = np.array(self.cycle.translation) / (2 if self.mirror else 1)
            way[0] = -self.placement.turn[-1].T @ way[-1]
        return way

    @cached_property
    def extended_pairs(self) -> Indices:
        """(N + 1,) pair of the motion for each pair of extended frames; beyond an open clip's ends, the nearest."""
        n = self.n_frames
        return np.arange(-1, n) % n if self.cycle else np.clip(np.arange(-1, n), 0, n - 2)

    @property
    def frame_placement(self) -> Placement:
        """Of the N frames alone."""
        return self.placement.at(slice(1, -1))

    @cached_property
    def source_contact(self) -> Indices:
        """(N + 2, C) contact from which each contact takes its force and schedule at each extended frame."""
        contacts = np.tile(np.arange(self.active.shape[1]), (self.n_frames + 2, 1))
        if self.mirror:
            contacts[[0, -1]] = self.mirror.contacts
        return contacts


def make_timeline(job: Job, tree: Tree) -> Timeline:
    """Timeline of a valid job."""
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
        joints=_joints(job, own.stop),
        mirror=mirror,
    )


def _heading(job: Job, n_frames: int) -> Array:
    """(E,) of the extended frames [rad]."""
    if job.cycle is None:
        return np.pad(headings(job.heading, n_frames), 1, mode="edge")
    return job.cycle.yaw / n_frames * np.arange(-1, n_frames + 1)


def _joints(job: Job, n_frames: int) -> JointFrames | None:
    """Given motion of joints at the extended frames."""
    if not job.drawn_bones:
        return None
    closed, frames = job.cycle is not None, np.arange(-1, n_frames + 1)
    found = joint_frames(job.drawn_bones, job.character, n_frames, closed=closed)
    return found.at(frames % n_frames if closed else np.clip(frames, 0, n_frames - 1))


def _carriers(job: Job) -> Indices:
    """(S + 1,) body that carries each surface, the ground first; -1 for those that are fixed."""
    index = job.character.body_index
    carried = [index(surface.body) if isinstance(surface, Plate) else -1 for surface in job.surfaces]
    return np.array([-1, *carried], np.intp)
