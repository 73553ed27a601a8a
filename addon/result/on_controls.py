"""A take accepted on a control rig, with keys on controls if they can show it."""

from collections.abc import Sequence

import bpy
import numpy as np

from ..blender.between_bones import between_bones
from ..blender.rest_pose import armature_data, place_of
from ..blender.ruled_bones import ruling_constraints
from ..blender.toes import bending_toes
from ..controls.bake import FAR, TURNED, Bake, MotionOfBones, baking
from ..controls.keys import TAKE, reading_take, writing_keys
from ..controls.repetitions import repetitions_of
from ..runtime.event_loop import Work
from .clip_on_action import job_of
from .muted_constraints import mute_bone_constraints
from .taken_over import muted_constraints, restore_rig

BOTH, ACTIVE, BONES = "BOTH", "ACTIVE", "BONES"  # targets of keys


def has_controls(armature_object: bpy.types.Object, take: bpy.types.Action) -> bool:
    """Whether constraints pose bones that a take moves, besides those between bodies alone."""
    job = job_of(take)
    if job is None:
        return False
    names = [body.name for body in job.character.bodies]
    ruled = {name for name, _ in ruling_constraints(armature_object, names)}
    between = {each.name for each in between_bones(armature_object, names)}
    return bool(muted_constraints(armature_object) or ruled - between)


def baked_on_controls(
    armature_object: bpy.types.Object, take: bpy.types.Action
) -> Work[tuple[bpy.types.Action | None, str]]:
    """An action with a take's motion on controls, and a message about it; None if they cannot show it.

    Bodies that no control can move to their poses are keyed directly, if constraints may be muted for it.
    """
    job = job_of(take)
    assert job is not None
    if muted_constraints(armature_object):
        restore_rig(armature_object)  # constraints must be active before controls are tested
    character = job.character
    carriers: dict[str, str | None] = {body.name: None for body in character.bodies}
    carriers |= {joint.body_b: joint.body_a for joint in character.joints}
    toes = bending_toes(job, armature_object, place_of(armature_object))
    carriers |= {each.bone: each.foot for each in toes}
    bones = armature_data(armature_object).bones
    above = {each.name for each in bones[character.root_joint.body].parent_recursive}
    for bone in (each for each in job.drawn_bones if each.bone not in above):
        carriers |= {bone.bone: bone.parent or bone.body} | dict.fromkeys(bone.joints, bone.bone)
    scene = bpy.context.scene
    assert scene is not None
    repetitions = repetitions_of(take, job.cycle, scene.frame_end)
    motion = yield from reading_take(armature_object, take, carriers, repetitions.last)
    bake = yield from baking(armature_object, motion)
    freed = _bodies_off(motion, bake)
    if freed and armature_object.spacetime.takes_over:
        without = yield from baking(armature_object, motion, freed)
        if without.off.is_small:
            bake = without
    if not bake.off.is_small:
        return None, _why_not(motion, bake)
    only_active = armature_object.spacetime.bake_to == ACTIVE
    action = yield from writing_keys(
        armature_object, take, bake, motion.frames, repetitions, only_active=only_active
    )
    n_muted = mute_bone_constraints(armature_object, action, freed) if freed else 0
    return action, _about_freed(freed, n_muted) if n_muted else ""


def _bodies_off(motion: MotionOfBones, bake: Bake) -> list[str]:
    """Bodies that controls cannot move to their poses."""
    is_off = (bake.off.far > FAR) | (bake.off.turned > TURNED)
    return [body for body, off in zip(motion.carriers, is_off.tolist(), strict=True) if off]


def _about_freed(freed: Sequence[str], n_muted: int) -> str:
    """Message about bones that are keyed directly."""
    words = f"'{freed[0]}'" if len(freed) == 1 else f"'{freed[0]}' and {len(freed) - 1} more"
    return (
        f"No control can show the motion of {words}; the bone itself is keyed, and {n_muted} constraints that would "
        "override it are muted. Press Restore Rig to turn them back on."
    )


def take_shown_by(action: bpy.types.Action) -> bpy.types.Action:
    """The take that an action on controls shows; any other action itself."""
    found = action.get(TAKE)
    return found if isinstance(found, bpy.types.Action) else action


def _why_not(motion: MotionOfBones, bake: Bake) -> str:
    """Message about a body that its controls cannot move to its pose."""
    worst = int(np.argmax(np.maximum(bake.off.far / FAR, bake.off.turned / TURNED)))
    far, angle = 1e3 * bake.off.far[worst], np.degrees(bake.off.turned[worst])
    return (
        f"The controls cannot show the motion, as '{[*motion.carriers][worst]}' would be {far:.0f} mm and "
        f"{angle:.0f} degrees off; the deforming bones are keyed instead."
    )
