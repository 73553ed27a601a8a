"""Pictures of solved motions, drawn in a thread when a list first shows them and cached until the file is closed."""

from collections.abc import Callable, Mapping
from functools import partial
from typing import Any

import bpy
import bpy.utils.previews
import numpy as np
from bpy.types import PropertyGroup

from ...solver.arrays import Array
from ...solver.clip.clip import Clip
from ...solver.errors import InputError
from ..result.preview_picture import picture_of
from ..runtime import event_loop
from ..runtime.event_loop import Work, in_a_thread
from .entries import CLIP, loading

MOST = 200  # most queued pictures; scrolling the list requests them again


class Thumbnails:
    """Pictures of motions by name."""

    def __init__(self) -> None:
        self._previews: Any = None
        self._asked: dict[str, Callable[[], Work[Array]]] = {}

    def icon_of(self, entry: PropertyGroup) -> int:
        """Number of its icon; 0 until it is drawn."""
        scene = bpy.context.scene
        if not entry.is_solved or scene is None:
            return 0
        return self.icon(_name(entry), partial(drawing, partial(loading, (entry.kind, entry.name), scene)))

    def icon(self, name: str, draw: Callable[[], Work[Array]]) -> int:
        """Number of an icon; 0 until it is drawn.

        ``draw`` makes the picture (H, W, 4) RGBA, bottom row first, or raises an InputError.
        """
        if self._previews is not None and name in self._previews:
            return int(self._previews[name].icon_id)
        if name not in self._asked and len(self._asked) < MOST:
            self._asked[name] = draw
            if not event_loop.is_busy(self):
                event_loop.start(self._drawing(), owner=self, holds_data=False)
        return 0

    @property
    def pictures(self) -> Mapping[str, Any]:
        """All drawn pictures."""
        return self._previews or {}

    def clear(self) -> None:
        """Removes all pictures when another file is opened or the add-on is disabled."""
        event_loop.drop(self)
        self._asked.clear()
        if self._previews is not None:
            bpy.utils.previews.remove(self._previews)
            self._previews = None

    def _drawing(self) -> Work[None]:
        """Draws all requested pictures, one by one."""
        while self._asked:
            name, draw = next(iter(self._asked.items()))
            try:
                picture = yield from draw()
            except InputError:  # it is missing or damaged, which the operator on it reports
                picture = np.zeros((1, 1, 4), np.float32)
            self._keep(name, picture)
            del self._asked[name]
            event_loop.redraw_panels()
            yield

    def _keep(self, name: str, picture: Array) -> None:
        if self._previews is None:
            self._previews = bpy.utils.previews.new()
        preview = self._previews.new(name)
        preview.image_size = picture.shape[1], picture.shape[0]
        preview.image_pixels_float.foreach_set(
            picture.astype(np.float32).ravel()
        )  # reads the memory of the array


thumbnails = Thumbnails()


def _name(entry: PropertyGroup) -> str:
    """Key of a picture, which differs between actions of the same name."""
    action = bpy.data.actions.get(entry.name) if entry.kind != CLIP else None
    return f"{entry.kind} {action.session_uid if action is not None else 0} {entry.name}"


def drawing(load: Callable[[], Work[Clip]]) -> Work[Array]:
    """A small picture of the motion that ``load`` loads, which may raise InputError."""
    clip = yield from load()
    return (yield from in_a_thread(partial(picture_of, clip.motion)))
