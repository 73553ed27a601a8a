"""Pixels of an off-screen buffer as a small picture file."""

from pathlib import Path
from typing import Any

import numpy as np

from docs.pictures.manual.blender import bpy, gpu

QUALITY = 82  # of a JPEG
LARGEST = 150_000  # bytes


def save(screen: Any, path: Path) -> None:
    """Writes the content of an off-screen buffer; the suffix, .jpg or .png, determines the format."""
    width, height = screen.width, screen.height
    with screen.bind():
        buffer = gpu.state.active_framebuffer_get()
        colours = buffer.read_color(0, 0, width, height, 4, 0, "FLOAT").to_list()
    pixels = np.array(colours, np.float32).reshape(-1, 4)
    pixels[:, 3] = 1.0
    image = bpy.data.images.new(path.stem, width, height)
    image.pixels.foreach_set(pixels.ravel())
    image.filepath_raw, image.file_format = str(path), "JPEG" if path.suffix == ".jpg" else "PNG"
    image.save(quality=QUALITY)
    bpy.data.images.remove(image)
    if path.stat().st_size > LARGEST:
        raise ValueError(f"{path.name} has {path.stat().st_size} bytes; expected at most {LARGEST}")
