"""Frames of a clip: how many, how they repeat and what touches when."""

from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import ArrayLike, NDArray

from ..character.validation import known_name
from ..errors import InputError
from ..mechanics.kinematics import Placement
from ..mechanics.mirror import Mirror, find_mirror
from ..mechanics.tree import Tree
from .free_timings import LEAST_FRAMES, free_timings
from .job import Cycle, Job
from .mirrored_holds import mirrored_holds
from .surfaces import Plate

Array = NDArray[np.float64]
Indices = NDArray[np.intp]


@dataclass(frozen=True, eq=False)
class Timeline:
    """Frames, extended by one on either side.

    A cyclic clip's outer frames are its last and first, moved by the inverse of T and by T (McIntosh 2011,
    eq. 3.10 and 3.11). A mirrored cycle has only its first half as frames; T then mirrors and goes half the
    way. An open clip's outer frames only fill the arrays: ``pair_weight`` is 0 there.

    Attributes:
        n_frames: N.
        step: h [s].
        cycle: None for an open clip.
        active: (N, C) whether each contact touches.
        surface: (N, C) what it touches: 0 is the ground, k the job's surface k - 1.
        carrier: (N, C) body that carries what each contact touches; -1 where it is fixed, or nothing.
        held: (N, H) whether each hold lasts.
        mirror: of a mirrored cycle's character, else None.
    """

    n_frames: int
    step: float
    cycle: Cycle | None
    active: NDArray[np.bool_]
    surface: Indices
    carrier: Indices
    held: NDArray[np.bool_]
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
        """Of the extended frames; the reference turns evenly with the cycle's yaw."""
        n = self.n_frames
        turn, shift = np.broadcast_to(np.eye(3), (n + 2, 3, 3)).copy(), np.zeros((n + 2, 3))
        cycle = self.cycle or Cycle()
        if self.mirror:
            turn[-1], shift[-1] = self.mirror.reflection, self.mirror.shift + np.array(cycle.translation) / 2
        else:
            turn[-1], shift[-1] = about_z(cycle.yaw), cycle.translation
        turn[0], shift[0] = turn[-1].T, -turn[-1].T @ shift[-1]
        if not self.cycle:
            turn[[0, -1]], shift[[0, -1]] = np.eye(3), 0.0
        reference = about_z(cycle.yaw / n * np.arange(-1, n + 1))
        return Placement(turn, shift, reference)

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

    @cached_property
    def lasting(self) -> NDArray[np.bool_]:
        """(pairs, C) whether each contact touches the same surface at both frames of each of ``pairs``."""
        then = self.pairs + 2
        later = (self.source[then][:, None], self.source_contact[then])
        same: NDArray[np.bool_] = self.surface[self.pairs] == self.surface[later]
        return self.active[self.pairs] & self.active[later] & same


def make_timeline(job: Job, tree: Tree) -> Timeline:
    """Timeline of a job.

    Raises:
        InputError: a timing is impossible or names an unknown contact.
    """
    timing = job.timing
    if timing.fps <= 0:
        raise InputError(
            f"expected more than 0 frames per second, found {timing.fps:g}", field="job.timing.fps"
        )
    if timing.length <= 0:
        raise InputError(f"expected a length above 0 s, found {timing.length:g}", field="job.timing.length")
    free_timings(job, tree)  # refuses those that cannot be searched
    steps = round(timing.length * timing.fps)
    n_frames = steps if job.cycle else steps + 1
    if n_frames < LEAST_FRAMES:
        raise InputError(
            f"expected at least {LEAST_FRAMES} frames, found {n_frames} "
            f"({timing.length:g} s at {timing.fps:g} per second)",
            field="job.timing",
        )
    step, (active, surface), held = timing.length / steps, _contacts(job, n_frames), _held(job, n_frames)
    carrier = _carriers(job)[surface]
    if job.cycle is None or not job.cycle.mirrored:
        return Timeline(n_frames, step, job.cycle, active, surface, carrier, held)
    mirror = find_mirror(job.character, tree)
    _check_mirrored(job, mirror, active, held)
    half = n_frames // 2
    return Timeline(
        half, step, job.cycle, active[:half], surface[:half], carrier[:half], held[:half], mirror
    )  # fmt: skip


def about_z(angle: ArrayLike) -> Array:
    """Rotation matrices (..., 3, 3) about the world's Z by angles (...) [rad]."""
    turn = np.zeros((*np.shape(angle), 3, 3))
    turn[..., 0, 0] = turn[..., 1, 1] = np.cos(angle)
    turn[..., 1, 0] = np.sin(angle)
    turn[..., 0, 1] = -turn[..., 1, 0]
    turn[..., 2, 2] = 1.0
    return turn


def _check_mirrored(job: Job, mirror: Mirror, active: NDArray[np.bool_], held: NDArray[np.bool_]) -> None:
    assert job.cycle is not None
    n_frames = len(active)
    if n_frames % 2:
        raise InputError(
            f"a mirrored cycle needs an even number of frames, found {n_frames}", field="job.timing"
        )
    translation = np.array(job.cycle.translation)
    if job.cycle.yaw or np.linalg.norm(mirror.reflection @ translation - translation) > 1e-6:
        raise InputError("a mirrored cycle can neither turn nor go sideways", field="job.cycle")
    differs = (active[: n_frames // 2] != active[n_frames // 2 :][:, mirror.contacts]).any(0)
    if differs.any():
        name = job.character.contacts[int(np.argmax(differs))].name
        raise InputError(
            f"the contact '{name}' does not touch half a cycle after its mirror image",
            field="job.contact_timings",
        )
    images = mirrored_holds(job, mirror).images
    differs = (held[: n_frames // 2] != held[n_frames // 2 :][:, images]).any(0)
    if differs.any():
        k = int(np.argmax(differs))
        raise InputError(
            f"the hold '{job.holds[k].name}' does not last half a cycle after its mirror image",
            field=f"job.holds[{k}].phases",
        )


def _contacts(job: Job, n_frames: int) -> tuple[NDArray[np.bool_], Indices]:
    names = [contact.name for contact in job.character.contacts]
    surfaces = ["", *(surface.name for surface in job.surfaces)]
    active, touched = np.zeros((n_frames, len(names)), bool), np.zeros((n_frames, len(names)), np.intp)
    for i, timing in enumerate(job.contact_timings):
        where = f"job.contact_timings[{i}]"
        known_name(timing.contact, names, f"{where}.contact", "contact")
        known_name(timing.surface, surfaces, f"{where}.surface", "surface")
        on = next((s for s in job.surfaces if s.name == timing.surface), None)
        if isinstance(on, Plate) and on.body == job.character.contacts[names.index(timing.contact)].body:
            raise InputError(
                f"the contact '{timing.contact}' cannot touch its own body", field=f"{where}.surface"
            )
        touching = _during(job, timing.phases, n_frames, f"the contact '{timing.contact}'", where)
        c = names.index(timing.contact)
        if (active[touching, c] & (touched[touching, c] != surfaces.index(timing.surface))).any():
            raise InputError(f"the contact '{timing.contact}' cannot touch two surfaces at once", field=where)
        active[touching, c], touched[touching, c] = True, surfaces.index(timing.surface)
    return active, touched


def _carriers(job: Job) -> Indices:
    """(S + 1,) body that carries each surface, the ground first; -1 for those that are fixed."""
    bodies = [body.name for body in job.character.bodies]
    carriers = [-1]
    for k, surface in enumerate(job.surfaces):
        if not isinstance(surface, Plate):
            carriers.append(-1)
            continue
        where = f"job.surfaces[{k}]"
        known_name(surface.body, bodies, f"{where}.body", "body")
        if job.cycle is not None and job.cycle.mirrored:
            raise InputError("a mirrored cycle has no surfaces on moving bodies", field=where)
        if min(surface.size) <= 0:
            raise InputError(f"expected sides above 0 m, found {min(surface.size):g}", field=f"{where}.size")
        if not np.cross(surface.normal, surface.along).any():
            raise InputError("expected a first side across the normal", field=f"{where}.along")
        carriers.append(bodies.index(surface.body))
    return np.array(carriers, np.intp)


def _held(job: Job, n_frames: int) -> NDArray[np.bool_]:
    bodies = [body.name for body in job.character.bodies]
    held = np.zeros((n_frames, len(job.holds)), bool)
    for i, hold in enumerate(job.holds):
        where = f"job.holds[{i}]"
        known_name(hold.body_a, bodies, f"{where}.body_a", "body")
        if hold.body_b:
            known_name(hold.body_b, bodies, f"{where}.body_b", "body")
        held[_during(job, hold.phases, n_frames, f"the hold '{hold.name}'", where), i] = True
    return held


def _during(
    job: Job, phases: tuple[tuple[float, float], ...], n_frames: int, whose: str, where: str
) -> NDArray[np.bool_]:
    """(N,) frames within any of the phases."""
    when = np.arange(n_frames) / (n_frames if job.cycle else n_frames - 1)
    tiny = 1e-9  # a phase that ends on a frame ends before it, whatever the rounding
    within = np.zeros(n_frames, bool)
    for k, (start, duration) in enumerate(phases):
        if not 0 <= start <= 1 or not 0 < duration <= 1:
            raise InputError(
                f"{whose} needs a start in 0 to 1 and a duration above 0 and up to 1, "
                f"found ({start:g}, {duration:g})",
                field=f"{where}.phases[{k}]",
            )
        since = when - start
        if job.cycle:
            since = since % 1.0
        within |= (since > -tiny) & (since < duration - tiny) | (since > 1 - tiny) & bool(job.cycle)
        if not job.cycle and start + duration >= 1 - tiny:
            within |= when >= 1 - tiny
    return within
