"""Motion JSON: a motion as plain numbers for programs that know nothing of this one.

SI units, world frame with Z up, quaternions wxyz from body to world; a body's origin is its centre of mass
and its axes are its ellipsoid's. Always the solver's own frames.
"""

from typing import Any

import numpy as np

from ..character import BodyJoint, Character, ContactJoint, RigidBody
from ..mechanics.rotations import matrix_from_quaternion, rotation_about
from ..problem.job import Cycle
from .clip import Clip
from .world_motion import WorldMotion


def to_motion_json(clip: Clip) -> dict[str, Any]:
    """The clip's poses and ground forces as a dict that ``json`` can write.

    The keys are ``h`` (step), ``gravity``, ``ground`` (normal, height, mu), ``bodies`` (name, mass,
    diameters), ``joints`` (body names a and b with the joint's point in each's own axes, ``torque`` false
    where nothing but a force can pass), ``pos`` (N x B x 3), ``quat`` (N x B x 4), ``contacts`` (N lists of
    body, id, point, force on the body, torque) and ``cycle`` (null, or quat and trans of the transform from
    each repetition to the next).

    The format has one coefficient of friction for the whole ground: it is the smallest of the contacts
    that ever touch, so that a reader may suspect a force that is fair but never passes one that is not.
    Each contact entry has its own ``mu`` besides. A contact is listed in the frames in which it is
    scheduled to touch, and in those in which it claims a force all the same. There is no place for a
    root joint's jets, nor for what the world does to hold a root that cannot move freely.
    """
    job, character = clip.job, clip.job.character
    touching = WorldMotion.of_clip(clip).touching
    frictions = [c.friction for c, ever in zip(character.contacts, touching.any(0), strict=True) if ever]
    frictions = frictions or [c.friction for c in character.contacts] or [ContactJoint.friction]
    return {
        "name": clip.name,
        "h": float(clip.step),
        "gravity": list(job.gravity),
        "ground": {"normal": [0.0, 0.0, 1.0], "height": job.ground_height, "mu": min(frictions)},
        "bodies": [_body(body) for body in character.bodies],
        "joints": [_joint(character, joint) for joint in character.joints],
        "pos": clip.position.tolist(),
        "quat": clip.orientation.tolist(),
        "contacts": [_contacts(clip, i, np.flatnonzero(on).tolist()) for i, on in enumerate(touching)],
        "cycle": _cycle(job.cycle) if job.cycle else None,
    }


def _body(body: RigidBody) -> dict[str, Any]:
    return {"name": body.name, "mass": body.mass, "diameters": list(body.diameters)}


def _cycle(cycle: Cycle) -> dict[str, Any]:
    quaternion = rotation_about((0.0, 0.0, 1.0), cycle.yaw)
    return {"quat": quaternion.tolist(), "trans": list(cycle.translation)}


def _joint(character: Character, joint: BodyJoint) -> dict[str, Any]:
    is_free_ball = len(joint.axes) == 3 and not any(joint.torque_limits)
    return {
        "name": joint.name,
        "a": joint.body_a,
        "pa": _local(character, joint.body_a, joint.position),
        "b": joint.body_b,
        "pb": _local(character, joint.body_b, joint.position),
        "torque": not is_free_ball,
    }


def _local(character: Character, name: str, point: tuple[float, float, float]) -> list[float]:
    """A rest pose point from the body's centre, along the body's own axes [m]."""
    body = character.bodies[character.body_index(name)]
    arm = np.array(point) - np.array(body.position)
    local: list[float] = (arm @ matrix_from_quaternion(body.orientation)).tolist()
    return local


def _contacts(clip: Clip, frame: int, touching: list[int]) -> list[dict[str, Any]]:
    entries: list[dict[str, Any]] = []
    for c in touching:
        contact = clip.job.character.contacts[c]
        entries.append(
            {
                "id": contact.name,
                "body": contact.body,
                "mu": contact.friction,
                "point": clip.contact_points[frame, c].tolist(),
                "force": clip.contact_forces[frame, c].tolist(),
                "torque": [0.0, 0.0, float(clip.contact_moments[frame, c])],
            }
        )
    return entries
