"""Export Takes."""

from collections.abc import Iterator
from pathlib import Path

import bpy
from bpy.props import EnumProperty, StringProperty
from bpy.types import Context, Event

from .. import event_loop
from ..availability import Outcome, allowed, the_armature, why_no_takes
from ..event_loop import Work
from ..files.engine_presets import PRESETS
from ..files.export_takes import (
    ACTIVE,
    ALL,
    NAMES,
    STARRED,
    chosen_takes,
    exporter_for,
    files_of,
    write_files,
)
from .button import MayWait, refusable
from .export import FORMATS

WHICH = (
    (ALL, "All Takes", "Every take on the list"),
    (STARRED, "Starred", "Takes with a star"),
    (ACTIVE, "Selected", "The take that is selected in the list"),
)


class SPACETIME_OT_export_many(MayWait):
    """Export Takes."""

    bl_idname = "spacetime.export_many"
    bl_label = "Export Takes"
    bl_description = "Write many takes at once, each to a file of its own with one take and the right frames"
    bl_options = {"REGISTER"}

    directory: StringProperty(name="Folder", description="Where to write", subtype="DIR_PATH")
    preset: EnumProperty(
        name="For",
        description="Engine that will read the files",
        items=[(key, preset.label, preset.description) for key, preset in PRESETS.items()],
        default="NONE",
    )
    file_format: EnumProperty(
        name="Format", description="Kind of file, where no engine is chosen", items=FORMATS, default="FBX"
    )
    which: EnumProperty(name="Takes", description="Which takes are written", items=WHICH, default=ALL)
    template: StringProperty(
        name="Names",
        description="Name of each file: fields in braces are filled in, as {name}, {character}, {seconds:.2f}, "
        "{speed:.1f} and every other setting of the panel by its name",
        default=NAMES,
    )

    @classmethod
    def poll(cls, context: Context) -> bool:
        """There are takes."""
        return allowed(cls, why_no_takes(context))

    def invoke(self, context: Context, event: Event) -> Outcome:
        """Asks for the folder."""
        context.window_manager.fileselect_add(self)
        return {"RUNNING_MODAL"}

    @refusable
    def execute(self, context: Context) -> Outcome:
        """Writes them, one at a time."""
        armature_object = the_armature(context)
        takes = chosen_takes(armature_object, self.which)
        folder = Path(bpy.path.abspath(self.directory or "//"))
        files = files_of(armature_object, takes, folder, self.template)
        export, suffix = exporter_for(self.preset, self.file_format)
        writing = _told(write_files(armature_object.name, files, export, suffix), len(files))
        if not self.blocking:
            event_loop.start(writing, lambda _: None, holds_data=False)  # what is written is found by name
            return {"FINISHED"}
        for _ in writing:
            pass
        run = context.window_manager.spacetime
        return self.end(run.error or run.text, failed=bool(run.error))


def _told(writing: Iterator[tuple[Path, str]], n_files: int) -> Work[None]:
    """The same, with what happens in the panel."""
    run = bpy.context.window_manager.spacetime
    run.error, failed = "", []
    for number, (file, complaint) in enumerate(writing, start=1):
        run.text = f"Wrote {number} of {n_files}: {file.name}"
        failed += [complaint] if complaint else []
        yield
    run.text = f"Wrote {n_files - len(failed)} of {n_files} files"
    run.error = "; ".join(failed)


register, unregister = bpy.utils.register_classes_factory((SPACETIME_OT_export_many,))
