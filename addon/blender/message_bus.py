"""Subscriptions to edits of Blender's properties, in this file and all that are opened."""

from collections.abc import Callable, Sequence
from typing import Any

import bpy
from bpy.app.handlers import persistent


class Edits:
    """Subscription to edits of properties.

    Args:
        properties: type and name of each.
        notify: called after an edit; never without a window.
    """

    def __init__(self, properties: Sequence[tuple[type, str]], notify: Callable[[], None]) -> None:
        self._properties, self._notify, self._owner = tuple(properties), notify, object()

        @persistent  # type: ignore[untyped-decorator]
        def after_load(*_: object) -> None:
            """Subscribes again, because opening a file ends all subscriptions."""
            self.ignore()
            self.listen()

        self._after_load = after_load

    def register(self) -> None:
        """Begins to listen, also after files are opened."""
        self.listen()
        bpy.app.handlers.load_post.append(self._after_load)

    def unregister(self) -> None:
        """Stops listening."""
        bpy.app.handlers.load_post.remove(self._after_load)
        self.ignore()

    def listen(self) -> None:
        """Subscribes to edits."""
        for property in self._properties:
            key: Any = property
            bpy.msgbus.subscribe_rna(key=key, owner=self._owner, args=(), notify=self._notify)

    def ignore(self) -> None:
        """Unsubscribes temporarily."""
        bpy.msgbus.clear_by_owner(self._owner)
