"""What buttons share: a refusal is one sentence, and long work leaves Blender free."""

import functools
from collections.abc import Callable
from typing import Any, Literal, TypeVar

import bpy
from bpy.props import BoolProperty
from bpy.types import Context, Event, Operator

from ...solver.errors import InputError
from ..announcement import announced
from ..runtime import event_loop
from ..runtime.event_loop import Work, at_once
from .availability import Outcome, why_no_character

T = TypeVar("T")
Told = tuple[Literal["INFO", "WARNING"], str]  # kind and sentence of a report


def refusable(method: Callable[[Any, Context], Outcome]) -> Callable[[Any, Context], Outcome]:
    """An operator's ``execute`` whose InputError is its refusal."""

    @functools.wraps(method)
    def told(self: Operator, context: Context) -> Outcome:
        try:
            return method(self, context)
        except InputError as error:
            self.report({"ERROR"}, announced(error))
            return {"CANCELLED"}

    return told


class Button(Operator):
    """A button that is disabled while something is in its way, and says what; by itself it needs a character."""

    bl_options = {"REGISTER", "UNDO"}

    @staticmethod
    def why_not(context: Context) -> str:
        """Empty when nothing is in its way."""
        return why_no_character(context)

    @classmethod
    def poll(cls, context: Context) -> bool:
        """Nothing is in its way."""
        reason = cls.why_not(context)
        if reason:
            cls.poll_message_set(reason)
        return not reason


class MayWait(Button):
    """A button whose work goes on beside Blender; a script may wait for its end."""

    bl_options = {"REGISTER"}

    blocking: BoolProperty(
        name="Wait",
        description="Block until finished instead of working in the background; for use in scripts",
        default=False,
        options={"SKIP_SAVE", "HIDDEN"},
    )

    def end(self, outcome: str, *, failed: bool) -> Outcome:
        """What came of it, as a script that has waited hears it."""
        self.report({"ERROR"} if failed else {"INFO"}, outcome)
        return {"CANCELLED"} if failed else {"FINISHED"}


class InSteps(Button):
    """A button whose work may be long: pressed, it is done in steps; a script has it at once.

    The outcome is reported, and is one undo step, when it is done.
    """

    bl_options = {"REGISTER"}  # an undo step of Blender's own would come before the work

    in_steps: BoolProperty(
        name="In Steps",
        description="Work in short steps, as when the button is pressed, instead of all at once",
        default=False,
        options={"SKIP_SAVE", "HIDDEN"},
    )

    def work(self, context: Context) -> Work[Told]:
        """The work; it may not refer to the operator, which is gone when the first step is done."""
        raise NotImplementedError  # not an abstract method: Blender's classes have a metaclass of their own

    @refusable
    def execute(self, context: Context) -> Outcome:
        """Does it at once, or begins it."""
        if self.in_steps:
            event_loop.start(
                telling(self.bl_label, self.work(context)), functools.partial(_end, self.bl_label)
            )
            return {"FINISHED"}
        kind, sentence = at_once(self.work(context))
        self.report({kind}, sentence)
        return {"FINISHED"}

    def invoke(self, context: Context, event: Event) -> Outcome:
        """Begins it, or asks first."""
        self.in_steps = True
        return self.ask(context) or self.execute(context)

    def ask(self, context: Context) -> Outcome:
        """Asks for settings, which cannot be adjusted afterwards, and gives Blender's answer; by itself nothing."""
        return set()


def telling(what: str, work: Work[T]) -> Work[T]:
    """Work that the panel shows while it runs, in place of how an earlier one ended."""
    bpy.context.window_manager.spacetime.doing = what
    event_loop.redraw_panels()
    try:
        return (yield from work)
    finally:
        bpy.context.window_manager.spacetime.doing = ""
        event_loop.redraw_panels()


def push_undo_step(label: str) -> None:
    """Makes what was done since the last one an undo step, in a turn of its own: a large file takes Blender a while."""
    event_loop.start(event_loop.push_undo(label), lambda _: None)


def _end(label: str, report: Told) -> None:
    run = bpy.context.window_manager.spacetime
    run.error, run.text = "", report[1]
    push_undo_step(label)
