"""Export Takes, and Stop."""

from pathlib import Path

import bpy
from bpy.props import EnumProperty, IntProperty, StringProperty
from bpy.types import Context, Event

from ....solver.errors import InputError
from ...interface.availability import Outcome, the_armature, why_no_takes
from ...interface.button import Button, MayWait, refusable
from .. import export_line
from ..engine_presets import PRESETS
from ..export_line import export_in_background
from ..export_takes import (
    ACTIVE,
    ALL,
    NAMES,
    STARRED,
    chosen_takes,
    exporter_for,
    files_of,
    summary_of,
    write_files,
)
from .bvh_choices import BvhChoices
from .export import FORMATS

WHICH = (
    (ALL, "All Takes", "Export every take in the list"),
    (STARRED, "Starred", "Export takes with a star"),
    (ACTIVE, "Selected", "Export the take selected in the list"),
)


class SPACETIME_OT_export_many(BvhChoices, MayWait):
    """Export Takes."""

    bl_idname = "spacetime.export_many"
    bl_label = "Export Takes"
    bl_description = (
        "Export several takes, each to its own file with the correct frame range, in a second Blender "
        "while you continue working. Further exports are queued"
    )
    why_not = staticmethod(why_no_takes)

    directory: StringProperty(name="Folder", description="Path of the file to write", subtype="DIR_PATH")
    preset: EnumProperty(
        name="Engine",
        description="Game engine to export for",
        items=[(key, preset.label, preset.description) for key, preset in PRESETS.items()],
        default="NONE",
    )
    file_format: EnumProperty(
        name="Format", description="File format when no engine is chosen", items=FORMATS, default="FBX"
    )
    which: EnumProperty(name="Takes", description="Takes to export", items=WHICH, default=ALL)
    template: StringProperty(
        name="Names",
        description="Template for file names. Fields in braces are filled in, such as {name}, {character}, "
        "{seconds:.2f}, {speed:.1f} or any other setting of the panel",
        default=NAMES,
    )

    def draw(self, context: Context) -> None:
        """Draws the settings beside the files."""
        layout = self.layout
        assert layout is not None
        layout.use_property_split = True
        for name in ("preset", "file_format", "which", "template"):
            layout.prop(self, name)
        if self.preset == "NONE" and self.file_format == "BVH":
            self.draw_bvh(layout)

    def invoke(self, context: Context, event: Event) -> Outcome:
        """Asks for the folder."""
        context.window_manager.fileselect_add(self)
        return {"RUNNING_MODAL"}

    @refusable
    def execute(self, context: Context) -> Outcome:
        """Queues the files for a second Blender, or writes them while a script waits."""
        armature_object = the_armature(context)
        takes = chosen_takes(armature_object, self.which)
        folder = Path(bpy.path.abspath(self.directory or "//"))
        style = self.bvh_style()
        export, suffix = exporter_for(self.preset, self.file_format, style=style)
        files = files_of(armature_object, takes, folder, self.template, suffix=suffix)
        if not self.blocking:
            export_in_background(
                armature_object, files, preset=self.preset, file_format=self.file_format, style=style
            )
            return {"FINISHED"}
        complaints = [each for _, each in write_files(armature_object.name, files, export) if each]
        run = context.window_manager.spacetime
        run.export_text = f"Wrote {len(files) - len(complaints)} of {len(files)} files"
        run.export_is_whole = not complaints
        run.export_error = summary_of(complaints)
        return self.end(run.export_error or run.export_text, failed=bool(complaints))


class SPACETIME_OT_stop_export(Button):
    """Stop."""

    bl_idname = "spacetime.stop_export"
    bl_label = "Stop"
    bl_description = "Stop exporting, or remove a queued export. Files already written are kept"
    bl_options = {"REGISTER"}

    index: IntProperty(
        name="Queue Position",
        description="Position in the queue: 0 is being exported, 1 is next",
        default=0,
        min=0,
        options={"SKIP_SAVE"},
    )

    @staticmethod
    def why_not(context: Context) -> str:
        """Empty while an export runs."""
        return "" if export_line.line() else "Nothing is being exported"

    @refusable
    def execute(self, context: Context) -> Outcome:
        """Asks the second Blender to end; the panel shows when it has ended."""
        line = export_line.line()
        if self.index >= len(line):
            raise InputError(f"There is no export at position {self.index}; the queue has {len(line)}")
        line[self.index].stop()
        return {"FINISHED"}
