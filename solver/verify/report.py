"""How physical a motion is, in numbers."""

from dataclasses import dataclass
from typing import Any, Self

from .energy import Energy
from .violation import Kind, Violation

GIVEN_SHARE, GIVEN = 1e-3, 1e-3  # of the muscles' positive work, and J, that the ground may give by rounding


@dataclass(frozen=True)
class Report:
    """Measures of a clip, recomputed from world poses and claimed forces alone; made by ``verify``.

    Attributes:
        linear_residual: rms over frames of |sum m a - sum forces - m g| in body weights of the whole cast;
            of the worst tree where there are several.
        angular_residual: rms of |dL/dt - sum r x f| about the tree's centre of mass in body weights x 1 m.
        joint_gap: largest distance between two copies of one point [m]: a joint's on its two bodies, a
            contact's on its body and where its force is said to act, a hold's on its bodies while it lasts,
            a root's centre and where a root without some translations must stay.
        limit_excess: largest angle beyond a joint limit [rad].
        torque_excess: largest torque beyond its limit, as a fraction of that limit; where there is no
            muscle, in N m (N).
        slide: longest path of a touching point along its surface in one stance [m], between frames that
            both touch; a patch's turn counts with its twist_radius.
        contact_height: largest distance of a touching or loaded point from its surface [m].
        penetration: deepest point of an ellipsoid below the ground or within a half space [m].
        friction_excess: largest tangential force beyond the friction cone in body weights, or free moment
            beyond friction x twist_radius x normal force in body weights x 1 m.
        pull: strongest pull of a surface in body weights.
        mean_vertical_force: of all contacts over the judged frames in body weights; 1 for a cycle in which
            nothing else carries.
        peak_vertical_force: of all contacts of one body together, in body weights.
        energy: what muscles, the ground and impacts give and take.
    """

    linear_residual: float
    angular_residual: float
    joint_gap: float
    limit_excess: float
    torque_excess: float
    slide: float
    contact_height: float
    penetration: float
    friction_excess: float
    pull: float
    mean_vertical_force: float
    peak_vertical_force: float
    energy: Energy

    @property
    def figures(self) -> dict[str, float]:
        """All measures by name, the energies [J] among them."""
        own = {name: value for name, value in vars(self).items() if name != "energy"}
        return own | vars(self.energy) | {"energy_missing": self.energy.missing}

    @property
    def given_share(self) -> float:
        """What the ground gives, over the positive work of the muscles; 0 where it gives no more than rounding."""
        given, worked = self.energy.ground_gives, self.energy.muscles_give
        return given / worked if worked > 0 else (0.0 if given <= GIVEN else float("inf"))

    @property
    def is_passive(self) -> bool:
        """Whether the ground only takes energy, but for a thousandth of what the muscles give."""
        return self.energy.ground_gives <= GIVEN_SHARE * self.energy.muscles_give + GIVEN

    @property
    def given_energy(self) -> Violation:
        """What is wrong where it is not."""
        given, worked = self.energy.ground_gives, self.energy.muscles_give
        return Violation(Kind.GIVEN_ENERGY, amount=given, unit="J", figures={"muscles": worked})

    @classmethod
    def from_json(cls, data: dict[str, Any]) -> Self | None:
        """Of a plain JSON value; None where it is an older one, which lacks measures."""
        return cls(**data | {"energy": Energy(**data["energy"])}) if "energy" in data else None
