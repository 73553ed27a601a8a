"""Trajectory of the root and pinned angles in the initial guess: as smooth as possible, in free fall in flight."""

import numpy as np

from ...arrays import Array, Flags
from ...job.constraints.pin import Pin
from ...job.cycle import Cycle
from ...job.objectives.pose_closeness import PoseCloseness
from ...job.objectives.sketch import SketchCloseness
from ...mechanics.inverse_kinematics import coordinates
from ..transcription import Transcription
from .capped_least_squares import capped_least_squares

# Weights per frame, with lengths in root heights and times in sqrt(height / gravity).
STAY = 3.0  # position on the line of the cycle while the feet touch
CALM, CALM_TURN = 0.3, 4.0  # acceleration of translations and rotations between pins while the feet touch
FALL = 30.0  # free fall in flight
MEET = 1e3  # pins
SLACK = 1e-3  # m
FAINT = 1e-3  # position on the line where nothing else applies
TURN_TIME = 0.3  # s; unit of time for rotations
HIGH_ENOUGH = 0.05  # m; minimum height of the root to serve as the unit of length


def travel(transcription: Transcription) -> Array:
    """(N, n) trajectories of the roots, with joints as sketched, at preferred angles or interpolated between pins."""
    timeline, tree = transcription.timeline, transcription.tree
    q = np.tile(tree.preferred, (timeline.n_frames, 1))
    turn, shift = (timeline.cycle or Cycle()).part(np.arange(timeline.n_frames) / timeline.n_frames)
    for body, shifts in tree.roots:
        way = turn @ np.array(transcription.job.character.bodies[body].position) + shift
        q[:, shifts] = way @ tree.axis[shifts].T
    for objective in transcription.job.objectives:
        if isinstance(objective, PoseCloseness):
            q = _drawn(transcription, objective, q)
        for sketched in objective.coordinates if isinstance(objective, SketchCloseness) else ():
            values = sketched.spread(len(q), closed=timeline.cycle is not None)
            q[:, tree.names.index(sketched.dof)] = values
    flies, drawn = flying(transcription), transcription.job.is_drawn
    for i, name in enumerate(tree.names):
        keys = _keys(transcription, name)
        falls = timeline.cycle is None and bool(flies.any()) and i in tree.root_translations and not drawn
        if keys or falls:
            q[:, i] = _eased(transcription, i, q[:, i], keys, flies & bool(falls or tree.root_turns[i]))
    return q


def _drawn(transcription: Transcription, objective: PoseCloseness, q: Array) -> Array:
    """(N, n) coordinates q with drawn bodies moved to their drawn poses."""
    placement = transcription.timeline.frame_placement
    tree, pose = transcription.tree, transcription.kinematics.forward(q, placement)
    position, turn = pose.position.transpose(1, 2, 0).copy(), pose.rotation.transpose(2, 3, 0, 1).copy()
    drawn = [transcription.job.character.body_index(each.body) for each in objective.bodies]
    for body, each in zip(drawn, objective.bodies, strict=True):
        drawn_position, axes = each.spread(len(q), closed=transcription.timeline.cycle is not None)
        position[:, body], turn[:, body] = drawn_position, axes @ transcription.kinematics.rest_axes[body].T
    back = np.swapaxes(placement.reference, 1, 2)
    return np.where(
        np.isin(tree.body, drawn), coordinates(tree, position, back[:, None] @ turn, placement.joints), q
    )


def flying(transcription: Transcription) -> Flags:
    """(N,) frames in free flight: no contact, no hold, no jet."""
    if transcription.job.holds or transcription.job.character.root_joint.force_limit:
        return np.zeros(transcription.timeline.n_frames, bool)
    return ~transcription.timeline.active.any(1)


def _keys(transcription: Transcription, name: str) -> list[tuple[int, float]]:
    """Frames of a degree of freedom's pins and the middles of their ranges."""
    pins = [pin for pin in transcription.job.constraints if isinstance(pin, Pin) and pin.dof == name]
    n = transcription.timeline.n_frames
    stretches = [(range(pin.first % n, pin.last % n + 1), (pin.lower + pin.upper) / 2) for pin in pins]
    return sorted({(frame, middle) for frames, middle in stretches for frame in frames})


def _eased(
    transcription: Transcription,
    dof: int,
    line: Array,
    keys: list[tuple[int, float]],
    flies: Flags,
) -> Array:
    """(N,) least-squares fit of small acceleration on the ground, free fall in flight, and pins.

    The unknown is the deviation d from the line, which is periodic in a cycle.
    """
    timeline, tree = transcription.timeline, transcription.tree
    n, step = timeline.n_frames, timeline.step
    gravity = np.array(transcription.job.gravity)
    size, pace, fall, highest = 1.0, TURN_TIME, 0.0, np.inf
    if not tree.rotation[dof]:
        body = transcription.job.character.bodies[int(tree.body[dof])]
        size = max(abs(body.position[2] - transcription.job.ground_height), HIGH_ENOUGH)
        pace = np.sqrt(size / (np.linalg.norm(gravity) or 9.81))
        fall, highest = float(gravity @ tree.axis[dof]), body.position[int(np.argmax(tree.axis[dof]))]
    source, frame_rows = timeline.source, np.eye(n)
    before, here, after = (frame_rows[source[timeline.dynamic + k]] for k in (0, 1, 2))
    bend = (after - 2 * here + before) * (pace / step) ** 2 / size
    bent = np.zeros(n)
    bent[1:-1] = (line[2:] - 2 * line[1:-1] + line[:-2]) * (pace / step) ** 2 / size
    in_air = flies[timeline.dynamic]
    weight = np.where(in_air, FALL, 1.0)
    target = np.where(in_air, fall * pace**2 / size, 0.0) - bent[timeline.dynamic]
    rows, targets = [weight[:, None] * bend], [weight * target]
    if keys:
        slow = (CALM_TURN if tree.rotation[dof] else CALM) * pace / (step * size)
        calm = np.where(flies[1:] | flies[:-1], 0.0, slow)
        rows.append(calm[:, None] * (frame_rows[1:] - frame_rows[:-1]))
        targets.append(-calm * np.diff(line))
        frames = np.array([frame for frame, _ in keys])
        rows.append(MEET / size * frame_rows[frames])
        targets.append(MEET / size * (np.array([value for _, value in keys]) - line[frames]))
    stay = np.where(flies | bool(keys), FAINT, STAY) / size
    rows, targets = [*rows, np.diag(stay)], [*targets, np.zeros(n)]
    matrix, right = np.concatenate(rows), np.concatenate(targets)
    if fall and flies.any():  # legs do not lengthen
        ceiling = np.where(flies, np.inf, np.maximum(highest - line, 0.0) + SLACK)
        way: Array = line + capped_least_squares(matrix, right, ceiling)
    else:
        way = line + np.linalg.lstsq(matrix, right, rcond=None)[0]
    for frame, value in keys:
        way[frame] = value
    return way
