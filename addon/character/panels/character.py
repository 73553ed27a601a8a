"""Panel of the character: fit bodies, and their settings, which are collapsed once nothing is wrong."""

from bpy.types import Context, Panel, PropertyGroup, UILayout

from ...blender.rest_pose import armature_data
from ...interface.availability import the_armature, the_scene, why_no_armature, why_no_character
from ...interface.sentence import draw_sentence, worded
from ...interface.sidebar import Part, Sidebar, column_of_fields
from ..checks import check_character
from ..kind import WANTED_ITEMS, recognized_as, values_of

SURE = 0.8  # confidence, from which a kind is not in question


class SPACETIME_PT_character(Sidebar, Panel):
    """Bodies, joints and contacts of the character."""

    bl_label = "Character"
    bl_options = {"DEFAULT_CLOSED"}

    @classmethod
    def poll(cls, context: Context) -> bool:
        """There is an armature."""
        return not why_no_armature(context)

    def draw(self, context: Context) -> None:
        """Only draws."""
        missing = why_no_character(context)
        self.layout.operator("spacetime.fit_bodies", icon="MOD_ARMATURE")
        draw_kind(self.layout, armature_data(the_armature(context)).spacetime.kind)
        draw_sentence(self.layout, missing, "INFO")
        if missing or not is_sound(context):
            draw_settings(self.layout, armature_data(the_armature(context)).spacetime)


class SPACETIME_PT_body_settings(Part, Panel):
    """Settings for fitting bodies, collapsed once they are fitted."""

    bl_label = "Body Settings"
    bl_parent_id = "SPACETIME_PT_character"
    bl_options = {"DEFAULT_CLOSED"}

    @classmethod
    def poll(cls, context: Context) -> bool:
        """Whether bodies are fitted; before, the settings are shown above."""
        return Part.poll(context) and is_sound(context)

    def draw(self, context: Context) -> None:
        """Only draws."""
        draw_settings(self.layout, armature_data(the_armature(context)).spacetime)


def is_sound(context: Context) -> bool:
    """Whether the check list of a character is empty."""
    return not check_character(the_armature(context), the_scene(context))


def draw_kind(layout: UILayout, kind: PropertyGroup) -> None:
    """Draws what the rig was recognized as, how surely, and a button for everything else that it may be."""
    sentence = recognized_as(kind)
    if not sentence:
        return
    draw_sentence(
        layout, worded(sentence, **values_of(kind)), "CHECKMARK" if kind.sure > SURE else "QUESTION"
    )
    fitted_as = {"HUMAN": "HUMAN", "LEGLESS": "LEGLESS"}.get(kind.found, "CREATURE")
    row = layout.row(align=True)
    for identifier, label, _description in WANTED_ITEMS[1:]:
        if identifier != fitted_as:
            row.operator("spacetime.fit_as", text=label, text_ctxt="*").kind = identifier


def draw_size(column: UILayout, character: PropertyGroup) -> None:
    """Draws weight and height."""
    column.prop(character, "weigh_by")
    column.prop(character, "body_mass")
    if character.weigh_by != "WEIGHT":
        column.prop(character, "density")
    column.prop(character, "use_stature")
    row = column.row()
    row.active = character.use_stature
    row.prop(character, "stature")


def draw_settings(layout: UILayout, character: PropertyGroup) -> None:
    """Draws all settings of the fit."""
    column = column_of_fields(layout)
    draw_size(column, character)
    column.prop(character, "body_type")
    column.prop(character, "use_toes")
    column.prop(character, "use_clavicles")
    column.prop(character, "facing")
    column.prop(character, "root_moves")
    row = column.row()
    row.active = character.root_moves != "FIXED"
    row.prop(character, "root_turn")
