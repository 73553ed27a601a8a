"""Solved motions as assets: tags, catalog, preview."""

import uuid
from functools import partial
from pathlib import Path
from typing import Any

import bpy
import numpy as np

from ...solver.arrays import Array
from ...solver.clip.clip import Clip
from ...solver.errors import InputError
from ..result.clip_on_action import clip_of
from ..result.preview_picture import picture_of
from ..runtime.event_loop import Work, in_a_thread

CATALOGS = "blender_assets.cats.txt"
HEADER = "# Asset Catalogs of Blender; see its manual.\n\nVERSION 1\n"
TOP = "Spacetime"
NAMESPACE = uuid.UUID("6f6c3a0e-5d86-5b0c-9a5c-7d1f2b1f4a10")  # of this add-on's catalogs: one UUID per path


def keep_as_asset(action: bpy.types.Action, *, with_catalog: bool) -> Work[None]:
    """Marks a solved action as an asset, with a preview drawn in a thread.

    The catalog of its character may be written next to the saved file.

    Raises:
        InputError: the catalog file cannot be read or written.
    """
    clip = clip_of(action)
    assert clip is not None
    if with_catalog and bpy.data.filepath:
        number = ensure_catalog(Path(bpy.data.filepath).parent, _catalog_of(clip))
    else:
        number = None
    picture = yield from in_a_thread(partial(picture_of, clip.motion))
    action.asset_mark()
    about = action.asset_data
    assert about is not None
    about.description = _description(clip)
    for tag in _tags(clip):
        about.tags.new(tag, skip_if_exists=True)
    if number is not None:
        about.catalog_id = str(number)
    set_preview(action, picture)


def set_preview(asset: bpy.types.ID, picture: Array) -> None:
    """Sets the preview for the asset browser: (height, width, 4) RGBA, bottom row first."""
    preview: Any = asset.preview_ensure()  # Blender's stubs do not allow assigning sizes
    preview.image_size = picture.shape[1], picture.shape[0]
    pixels: Any = picture.astype(np.float32).ravel()  # Blender reads the memory of the array
    preview.image_pixels_float.foreach_set(pixels)


def ensure_catalog(folder: Path, path: str) -> uuid.UUID:
    """UUID of a catalog, whose path has slashes; it is added to the folder's catalog file if missing.

    Raises:
        InputError: the file cannot be read or written.
    """
    file = folder / CATALOGS
    try:
        text = file.read_text(encoding="utf-8") if file.exists() else HEADER
        for line in text.splitlines():
            number, _, rest = line.partition(":")
            if rest.partition(":")[0] == path:
                return uuid.UUID(number)
        made = uuid.uuid5(NAMESPACE, path)
        half = file.with_name(file.name + ".part")
        half.write_text(f"{text.rstrip()}\n{made}:{path}:{path.replace('/', '-')}\n", encoding="utf-8")
        half.replace(file)
    except (OSError, ValueError) as error:
        raise InputError(f"the catalogs in '{file}' cannot be written: {error}") from error
    return made


def _catalog_of(clip: Clip) -> str:
    """Path of its character's catalog, without colons, which end paths in catalog files."""
    return f"{TOP}/{clip.job.character.name.replace(':', '-')}"


def _description(clip: Clip) -> str:
    kind = "cyclic" if clip.job.cycle else "not cyclic"
    solved = "physical" if clip.provenance.solved else "closest attempt, not fully physical"
    return f"{clip.n_frames * clip.motion.step:.2f} s, {kind}, {solved}"


def _tags(clip: Clip) -> list[str]:
    tags = ["spacetime", clip.job.character.name, "loop" if clip.job.cycle else "one-shot"]
    if clip.job.cycle:
        way = np.linalg.norm(clip.job.cycle.translation) / (clip.n_frames * clip.motion.step)
        tags.append(f"{way:.1f} m/s")
    return tags
