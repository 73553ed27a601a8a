"""A character: bodies, joints, contacts and mirror pairs."""

from dataclasses import dataclass
from functools import cached_property

from ..record_types import check_types
from .body_joint import BodyJoint
from .contact_joint import ContactJoint
from .rigid_body import RigidBody
from .root_joint import RootJoint
from .validation import check_bodies, check_contacts, check_joints, check_mirror_pairs, check_roots


@dataclass(frozen=True)
class Character:
    """Trees of rigid bodies (McIntosh 2011, section 4.2.1), validated on creation.

    Attributes:
        name: given by the user.
        bodies: at least one.
        joints: one for each body except roots; they connect the bodies to one tree per root.
        contacts: points that can touch the ground.
        root: freedom of the root body in the world; None: all six degrees of freedom.
        others: roots of further trees: a ball, a box, another character.
        mirror_pairs: names of left and right bodies that mirror each other.

    Raises:
        InputError: a body, joint or contact is invalid; the message names it.
    """

    name: str
    bodies: tuple[RigidBody, ...]
    joints: tuple[BodyJoint, ...] = ()
    contacts: tuple[ContactJoint, ...] = ()
    root: RootJoint | None = None
    mirror_pairs: tuple[tuple[str, str], ...] = ()
    others: tuple[RootJoint, ...] = ()

    def __post_init__(self) -> None:
        check_types(self, "character")
        check_bodies(self.bodies, self.name)
        check_joints(self.joints, self.bodies, self.others)
        check_roots(self.root, self.others, self.joints, self.bodies)
        check_contacts(self.contacts, self.bodies)
        check_mirror_pairs(self.mirror_pairs, self.bodies)

    @cached_property
    def root_joint(self) -> RootJoint:
        """The root joint, or its default if ``root`` is None."""
        elsewhere = {joint.body_b for joint in self.joints} | {root.body for root in self.others}
        return self.root or RootJoint(next(b.name for b in self.bodies if b.name not in elsewhere))

    @cached_property
    def roots(self) -> tuple[RootJoint, ...]:
        """Root joints of all trees, the main one first."""
        return (self.root_joint, *self.others)

    @cached_property
    def mass(self) -> float:
        """Total mass [kg]."""
        return sum(body.mass for body in self.bodies)

    @cached_property
    def hip_height(self) -> float:
        """Height of the root body's center above the lowest contact in the rest pose [m], at least 1 mm."""
        centre = self.bodies[self.body_index(self.root_joint.body)].position[2]
        lowest = min((contact.point[2] for contact in self.contacts), default=0.0)
        return max(centre - lowest, 1e-3)

    def body_index(self, name: str) -> int:
        """Index of a body in ``bodies``."""
        return self._body_index[name]

    def contact_index(self, name: str) -> int:
        """Index of a contact in ``contacts``."""
        return self._contact_index[name]

    @cached_property
    def _body_index(self) -> dict[str, int]:
        return {body.name: i for i, body in enumerate(self.bodies)}

    @cached_property
    def _contact_index(self) -> dict[str, int]:
        return {contact.name: i for i, contact in enumerate(self.contacts)}
