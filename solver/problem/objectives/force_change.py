"""How suddenly the ground's forces change."""

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, ClassVar

import numpy as np

from .squares import Pace, Squares, entries

if TYPE_CHECKING:
    from ..setting import Setting

CHANGE_TIME = 0.04  # s; a force that grows by one body weight in this time costs 1 per second


@dataclass(frozen=True)
class ForceChange:
    """Integral over time of |CHANGE_TIME dF/dt|^2, F in body weights, touchdown and lift-off included [s].

    Without it an impulse at touchdown is free and the optimum slams its feet down. Touchdown and lift-off take
    one step whatever it lasts: where steps are unknown, F there is the impulse over the given step and dt the
    given step, or long steps would pay.

    Attributes:
        weight: how much it counts.
    """

    kind: ClassVar[str] = "force_change"
    weight: float = 1.0

    def squares(self, setting: "Setting") -> Squares:
        """CHANGE_TIME (F(t+1) - F(t)) / sqrt(h), for every contact, direction and pair of frames."""
        timeline, variables = setting.timeline, setting.variables
        pairs = timeline.pairs
        n_contacts = len(setting.job.character.contacts)
        place = np.full((timeline.n_frames, n_contacts), -1)
        place[variables.force_frame, variables.force_contact] = np.arange(len(variables.force))
        scale = CHANGE_TIME * setting.force_scale / setting.body_weight / np.sqrt(timeline.step)
        row = np.arange(len(pairs) * n_contacts * 3).reshape(len(pairs), n_contacts, 3)
        now = place[pairs]
        then = place[timeline.source[pairs + 2][:, None], timeline.source_contact[pairs + 2]]
        turn = timeline.placement.turn[pairs + 2]
        p, c = np.nonzero(now >= 0)
        before = (row[p, c], variables.force[now[p, c]], -scale)
        p, c = np.nonzero(then >= 0)
        carried = timeline.carrier[pairs[p], c] >= 0  # axes that turn with the body need no turn
        onward = np.where(carried[:, None, None], np.eye(3), turn[p])
        after = (row[p, c][:, :, None], variables.force[then[p, c]][:, None, :], scale * onward)
        found = entries(before, after, target=np.zeros(row.size))
        jumps = (now >= 0) != (then >= 0)
        # which of the two frames has a jump's force
        frame = np.where(now >= 0, pairs[:, None], timeline.source[pairs + 2][:, None])
        spans = np.where(jumps[..., None], np.stack([frame, frame + 1], -1), (pairs + 1)[:, None, None])
        power = np.where(jumps, 2, -1)
        pace = Pace(
            np.repeat(spans.reshape(-1, 2), 3, axis=0), np.repeat(power, 3), np.full(len(found.row), -1)
        )
        return replace(found, pace=pace)
