"""Measures of the physics of a motion."""

from dataclasses import dataclass, fields
from typing import Any, Self

from .energy import Energy
from .violation import Kind, Violation

GIVEN_SHARE, GIVEN = 1e-3, 1e-3  # tolerance of the ground's positive work: fraction of the muscles', and J


@dataclass(frozen=True)
class Report:
    """Measures of a clip, recomputed from world poses and claimed forces alone; made by ``verify``.

    Attributes:
        linear_residual: rms over frames of |sum m a - sum forces - m g|, of the worst tree, in body weights of the
            whole cast.
        angular_residual: rms of |dL/dt - sum r x f| about the tree's center of mass, in body weights x 1 m.
        joint_gap: largest distance between two points that should coincide [m]: a joint on its two bodies, a contact
            on its body and its force's point, a hold on its bodies while it lasts, a root's center and its fixed
            coordinates if it lacks translations.
        limit_excess: largest angle beyond a joint limit [rad].
        torque_excess: largest torque beyond its limit, as a fraction of that limit; without a muscle, in N m (N).
        slide: longest path of a touching point along its surface in one stance [m], between frames that both touch;
            a patch's rotation is included with its twist_radius.
        contact_height: largest distance of a touching or loaded point from its surface [m].
        penetration: depth of the deepest point of an ellipsoid below the ground or within a half space [m].
        inside_solids: depth of the deepest contact or body in a box, in a body that carries a plate, or in a half space
            [m]; contacts also between frames.
        friction_excess: largest tangential force beyond the friction cone in body weights, or free moment beyond
            friction x twist_radius x normal force in body weights x 1 m.
        pull: largest pull of a surface in body weights.
        mean_vertical_force: mean of the total force of all contacts over the judged frames, in body weights; 1 for a
            cycle without other support.
        peak_vertical_force: largest total force of the contacts of one body, in body weights.
        energy: work of muscles, the ground and impacts.
    """

    linear_residual: float
    angular_residual: float
    joint_gap: float
    limit_excess: float
    torque_excess: float
    slide: float
    contact_height: float
    penetration: float
    inside_solids: float
    friction_excess: float
    pull: float
    mean_vertical_force: float
    peak_vertical_force: float
    energy: Energy

    @property
    def figures(self) -> dict[str, float]:
        """All measures by name, including the energies [J]."""
        own = {name: value for name, value in vars(self).items() if name != "energy"}
        return own | vars(self.energy) | {"energy_missing": self.energy.missing}

    @property
    def given_share(self) -> float:
        """Positive work of the ground, as a fraction of the muscles'; without the latter 0 up to rounding, else inf."""
        given, worked = self.energy.ground_gives, self.energy.muscles_give
        return given / worked if worked > 0 else (0.0 if given <= GIVEN else float("inf"))

    @property
    def is_passive(self) -> bool:
        """Whether the ground only takes energy, up to a thousandth of the muscles' positive work."""
        return self.energy.ground_gives <= GIVEN_SHARE * self.energy.muscles_give + GIVEN

    @property
    def given_energy(self) -> Violation:
        """The violation, for a motion that is not passive."""
        given, worked = self.energy.ground_gives, self.energy.muscles_give
        return Violation(Kind.GIVEN_ENERGY, amount=given, unit="J", figures={"muscles": worked})

    @classmethod
    def from_json(cls, data: dict[str, Any]) -> Self | None:
        """A report from its plain JSON value; None for an older one without all measures."""
        if not data.keys() >= {each.name for each in fields(cls)}:
            return None
        return cls(**data | {"energy": Energy(**data["energy"])})
