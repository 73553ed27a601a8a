"""Base of operators that follow the mouse from press to release."""

from typing import ClassVar

from bpy.types import Context, Event

from ...solver.errors import InputError
from ..announcement import announced
from .availability import Outcome
from .button import Button
from .status_bar import say


class Drag(Button):
    """Waits for a press, then follows the mouse until the release; Escape or a right-click cancels."""

    waiting: ClassVar[str]  # status text while nothing is held

    def invoke(self, context: Context, event: Event) -> Outcome:
        """Waits for a press."""
        say(context, self.waiting)
        return self._begin(context, is_held=False)

    def _begin(self, context: Context, *, is_held: bool) -> Outcome:
        self._is_held = is_held
        context.window_manager.modal_handler_add(self)
        return {"RUNNING_MODAL"}

    def modal(self, context: Context, event: Event) -> Outcome:
        """Passes mouse events to the methods below."""
        if event.type.startswith("TIMER"):
            return {"PASS_THROUGH"}  # for playback and running solves
        if event.type in {"ESC", "RIGHTMOUSE"}:
            self.cancel(context)
            return {"CANCELLED"}
        if not self._is_held:
            if (event.type, event.value) != ("LEFTMOUSE", "PRESS"):
                return {"PASS_THROUGH"}  # allows navigating the view and changing frames
            outcome = self.hold(context, event)
            self._is_held = outcome == {"RUNNING_MODAL"}
            return outcome
        if (event.type, event.value) == ("LEFTMOUSE", "RELEASE"):
            say(context, None)
            try:
                return self.let_go(context, event)
            except InputError as error:
                self.report({"ERROR"}, announced(error))
                return {"CANCELLED"}
        if event.type == "MOUSEMOVE":
            self.follow(context, event)
        return {"RUNNING_MODAL"}

    def cancel(self, context: Context) -> None:
        """Restores the initial state; also called when another file is opened."""
        if self._is_held:
            self.take_back(context)
        say(context, None)

    def hold(self, context: Context, event: Event) -> Outcome:
        """Grabs what is under the mouse: RUNNING_MODAL if held, PASS_THROUGH to keep waiting, CANCELLED to end."""
        raise NotImplementedError  # not an abstract method: Blender's classes have their own metaclass

    def follow(self, context: Context, event: Event) -> None:
        """Moves what is held."""
        raise NotImplementedError  # for the same reason

    def let_go(self, context: Context, event: Event) -> Outcome:
        """Keeps the result of the drag.

        Raises:
            InputError: it cannot be kept.
        """
        raise NotImplementedError  # for the same reason

    def take_back(self, context: Context) -> None:
        """Restores what is held."""
        raise NotImplementedError  # for the same reason
