"""The graph of McIntosh's 36 clips, as in Blender's panel."""

from importlib import import_module
from pathlib import Path

import numpy as np

from scripts.failure import SetupFailure
from scripts.load_extension import load_extension

PAPER = 0.19  # gray of a panel


def draw_graph(store: Path, picture: Path) -> None:
    """Draws the graph as a JPEG.

    Args:
        store: of the clips.
        picture: to write.

    Raises:
        SetupFailure: there is no such store.
    """
    if not store.exists():
        raise SetupFailure(f"{store} is not there; expected what `make library` leaves")
    module, bpy = load_extension(), import_module("bpy")
    with import_module(f"{module}.solver.store.clip_store").ClipStore(store, create=False) as opened:
        motions = {name: opened.get(name).motion for name in opened.names()}
    graph = import_module(f"{module}.solver.library.graph.build_graph").build_graph(motions)
    seen = import_module(f"{module}.addon.library.graph_picture").picture_of_graph(graph)
    opacity = seen[..., 3:]
    pixels = np.concatenate([seen[..., :3] + PAPER * (1 - opacity), np.ones_like(opacity)], 2)
    image = bpy.data.images.new("graph", pixels.shape[1], pixels.shape[0])
    image.pixels.foreach_set(pixels.astype(np.float32).ravel())
    image.filepath_raw, image.file_format = str(picture), "JPEG"
    image.save()
