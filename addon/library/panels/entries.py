"""The list of motions in the panel Library."""

from typing import Any

import bpy
from bpy.props import BoolProperty
from bpy.types import Context, UILayout, UIList

from ...interface.availability import the_scene
from ...interface.sentence import draw_sentence, worded
from ..entries import ACTION, CLIP, TAKE, active_entry, keep_listed
from ..thumbnails import thumbnails

ICONS: dict[str, Any] = {TAKE: "GHOST_ENABLED", ACTION: "ACTION", CLIP: "FILE_ARCHIVE"}
PICTURE = 4.0  # rows of height


class SPACETIME_UL_entries(UIList):
    """One line per motion: whether it is chosen, its picture, its name and its source."""

    shows_takes: BoolProperty(name="Takes", description="Show takes of this character", default=True)
    shows_actions: BoolProperty(name="Actions", description="Show other actions", default=True)
    shows_clips: BoolProperty(name="Clips", description="Show motions of the clips file", default=True)

    def draw_item(
        self,
        context: Context | None,
        layout: UILayout,
        data: Any,
        item: Any,
        icon: int | None,
        active_data: Any,
        active_property: str | None,
        index: int | None,
        flt_flag: int | None,
    ) -> None:
        """Only draws."""
        row = layout.row(align=True)
        choice = row.row(align=True)
        choice.enabled = item.is_solved
        choice.prop(item, "is_chosen", text="")
        picture = thumbnails.icon_of(item)
        if picture:
            row.label(text="", icon_value=picture)
        name = f"{item.values} ({item.space})" if item.values else item.name  # a long name is cut at its end
        row.label(text=f"{item.order}. {name}" if item.is_chosen else name, translate=False)
        row.label(text="", icon=ICONS[item.kind])

    def draw_filter(self, context: Context | None, layout: UILayout) -> None:
        """Only draws."""
        row = layout.row(align=True)
        row.prop(self, "filter_name", text="", icon="VIEWZOOM")
        for kind, name in ((TAKE, "shows_takes"), (ACTION, "shows_actions"), (CLIP, "shows_clips")):
            row.prop(self, name, text="", icon=ICONS[kind])

    def filter_items(self, context: Context | None, data: Any, property: str | None) -> Any:
        """Entries that match the filter by name and kind, in the order of the list."""
        entries = getattr(data, property or "entries")
        shown = {TAKE: self.shows_takes, ACTION: self.shows_actions, CLIP: self.shows_clips}
        flags = bpy.types.UI_UL_list.filter_items_by_name(
            self.filter_name, self.bitflag_filter_item, entries, "name", reverse=False
        ) or [self.bitflag_filter_item] * len(entries)
        return [flag if shown[each.kind] else 0 for flag, each in zip(flags, entries, strict=True)], []


def draw_entries(layout: UILayout, context: Context, armature_object: bpy.types.Object) -> None:
    """Draws the list and a large picture of the selected motion."""
    keep_listed(armature_object, the_scene(context))
    library, column = armature_object.spacetime.library, layout.column()
    if not len(library.entries):
        draw_sentence(column, worded("No motions yet; press Solve"), "INFO")
        return
    column.template_list("SPACETIME_UL_entries", "", library, "entries", library, "active_entry", rows=4)
    active = active_entry(armature_object)
    row = column.row(align=True)
    picture = thumbnails.icon_of(active) if active is not None else 0
    if picture:
        row.template_icon(icon_value=picture, scale=PICTURE)
    buttons = row.column(align=True)
    buttons.operator("spacetime.show_entry", icon="HIDE_OFF")
    buttons.operator("spacetime.list_motions", icon="FILE_REFRESH")
