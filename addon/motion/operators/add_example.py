"""Example characters in the Add menu."""

from collections.abc import Mapping
from typing import Any

import bpy
from bpy.props import EnumProperty
from bpy.types import Context, Menu

from ...interface.availability import the_scene
from ...interface.button import InSteps, Report
from ...runtime.event_loop import Work
from ..examples import CHARACTERS, EXAMPLES, SCENES, Example, add_example


class SPACETIME_OT_add_example(InSteps):
    """Add Example."""

    bl_idname = "spacetime.add_example"
    bl_label = "Spacetime Example"
    bl_description = (
        "Add a character with bodies, joints, contacts and matching motion settings at the 3D cursor, "
        "ready to solve"
    )

    example: EnumProperty(
        name="Example",
        description="Character to add and the motion it performs",
        items=tuple((name, each.label, each.description) for name, each in EXAMPLES.items()),
    )

    @classmethod
    def description(cls, context: Context, properties: Any) -> str:
        """Tooltip of the example under the mouse."""
        about = bpy.app.translations.pgettext_tip(EXAMPLES[properties.example].description)
        return f"{about}. {bpy.app.translations.pgettext_tip(cls.bl_description)}"

    @staticmethod
    def why_not(context: Context) -> str:
        """Empty if objects can be added."""
        return "" if context.mode == "OBJECT" else "Switch to Object Mode first"

    def work(self, context: Context) -> Work[Report]:
        """Adds the example."""
        return _add(the_scene(context), self.example)


def _add(scene: bpy.types.Scene, example: str) -> Work[Report]:
    made = yield from add_example(scene, example)
    return "INFO", f"Added '{made.name}'; press Solve to see '{made.spacetime.motion.motion_name}'"


class SPACETIME_MT_examples(Menu):
    """Examples: characters, then characters with a special motion."""

    bl_label = "Spacetime"
    bl_idname = "SPACETIME_MT_examples"

    def draw(self, context: Context | None) -> None:
        """Only draws."""
        self._draw(CHARACTERS)
        self.layout.separator()
        self._draw(SCENES)

    def _draw(self, examples: Mapping[str, Example]) -> None:
        for name, each in examples.items():
            self.layout.operator("spacetime.add_example", text=each.label).example = name
