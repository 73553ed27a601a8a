"""Rows of lists: the operator that removes one, and names for new ones."""

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
    """Base of operators that remove a row of a list.

    Attributes:
        row: the panel's word for a row.
        index: of the row, from 0.
    """

    row: ClassVar[str]
    index: IntProperty(
        name="Index", description="Index of the row, starting from 0", min=0, options={"SKIP_SAVE"}
    )

    @staticmethod
    def rows(context: Context) -> Any:
        """The list, if its owner exists."""
        raise NotImplementedError  # not an abstract method: Blender's classes have their own metaclass

    @classmethod
    def poll(cls, context: Context) -> bool:
        """Whether there is a row."""
        if not super().poll(context):
            return False
        if not len(cls.rows(context)):
            cls.poll_message_set(f"There is no {cls.row} to remove")
        return bool(len(cls.rows(context)))

    @refusable
    def execute(self, context: Context) -> Outcome:
        """Removes the row."""
        rows = self.rows(context)
        if self.index >= len(rows):
            raise InputError(f"There is no {self.row} with index {self.index}; the last is {len(rows) - 1}")
        rows.remove(self.index)
        redraw()
        return {"FINISHED"}


def free_name(name: str, names: Iterable[str], *, ending: str = " {}", first: int = 2) -> str:
    """The name or, if it is among the names, the name with the first free number in the format ``ending``."""
    others = set(names)
    numbered = (name + ending.format(number) for number in count(first))
    return next(each for each in chain((name,), numbered) if each not in others)
