"""Bases of operators: errors are reported in one sentence, and long work does not block Blender."""

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
Report = tuple[Literal["INFO", "WARNING"], str]  # kind and sentence of a report


def refusable(method: Callable[[Any, Context], Outcome]) -> Callable[[Any, Context], Outcome]:
    """Decorator of an operator's ``execute`` that reports InputErrors and cancels."""

    @functools.wraps(method)
    def run(self: Operator, context: Context) -> Outcome:
        try:
            return method(self, context)
        except InputError as error:
            self.report({"ERROR"}, announced(error))
            return {"CANCELLED"}

    return run


class Button(Operator):
    """Base of operators that are disabled with a reason, by default without a character."""

    bl_options = {"REGISTER", "UNDO"}

    @staticmethod
    def why_not(context: Context) -> str:
        """Reason why the operator is disabled; empty if enabled."""
        return why_no_character(context)

    @classmethod
    def poll(cls, context: Context) -> bool:
        """Whether the operator is enabled."""
        reason = cls.why_not(context)
        if reason:
            cls.poll_message_set(reason)
        return not reason


class MayWait(Button):
    """Base of operators that work in the background; scripts can wait for the end."""

    bl_options = {"REGISTER"}

    blocking: BoolProperty(
        name="Wait",
        description="Block until finished instead of working in the background; for use in scripts",
        default=False,
        options={"SKIP_SAVE", "HIDDEN"},
    )

    def end(self, outcome: str, *, failed: bool) -> Outcome:
        """Reports the outcome to a script that has waited."""
        self.report({"ERROR"} if failed else {"INFO"}, outcome)
        return {"CANCELLED"} if failed else {"FINISHED"}


class InSteps(Button):
    """Base of operators with long work, done in steps if invoked by a button, at once by scripts.

    The outcome is reported at the end, as one undo step.
    """

    bl_options = {"REGISTER"}  # Blender's own undo step would precede the work

    in_steps: BoolProperty(
        name="In Steps",
        description="Work in short steps, as when the button is pressed, instead of all at once",
        default=False,
        options={"SKIP_SAVE", "HIDDEN"},
    )

    def work(self, context: Context) -> Work[Report]:
        """The work, which must not reference the operator, since it is freed after the first step."""
        raise NotImplementedError  # not an abstract method: Blender's classes have their own metaclass

    @refusable
    def execute(self, context: Context) -> Outcome:
        """Does the work at once, or starts it in steps."""
        if self.in_steps:
            event_loop.start(
                telling(self.bl_label, self.work(context)), functools.partial(_end, self.bl_label)
            )
            return {"FINISHED"}
        kind, sentence = at_once(self.work(context))
        self.report({kind}, sentence)
        return {"FINISHED"}

    def invoke(self, context: Context, event: Event) -> Outcome:
        """Starts the work in steps, or asks first."""
        self.in_steps = True
        return self.ask(context) or self.execute(context)

    def ask(self, context: Context) -> Outcome:
        """Asks for settings that cannot be adjusted later; returns the outcome, empty by default."""
        return set()


def telling(label: str, work: Work[T]) -> Work[T]:
    """Work whose label the panel shows while it runs, instead of an earlier outcome or error."""
    run = bpy.context.window_manager.spacetime
    run.doing = label
    run.error = run.error_line = run.error_armature = ""  # errors of other work from now on stay
    event_loop.redraw_panels()
    try:
        return (yield from work)
    finally:
        bpy.context.window_manager.spacetime.doing = ""
        event_loop.redraw_panels()


def push_undo_step(label: str) -> None:
    """Adds an undo step for recent changes, in a separate event loop turn, since it is slow in large files."""
    event_loop.start(event_loop.push_undo(label), lambda _: None)


def show_outcome(sentence: str) -> None:
    """Shows the outcome of work in the panel, below any error of other work since it began (see ``telling``)."""
    bpy.context.window_manager.spacetime.text = sentence
    event_loop.redraw_panels()


def _end(label: str, report: Report) -> None:
    show_outcome(report[1])
    push_undo_step(label)
