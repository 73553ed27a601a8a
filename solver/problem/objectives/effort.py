"""How hard the muscles work."""

from dataclasses import dataclass
from fnmatch import fnmatchcase
from typing import TYPE_CHECKING, ClassVar

import numpy as np
from numpy.typing import NDArray

from ...errors import InputError
from .squares import Squares, entries, over_time

if TYPE_CHECKING:
    from ..setting import Setting


@dataclass(frozen=True)
class JointWeight:
    """How much the muscles of some joints count.

    Attributes:
        dofs: pattern of their degrees of freedom, as "L_knee.*" or "*hip.ry"; the last that fits a muscle counts.
        weight: against the others, which count 1.
    """

    dofs: str
    weight: float


@dataclass(frozen=True)
class Effort:
    """Integral over time of the sum of joint weight x (torque / strongest torque)^2 [s].

    Witkin & Kass 1988 sum squared torques; divided by strength, a strong hip may work harder than a wrist.
    Weights joint by joint are Agrawal's (2015, table 4.1).

    Attributes:
        weight: how much it counts.
        joints: weights of joints that do not count 1.
    """

    kind: ClassVar[str] = "effort"
    weight: float = 1.0
    joints: tuple[JointWeight, ...] = ()

    def squares(self, setting: "Setting") -> Squares:
        """Sqrt(h joint weight) torque / limit, for every muscle and dynamic frame; h as long as it acts."""
        from ..rest_shares import rest_shares

        variables = setting.variables
        acts = rest_shares(setting)[setting.timeline.dynamic][:, setting.tree.body[variables.actuated]]
        limit = setting.tree.effort_limit[variables.actuated] / setting.force_scale
        row = np.arange(variables.torque.size).reshape(variables.torque.shape)
        value = np.sqrt(setting.timeline.step * acts * self._of_dofs(setting)[variables.actuated]) / limit
        squares = entries((row, variables.torque, value), target=np.zeros(row.size))
        return over_time(squares, np.repeat(setting.timeline.dynamic, row.shape[1]))

    def _of_dofs(self, setting: "Setting") -> NDArray[np.float64]:
        """(n,) joint weights; in a mirrored cycle the mean of both sides', as each does the other's work in turn."""
        names, mirror = setting.tree.names, setting.timeline.mirror
        weights = np.ones(len(names))
        for k, joint in enumerate(self.joints):
            meant = [
                i for i, name in enumerate(names)
                if fnmatchcase(name, joint.dofs) and setting.tree.effort_limit[i] > 0
            ]  # fmt: skip
            if not meant:
                raise InputError(
                    f"no degree of freedom with a muscle is called '{joint.dofs}'", field=f"joints[{k}].dofs"
                )
            if joint.weight < 0:
                raise InputError(
                    f"expected a weight of 0 or more, found {joint.weight:g}", field=f"joints[{k}].weight"
                )
            weights[meant] = joint.weight
        return weights if mirror is None else (weights + weights[mirror.dofs]) / 2
