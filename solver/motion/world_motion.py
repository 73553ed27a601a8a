"""A motion with the forces of the world on it, which is all that its verification uses."""

from dataclasses import dataclass, field
from functools import cached_property

import numpy as np

from ..arrays import AnyArray, Array, Flags, Indices
from ..errors import InputError
from ..job.planes import ContactPlane, contact_plane, ground_plane
from ..job.surfaces import Plate
from .motion import Motion, require_shapes
from .world import World


def _left_out() -> AnyArray:
    """(0,) placeholder for an omitted array."""
    return np.zeros(0)


@dataclass(frozen=True, eq=False, kw_only=True)
class WorldMotion(Motion):
    """Poses of all bodies and the world's forces on them.

    Attributes:
        world: gravity, ground, surfaces and holds.
        contact_points: (N, C, 3) points at which contact forces act, world [m].
        contact_forces: (N, C, 3) of the touched surface on the body, world [N].
        contact_moments: (N, C) free moment about the touched surface's normal [N m].
        contact_active: (N, C) whether the contact is scheduled to touch.
        contact_surface: (N, C) touched surface: 0 is the ground, k the world's surface k - 1.
        hold_points: (N, H, 3) points at which hold forces act, world [m].
        hold_forces: (N, H, 3) of each hold on its first body, world [N]; that on the second is opposite.
        hold_active: (N, H) whether the hold is scheduled.
        contact_lasting: (N, C) whether the contact is scheduled to touch the same surface at the next frame.
        hold_lasting: (N, H) whether the hold is scheduled at the next frame too.

    The last six may be omitted: contacts then touch the ground, there are no hold forces, and contacts and holds that
    are scheduled at two successive frames last from one to the other.

    Raises:
        InputError: an array has the wrong shape, or a contact touches a surface that does not exist.
    """

    world: World
    contact_points: Array
    contact_forces: Array
    contact_moments: Array
    contact_active: Flags
    contact_surface: Indices = field(default_factory=_left_out)
    hold_points: Array = field(default_factory=_left_out)
    hold_forces: Array = field(default_factory=_left_out)
    hold_active: Flags = field(default_factory=_left_out)
    contact_lasting: Flags = field(default_factory=_left_out)
    hold_lasting: Flags = field(default_factory=_left_out)

    def __post_init__(self) -> None:
        super().__post_init__()
        contacts = (self.n_frames, len(self.character.contacts))
        holds = (self.n_frames, len(self.world.holds))
        given = {
            "contact_surface": np.zeros(contacts, np.intp),
            "hold_points": np.zeros((*holds, 3)),
            "hold_forces": np.zeros((*holds, 3)),
            "hold_active": np.zeros(holds, bool),
        }
        for name, default in given.items():
            if not getattr(self, name).size:
                object.__setattr__(self, name, default)
        if not self.contact_lasting.size:
            same = self.contact_surface == np.roll(self.contact_surface, -1, 0)
            object.__setattr__(self, "contact_lasting", same & self._lasting(self.contact_active))
        if not self.hold_lasting.size:
            object.__setattr__(self, "hold_lasting", self._lasting(self.hold_active))
        require_shapes(
            self,
            {
                "contact_points": (*contacts, 3),
                "contact_forces": (*contacts, 3),
                "contact_moments": contacts,
                "contact_active": contacts,
                "contact_surface": contacts,
                "hold_points": (*holds, 3),
                "hold_forces": (*holds, 3),
                "hold_active": holds,
                "contact_lasting": contacts,
                "hold_lasting": holds,
            },
        )
        if not ((self.contact_surface >= 0) & (self.contact_surface <= len(self.world.surfaces))).all():
            raise InputError(
                "a contact touches a surface that does not exist", field="motion.contact_surface"
            )

    def require_accelerations(self) -> None:
        """Requires that some frame has two neighbors, from which accelerations are measured.

        Raises:
            InputError: an open motion has fewer than three frames.
        """
        if self.cycle is None and self.n_frames < 3:
            raise InputError(
                f"an open motion needs 3 frames or more, found {self.n_frames}", field="motion.position"
            )

    def _lasting(self, active: Flags) -> Flags:
        """(N, K) whether each is active at a frame and the next."""
        lasting = active.astype(bool) & np.roll(active, -1, 0).astype(bool)
        lasting[-1] &= self.cycle is not None
        return np.asarray(lasting)

    @property
    def judged(self) -> slice:
        """Frames that have both neighbors: all K = N of a cycle, K = N - 2 of an open motion."""
        return slice(None) if self.cycle else slice(1, -1)

    @cached_property
    def weight(self) -> float:
        """Body weight [N]; without gravity, that on Earth."""
        return self.character.mass * (float(np.linalg.norm(self.world.gravity)) or 9.81)

    @cached_property
    def loaded(self) -> Flags:
        """(N, C) contacts that claim a force."""
        return np.asarray(np.linalg.norm(self.contact_forces, axis=-1) > 1e-6 * self.weight)

    @cached_property
    def touching(self) -> Flags:
        """(N, C) contacts that are scheduled to touch or claim a force."""
        return np.asarray(self.contact_active.astype(bool) | self.loaded)

    @cached_property
    def holding(self) -> Flags:
        """(N, H) holds that are scheduled or claim a force."""
        loaded = np.linalg.norm(self.hold_forces, axis=-1) > 1e-6 * self.weight
        holding: Flags = self.hold_active.astype(bool) | loaded
        return holding

    @cached_property
    def landing(self) -> Flags:
        """(N, C) first frames of lasting contacts; not frame 0 of an open motion."""
        return self._begins(self.contact_lasting)

    @cached_property
    def grabbing(self) -> Flags:
        """(N, H) first frames of lasting holds; not frame 0 of an open motion."""
        return self._begins(self.hold_lasting)

    def _begins(self, lasting: Flags) -> Flags:
        begins = lasting & ~np.roll(lasting, 1, 0)
        begins[0] &= self.cycle is not None
        return np.asarray(begins)

    @cached_property
    def planes(self) -> tuple[ContactPlane, ...]:
        """The ground, then the job's surfaces."""
        surfaces = (contact_plane(surface) for surface in self.world.surfaces)
        return (ground_plane(self.world.ground_height), *surfaces)

    @cached_property
    def contact_carrier(self) -> Indices:
        """(N, C) index of the body whose surface each contact touches; -1: a fixed surface, or no contact."""
        bodies = [s.body if isinstance(s, Plate) else "" for s in self.world.surfaces]
        carriers = [-1, *(self.character.body_index(name) if name else -1 for name in bodies)]
        carrier: Indices = np.where(self.touching, np.array(carriers)[self.contact_surface], -1)
        return carrier

    @cached_property
    def contact_turn(self) -> Array:
        """(N, C, 3, 3) columns: two tangents of the touched plane and its normal, world."""
        return self._carrier_turn @ np.array([plane.turn for plane in self.planes])[self.contact_surface]

    @cached_property
    def _carrier_turn(self) -> Array:
        """(N, C, 3, 3) rotation of the touched surface from the rest pose; identity for a fixed one."""
        frame = np.arange(len(self.position))[:, None]
        turn = self.turn[frame, self.contact_carrier]
        turn[self.contact_carrier < 0] = np.eye(3)
        return turn

    def as_touched(self, points: Array) -> Array:
        """(N, C, 3) contact points (N, C, 3) in the frame of the touched body in its rest pose; world if fixed."""
        rest = np.array([body.position for body in self.character.bodies])[self.contact_carrier]
        centre = self.position[np.arange(len(self.position))[:, None], self.contact_carrier]
        seen = rest + np.einsum("tcji,tcj->tci", self._carrier_turn, points - centre)
        return np.where(self.contact_carrier[..., None] >= 0, seen, points)

    @cached_property
    def local_forces(self) -> Array:
        """(N, C, 3) contact forces along the touched plane's tangents and normal [N]."""
        return np.einsum("tcij,tci->tcj", self.contact_turn, self.contact_forces)

    def heights(self, points: Array) -> Array:
        """(N, C) height of contact points (N, C, 3) above the touched planes [m]."""
        normal, level = (
            np.array([getattr(plane, name) for plane in self.planes])[self.contact_surface]
            for name in ("normal", "height")
        )
        return np.einsum("tci,tci->tc", normal, self.as_touched(points)) - level

    def carried_contacts(self) -> Array:
        """World positions (N, C, 3) [m] of the bodies' own contact points."""
        contacts = self.character.contacts
        points = [self.carried(self.character.body_index(c.body), c.point) for c in contacts]
        return np.stack(points, 1) if points else np.zeros((len(self.position), 0, 3))

    def carried_holds(self) -> tuple[Array, Array]:
        """World positions (N, H, 3) [m] of the holds' points on their first bodies, and on their second ones."""
        first, second = np.zeros((2, len(self.position), len(self.world.holds), 3))
        for i, hold in enumerate(self.world.holds):
            first[:, i] = self.carried(self.character.body_index(hold.body_a), hold.point_a)
            second[:, i] = hold.point_b
            if hold.body_b:
                second[:, i] = self.carried(self.character.body_index(hold.body_b), hold.point_b)
        return first, second
