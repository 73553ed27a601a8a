"""Layers of two simultaneous strips: some bones from the upper one, the rest from the lower one, by the solver.

In Rose et al. (1996, section 4), for an arm that salutes while the rest walks:

    SP(affine2(wave) + (walk - affine1(wave)))

where affine1 begins earlier and ends later than affine2, and SP finds what is undefined between them.
"""

from dataclasses import dataclass

import bpy

from ...solver.clip.clip import Clip
from ...solver.commands.library_request import ComposeRequest
from ...solver.errors import InputError
from ...solver.job.job import Job
from ...solver.library.algebra.composition import Composition, Source
from ...solver.library.algebra.expression import Affine, Cut, Take
from ..blender.frame_rate import rate_of
from ..blender.nla import ActionStrip, selected_strips
from ..blender.rest_pose import armature_data
from ..blender.take_names import plain_name
from ..character.read_character import read_character
from ..interface.button import telling
from ..motion.read_sketch import read_sketch
from ..result.clip_on_action import clip_from, has_clip, place_of_solve
from ..runtime.event_loop import WAITING, Work
from ..solve import session
from ..solve.arrival import Arrival
from ..solve.solving import Solve
from .drawn import drawn_job
from .joining import VAIN_GAP
from .strip_frames import strip_frames

LOWER, UPPER, DRAWN = "lower", "upper", "upper.json"


@dataclass(frozen=True)
class Layers:
    """Simultaneous strips.

    Attributes:
        lower: of a solved motion, which all of the body follows except some bones.
        upper: within the lower one, followed by these bones.
    """

    lower: ActionStrip
    upper: ActionStrip


def strips_to_layer(armature_object: bpy.types.Object) -> Layers | None:
    """Two selected NLA strips, the upper one within the lower one; None otherwise."""
    strips = selected_strips(armature_object)
    if len(strips) != 2:
        return None
    lower, upper = sorted(strips, key=lambda each: each.track)
    is_within = lower.first <= upper.first and upper.last <= lower.last
    return Layers(lower, upper) if has_clip(lower.action) and is_within else None


def why_no_layers(armature_object: bpy.types.Object) -> str:
    """Empty if the bones of the upper strip are chosen."""
    collection = armature_object.spacetime.library.upper_bones
    collections = armature_data(armature_object).collections_all
    return (
        ""
        if collection and collection in collections
        else "Choose the bone collection that the upper strip moves"
    )


def starting_layers(armature_object: bpy.types.Object, layers: Layers) -> Work[Solve]:
    """Queues the composition; both motions stay unchanged.

    Raises:
        InputError: a clip cannot be read, or the upper strip has no joint.
    """
    scene = armature_object.users_scene[0]
    ground = clip_from(layers.lower.action)
    frames = strip_frames(ground, layers.lower)
    dofs = _dofs(ground, armature_object)
    upper: Clip | Job
    own: Take | Cut
    if has_clip(layers.upper.action):
        upper = clip_from(layers.upper.action)
        start, end = (upper.motion.step * frame for frame in strip_frames(upper, layers.upper))
        own = Cut(Take(UPPER, end, dofs), start, end)
        file = f"{UPPER}.npz"
    else:
        span = round(layers.upper.first), round(layers.upper.last)
        reading = read_sketch(
            armature_object, scene, read_character(armature_object), span=span, frees_limbs=False
        )
        sketch = yield from telling("Reading the upper strip", reading)
        yield WAITING  # the rest takes a separate step
        upper = drawn_job(layers.upper.action.name, armature_object, scene, sketch)
        own, file = Take(UPPER, dofs=dofs), DRAWN
    composition = _composition(armature_object, layers, ground, frames, own, (file, rate_of(scene)))
    return session.start_request(
        armature_object,
        ComposeRequest("composition.json", ".", watches_stdin=True),
        Job(composition.name, ground.job.character, ground.job.timing),
        Arrival(
            first_frame=round(layers.lower.first),
            place=place_of_solve(layers.lower.action),
            previews=False,  # iterates are at other frames than the clip's
            vain=VAIN_GAP,
        ),
        files={"composition.json": composition, f"{LOWER}.npz": ground, file: upper},
    )


def _composition(
    armature_object: bpy.types.Object,
    layers: Layers,
    ground: Clip,
    frames: tuple[int, int],
    motion: Take | Cut,
    read: tuple[str, float],
) -> Composition:
    """The request; ``read`` is the upper strip's file and the frame rate of the timeline."""
    file, rate = read
    step, ease = ground.motion.step, armature_object.spacetime.library.ease
    whole = Cut(Take(LOWER, frames[1] * step), frames[0] * step, frames[1] * step)
    begins, lasts = ((end - start) / rate for start, end in (
        (layers.lower.first, layers.upper.first), (layers.upper.first, layers.upper.last),
    ))  # fmt: skip
    inside = Affine(motion, begins, lasts)
    around = Affine(motion, begins - ease, lasts + 2 * ease)
    lower, upper = (plain_name(each.action.name) for each in (layers.lower, layers.upper))
    return Composition(
        f"{lower} with {upper}",
        inside + (whole - around),
        (Source(LOWER, f"{LOWER}.npz"), Source(UPPER, file)),
        fps=ground.motion.fps,
    )


def _dofs(ground: Clip, armature_object: bpy.types.Object) -> tuple[str, ...]:
    """Patterns of the degrees of freedom of the joints above the chosen bones.

    Raises:
        InputError: the collection has no bone with a joint, or contains a root.
    """
    name = armature_object.spacetime.library.upper_bones
    bones = {bone.name for bone in armature_data(armature_object).collections_all[name].bones_recursive}
    character = ground.job.character
    roots = [root.body for root in (character.root_joint, *character.others) if root.body in bones]
    if roots:
        raise InputError(
            f"the bone collection '{name}' has '{roots[0]}', the root of all other bones; choose bones of a limb"
        )
    joints = tuple(f"{joint.name}.*" for joint in character.joints if joint.body_b in bones)
    if not joints:
        raise InputError(f"the bone collection '{name}' has no bone with a body of '{character.name}'")
    return joints
