"""What a problem's unknowns claim of the world."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from ..problem.problem import Problem
from ..problem.state import State
from ..problem.tracked_points import TrackedPoint
from ..problem.unfold import unfold, whole_setting
from .world_motion import WorldMotion

Array = NDArray[np.float64]


@dataclass(frozen=True, eq=False)
class FoundMotion:
    """A whole motion, also where the unknowns are half of a mirrored cycle.

    Attributes:
        world: poses and the world's forces.
        q: (N, n) degrees of freedom [m, rad].
        torques: (N, n) generalised muscle torques [N m] ([N]).
        torque_limits: (n,) the strongest of each.
    """

    world: WorldMotion
    q: Array
    torques: Array
    torque_limits: Array


def found_motion(problem: Problem, x: Array) -> FoundMotion:
    """The motion of a problem's unknowns (size,)."""
    setting = whole_setting(problem.setting)
    state = State(setting, unfold(problem.setting, x, setting))
    timeline, variables = setting.timeline, setting.variables
    n_contacts, holds = len(setting.job.character.contacts), setting.job.holds
    position, orientation = setting.kinematics.poses(state.q, timeline.frame_placement)
    torques = np.zeros((timeline.n_frames, setting.tree.n))
    torques[np.ix_(timeline.dynamic, variables.actuated)] = state.torques * setting.force_scale
    pushes = np.zeros((timeline.n_frames, n_contacts, 3))  # a contact may share its point with a hold
    push = state.x[variables.force] * setting.force_scale
    pushes[variables.force_frame, variables.force_contact] = np.einsum("krc,kc->kr", state.force_turn, push)
    grips = [setting.points.index(TrackedPoint(hold.body_a, hold.point_a)) for hold in holds]
    world = WorldMotion(
        job=problem.setting.job,
        step=timeline.step,
        position=position,
        orientation=orientation,
        contact_points=state.pose.points[:, 1:-1, :n_contacts].transpose(1, 2, 0).copy(),
        contact_forces=pushes,
        contact_moments=state.moments * setting.force_scale,
        contact_active=timeline.active,
        contact_surface=timeline.surface,
        hold_points=state.pose.points[:, 1:-1, grips].transpose(1, 2, 0).copy(),
        hold_forces=state.pulls * setting.force_scale,
        hold_active=timeline.held,
        contact_lasting=timeline.lasting,
        hold_lasting=timeline.held_on,
    )
    return FoundMotion(world, state.q, torques, setting.tree.effort_limit)
