"""Control bases that reproduce a motion of bodies at every frame, and their deviation."""

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, replace

import bpy
import numpy as np

from ...solver.arrays import Array
from ..runtime.event_loop import Work
from .forward import ControlPose, Forward
from .handles import Handle
from .inverse import bases_of, reaching, resting
from .limbs import ControlChain
from .reaches import limbs_at_rest
from .rehearsal import Rehearsal, remove_rehearsals
from .response import turn_between
from .rig_controls import RigControls, SwitchedLimb, finding_controls, turn_switches
from .switches import Switch
from .trims import trims_for

FAR, TURNED = 0.002, np.radians(1.0)  # m and rad; largest tolerated deviation
SLIGHT = np.radians(0.2)  # rad; deviation that needs no trim
SAMPLES = 7  # number of frames in which trims and limbs are tested first


@dataclass(frozen=True, eq=False)
class MotionOfBones:
    """A motion to bake.

    Attributes:
        frames: (F,) of the timeline.
        carriers: bone of the parent body for each body's bone.
        bodies: (F, B, 4, 4) poses of the bodies' bones, armature space.
        others: (F, 4, 4) poses of other bones by name, which move along.
        metre: length of a meter in armature units.
    """

    frames: Array
    carriers: Mapping[str, str | None]
    bodies: Array
    others: Mapping[str, Array]
    metre: float

    def in_frame(self, frame: int) -> Callable[[str], Array]:
        """Poses (4, 4) of bones at a frame, by name."""
        names = {name: k for k, name in enumerate(self.carriers)}
        return lambda bone: self.bodies[frame, names[bone]] if bone in names else self.others[bone][frame]


@dataclass(frozen=True, eq=False)
class Off:
    """Largest deviations of bodies from a motion.

    Attributes:
        far: (B,) of heads [m].
        turned: (B,) of rotations [rad].
    """

    far: Array
    turned: Array

    @property
    def is_small(self) -> bool:
        """Whether the motions are practically equal."""
        return bool((self.far <= FAR).all() and (self.turned <= TURNED).all())


@dataclass(frozen=True)
class Choice:
    """Alternatives of a switch.

    Attributes:
        forward: controls of forward kinematics.
        inverse: controls of inverse kinematics; none if they cannot show the motion.
    """

    forward: frozenset[str]
    inverse: frozenset[str]


@dataclass(frozen=True, eq=False)
class Bake:
    """Controls that show a motion.

    Attributes:
        handles: keyed controls, by name.
        forward: (F, 4, 4) bases by control, of forward kinematics.
        inverse: (F, 4, 4) bases by control, of inverse kinematics.
        limbs: alternatives of each switch of the rig.
        stretching: bones with stretching to disable in inverse kinematics.
        neutral: controls that must be at rest.
        off: deviation of bodies, the larger one of both kinematics.
    """

    handles: Mapping[str, Handle]
    forward: Mapping[str, Array]
    inverse: Mapping[str, Array]
    limbs: Mapping[Switch, Choice]
    stretching: tuple[str, ...]
    neutral: frozenset[str]
    off: Off


def baking(
    armature_object: bpy.types.Object, motion: MotionOfBones, freed: Collection[str] = ()
) -> Work[Bake]:
    """Finds a rig's controls and poses them, a pose per step; ``freed`` bones have no constraints."""
    return (yield from baking_on(Rehearsal(armature_object, freed), motion))


def baking_on(rehearsal: Rehearsal, motion: MotionOfBones) -> Work[Bake]:
    """``baking`` on a copy of the rig, which is removed at the end; the rig itself may be posed meanwhile."""
    try:
        yield
        controls = yield from finding_controls(rehearsal, motion.carriers, motion.bodies)
        return (yield from _baked(rehearsal, controls, motion))
    finally:
        remove_rehearsals()


def _baked(rehearsal: Rehearsal, controls: RigControls, motion: MotionOfBones) -> Work[Bake]:
    turn_switches(rehearsal, controls.switches, inverse=False)
    names = [*motion.carriers]
    always = {body for each in controls.limbs if each.switch is None for body in each.limb.bodies}
    stretching = _no_stretching(rehearsal, [each.limb for each in controls.limbs])
    forward = yield from _trimmed(rehearsal, controls, motion, without=always)
    poses, off = yield from _posed(rehearsal, forward, motion, range(len(motion.frames)))
    counted = np.array([name not in always for name in names])
    forward_off = Off(*(np.where(counted, each.max(axis=0), 0.0) for each in off))
    limbs = yield from _good_limbs(rehearsal, controls, forward, motion, poses)
    good = [each.limb for each in limbs]
    for each in limbs:
        if each.switch is not None:
            turn_switches(rehearsal, [each.switch], inverse=True)
    reached, inverse_off = yield from _reached(
        rehearsal, good, forward, motion, poses, range(len(motion.frames))
    )
    bases = _columns([forward.bases(pose) for pose in poses])
    used = {poser.handle.name: poser.handle for poser in forward.posers}
    used |= {trim.handle.name: trim.handle for trim in forward.trims}
    used |= {handle.name: handle for limb in good for handle in limb.handles}
    return Bake(
        handles=used,
        forward=bases,
        inverse=_columns(reached),
        limbs={switch: _choice(switch, controls, limbs) for switch in controls.switches},
        stretching=stretching,
        neutral=controls.all_names - used.keys(),
        off=Off(
            np.maximum(forward_off.far, inverse_off.far), np.maximum(forward_off.turned, inverse_off.turned)
        ),
    )


def _choice(switch: Switch, controls: RigControls, matching: Sequence[SwitchedLimb]) -> Choice:
    own = [each.limb for each in controls.limbs if each.switch == switch]
    bodies = {body for limb in own for body in limb.posed}
    both = {name for limb in own for name in limb.followed}  # toes follow a foot in both kinematics
    shown = [each.limb for each in matching if each.switch == switch]
    return Choice(
        frozenset(each.handle.name for each in controls.forward.posers if each.body in bodies) - both,
        frozenset(handle.name for limb in shown for handle in limb.handles),
    )


def _no_stretching(rehearsal: Rehearsal, limbs: Sequence[ControlChain]) -> tuple[str, ...]:
    """Bones with stretching to disable, because it shears bones, unlike the motion."""
    return rehearsal.enable_stretching_except(link for limb in limbs for link in (*limb.links, *limb.ahead))


def _trimmed(
    rehearsal: Rehearsal, controls: RigControls, motion: MotionOfBones, *, without: set[str]
) -> Work[Forward]:
    """Forward kinematics with trims for deviations of its posers at sampled frames."""
    forward = controls.forward
    some = _some(motion)
    names = [*motion.carriers]
    offs = []
    pose = forward.at_rest()
    for frame in some:
        goals = motion.bodies[frame]
        for corrected in forward.posing(rehearsal, goals, pose):
            pose = corrected
            yield
        turn = turn_between(rehearsal.matrices(names), goals)
        offs.append(np.einsum("bji,bj->bi", goals[:, :3, :3], turn))
    off = np.array(offs)
    off[:, [name in without for name in names]] = 0.0
    off[:, np.linalg.norm(off, axis=2).max(axis=0) < SLIGHT] = 0.0
    rehearsal.pose(forward.bases(forward.at_rest()))
    rest = rehearsal.matrices(names)
    used = {poser.handle.name for poser in forward.posers}
    return replace(forward, trims=trims_for(off, rest, controls.handles, controls.responses, used=used))


def _some(motion: MotionOfBones) -> list[int]:
    return sorted({*np.linspace(0, len(motion.frames) - 1, SAMPLES).round().astype(int).tolist()})


def _posed(
    rehearsal: Rehearsal, forward: Forward, motion: MotionOfBones, frames: Sequence[int]
) -> Work[tuple[list[ControlPose], tuple[Array, Array]]]:
    """Control poses at frames, and deviations (F, B) of bodies [m], [rad]."""
    names, found, offs = [*motion.carriers], [], []
    pose = forward.at_rest()
    for frame in frames:
        for corrected in forward.posing(rehearsal, motion.bodies[frame], pose):
            pose = corrected
            yield
        found.append(pose)
        offs.append(_off(rehearsal.matrices(names), motion.bodies[frame], motion.metre))
    far, turned = np.array(offs).swapaxes(0, 1)
    return found, (far, turned)


def _off(got: Array, goals: Array, metre: float) -> tuple[Array, Array]:
    """Deviations (B,) of heads [m] and rotations [rad]."""
    if not np.isfinite(got).all():
        return np.full(len(got), np.inf), np.full(len(got), np.inf)
    far = np.linalg.norm(got[:, :3, 3] - goals[:, :3, 3], axis=1) / metre
    return far, np.linalg.norm(turn_between(got, goals), axis=1)


def _good_limbs(
    rehearsal: Rehearsal,
    controls: RigControls,
    forward: Forward,
    motion: MotionOfBones,
    poses: Sequence[ControlPose],
) -> Work[list[SwitchedLimb]]:
    """Limbs that inverse kinematics can show at frames, and those without an alternative."""
    good, some = [], _some(motion)
    for each in controls.limbs:
        if each.switch is None:
            good.append(each)
            continue
        turn_switches(rehearsal, [each.switch], inverse=True)
        _, off = yield from _reached(
            rehearsal, [each.limb], forward, motion, [poses[frame] for frame in some], some
        )
        turn_switches(rehearsal, [each.switch], inverse=False)
        own = [name in each.limb.posed for name in motion.carriers]
        if Off(off.far[own], off.turned[own]).is_small:
            good.append(each)
    return good


def _reached(
    rehearsal: Rehearsal,
    limbs: Sequence[ControlChain],
    forward: Forward,
    motion: MotionOfBones,
    poses: Sequence[ControlPose],
    frames: Sequence[int],
) -> Work[tuple[list[dict[str, Array]], Off]]:
    """Bases of limbs' controls at frames, and deviations of bodies."""
    rehearsal.pose(forward.bases(forward.at_rest()) | bases_of(limbs, resting(limbs)))
    yield
    at_rest = limbs_at_rest(rehearsal, limbs)
    names, found, offs = [*motion.carriers], [], []
    reaches = resting(limbs)
    for pose, frame in zip(poses, frames, strict=True):
        goals = [each.goals(motion.in_frame(frame)) for each in at_rest]
        rehearsal.pose(forward.bases(pose))
        for corrected in reaching(rehearsal, limbs, goals, reaches):
            reaches = corrected
            yield
        found.append(bases_of(limbs, reaches))
        offs.append(_off(rehearsal.matrices(names), motion.bodies[frame], motion.metre))
    far, turned = np.array(offs).max(axis=0)
    return found, Off(far, turned)


def _columns(rows: Sequence[Mapping[str, Array]]) -> dict[str, Array]:
    """Bases (F, 4, 4) by control."""
    return {name: np.array([row[name] for row in rows]) for name in rows[0]} if rows else {}
