"""Inverse dynamics of a character in CasADi: the recursive Newton-Euler algorithm (Featherstone 2008, 5.3).

Written for the benchmark and apart from the solver's own mechanics: velocities and accelerations of
coordinates, angular velocities, gyroscopic moments; nothing is shared but the character's description.
"""

from dataclasses import dataclass, field

import casadi as ca
import numpy as np
from numpy.typing import NDArray

from solver.character import Character
from solver.mechanics.tree import Tree

Array = NDArray[np.float64]


@dataclass
class Link:
    """One body on its way through the two passes; all vectors are in world axes."""

    rotation: ca.SX
    spin: ca.SX
    spin_change: ca.SX
    centre: ca.SX
    acceleration: ca.SX
    anchor: ca.SX
    axes: dict[int, ca.SX] = field(default_factory=dict)
    force: ca.SX = field(default_factory=lambda: ca.SX.zeros(3))
    moment: ca.SX = field(default_factory=lambda: ca.SX.zeros(3))


class InverseDynamics:
    """Functions of one character whose joint frames and ellipsoids lie along the world's axes at rest.

    Attributes:
        forces: (q, v, a, F) to generalised forces; F are the contacts' forces on the body, one after another.
        contacts: q to the contacts' positions, one after another.
    """

    def __init__(self, character: Character, gravity: tuple[float, float, float]) -> None:
        self._character, self._tree, self._gravity = character, Tree(character), ca.DM(gravity)
        if any(b.orientation != (1.0, 0.0, 0.0, 0.0) for b in character.bodies):
            raise ValueError("the peer knows only bodies that lie along the world's axes at rest")
        n, n_contacts = self._tree.n, len(character.contacts)
        q, v, a = (ca.SX.sym(name, n) for name in "qva")
        pushes = ca.SX.sym("F", 3 * n_contacts)
        links = self._outward(q, v, a)
        points = [self._contact(links, k) for k in range(n_contacts)]
        efforts = self._inward(links, points, pushes)
        self.forces = ca.Function("forces", [q, v, a, pushes], [efforts])
        self.contacts = ca.Function("contacts", [q], [ca.vertcat(*points)])

    def _outward(self, q: ca.SX, v: ca.SX, a: ca.SX) -> dict[int, Link]:
        tree, links = self._tree, dict[int, Link]()
        rest = np.array([b.position for b in self._character.bodies])
        for b in map(int, tree.order):
            parent = int(tree.parent[b])
            if parent < 0:
                shifts = [int(i) for i in tree.shifts]
                link = Link(ca.SX.eye(3), ca.SX.zeros(3), ca.SX.zeros(3), q[shifts], a[shifts], q[shifts])
                self._turn(link, b, q, v, a)
            else:
                up = links[parent]
                to_anchor = ca.mtimes(up.rotation, _sparse(tree.anchor[b] - rest[parent]))
                anchor = up.centre + to_anchor
                carried = up.acceleration + _swept(up, to_anchor)
                link = Link(up.rotation, up.spin, up.spin_change, anchor, carried, anchor)
                self._turn(link, b, q, v, a)
                to_centre = ca.mtimes(link.rotation, _sparse(rest[b] - tree.anchor[b]))
                link.centre = anchor + to_centre
                link.acceleration = carried + _swept(link, to_centre)
            links[b] = link
        return links

    def _turn(self, link: Link, body: int, q: ca.SX, v: ca.SX, a: ca.SX) -> None:
        tree = self._tree
        for i in map(int, np.flatnonzero((tree.body == body) & tree.rotation)):
            axis = ca.mtimes(link.rotation, _sparse(tree.axis[i]))
            link.spin_change = link.spin_change + axis * a[i] + ca.cross(link.spin, axis) * v[i]
            link.spin = link.spin + axis * v[i]
            link.rotation = ca.mtimes(link.rotation, _rotation(tree.axis[i], q[i]))
            link.axes[i] = axis

    def _contact(self, links: dict[int, Link], k: int) -> ca.SX:
        contact = self._character.contacts[k]
        body = self._character.body_index(contact.body)
        arm = np.array(contact.point) - np.array(self._character.bodies[body].position)
        return links[body].centre + ca.mtimes(links[body].rotation, _sparse(arm))

    def _inward(self, links: dict[int, Link], points: list[ca.SX], pushes: ca.SX) -> ca.SX:
        tree, bodies = self._tree, self._character.bodies
        efforts = [ca.SX.zeros(1)] * tree.n
        for b in map(int, tree.order[::-1]):
            link, body = links[b], bodies[b]
            x, y, z = (d**2 * body.mass / 20 for d in body.diameters)
            inertia = ca.mtimes([link.rotation, ca.diag(ca.DM([y + z, x + z, x + y])), link.rotation.T])
            own = body.mass * (link.acceleration - self._gravity)
            link.force += own
            link.moment += ca.mtimes(inertia, link.spin_change) + ca.cross(
                link.spin, ca.mtimes(inertia, link.spin)
            )
            link.moment += ca.cross(link.centre - link.anchor, own)
            for k, contact in enumerate(self._character.contacts):
                if contact.body == body.name:
                    push = pushes[3 * k : 3 * k + 3]
                    link.force -= push
                    link.moment -= ca.cross(points[k] - link.anchor, push)
            for i, axis in link.axes.items():
                efforts[i] = ca.dot(axis, link.moment)
            if tree.parent[b] >= 0:
                up = links[int(tree.parent[b])]
                up.force += link.force
                up.moment += link.moment + ca.cross(link.anchor - up.anchor, link.force)
            else:
                for i in map(int, tree.shifts):
                    efforts[i] = ca.dot(_sparse(tree.axis[i]), link.force)
        return ca.vertcat(*efforts)


def _sparse(vector: Array) -> ca.DM:
    """Column whose zeros CasADi need not compute with."""
    return ca.sparsify(ca.DM(vector))


def _swept(link: Link, arm: ca.SX) -> ca.SX:
    """Acceleration of a point of the body against the body's origin."""
    return ca.cross(link.spin_change, arm) + ca.cross(link.spin, ca.cross(link.spin, arm))


def _rotation(axis: Array, angle: ca.SX) -> ca.SX:
    c, s = ca.cos(angle), ca.sin(angle)
    k = int(np.argmax(axis))
    if axis[k] != 1.0:
        raise ValueError("the peer knows only joint axes that lie along the world's at rest")
    i, j = (k + 1) % 3, (k + 2) % 3
    matrix = ca.SX(3, 3)
    matrix[k, k] = 1
    matrix[i, i] = matrix[j, j] = c
    matrix[i, j], matrix[j, i] = -s, s
    return matrix
