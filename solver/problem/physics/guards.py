"""Which bodies and contacts are kept out of which boxes, and when."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import lru_cache

import numpy as np

from ...arrays import Array, Flags, Indices
from ...job.planes import ContactPlane
from ...job.schedule import contact_schedule, hold_schedule
from ...job.solids import SLIT, SolidBox, soft_depths, solid_boxes
from ...job.surfaces import Plate
from ...mechanics.kinematics import Pose
from ..guess.root_trajectory import travel
from ..transcription import Transcription

NEAR = 0.35  # hip heights from a body that travels in its rest pose, within which it may reach a box
NEAR_ABOVE = 1.25  # likewise above or below it, since characters bend, kneel and fall
LEVEL = 0.01  # m between planes that count as one
PARALLEL = 1e-4  # between unit normals
ALONG = 0.5  # cosine between a box's top and a plane that can pass below it
GRIP = 0.02  # m from a box to a fixed point by which a body holds on to it


@dataclass(frozen=True, eq=False)
class Guard:
    """One box, for the frames of the problem; those of a mirrored cycle have a second one for the other half.

    Attributes:
        box: seen from these frames.
        bodies: (N, B) whether each body's ellipsoid is kept out.
        steps: (P, C) whether each contact is kept out from each frame to the next.
        beside: (P, C) whether a contact then touches something below the box's top, so that its way out is level.
    """

    box: SolidBox
    bodies: Flags
    steps: Flags
    beside: Flags


@lru_cache(maxsize=4)
def guards(transcription: Transcription) -> tuple[Guard, ...]:
    """Of all boxes.

    A body that touches a box with a contact is represented by its contacts, from the frame before to the one after. A
    contact that lasts on something fixed does not move, so that its first step is enough. Bodies that hold on to a box
    may enter it. A box on a body concerns bodies of the same tree only if they touch it some time. Pairs that are far
    from each other along the first guess are left out; the judge examines them all.
    """
    job = transcription.job
    slit = SLIT * job.character.hip_height
    boxes = [box.standing(job.ground_height, slit) for box in solid_boxes(job.surfaces, job.character)]
    if not boxes:
        return ()
    whole = transcription.full_cycle
    pose = whole.kinematics.forward(travel(whole), whole.timeline.frame_placement)
    return tuple(guard for box in boxes for guard in _of_box(box, transcription, whole, pose))


def soft_depth(transcription: Transcription) -> Array:
    """(C,) depth to which each contact may sink into a surface [m]; in a mirrored cycle, either of two."""
    depth = soft_depths(transcription.job)
    if transcription.timeline.mirror is not None:
        depth = np.maximum(depth, depth[transcription.timeline.mirror.contacts])
    return depth


def _of_box(box: SolidBox, transcription: Transcription, whole: Transcription, pose: Pose) -> Iterator[Guard]:
    timeline, mirror = transcription.timeline, transcription.timeline.mirror
    bodies, steps, beside = _whole(box, whole, pose)
    n, n_steps = timeline.n_frames, len(timeline.pairs)
    yield Guard(box, bodies[:n], steps[:n_steps], beside[:n_steps])
    if mirror is not None:
        turn, shift = timeline.placement.turn[-1], timeline.placement.shift[-1]
        seen = replace(box, centre=turn.T @ (box.centre - shift), axes=turn.T @ box.axes)
        own = mirror.contacts
        yield Guard(seen, bodies[n:][:, mirror.bodies], steps[n:][:, own], beside[n:][:, own])


def _whole(box: SolidBox, whole: Transcription, pose: Pose) -> tuple[Flags, Flags, Flags]:
    """``Guard.bodies``, ``steps`` and ``beside`` of the whole clip."""
    job, is_cyclic = whole.job, whole.job.cycle is not None
    character = job.character
    carriers = np.array([character.body_index(contact.body) for contact in character.contacts], np.intp)
    schedule = contact_schedule(job)
    touches = schedule.touches & (schedule.surface == box.surface)  # (F, C)
    level, below = _level_with(box, whole), _below(box, whole)
    resting = schedule.touches & level[schedule.surface]
    near = _near(box, whole, pose)
    held = _holding(box, whole)
    exempt = held.copy()
    for c, body in enumerate(carriers):
        exempt[:, body] |= resting[:, c]
    exempt = around(exempt, is_cyclic)
    meets = _meets(box, whole, touches, carriers)
    after = np.roll(touches, -1, 0)
    n_steps = len(touches) if is_cyclic else len(touches) - 1
    stays = schedule.lasts & (box.carrier < 0) & (whole.timeline.carrier < 0)
    stays[0] = False
    steps = ~(touches & after) & ~stays & meets[carriers] & (near | np.roll(near, -1, 0))[:, carriers]
    steps &= ~around(held, is_cyclic)[:, carriers]
    beside = schedule.touches & below[schedule.surface]
    beside |= np.roll(beside, -1, 0)
    return near & meets & ~exempt, steps[:n_steps], beside[:n_steps]


def _level_with(box: SolidBox, whole: Transcription) -> Flags:
    """(S + 1,) whether each plane continues the box's top, or is it."""
    found = [_offset(box, plane) for plane in whole.planes]
    is_level = np.array([offset is not None and abs(offset) < LEVEL for offset in found])
    is_level &= box.carrier < 0
    is_level[box.surface] = True
    return is_level


def _below(box: SolidBox, whole: Transcription) -> Flags:
    """(S + 1,) whether each plane is fixed and passes below all of a fixed box's top, seen along its normal."""
    signs = np.array([[1.0, 1.0, 1.0], [1.0, -1.0, 1.0], [-1.0, 1.0, 1.0], [-1.0, -1.0, 1.0]])
    corners = box.centre + (signs * box.half) @ box.axes.T
    is_below = np.array(
        [
            plane.normal @ box.axes[:, 2] > ALONG and plane.heights(corners).min() > PARALLEL
            for plane in whole.planes
        ]
    )
    is_fixed = [True, *(not isinstance(surface, Plate) for surface in whole.job.surfaces)]
    return is_below & np.array(is_fixed) & (box.carrier < 0)


def _offset(box: SolidBox, plane: ContactPlane) -> float | None:
    """Height of a plane above the box's top [m]; None if they are not parallel."""
    up = box.axes[:, 2]
    if np.linalg.norm(plane.normal - up) > PARALLEL:
        return None
    return plane.height - float(up @ box.centre) - float(box.half[2])


def _meets(box: SolidBox, whole: Transcription, touches: Flags, carriers: Indices) -> Flags:
    """(B,) bodies that the box concerns."""
    meets = np.ones(len(whole.job.character.bodies), bool)
    if box.carrier >= 0:
        meets = whole.root_of != whole.root_of[box.carrier]
        meets[carriers[touches.any(0)]] = True
        meets[box.carrier] = False
    return meets


def _holding(box: SolidBox, whole: Transcription) -> Flags:
    """(F, B) whether each body holds on to the box."""
    job = whole.job
    held = hold_schedule(job).holds
    found = np.zeros((len(held), len(job.character.bodies)), bool)
    for k, hold in enumerate(job.holds):
        ends = [job.character.body_index(hold.body_a)]
        if hold.body_b:
            ends.append(job.character.body_index(hold.body_b))
            if box.carrier in ends:
                found[:, ends] |= held[:, [k]]
        elif box.carrier < 0:
            beyond = np.abs((np.array(hold.point_b) - box.centre) @ box.axes) - box.half
            if beyond.max() < GRIP:
                found[:, ends] |= held[:, [k]]
    return found


def around(flags: Flags, is_cyclic: bool) -> Flags:
    """Flags (F, K) and their neighbors in time."""
    before, after = np.roll(flags, 1, 0), np.roll(flags, -1, 0)
    if not is_cyclic:
        before[0], after[-1] = False, False
    return np.asarray(flags | before | after)


def _near(box: SolidBox, whole: Transcription, pose: Pose) -> Flags:
    """(F, B) bodies that may reach the box."""
    character = whole.job.character
    centre, axes = box.centre[None], box.axes[None]
    if box.carrier >= 0:
        turn = pose.rotation[:, :, :, box.carrier].transpose(2, 0, 1)
        arm = box.centre - np.array(character.bodies[box.carrier].position)
        centre, axes = pose.position[:, :, box.carrier].T + turn @ arm, turn @ box.axes
    along = (pose.position.transpose(1, 2, 0) - centre[:, None]) @ axes
    turned = pose.rotation.transpose(2, 3, 0, 1) @ whole.kinematics.rest_axes
    radii = np.array([body.diameters for body in character.bodies])[:, None] / 2
    reach = np.linalg.norm(np.swapaxes(axes, 1, 2)[:, None] @ turned * radii, axis=-1)
    beyond = np.maximum(np.abs(along) - box.half - reach, 0.0)
    beyond[..., 2] *= NEAR / NEAR_ABOVE
    return np.asarray(np.linalg.norm(beyond, axis=-1) < NEAR * character.hip_height)
