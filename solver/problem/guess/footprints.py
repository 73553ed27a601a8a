"""Positions of contacts in the initial guess: on their footprints in contact, with the root in a swing."""

import numpy as np

from ...arrays import Array, Flags
from ...job.cycle import Cycle
from ...job.planes import ContactPlane
from ...mechanics.euler import turn_about
from ...mechanics.kinematics import Pose
from ..constraints.clearance import swing_fraction
from ..transcription import Transcription
from .around_boxes import BoxesInTheWay, boxes_in_the_way

STEP_HEIGHT = 0.08  # of a swinging contact, as a share of the root's height
LEVEL = 0.1  # horizontal component of the root's forward axis that is needed to determine its heading
WALL = 0.3  # vertical component of a surface's normal, below which it is a wall
UP = np.array([0.0, 0.0, 1.0])
SWING_PULL = 0.1  # weight of a swinging contact's target relative to a touching one's


def footprints(transcription: Transcription, travel: Array) -> tuple[Array, Array]:
    """Targets (N, C, 3) of the contacts and their weights (N, C).

    Contacts of one body share their stances, so a foot keeps its shape while heel and toe alternate. Each
    footprint is the contact's rest position relative to the root at the middle of the stance. Swings interpolate
    between footprints, in a cycle relative to the ground, in an open clip relative to the root, so that legs follow
    a body that leaps or turns over. Footprints beside boxes are moved out of them, and swings pass over them.
    """
    timeline, character = transcription.timeline, transcription.job.character
    cyclic = timeline.cycle is not None
    pose = transcription.kinematics.forward(travel, timeline.frame_placement)
    where = np.empty((timeline.n_frames, len(character.contacts), 3))
    swung, boxes = swing_fraction(timeline.active, cyclic), boxes_in_the_way(transcription)
    for body in dict.fromkeys(contact.body for contact in character.contacts):
        contacts = [i for i, contact in enumerate(character.contacts) if contact.body == body]
        root = int(transcription.root_of[character.body_index(body)])
        turn, position = pose.rotation[..., root].transpose(2, 0, 1), pose.position[..., root].T
        rest = np.array([character.contacts[i].point for i in contacts]) - character.bodies[root].position
        standing = timeline.active[:, contacts].any(1)
        where[:, contacts] = _carried(turn, position, rest)
        for start, end in stances(standing, cyclic):
            _stand(where, contacts, (start, end), rest, transcription, pose, root, boxes)
        lift = STEP_HEIGHT * max(character.bodies[root].position[2] - transcription.job.ground_height, 0.0)
        lift = lift * np.sin(np.pi * swung[:, contacts, None]) ** 2
        if timeline.cycle is not None:
            _swing(where, contacts, standing, timeline.cycle)
            where[:, contacts] += lift * UP
            where[:, contacts] = boxes.over(where[:, contacts], lift, ~standing)
            continue
        seen = np.einsum("tji,tcj->tci", turn, where[:, contacts] - position[:, None])  # in the root's frame
        if standing.any():
            _swing(seen, list(range(len(contacts))), standing, None)
        inward = -seen / np.maximum(np.linalg.norm(seen, axis=-1, keepdims=True), 1e-9)
        seen += lift * np.where(standing[:, None, None], turn[:, None, 2], inward)
        where[:, contacts] = boxes.over(_carried(turn, position, seen), lift, ~standing)
    return where, np.where(timeline.active, 1.0, SWING_PULL)


def _carried(turn: Array, position: Array, points: Array) -> Array:
    """(N, K, 3) world positions of points (N, K, 3) or (K, 3) in the root's frame."""
    return (
        np.einsum("tij,tcj->tci", turn, np.broadcast_to(points, (len(turn), *points.shape[-2:])))
        + position[:, None]
    )


def _stand(
    where: Array,
    contacts: list[int],
    stance: tuple[int, int],
    rest: Array,
    transcription: Transcription,
    pose: Pose,
    root: int,
    boxes: BoxesInTheWay,
) -> None:
    """Puts one body's contacts on their footprints from the first to the last frame of a stance.

    Args:
        where: (N, C, 3) targets.
        contacts: contacts of the body.
        stance: its first and last frame.
        rest: (K, 3) the contacts from the root's center in the rest pose.
        transcription: of the job.
        pose: along the root's trajectory.
        root: of the body's tree.
        boxes: beside which they may be.
    """
    timeline, (start, end) = transcription.timeline, stance
    n_frames, cycle = timeline.n_frames, timeline.cycle or Cycle()
    middle = (start + end) // 2
    turned, shift = cycle.part(np.array([(start + end) / 2 / n_frames]))
    print_at = (rest + transcription.job.character.bodies[root].position) @ turned[0].T + shift[0]
    if timeline.cycle is None:
        ahead = pose.rotation[:, 0, middle, root]
        heading = turn_about(
            "Z", np.arctan2(ahead[1], ahead[0]) if np.hypot(ahead[0], ahead[1]) > LEVEL else 0.0
        )
        print_at = rest @ heading.T + pose.position[:, start : end + 1, root].mean(1)
    laps, frames = np.divmod(np.arange(start, end + 1), n_frames)
    for f, back, off in zip(frames, *cycle.part(-laps.astype(float)), strict=True):
        touched = transcription.planes[timeline.surface[f, contacts].max()]  # 0 without contact
        carrier = int(timeline.carrier[f, contacts].max())
        if carrier < 0:
            where[f, contacts] = boxes.beside(_onto(touched, print_at @ back.T + off))
            continue
        base = np.array(transcription.job.character.bodies[carrier].position)
        o = pose.position[:, middle % n_frames, carrier]
        turn = pose.rotation[:, :, middle % n_frames, carrier]
        seen = _onto(touched, base + (print_at - o) @ turn)  # in the carrier's frame at mid-stance
        where[f, contacts] = pose.position[:, f, carrier] + (seen - base) @ pose.rotation[:, :, f, carrier].T


def _onto(plane: ContactPlane, points: Array) -> Array:
    """Points (K, 3) projected onto a surface, vertically unless it is a wall, and moved together within its sides."""
    if plane.normal[2] > WALL:
        on = plane.drop(points)
    else:
        on = points - (points @ plane.normal - plane.height)[..., None] * plane.normal
    if plane.half is None:
        return on
    sides = plane.turn[:, :2]
    across = (on - plane.point) @ sides
    back = np.maximum(-plane.half - across.min(0), 0.0) - np.maximum(across.max(0) - plane.half, 0.0)
    return np.asarray(on + sides @ back)


def _swing(where: Array, contacts: list[int], standing: Flags, cycle: Cycle | None) -> None:
    """Fills the swings of one body's contacts with smooth trajectories between footprints."""
    n_frames, down = len(standing), np.flatnonzero(standing)
    if not len(down):
        return
    laps = np.concatenate([down - n_frames, down, down + n_frames]) if cycle else down
    turn, shift = (cycle or Cycle()).part(np.array([0.0, 1.0, -1.0]))  # by lap
    for t in np.flatnonzero(~standing):
        before, after = laps[laps < t], laps[laps > t]
        a = int(before[-1] if len(before) else after[0])
        b = int(after[0] if len(after) else a)
        ends = []
        for frame in (a, b):
            lap = frame // n_frames
            ends.append(where[frame % n_frames, contacts] @ turn[lap].T + shift[lap])
        share = 0.5 - 0.5 * np.cos(np.pi * (t - a) / (b - a)) if b > a else 0.0
        where[t, contacts] = (1 - share) * ends[0] + share * ends[1]


def stances(standing: Flags, cyclic: bool) -> list[tuple[int, int]]:
    """(first, last) frames of each stance; in a cycle ``last`` may run past the end."""
    n = len(standing)
    if standing.all():
        return [(0, n - 1)]
    before = np.roll(standing, 1)
    if not cyclic:
        before[0] = False
    intervals = []
    for start in np.flatnonzero(standing & ~before):
        end = start
        while standing[(end + 1) % n] and (cyclic or end + 1 < n):
            end += 1
        intervals.append((int(start), int(end)))
    return intervals
