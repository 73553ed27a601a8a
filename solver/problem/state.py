"""The character at one value of the unknowns, with lazily computed results that several constraints share."""

from dataclasses import replace
from functools import cached_property, lru_cache

import numpy as np

from ..arrays import Array
from ..mechanics.dynamics import Balance
from ..mechanics.kinematics import Pose
from .transcription import Transcription

SAMPLES = 3  # random states; an entry that is zero at all of them counts as always zero


class State:
    """Quantities that follow from unknowns x.

    Attributes:
        transcription: of the problem.
        x: unknowns.
    """

    def __init__(self, transcription: Transcription, x: Array) -> None:
        self.transcription, self.x = transcription, x

    @cached_property
    def q(self) -> Array:
        """(N, n) degrees of freedom [m, rad]."""
        return self.x.take(self.transcription.variables.q)

    @cached_property
    def torques(self) -> Array:
        """(D, A) in units of force_scale."""
        return self.x.take(self.transcription.variables.torque)

    @cached_property
    def moments(self) -> Array:
        """(N, C) about the normals of the touched surfaces, in units of force_scale x 1 m."""
        variables = self.transcription.variables
        moments = np.zeros(self.transcription.timeline.active.shape, self.x.dtype)
        moments[variables.moment_frame, variables.moment_contact] = self.x[variables.moment]
        return moments

    @cached_property
    def steps(self) -> Array:
        """(N + 1,) step of each pair of extended frames, in units of the timeline's."""
        return (
            self.x[self.transcription.step_index]
            if self.transcription.has_free_steps
            else self.transcription.even_steps
        )

    @cached_property
    def shares(self) -> Array:
        """(N,) time that each frame stands for, in units of the timeline's step."""
        if not self.transcription.has_free_steps:
            return self.transcription.even_steps[1:]
        return np.asarray((self.steps[:-1] + self.steps[1:]) / 2)

    @cached_property
    def pose(self) -> Pose:
        """Of the extended frames."""
        transcription, placement = self.transcription, self.transcription.timeline.placement
        if transcription.has_free_steps:
            longer = self.x[transcription.variables.length] - 1
            placement = replace(
                placement, shift=placement.shift + longer * transcription.timeline.shift_slope
            )
        q = self.x.take(transcription.index)
        if transcription.timeline.mirror:
            q *= transcription.sign
        return transcription.kinematics.forward(q, placement)

    @cached_property
    def forces(self) -> Array:
        """(3, N, P) on each tracked point, world, in units of force_scale."""
        transcription = self.transcription
        forces = transcription.force_map.forces(self.x)
        if len(transcription.on_moving_surface):
            arms = transcription.loaded_surfaces.arms(self.pose)
            forces += transcription.loaded_surfaces.on_points(
                arms, self.moving_surface_forces, self.carried_directions
            )
        return forces

    @cached_property
    def force_turn(self) -> Array:
        """(K, 3, 3) from the axes of each contact force to the world."""
        transcription = self.transcription
        turn = transcription.plane_turn.copy()
        turn[transcription.on_moving_surface] = (
            transcription.loaded_surfaces.turns(self.pose) @ turn[transcription.on_moving_surface]
        )
        return turn

    @cached_property
    def moving_surface_forces(self) -> Array:
        """(3, L) contact forces on surfaces of moving bodies, world, in units of force_scale."""
        own = self.transcription.on_moving_surface
        return np.einsum("krm,km->rk", self.force_turn[own], self.x[self.transcription.variables.force[own]])

    @cached_property
    def carried_directions(self) -> Array:
        """(L, 3) ``moving_surface_forces`` in the frames of their carriers."""
        own = self.transcription.on_moving_surface
        return np.einsum(
            "krm,km->kr", self.transcription.plane_turn[own], self.x[self.transcription.variables.force[own]]
        )

    @cached_property
    def pulls(self) -> Array:
        """(N, H, 3) force of each hold on its first body, world, in units of force_scale; 0 while it is inactive."""
        variables = self.transcription.variables
        pulls = np.zeros((*self.transcription.timeline.held.shape, 3), self.x.dtype)
        pulls[variables.pull_frame, variables.pull_hold] = self.x[variables.pull]
        return pulls

    @cached_property
    def free_moments(self) -> Array | None:
        """(3, N, P) ``moments`` in the world, on all tracked points, contacts first; None if there are none."""
        if not len(self.transcription.variables.moment):
            return None
        moments = np.zeros_like(self.forces)
        moments[..., : self.moments.shape[1]] = (
            self.transcription.normals * self.moments[..., None]
        ).transpose(2, 0, 1)
        return moments

    @cached_property
    def balance(self) -> Balance:
        """Sums of the equations of motion."""
        steps = self.steps if self.transcription.has_free_steps else None
        return self.transcription.dynamics.balance(self.pose, self.forces, self.free_moments, steps)

    @cached_property
    def prepared(self) -> Balance:
        """``balance``, prepared for derivatives."""
        self.transcription.dynamics.prepare(self.balance)
        return self.balance

    @cached_property
    def point_jacobian(self) -> Array:
        """(3, E, K) motion of each tracked point with each degree of freedom that moves it."""
        return self.transcription.dynamics.point_jacobian(self.pose, *self.transcription.point_pairs)


@lru_cache(maxsize=1)
def sample_states(transcription: Transcription) -> tuple[State, ...]:
    """Random states for the detection of zeros, cached for all parts of one problem."""
    rng = np.random.default_rng(0)
    samples = rng.normal(0.3, 0.4, (SAMPLES, transcription.variables.size))
    for lasting in (transcription.variables.steps, transcription.variables.length):
        samples[:, lasting] = rng.uniform(0.8, 1.2, (SAMPLES, len(lasting)))  # no time is 0 or less
    return tuple(State(transcription, x) for x in samples)
