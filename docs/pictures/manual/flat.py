"""Rectangles and text in pixels, for drawing the timeline."""

import importlib
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import numpy as np

from docs.pictures.manual.blender import gpu
from docs.pictures.manual.perspective import Matrix, in_pixels

blf: Any = importlib.import_module("blf")
batch_for_shader: Any = importlib.import_module("gpu_extras.batch").batch_for_shader

LETTER = 13  # pixels
BAND = (0.16, 0.16, 0.16, 1.0)  # color of the timeline
TICK = 5  # frames between two labels
WORDS = (0.9, 0.9, 0.9, 1.0)
Colour = tuple[float, float, float, float]


@contextmanager
def page(width: int, height: int, paper: Colour) -> Iterator[Any]:
    """Context with an off-screen buffer of one color, in pixels from its lower left."""
    screen = gpu.types.GPUOffScreen(width, height)
    with screen.bind(), gpu.matrix.push_pop(), gpu.matrix.push_pop_projection():
        gpu.state.active_framebuffer_get().clear(color=paper, depth=1.0)
        gpu.matrix.load_matrix(Matrix.Identity(4))
        gpu.matrix.load_projection_matrix(in_pixels(width, height))
        yield screen
    screen.free()


def rectangle(x: float, y: float, width: float, height: float, colour: Colour) -> None:
    """Draws a filled rectangle; (x, y) is its lower left corner."""
    corners = np.array([(x, y), (x + width, y), (x + width, y + height), (x, y + height)], np.float32)
    shader = gpu.shader.from_builtin("UNIFORM_COLOR")
    shader.bind()
    shader.uniform_float("color", colour)
    batch_for_shader(shader, "TRIS", {"pos": corners}, indices=((0, 1, 2), (0, 2, 3))).draw(shader)


def words(text: str, x: float, y: float, *, width: float, align: str = "LEFT") -> None:
    """Draws a line of text with its baseline at y, shortened with an ellipsis to fit a width."""
    blf.size(0, LETTER)
    blf.color(0, *WORDS)
    while text and blf.dimensions(0, text)[0] > width:
        text = text.rstrip("\N{HORIZONTAL ELLIPSIS}")[:-1] + "\N{HORIZONTAL ELLIPSIS}"
        if len(text) == 1:
            break
    wide = blf.dimensions(0, text)[0]
    shift = {"LEFT": 0.0, "CENTER": (width - wide) / 2, "RIGHT": width - wide}[align]
    blf.position(0, x + shift, y, 0)
    gpu.state.blend_set("ALPHA")
    blf.draw(0, text)
    gpu.state.blend_set("NONE")


def number(
    to_pixel: Callable[[float], float], start: float, end: float, *, base: float, line: tuple[float, float]
) -> None:
    """Labels some frames of a timeline; line: start and length of its strokes [pixels]."""
    for frame in range(round(start / TICK + 0.5) * TICK, round(end) + 1, TICK):
        words(str(frame), to_pixel(frame) - 20, base, width=40, align="CENTER")
        rectangle(to_pixel(frame), line[0], 1, line[1], (0.5, 0.5, 0.5, 1.0))
