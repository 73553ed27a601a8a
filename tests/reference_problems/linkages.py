"""Linkages in textbook form, by sympy: independent of the program's own mechanics."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np
import sympy as sp
from numpy.typing import NDArray

Array = NDArray[np.float64]
Slopes = Callable[[Array, Array], Array]  # of (4 n, T) states and costates and (A, T) controls
Motors = Callable[[Array], Array]
Step = Callable[[Array, Array], list[float]]  # of (2 n,) states and (A,) controls, at one moment


@dataclass(frozen=True, eq=False)
class Linkage:
    """Lagrange's equations M(q) q'' = B u - h(q, q').

    Attributes:
        q, rate: (n,) coordinates and their rates.
        kinetic, potential: energies [J].
        driven: coordinates that have a motor.
    """

    q: Sequence[sp.Symbol]
    rate: Sequence[sp.Symbol]
    kinetic: sp.Expr
    potential: sp.Expr
    driven: Sequence[int]

    def canonical(self) -> tuple[Slopes, Motors]:
        """Slopes of states and costates under given controls, and the controls that are best, for the least |u|^2.

        Pontryagin 1962: H = |u|^2 + p.q' + r.q''; u makes it least, p' = -dH/dq, r' = -dH/dq'.
        """
        n, q, rate = len(self.q), sp.Matrix(self.q), sp.Matrix(self.rate)
        p, r = (sp.Matrix(sp.symbols(f"{name}:{n}")) for name in "pr")
        u, after, moved = self._accelerations()
        hamiltonian = sp.Matrix([p.dot(rate) + r.dot(after)])
        down = -hamiltonian.jacobian([*q, *rate]).T
        slopes = sp.lambdify([*q, *rate, *p, *r, *u], [*rate, *after, *down], "numpy", cse=True)
        best = sp.lambdify([*q, *rate, *p, *r], list(-moved.T * r / 2), "numpy", cse=True)
        return (
            lambda y, control: np.stack(np.broadcast_arrays(*slopes(*y, *control), y[0])[:-1]),
            lambda y: np.stack(np.broadcast_arrays(*best(*y), y[0])[:-1]),
        )

    def forward(self) -> Step:
        """Slopes of the states alone, in plain numbers, as a step of an integrator needs them."""
        u, after, _ = self._accelerations()
        slopes = sp.lambdify([*self.q, *self.rate, *u], [*self.rate, *after], "math", cse=True)
        return lambda y, control: slopes(*y.tolist(), *control.tolist())

    def _accelerations(self) -> tuple[sp.Matrix, sp.Matrix, sp.Matrix]:
        """Controls u, q'' under them, and its slopes M^-1 B by them."""
        q, rate = sp.Matrix(self.q), sp.Matrix(self.rate)
        u = sp.Matrix(sp.symbols(f"u:{len(self.driven)}"))
        lagrangian = sp.Matrix([self.kinetic - self.potential])
        momentum = lagrangian.jacobian(rate).T
        mass = momentum.jacobian(rate)
        # Elimination would simplify each of its steps, which takes seconds.
        inverse = mass.adjugate("laplace") / mass.det("laplace")
        bias = momentum.jacobian(q) * rate - lagrangian.jacobian(q).T
        motors = sp.Matrix(len(q), len(u), lambda i, k: int(self.driven[k] == i))
        return u, inverse * (motors * u - bias), inverse * motors


@dataclass(frozen=True)
class Link:
    """One link of a chain.

    Attributes:
        length: to the next joint [m].
        mass: [kg].
        centre: distance of its centre of mass from its own joint [m].
        inertia: about that centre [kg m^2].
    """

    length: float
    mass: float
    centre: float
    inertia: float


def chain(links: Sequence[Link], gravity: float, driven: Sequence[int]) -> Linkage:
    """Links that hang one from the other; angles about the world's Y, each from the last, 0 is straight down."""
    n = len(links)
    q, rate = sp.symbols(f"q:{n}"), sp.symbols(f"v:{n}")
    kinetic, potential, joint = sp.Integer(0), sp.Integer(0), sp.zeros(2, 1)
    for k, link in enumerate(links):
        angle = sum(q[: k + 1])
        down = sp.Matrix([-sp.sin(angle), -sp.cos(angle)])
        centre = joint + link.centre * down
        speed = centre.jacobian(q) * sp.Matrix(rate)
        kinetic += link.mass * speed.dot(speed) / 2 + link.inertia * sum(rate[: k + 1]) ** 2 / 2
        potential += link.mass * gravity * centre[1]
        joint += link.length * down
    return Linkage(q, rate, sp.expand(kinetic), potential, driven)


def cart_pole(cart: float, bob: float, length: float, gravity: float) -> Linkage:
    """A cart on a rail and a point mass on a rod that hangs from it; only the cart is pushed."""
    (x, q), (v, w) = sp.symbols("q:2"), sp.symbols("v:2")
    level, upright = v - length * sp.cos(q) * w, length * sp.sin(q) * w
    kinetic = cart * v**2 / 2 + bob * (level**2 + upright**2) / 2
    return Linkage((x, q), (v, w), sp.expand(kinetic), -bob * gravity * length * sp.cos(q), (0,))
