"""A solved example as a scene that is ready to play, with its character and its motion as assets."""

import math
from pathlib import Path
from typing import Any

import bpy
import numpy as np

from ...solver.arrays import Array
from ...solver.clip.clip import Clip
from ..blender.rest_pose import facing_of
from ..files.assets import ensure_catalog, keep_as_asset, set_preview
from ..result.clip_on_action import clip_of
from ..runtime.event_loop import Work, in_a_thread
from .film import N_FRAMES, film_of
from .mannequin import add_mannequin

REPETITIONS = 3  # of a traveling cycle before playback starts again
GROUND, SUN = "Floor", "Sun"
LENS = 50.0  # mm
AROUND = 1.0  # of what the camera shows, in what it must show
ASIDE, ABOVE = math.radians(30.0), math.radians(8.0)  # of the camera, from the side toward the front, and up
SCENES = Path(__file__).resolve().parents[2] / "scenes"  # in the extension; scripts.scenes makes them
SHOWN = 0.3  # fraction of a film at which its still image is taken


def file_of(example: str) -> Path:
    """File of an example's scene."""
    return SCENES / f"{example.lower()}.blend"


def why_no_scenes() -> str:
    """Reason for missing scenes, such as in a checkout; empty if the extension has them."""
    return (
        ""
        if SCENES.is_dir()
        else "This copy of the add-on has no example scenes; install the extension's zip"
    )


def furnish_scene(
    scene: bpy.types.Scene, armature_object: bpy.types.Object, action: bpy.types.Action
) -> None:
    """Adds bodies, a floor, a sun and a camera that shows the whole path, and sets the frame range."""
    clip = clip_of(action)
    assert clip is not None
    first, last = (round(frame) for frame in action.frame_range)
    times = REPETITIONS if clip.job.cycle and abs(clip.job.cycle.yaw) < 1e-6 else 1
    scene.frame_start, scene.frame_end = first, first + times * (last - first) - (1 if clip.job.cycle else 0)
    scene.frame_set(first)
    add_mannequin(scene, armature_object, clip.job.character)
    low, high = _extent(clip, times)
    middle, size = (low + high) / 2, float(np.linalg.norm(high - low))
    _add_floor(scene, middle, 4 * size, float(clip.job.ground_height))
    sun = _add(scene, SUN, bpy.data.lights.new(SUN, "SUN"))
    sun.rotation_euler = (math.radians(40), math.radians(-15), 0.0)
    lens: Any = bpy.data.cameras.new("Camera")
    lens.lens = LENS
    camera = _add(scene, "Camera", lens)
    ahead = facing_of(armature_object)
    look = math.atan2(ahead[1], ahead[0]) - math.pi / 2 + ASIDE
    away = np.array([math.cos(ABOVE) * math.cos(look), math.cos(ABOVE) * math.sin(look), math.sin(ABOVE)])
    camera.location = middle + AROUND * size / (2 * math.tan(lens.angle / 2)) * away
    camera.rotation_euler = (math.pi / 2 - ABOVE, 0.0, look + math.pi / 2)
    scene.camera = camera


def keep_as_assets(armature_object: bpy.types.Object, action: bpy.types.Action, catalog: str) -> Work[None]:
    """Marks a character with its settings, and its motion, as assets of a catalog next to the saved file.

    Raises:
        InputError: the catalogs' file cannot be read or written.
    """
    clip = clip_of(action)
    assert clip is not None
    yield from keep_as_asset(action, with_catalog=True)
    film = film_of(clip)
    picture = yield from in_a_thread(lambda: film.drawing(round(SHOWN * N_FRAMES)))
    armature_object.asset_mark()
    about = armature_object.asset_data
    assert about is not None
    about.description = f"{armature_object.spacetime.motion.motion_name}, ready to solve"
    about.catalog_id = str(ensure_catalog(Path(bpy.data.filepath).parent, catalog))
    set_preview(armature_object, picture)


def _extent(clip: Clip, times: int) -> tuple[Array, Array]:
    """Lowest and highest corner (3,) of all bodies' positions [m]."""
    way = np.array(clip.job.cycle.translation) if clip.job.cycle else np.zeros(3)
    reach = np.array([max(body.diameters) / 2 for body in clip.job.character.bodies])[:, None]
    places = clip.motion.position
    ends = np.concatenate([places, places + (times - 1) * way])
    low, high = (ends - reach).min((0, 1)), (ends + reach).max((0, 1))
    low[2] = min(low[2], clip.job.ground_height)
    return low, high


def _add_floor(scene: bpy.types.Scene, middle: Array, size: float, height: float) -> None:
    mesh = bpy.data.meshes.new(GROUND)
    corners = [(size / 2 * x, size / 2 * y, 0.0) for x, y in ((-1, -1), (1, -1), (1, 1), (-1, 1))]
    mesh.from_pydata(corners, [], [(0, 1, 2, 3)])
    floor = _add(scene, GROUND, mesh)
    floor.location = (*middle[:2], height)


def _add(scene: bpy.types.Scene, name: str, data: Any) -> Any:
    thing: Any = bpy.data.objects.new(name, data)
    scene.collection.objects.link(thing)
    return thing
