"""Import BVH."""

from pathlib import Path

import bpy
from bpy.props import BoolProperty, EnumProperty, FloatProperty, StringProperty
from bpy.types import Context

from ....solver.errors import InputError
from ....solver.formats.bvh.rest_pose import GUESS
from ...blender.frame_rate import rate_of
from ...interface.availability import Outcome, the_scene
from ...interface.button import InSteps, Report
from ...runtime.event_loop import Work
from ..file_units import CUSTOM, LENGTHS, UNITS, label_of
from ..import_bvh import Imported, import_bvh

WITH_SCENE, HERE, AT_1 = "WITH_SCENE", "HERE", "AT_1"  # first frame of the motion


class SPACETIME_OT_import_bvh(InSteps):
    """Import BVH."""

    bl_idname = "spacetime.import_bvh"
    bl_label = "Import BVH"
    bl_description = (
        "Import a motion capture file as an armature with an action to use as a sketch. Also reads "
        "files that Blender's own importer rejects"
    )

    filepath: StringProperty(name="File", description="Path of the BVH file", subtype="FILE_PATH")
    filter_glob: StringProperty(
        name="Filter", description="Pattern of the files to show", default="*.bvh", options={"HIDDEN"}
    )
    up: EnumProperty(
        name="Up",
        description="Axis of the file that points up",
        items=(
            (GUESS, "Automatic", "Use Y unless the skeleton only stands upright with Z"),
            ("Y", "Y", "Use Y, as in most files"),
            ("Z", "Z", "Use Z, as in Blender"),
        ),
        default=GUESS,
    )
    unit_name: EnumProperty(
        name="Unit",
        description="Length of one unit in the file, which no file tells",
        items=(
            (GUESS, "Automatic", "Use the unit that best suits the size and the pace of the motion"),
            *UNITS,
            (CUSTOM, "Custom", "Enter the length of one unit below"),
        ),
        default=GUESS,
    )
    unit: FloatProperty(
        name="Unit Length",
        description="Length of one unit in the file, in meters; in scripts, 0 for the Unit above",
        default=0.0,
        min=0.0,
        precision=4,
    )
    rate: FloatProperty(
        name="Frame Rate",
        description="Frames per second of the file. Set to 0 to use the file's frame time, also if it is written as a "
        "frame rate or in milliseconds",
        default=0.0,
        min=0.0,
        max=1e4,
    )
    begin: EnumProperty(
        name="Start",
        description="Frame at which the imported motion starts",
        items=(
            (WITH_SCENE, "Scene Start", "Start with the scene, or with its preview range if one is set"),
            (HERE, "Current Frame", "Start at the current frame"),
            (AT_1, "Frame 1", "Start at frame 1, as other programs do"),
        ),
        default=WITH_SCENE,
    )  # fmt: skip
    stand: BoolProperty(
        name="Standing Rest Pose",
        description="If the file's rest pose does not stand, use the pose of the frame that stands best. The "
        "motion looks the same",
        default=True,
    )
    whole: BoolProperty(
        name="All Takes",
        description="Import all frames of a file that jumps from one pose to another, as after a T-pose or between "
        "takes. Otherwise, only its longest take is imported",
        default=False,
    )
    update_scene_fps: BoolProperty(
        name="Update Scene FPS",
        description="Set the frame rate of the scene to that of the file. The motion keeps its speed either way",
        default=False,
    )
    update_scene_duration: BoolProperty(
        name="Update Scene Duration",
        description="Extend the duration of the scene to the end of the motion",
        default=False,
    )

    @staticmethod
    def why_not(context: Context) -> str:
        """Empty if Blender is in object mode."""
        return "" if context.mode == "OBJECT" else "Switch to Object Mode first"

    def draw(self, context: Context) -> None:
        """Draws all settings, and the length of a unit only if it is custom."""
        self.layout.use_property_split = True
        for prop in self.bl_rna.properties:
            is_told = prop.identifier != "unit" or self.unit_name == CUSTOM
            if not (prop.is_hidden or prop.identifier in ("rna_type", "filepath")) and is_told:
                self.layout.prop(self, prop.identifier)

    def ask(self, context: Context) -> Outcome:
        """Asks for the file, starting in the folder of the .blend file."""
        if bpy.data.filepath:
            self.filepath = bpy.path.abspath("//")  # else Blender offers the .blend file itself
        context.window_manager.fileselect_add(self)
        return {"RUNNING_MODAL"}

    def work(self, context: Context) -> Work[Report]:
        """Reads the file."""
        path = Path(bpy.path.abspath(self.filepath))
        scene = the_scene(context)
        first_frame = {WITH_SCENE: None, HERE: scene.frame_current, AT_1: 1}[self.begin]
        importing = import_bvh(
            path, scene, up=self.up, unit=self._unit_length(), stand=self.stand, all_frames=self.whole,
            first_frame=first_frame, update_fps=self.update_scene_fps, update_duration=self.update_scene_duration,
            fps=self.rate,
        )  # fmt: skip
        return _reported(importing, scene)

    def _unit_length(self) -> float:
        """The file's unit [m]; 0 if it is to be found."""
        if self.unit_name == CUSTOM and not self.unit:
            raise InputError("expected a Unit Length above 0, found 0; enter it, or choose another Unit")
        return float(LENGTHS.get(self.unit_name, self.unit))


def _reported(importing: Work[Imported], scene: bpy.types.Scene) -> Work[Report]:
    made = yield from importing
    found = (
        f"'{made.rig.name}' has {len(made.rig.pose.bones)} bones and is {made.height:.3g} m tall, "
        f"with {label_of(made.unit.length)} as the file's unit"
    )
    if made.up == "Z":
        found += " and uses Z up"
    if made.standing_frame is not None:
        found += (
            f"; its rest pose did not stand and was taken from the file's frame {made.standing_frame + 1}"
        )
    first, end = made.take
    if end - first < made.n_frames:
        found += (
            f"; the file jumps, and its longest take was imported, frames {first + 1} to {end} of {made.n_frames}, "
            "unless you import it with All Takes"
        )
    if made.rate > rate_of(scene) + 1:
        found += (
            f"; its {made.rate:.4g} frames per second are shown at the scene's {rate_of(scene):.4g}, "
            "unless you import it with Update Scene FPS"
        )
    for notice in made.notices:
        found += f"; {notice}"
    if not made.is_sure:
        other = "Y" if made.up == "Z" else "Z"
        found += (
            f". Whether {made.up} is up is uncertain; if it lies or stands wrongly, "
            f"import it with Up set to {other}"
        )
    if not made.unit.is_sure:
        tall = made.height * made.unit.other / made.unit.length
        found += (
            f". The unit is uncertain: with {label_of(made.unit.other)}, it is {tall:.3g} m tall; if so, choose that "
            "as Unit of File in the panel Export"
        )
    is_sure = made.is_sure and made.unit.is_sure and not made.notices
    return "INFO" if is_sure else "WARNING", found
