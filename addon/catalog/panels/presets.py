"""Presets and examples as moving pictures to click."""

from collections.abc import Mapping

from bpy.types import Context, Panel, UILayout

from ...interface.availability import armature_of, why_no_character
from ...interface.sidebar import Part, Sidebar
from ...motion.examples import EXAMPLES
from ...motion.use_preset import presets_for
from ..moving_pictures import moving_pictures

COLUMNS = 3
HEIGHT = 4.0  # of a picture, in lines
OF_PRESET = {example.motion: name for name, example in EXAMPLES.items() if isinstance(example.motion, str)}


class SPACETIME_PT_presets(Part, Panel):
    """Presets of common motions."""

    bl_label = "Presets"
    bl_parent_id = "SPACETIME_PT_solve"
    bl_options = {"DEFAULT_CLOSED"}

    def draw(self, context: Context) -> None:
        """Only draws."""
        armature_object = armature_of(context)
        assert armature_object is not None  # or this part is not drawn
        labels = {name: preset.label for name, preset in presets_for(armature_object).items()}
        _draw_pictures(self.layout, "spacetime.use_preset", "preset", labels, OF_PRESET)


class SPACETIME_PT_examples(Sidebar, Panel):
    """Examples that come with a motion, until the scene has a character."""

    bl_label = "Examples"
    bl_parent_id = "SPACETIME_PT_solve"

    @classmethod
    def poll(cls, context: Context) -> bool:
        """There is no armature to start with."""
        return bool(why_no_character(context)) and armature_of(context) is None

    def draw(self, context: Context) -> None:
        """Only draws."""
        labels = {name: example.variant or example.character for name, example in EXAMPLES.items()}
        _draw_pictures(
            self.layout, "spacetime.add_example", "example", labels, {name: name for name in labels}
        )
        column = self.layout.column(align=True)
        column.operator_menu_enum("spacetime.open_scene", "scene", icon="FILE_BLEND")
        column.operator("spacetime.add_asset_library", icon="ASSET_MANAGER")


def _draw_pictures(
    layout: UILayout, operator: str, argument: str, labels: Mapping[str, str], film_of: Mapping[str, str]
) -> None:
    """A button below each picture."""
    grid = layout.grid_flow(row_major=True, columns=COLUMNS, even_columns=True, even_rows=True)
    for name, label in labels.items():
        column = grid.column(align=True)
        column.template_icon(icon_value=moving_pictures.icon_of(film_of[name]), scale=HEIGHT)
        setattr(column.operator(operator, text=label), argument, name)
