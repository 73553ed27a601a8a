"""Frames of a clip: their number, how they repeat, and which contacts touch."""

from dataclasses import dataclass
from functools import cached_property

import numpy as np

from ..arrays import Array, Flags, Indices
from ..character.validation import known_name
from ..errors import InputError
from ..job.cycle import Cycle
from ..job.heading import headings
from ..job.job import Job
from ..job.surfaces import Plate
from ..mechanics.euler import turn_about
from ..mechanics.kinematics import Placement
from ..mechanics.mirror import Mirror, find_mirror
from ..mechanics.tree import Tree
from ..number_range import check_numbers
from .mirrored_holds import mirrored_holds
from .timing.free_timings import LEAST_FRAMES, free_timings

MAX_VALUES = 100_000  # degrees of freedom of all frames
BYTES_PER_VALUE = 38e3  # of a solve, all its matrices included, as measured


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
    """Timeline of a job.

    Raises:
        InputError: a timing is impossible or names an unknown contact.
    """
    check_numbers(job, "job")
    timing = job.timing
    free_timings(job, tree)  # refuses those that cannot be searched
    steps = round(timing.length * timing.fps)
    n_frames = steps if job.cycle else steps + 1
    if n_frames < LEAST_FRAMES:
        raise InputError(
            f"expected at least {LEAST_FRAMES} frames, found {n_frames} "
            f"({timing.length:g} s at {timing.fps:g} per second)",
            field="job.timing",
        )
    _require_memory(n_frames, tree.n)
    lasting, (active, surface) = _contacts(job, n_frames)
    held_on, held = _holds(job, n_frames)
    mirror = None
    if job.cycle is not None and job.cycle.mirrored:
        mirror = find_mirror(job.character, tree)
        _check_mirrored(job, mirror, lasting, held_on)
    own = slice(n_frames // 2 if mirror else n_frames)
    return Timeline(
        n_frames=own.stop,
        step=timing.length / steps,
        cycle=job.cycle,
        active=active[own],
        lasting=lasting[own],
        landing=_begins(job, lasting)[own],
        surface=surface[own],
        carrier=_carriers(job)[surface[own]],
        held=held[own],
        held_on=held_on[own],
        grabbing=_begins(job, held_on)[own],
        heading=_heading(job, own.stop),
        mirror=mirror,
    )


def _require_memory(n_frames: int, n_dofs: int) -> None:
    n_values = n_frames * n_dofs
    if n_values > MAX_VALUES:
        raise InputError(
            f"expected at most {MAX_VALUES} values, found {n_values} ({n_frames} frames of {n_dofs} degrees of "
            f"freedom), which would take {n_values * BYTES_PER_VALUE / 1e9:.3g} GB; shorten the clip or "
            "lower its frame rate",
            field="job.timing",
        )


def _heading(job: Job, n_frames: int) -> Array:
    """(E,) of the extended frames [rad]."""
    if job.cycle is None:
        return np.pad(headings(job.heading, n_frames), 1, mode="edge")
    if job.heading:
        raise InputError("a cycle's heading follows from its yaw; expected none", field="job.heading")
    return job.cycle.yaw / n_frames * np.arange(-1, n_frames + 1)


def _check_mirrored(job: Job, mirror: Mirror, touching: Flags, held: Flags) -> None:
    assert job.cycle is not None
    n_frames = len(touching)
    if n_frames % 2:
        raise InputError(
            f"a mirrored cycle needs an even number of frames, found {n_frames}", field="job.timing"
        )
    translation = np.array(job.cycle.translation)
    if job.cycle.yaw or np.linalg.norm(mirror.reflection @ translation - translation) > 1e-6:
        raise InputError("a mirrored cycle can neither turn nor go sideways", field="job.cycle")
    differs = (touching[: n_frames // 2] != touching[n_frames // 2 :][:, mirror.contacts]).any(0)
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


def _contacts(job: Job, n_frames: int) -> tuple[Flags, tuple[Flags, Indices]]:
    """(N, C) whether each contact lasts, whether it touches, and what; the later surface where it could be two."""
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
        during = _during(job, timing.phases, n_frames, f"the contact '{timing.contact}'", where)
        c, surface = names.index(timing.contact), surfaces.index(timing.surface)
        if (active[during, c] & (touched[during, c] != surface)).any():
            raise InputError(f"the contact '{timing.contact}' cannot touch two surfaces at once", field=where)
        active[during, c], touched[during, c] = True, surface
    # a phase that gives way at once to one on another surface ends a frame before that
    is_left = np.roll(active, -1, 0) & (np.roll(touched, -1, 0) != touched)
    lasting = _lasting(job, active & ~is_left)
    ends = np.roll(lasting, 1, 0) & ~active
    return lasting, (active | ends, np.where(ends, np.roll(touched, 1, 0), touched))


def _lasting(job: Job, during: Flags) -> Flags:
    """(N, K) whether what happens ``during`` its phases goes on to the next frame; after an open clip is none."""
    lasting = during.copy()
    lasting[-1] &= job.cycle is not None
    return lasting


def _begins(job: Job, lasting: Flags) -> Flags:
    """(N, K) whether what lasts begins, at a frame that has one before."""
    begins = lasting & ~np.roll(lasting, 1, 0)
    begins[0] &= job.cycle is not None
    return begins


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


def _holds(job: Job, n_frames: int) -> tuple[Flags, Flags]:
    """(N, H) whether each hold lasts, and whether it holds."""
    bodies = [body.name for body in job.character.bodies]
    held = np.zeros((n_frames, len(job.holds)), bool)
    for i, hold in enumerate(job.holds):
        where = f"job.holds[{i}]"
        known_name(hold.body_a, bodies, f"{where}.body_a", "body")
        if hold.body_b:
            known_name(hold.body_b, bodies, f"{where}.body_b", "body")
        held[_during(job, hold.phases, n_frames, f"the hold '{hold.name}'", where), i] = True
    lasting = _lasting(job, held)
    return lasting, held | np.roll(lasting, 1, 0)


def _during(
    job: Job, phases: tuple[tuple[float, float], ...], n_frames: int, whose: str, where: str
) -> Flags:
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
