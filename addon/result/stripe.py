"""Changes of a solved motion to the artist's keys by frame, for the stripe on the timeline. Pure data."""

import itertools
from collections.abc import Mapping
from dataclasses import dataclass

import bpy
import numpy as np

from ...solver.arrays import Array, Flags, Indices
from ...solver.clip.clip import Clip
from ...solver.mechanics.euler import matrix_from_angles
from ...solver.rotations import matrix_from_quaternion, rotation_about
from ...solver.verify.faults import frame_faults
from ..blender.units import in_meters
from ..blender.write_motion import keyed_motion
from .blend import both_values
from .clip_on_action import clip_of, frames_of
from .flaw import why_not_shown

UNCHANGED, CHANGED, IMPOSSIBLE = 0, 1, 2
TURN = np.radians(2.0)  # least rotation of a changed bone
SHIFT = 0.01  # m; least translation of a changed bone


@dataclass(frozen=True, eq=False)
class Stripe:
    """One state per frame.

    Attributes:
        first: frame of the scene.
        per_frame: frames of the scene between two states.
        states: (N,) UNCHANGED, CHANGED or IMPOSSIBLE.
    """

    first: float
    per_frame: float
    states: Indices

    @property
    def runs(self) -> tuple[tuple[float, float, int], ...]:
        """(from frame, to frame, state) of every run of equal states."""
        edges = np.flatnonzero(np.diff(self.states, prepend=-1, append=-1))
        return tuple(
            (
                self.first + self.per_frame * (a - 0.5),
                self.first + self.per_frame * (b - 0.5),
                int(self.states[a]),
            )
            for a, b in itertools.pairwise(edges)
        )


def make_stripe(armature_object: bpy.types.Object, action: bpy.types.Action) -> Stripe | None:
    """Compares a solved action with the artist's action and with physics; None without an intact clip."""
    clip = clip_of(action)
    if clip is None or why_not_shown(action):
        return None
    frames = frames_of(clip, action)
    modes = {bone.name: bone.rotation_mode for bone in armature_object.pose.bones}
    bones = {body.name for body in clip.job.character.bodies}  # others are posed by the artist
    scale = in_meters(armature_object.matrix_world.median_scale)
    changed = how_far_changed(keyed_motion(action), action, bones, modes, frames, scale=scale) > 1
    faulty = (faults_of(clip) > 1) | deviating_frames(clip)
    states = np.where(faulty, IMPOSSIBLE, np.where(changed, CHANGED, UNCHANGED))
    return Stripe(float(frames[0]), float(frames[1] - frames[0]), states)


def faults_of(clip: Clip) -> Array:
    """Physical error (N,) of each frame; visible above 1."""
    return frame_faults(clip.motion, clip.torques)


def deviating_frames(clip: Clip) -> Flags:
    """Mask (N,) of frames of the closest attempt in which a goal deviates."""
    given = np.zeros(clip.n_frames, bool)
    for violation in clip.provenance.violations:
        given[list(violation.frames)] = True
    return given


def how_far_changed(
    source: bpy.types.Action | None,
    action: bpy.types.Action,
    bones: set[str],
    modes: Mapping[str, str],
    frames: Array,
    *,
    scale: float,
) -> Array:
    """Largest change (N,) of any bone as a multiple of ``TURN`` or ``SHIFT``; infinite without keys.

    Args:
        source: the artist's action.
        action: the solved one.
        bones: moved by it.
        modes: Blender's rotation mode of each bone.
        frames: (N,) of the scene.
        scale: meters per unit of the armature.
    """
    if source is None:
        return np.full(len(frames), np.inf)
    worst = np.zeros(len(frames))
    for both in both_values(source, action, frames.tolist(), bones=bones):
        if both.name == "location":
            change = scale * np.linalg.norm(both.high - both.low, axis=1) / SHIFT
        elif both.name.startswith("rotation"):
            mode = modes.get(both.bone, "QUATERNION")
            a, b = _matrices(both.name, both.low, mode), _matrices(both.name, both.high, mode)
            change = _angle(np.swapaxes(a, -1, -2) @ b) / TURN
        else:
            continue
        worst = np.maximum(worst, change)
    return worst


def _matrices(name: str, values: Array, mode: str) -> Array:
    """Rotations (N, 3, 3) of a bone's channel; the first letter of Blender's order rotates first."""
    if name == "rotation_euler":
        order = [("XYZ").index(letter) for letter in reversed(mode)]
        return matrix_from_angles(values[:, order], mode[::-1])
    if name == "rotation_axis_angle":
        return matrix_from_quaternion(rotation_about(values[:, 1:], values[:, 0]))
    return matrix_from_quaternion(values / np.linalg.norm(values, axis=1, keepdims=True))


def _angle(rotation: Array) -> Array:
    """Angles (N,) [rad] of rotations, also accurate if small."""
    off = rotation - np.swapaxes(rotation, -1, -2)
    sine = np.linalg.norm(off[:, [2, 0, 1], [1, 2, 0]], axis=1) / 2
    angle: Array = np.arctan2(sine, (np.trace(rotation, axis1=1, axis2=2) - 1) / 2)
    return angle
