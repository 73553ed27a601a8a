"""Measures of gait laboratories from a clip."""

import math
from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from ...arrays import Array, Flags
from ...clip.clip import Clip
from ...mechanics.euler import turn_about
from ..heading import centre_of_mass, headings
from ..sides import SIDES, sides
from .forces import FootForces, foot_forces, is_touching, stance
from .limbs import Limbs


@dataclass(frozen=True)
class FootMeasures:
    """One foot: all touching bodies of one leg together.

    Attributes:
        name: of the touching body nearest to the root.
        side: left, right or middle.
        forces: over its stance.
        clearance: least height of its lowest contact over the middle half of its swing [m], or NaN.
        lift: greatest height of its lowest contact in its swing [m], or NaN.
    """

    name: str
    side: str
    forces: FootForces
    clearance: float
    lift: float


@dataclass(frozen=True)
class LimbMeasures:
    """One side's limbs; NaN for missing ones.

    Attributes:
        hip_range: of the thigh against the pelvis in the forward plane [deg].
        knee_peak: largest flexion in the swing, or over all if no foot defines the swing [deg].
        knee_stance_peak: largest flexion in the first half of the stance [deg].
        ankle_range: [deg].
        arm_range: of the upper arm's pitch [deg].
        arm_phase: correlation of that pitch with the opposite thigh's; people have nearly 1.
    """

    hip_range: float
    knee_peak: float
    knee_stance_peak: float
    ankle_range: float
    arm_range: float
    arm_phase: float


@dataclass(frozen=True)
class GaitMeasures:
    """Measures of a gait; NaN where not applicable.

    Attributes:
        name: of the clip.
        speed: along the ground [m/s].
        stride_frequency: of a cycle [Hz].
        stride_length: of a cycle [m].
        double_support: share of the time with two feet or more on the ground.
        flight: share of the time with none.
        peak_force: vertical, of all contacts in one frame [body weights].
        pelvis_excursion: vertical, of the root body [m].
        com_excursion: vertical [m].
        com_sway: of a cycle that goes straight, to the sides [m].
        trunk_inclination: largest, from the vertical [deg].
        feet: in the order of the contacts.
        limbs: by side.
    """

    name: str
    speed: float
    stride_frequency: float
    stride_length: float
    double_support: float
    flight: float
    peak_force: float
    pelvis_excursion: float
    com_excursion: float
    com_sway: float
    trunk_inclination: float
    feet: tuple[FootMeasures, ...]
    limbs: dict[str, LimbMeasures]


def measure_gait(clip: Clip) -> GaitMeasures:
    """Measures a clip; a cycle counts as one stride."""
    character, cycle = clip.job.character, clip.job.cycle
    centre, root = centre_of_mass(clip), character.body_index(character.root_joint.body)
    seconds, way = _travel(clip, centre)
    legs = _legs(clip)
    touching = np.stack([_touching(clip, leg) for leg in legs], 1) if legs else None
    limbs = Limbs(clip)
    return GaitMeasures(
        name=clip.name,
        speed=way / seconds,
        stride_frequency=1 / seconds if cycle else math.nan,
        stride_length=way if cycle else math.nan,
        double_support=float((touching.sum(1) > 1).mean()) if touching is not None else math.nan,
        flight=float((~touching.any(1)).mean()) if touching is not None else math.nan,
        peak_force=float(clip.motion.contact_forces[..., 2].sum(1).max()) / _weight(clip),
        pelvis_excursion=float(np.ptp(clip.motion.position[:, root, 2])),
        com_excursion=float(np.ptp(centre[:, 2])),
        com_sway=_sway(clip, centre),
        trunk_inclination=math.degrees(limbs.trunk_inclination().max()),
        feet=tuple(_foot(clip, leg) for leg in legs),
        limbs={side: _limbs(clip, limbs, side, legs) for side in SIDES if limbs.joint("hip", side)},
    )


def _travel(clip: Clip, centre: Array) -> tuple[float, float]:
    """Duration [s] and distance along the ground [m]; of a turning cycle, along the path of its center of mass."""
    cycle = clip.job.cycle
    if cycle is None:
        return (clip.n_frames - 1) * clip.motion.step, float(np.linalg.norm(centre[-1, :2] - centre[0, :2]))
    if not cycle.yaw:
        return clip.n_frames * clip.motion.step, float(np.linalg.norm(cycle.translation[:2]))
    steps = np.linalg.norm(np.diff(centre[:, :2], axis=0), axis=-1)
    return clip.n_frames * clip.motion.step, float(steps.mean()) * clip.n_frames


def _sway(clip: Clip, centre: Array) -> float:
    cycle = clip.job.cycle
    if cycle is None or cycle.yaw:
        return math.nan
    heading = headings(clip)
    return float(np.ptp(centre[:, 1] * np.cos(heading) - centre[:, 0] * np.sin(heading)))


def _touching(clip: Clip, leg: list[int]) -> Flags:
    up = clip.motion.contact_forces[:, leg, 2].sum(1) / _weight(clip)
    return is_touching(up, clip.motion.contact_active[:, leg].any(1))


def _weight(clip: Clip) -> float:
    return clip.job.character.mass * (float(np.linalg.norm(clip.job.gravity)) or 9.81)


def _legs(clip: Clip) -> list[list[int]]:
    """Contacts of each foot; bodies with contacts that a joint connects, such as foot and toes, are one foot."""
    character = clip.job.character
    bodies = {contact.body for contact in character.contacts}
    carrier = {joint.body_b: joint.body_a for joint in character.joints}
    feet: dict[str, list[int]] = {}
    for i, contact in enumerate(character.contacts):
        foot = contact.body
        while carrier.get(foot) in bodies:
            foot = carrier[foot]
        feet.setdefault(foot, []).append(i)
    return list(feet.values())


def _foot(clip: Clip, leg: list[int]) -> FootMeasures:
    character, is_cycle = clip.job.character, clip.job.cycle is not None
    back = turn_about("Z", -headings(clip))
    force = np.einsum("tij,tj->ti", back, clip.motion.contact_forces[:, leg].sum(1)) / _weight(clip)
    touching = _touching(clip, leg)
    swing = stance(~touching, is_cycle=is_cycle)
    height = (clip.motion.contact_points[:, leg, 2] - clip.job.ground_height).min(1)[swing]
    quarter = len(swing) // 4
    body = character.body_index(character.contacts[leg[0]].body)
    return FootMeasures(
        name=character.contacts[leg[0]].body,
        side=sides(character)[body],
        forces=foot_forces(force, touching, is_cycle=is_cycle),
        clearance=float(height[quarter : len(swing) - quarter].min()) if len(swing) else math.nan,
        lift=float(height.max()) if len(swing) else math.nan,
    )


def _limbs(clip: Clip, limbs: Limbs, side: str, legs: list[list[int]]) -> LimbMeasures:
    character, knee = clip.job.character, limbs.knee_flexion(side)
    side_of = sides(character)
    own_legs = [leg for leg in legs if side_of[character.body_index(character.contacts[leg[0]].body)] == side]
    touching = _touching(clip, own_legs[0]) if own_legs else np.zeros(clip.n_frames, bool)
    loaded = stance(touching, is_cycle=clip.job.cycle is not None)
    return LimbMeasures(
        hip_range=_degrees(limbs.hip_flexion(side), np.ptp),
        knee_peak=_degrees(knee if knee is None or touching.all() else knee[~touching], np.max),
        knee_stance_peak=_degrees(
            knee[loaded[: (len(loaded) + 1) // 2]] if knee is not None else None, np.max
        ),
        ankle_range=_degrees(limbs.ankle_flexion(side), np.ptp),
        arm_range=math.degrees(limbs.arm_swing(side)),
        arm_phase=limbs.arm_phase(side),
    )


def _degrees(angles: Array | None, measure: Callable[[Array], float]) -> float:
    return math.degrees(measure(angles)) if angles is not None and len(angles) else math.nan
