"""Dynamic similarity: a creature of any size moves as one of a person's size does (Alexander & Jayes 1983).

With lengths in units of L, masses in units of M and times in units of sqrt(L), gravity and friction are the same,
forces are in units of M and moments in units of M L. A motion found for the one is exactly one of the other, so that a
shrew and a giant are solved with the tolerances, weights and steps of a person.
"""

from dataclasses import dataclass, replace

import numpy as np

from ..arrays import Array
from ..character import BodyJoint, Character, RootJoint
from ..clip.clip import OF_JOINTS, Clip
from ..job.cycle import Cycle
from ..job.job import Job, Objective
from ..job.objectives.pose_closeness import DrawnBody, PoseCloseness
from ..mechanics.tree import tree_of
from ..motion.motion import Motion
from ..motion.world import World
from ..motion.world_motion import WorldMotion
from ..verify.verify import verify
from .creature import PERSON, Creature

PERSON_MASS = 75.0  # kg
POINTS, FORCES = ("contact_points", "hold_points"), ("contact_forces", "hold_forces")


@dataclass(frozen=True)
class Similarity:
    """Factors from one creature to a similar one.

    Attributes:
        length: of lengths.
        mass: of masses.
    """

    length: float
    mass: float

    @classmethod
    def to_person(cls, creature: Creature) -> "Similarity":
        """To the size and mass of a person."""
        return cls(PERSON / creature.mean_limb, PERSON_MASS / creature.character.mass)

    @property
    def inverse(self) -> "Similarity":
        """The way back."""
        return Similarity(1 / self.length, 1 / self.mass)

    @property
    def time(self) -> float:
        """Factor of times; accelerations stay."""
        return float(np.sqrt(self.length))

    def character(self, character: Character) -> Character:
        """The similar character."""
        bodies = tuple(
            replace(
                body,
                mass=body.mass * self.mass,
                diameters=self._vector(body.diameters),
                position=self._vector(body.position),
            )
            for body in character.bodies
        )
        contacts = tuple(
            replace(c, point=self._vector(c.point), twist_radius=c.twist_radius * self.length)
            for c in character.contacts
        )
        return replace(
            character,
            bodies=bodies,
            joints=tuple(map(self._joint, character.joints)),
            contacts=contacts,
            root=None if character.root is None else self._root(character.root),
            others=tuple(map(self._root, character.others)),
        )

    def motion(self, motion: Motion, character: Character) -> Motion:
        """The similar motion of the similar character."""
        cycle = None if motion.cycle is None else self._cycle(motion.cycle)
        return Motion(
            character, motion.step * self.time, self.length * motion.position, motion.orientation, cycle
        )

    def job(self, job: Job) -> Job:
        """The similar job, for jobs that follow a motion."""
        timing = replace(job.timing, length=job.timing.length * self.time, fps=job.timing.fps / self.time)
        return replace(
            job,
            character=self.character(job.character),
            timing=timing,
            cycle=None if job.cycle is None else self._cycle(job.cycle),
            objectives=tuple(map(self._objective, job.objectives)),
            ground_height=job.ground_height * self.length,
        )

    def clip(self, clip: Clip) -> Clip:
        """The similar clip, measured anew."""
        job, motion = self.job(clip.job), clip.motion
        tree, force = tree_of(job.character), self.mass
        lengths = {name: getattr(motion, name) * self.length for name in ("position", *POINTS)}
        forces = {name: getattr(motion, name) * force for name in FORCES}
        moved = WorldMotion(
            character=job.character,
            step=motion.step * self.time,
            orientation=motion.orientation,
            cycle=job.cycle,
            heading=motion.heading,
            world=World.of_job(job),
            contact_moments=motion.contact_moments * force * self.length,
            contact_active=motion.contact_active,
            contact_surface=motion.contact_surface,
            hold_active=motion.hold_active,
            contact_lasting=motion.contact_lasting,
            hold_lasting=motion.hold_lasting,
            **lengths,
            **forces,
        )
        moment = force * np.where(tree.rotation, self.length, 1.0)
        torques: Array = clip.torques * moment
        loads = dict(
            zip(OF_JOINTS, (clip.joint_forces * force, clip.joint_moments * force * self.length), strict=True)
        )
        return Clip(
            job=job,
            motion=moved,
            q=clip.q * np.where(tree.rotation, 1.0, self.length),
            torques=torques,
            report=verify(moved, torques=torques, torque_limits=tree.effort_limit),
            provenance=clip.provenance,
            **loads,
        )

    def _vector(self, vector: tuple[float, float, float]) -> tuple[float, float, float]:
        x, y, z = (float(self.length * v) for v in vector)
        return x, y, z

    def _joint(self, joint: BodyJoint) -> BodyJoint:
        torques = tuple(limit * self.mass * self.length for limit in joint.torque_limits)
        return replace(joint, position=self._vector(joint.position), torque_limits=torques)

    def _root(self, root: RootJoint) -> RootJoint:
        moment = root.torque_limit * self.mass * self.length
        return replace(root, force_limit=root.force_limit * self.mass, torque_limit=moment)

    def _cycle(self, cycle: Cycle) -> Cycle:
        return replace(cycle, translation=self._vector(cycle.translation))

    def _objective(self, objective: Objective) -> Objective:
        if not isinstance(objective, PoseCloseness):
            return objective
        bodies = tuple(map(self._drawn, objective.bodies))
        return replace(objective, bodies=bodies, length=objective.length * self.length)

    def _drawn(self, body: DrawnBody) -> DrawnBody:
        return replace(body, positions=tuple(map(self._vector, body.positions)))
