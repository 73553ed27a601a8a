"""What a motion claims in world space; all that its verification may look at."""

from dataclasses import dataclass, field, fields
from functools import cached_property
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from ..character import Character
from ..errors import InputError
from ..mechanics.euler import turn_about
from ..problem.job import Cycle, Job
from ..problem.surfaces import ContactPlane, Plate, contact_plane, ground_plane
from ..rotations import matrix_from_quaternion, quaternion_product, rotation_about

if TYPE_CHECKING:
    from .clip import Clip

Array = NDArray[np.float64]
Indices = NDArray[np.intp]


def no_indices() -> Indices:
    """(0, 0), stands for an array that was left out, as do the next two; see ``fill_in``."""
    return np.zeros((0, 0), np.intp)


def no_vectors() -> Array:
    """(0, 0, 3), for vectors."""
    return np.zeros((0, 0, 3))


def no_flags() -> NDArray[np.bool_]:
    """(0, 0), for flags."""
    return np.zeros((0, 0), bool)


@dataclass(frozen=True, eq=False)
class WorldMotion:
    """Poses of all bodies and the world's forces on them, checked for shape when made.

    Attributes:
        job: whose character moves; its gravity, surfaces, cycle and what its holds join count, nothing else.
        step: time between frames [s].
        position: (N, B, 3) centres of mass, world [m].
        orientation: (N, B, 4) wxyz, ellipsoid axes to world.
        contact_points: (N, C, 3) where the ground's forces act, world [m].
        contact_forces: (N, C, 3) of the ground on the body, world [N].
        contact_moments: (N, C) free moment about the touched surface's normal [N m].
        contact_active: (N, C) whether the contact was scheduled to touch.
        contact_surface: (N, C) what it touches: 0 is the ground, k the job's surface k - 1.
        hold_points: (N, H, 3) where the holds' forces act, world [m].
        hold_forces: (N, H, 3) of each hold on its first body, world [N]; the second feels the opposite.
        hold_active: (N, H) whether the hold was scheduled to hold.
        contact_lasting: (N, C) whether the contact was to touch the same at the next frame too.
        hold_lasting: (N, H) whether the hold was to hold at the next frame too.

    The last six may be left out: contacts then touch the ground and nothing is held, and what is scheduled at two
    frames running lasts from the one to the other.

    Raises:
        InputError: an array has the wrong shape, or an open motion is too short for a central difference.
    """

    job: Job
    step: float
    position: Array
    orientation: Array
    contact_points: Array
    contact_forces: Array
    contact_moments: Array
    contact_active: NDArray[np.bool_]
    contact_surface: Indices = field(default_factory=no_indices)
    hold_points: Array = field(default_factory=no_vectors)
    hold_forces: Array = field(default_factory=no_vectors)
    hold_active: NDArray[np.bool_] = field(default_factory=no_flags)
    contact_lasting: NDArray[np.bool_] = field(default_factory=no_flags)
    hold_lasting: NDArray[np.bool_] = field(default_factory=no_flags)

    def __post_init__(self) -> None:
        fill_in(self)
        n_frames, n_bodies = len(self.position), len(self.character.bodies)
        n_contacts, n_holds = len(self.character.contacts), len(self.job.holds)
        shapes = {
            "position": (n_frames, n_bodies, 3),
            "orientation": (n_frames, n_bodies, 4),
            "contact_points": (n_frames, n_contacts, 3),
            "contact_forces": (n_frames, n_contacts, 3),
            "contact_moments": (n_frames, n_contacts),
            "contact_active": (n_frames, n_contacts),
            "contact_surface": (n_frames, n_contacts),
            "hold_points": (n_frames, n_holds, 3),
            "hold_forces": (n_frames, n_holds, 3),
            "hold_active": (n_frames, n_holds),
            "contact_lasting": (n_frames, n_contacts),
            "hold_lasting": (n_frames, n_holds),
        }
        for name, expected in shapes.items():
            found = np.shape(getattr(self, name))
            if found != expected:
                raise InputError(f"expected the shape {expected}, found {found}", field=f"motion.{name}")
        if not ((self.contact_surface >= 0) & (self.contact_surface <= len(self.job.surfaces))).all():
            raise InputError("a contact touches a surface that is not there", field="motion.contact_surface")
        if self.job.cycle is None and n_frames < 3:
            raise InputError(
                f"an open motion needs 3 frames or more, found {n_frames}", field="motion.position"
            )

    @classmethod
    def of_clip(cls, clip: "Clip") -> "WorldMotion":
        """The claims of a clip, which calls them by the same names."""
        return cls(**{claim.name: getattr(clip, claim.name) for claim in fields(cls)})

    @property
    def character(self) -> Character:
        """Who moves."""
        return self.job.character

    @property
    def judged(self) -> slice:
        """Frames that have both neighbours: all K = N of a cycle, K = N - 2 of an open motion."""
        return slice(None) if self.job.cycle else slice(1, -1)

    @cached_property
    def weight(self) -> float:
        """Body weight [N]; as on Earth where there is no gravity."""
        return self.character.mass * (float(np.linalg.norm(self.job.gravity)) or 9.81)

    @cached_property
    def rotation(self) -> Array:
        """(N, B, 3, 3) ellipsoid axes to world."""
        return matrix_from_quaternion(_unit(self.orientation))

    @cached_property
    def turn(self) -> Array:
        """(N, B, 3, 3) rotation of every body since the rest pose, world."""
        rest = matrix_from_quaternion(_unit(np.array([b.orientation for b in self.character.bodies])))
        return self.rotation @ np.swapaxes(rest, -1, -2)

    @cached_property
    def reference(self) -> Array:
        """(N, 3, 3) heading that the axes of roots stand on: a cycle's yaw, evenly over its frames."""
        yaw = self.job.cycle.yaw if self.job.cycle else 0.0
        return turn_about("Z", yaw * np.arange(len(self.position)) / len(self.position))

    @cached_property
    def loaded(self) -> NDArray[np.bool_]:
        """(N, C) contacts that claim a force."""
        return np.asarray(np.linalg.norm(self.contact_forces, axis=-1) > 1e-6 * self.weight)

    @cached_property
    def touching(self) -> NDArray[np.bool_]:
        """(N, C) contacts that are scheduled to touch or that claim a force all the same."""
        return np.asarray(self.contact_active.astype(bool) | self.loaded)

    @cached_property
    def holding(self) -> NDArray[np.bool_]:
        """(N, H) holds that are scheduled to last or that claim a force all the same."""
        loaded = np.linalg.norm(self.hold_forces, axis=-1) > 1e-6 * self.weight
        holding: NDArray[np.bool_] = self.hold_active.astype(bool) | loaded
        return holding

    @cached_property
    def landing(self) -> NDArray[np.bool_]:
        """(N, C) first frames at which contacts last, with a frame before."""
        return self._begins(self.contact_lasting)

    @cached_property
    def grabbing(self) -> NDArray[np.bool_]:
        """(N, H) first frames at which holds last, with a frame before."""
        return self._begins(self.hold_lasting)

    def _begins(self, lasting: NDArray[np.bool_]) -> NDArray[np.bool_]:
        begins = lasting & ~np.roll(lasting, 1, 0)
        begins[0] &= self.job.cycle is not None
        return np.asarray(begins)

    @cached_property
    def planes(self) -> tuple[ContactPlane, ...]:
        """The ground, then the job's surfaces."""
        surfaces = (contact_plane(surface) for surface in self.job.surfaces)
        return (ground_plane(self.job.ground_height), *surfaces)

    @cached_property
    def contact_carrier(self) -> Indices:
        """(N, C) body that carries what each contact touches; -1 where it is fixed."""
        bodies = [s.body if isinstance(s, Plate) else "" for s in self.job.surfaces]
        carriers = [-1, *(self.character.body_index(name) if name else -1 for name in bodies)]
        carrier: Indices = np.where(self.touching, np.array(carriers)[self.contact_surface], -1)
        return carrier

    @cached_property
    def contact_turn(self) -> Array:
        """(N, C, 3, 3) columns: two directions along the touched plane, and its normal."""
        return self._carrier_turn @ np.array([plane.turn for plane in self.planes])[self.contact_surface]

    @cached_property
    def _carrier_turn(self) -> Array:
        """(N, C, 3, 3) turn since the rest pose of what carries the touched surface."""
        frame = np.arange(len(self.position))[:, None]
        turn = self.turn[frame, self.contact_carrier]
        turn[self.contact_carrier < 0] = np.eye(3)
        return turn

    def as_touched(self, points: Array) -> Array:
        """(N, C, 3) places of contact points (N, C, 3) as what carries the touched surface sees them at rest."""
        rest = np.array([body.position for body in self.character.bodies])[self.contact_carrier]
        centre = self.position[np.arange(len(self.position))[:, None], self.contact_carrier]
        seen = rest + np.einsum("tcji,tcj->tci", self._carrier_turn, points - centre)
        return np.where(self.contact_carrier[..., None] >= 0, seen, points)

    @cached_property
    def local_forces(self) -> Array:
        """(N, C, 3) contact forces along the touched plane's directions and its normal [N]."""
        return np.einsum("tcij,tci->tcj", self.contact_turn, self.contact_forces)

    def heights(self, points: Array) -> Array:
        """(N, C) height of contact points (N, C, 3) above the touched planes, along their normals [m]."""
        normal, level = (
            np.array([getattr(plane, name) for plane in self.planes])[self.contact_surface]
            for name in ("normal", "height")
        )
        return np.einsum("tci,tci->tc", normal, self.as_touched(points)) - level

    def carried(self, body: int, point: tuple[float, float, float]) -> Array:
        """World positions (N, 3) [m] of a point of a body that is at ``point`` in the rest pose."""
        arm = np.array(point) - np.array(self.character.bodies[body].position)
        place: Array = self.position[:, body] + self.turn[:, body] @ arm
        return place

    def carried_contacts(self) -> Array:
        """World positions (N, C, 3) [m] of the bodies' own contact points."""
        contacts = self.character.contacts
        points = [self.carried(self.character.body_index(c.body), c.point) for c in contacts]
        return np.stack(points, 1) if points else np.zeros((len(self.position), 0, 3))

    def carried_holds(self) -> tuple[Array, Array]:
        """World positions (N, H, 3) [m] of the holds' points on their first bodies, and on their second."""
        first, second = np.zeros((2, len(self.position), len(self.job.holds), 3))
        for i, hold in enumerate(self.job.holds):
            first[:, i] = self.carried(self.character.body_index(hold.body_a), hold.point_a)
            second[:, i] = hold.point_b
            if hold.body_b:
                second[:, i] = self.carried(self.character.body_index(hold.body_b), hold.point_b)
        return first, second

    def with_neighbours(self) -> tuple[Array, Array]:
        """Positions and unit orientations of the K judged frames and one more on either side.

        Frame -1 of a cycle is its last frame moved by T^-1, frame N its first moved by T (McIntosh 2011,
        eq. 3.10-3.11).
        """
        orientation = _unit(self.orientation)
        if self.job.cycle is None:
            return self.position, orientation
        cycle, back = self.job.cycle, inverse(self.job.cycle)
        position = [
            move_points(back, self.position[-1:]),
            self.position,
            move_points(cycle, self.position[:1]),
        ]
        turned = [
            move_orientations(back, orientation[-1:]),
            orientation,
            move_orientations(cycle, orientation[:1]),
        ]
        return np.concatenate(position), np.concatenate(turned)


def fill_in(motion: "WorldMotion | Clip") -> None:
    """Gives a motion that was made without surfaces and holds arrays for them."""
    n_frames, n_holds = len(motion.position), len(motion.job.holds)
    shapes = {
        "contact_surface": (n_frames, len(motion.job.character.contacts)),
        "hold_points": (n_frames, n_holds, 3),
        "hold_forces": (n_frames, n_holds, 3),
        "hold_active": (n_frames, n_holds),
    }
    for name, shape in shapes.items():
        given = getattr(motion, name)
        if not len(given):
            object.__setattr__(motion, name, np.zeros(shape, given.dtype))
    if not len(motion.contact_lasting):
        same = motion.contact_surface == np.roll(motion.contact_surface, -1, 0)
        object.__setattr__(motion, "contact_lasting", same & _lasting(motion, motion.contact_active))
    if not len(motion.hold_lasting):
        object.__setattr__(motion, "hold_lasting", _lasting(motion, motion.hold_active))


def _lasting(motion: "WorldMotion | Clip", active: NDArray[np.bool_]) -> NDArray[np.bool_]:
    """(N, K) what is active at the next frame too."""
    lasting = active.astype(bool) & np.roll(active, -1, 0).astype(bool)
    lasting[-1] &= motion.job.cycle is not None
    return np.asarray(lasting)


def move_points(cycle: Cycle, points: Array) -> Array:
    """Points (..., 3) [m] one repetition later: p' = Rz(yaw) p + translation."""
    moved: Array = points @ turn_about("Z", cycle.yaw).T + np.array(cycle.translation)
    return moved


def move_orientations(cycle: Cycle, orientation: Array) -> Array:
    """Orientations (..., 4) one repetition later: Rz(yaw) orientation."""
    yaw = rotation_about((0.0, 0.0, 1.0), cycle.yaw)
    return quaternion_product(np.broadcast_to(yaw, orientation.shape), orientation)


def inverse(cycle: Cycle) -> Cycle:
    """The transform from each repetition to the one before."""
    x, y, z = -np.array(cycle.translation) @ turn_about("Z", cycle.yaw)
    return Cycle((float(x), float(y), float(z)), -cycle.yaw)


def _unit(quaternion: Array) -> Array:
    unit: Array = quaternion / np.linalg.norm(quaternion, axis=-1, keepdims=True)
    return unit
