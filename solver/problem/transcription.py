"""The discretized motion to which all constraints and objectives of one problem refer."""

from dataclasses import dataclass
from functools import cached_property
from typing import SupportsInt

import numpy as np

from ..arrays import Array, Flags, Indices
from ..job.check import check_job
from ..job.checks.free_steps import check_free_steps
from ..job.job import Job
from ..job.planes import ContactPlane, contact_plane, ground_plane
from ..job.sides import along_mirror, is_mirrored, whole_cycle, with_even_sides
from ..mechanics.dynamics import Dynamics
from ..mechanics.kinematics import Kinematics
from ..mechanics.tree import Tree, tree_of
from ..sentence import Moment
from .expression_terms import least_peaks, peaks
from .force_map import ForceMap, make_force_map
from .given_frames import GivenEnd, given_ends
from .moving_surface import MovingSurfaces
from .timeline import Timeline, make_timeline
from .tracked_points import TrackedPoint, tracked_points, with_mirror_images
from .variables import Variables, make_variables


@dataclass(frozen=True, eq=False)
class Transcription:
    """One job's character, frames and unknowns.

    Attributes:
        job: the specification, with even sides if its cycle is mirrored.
        asked: the specification as it was given.
        timeline: its frames.
        points: P tracked points, the contacts first.
        kinematics: of its character and points.
        dynamics: at its nominal time step.
        variables: its unknowns.
        force_scale: unit of force [N], a tenth of the body weight: unknowns and residuals then are near 1.
    """

    job: Job
    asked: Job
    timeline: Timeline
    points: tuple[TrackedPoint, ...]
    kinematics: Kinematics
    dynamics: Dynamics
    variables: Variables
    force_scale: float
    images: Indices  # (P,) mirror image of each point; itself in a clip that is not mirrored

    @property
    def tree(self) -> Tree:
        """Degrees of freedom of the character."""
        return self.kinematics.tree

    @property
    def full_cycle(self) -> "Transcription":
        """Transcription of the whole cycle: this one unless the cycle is mirrored."""
        return self if self.timeline.mirror is None else self._both_halves

    @cached_property
    def _both_halves(self) -> "Transcription":
        return transcribe(whole_cycle(self.job), like=self)

    @cached_property
    def own_job(self) -> Job:
        """The specification with the character's own sides, which differs from ``asked`` in the direction of travel."""
        return along_mirror(self.asked)

    @cached_property
    def own_sides(self) -> "Transcription":
        """Transcription of the whole cycle of the character as it is: ``full_cycle`` if its sides are even."""
        if self.own_job.character == self.job.character:
            return self.full_cycle
        return transcribe(whole_cycle(self.own_job))

    @cached_property
    def index(self) -> Indices:
        """(E, n) unknown of each degree of freedom at each extended frame, up to ``sign``."""
        index = self.variables.q[self.timeline.source]
        if self.timeline.mirror:
            index[[0, -1]] = index[[0, -1]][:, self.timeline.mirror.dofs]
        return index

    @cached_property
    def sign(self) -> Array:
        """(E, n) 1, or -1 where a mirrored frame's degree of freedom is the opposite of its unknown."""
        sign = np.ones(self.index.shape)
        if self.timeline.mirror:
            sign[[0, -1]] = self.timeline.mirror.sign
        return sign

    @property
    def has_free_steps(self) -> bool:
        """Whether the steps between frames are unknowns."""
        return len(self.variables.steps) > 0

    @cached_property
    def step_index(self) -> Indices:
        """(N + 1,) unknown of the step between each pair of extended frames; empty if steps are given."""
        return (
            self.variables.steps[self.timeline.extended_pairs]
            if self.has_free_steps
            else self.variables.steps
        )

    @cached_property
    def even_steps(self) -> Array:
        """(N + 1,) steps between extended frames if they are given, in units of the timeline's."""
        return np.ones(self.timeline.n_frames + 1)

    @cached_property
    def body_weight(self) -> float:
        """[N] on Earth, whatever the job's gravity."""
        return self.job.character.mass * 9.81

    @cached_property
    def source_point(self) -> Indices:
        """(E, P) point of frame ``timeline.source`` that becomes each point at each extended frame."""
        points = np.tile(np.arange(len(self.points)), (len(self.timeline.source), 1))
        points[[0, -1]] = self.images
        return points

    @cached_property
    def planes(self) -> tuple[ContactPlane, ...]:
        """The ground, then the job's surfaces."""
        ground = ground_plane(self.job.ground_height)
        return (ground, *(contact_plane(surface) for surface in self.job.surfaces))

    @cached_property
    def normals(self) -> Array:
        """(N, C, 3) of the surface that each contact touches."""
        return np.array([plane.normal for plane in self.planes])[self.timeline.surface]

    @cached_property
    def plane_turn(self) -> Array:
        """(K, 3, 3) from the axes of each contact force to the world, or to the rest pose of a moving surface."""
        v = self.variables
        return np.array([plane.turn for plane in self.planes])[
            self.timeline.surface[v.force_frame, v.force_contact]
        ]

    @cached_property
    def on_moving_surface(self) -> Indices:
        """(L,) contact forces on surfaces of moving bodies."""
        v = self.variables
        return np.flatnonzero(self.timeline.carrier[v.force_frame, v.force_contact] >= 0)

    @cached_property
    def loaded_surfaces(self) -> MovingSurfaces:
        """Moving surfaces at the contacts where these forces act."""
        frame, contact = (
            a[self.on_moving_surface] for a in (self.variables.force_frame, self.variables.force_contact)
        )
        return self.moving_surfaces(frame + 1, contact, self.timeline.carrier[frame, contact])

    def moving_surfaces(self, frame: Indices, point: Indices, carrier: Indices) -> MovingSurfaces:
        """Tracked points (K,) at extended frames (K,) on bodies (K,)."""
        return MovingSurfaces(self.timeline, self.points, self.kinematics, self.index, frame, point, carrier)

    @cached_property
    def force_map(self) -> ForceMap:
        """Actions of the unknown forces on the points."""
        return make_force_map(self.job, self.timeline, self.variables, self.plane_turn, self.points)

    @cached_property
    def point_pairs(self) -> tuple[Indices, Indices]:
        """(K,) points and (K,) degrees of freedom that move them, as pairs ordered by point."""
        points, dofs = np.nonzero(self.dynamics.points_below)
        return points, dofs

    @cached_property
    def given(self) -> tuple[GivenEnd, ...]:
        """Ends whose frames are given."""
        return given_ends(self.job, self.tree, self.timeline)

    @cached_property
    def is_given(self) -> Flags:
        """(size,) whether an unknown is a coordinate of a given frame, even one that may move with all others."""
        is_given = np.zeros(self.variables.size, bool)
        for end in self.given:
            is_given[self.variables.q[end.frames]] = True
        return is_given

    @cached_property
    def joint_shift(self) -> Array:
        """(B,) largest given shift of the joint that carries each body [m]."""
        joints, n_bodies = self.timeline.joints, len(self.tree.parent)
        return np.zeros(n_bodies) if joints is None else joints.farthest(n_bodies)

    @cached_property
    def root_of(self) -> Indices:
        """(B,) root of the tree that each body belongs to."""
        root, parent = np.arange(len(self.tree.parent)), self.tree.parent
        for body in self.tree.order:  # parents first
            if parent[body] >= 0:
                root[body] = root[parent[body]]
        return root

    def body_of(self, dof: int) -> str:
        """Name of the body that a degree of freedom moves."""
        return self.job.character.bodies[self.tree.body[dof]].name

    def when(self, frame: SupportsInt) -> Moment:
        """A frame as it appears in messages."""
        return Moment(int(frame), int(frame) * self.timeline.step)


def transcribe(job: Job, *, free_steps: bool = False, like: Transcription | None = None) -> Transcription:
    """Transcription of a job.

    Args:
        job: what to find.
        free_steps: whether the steps between its frames are unknowns.
        like: of a similar job, whose kinematics are shared if the bodies are the same.

    Raises:
        InputError: the job is invalid, or invalid with free steps.
    """
    if is_mirrored(job):
        check_job(job)
    asked, job = job, with_even_sides(along_mirror(job))
    tree = like.tree if like is not None and like.job.character == job.character else tree_of(job.character)
    if not is_mirrored(job):
        check_job(job, tree)
    if free_steps:
        check_free_steps(job)
    timeline = make_timeline(job, tree)
    points, images = with_mirror_images(tracked_points(job), job, timeline.mirror)
    if like is not None and like.tree is tree and like.points == points:
        kinematics = like.kinematics
    else:
        bodies = [job.character.body_index(point.body) for point in points]
        kinematics = Kinematics(job.character, [point.point for point in points], bodies, tree=tree)
    force_scale = job.character.mass * 0.981
    dynamics = Dynamics(
        kinematics,
        step=timeline.step,
        gravity=np.array(job.gravity),
        force_scale=force_scale,
        pair_weight=timeline.pair_weight,
    )
    return Transcription(
        job,
        asked,
        timeline,
        points,
        kinematics,
        dynamics,
        make_variables(
            job.character,
            tree,
            timeline,
            free_steps=free_steps,
            n_least_peaks=len(least_peaks(job)),
            n_peaks=len(peaks(job)),
        ),
        force_scale,
        np.array(images, np.intp),
    )
