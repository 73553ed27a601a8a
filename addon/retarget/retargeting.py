"""From the motion of a source to a take of a character."""

from functools import partial

import bpy

from ...solver.character import Character
from ...solver.errors import InputError
from ...solver.formats.armature_motion import armature_channels
from ...solver.job.job import AnimationTiming, Job
from ...solver.motion.motion import Motion
from ..blender.played_source import refer_to_source
from ..blender.take_names import free_name_of_take
from ..blender.write_motion import begin_action, fit_to_source, plan_motion, write_channels
from ..character.read_character import read_character
from ..result import review
from ..result.clip_on_action import remember_job
from ..runtime.event_loop import Work, in_a_thread
from .limb_maps import keep_map, kept_map
from .source import reading
from .transferring import Transfer, transferred

NOT_PHYSICAL = "Not physical yet: press Accept, then Make Physical"


def retargeting(
    source: bpy.types.Object, armature_object: bpy.types.Object, scene: bpy.types.Scene
) -> Work[bpy.types.Action]:
    """Adds the source's motion as a take of the character's ghost, and keeps the limb map with the character.

    Args:
        source: armature that shows a motion.
        armature_object: of the character.
        scene: with the frames.

    Raises:
        InputError: the source has no motion or was not recognized, or the map names limbs that are not there.
    """
    motion, first_frame = yield from reading(source, scene)
    target = read_character(armature_object)
    limbs = kept_map(armature_object, source.name)
    found = yield from in_a_thread(partial(transferred, motion, target, limbs))
    if limbs is None:
        keep_map(armature_object, source.name, found.limbs, found.without)
    name = f"{_name_of(source)} on {armature_object.name}"
    action = yield from _written(name, armature_object, target, found.motion, first_frame)
    armature_object.spacetime.retarget.told = "\n".join(report(found))
    return action


def report(found: Transfer) -> tuple[str, ...]:
    """What was matched and what was not, how far hands and feet are off, and how far feet slide."""
    lines = [f"{len(found.limbs.limbs)} limbs matched, {100 * found.scale:.0f} % of the source's steps"]
    if found.without:
        lines.append(f"Without a partner on the character: {', '.join(found.without)}")
    if found.left_at_rest:
        lines.append(f"Without a partner on the source: {', '.join(found.left_at_rest)}")
    if found.residual:
        farthest = max(found.residual, key=lambda name: found.residual[name])
        mean = sum(found.residual.values()) / len(found.residual)
        lines.append(
            f"Hands and feet are {100 * mean:.1f} cm from their places on average, {farthest} "
            f"{100 * found.residual[farthest]:.1f} cm"
        )
    if found.has_stances:
        lines.append(f"Standing feet slide {1000 * found.slide:.1f} mm at most")
    else:
        lines.append("No foot of the source stands still, so none is held")
    return tuple(lines)


def _name_of(source: bpy.types.Object) -> str:
    data = source.animation_data
    return str(data.action.name) if data is not None and data.action is not None else str(source.name)


def _written(
    name: str, armature_object: bpy.types.Object, target: Character, motion: Motion, first_frame: int
) -> Work[bpy.types.Action]:
    job = Job(name, target, AnimationTiming(motion.seconds, motion.fps), cycle=motion.cycle)
    plan = plan_motion(
        job, armature_object, root_motion_bone=armature_object.spacetime.motion.root_motion_bone
    )
    yield
    channels = yield from in_a_thread(partial(armature_channels, motion, plan))
    action = begin_action(free_name_of_take(name), armature_object, first_frame=first_frame)
    remember_job(action, job)
    yield from write_channels(motion, action, channels)
    yield from refer_to_source(action, armature_object)
    yield from fit_to_source(action, armature_object)
    yield from review.proposing(armature_object, action)
    return action


def source_for(armature_object: bpy.types.Object, selected: list[bpy.types.Object]) -> bpy.types.Object:
    """The chosen source, or else the only other selected armature.

    Raises:
        InputError: there is none, or more than one.
    """
    chosen: bpy.types.Object | None = armature_object.spacetime.retarget.source
    if chosen is not None:
        return chosen
    others = [each for each in selected if each.type == "ARMATURE" and each != armature_object]
    if len(others) != 1:
        names = ", ".join(f"'{each.name}'" for each in others) or "none"
        raise InputError(
            f"expected one other selected armature with a motion, found {names}; choose one as Source"
        )
    return others[0]
