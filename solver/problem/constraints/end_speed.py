"""How fast an open clip begins and ends."""

import numpy as np

from ...character.validation import known_name
from ...errors import InputError
from ..dof_words import axis, owner
from ..setting import Setting
from ..state import State
from ..violation import Place
from .at_rest import AtRest
from .component import Array, Component, Indices


class EndSpeed(Component):
    """|q_i(t + 1) - q_i(t)| <= speed h for the first or the last pair of frames, for every AtRest.

    A range, however narrow, and no equation: feet that stand and pins say parts of it already, and equations
    that repeat each other leave the optimiser without a step.
    """

    is_full = True

    def __init__(self, setting: Setting) -> None:
        self.setting = setting
        n_frames = setting.timeline.n_frames
        frames, dofs, speeds = [np.empty(0, np.intp)], [np.empty(0, np.intp)], [np.empty(0)]
        for k, constraint in enumerate(setting.job.constraints):
            if not isinstance(constraint, AtRest):
                continue
            own = _resting(setting, constraint, f"job.constraints[{k}]")
            for asked, frame in ((constraint.start, 0), (constraint.end, n_frames - 2)):
                if asked:
                    frames.append(np.full(len(own), frame))
                    dofs.append(own)
                    speeds.append(np.full(len(own), constraint.speed))
        self._frame, self._dof = np.concatenate(frames), np.concatenate(dofs)
        self.upper = np.concatenate(speeds) * setting.timeline.step
        self.lower = -self.upper
        row, q = np.arange(len(self.upper)), setting.variables.q
        self._then, self._now = q[self._frame + 1, self._dof], q[self._frame, self._dof]
        self.jacobian_pattern = (np.tile(row, 2), np.concatenate([self._then, self._now]))

    def values(self, state: State) -> Array:
        return np.asarray(state.x[self._then] - state.x[self._now])

    def jacobian(self, state: State) -> Array:
        one = np.ones(len(self.upper))
        return np.concatenate([one, -one])

    def describe(self, row: int, violation: float) -> str:
        tree, step = self.setting.tree, self.setting.timeline.step
        dof, speed = int(self._dof[row]), (violation + self.upper[row]) / step
        amount = (
            f"turns {np.degrees(speed):.3g} degrees/s" if tree.rotation[dof] else f"moves {speed:.3g} m/s"
        )
        return f"{owner(tree, dof)} {amount} {axis(tree, dof)} where it should rest"

    def place(self, row: int) -> Place:
        frame = int(self._frame[row])
        end = self.setting.when(frame + 1 if frame else frame)
        return Place(end, self.setting.body_of(int(self._dof[row])))


def _resting(setting: Setting, rest: AtRest, field: str) -> Indices:
    """Degrees of freedom that an AtRest holds still."""
    if setting.timeline.cycle is not None:
        raise InputError("a cycle has no ends at which to rest", field=field)
    if rest.speed <= 0:
        raise InputError(f"expected a speed above 0, found {rest.speed:g}", field=f"{field}.speed")
    if not (rest.start or rest.end):
        raise InputError("expected rest at the start or at the end, found neither", field=field)
    character = setting.job.character
    roots = [root.body for root in character.roots]
    for name in rest.roots:
        known_name(name, roots, f"{field}.roots", "root")
    meant = [character.body_index(name) for name in rest.roots or roots]
    return np.flatnonzero(np.isin(setting.root_of[setting.tree.body], meant))
