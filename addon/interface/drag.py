"""Base of operators that follow the mouse from press to release."""

from typing import ClassVar

from bpy.types import Context, Event, Timer

from ...solver.errors import InputError
from ..announcement import announced
from ..runtime import event_loop
from ..runtime.event_loop import Work
from .availability import Outcome
from .button import Button
from .status_bar import say

FINISHING = "Finding the controls for the pose. Press Esc or right-click to cancel"
LOOK = 0.02  # s between two looks at unfinished work
NAVIGATION = ("TIMER", "MIDDLEMOUSE", "WHEEL", "TRACKPAD", "NDOF")  # events that Blender may have meanwhile


class _Finish:
    """Work that ends a drag, in Blender's event loop.

    Attributes:
        is_done: whether the work has ended as it should.
        error: message, empty if there is none.
    """

    def __init__(self, context: Context, work: Work[None]) -> None:
        self._manager, self.is_done, self.error = context.window_manager, False, ""
        # sends events, since the operator gets no others while the mouse rests
        self._timer: Timer = self._manager.event_timer_add(LOOK, window=context.window)
        self._task = event_loop.start(work, self._on_result, on_error=self._on_error)

    @property
    def is_over(self) -> bool:
        """Whether the work has ended or was dropped."""
        return self._task.is_over

    def end(self) -> None:
        """Drops what is left of the work, and the timer."""
        event_loop.drop_task(self._task)
        self._manager.event_timer_remove(self._timer)

    def _on_result(self, _: None) -> None:
        self.is_done = True

    def _on_error(self, message: str) -> None:
        self.error = message


class Drag(Button):
    """Waits for a press, then follows the mouse until the release; Escape or a right-click cancels."""

    waiting: ClassVar[str]  # status text while nothing is held
    _finish: _Finish | None

    def invoke(self, context: Context, event: Event) -> Outcome:
        """Waits for a press."""
        say(context, self.waiting)
        return self._begin(context, is_held=False)

    def _begin(self, context: Context, *, is_held: bool) -> Outcome:
        self._is_held, self._finish = is_held, None
        context.window_manager.modal_handler_add(self)
        return {"RUNNING_MODAL"}

    def modal(self, context: Context, event: Event) -> Outcome:
        """Passes mouse events to the methods below."""
        if event.type in {"ESC", "RIGHTMOUSE"}:
            self.cancel(context)
            return {"CANCELLED"}
        if self._finish is not None:
            return self._ended(context, self._finish, event)
        if event.type.startswith("TIMER"):
            return {"PASS_THROUGH"}  # for playback and running solves
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

    def finish(self, context: Context, work: Work[None]) -> Outcome:
        """Ends the drag with work: now if it takes one step, else as soon as Blender's event loop has done it.

        Until then, Escape or a right-click drops it and restores the initial state, and undo waits.

        Raises:
            InputError: from the first step.
        """
        try:
            next(work)
        except StopIteration:
            return {"FINISHED"}
        self._finish = _Finish(context, work)
        say(context, FINISHING)
        return {"RUNNING_MODAL"}

    def _ended(self, context: Context, finish: _Finish, event: Event) -> Outcome:
        """The outcome, once the work has ended."""
        if not finish.is_over:
            return {"PASS_THROUGH"} if event.type.startswith(NAVIGATION) else {"RUNNING_MODAL"}
        finish.end()
        say(context, None)
        if finish.error:
            self.report({"ERROR"}, finish.error)
        return {"FINISHED"} if finish.is_done else {"CANCELLED"}

    def cancel(self, context: Context) -> None:
        """Restores the initial state; also called when another file is opened."""
        if self._finish is not None:
            self._finish.end()
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
        """Keeps the result of the drag; long work ends it by ``finish``.

        Raises:
            InputError: it cannot be kept.
        """
        raise NotImplementedError  # for the same reason

    def take_back(self, context: Context) -> None:
        """Restores what is held."""
        raise NotImplementedError  # for the same reason
