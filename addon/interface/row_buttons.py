"""Rows of the panel's lists: the button that removes one, and a name for one that is added."""

from collections.abc import Iterable
from itertools import chain, count
from typing import Any, ClassVar

from bpy.props import IntProperty
from bpy.types import Context

from ...solver.errors import InputError
from ..runtime.event_loop import redraw
from .availability import Outcome
from .button import Button, refusable


class RemoveRow(Button):
    """A button that takes its row off a list.

    Attributes:
        row: what the panel calls a row.
        index: which of them, from 0.
    """

    row: ClassVar[str]
    index: IntProperty(
        name="Index", description="Index of the row, starting from 0", min=0, options={"SKIP_SAVE"}
    )

    @staticmethod
    def rows(context: Context) -> Any:
        """The list, where there is what it belongs to."""
        raise NotImplementedError  # not an abstract method: Blender's classes have a metaclass of their own

    @classmethod
    def poll(cls, context: Context) -> bool:
        """There is a row."""
        if not super().poll(context):
            return False
        if not len(cls.rows(context)):
            cls.poll_message_set(f"There is no {cls.row} to remove")
        return bool(len(cls.rows(context)))

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
