"""Characters that nobody drew: random trees of rods, on a fixed base or on legs."""

import math

import numpy as np
from numpy.typing import NDArray

from solver.character import BodyJoint, Character, ContactJoint, RigidBody, RootJoint
from solver.fitting.presets.parts import rod, vector
from tests.robustness.task import GRAVITY, within

Array = NDArray[np.float64]

HEIGHT = 1.0  # m, of the root
LEG_SPREAD = 0.35  # m, of the feet about the root
STRENGTH = 4.0  # joints bear this many times the weight of what hangs below them, stretched out


def random_tree(rng: np.random.Generator, n_bodies: int, *, n_legs: int = 0) -> Character:
    """A tree of ``n_bodies`` rods that branch from random bodies in random directions.

    With legs the root stands free on that many two-link legs with point feet, spread evenly about the
    centre of mass; without, the world holds it. Every joint is strong enough to hold out what it carries several times
    over, a leg's to carry the whole body.
    """
    root = RigidBody("root", within(rng, 4.0, 10.0), (0.3, 0.3, 0.2), (0.0, 0.0, HEIGHT))
    bodies, joints, contacts, ends = [root], [], [], [np.array(root.position)]
    while len(bodies) < n_bodies - 2 * n_legs:
        k = int(rng.integers(len(ends)))
        length = within(rng, 0.15, 0.4) * 0.97 ** len(bodies)
        direction = rng.normal((0.0, 0.0, 0.6))  # rather up: feet are for the ground
        end = ends[k] + length * direction / np.linalg.norm(direction)
        name = f"rod{len(bodies)}"
        axes = "".join(rng.permutation(list("XYZ"))[: int(rng.integers(1, 4))])
        joints.append((name, bodies[k].name, ends[k], axes, within(rng, 0.5, 1.2)))
        bodies.append(rod(name, within(rng, 4.0, 10.0) * length, (ends[k], end), 0.2 * length))
        ends.append(end)
    centre = np.sum([b.mass * np.array(b.position) for b in bodies], axis=0) / sum(b.mass for b in bodies)
    for k in range(n_legs):
        hip, knee, foot = _leg(k, n_legs, centre)
        names = ("root", f"thigh{k}", f"shin{k}")
        for (a, b), (top, bottom) in zip((names[:2], names[1:]), ((hip, knee), (knee, foot)), strict=True):
            bodies.append(rod(b, 1.0, (top, bottom), 0.07))
            joints.append((b, a, top, "XY" if a == "root" else "Y", 1.0))
        contacts.append(ContactJoint(f"foot{k}", names[2], vector(foot)))
    made = tuple(_joint(bodies, joints, contacts, *joint) for joint in joints)
    held = None if n_legs else RootJoint("root", translation="", axes="")
    free = RootJoint("root", limits=((-0.8, 0.8),) * 3)
    return Character(f"Tree of {n_bodies}", tuple(bodies), made, tuple(contacts), held or free)


def _leg(k: int, n_legs: int, centre: Array) -> tuple[Array, Array, Array]:
    """Hip, knee and foot; the feet stand about the centre of mass, so that the tree can stand."""
    angle = 2 * math.pi * (k + 0.5) / n_legs
    out = np.array([math.cos(angle), math.sin(angle), 0.0])
    hip = np.array([0.0, 0.0, HEIGHT]) + 0.15 * out
    foot = LEG_SPREAD * out + [centre[0], centre[1], 0.0]
    return hip, (hip + foot) / 2 + [0.1, 0.0, 0.0], foot


def _joint(
    bodies: list[RigidBody],
    joints: list[tuple[str, str, Array, str, float]],
    contacts: list[ContactJoint],
    name: str,
    carrier: str,
    place: Array,
    axes: str,
    reach: float,
) -> BodyJoint:
    """Joint as strong as what hangs below it is heavy and long, or as the whole body where feet hang below."""
    below = {name}
    for b, a, *_ in joints:  # carriers come first
        below |= {b} if a in below else set()
    carries_all = any(contact.body in below for contact in contacts)
    mass = sum(b.mass for b in bodies if carries_all or b.name in below)
    arm = max(np.linalg.norm(np.array(b.position) - place) for b in bodies if b.name in below)
    torque = STRENGTH * mass * GRAVITY * max(0.5 * float(arm), 0.05)
    n = len(axes)
    return BodyJoint(
        name,
        carrier,
        name,
        vector(place),
        axes=axes,
        limits=((-reach, reach),) * n,
        torque_limits=(torque,) * n,
    )
