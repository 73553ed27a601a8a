"""Rows of the panel's lists: the button that removes one, and a name for one that is added."""

from collections.abc import Iterable
from itertools import chain, count
from typing import Any, ClassVar

from bpy.props import IntProperty
from bpy.types import Context, Operator

from ...solver.errors import InputError
from ..runtime.event_loop import redraw
from .availability import Outcome, allowed
from .button import refusable


class RemoveRow(Operator):
    """A button that takes its row off a list.

    Attributes:
        row: what the panel calls a row.
        index: which of them, from 0.
    """

    bl_options = {"REGISTER", "UNDO"}

    row: ClassVar[str]
    index: IntProperty(
        name="Index", description="Index of the row, starting from 0", min=0, options={"SKIP_SAVE"}
    )

    @staticmethod
    def why_no_list(context: Context) -> str:
        """Empty when there is a list, be it empty."""
        raise NotImplementedError  # not an abstract method: Blender's classes have a metaclass of their own

    @staticmethod
    def rows(context: Context) -> Any:
        """The list, once ``why_no_list`` has no objection."""
        raise NotImplementedError  # for the same reason

    @classmethod
    def poll(cls, context: Context) -> bool:
        """There is a row."""
        reason = cls.why_no_list(context)
        if not reason and not len(cls.rows(context)):
            reason = f"There is no {cls.row} to remove"
        return allowed(cls, reason)

    @refusable
    def execute(self, context: Context) -> Outcome:
        """Removes it."""
        rows = self.rows(context)
        if self.index >= len(rows):
            raise InputError(f"There is no {self.row} with index {self.index}; the last is {len(rows) - 1}")
        rows.remove(self.index)
        redraw()
        return {"FINISHED"}


def free_name(name: str, taken: Iterable[str], *, ending: str = " {}", first: int = 2) -> str:
    """The name, or the name and the first number that no other row has.

    Args:
        name: of the row, if it is the only one of that name.
        taken: the names of the other rows.
        ending: what a number looks like behind the name.
        first: number to try.
    """
    others = set(taken)
    numbered = (name + ending.format(number) for number in count(first))
    return next(each for each in chain((name,), numbered) if each not in others)
