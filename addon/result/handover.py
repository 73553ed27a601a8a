"""A take that becomes the character's own motion: what hides it is turned off, and what is left is told."""

import bpy

from ..blender import actions
from ..blender.write_motion import to_rest
from ..runtime.event_loop import Work
from .agreement import compared_bones, measuring
from .clip_on_action import clip_of
from .confirmation import amount_of, confirming
from .muted_constraints import message_of_muted, mute_hiding_constraints
from .taken_over import forget_if_nothing, play_alone

OFF_CONTROLS = "The controls do not show the motion at all frames; the deforming bones are keyed instead."


def handing_over(
    armature_object: bpy.types.Object,
    take: bpy.types.Action,
    on_controls: bpy.types.Action | None,
    ghost: bpy.types.Object,
) -> Work[tuple[bpy.types.Action, str]]:
    """Assigns a take to a character, on its controls if they show it in every frame, else on its bones.

    Args:
        armature_object: of the character.
        take: solved motion.
        on_controls: the same motion on controls, if any.
        ghost: plays the take.

    Returns:
        The assigned action, and a message about what was turned off or differs.
    """
    texts = [play_alone(armature_object, on_controls or take)]
    played = take
    if on_controls is not None:
        to_rest(armature_object, actions.keyed_bones(on_controls), parents=False)
        actions.assign(armature_object, on_controls)
        yield
        if (yield from _is_shown(armature_object, take, ghost)):
            played = on_controls
            texts.append((yield from _posed_by_rig(armature_object, take, ghost)))
        else:
            bpy.data.actions.remove(on_controls)
            texts.append(OFF_CONTROLS)
    if played == take:
        texts.append((yield from _on_bones(armature_object, take, ghost)))
    forget_if_nothing(armature_object)
    return played, " ".join(filter(None, texts))


def _is_shown(
    armature_object: bpy.types.Object, take: bpy.types.Action, ghost: bpy.types.Object
) -> Work[bool]:
    """Whether controls show a take; those that may not be muted are kept as they are."""
    clip = clip_of(take)
    if clip is None or not armature_object.spacetime.takes_over:
        return True
    bodies = [body.name for body in clip.job.character.bodies]
    found = yield from measuring(armature_object, take, ghost, bones=bodies)
    return found is None or found.is_of_clip


def _posed_by_rig(
    armature_object: bpy.types.Object, take: bpy.types.Action, ghost: bpy.types.Object
) -> Work[str]:
    """A message if a rig with keys on controls poses deforming bones between bodies otherwise than the ghost."""
    clip = clip_of(take)
    bodies = {body.name for body in clip.job.character.bodies} if clip is not None else set()
    between = [bone for bone in compared_bones(armature_object, take) if bone not in bodies]
    found = yield from measuring(armature_object, take, ghost, bones=between)
    if found is None:
        return ""
    return f"'{found.bone}' has no body, and the rig poses it {amount_of(found)} away from the ghost."


def _on_bones(
    armature_object: bpy.types.Object, take: bpy.types.Action, ghost: bpy.types.Object
) -> Work[str]:
    """Assigns a take to bones."""
    n_muted = mute_hiding_constraints(armature_object, take) if armature_object.spacetime.takes_over else 0
    yield
    to_rest(armature_object, actions.keyed_bones(take))
    actions.assign(armature_object, take)
    yield
    bones = compared_bones(armature_object, take)
    told = yield from confirming(armature_object, take, ghost, bones=bones)
    return " ".join(filter(None, [message_of_muted(n_muted), told]))
