"""The motion that unknowns describe."""

from dataclasses import dataclass

import numpy as np

from ..arrays import Array
from ..clip.clip import Clip, Provenance
from ..job.job import Job
from ..motion.world import World
from ..motion.world_motion import WorldMotion
from ..problem.half_cycle import full_unknowns
from ..problem.state import State
from ..problem.tracked_points import TrackedPoint
from ..problem.transcription import Transcription
from ..verify.joint_wrenches import joint_wrenches
from ..verify.report import Report
from ..verify.verify import verify


@dataclass(frozen=True, eq=False)
class FoundMotion:
    """A whole motion, both halves if the unknowns are half of a mirrored cycle.

    Attributes:
        world: poses and external forces.
        q: (N, n) degrees of freedom [m, rad].
        torques: (N, n) generalized muscle torques [N m] ([N]).
        torque_limits: (n,) maximum of each.
    """

    world: WorldMotion
    q: Array
    torques: Array
    torque_limits: Array

    def report(self) -> Report:
        """Its verification."""
        return verify(self.world, torques=self.torques, torque_limits=self.torque_limits)

    def clip(self, job: Job, report: Report, provenance: Provenance) -> Clip:
        """The clip of the motion of a job, including its joint loads."""
        forces, moments = joint_wrenches(self.world)
        return Clip(job, self.world, self.q, self.torques, forces, moments, report, provenance)


def found_motion(source: Transcription, x: Array) -> FoundMotion:
    """The motion of a transcription's unknowns (size,), of a character with even sides if its cycle is mirrored."""
    return _found(source.full_cycle, full_unknowns(source, x, source.full_cycle), source.job)


def own_motion(source: Transcription, x: Array) -> FoundMotion:
    """The same coordinates and forces on the character with its own sides."""
    return _found(source.own_sides, full_unknowns(source, x, source.full_cycle), source.own_job)


def _found(transcription: Transcription, x: Array, job: Job) -> FoundMotion:
    """The motion of the unknowns of a whole cycle or an open motion, as one of a job."""
    state = State(transcription, x)
    timeline, variables = transcription.timeline, transcription.variables
    n_contacts, holds = len(transcription.job.character.contacts), transcription.job.holds
    position, orientation = transcription.kinematics.of_bodies(state.pose, slice(1, -1))
    torques = np.zeros((timeline.n_frames, transcription.tree.n))
    torques[np.ix_(timeline.dynamic, variables.actuated)] = state.torques * transcription.force_scale
    pushes = np.zeros((timeline.n_frames, n_contacts, 3))  # a contact may share its point with a hold
    push = state.x[variables.force] * transcription.force_scale
    pushes[variables.force_frame, variables.force_contact] = np.einsum("krc,kc->kr", state.force_turn, push)
    for end in transcription.given:
        if end.forces is not None:
            pushes[end.outermost] = end.forces
    grips = [transcription.points.index(TrackedPoint(hold.body_a, hold.point_a)) for hold in holds]
    world = WorldMotion(
        character=job.character,
        cycle=job.cycle,
        heading=job.heading,
        drawn_bones=job.drawn_bones,
        world=World.of_job(job),
        step=timeline.step,
        position=position,
        orientation=orientation,
        contact_points=state.pose.points[:, 1:-1, :n_contacts].transpose(1, 2, 0).copy(),
        contact_forces=pushes,
        contact_moments=state.moments * transcription.force_scale,
        contact_active=timeline.active,
        contact_surface=timeline.surface,
        hold_points=state.pose.points[:, 1:-1, grips].transpose(1, 2, 0).copy(),
        hold_forces=state.pulls * transcription.force_scale,
        hold_active=timeline.held,
        contact_lasting=timeline.lasting,
        hold_lasting=timeline.held_on,
    )
    return FoundMotion(world, state.q, torques, transcription.tree.effort_limit)
