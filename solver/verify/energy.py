"""Sources and sinks of a motion's energy, by world poses and claimed forces alone.

At frame t, a force F does the work F . (x(t+1) - x(t-1)) / 2 on its point x, consistent with central differences.
Energy is evaluated between frames: kinetic by the step's velocity, potential at the midpoint. For point masses, the
total work equals its change exactly (multiply Newton's equation by that displacement); for rotating bodies, up to
O(step^2).
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from ..arrays import Array, Indices
from ..mechanics.euler import turn_about, turned_axes
from ..mechanics.joint_frames import JointFrames
from ..mechanics.tree import tree_of
from ..motion.world_motion import WorldMotion
from ..rotations import (
    matrix_from_quaternion,
    quaternion_from_matrix,
    quaternion_inverse,
    quaternion_product,
    rotation_vector,
)
from .balance import jet_force
from .joint_wrenches import joint_wrenches
from .newton_euler import spin
from .trees import rooted_trees


@dataclass(frozen=True)
class Energy:
    """Energies [J] of a clip over its frames that have neighbors; for a cycle, over one repetition.

    Work of holds and contacts between two bodies is included in the ground's.

    Attributes:
        muscles_give: positive work of muscles and jets, summed per frame.
        muscles_take: negative work of muscles and jets.
        ground_gives: positive work of contacts and holds; 0 up to rounding if the motion is physical.
        ground_takes: negative work of lasting contacts and holds.
        impacts_take: negative work of contacts and holds at the frames at which they begin.
        change: of kinetic and potential energy.
    """

    muscles_give: float
    muscles_take: float
    ground_gives: float
    ground_takes: float
    impacts_take: float
    change: float

    @property
    def missing(self) -> float:
        """Change minus total work [J]; of the order of step^2."""
        known = (
            self.muscles_give + self.muscles_take + self.ground_gives + self.ground_takes + self.impacts_take
        )
        return self.change - known

    def __str__(self) -> str:
        """One line."""
        muscles = f"muscles {self.muscles_give:+.1f} {self.muscles_take:+.1f} J"
        ground = (
            f"ground {self.ground_gives:+.1f} {self.ground_takes:+.1f} J, impacts {self.impacts_take:+.1f} J"
        )
        return f"{muscles}, {ground}, change {self.change:+.1f} J"


def energy(motion: WorldMotion, torques: Array) -> Energy:
    """The energies of a motion with torques (N, n) [N m] ([N]), in the order of mechanics.tree.Tree."""
    passing = _Passing(motion)
    muscles, ground = _muscles(passing, torques), _ground(passing)
    begins = np.concatenate([motion.landing, motion.grabbing], axis=1)[motion.judged]
    taken, energies = np.minimum(ground, 0.0), _energies(passing)
    return Energy(
        muscles_give=float(np.maximum(muscles, 0.0).sum()),
        muscles_take=float(np.minimum(muscles, 0.0).sum()),
        ground_gives=float(np.maximum(ground, 0.0).sum()),
        ground_takes=float(taken[~begins].sum()),
        impacts_take=float(taken[begins].sum()),
        change=float(energies[-1] - energies[0]),
    )


class _Passing:
    """Movement of bodies from the frame before to the frame after each judged frame.

    Attributes:
        motion: of the bodies.
        position: (K + 2, B, 3) at the judged frames and one more on either side.
        orientation: (K + 2, B, 4) likewise.
    """

    def __init__(self, motion: WorldMotion) -> None:
        self.motion = motion
        self.position, self.orientation = motion.with_neighbours()
        rest = matrix_from_quaternion([body.orientation for body in motion.character.bodies])
        self._turn = matrix_from_quaternion(self.orientation) @ np.swapaxes(rest, -1, -2)

    def half_displacement(self, body: Indices, arm: Array) -> Array:
        """(K, 3) half the displacement of points of bodies (K,), with offset ``arm`` (K, 3) at the frame itself."""
        now = np.arange(len(body)) + 1
        own = np.einsum("tji,tj->ti", self._turn[now, body], arm)  # in the rest pose
        ends = [
            self.position[t, body] + np.einsum("tij,tj->ti", self._turn[t, body], own)
            for t in (now + 1, now - 1)
        ]
        return np.asarray(ends[0] - ends[1]) / 2

    def turn(self, bodies: Sequence[int], base: Array | None = None) -> Array:
        """(K, J, 3) mean rotation vector of both steps [rad], world, relative to ``base`` (K + 2, J, 3, 3)."""
        turn = self._turn[:, bodies] if base is None else np.swapaxes(base, -1, -2) @ self._turn[:, bodies]
        steps = rotation_vector(quaternion_from_matrix(turn[1:] @ np.swapaxes(turn[:-1], -1, -2)))
        seen = (steps[1:] + steps[:-1]) / 2
        return seen if base is None else np.einsum("tjik,tjk->tji", base[1:-1], seen)

    def base(self, bodies: Sequence[int]) -> Array:
        """(K + 2, J, 3, 3) rotation of bodies from the rest pose."""
        return np.asarray(self._turn[:, bodies])

    @property
    def heading(self) -> Array:
        """(K + 2, 3, 3) heading at the frames; a cycle's yaw continues uniformly beyond its ends."""
        cycle, n = self.motion.cycle, len(self.motion.position)
        if cycle is None:
            return self.motion.reference
        return turn_about("Z", cycle.yaw / n * np.arange(-1, n + 1))


def _ground(passing: _Passing) -> Array:
    """(K, C + H) work of every contact and hold [J]; between two bodies, the total on both."""
    motion, judged = passing.motion, passing.motion.judged
    character, works = motion.character, []
    touching = [character.body_index(contact.body) for contact in character.contacts]
    turns = passing.turn(touching)
    for c, body in enumerate(touching):
        carrier = motion.contact_carrier[judged, c]
        work = _work(
            passing, motion.contact_points[judged, c], motion.contact_forces[judged, c], body, carrier
        )
        spin = (turns[:, c] * motion.contact_turn[judged, c, :, 2]).sum(-1)
        works.append(work + np.where(carrier < 0, motion.contact_moments[judged, c] * spin, 0.0))
    for h, hold in enumerate(motion.world.holds):
        bodies = [character.body_index(name) if name else -1 for name in (hold.body_a, hold.body_b)]
        other = np.full(len(passing.position) - 2, bodies[1])
        works.append(
            _work(passing, motion.hold_points[judged, h], motion.hold_forces[judged, h], bodies[0], other)
        )
    return np.stack(works, 1) if works else np.zeros((len(passing.position) - 2, 0))


def _work(passing: _Passing, point: Array, force: Array, body: int, other: Indices) -> Array:
    """(K,) work of a force on a point of a body, and of its reaction on other bodies (K,); -1: the fixed world."""
    centre = passing.position[1:-1]
    now, own = np.arange(len(other)), np.full(len(other), body)
    way = passing.half_displacement(own, point - centre[:, body])
    way -= np.where(other[:, None] >= 0, passing.half_displacement(other, point - centre[now, other]), 0.0)
    return np.asarray((force * way).sum(-1))


def _muscles(passing: _Passing, torques: Array) -> Array:
    """(K, J) work of every joint's muscles and every root's jets [J]."""
    motion = passing.motion
    character, tree, torques = motion.character, tree_of(motion.character), torques[motion.judged]
    works = []
    carrying = [character.body_index(joint.body_a) for joint in character.joints]
    carried = [character.body_index(joint.body_b) for joint in character.joints]
    frames = _frames(motion)
    base, tip = passing.base(carrying), passing.base(carried)
    given = _given(motion, base, frames, carried)
    base = base @ np.stack([frames.turn_of(b) for b in carried], 1) if len(frames.bodies) else base
    turns = passing.turn(carried, base)
    for j, (joint, b) in enumerate(zip(character.joints, carried, strict=True)):
        frame = matrix_from_quaternion(joint.orientation)
        axes = turned_axes(base[1:-1, j] @ frame, tip[1:-1, j] @ frame, joint.axes)
        works.append(given[:, j] + _turning(turns[:, j], axes, torques[:, (tree.body == b) & tree.rotation]))
    heading = passing.heading[:, None]
    for root in rooted_trees(character):
        jet = jet_force(root, torques)
        frame = root.root.frame
        (now,) = passing.base([root.base])[1:-1].swapaxes(0, 1)
        axes = turned_axes(heading[1:-1, 0] @ frame, now @ frame, root.root.axes)
        turned = _turning(passing.turn([root.base], heading)[:, 0], axes, torques[:, root.turns])
        shifted = (passing.position[2:, root.base] - passing.position[:-2, root.base]) / 2
        works.append(turned + (jet * shifted).sum(-1))
    return np.stack(works, 1)


def _frames(motion: WorldMotion) -> JointFrames:
    """Given places of joints at the judged frames and one more on either side."""
    count = motion.n_frames
    return motion.joint_frames.at(np.arange(-1, count + 1) % count if motion.cycle else np.arange(count))


def _given(motion: WorldMotion, base: Array, frames: JointFrames, carried: Sequence[int]) -> Array:
    """(K, J) work of the joints' loads on the motion of bones between bodies, which muscles do [J].

    Args:
        motion: of the bodies.
        base: (K + 2, J, 3, 3) rotations of the bodies that carry the joints.
        frames: given places of the joints at the same frames.
        carried: (J,) bodies that the joints carry.
    """
    if not len(frames.bodies):
        return np.zeros((len(base) - 2, len(carried)))
    forces, moments = (load[motion.judged] for load in joint_wrenches(motion))
    turn, shift = (np.stack([place(b) for b in carried], 1) for place in (frames.turn_of, frames.shift_of))
    steps = rotation_vector(quaternion_from_matrix(turn[1:] @ np.swapaxes(turn[:-1], -1, -2)))
    turned, moved = (steps[1:] + steps[:-1]) / 2, (shift[2:] - shift[:-2]) / 2
    return np.asarray(
        (np.einsum("tji,tjik->tjk", forces, base[1:-1]) * moved).sum(-1)
        + (np.einsum("tji,tjik->tjk", moments, base[1:-1]) * turned).sum(-1)
    )


def _turning(turn: Array, axes: Array, torques: Array) -> Array:
    """(K,) work of torques (K, a) about axes (K, a, 3) over rotation vectors (K, 3)."""
    moment = np.einsum("tij,tj->ti", np.linalg.pinv(axes), torques)
    return np.asarray((moment * turn).sum(-1))


def _energies(passing: _Passing) -> Array:
    """(K + 1,) kinetic and potential energy between the frames [J]."""
    motion, step = passing.motion, passing.motion.step
    mass = np.array([body.mass for body in motion.character.bodies])
    velocity = np.diff(passing.position, axis=0) / step
    turning = rotation_vector(
        quaternion_product(passing.orientation[1:], quaternion_inverse(passing.orientation[:-1]))
    )
    momentum = spin(motion.character, passing.orientation, step)
    middle = (passing.position[1:] + passing.position[:-1]) / 2
    each = mass * (velocity**2).sum(-1) / 2 + (momentum * turning).sum(-1) / (2 * step)
    each -= mass * (middle @ np.array(motion.world.gravity))
    return np.asarray(each.sum(1))
