"""Characters assembled from parts in local coordinates, as by McIntosh (2011, section 4.2.1).

His world has Y up, X forward and Z to the right, with bodies unrotated in the rest pose. The solver has Z up: his
(x, y, z) is the solver's (x, -z, y).
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from ...character import BodyJoint, ContactJoint, RigidBody
from ...character import Character as SolverCharacter
from ...errors import InputError
from ...job.constraints.expression import ExpressionConstraint
from ...job.when import When
from .quantity import EveryFrame, Quantity, at, called, moved, t

Vector = tuple[float, float, float]
Limits = Sequence[Sequence[float]]


@dataclass(frozen=True, eq=False)
class Body:
    """His RigidBody: an ellipsoid centered at its origin.

    Attributes:
        name: generic; characters with the same names share constraints.
        mass: [kg].
        diameter: along X, Y and Z [m].
    """

    name: str
    mass: float
    diameter: Sequence[float]

    @property
    def q(self) -> tuple[Callable[[int | EveryFrame], Quantity], ...]:
        """His state of the body (eq. 4.1): ``q[2](t + 1)`` is tz at the next frame."""
        return self.tx, self.ty, self.tz, self.rx, self.ry, self.rz

    def tx(self, frame: int | EveryFrame) -> Quantity:
        """X of the center, forward [m]."""
        return self._place("x", frame)

    def ty(self, frame: int | EveryFrame) -> Quantity:
        """Y of the center, up [m]."""
        return self._place("z", frame)

    def tz(self, frame: int | EveryFrame) -> Quantity:
        """Z of the center, to the right [m]."""
        return -self._place("y", frame)

    def rx(self, frame: int | EveryFrame) -> Quantity:
        """His phi [rad], about X: the second of the Euler angles Y-X-Z."""
        return called("asin", self._axis("y", "z", frame))

    def ry(self, frame: int | EveryFrame) -> Quantity:
        """His theta [rad], about Y: the first Euler angle."""
        return called("atan2", -self._axis("y", "x", frame), self._axis("y", "y", frame))

    def rz(self, frame: int | EveryFrame) -> Quantity:
        """His psi [rad], about Z: the third Euler angle."""
        return called("atan2", self._axis("x", "z", frame), self._axis("z", "z", frame))

    def get_intersection_constraint(self, other: "Body") -> ExpressionConstraint:
        """Keeps the largest sphere within ``other`` outside of this ellipsoid (eq. 4.3), at every frame.

        He adds the sphere's radius to the ellipsoid's, which is slightly less than the space that the two need.
        """
        radius = min(other.diameter) / 2
        squares = (
            (other._along(self, axis) / (diameter / 2 + radius)) ** 2
            for axis, diameter in zip("xzy", self.diameter, strict=True)
        )
        squared = sum(squares, start=Quantity("0"))
        return ExpressionConstraint(squared.text, lower=1.0, name=f"{self.name} and {other.name} apart")

    def at(self, point: Sequence[float], component: str) -> Quantity:
        """Component, on the solver's axes, of a body point given on his axes [m], at every frame."""
        return Quantity(f"position({self.name!r}, {_turned(_plus(point, (0.0,) * 3))}).{component}")

    def _place(self, component: str, frame: int | EveryFrame) -> Quantity:
        thing = f"body({self.name!r})"
        return moved(thing, f"{thing}.position", component, frame)

    def _along(self, seen_from: "Body", axis: str) -> Quantity:
        """Coordinate of the center [m] on an axis, of the solver's, of another body, from that body's center."""
        there = f"body({seen_from.name!r})"
        return Quantity(f"dot({there}.{axis}_axis, body({self.name!r}).position - {there}.position)")

    def _axis(self, axis: str, component: str, frame: int | EveryFrame) -> Quantity:
        thing = f"body({self.name!r}).{axis}_axis"
        return moved(thing, thing, component, frame)


@dataclass(frozen=True, eq=False)
class JointBody:
    """A joint that connects body_b to body_a.

    Attributes:
        name: unique.
        body_a: parent.
        point_a: of the joint, in body_a.
        body_b: child.
        point_b: of the joint, in body_b.
        rotation_limits: lowest and highest angle of body_a minus body_b about X, Y and Z [rad] (eq. 4.5); an axis
            with equal limits is locked.
        torque_limit: of the muscles [N m]; here about each axis, in eq. 4.6 of the magnitude.
    """

    name: str
    body_a: Body
    point_a: Sequence[float]
    body_b: Body
    point_b: Sequence[float]
    rotation_limits: Limits
    torque_limit: float = 0.0

    def get_state_constraints(self) -> tuple[ExpressionConstraint, ...]:
        """His six constraints (eq. 4.5), for measurement; they always hold here, as the unknowns are joint angles.

        They are equal joint positions on both bodies, and differences of the bodies' angles within the limits. In a
        problem, they are redundant.
        """
        a, b = self.body_a, self.body_b
        gaps = (a.at(self.point_a, axis) - b.at(self.point_b, axis) for axis in "xzy")
        held = [
            ExpressionConstraint(gap.text, 0.0, 0.0, name=f"{self.name}.t{x}")
            for gap, x in zip(gaps, "xyz", strict=True)
        ]
        turns = ((a.rx(t) - b.rx(t)), (a.ry(t) - b.ry(t)), (a.rz(t) - b.rz(t)))
        return (
            *held,
            *(
                ExpressionConstraint(turn.text, float(low), float(high), name=f"{self.name}.r{x}")
                for turn, (low, high), x in zip(turns, self.rotation_limits, "xyz", strict=True)
            ),
        )

    def get_force_constraints(self) -> tuple[ExpressionConstraint, ...]:
        """His single constraint (eq. 4.6): the magnitude of the torque is within the limit; usable in a problem."""
        torques = (Quantity(f"joint({self.name!r}).r{axis.lower()}.torque") ** 2 for axis in self._free())
        squared = sum(torques, start=Quantity("0"))
        return (
            ExpressionConstraint(
                squared.text, upper=float(self.torque_limit) ** 2, name=f"{self.name}.torque"
            ),
        )

    def built(self, where: Vector) -> BodyJoint:
        """The solver's joint, in the rest pose at ``where``, with his rotation order Y-X-Z."""
        free = self._free()
        return BodyJoint(
            self.name, self.body_a.name, self.body_b.name, where,
            axes="".join(free), limits=tuple(free.values()), torque_limits=(float(self.torque_limit),) * len(free),
        )  # fmt: skip

    def _free(self) -> dict[str, tuple[float, float]]:
        """Limits by free axis of the solver, in rotation order."""
        (x_low, x_high), (y_low, y_high), (z_low, z_high) = self.rotation_limits
        turns = {"Z": (-y_high, -y_low), "X": (-x_high, -x_low), "Y": (z_low, z_high)}
        return {axis: limits for axis, limits in turns.items() if limits[0] < limits[1]}


@dataclass(frozen=True, eq=False)
class JointContact:
    """A point that may touch the ground.

    Attributes:
        name: unique.
        body: with the point.
        point: in the body.
        friction: coefficient of static friction.
    """

    name: str
    body: Body
    point: Sequence[float]
    friction: float

    def fx(self, frame: int | EveryFrame) -> Quantity:
        """Forward force of the ground [N]."""
        return at(f"contact({self.name!r}).force.x", frame)

    def fy(self, frame: int | EveryFrame) -> Quantity:
        """Upward force of the ground [N]."""
        return at(f"contact({self.name!r}).force.z", frame)

    def fz(self, frame: int | EveryFrame) -> Quantity:
        """Rightward force of the ground [N]."""
        return -at(f"contact({self.name!r}).force.y", frame)

    def get_state_constraints(self) -> tuple[ExpressionConstraint, ...]:
        """His first three (eq. 4.8), for measurement: in contact, the point is on the ground and does not move.

        The fourth, no twist, is missing, because the solver's contact points have no torque.
        """
        step, touching = f"time_step * contact({self.name!r}).velocity", When(contact=self.name)
        texts = {"x": f"{step}.x", "y": f"contact({self.name!r}).position.z", "z": f"-{step}.y"}
        return tuple(
            ExpressionConstraint(text, 0.0, 0.0, touching, name=f"{self.name}.t{axis}")
            for axis, text in texts.items()
        )

    def get_force_constraints(self) -> tuple[ExpressionConstraint, ...]:
        """His first two (eq. 4.9), for measurement: static friction, and a normal force that only pushes."""
        x, y, z = self.fx(t), self.fy(t), self.fz(t)
        cone, touching = (self.friction * y) ** 2 - x**2 - z**2, When(contact=self.name)
        return (
            ExpressionConstraint(cone.text, lower=0.0, when=touching, name=f"{self.name}.friction"),
            ExpressionConstraint(y.text, lower=0.0, when=touching, name=f"{self.name}.push"),
        )


@dataclass
class Character:
    """Collects parts, as his does, and builds the solver's character.

    Attributes:
        name: of the character.
        bodies: in the order in which they were added.
        joints: likewise.
        contacts: likewise.
    """

    name: str
    bodies: list[Body] = field(default_factory=list)
    joints: list[JointBody] = field(default_factory=list)
    contacts: list[JointContact] = field(default_factory=list)

    def add_body(self, body: Body) -> None:
        """Adds a body."""
        self.bodies.append(body)

    def add_joint(self, joint: JointBody | JointContact) -> None:
        """Adds a joint of either kind."""
        if isinstance(joint, JointBody):
            self.joints.append(joint)
        else:
            self.contacts.append(joint)

    def get_mass(self) -> float:
        """Total mass of all bodies [kg]."""
        return sum(body.mass for body in self.bodies)

    def build(self) -> SolverCharacter:
        """The solver's character, unrotated, with its lowest contact on the ground.

        Raises:
            InputError: the parts are not connected to one character.
        """
        places = self._places()
        points = [_plus(places[c.body.name], c.point) for c in self.contacts]
        lift = (0.0, -min((point[1] for point in points), default=0.0), 0.0)
        where = {name: _plus(place, lift) for name, place in places.items()}
        return SolverCharacter(
            self.name,
            tuple(
                RigidBody(
                    b.name, b.mass, (b.diameter[0], b.diameter[2], b.diameter[1]), _turned(where[b.name])
                )
                for b in self.bodies
            ),
            tuple(j.built(_turned(_plus(where[j.body_a.name], j.point_a))) for j in self.joints),
            tuple(
                ContactJoint(c.name, c.body.name, _turned(_plus(where[c.body.name], c.point)), c.friction)
                for c in self.contacts
            ),
        )

    def _places(self) -> Mapping[str, Vector]:
        """Center of each body on his axes, relative to that of the first root."""
        carried = {joint.body_b.name for joint in self.joints}
        roots = [body.name for body in self.bodies if body.name not in carried]
        if len(roots) != 1:
            raise InputError(
                f"expected one body that no joint carries, found {roots}", field="character.joints"
            )
        places: dict[str, Vector] = {roots[0]: (0.0, 0.0, 0.0)}
        waiting = list(self.joints)
        while waiting:
            ready = [joint for joint in waiting if joint.body_a.name in places]
            if not ready:
                names = ", ".join(joint.name for joint in waiting)
                raise InputError(
                    f"nothing connects the joints {names} to '{roots[0]}'", field="character.joints"
                )
            for joint in ready:
                hinge = _plus(places[joint.body_a.name], joint.point_a)
                places[joint.body_b.name] = _plus(hinge, [-p for p in joint.point_b])
                waiting.remove(joint)
        return places


def _plus(a: Iterable[float], b: Iterable[float]) -> Vector:
    x, y, z = (float(p) + float(q) for p, q in zip(a, b, strict=True))
    return x, y, z


def _turned(his: Vector) -> Vector:
    """A point on the solver's axes."""
    return his[0], -his[2], his[1]
