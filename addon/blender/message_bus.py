"""Hearing of edits of Blender's own properties, in this file and all that are opened."""

from collections.abc import Callable, Sequence
from typing import Any

import bpy
from bpy.app.handlers import persistent


class Edits:
    """Edits of some properties.

    Args:
        properties: type and name of each.
        notify: called after an edit; never without a window.
    """

    def __init__(self, properties: Sequence[tuple[type, str]], notify: Callable[[], None]) -> None:
        self._properties, self._notify, self._owner = tuple(properties), notify, object()

        @persistent  # type: ignore[untyped-decorator]
        def after_load(*_: object) -> None:
            """Opening a file ends all subscriptions."""
            self.ignore()
            self.listen()

        self._after_load = after_load

    def register(self) -> None:
        """Begins to listen."""
        self.listen()
        bpy.app.handlers.load_post.append(self._after_load)

    def unregister(self) -> None:
        """Listens no more."""
        bpy.app.handlers.load_post.remove(self._after_load)
        self.ignore()

    def listen(self) -> None:
        """Hears of every edit from now on."""
        for property in self._properties:
            key: Any = property
            bpy.msgbus.subscribe_rna(key=key, owner=self._owner, args=(), notify=self._notify)

    def ignore(self) -> None:
        """Hears of none for a while."""
        bpy.msgbus.clear_by_owner(self._owner)
