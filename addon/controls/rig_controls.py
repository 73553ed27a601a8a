"""Controls of a rig and the bodies that they pose, found by testing them on a rehearsal."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from ...solver.arrays import Array
from ..runtime.event_loop import Work
from .following import Chain, Following
from .forward import Forward
from .handles import Handle, handles_among
from .limbs import ControlChain, chains_of, finding_limb, finding_toes
from .posers import Joints, Poser, finding_posers
from .rehearsal import Rehearsal
from .response import Response, measuring_responses, turn_between
from .switches import Switch, finding_switches, set_property


@dataclass(frozen=True, eq=False)
class SwitchedLimb:
    """A limb, and the switch of its inverse kinematics; None if they are always on."""

    limb: ControlChain
    switch: Switch | None


@dataclass(frozen=True, eq=False)
class RigControls:
    """The controls of a rig that pose bodies.

    Attributes:
        switches: between forward and inverse kinematics.
        handles: all controls in forward kinematics.
        responses: of bodies to each of them.
        forward: controls of forward kinematics.
        limbs: limbs of inverse kinematics.
        all_names: every control that affects bodies in either kinematics.
    """

    switches: tuple[Switch, ...]
    handles: tuple[Handle, ...]
    responses: Mapping[str, Response]
    forward: Forward
    limbs: tuple[SwitchedLimb, ...]
    all_names: frozenset[str]


def finding_controls(
    rehearsal: Rehearsal, carriers: Mapping[str, str | None], motion: Array
) -> Work[RigControls]:
    """Tests every control of a rig, a pose per step.

    Args:
        rehearsal: of the rig.
        carriers: bone of the parent body for each body's bone.
        motion: (F, B, 4, 4) the motion, armature space.
    """
    bodies = tuple(carriers)
    rehearsal.update()
    yield
    switches = yield from finding_switches(rehearsal, bodies)
    turn_switches(rehearsal, switches, inverse=False)
    following = Following(rehearsal.evaluated)
    handles = handles_among(rehearsal.evaluated, following.posed_by(*bodies), rehearsal.freed)
    to_rest(rehearsal, handles)
    yield
    responses = yield from measuring_responses(rehearsal, handles, bodies)
    rest = rehearsal.matrices(bodies)
    always = chains_of(following, bodies)
    joints = Joints(
        bodies, carriers, rest[:, :3, 3], _turns(motion, rest, bodies, carriers), _chained(following, bodies)
    )
    posers = yield from finding_posers(joints, handles, responses, following)
    forward = Forward(bodies, posers, (), poser_offsets(rehearsal, posers, rest, bodies))
    posed = {poser.body for poser in posers}
    limbs = [
        SwitchedLimb(limb, None)
        for limb in (yield from _finding_limbs(rehearsal, following, handles, always, carriers))
        if not {*limb.bodies} <= posed
    ]
    names = {handle.name for handle in handles}
    for switch in switches:
        turn_switches(rehearsal, [switch], inverse=True)
        following = Following(rehearsal.evaluated)
        inverse = handles_among(rehearsal.evaluated, following.posed_by(*bodies), rehearsal.freed)
        chains = {chain: body for chain, body in chains_of(following, bodies).items() if chain not in always}
        to_rest(rehearsal, inverse)
        own = [handle for handle in inverse if handle not in handles]  # others pose toes in both kinematics
        for limb in (yield from _finding_limbs(rehearsal, following, inverse, chains, carriers)):
            whole = yield from finding_toes(rehearsal, limb, own, carriers)
            limbs.append(SwitchedLimb(whole, switch))
        names |= {handle.name for handle in inverse}
        turn_switches(rehearsal, [switch], inverse=False)
    return RigControls(switches, tuple(handles), responses, forward, tuple(limbs), frozenset(names))


def turn_switches(rehearsal: Rehearsal, switches: Sequence[Switch], *, inverse: bool) -> None:
    """Enables or disables inverse kinematics."""
    for each in switches:
        value = each.inverse if inverse else each.forward
        set_property(rehearsal.object.pose.bones[each.bone], each.name, value)
    rehearsal.update()


def to_rest(rehearsal: Rehearsal, handles: Sequence[Handle]) -> None:
    """Resets controls to rest."""
    rehearsal.pose({handle.name: np.eye(4) for handle in handles})


def poser_offsets(rehearsal: Rehearsal, posers: Sequence[Poser], rest: Array, bodies: Sequence[str]) -> Array:
    """Posers (P, 4, 4) relative to their bodies at rest."""
    own = rehearsal.matrices([poser.handle.name for poser in posers]).reshape(-1, 4, 4)
    body_of = [bodies.index(poser.body) for poser in posers]
    return np.asarray(np.linalg.inv(rest[body_of]) @ own)


def _finding_limbs(
    rehearsal: Rehearsal,
    following: Following,
    handles: Sequence[Handle],
    chains: Mapping[Chain, str],
    carriers: Mapping[str, str | None],
) -> Work[list[ControlChain]]:
    found = []
    for chain, last in chains.items():
        limb = yield from finding_limb(rehearsal, following, handles, chain, last, carriers)
        if limb is not None:
            found.append(limb)
    return found


def _chained(following: Following, bodies: Sequence[str]) -> Array:
    """Mask (B,) of bodies that move with bones posed by inverse kinematics."""
    return np.array([any(following.chains[bone] for bone in following.followed(body)) for body in bodies])


def _turns(motion: Array, rest: Array, bodies: Sequence[str], carriers: Mapping[str, str | None]) -> Array:
    """Rotation vectors (B, F, 3) from rest of bodies relative to their parents, armature axes."""
    above = [bodies.index(carriers[body] or body) for body in bodies]
    on_carrier = np.linalg.inv(motion[:, above]) @ motion
    at_rest = np.broadcast_to(np.linalg.inv(rest[above]) @ rest, on_carrier.shape)
    turns: Array = np.einsum("bij,fbj->bfi", rest[above][:, :3, :3], turn_between(at_rest, on_carrier))
    return turns
