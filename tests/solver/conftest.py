"""Jobs that several tests solve, and small characters whose motions are known without an optimiser."""

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from types import ModuleType

import numpy as np
import pytest
from scipy.spatial.transform import Rotation

from solver.character import BodyJoint, Character, ContactJoint, RigidBody, RootJoint
from solver.clip.clip import Clip, Provenance
from solver.fitting.presets.chip import chip
from solver.fitting.presets.particle import particle
from solver.job.constraints.pin import Pin
from solver.job.cycle import Cycle
from solver.job.hold import Hold
from solver.job.job import AnimationTiming, ContactTiming, Job, SolverOptions
from solver.job.objectives.effort import Effort
from solver.mechanics.tree import Tree
from solver.motion.world import World
from solver.motion.world_motion import WorldMotion
from solver.rotations import continuous_signs, rotation_about
from solver.verify.joint_wrenches import joint_wrenches
from solver.verify.newton_euler import missing_wrenches
from solver.verify.verify import verify
from tests.judge.load import load_judge
from tests.support.bvh_files import CAPTURED, OWN
from tests.support.solved_once import Solved, solving_once

WEIGHT = 60 * 9.81  # of the stander [N]


@pytest.fixture(scope="session")
def judge() -> ModuleType:
    """An independent physics judge that knows nothing of this program."""
    return load_judge()


@pytest.fixture(scope="session")
def walk() -> Callable[..., Job]:
    """Makes a job in which Chip walks."""
    return _walk


@pytest.fixture(scope="session")
def solved(tmp_path_factory: pytest.TempPathFactory, request: pytest.FixtureRequest) -> Solved:
    """Finds the motion of a job, or what this run has already found."""
    return solving_once(tmp_path_factory, request.config)


@pytest.fixture(scope="session")
def walked(solved: Solved) -> Clip:
    """Chip's walk along a curve."""
    return solved(_walk(yaw=0.4))


@pytest.fixture(scope="session")
def flight() -> Callable[..., Job]:
    """Makes a job in which the Spacetime Particle flies (McIntosh 2011, eq. 3.8)."""
    return _flight


def _walk(
    n_frames: int = 20,
    *,
    speed: float = 1.3,
    length: float = 1.0,
    duty: float = 0.6,
    yaw: float = 0.0,
    **more: object,
) -> Job:
    timings = (ContactTiming("L_foot", ((0.0, duty),)), ContactTiming("R_foot", ((0.5, duty),)))
    cycle = Cycle((speed * length, 0.0, 0.0), yaw)
    return Job("walk", chip(), AnimationTiming(length, n_frames / length), cycle, timings, **more)


def _flight(jet: float = 1000.0, **more: object) -> Job:
    ends = {0: (0.0, 0.0), 1: (0.0, 0.5), -2: (4.0, 3.5), -1: (4.0, 4.0)}
    pins = tuple(
        Pin(dof, frame, frame, value, value)
        for frame, place in ends.items()
        for dof, value in zip(("root.tx", "root.tz"), place, strict=True)
    )
    options = SolverOptions(tolerance=1e-10, time_limit=20.0)
    more = {"constraints": pins, "objectives": (Effort(),), "options": options} | more
    return Job("particle", particle(jet), AnimationTiming(1.0, 20.0), **more)


@pytest.fixture(scope="session")
def mocap() -> list[Path]:
    """Our own walk, and real motion capture where it is beside the repository."""
    return [*OWN.glob("*.bvh"), *sorted(CAPTURED.glob("*.bvh"))]


@pytest.fixture
def stander() -> WorldMotion:
    """A foot flat on the ground under a body on a hinge through that body's own centre, at rest."""
    foot = RigidBody("foot", 10.0, (0.4, 0.2, 0.1), (0.0, 0.0, 0.05))
    torso = RigidBody("torso", 50.0, (0.3, 0.5, 0.8), (0.0, 0.0, 0.9))
    hip = BodyJoint(
        "hip", "foot", "torso", (0.0, 0.0, 0.9), axes="X", limits=((-0.5, 0.5),), torque_limits=(100.0,)
    )
    contacts = tuple(
        ContactJoint(name, "foot", (x, 0.0, 0.0), 0.8, 0.05)
        for name, x in (("heel", -0.2), ("mid", 0.0), ("toe", 0.2))
    )
    forces = np.zeros((12, 3, 3))
    forces[:, (0, 2), 2] = WEIGHT / 2
    return _still(Character("stander", (foot, torso), (hip,), contacts), forces)


@pytest.fixture
def hanging() -> WorldMotion:
    """A lamp of 3 kg on a nail of the world, with a plumb of 2 kg hung below it: two trees, two holds."""
    bodies = (
        RigidBody("lamp", 3.0, (0.2, 0.2, 0.4), (0.0, 0.0, 1.8)),
        RigidBody("plumb", 2.0, (0.1, 0.1, 0.2), (0.0, 0.0, 1.5)),
    )
    character = Character("mobile", bodies, root=RootJoint("lamp"), others=(RootJoint("plumb"),))
    holds = (
        Hold("nail", "lamp", (0.0, 0.0, 2.0), "", (0.0, 0.0, 2.0)),
        Hold("hook", "plumb", (0.0, 0.0, 1.6), "lamp", (0.0, 0.0, 1.6)),
    )
    still = _still(character, np.zeros((8, 0, 3)))
    return replace(
        still,
        world=replace(still.world, holds=holds),
        hold_points=np.tile([hold.point_a for hold in holds], (8, 1, 1)),
        hold_forces=np.tile([[0.0, 0.0, 5 * 9.81], [0.0, 0.0, 2 * 9.81]], (8, 1, 1)),
        hold_active=np.ones((8, 2), bool),
        hold_lasting=np.zeros(0),
    )


@pytest.fixture
def chain() -> Callable[..., WorldMotion]:
    """Makes a balanced wild motion of three bodies on ball joints, open or a cycle that turns and travels."""
    return _chain


@pytest.fixture
def clip_of() -> Callable[..., Clip]:
    """Makes a clip of a motion."""
    return _clip_of


def _still(character: Character, forces: np.ndarray) -> WorldMotion:
    n_frames = len(forces)
    return WorldMotion(
        character=character,
        world=World(),
        step=0.02,
        position=np.tile([b.position for b in character.bodies], (n_frames, 1, 1)),
        orientation=np.tile([b.orientation for b in character.bodies], (n_frames, 1, 1)),
        contact_points=np.tile(np.reshape([c.point for c in character.contacts], (-1, 3)), (n_frames, 1, 1)),
        contact_forces=forces,
        contact_moments=np.zeros(forces.shape[:2]),
        contact_active=np.ones(forces.shape[:2], bool),
    )


def _chain(cycle: Cycle | None = None, n_frames: int = 20, seed: int = 1) -> WorldMotion:
    """Joints close and the momentum balance holds, whatever contact forces that takes."""
    rng = np.random.default_rng(seed)
    lean = tuple(rotation_about((0.6, 0.0, 0.8), 0.4).tolist())
    bodies = (
        RigidBody("tip", 1.0, (0.1, 0.1, 0.3), (0.0, 0.1, 2.5)),
        RigidBody("base", 8.0, (0.3, 0.2, 0.4), (0.1, 0.0, 1.0), lean),
        RigidBody("middle", 3.0, (0.1, 0.15, 0.5), (0.0, 0.0, 1.9), lean),
    )
    free = ((-3.2, 3.2),) * 3
    joints = (
        BodyJoint(
            "wrist", "middle", "tip", (0.0, 0.05, 2.2), axes="XYZ", limits=free, torque_limits=(9.0,) * 3
        ),
        BodyJoint(
            "shoulder", "base", "middle", (0.05, 0.0, 1.5), axes="ZXY", limits=free, torque_limits=(9.0,) * 3
        ),
    )
    contacts = tuple(ContactJoint(f"c{i}", "base", tuple(rng.normal(size=3).tolist()), 0.8) for i in range(3))
    character = Character("chain", bodies, joints, contacts)
    time = np.linspace(0.0, 1.0, n_frames, endpoint=cycle is None)
    waves = np.stack([np.sin(2 * np.pi * time + 1.0), np.cos(4 * np.pi * time)], -1)
    yaw = (cycle.yaw if cycle else 0.3) * time
    turns = [_wobble(waves @ rng.normal(size=(2, 3)) * 0.5, yaw) for _ in bodies]
    if cycle is None:
        centre = np.outer(time, [1.0, 0.2, 0.0]) + waves @ rng.normal(size=(2, 3)) * 0.1
    else:
        centre = _travel(cycle, time) + _about_z(waves @ rng.normal(size=(2, 3)) * 0.1, yaw)
    motion = _still(character, np.zeros((n_frames, 3, 3)))
    rest = motion.position[0]
    position = np.zeros_like(motion.position)
    position[:, 1] = centre + np.array([0.0, 0.0, 1.0])
    for name, a, b in (("shoulder", 1, 2), ("wrist", 2, 0)):
        joint = np.array(next(j.position for j in joints if j.name == name))
        position[:, b] = position[:, a] + turns[a] @ (joint - rest[a]) - turns[b] @ (joint - rest[b])
    orientation = np.stack([_quaternions(turns[b], bodies[b].orientation) for b in range(3)], 1)
    motion = replace(motion, cycle=cycle, position=position, orientation=orientation)
    motion = replace(motion, contact_points=motion.carried_contacts())
    return replace(motion, contact_forces=_balancing(motion))


def _balancing(motion: WorldMotion) -> np.ndarray:
    """Forces on the three contacts that make the motion physical."""
    force, moment = missing_wrenches(motion)
    wrench = np.concatenate(
        [force.sum(1), (moment + np.cross(motion.position[motion.judged], force)).sum(1)], -1
    )
    arm = motion.contact_points[motion.judged]
    unit = np.cross(arm[:, :, None], np.eye(3))  # (K, C, direction, moment)
    rows = np.concatenate([np.broadcast_to(np.eye(3), unit.shape), unit], -1).reshape(len(arm), 9, 6)
    forces = np.zeros_like(motion.contact_forces)
    forces[motion.judged] = np.einsum("tji,tj->ti", np.linalg.pinv(rows), wrench).reshape(-1, 3, 3)
    return forces


def _about_z(points: np.ndarray, yaw: np.ndarray) -> np.ndarray:
    turned = points[:, 0] * np.exp(1j * yaw) + 1j * points[:, 1] * np.exp(1j * yaw)
    return np.stack([turned.real, turned.imag, points[:, 2]], -1)


def _travel(cycle: Cycle, time: np.ndarray) -> np.ndarray:
    """A path with p(time + 1) = T p(time): a circle about T's fixed point, or a line."""
    x, y, z = cycle.translation
    if not cycle.yaw:
        return np.outer(time, cycle.translation)
    fixed = (x + 1j * y) / (1 - np.exp(1j * cycle.yaw))
    path = fixed - fixed * np.exp(1j * cycle.yaw * time)
    return np.stack([path.real, path.imag, z * time], -1)


def _wobble(vector: np.ndarray, yaw: np.ndarray) -> np.ndarray:
    return (Rotation.from_euler("z", yaw) * Rotation.from_rotvec(vector)).as_matrix()


def _quaternions(turn: np.ndarray, rest: tuple[float, ...]) -> np.ndarray:
    turned = Rotation.from_matrix(turn) * Rotation.from_quat(np.roll(rest, -1))
    return continuous_signs(np.roll(turned.as_quat(), 1, -1))


def _clip_of(motion: WorldMotion, torques: np.ndarray | None = None) -> Clip:
    n = Tree(motion.character).n
    torques = np.zeros((len(motion.position), n)) if torques is None else torques
    forces, moments = joint_wrenches(motion)
    world, timing = motion.world, AnimationTiming(motion.seconds, motion.fps)
    return Clip(
        job=Job(
            "rest",
            motion.character,
            timing,
            motion.cycle,
            gravity=world.gravity,
            ground_height=world.ground_height,
            surfaces=world.surfaces,
            holds=world.holds,
        ),
        motion=motion,
        q=np.zeros_like(torques),
        torques=torques,
        joint_forces=forces,
        joint_moments=moments,
        report=verify(motion, torques=torques, torque_limits=np.full(n, 100.0)),
        provenance=Provenance(
            "Solve_Succeeded", True, 7, {"solve": 0.1}, 1.0, {"effort": 1.0}, (), {"numpy": "x"}
        ),
    )
