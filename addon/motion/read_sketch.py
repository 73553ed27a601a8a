"""The artist's animation as a sketch: poses of bodies at each frame, and the meaning of keys."""

import math
from collections.abc import Mapping
from dataclasses import dataclass, replace

import bpy
import numpy as np

from ...solver.analysis.contact_guess.tips import Tip
from ...solver.arrays import Array, Indices
from ...solver.character import Character
from ...solver.errors import InputError
from ...solver.fitting.between_bones import BetweenBone
from ...solver.job.drawn_bones import DrawnBone
from ...solver.job.drawn_motion import DrawnMotion, Key
from ...solver.job.free_legs import with_free_legs
from ...solver.job.free_limbs import with_free_limbs
from ..blender.between_bones import between_bones, bones_above
from ..blender.evaluation import require_posed, require_shown, visit
from ..blender.frame_rate import rate_of
from ..blender.nla import played_ends
from ..blender.rest_pose import armature_data, nearest_rotation, place_of, rest_bones
from ..blender.units import world_matrix
from ..character.read_character import read_character
from ..character.tip_bones import reach, tip_bones
from ..runtime.event_loop import Work
from .controls import controls
from .read_bones import drawn_bones
from .read_keys import read_keys

FEWEST = 4  # least frames of a motion


@dataclass(frozen=True, eq=False)
class Sketch:
    """Evaluated motion of the armature, including constraints.

    Attributes:
        frames: (N,) frames of the scene.
        position: (N, B, 3) centers of mass of the character's bodies, world [m].
        turn: (N, B, 3, 3) rotations from the rest pose, world.
        keys: of bones with bodies, or of the controls that pose them, in temporal order.
        tips: ends of bodies with bones that bend.
        standing: feet of legs without keys, which stay in place until the hips leap.
        loose: first bodies of other limbs left to the solver because they have no keys or pose.
        bones: bones between bodies that leave their rest pose.
    """

    frames: Indices
    position: Array
    turn: Array
    keys: dict[str, tuple[Key, ...]]
    tips: tuple[Tip, ...] = ()
    standing: tuple[str, ...] = ()
    loose: tuple[str, ...] = ()
    bones: tuple[DrawnBone, ...] = ()

    def drawn(self, step: float) -> DrawnMotion:
        """The drawn motion for the solver; ``step`` is the time between frames [s]."""
        return DrawnMotion(step, self.position, self.turn, self.keys, self.bones)

    def contact_points(self, character: Character) -> Array:
        """World positions (N, C, 3) [m] of the character's contact points."""
        bodies = [character.body_index(contact.body) for contact in character.contacts]
        rest = np.array([character.bodies[b].position for b in bodies]).reshape(-1, 3)
        arms = np.array([contact.point for contact in character.contacts]).reshape(-1, 3) - rest
        points: Array = self.position[:, bodies] + np.einsum("tcij,cj->tci", self.turn[:, bodies], arms)
        return points


def sketch_range(armature_object: bpy.types.Object, scene: bpy.types.Scene) -> tuple[int, int]:
    """First and last frame of the animation: the preview range if set, else of all keys and NLA strips.

    Raises:
        InputError: there are no keys, or too few frames.
    """
    ends = played_ends(armature_object)
    if scene.use_preview_range:
        first, last = scene.frame_preview_start, scene.frame_preview_end
    elif ends:
        first, last = math.floor(min(end[0] for end in ends)), math.ceil(max(end[1] for end in ends))
    else:
        raise InputError(
            f"'{armature_object.name}' has no keys to follow; key a few poses or disable Follow Keys"
        )
    if last - first + 1 < FEWEST:
        raise InputError(
            f"the animation to follow lasts from frame {first} to {last}; expected at least {FEWEST} frames"
        )
    return first, last


def read_sketch(
    armature_object: bpy.types.Object,
    scene: bpy.types.Scene,
    character: Character,
    *,
    span: tuple[int, int] | None = None,
    frees_limbs: bool = True,
) -> Work[Sketch]:
    """Visits one frame per step, and restores the scene's frame before yielding to Blender.

    Args:
        armature_object: with the animation.
        scene: with the frames.
        character: of the armature.
        span: first and last frame of the timeline; None: those of ``sketch_range``.
        frees_limbs: whether limbs without keys are left to the solver, instead of being drawn.

    Raises:
        InputError: there is no animation, or the armature's scale is uneven.
    """
    require_shown(armature_object, scene)
    first, last = sketch_range(armature_object, scene) if span is None else span
    frames = np.arange(first, last + 1)
    names = [body.name for body in character.bodies]
    ends, between = tip_bones(armature_object, names), _without_bodies(armature_object, names)
    visited = [*names, *ends.values(), *(each.name for each in between)]
    matrices = []
    for frame in frames.tolist():
        with visit(scene, frame):
            matrices.append(_bone_matrices(armature_object, visited))
        yield
    character = read_character(armature_object)  # again, because a moving object is at another frame now
    if [body.name for body in character.bodies] != names:
        raise InputError("the character changed while its animation was being read; solve again")
    seen = np.array(matrices)
    position, turn = _bodies(armature_object, character, seen[:, : len(names)])
    tips = _tips(armature_object, ends, seen[:, len(names) : len(names) + len(ends)])
    yield
    carrying = seen[:, [names.index(each.body) for each in between]]
    bones = drawn_bones(armature_object, between, carrying, seen[:, len(names) + len(ends) :])
    yield
    carriers = dict.fromkeys(names) | {joint.body_b: joint.body_a for joint in character.joints}
    posed_by = controls(armature_object, carriers)
    yield
    keys = read_keys(armature_object, armature_object.spacetime.motion.sketch, posed_by, first, len(frames))
    yield
    sketch = Sketch(frames, position, turn, keys, tips, bones=bones)
    return _freed(sketch, character, rate_of(scene)) if frees_limbs else sketch


def _freed(sketch: Sketch, character: Character, fps: float) -> Sketch:
    """The sketch with limbs without keys left to the solver."""
    free, standing = with_free_legs(character, sketch.drawn(1 / fps))
    free, loose = with_free_limbs(character, free)
    tips = tuple(_still(tip) if tip.body in standing else tip for tip in sketch.tips)
    return Sketch(
        sketch.frames, free.position, free.turn, dict(free.keys), tips, standing, loose, sketch.bones
    )


def _still(tip: Tip) -> Tip:
    """A tip that keeps its first frame."""
    return replace(tip, turn=np.repeat(tip.turn[:1], len(tip.turn), axis=0))


def _tips(armature_object: bpy.types.Object, ends: Mapping[str, str], matrices: Array) -> tuple[Tip, ...]:
    """Motion of bones (T) that end bodies, from their world matrices (N, T, 4, 4)."""
    place, bones = place_of(armature_object), armature_data(armature_object).bones
    rest = rest_bones([bones[name] for name in ends.values()], place)
    return tuple(
        Tip(
            body,
            bone.head,
            nearest_rotation(matrices[:, i, :3, :3]) @ bone.axes.T,
            place.scale * reach(bones[bone.name]),
        )
        for i, (body, bone) in enumerate(zip(ends, rest, strict=True))
    )


def read_pose(armature_object: bpy.types.Object, character: Character) -> tuple[Array, Array]:
    """Current centers of mass (B, 3) [m] and rotations from the rest pose (B, 3, 3) of the bodies, world.

    Raises:
        InputError: the armature's scale is uneven, it is in Rest Position, or a bone no longer exists.
    """
    require_posed(armature_object)
    return _bodies(
        armature_object, character, _bone_matrices(armature_object, [body.name for body in character.bodies])
    )


def read_bones(armature_object: bpy.types.Object, character: Character) -> tuple[DrawnBone, ...]:
    """Bones between bodies in the current pose, if they leave their rest pose.

    Raises:
        InputError: the armature's scale is uneven, or a bone no longer exists.
    """
    between = _without_bodies(armature_object, [body.name for body in character.bodies])
    carrying, own = (
        _bone_matrices(armature_object, [getattr(each, name) for each in between]).reshape(1, -1, 4, 4)
        for name in ("body", "name")
    )
    return drawn_bones(armature_object, between, carrying, own)


def _without_bodies(armature_object: bpy.types.Object, bodies: list[str]) -> tuple[BetweenBone, ...]:
    """Bones without bodies that are between these bodies or above the root's."""
    return (*between_bones(armature_object, bodies), *bones_above(armature_object, bodies))


def _bone_matrices(armature_object: bpy.types.Object, names: list[str]) -> Array:
    """World matrices (B, 4, 4) [m] of bones in the current pose."""
    bones = armature_object.pose.bones
    lost = next((name for name in names if name not in bones), None)
    if lost is not None:
        raise InputError(
            f"the bone '{lost}' of '{armature_object.name}' has been renamed or removed; solve again"
        )
    posed = np.array([np.array(bones[name].matrix, float) for name in names]).reshape(-1, 4, 4)
    found: Array = world_matrix(armature_object) @ posed
    return found


def _bodies(armature_object: bpy.types.Object, character: Character, matrices: Array) -> tuple[Array, Array]:
    """Centers of mass (..., B, 3) and rotations (..., B, 3, 3) of a character read at the object's transform.

    ``matrices`` are the world matrices (..., B, 4, 4) of its bodies' bones.
    """
    place, bones = place_of(armature_object), armature_data(armature_object).bones
    rest = rest_bones([bones[body.name] for body in character.bodies], place)
    arms = np.array([body.position for body in character.bodies]) - [bone.head for bone in rest]
    turn = nearest_rotation(matrices[..., :3, :3]) @ np.swapaxes([bone.axes for bone in rest], -1, -2)
    position: Array = matrices[..., :3, 3] + np.einsum("...bij,bj->...bi", turn, arms)
    return position, turn
