"""Physics of a moving character: drawings of one frame of a clip, in the clip's world.

Pure geometry. Overlay functions take the clip's physics and a frame number.
"""

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from mathutils.geometry import convex_hull_2d

from ...solver.analysis.whole_body import (
    FlightSpan,
    angular_momentum,
    centre_of_mass,
    centre_velocity,
    flights,
    muscle_work,
    stick_figure,
)
from ...solver.arrays import Array
from ...solver.clip.clip import Clip
from ...solver.motion.world_motion import WorldMotion
from .drawing import GROUND, TOP, Drawing, arrows, disc, ellipsoids, fan, path, segments, together

ORANGE, SHADE = (1.0, 0.55, 0.1, 1.0), (0.0, 0.0, 0.0, 0.35)
STEADY, FALLING = (0.2, 0.8, 0.3, 0.35), (1.0, 0.4, 0.1, 0.35)
FORCE, ARC, SPIN = (0.3, 0.9, 0.4, 1.0), (0.95, 0.9, 0.3, 1.0), (0.8, 0.4, 1.0, 1.0)
BEFORE, AFTER = (0.35, 0.6, 1.0), (1.0, 0.5, 0.35)
HEAT = np.array([[0.15, 0.3, 0.9], [0.9, 0.85, 0.2], [0.95, 0.1, 0.05]])  # at 0, half and full strength
WEIGHT_LENGTH = 0.5  # statures per body weight
SPIN_LENGTH = 3.0  # statures per m h^2/s of angular momentum
SKINS, SKIN_STEP = 4, 3  # onion skins on each side, and frames between them
STATURE = 1e-3  # m, minimum stature


@dataclass(frozen=True, eq=False)
class Physics:
    """Physics of a clip for overlays, computed once.

    Attributes:
        motion: poses and forces.
        stature: height of the rest pose [m], which scales arrows and markers.
        radii: (B, 3) of the bodies [m].
        centre: (N, 3) center of mass [m].
        velocity: (N, 3) of the center of mass [m/s].
        momentum: (N, 3) angular momentum about the center of mass [kg m^2/s].
        flights: phases without contact.
        work: (N, B) effort of each body's joint as a fraction of its strength.
        sticks: (N, S, 2, 3) stick figure [m].
    """

    motion: WorldMotion
    stature: float
    radii: Array
    centre: Array
    velocity: Array
    momentum: Array
    flights: tuple[FlightSpan, ...]
    work: Array
    sticks: Array

    @classmethod
    def of_clip(cls, clip: Clip) -> "Physics":
        """Computes the physics of a clip."""
        motion = clip.motion
        heights = [
            body.position[2] + sign * max(body.diameters) / 2
            for body in clip.job.character.bodies
            for sign in (1, -1)
        ]
        return cls(
            motion,
            max(max(heights) - min(heights), STATURE),
            np.array([body.diameters for body in clip.job.character.bodies]) / 2,
            centre_of_mass(motion),
            centre_velocity(motion),
            angular_momentum(motion),
            flights(motion),
            muscle_work(clip),
            stick_figure(motion),
        )


def centre_and_shadow(p: Physics, k: int) -> Drawing:
    """The center of mass, its path, and its shadow on the ground."""
    centre, ground = p.centre[k], p.motion.world.ground_height
    foot = np.array([centre[0], centre[1], ground])
    size, lift = 0.02 * p.stature, np.array([0.0, 0.0, 0.002 * p.stature])
    ball = ellipsoids(centre[None], np.eye(3)[None], np.full((1, 3), size), np.array([ORANGE]), layer=TOP)
    shadow = disc(foot + lift, 2 * size, SHADE, layer=GROUND)
    return together([ball, shadow, segments(centre, foot, SHADE), path(p.centre, ORANGE)])


def support_polygon(p: Physics, k: int) -> Drawing:
    """Convex hull of ground contacts, green while the center of mass is above it; a line or dot for one or two."""
    on_ground = p.motion.contact_active[k].astype(bool) & (p.motion.contact_surface[k] == 0)
    points = p.motion.contact_points[k, on_ground]
    points[:, 2] = p.motion.world.ground_height + 0.001 * p.stature
    hull = points[convex_hull_2d([(x, y) for x, y, _ in points])] if len(points) > 2 else points
    if len(hull) < 3:
        dots = [disc(point, 0.015 * p.stature, FALLING, layer=GROUND) for point in points]
        return together([*dots, path(points, (*FALLING[:3], 1.0))])
    return support_area(hull, is_balanced=is_inside(p.centre[k, :2], hull[:, :2]))


def support_area(corners: Array, *, is_balanced: bool) -> Drawing:
    """The area of corners (K, 3), green if balanced; only its outline for two or fewer."""
    colour = STEADY if is_balanced else FALLING
    rim = path(np.concatenate([corners, corners[:1]]), (*colour[:3], 1.0))
    return together([fan(corners, colour, layer=GROUND), rim]) if len(corners) > 2 else rim


def contact_forces(p: Physics, k: int) -> Drawing:
    """Ground reaction forces; an arrow of half the character's height equals its weight."""
    force = p.motion.contact_forces[k]
    loaded = np.linalg.norm(force, axis=1) > 1e-3 * p.motion.weight
    length = WEIGHT_LENGTH * p.stature / p.motion.weight
    return arrows(p.motion.contact_points[k, loaded], length * force[loaded], FORCE)


def effort(p: Physics, k: int) -> Drawing:
    """Bodies colored by muscle effort, from blue at rest to red at full strength."""
    share = np.clip(2 * p.work[k], 0.0, 2.0)
    low = np.minimum(share.astype(int), 1)
    colour = HEAT[low] + (share - low)[:, None] * (HEAT[low + 1] - HEAT[low])
    colours = np.concatenate([colour, np.full((len(colour), 1), 0.7)], 1)
    return ellipsoids(p.motion.position[k], p.motion.rotation[k], 1.02 * p.radii, colours)


def ballistic_arc(p: Physics, k: int) -> Drawing:
    """Parabola of the center of mass in the current flight, or if all contacts ended now."""
    n_frames, gravity = len(p.centre), np.array(p.motion.world.gravity)
    flight = next((f for f in p.flights if f.first < k < f.last or f.first < k + n_frames < f.last), None)
    if flight is None or n_frames <= 2:
        span = np.linspace(0.0, 0.4, 17)
    else:
        here = k if flight.first < k < flight.last else k + n_frames
        span = np.linspace((flight.first - here) * p.motion.step, (flight.last - here) * p.motion.step, 33)
    time = span[:, None]
    arc = p.centre[k] + time * p.velocity[k] + time**2 / 2 * gravity  # the key line
    return path(arc, ARC if flight is not None else (*ARC[:3], 0.35))


def spin(p: Physics, k: int) -> Drawing:
    """Angular momentum about the center of mass, which is constant in the air."""
    scale = SPIN_LENGTH * p.stature / (p.motion.character.mass * p.stature**2)
    return arrows(p.centre[k][None], scale * p.momentum[k][None], SPIN)


def onion_skin(p: Physics, k: int) -> Drawing:
    """Figures some frames before, in blue, and after, in red, fading with distance."""
    steps = np.concatenate([-np.arange(SKINS) - 1, np.arange(SKINS) + 1])
    frames = k + steps * SKIN_STEP
    seen = (frames >= 0) & (frames < len(p.sticks))
    lines, steps = p.sticks[frames[seen]], steps[seen]
    colours = np.empty((len(steps), 4))
    colours[:, :3] = np.where(steps[:, None] < 0, BEFORE, AFTER)
    colours[:, 3] = 1.0 - (np.abs(steps) - 1) / SKINS
    starts, ends = lines[:, :, 0].reshape(-1, 3), lines[:, :, 1].reshape(-1, 3)
    return segments(starts, ends, np.repeat(colours, lines.shape[1], axis=0))


def is_inside(point: Array, hull: Array) -> bool:
    """Whether a point (2,) is in a convex polygon (P, 2) of either orientation."""
    edge, arm = np.roll(hull, -1, axis=0) - hull, point - hull
    side = edge[:, 0] * arm[:, 1] - edge[:, 1] * arm[:, 0]
    return bool((side >= 0).all() or (side <= 0).all())


OVERLAYS: dict[str, Callable[[Physics, int], Drawing]] = {
    "show_centre": centre_and_shadow,
    "show_support": support_polygon,
    "show_forces": contact_forces,
    "show_effort": effort,
    "show_arc": ballistic_arc,
    "show_spin": spin,
    "show_onion": onion_skin,
}
