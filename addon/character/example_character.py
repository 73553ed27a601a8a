"""A character as an armature: bones, bodies, joint limits and contacts that read back the same."""

import bpy
import numpy as np
from mathutils import Vector

from ...solver.arrays import Array
from ...solver.character import BodyJoint, Character, RigidBody
from ...solver.fitting.contact_fit import ContactFit
from ...solver.fitting.ellipsoid import Ellipsoid
from ...solver.fitting.joint_fit import JointFit
from ...solver.fitting.rest_bone import RestBone
from ...solver.rotations import matrix_from_quaternion
from ..blender.rest_pose import armature_data, place_of
from ..blender.units import in_units, in_units_of_mass
from ..runtime.event_loop import Operators
from .bone_map import detect
from .properties import FIXED, FREE, PLANE
from .setting_groups import begin_settings
from .store_fit import quietly, store_body, store_contact, store_joint

SIDE = np.array([0.0, 1.0, 0.0])  # of characters that face X
# cosine; with a hinge axis this perpendicular to its body, the bone can point along the body
STRAIGHT = 1e-6


def add_character(operators: Operators, scene: bpy.types.Scene, character: Character) -> bpy.types.Object:
    """Adds the armature of a character that faces world X to the active collection, at the 3D cursor."""
    bones = {bone.name: bone for bone in _bones(character)}
    data = bpy.data.armatures.new(character.name)
    made = bpy.data.objects.new(character.name, data)
    made.location = (*scene.cursor.location[:2], scene.spacetime.ground_height)
    _active_collection(scene).objects.link(made)
    _draw_bones(operators, made, bones)
    _store(made, character, bones)
    return made


def _active_collection(scene: bpy.types.Scene) -> bpy.types.Collection:
    """Active collection, as for Blender's objects; the scene's if that is disabled or linked."""
    active = bpy.context.view_layer.active_layer_collection
    if active is None or not active.is_visible or active.collection.library is not None:
        return scene.collection
    return active.collection


def _store(armature_object: bpy.types.Object, character: Character, bones: dict[str, RestBone]) -> None:
    """Stores bodies, joints and contacts; the character's world is the object's local space, in meters."""
    armature, place = armature_data(armature_object), place_of(armature_object)
    begin_settings(armature_object.spacetime)
    with quietly(armature):
        for body in character.bodies:
            store_body(
                armature.bones[body.name],
                _ellipsoid(body, place.to_world(in_units(np.array(body.position)))),
                place,
            )
        for left, right in character.mirror_pairs:
            armature.bones[left].spacetime.mirror, armature.bones[right].spacetime.mirror = right, left
        for joint in character.joints:
            name = joint.body_b
            store_joint(
                armature.bones[name], armature_object.pose.bones[name], _about_bone(joint, bones[name])
            )
    for root in character.others:
        armature.bones[root.body].spacetime.is_root = True
    for contact in character.contacts:
        point = place.to_world(in_units(np.array(contact.point)))
        store_contact(
            armature, ContactFit(contact.name, contact.body, point, (0.0, 1.0), 0.0), contact.body, place
        )
        stored = armature.spacetime.contacts[-1]
        stored.friction, stored.twist_radius = contact.friction, in_units(contact.twist_radius)
    root, settings = character.root_joint, armature.spacetime
    settings.body_mass, settings.facing = in_units_of_mass(character.mass), np.pi / 2
    settings.root_turn = root.limits[0][1] if root.limits else 0.0
    settings.root_moves = {3: FREE, 2: PLANE, 0: FIXED}[len(root.translation)]
    detect(armature_object)
    for line in settings.bone_map:
        line.confidence = 1.0  # bones created for the part


def _bones(character: Character) -> list[RestBone]:
    """A bone for each body, parents first."""
    bodies = {body.name: body for body in character.bodies}
    carriers = {joint.body_b: joint.body_a for joint in character.joints}
    found = {root.body: _root_bone(bodies[root.body]) for root in character.roots}
    waiting = list(character.joints)
    while waiting:
        joint = next(each for each in waiting if each.body_a in found)
        waiting.remove(joint)
        found[joint.body_b] = _bone(joint, bodies[joint.body_b], parent=carriers[joint.body_b])
    return list(found.values())


def _root_bone(body: RigidBody) -> RestBone:
    """Root bone along the body's longest axis that is not lateral, pointing up or ahead."""
    axes = matrix_from_quaternion(body.orientation)
    reach = [d * (1 - abs(float(a @ SIDE))) for d, a in zip(body.diameters, axes.T, strict=True)]
    longest = int(np.argmax(reach))
    along = axes[:, longest] * (1.0 if axes[2, longest] + axes[0, longest] > 0 else -1.0)
    half = body.diameters[longest] / 2 * along
    x = SIDE - (SIDE @ along) * along
    return _rest_bone(body.name, body.position - half, body.position + half, x / np.linalg.norm(x), "")


def _bone(joint: BodyJoint, body: RigidBody, *, parent: str) -> RestBone:
    """Bone from the joint toward the body's far end, as closely as the joint's axes allow."""
    head, far = np.array(joint.position), 2 * (np.array(body.position) - joint.position)
    axes = matrix_from_quaternion(joint.orientation)
    length = float(np.linalg.norm(far))
    hinge = axes[:, "XYZ".index(joint.axes)] if len(joint.axes) == 1 else None
    if hinge is not None and abs(float(hinge @ far)) < STRAIGHT * length:
        return _rest_bone(body.name, head, head + far, hinge, parent)
    nearest = int(np.abs(axes.T @ far).argmax())
    along = axes[:, nearest] * np.sign(axes[:, nearest] @ far)
    others = [axes[:, k] for k in range(3) if k != nearest]
    across = max(others, key=lambda axis: abs(float(axis @ SIDE)))
    return _rest_bone(body.name, head, head + length * along, across, parent)


def _rest_bone(name: str, head: Array, tail: Array, x: Array, parent: str) -> RestBone:
    y = (tail - head) / np.linalg.norm(tail - head)
    return RestBone(name, head, tail, np.stack([x, y, np.cross(x, y)], axis=1), parent)


def _about_bone(joint: BodyJoint, bone: RestBone) -> JointFit:
    """The joint in the bone's axes, which are those of the joint reordered, some with opposite sign."""
    to_bone = bone.axes.T @ matrix_from_quaternion(joint.orientation)
    letters, limits, ease = "", [], []
    preferred = joint.preferred or (0.0,) * len(joint.axes)
    for letter, (low, high), at_ease in zip(joint.axes, joint.limits, preferred, strict=True):
        turn = to_bone[:, "XYZ".index(letter)]
        k = int(np.abs(turn).argmax())
        letters += "XYZ"[k]
        limits.append((low, high) if turn[k] > 0 else (-high, -low))
        ease.append(at_ease if turn[k] > 0 else -at_ease)
    return JointFit(letters, tuple(limits), joint.torque_limits, tuple(ease))


def _ellipsoid(body: RigidBody, center: Array) -> Ellipsoid:
    return Ellipsoid(body.mass, center, matrix_from_quaternion(body.orientation), np.array(body.diameters))


def _draw_bones(operators: Operators, armature_object: bpy.types.Object, bones: dict[str, RestBone]) -> None:
    """Creates edit bones, which exist only in edit mode."""
    bpy.context.view_layer.update()
    for each in bpy.context.selected_objects:
        each.select_set(False)
    bpy.context.view_layer.objects.active = armature_object
    armature_object.select_set(True)
    operators.object.mode_set(mode="EDIT")
    edited = armature_data(armature_object).edit_bones
    for bone in bones.values():
        new = edited.new(bone.name)
        new.head, new.tail = Vector(in_units(bone.head).tolist()), Vector(in_units(bone.tail).tolist())
        new.align_roll(Vector(bone.axes[:, 2].tolist()))
        new.parent = edited.get(bone.parent)
    operators.object.mode_set(mode="OBJECT")
