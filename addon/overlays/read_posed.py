"""Reads the current pose and nearby keys in Pose Mode, without solving or changing the frame."""

from collections.abc import Sequence
from functools import lru_cache
from itertools import pairwise

import bpy
import numpy as np

from ...solver.arrays import Array
from ..blender import actions
from ..blender.frame_rate import rate_of
from ..blender.gravity import gravity_of
from ..blender.posed_bones import keyed_matrices
from ..blender.rest_pose import armature_data, body_bone
from ..blender.ruled_bones import ruling_constraints
from ..blender.units import in_meters, world_matrix
from ..runtime.event_loop import at_once
from .figure import Figure
from .posed import KeyedFlight, Posed
from .read_figure import read_figure

TOUCHING = 0.02  # of the figure's size: largest height of a contact on the ground
AT_MOST = 32  # most keys read around the current frame


def read_posed(armature_object: bpy.types.Object, scene: bpy.types.Scene) -> Posed | None:
    """The pose for its overlays; None outside Pose Mode or without a character."""
    if armature_object.mode != "POSE":
        return None
    figure = read_figure(armature_object)
    if figure is None:
        return None
    bones = [bone for bone in armature_data(armature_object).bones if bone.spacetime.is_body]
    masses = np.array([bone.spacetime.mass for bone in bones])
    centre, ground = masses @ figure.centres / masses.sum(), in_meters(scene.spacetime.ground_height)
    touches = _touches(figure, ground)
    flight = _flight(armature_object, scene, centre, is_on_ground=bool(touches.any()), size=figure.size)
    return Posed(centre, figure.contacts[touches], figure.patches[touches], ground, figure.size, flight)


def _touches(figure: Figure, ground: float) -> Array:
    return np.array(figure.contacts[:, 2] - ground < TOUCHING * figure.size)


def _flight(
    armature_object: bpy.types.Object,
    scene: bpy.types.Scene,
    centre: Array,
    *,
    is_on_ground: bool,
    size: float,
) -> KeyedFlight | None:
    """Flight at the current frame: from a key on the ground, through keys in the air, to the next on the ground."""
    data = armature_object.animation_data
    action = data.action if data is not None else None
    bodies = [bone.name for bone in armature_data(armature_object).bones if bone.spacetime.is_body]
    if action is None or not scene.use_gravity or ruling_constraints(armature_object, bodies):
        return None  # poses by constraints are known only at the current frame
    frame = scene.frame_current
    frames = sorted(
        actions.key_frames(action, slot=actions.slot_of(armature_object)), key=lambda k: abs(k - frame)
    )
    frames = sorted(frames[:AT_MOST])
    content = _content_of(armature_object, action, scene)
    centres, lows = _keyed(armature_object.name, action.name, tuple(frames), content)
    on_ground = lows - in_meters(scene.spacetime.ground_height) < TOUCHING * size
    here = int(np.searchsorted(frames, frame))
    if here < len(frames) and frames[here] == frame:  # uses the current pose, which may not be keyed yet
        centres, on_ground = centres.copy(), on_ground.copy()
        centres[here], on_ground[here] = centre, is_on_ground
    found = _stretch(frames, on_ground, frame)
    if found is None:
        return None
    first, last = found
    share = (frame - frames[first]) / (frames[last] - frames[first])
    seconds = (frames[last] - frames[first]) / rate_of(scene)
    return KeyedFlight(centres[[first, last]], seconds, share, np.array(gravity_of(scene)))


def _stretch(frames: Sequence[float], on_ground: Array, frame: float) -> tuple[int, int] | None:
    """Indices of the take-off and landing keys around a frame; on a key between two flights, those of the later."""
    stretches = [(a, b) for a, b in pairwise(np.flatnonzero(on_ground)) if b - a > 1]
    found = [(int(a), int(b)) for a, b in stretches if frames[a] <= frame <= frames[b]]
    return found[-1] if found else None


def _content_of(armature_object: bpy.types.Object, action: bpy.types.Action, scene: bpy.types.Scene) -> bytes:
    """Cache key that changes with keys and the armature's transform."""
    curves = actions.curves_of(action, slot=actions.slot_of(armature_object))
    keys = [np.concatenate(actions.keys_of([curve]), axis=None) for curve in curves]
    place = world_matrix(armature_object)
    return b"".join(np.ascontiguousarray(each, np.float32).tobytes() for each in (*keys, place))


@lru_cache(maxsize=4)
def _keyed(name: str, action: str, frames: tuple[float, ...], _content: bytes) -> tuple[Array, Array]:
    """Center of mass (K, 3) [m] and height of the lowest contact (K,) [m] at keys, from F-curves only."""
    armature_object = bpy.data.objects[name]
    armature = armature_data(armature_object)
    carriers = [bone for bone in armature.bones if bone.spacetime.is_body]
    posed = at_once(
        keyed_matrices(
            armature_object,
            bpy.data.actions[action],
            frames,
            bones=[bone.name for bone in carriers],
            slot=actions.slot_of(armature_object),
        )
    )
    world = world_matrix(armature_object)
    masses = np.array([bone.spacetime.mass for bone in carriers])
    places = np.array([(world @ posed[b.name]) @ [*b.spacetime.center, 1.0] for b in carriers])[..., :3]
    centres = np.einsum("b,bki->ki", masses / masses.sum(), places)
    lows = [np.full(len(frames), np.inf)]
    for contact in armature.spacetime.contacts:
        bone = armature.bones.get(contact.bone)
        carrier = body_bone(bone) if bone is not None else None
        if carrier is not None:
            rest = np.array(carrier.matrix_local.inverted() @ contact.point, float)
            lows.append((world @ posed[carrier.name] @ [*rest, 1.0])[:, 2])
    return centres, np.min(lows, axis=0)
