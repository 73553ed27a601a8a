"""The character at one value of the unknowns; what several constraints need is worked out once."""

from dataclasses import replace
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from ..mechanics.dynamics import Balance
from ..mechanics.kinematics import Pose
from .setting import Setting

Array = NDArray[np.float64]


class State:
    """Unknowns x and what follows from them.

    Attributes:
        setting: of the problem.
        x: unknowns.
    """

    def __init__(self, setting: Setting, x: Array) -> None:
        self.setting, self.x = setting, x

    @cached_property
    def q(self) -> Array:
        """(N, n) degrees of freedom [m, rad]."""
        return self.x.take(self.setting.variables.q)

    @cached_property
    def torques(self) -> Array:
        """(D, A) in units of force_scale."""
        return self.x.take(self.setting.variables.torque)

    @cached_property
    def moments(self) -> Array:
        """(N, C) about the normals of what contacts touch, in units of force_scale x 1 m."""
        variables = self.setting.variables
        moments = np.zeros(self.setting.timeline.active.shape, self.x.dtype)
        moments[variables.moment_frame, variables.moment_contact] = self.x[variables.moment]
        return moments

    @cached_property
    def steps(self) -> Array:
        """(N + 1,) step of each pair of extended frames, in units of the timeline's."""
        return self.x[self.setting.step_place] if self.setting.has_free_steps else self.setting.even_steps

    @cached_property
    def shares(self) -> Array:
        """(N,) time that each frame stands for, in units of the timeline's step."""
        if not self.setting.has_free_steps:
            return self.setting.even_steps[1:]
        return np.asarray((self.steps[:-1] + self.steps[1:]) / 2)

    @cached_property
    def pose(self) -> Pose:
        """Of the extended frames."""
        setting, placement = self.setting, self.setting.timeline.placement
        if setting.has_free_steps:
            longer = self.x[setting.variables.length] - 1
            placement = replace(placement, shift=placement.shift + longer * setting.timeline.way)
        q = self.x.take(setting.place)
        if setting.timeline.mirror:
            q *= setting.sign
        return setting.kinematics.forward(q, placement)

    @cached_property
    def forces(self) -> Array:
        """(3, N, P) on each tracked point, world, in units of force_scale."""
        setting = self.setting
        forces = setting.pushes.forces(self.x)
        if len(setting.is_carried):
            arms = setting.carried.arms(self)
            forces += setting.carried.on_points(arms, self.carried_forces, self.carried_directions)
        return forces

    @cached_property
    def force_turn(self) -> Array:
        """(K, 3, 3) from each contact force's own axes to the world."""
        setting = self.setting
        turn = setting.plane_turn.copy()
        turn[setting.is_carried] = setting.carried.turns(self) @ turn[setting.is_carried]
        return turn

    @cached_property
    def carried_forces(self) -> Array:
        """(3, L) contact forces on surfaces of moving bodies, world, in units of force_scale."""
        own = self.setting.is_carried
        return np.einsum("krm,km->rk", self.force_turn[own], self.x[self.setting.variables.force[own]])

    @cached_property
    def carried_directions(self) -> Array:
        """(L, 3) the same as their carriers see them, in the rest pose."""
        own = self.setting.is_carried
        return np.einsum(
            "krm,km->kr", self.setting.plane_turn[own], self.x[self.setting.variables.force[own]]
        )

    @cached_property
    def pulls(self) -> Array:
        """(N, H, 3) of each hold on its first body, world, in units of force_scale; 0 while it does not last."""
        variables = self.setting.variables
        pulls = np.zeros((*self.setting.timeline.held.shape, 3), self.x.dtype)
        pulls[variables.pull_frame, variables.pull_hold] = self.x[variables.pull]
        return pulls

    @cached_property
    def free_moments(self) -> Array | None:
        """(3, N, P) ``moments`` in the world, on all tracked points, the contacts first; None where none can be."""
        if not len(self.setting.variables.moment):
            return None
        moments = np.zeros_like(self.forces)
        moments[..., : self.moments.shape[1]] = (self.setting.normals * self.moments[..., None]).transpose(
            2, 0, 1
        )
        return moments

    @cached_property
    def balance(self) -> Balance:
        """Sums of the equations of motion."""
        steps = self.steps if self.setting.has_free_steps else None
        return self.setting.dynamics.balance(self.pose, self.forces, self.free_moments, steps)

    @cached_property
    def prepared(self) -> Balance:
        """The same, ready for derivatives."""
        self.setting.dynamics.prepare(self.balance)
        return self.balance

    @cached_property
    def point_jacobian(self) -> Array:
        """(3, E, K) motion of each tracked point with each degree of freedom that moves it."""
        return self.setting.dynamics.point_jacobian(self.pose, *self.setting.point_pairs)
