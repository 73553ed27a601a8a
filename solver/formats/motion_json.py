"""Motion JSON: a motion as plain numbers for other programs.

SI units, world frame with Z up, quaternions wxyz from body to world. A body's origin is its center of mass, its axes
are those of its ellipsoid, and the frames are the solver's.
"""

from collections.abc import Collection, Iterator
from typing import Any

import numpy as np

from ..arrays import Array, Vector3
from ..character import BodyJoint, Character, ContactJoint, RigidBody
from ..character.validation import known_name
from ..clip.clip import Clip
from ..job.cycle import Cycle
from ..job.drawn_bones import DrawnBone
from ..motion.world_motion import WorldMotion
from ..rotations import continuous_signs, matrix_from_quaternion, quaternion_from_matrix
from ..verify.balance import jet_force, jet_torque
from ..verify.trees import RootedTree, rooted_trees
from .supports import supports

Entries = list[list[dict[str, Any]]]  # of every frame

LIGHT, SMALL = 1e-6, 0.02  # kg and m, of a drawn bone: too light for any force
OFF_GROUND = {"hold", "jet", "support"}  # forces that are not from the ground
NOTHING = 1e-9  # of the body weight (x 1 m): rounding error of a support


def to_motion_json(clip: Clip, *, roots: Collection[str] = ()) -> dict[str, Any]:
    """The clip's poses and the world's forces as a dict that ``json`` can write.

    The keys are ``h`` (step), ``gravity``, ``ground`` (normal, height along it, mu; or null), ``bodies`` (name, mass,
    diameters), ``joints`` (names of bodies a and b, the joint's point in the axes of each, and ``torque``, false if
    the joint transmits only a force), ``pos`` (N x B x 3), ``quat`` (N x B x 4), ``contacts`` (N lists of body, id,
    point, force on the body, torque), ``holds`` (N lists of id, bodies a and b, point, force on a; the force on b is
    opposite) and ``cycle`` (null, or quat and trans of the transform from each repetition to the next).

    All trees of the character form one system of bodies. ``contacts`` are all external forces on it except gravity:
    - A contact is listed in frames in which it is scheduled to touch or claims a force, with its own ``mu`` and
      ``surface`` (empty for the ground).
    - A hold with the world, or a hold or contact with a body that is not written (see ``roots``), has ``hold``: true.
    - The force and torque that a root joint with muscles applies to its own body, at that body's center, have
      ``jet``: true.
    - The force and torque of the world on the body of a root that cannot move freely, at its center, have
      ``support``: true, such as the reaction of a bolted base (see ``supports``). They are left out if they are zero,
      as in most planar characters.
    Holds and contacts between bodies that are both written are internal forces and only listed in ``holds``.

    A drawn bone between bodies is a body of a milligram at its head, which carries the joints that hang on it.

    The format has a single ground plane with one coefficient of friction. It is the plane that all contacts touch, or
    null if they touch several, or if there is a hold, jet or support: so a reader does not check a force against a
    plane on which it does not act. The coefficient is the smallest of all contacts that ever touch, so a reader may
    report a valid force, but never accepts an invalid one.

    Args:
        clip: to write.
        roots: root bodies of the trees to write, with forces of the other trees as external ones; empty: all.

    Raises:
        InputError: the character has no such root.
    """
    job, character, motion = clip.job, clip.job.character, clip.motion
    for name in roots:
        known_name(name, [root.body for root in character.roots], "roots", "root")
    trees = [tree for tree in rooted_trees(character) if not roots or tree.root.body in roots]
    own = sorted(int(b) for tree in trees for b in tree.bodies)
    names = {character.bodies[b].name for b in own}
    bones = [bone for bone in motion.drawn_bones if bone.body in names]
    heads, turned = _poses(motion, bones)
    contacts = _contacts(clip, motion, names)
    others, holds = _holds(clip, motion, names)
    driven = [tree for tree in trees if tree.root.force_limit or tree.root.torque_limit]
    for extra in (others, *(_jets(clip, motion, tree) for tree in driven), _supports(clip, motion, names)):
        for entries, more in zip(contacts, extra, strict=True):
            entries += more
    is_on_ground = not any(OFF_GROUND & entry.keys() for frame in contacts for entry in frame)
    return {
        "name": clip.name,
        "h": float(clip.motion.step),
        "gravity": list(job.gravity),
        "ground": _ground(motion, names) if is_on_ground else None,
        "bodies": [*(_body(character.bodies[b]) for b in own), *map(_light_body, bones)],
        "joints": [
            *(_joint(character, joint, bones) for joint in character.joints if joint.body_b in names),
            *(_bone_joint(character, bone, bones) for bone in bones),
        ],
        "pos": np.concatenate([clip.motion.position[:, own], heads], 1).tolist(),
        "quat": np.concatenate([clip.motion.orientation[:, own], turned], 1).tolist(),
        "contacts": contacts,
        "holds": holds,
        "cycle": _cycle(job.cycle) if job.cycle else None,
    }


def _ground(motion: WorldMotion, bodies: set[str]) -> dict[str, Any] | None:
    """The only plane that contacts of ``bodies`` touch, the flat ground if none ever touches, or None for several."""
    contacts = motion.character.contacts
    own = np.array([contact.body in bodies for contact in contacts], bool)
    touching = motion.touching & (motion.contact_carrier < 0) & own
    touched = np.unique(motion.contact_surface[touching]).tolist() or [0]
    if len(touched) > 1:
        return None
    frictions = [c.friction for c, ever in zip(contacts, touching.any(0), strict=True) if ever]
    frictions = frictions or [c.friction for c in contacts] or [ContactJoint.friction]
    plane = motion.planes[touched[0]]
    return {"normal": plane.normal.tolist(), "height": plane.height, "mu": min(frictions)}


def _body(body: RigidBody) -> dict[str, Any]:
    return {"name": body.name, "mass": body.mass, "diameters": list(body.diameters)}


def _cycle(cycle: Cycle) -> dict[str, Any]:
    return {"quat": cycle.quaternion.tolist(), "trans": list(cycle.translation)}


def _light_body(bone: DrawnBone) -> dict[str, Any]:
    return {"name": bone.bone, "mass": LIGHT, "diameters": [SMALL] * 3}


def _poses(motion: WorldMotion, bones: list[DrawnBone]) -> tuple[Array, Array]:
    """Heads (N, K, 3) [m] and orientations (N, K, 4) of drawn bones."""
    heads, turned = np.empty((motion.n_frames, len(bones), 3)), np.empty((motion.n_frames, len(bones), 4))
    for k, bone in enumerate(bones):
        heads[:, k], turn = motion.bone_place(bone)
        axes = turn @ matrix_from_quaternion(bone.axes)
        turned[:, k] = continuous_signs(quaternion_from_matrix(axes))
    return heads, turned


def _bone_joint(character: Character, bone: DrawnBone, bones: list[DrawnBone]) -> dict[str, Any]:
    above = next((each for each in bones if each.bone == bone.parent), None)
    a, at = (
        (bone.body, _local(character, bone.body, bone.head)) if above is None else _on_bone(above, bone.head)
    )
    return {"name": bone.bone, "a": a, "pa": at, "b": bone.bone, "pb": [0.0, 0.0, 0.0], "torque": True}


def _on_bone(bone: DrawnBone, point: Vector3) -> tuple[str, list[float]]:
    """Name of a drawn bone and a point of the rest pose from its head, in its own axes [m]."""
    own: list[float] = ((np.array(point) - bone.head) @ matrix_from_quaternion(bone.axes)).tolist()
    return bone.bone, own


def _joint(character: Character, joint: BodyJoint, bones: list[DrawnBone]) -> dict[str, Any]:
    is_free_ball = len(joint.axes) == 3 and not any(joint.torque_limits)
    above = next((bone for bone in bones if joint.name in bone.joints), None)
    a, at = (
        (joint.body_a, _local(character, joint.body_a, joint.position))
        if above is None
        else _on_bone(above, joint.position)
    )
    return {
        "name": joint.name,
        "a": a,
        "pa": at,
        "b": joint.body_b,
        "pb": _local(character, joint.body_b, joint.position),
        "torque": not is_free_ball,
    }


def _local(character: Character, name: str, point: tuple[float, float, float]) -> list[float]:
    """A point of the rest pose, from the body's center and in its own axes [m]."""
    body = character.bodies[character.body_index(name)]
    arm = np.array(point) - np.array(body.position)
    local: list[float] = (arm @ matrix_from_quaternion(body.orientation)).tolist()
    return local


def _contacts(clip: Clip, motion: WorldMotion, bodies: set[str]) -> Entries:
    surfaces = ["", *(surface.name for surface in clip.job.surfaces)]
    entries: Entries = [[] for _ in range(clip.n_frames)]
    for t, c in np.argwhere(motion.touching & (motion.contact_carrier < 0)).tolist():
        contact = clip.job.character.contacts[c]
        if contact.body in bodies:
            entries[t].append(
                {
                    "id": contact.name,
                    "body": contact.body,
                    "mu": contact.friction,
                    "surface": surfaces[clip.motion.contact_surface[t, c]],
                    "point": clip.motion.contact_points[t, c].tolist(),
                    "force": clip.motion.contact_forces[t, c].tolist(),
                    "torque": (clip.motion.contact_moments[t, c] * motion.contact_turn[t, c, :, 2]).tolist(),
                }
            )
    return entries


def _holds(clip: Clip, motion: WorldMotion, bodies: set[str]) -> tuple[Entries, Entries]:
    """Forces of holds and of contacts on other bodies: those on ``bodies`` from outside, and those between them."""
    outside: Entries = [[] for _ in range(clip.n_frames)]
    inside: Entries = [[] for _ in range(clip.n_frames)]
    for t, name, (a, b), at, on_a in _exchanged(clip, motion):
        point, force = at.tolist(), on_a.tolist()
        if a in bodies and b in bodies:
            inside[t].append({"id": name, "a": a, "b": b, "point": point, "force": force})
            continue
        for body, push in ((a, force), (b, (-on_a).tolist())):
            if body in bodies:
                outside[t].append({"id": name, "body": body, "hold": True, "point": point, "force": push})
    return outside, inside


def _exchanged(clip: Clip, motion: WorldMotion) -> Iterator[tuple[int, str, tuple[str, str], Array, Array]]:
    """Yields frame, name, both bodies (the second is empty for the world), point and force on the first."""
    for t, i in np.argwhere(motion.holding).tolist():
        hold = clip.job.holds[i]
        yield (
            t,
            hold.name,
            (hold.body_a, hold.body_b),
            clip.motion.hold_points[t, i],
            clip.motion.hold_forces[t, i],
        )
    for t, c in np.argwhere(motion.contact_carrier >= 0).tolist():
        contact = clip.job.character.contacts[c]
        carrier = clip.job.character.bodies[motion.contact_carrier[t, c]].name
        yield (
            t,
            contact.name,
            (contact.body, carrier),
            clip.motion.contact_points[t, c],
            clip.motion.contact_forces[t, c],
        )


def _jets(clip: Clip, motion: WorldMotion, tree: RootedTree) -> Entries:
    force = jet_force(tree, clip.torques).tolist()
    torque = jet_torque(motion, tree, clip.torques).tolist()
    name, place = tree.root.body, clip.motion.position[:, tree.base].tolist()
    return [
        [{"id": name, "body": name, "jet": True, "point": place[t], "force": force[t], "torque": torque[t]}]
        for t in range(clip.n_frames)
    ]


def _supports(clip: Clip, motion: WorldMotion, bodies: set[str]) -> Entries:
    forces, moments = supports(clip)
    entries: Entries = [[] for _ in range(clip.n_frames)]
    for r, root in enumerate(clip.job.character.roots):
        largest = max(np.abs(forces[:, r]).max(), np.abs(moments[:, r]).max())
        if root.body not in bodies or largest <= NOTHING * motion.weight:
            continue
        place = clip.motion.position[:, clip.job.character.body_index(root.body)].tolist()
        for t, frame in enumerate(entries):
            force, moment = forces[t, r].tolist(), moments[t, r].tolist()
            frame.append(
                {
                    "id": root.body,
                    "body": root.body,
                    "support": True,
                    "point": place[t],
                    "force": force,
                    "torque": moment,
                }
            )
    return entries
