"""A step of the five-link biped by trapezoidal collocation in CasADi, as Kelly 2017, section 6, does it.

Its equations are Lagrange's in absolute angles with the stance foot held, and the heel-strike is a map from one
set of rates to the next: another formulation than the program's in every part.
"""

from dataclasses import dataclass

import casadi as ca
import numpy as np

from tests.reference_problems.reference import limit

FORWARD, BACKWARD = 1, -1  # how knees bend
MASSES = (3.2, 6.8, 20.0, 6.8, 3.2)  # kg: stance shank and thigh, torso, swing thigh and shank
INERTIAS = (0.93, 1.08, 2.22, 1.08, 0.93)  # kg m^2
SEGMENT, SHANK, THIGH = 0.4, 0.128, 0.163  # m: of a leg; centres from knee and hip
KELLY_TORSO, HIGH_TORSO = 0.2, 0.425  # m: its centre above the hip; 0.2 m from the hip, or from the upper end
GRAVITY = 9.81
OTHER_LEG = (4, 3, 2, 1, 0)
DRIVEN = ((0, 1), (1, 2), (2, 3), (3, 4))  # knee, hip, hip, knee: each turns its two links apart
FINENESS = (30, 60)  # intervals
UNIT = 100.0  # N^2 m^2 s


@dataclass(frozen=True)
class Step:
    """What a step is asked for.

    Attributes:
        length: [m].
        span: [s].
        knees: FORWARD or BACKWARD.
        torso: height of its centre above the hip [m].
    """

    length: float
    span: float
    knees: int = FORWARD
    torso: float = KELLY_TORSO


@dataclass(frozen=True, eq=False)
class Mechanics:
    """M(q) q'' + h(q, q') = forces, of q: (7,) stance foot's place and absolute angles from upright.

    Attributes:
        mass: M of q.
        bias: h of q and q'.
        foot: the swing foot's place of q.
        slope: its derivative.
    """

    mass: ca.Function
    bias: ca.Function
    foot: ca.Function
    slope: ca.Function


def mechanics(torso: float) -> Mechanics:
    """By Lagrange's equations, of a torso whose centre is so high above the hip."""
    q, rate = ca.SX.sym("q", 7), ca.SX.sym("v", 7)

    def along(k: int) -> ca.SX:
        return ca.vertcat(ca.sin(q[2 + k]), ca.cos(q[2 + k]))

    knee = q[:2] + SEGMENT * along(0)
    hip = knee + SEGMENT * along(1)
    swung = hip - SEGMENT * along(3)
    foot = swung - SEGMENT * along(4)
    centres = (
        knee - SHANK * along(0), hip - THIGH * along(1), hip + torso * along(2), hip - THIGH * along(3),
        swung - SHANK * along(4),
    )  # fmt: skip
    lagrangian = ca.SX(0)
    for k, (mass, inertia, centre) in enumerate(zip(MASSES, INERTIAS, centres, strict=True)):
        speed = ca.jtimes(centre, q, rate)
        lagrangian += (
            mass * ca.sumsqr(speed) / 2 + inertia * rate[2 + k] ** 2 / 2 - mass * GRAVITY * centre[1]
        )
    momentum = ca.jacobian(lagrangian, rate).T
    bias = ca.jacobian(momentum, q) @ rate - ca.jacobian(lagrangian, q).T
    return Mechanics(
        ca.Function("mass", [q], [ca.jacobian(momentum, rate)]),
        ca.Function("bias", [q, rate], [bias]),
        ca.Function("foot", [q], [foot]),
        ca.Function("slope", [q], [ca.jacobian(foot, q)]),
    )


def least_torque(step: Step) -> float:
    """Least integral of the squared torques [N^2 m^2 s], extrapolated over the intervals."""
    return limit([1 / n for n in FINENESS], [collocated(step, n) for n in FINENESS])


def collocated(step: Step, intervals: int) -> float:
    """The same in so many intervals."""
    legs, opti, h = mechanics(step.torso), ca.Opti(), step.span / intervals
    angle, rate, bent = (opti.variable(5, intervals + 1) for _ in range(3))
    torque, push = opti.variable(len(DRIVEN), intervals + 1), opti.variable(2, intervals + 1)
    turns = np.zeros((7, len(DRIVEN)))
    for k, (above, below) in enumerate(DRIVEN):
        turns[2 + above, k], turns[2 + below, k] = 1.0, -1.0
    still = ca.MX.zeros(2, 1)
    for k in range(intervals + 1):
        q, v = ca.vertcat(still, angle[:, k]), ca.vertcat(still, rate[:, k])
        forces = turns @ torque[:, k] + ca.vertcat(push[:, k], ca.MX.zeros(5, 1))
        opti.subject_to(legs.mass(q) @ ca.vertcat(still, bent[:, k]) + legs.bias(q, v) == forces)
        opti.subject_to(step.knees * (angle[0, k] - angle[1, k]) >= 0)
        opti.subject_to(step.knees * (angle[4, k] - angle[3, k]) >= 0)
        if 0 < k < intervals:
            opti.subject_to(legs.foot(q)[1] >= 0)
    for whole, slope in ((angle, rate), (rate, bent)):
        opti.subject_to(whole[:, 1:] - whole[:, :-1] == h / 2 * (slope[:, 1:] + slope[:, :-1]))
    _strike(opti, legs, step, (angle[:, 0], rate[:, 0]), (angle[:, -1], rate[:, -1]))
    cost = h * (ca.sumsqr(torque) - (ca.sumsqr(torque[:, 0]) + ca.sumsqr(torque[:, -1])) / 2)
    opti.minimize(cost / UNIT)
    _guess(opti, step, angle, rate, push, intervals)
    opti.solver("ipopt", {"print_time": False}, {"print_level": 0, "sb": "yes"})
    return float(opti.solve().value(cost))


def _strike(
    opti: ca.Opti, legs: Mechanics, step: Step, first: tuple[ca.MX, ca.MX], last: tuple[ca.MX, ca.MX]
) -> None:
    """The swing foot lands a step ahead, inelastically; then the legs change parts and the step begins again."""
    still = ca.MX.zeros(2, 1)
    q, before = ca.vertcat(still, last[0]), ca.vertcat(still, last[1])
    after, impulse = opti.variable(7), opti.variable(2)
    opti.subject_to(legs.foot(q) == ca.vertcat(step.length, 0))
    opti.subject_to(legs.mass(q) @ (after - before) == legs.slope(q).T @ impulse)
    opti.subject_to(legs.slope(q) @ after == 0)
    for k, other in enumerate(OTHER_LEG):
        opti.subject_to(first[0][k] == last[0][other])
        opti.subject_to(first[1][k] == after[2 + other])


def _guess(opti: ca.Opti, step: Step, angle: ca.MX, rate: ca.MX, push: ca.MX, intervals: int) -> None:
    """Legs swing evenly, knees a little bent."""
    swing = np.linspace(-0.3, 0.3, intervals + 1)
    turned = np.stack([swing + 0.1 * step.knees, swing, 0 * swing, -swing, -swing + 0.2 * step.knees])
    opti.set_initial(angle, turned)
    opti.set_initial(rate, np.gradient(turned, step.span / intervals, axis=1))
    opti.set_initial(push, np.outer([0.0, sum(MASSES) * GRAVITY], np.ones(intervals + 1)))
