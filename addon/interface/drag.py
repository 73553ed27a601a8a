"""Buttons that follow the mouse from a press to a release."""

from typing import ClassVar

from bpy.types import Context, Event

from ...solver.errors import InputError
from ..announcement import announced
from .availability import Outcome
from .button import Button
from .status_bar import say


class Drag(Button):
    """Waits for a press, then follows the mouse until it is released; Escape and the right button take that back."""

    waiting: ClassVar[str]  # words while nothing is held

    def invoke(self, context: Context, event: Event) -> Outcome:
        """Waits for a press."""
        say(context, self.waiting)
        return self._begin(context, is_held=False)

    def _begin(self, context: Context, *, is_held: bool) -> Outcome:
        self._is_held = is_held
        context.window_manager.modal_handler_add(self)
        return {"RUNNING_MODAL"}

    def modal(self, context: Context, event: Event) -> Outcome:
        """Hands what the mouse does on."""
        if event.type.startswith("TIMER"):
            return {"PASS_THROUGH"}  # a motion may be playing, a solver working
        if event.type in {"ESC", "RIGHTMOUSE"}:
            self.cancel(context)
            return {"CANCELLED"}
        if not self._is_held:
            if (event.type, event.value) != ("LEFTMOUSE", "PRESS"):
                return {"PASS_THROUGH"}  # the view may be turned, and another frame be gone to
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
        """All as it was; also when another file is opened."""
        if self._is_held:
            self.take_back(context)
        say(context, None)

    def hold(self, context: Context, event: Event) -> Outcome:
        """Takes what is under the mouse: RUNNING_MODAL if it is held, PASS_THROUGH to wait on, CANCELLED to end."""
        raise NotImplementedError  # not an abstract method: Blender's classes have a metaclass of their own

    def follow(self, context: Context, event: Event) -> None:
        """Moves what is held."""
        raise NotImplementedError  # for the same reason

    def let_go(self, context: Context, event: Event) -> Outcome:
        """What is held stays as it is.

        Raises:
            InputError: it cannot.
        """
        raise NotImplementedError  # for the same reason

    def take_back(self, context: Context) -> None:
        """What is held becomes what it was."""
        raise NotImplementedError  # for the same reason
