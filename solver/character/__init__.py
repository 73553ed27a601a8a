"""Rigid bodies, the joints between them and the points that touch the world.

All positions are in the rest pose, in world space; McIntosh (2011, section 4.2.1) uses local points.
"""

from .body_joint import BodyJoint
from .character import Character
from .contact_joint import ContactJoint
from .rigid_body import RigidBody
from .root_joint import RootJoint

__all__ = ["BodyJoint", "Character", "ContactJoint", "RigidBody", "RootJoint"]
