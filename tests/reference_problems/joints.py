"""Rods, arms and carts: torques about joints, without and with gravity.

Where there is no formula, the value is that of Pontryagin's boundary value problem, whose equations come from the
textbook's Lagrangian.
"""

import math
from functools import partial

from solver.arrays import Vector3
from solver.character import BodyJoint, Character, RigidBody, RootJoint
from solver.job.job import Job
from tests.reference_problems.ends import from_place, move, to_place
from tests.reference_problems.extremal import Extremal
from tests.reference_problems.linkages import Link, cart_pole, chain
from tests.reference_problems.rails import EARTH, known
from tests.reference_problems.reference import Reference

STRONG = 500.0  # N m, never reached
FREE = (-20.0, 20.0)  # rad
TURN = 1.2  # rad
SPAN = 1.0  # s
ROD = Link(1.0, 2.0, 0.5, 2.0 / 12)  # an even thin rod of 2 kg
UPPER, FORE = Link(0.5, 2.0, 0.25, 0.05), Link(0.4, 1.0, 0.2, 0.02)
BASE, WHEEL = 0.3, 0.1  # kg m^2
CART, BOB, STRING, WAY, CART_SPAN = 1.0, 0.3, 0.5, 1.0, 2.0  # kg, kg, m, m, s (Kelly 2017, table 3)
POINT = 1e-4  # m, diameter of a mass that has next to no inertia of its own


def lump(name: str, mass: float, inertia: float, at: Vector3 = (0.0, 0.0, 0.0)) -> RigidBody:
    """A body with so much inertia about every axis: a ball, m d^2 / 10."""
    return RigidBody(name, mass, (math.sqrt(10 * inertia / mass),) * 3, at)


def arm(links: tuple[Link, ...], driven: tuple[int, ...]) -> Character:
    """Links that hang from a base which cannot move; angles are 0 as they hang."""
    bodies, joints, top = [lump("base", 1.0, 0.1)], [], 0.0
    for k, link in enumerate(links):
        bodies.append(lump(f"link{k}", link.mass, link.inertia, (0.0, 0.0, top - link.centre)))
        strength = STRONG if k in driven else 0.0
        joints.append(
            BodyJoint(
                f"joint{k}",
                bodies[-2].name,
                f"link{k}",
                (0.0, 0.0, top),
                axes="Y",
                limits=(FREE,),
                torque_limits=(strength,),
            )
        )
        top -= link.length
    return Character("arm", tuple(bodies), tuple(joints), root=RootJoint("base", translation="", axes=""))


def swing(
    steps: int, *, links: tuple[Link, ...], last: tuple[float, ...], gravity: float,
    driven: tuple[int, ...], span: float = SPAN,
) -> Job:  # fmt: skip
    """From hanging to a pose, at rest in both."""
    ends = [
        pin
        for k, angle in enumerate(last)
        for pin in (
            *from_place(f"joint{k}.ry", 0.0, 0.0, span / steps),
            *to_place(f"joint{k}.ry", angle, 0.0, span / steps),
        )
    ]
    return move(arm(links, driven), steps, span, constraints=ends, gravity=gravity)


def swung(
    name: str, source: str, *, links: tuple[Link, ...], last: tuple[float, ...], gravity: float = EARTH,
    driven: tuple[int, ...] = (), span: float = SPAN, steps: tuple[int, ...] = (40, 80, 160),
) -> Reference:  # fmt: skip
    """An arm that swings, against its extremal."""
    driven = driven or tuple(range(len(links)))
    rest = (0.0,) * len(links)
    extremal = Extremal(chain(links, gravity, driven), rest + rest, last + rest, span)
    job = partial(swing, links=links, last=last, gravity=gravity, driven=driven, span=span)
    return Reference(name, source, extremal, job, steps)


def turn_in_space(steps: int) -> Job:
    """A satellite turns itself by its wheel; nothing outside pushes."""
    bodies = (lump("satellite", 3.0, BASE), lump("wheel", 1.0, WHEEL))
    wheel = BodyJoint(
        "wheel", "satellite", "wheel", (0.0, 0.0, 0.0), axes="Y", limits=(FREE,), torque_limits=(STRONG,)
    )
    root = RootJoint("satellite", translation="XZ", axes="Y")
    at_rest = [
        pin for dof in ("root.tx", "root.tz", "wheel.ry") for pin in from_place(dof, 0.0, 0.0, 1 / steps)
    ]
    ends = [*from_place("root.ry", 0.0, 0.0, 1 / steps), *to_place("root.ry", TURN, 0.0, 1 / steps)]
    return move(
        Character("satellite", bodies, (wheel,), root=root), steps, 1.0, constraints=[*at_rest, *ends]
    )


def swing_the_pole_up(steps: int) -> Job:
    """Kelly's cart: the pole hangs at first and stands in the end, 1 m further."""
    bodies = (lump("cart", CART, 0.01), RigidBody("bob", BOB, (POINT,) * 3, (0.0, 0.0, -STRING)))
    pole = BodyJoint("pole", "cart", "bob", (0.0, 0.0, 0.0), axes="Y", limits=(FREE,), torque_limits=(0.0,))
    root = RootJoint("cart", translation="X", axes="", force_limit=20.0)
    step = CART_SPAN / steps
    ends = [
        pin
        for dof, last in (("root.tx", WAY), ("pole.ry", -math.pi))
        for pin in (*from_place(dof, 0.0, 0.0, step), *to_place(dof, last, 0.0, step))
    ]
    return move(
        Character("cart-pole", bodies, (pole,), root=root), steps, CART_SPAN, constraints=ends, gravity=EARTH
    )


KELLY = Extremal(cart_pole(CART, BOB, STRING, EARTH), (0.0,) * 4, (WAY, -math.pi, 0.0, 0.0), CART_SPAN)
INERTIA = ROD.inertia + ROD.mass * ROD.centre**2

JOINTS = (
    Reference(
        "rod", "12 I² φ²/T³ about its end", known(12 * (INERTIA * TURN) ** 2),
        partial(swing, links=(ROD,), last=(TURN,), gravity=0.0, driven=(0,)),
    ),
    Reference("reaction wheel", "12 I² φ²/T³ of the satellite alone", known(12 * (BASE * TURN) ** 2), turn_in_space),
    swung("pendulum", "Pontryagin 1962, boundary value problem", links=(ROD,), last=(math.pi / 2,)),
    swung("swing-up", "the same, upside down in 3 s", links=(ROD,), last=(math.pi,), span=3.0),
    swung("arm in the plane", "the same, two links, no gravity", links=(UPPER, FORE), last=(1.0, 1.5), gravity=0.0),
    swung("arm", "the same, two links raised", links=(UPPER, FORE), last=(1.5, 1.0)),
    Reference("cart-pole", "Kelly 2017, section 5; Pontryagin's limit", KELLY, swing_the_pole_up, (50, 100, 200)),
    swung(
        "acrobot", "Spong 1995; Pontryagin's limit", links=(UPPER, FORE), last=(2.0, -1.0), driven=(1,), span=2.0,
        steps=(100, 200, 400),
    ),
)  # fmt: skip
