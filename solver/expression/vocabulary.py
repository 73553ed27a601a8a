"""Names in expressions: a character's bodies, joints and contacts, and quantities of the whole motion."""

import math
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field, replace

import sympy

from ..arrays import Vector3
from ..character import Character
from ..character.roles import ADDRESS
from ..mechanics.tree import Tree
from ..rotations import matrix_from_quaternion
from .signals import CENTRAL, FORWARD, MID, Asked, BodyPoints, Coordinate, Force, MuscleTorque, Parameter
from .text_error import TextError, unknown
from .values import Scalar, Value, Vector, multiply

Terms = tuple[tuple[int, Vector3, float], ...]
Factors = list[tuple[float, Vector, Vector]]  # weight, a and b of products

CENTRE: Vector3 = (0.0, 0.0, 0.0)
PARAMETERS = ("time", "time_step", "phase", "duration", "value")
DERIVATIVES = {  # order and scheme
    "position": (0, MID), "velocity": (1, MID), "mid_velocity": (1, MID), "forward_velocity": (1, FORWARD),
    "central_velocity": (1, CENTRAL), "acceleration": (2, MID),
}  # fmt: skip
RATES = {name.replace("velocity", "rate"): of for name, of in DERIVATIVES.items() if of[0] > 0}


@dataclass(frozen=True)
class Meaning:
    """Meaning of a part of an expression: a value, a thing with attributes, or both.

    Attributes:
        description: description in words.
        value: None for a thing without a number, such as a body.
        attributes: meanings by name.
        body: index of the body, for things with points.
    """

    description: str
    value: Value | None = None
    attributes: Mapping[str, Callable[[], "Meaning"]] = field(default_factory=dict)
    body: int | None = None


class Vocabulary:
    """Names in expressions of one character's motion, and symbols of the signals used.

    Args:
        character: of the motion.
        parameters: names of additional numbers known at every frame.

    Attributes:
        signals: by symbol, in order of first use.
        definitions: sums of many terms by the symbol that replaces them during parsing.
    """

    def __init__(self, character: Character, parameters: Iterable[str] = ()) -> None:
        self._character, self._tree = character, Tree(character)
        self._axes = [matrix_from_quaternion(body.orientation) for body in character.bodies]
        self.signals: dict[sympy.Symbol, Asked] = {}
        self.definitions: dict[sympy.Symbol, Scalar] = {}
        self._symbols: dict[Asked, sympy.Symbol] = {}
        self._defined: dict[Scalar, sympy.Symbol] = {}
        self.bodies = {body.name: i for i, body in enumerate(character.bodies)}
        self.bodies |= {f"{ADDRESS}{body.role}": i for i, body in enumerate(character.bodies) if body.role}
        self.joints: dict[str, list[int]] = {}
        for i, name in enumerate(self._tree.names):
            self.joints.setdefault(name.rpartition(".")[0], []).append(i)
        self.contacts = {contact.name: i for i, contact in enumerate(character.contacts)}
        self._own = {name: self._parameter(name) for name in (*PARAMETERS, *parameters)} | {
            "com": self._centre_of_mass,
            "momentum": lambda: _valued(multiply(sympy.Float(character.mass), self._com(1)), "a momentum"),
            "angular_momentum": lambda: _valued(self._angular_momentum(), "an angular momentum"),
            "power": lambda: _valued(self._power(range(self._tree.n)), "a power"),
            "mass": lambda: _valued(sympy.Float(character.mass), "a mass"),
            "pi": lambda: _valued(sympy.Float(math.pi), "a number"),
        }

    @property
    def names(self) -> set[str]:
        """All names that can begin a term."""
        plain = (name for name in self.bodies if not name.startswith(ADDRESS))
        return {*self._own, *plain, *self.joints, *self.contacts}

    def find(self, name: str, column: int) -> Meaning:
        """Meaning of a name that begins a term; a body, a joint and a contact may share it."""
        if name in self._own:
            return self._own[name]()
        found = [
            make(name)
            for names, make in (
                (self.contacts, self.contact), (self.joints, self.joint), (self.bodies, self.body)
            )
            if name in names
        ]  # fmt: skip
        if not found:
            raise unknown("name", name, self.names, column)
        attributes = {k: v for term in found for k, v in term.attributes.items()}
        return replace(found[-1], attributes=attributes)

    def body(self, name: str) -> Meaning:
        """A body by its name."""
        b = self.bodies[name]
        motion = {key: self._maker(self.point, b, CENTRE, *of) for key, of in DERIVATIVES.items()}
        motion |= {f"t{c}": self._component(b, k) for k, c in enumerate("xyz")}
        motion |= {f"{c}_axis": self._maker(self._axis, b, k) for k, c in enumerate("xyz")}
        motion["angular_velocity"] = lambda: _valued(self._angular_velocity(b), "an angular velocity")
        return Meaning(f"the body '{name}'", None, motion, b)

    def contact(self, name: str) -> Meaning:
        """A contact by its name."""
        contact = self._character.contacts[self.contacts[name]]
        b = self.bodies[contact.body]
        arm = [p - c for p, c in zip(contact.point, self._character.bodies[b].position, strict=True)]
        x, y, z = (float(a) for a in arm @ self._axes[b])
        motion = {key: self._maker(self.point, b, (x, y, z), *of) for key, of in DERIVATIVES.items()}
        motion["force"] = self._maker(self._force, self.contacts[name])
        motion["touching"] = self._parameter(f"{name}.touching")
        return Meaning(f"the contact '{name}'", None, motion)

    def joint(self, name: str) -> Meaning:
        """A joint, or the root, by its name."""
        dofs = self.joints[name]
        axes = {self._tree.names[i].rpartition(".")[2]: self._maker(self._coordinate, i) for i in dofs}
        axes["power"] = lambda: _valued(self._power(dofs), "a power")
        return Meaning(f"the joint '{name}'", None, axes)

    def point(self, body: int, place: Vector3, order: int, scheme: str) -> Meaning:
        """A point of a body: its position, velocity or acceleration."""
        terms = ((body, place, 1.0),)
        value = self._points(terms, order, scheme)
        return Meaning("a vector", value, self._derivatives(terms) if order == 0 else {})

    def at_frame(self, value: Value, frame: int) -> Value:
        """The value at a fixed frame of the clip."""
        if isinstance(value, tuple):
            x, y, z = (self._at_frame(v, frame) for v in value)
            return (x, y, z)
        return self._at_frame(value, frame)

    def symbol(self, signal: Asked) -> sympy.Symbol:
        """Unique symbol of a signal."""
        if signal not in self._symbols:
            symbol = sympy.Symbol(f"s{len(self._symbols)}", real=True)
            self._symbols[signal], self.signals[symbol] = symbol, signal
        return self._symbols[signal]

    def _at_frame(self, value: Scalar, frame: int) -> Scalar:
        if value in self.definitions:
            return self._define(self._at_frame(self.definitions[value], frame))
        if value in self.signals:
            signal = self.signals[value]
            if signal.frame is not None:
                raise TextError(f"this is evaluated at frame {signal.frame} already")
            return self.symbol(replace(signal, frame=frame))
        if not value.args:
            return value
        return value.func(*(self._at_frame(part, frame) for part in value.args), evaluate=False)

    def _define(self, value: Scalar) -> sympy.Symbol:
        """A symbol for a sum, so that SymPy does not process its terms repeatedly."""
        if value not in self._defined:
            symbol = sympy.Symbol(f"d{len(self._defined)}", real=True)
            self._defined[value], self.definitions[symbol] = symbol, value
        return self._defined[value]

    def _parameter(self, name: str) -> Callable[[], Meaning]:
        return lambda: _valued(self.symbol(Parameter(name)), "a number")

    def _maker(self, make: Callable[..., Meaning], *arguments: object) -> Callable[[], Meaning]:
        return lambda: make(*arguments)

    def _points(self, terms: Terms, order: int, scheme: str = MID) -> Vector:
        x, y, z = (self.symbol(BodyPoints(terms, k, order, scheme=scheme)) for k in range(3))
        return x, y, z

    def _force(self, contact: int) -> Meaning:
        x, y, z = (self.symbol(Force(contact, k)) for k in range(3))
        return _valued((x, y, z), "a force")

    def _component(self, body: int, component: int) -> Callable[[], Meaning]:
        terms = ((body, CENTRE, 1.0),)
        return lambda: _valued(self.symbol(BodyPoints(terms, component)), "a length")

    def _axis(self, body: int, axis: int) -> Meaning:
        terms = _axis_terms(body, axis)
        return Meaning("a direction", self._points(terms, 0), self._derivatives(terms))

    def _derivatives(self, terms: Terms) -> dict[str, Callable[[], Meaning]]:
        def derivative(order: int, scheme: str) -> Callable[[], Meaning]:
            return lambda: _valued(self._points(terms, order, scheme), "a vector")

        return {name: derivative(*of) for name, of in DERIVATIVES.items() if of[0] > 0}

    def _coordinate(self, dof: int) -> Meaning:
        angle, unit = self._tree.rotation[dof], "an angle" if self._tree.rotation[dof] else "a length"

        def signal(of: Asked, description: str) -> Callable[[], Meaning]:
            return lambda: _valued(self.symbol(of), description)

        return Meaning(
            unit,
            self.symbol(Coordinate(dof)),
            {
                name: signal(Coordinate(dof, order, scheme=scheme), "a rate")
                for name, (order, scheme) in RATES.items()
            }
            | {
                "torque" if angle else "force": signal(MuscleTorque(dof), "a torque"),
                "power": lambda: _valued(self._power([dof]), "a power"),
            },
        )

    def _power(self, dofs: Iterable[int]) -> Scalar:
        """Torque times central rate; summed over the frames, it is the work in the equations of motion."""
        able = [i for i in dofs if self._tree.effort_limit[i] > 0]
        return self._sum(
            self.symbol(MuscleTorque(i)) * self.symbol(Coordinate(i, 1, scheme=CENTRAL)) for i in able
        )

    def _com(self, order: int, scheme: str = MID) -> Vector:
        bodies, mass = self._character.bodies, self._character.mass
        terms = tuple((b, CENTRE, body.mass / mass) for b, body in enumerate(bodies))
        return self._points(terms, order, scheme)

    def _centre_of_mass(self) -> Meaning:
        attributes = {k: self._maker(_valued, self._com(*of), "a vector") for k, of in DERIVATIVES.items()}
        return Meaning("the center of mass", self._com(0), attributes)

    def _turning(self, body: int, weights: tuple[float, float, float]) -> Factors:
        """Weight, e and de/dt of a body's axes e; a rotation is the sum of weight e x de/dt."""
        axes = [_axis_terms(body, k) for k in range(3)]
        return [
            (weight, self._points(axis, 0), self._points(axis, 1))
            for weight, axis in zip(weights, axes, strict=True)
        ]

    def _angular_velocity(self, body: int) -> Vector:
        return self._sum_of_crosses(self._turning(body, (0.5, 0.5, 0.5)))

    def _angular_momentum(self) -> Vector:
        """About the center of mass: sum of m x cross v and J_k e_k cross de_k/dt, minus M c cross dc/dt."""
        found: Factors = [(-self._character.mass, self._com(0), self._com(1))]
        for b, body in enumerate(self._character.bodies):
            terms = ((b, CENTRE, 1.0),)
            found.append((body.mass, self._points(terms, 0), self._points(terms, 1)))
            x, y, z = (body.mass * d**2 / 20 for d in body.diameters)
            found += self._turning(b, (x, y, z))
        return self._sum_of_crosses(found)

    def _sum_of_crosses(self, factors: Factors) -> Vector:
        """Sum of weight a cross b."""

        def component(j: int, k: int) -> Scalar:
            return self._sum(
                sympy.Mul(sympy.Float(sign * weight), a[m], b[n], evaluate=False)
                for weight, a, b in factors
                for sign, m, n in ((1.0, j, k), (-1.0, k, j))
            )

        return component(1, 2), component(2, 0), component(0, 1)

    def _sum(self, terms: Iterable[Scalar]) -> Scalar:
        """Sum of terms; several are replaced by a symbol."""
        found = list(terms)
        return self._define(sympy.Add(*found, evaluate=False)) if len(found) > 1 else sympy.Add(*found)


def _valued(value: Value, description: str) -> Meaning:
    return Meaning(description, value)


def _axis_terms(body: int, axis: int) -> Terms:
    tip = (float(axis == 0), float(axis == 1), float(axis == 2))
    return ((body, tip, 1.0), (body, CENTRE, -1.0))
