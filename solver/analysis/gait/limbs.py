"""Joint angles of a human's limbs in the sagittal plane, identified by the roles of bodies."""

import math
from dataclasses import dataclass

import numpy as np

from ...arrays import Array
from ...character import BodyJoint
from ...character.roles import joint_of
from ...clip.clip import Clip
from ...rotations import matrix_from_quaternion, quaternion_inverse, quaternion_product
from ..heading import headings, rest_forward
from ..sides import SIDES, sides

PARTS = {"hip": "thigh", "knee": "shin", "ankle": "foot", "shoulder": "upper_arm"}  # that joints carry
LEAST_SWING = math.radians(1.0)  # an arm that moves less has no phase


@dataclass(frozen=True, eq=False)
class Limbs:
    """Reads one clip's limbs."""

    clip: Clip

    def joint(self, part: str, side: str) -> BodyJoint | None:
        """A joint of ``PARTS`` on the left or right, or None."""
        return joint_of(self.clip.job.character, PARTS[part], SIDES[side])

    def turn(self, body: str) -> Array:
        """(N, 3, 3) rotation since the rest pose, world."""
        i = self.clip.job.character.body_index(body)
        rest = self.clip.job.character.bodies[i].orientation
        return matrix_from_quaternion(
            quaternion_product(self.clip.motion.orientation[:, i], quaternion_inverse(rest))
        )

    def direction(self, joint: BodyJoint) -> Array:
        """(N, 3) unit vectors from a joint to the next one of its limb, or through the body's center."""
        character = self.clip.job.character
        end = next((j.position for j in character.joints if j.body_a == joint.body_b), None)
        end = end or character.bodies[character.body_index(joint.body_b)].position
        along = np.array(end) - np.array(joint.position)
        way: Array = self.turn(joint.body_b) @ (along / np.linalg.norm(along))
        return way

    def pitch(self, joint: BodyJoint) -> Array:
        """(N,) angle [rad] of a hanging limb forward from the vertical, in the plane of the heading."""
        heading, way = headings(self.clip), self.direction(joint)
        ahead = way[:, 0] * np.cos(heading) + way[:, 1] * np.sin(heading)
        return np.unwrap(np.arctan2(ahead, -way[:, 2]))

    def hip_flexion(self, side: str) -> Array | None:
        """(N,) [rad] of the thigh against the body that carries it, forward positive."""
        joint, forward = self.joint("hip", side), rest_forward(self.clip.job.character)
        if joint is None or forward is None:
            return None
        way = np.einsum("tji,tj->ti", self.turn(joint.body_a), self.direction(joint))
        return np.unwrap(np.arctan2(way @ forward, -way[:, 2]))

    def knee_flexion(self, side: str) -> Array | None:
        """(N,) [rad] between thigh and shank; 0 is a straight leg."""
        hip, knee = self.joint("hip", side), self.joint("knee", side)
        if hip is None or knee is None:
            return None
        cosine = (self.direction(hip) * self.direction(knee)).sum(-1)
        flexion: Array = np.arccos(np.clip(cosine, -1.0, 1.0))
        return flexion

    def ankle_flexion(self, side: str) -> Array | None:
        """(N,) [rad] of the foot against the shank since the rest pose, toes up positive."""
        joint, forward = self.joint("ankle", side), rest_forward(self.clip.job.character)
        if joint is None or forward is None:
            return None
        toes = np.swapaxes(self.turn(joint.body_a), 1, 2) @ self.turn(joint.body_b) @ forward
        return np.unwrap(np.arctan2(toes[:, 2], toes @ forward))

    def arm_phase(self, side: str) -> float:
        """Correlation of the upper arm's pitch with the other side's thigh, 1 in human gait; or NaN."""
        arm, leg = self.joint("shoulder", side), self.joint("hip", "right" if side == "left" else "left")
        if arm is None or leg is None:
            return math.nan
        a, b = self.pitch(arm), self.pitch(leg)
        if min(np.ptp(a), np.ptp(b)) < LEAST_SWING:
            return math.nan
        return float(np.corrcoef(a, b)[0, 1])

    def arm_swing(self, side: str) -> float:
        """Range of the upper arm's pitch [rad], or NaN."""
        arm = self.joint("shoulder", side)
        return float(np.ptp(self.pitch(arm))) if arm else math.nan

    def trunk_inclination(self) -> Array:
        """(N,) angle [rad] from the vertical of the body that carries the arms, or else of the root."""
        arm = self.joint("shoulder", "left")
        body = self._trunk_of(arm) if arm else self.clip.job.character.root_joint.body
        return np.arccos(np.clip(self.turn(body)[:, 2, 2], -1.0, 1.0))

    def _trunk_of(self, arm: BodyJoint) -> str:
        """First body above an arm that belongs to neither side."""
        character = self.clip.job.character
        of_side = dict(zip((body.name for body in character.bodies), sides(character), strict=True))
        carrier = {joint.body_b: joint.body_a for joint in character.joints}
        body = arm.body_a
        while of_side[body] != "middle" and body in carrier:
            body = carrier[body]
        return body
