"""Import BVH."""

from pathlib import Path

import bpy
from bpy.props import BoolProperty, EnumProperty, FloatProperty, StringProperty
from bpy.types import Context

from ....solver.formats.bvh.rest_pose import GUESS
from ...blender.frame_rate import rate_of
from ...interface.availability import Outcome, the_scene
from ...interface.button import InSteps, Report
from ...runtime.event_loop import Work
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
    unit: FloatProperty(
        name="Unit",
        description="Length of one unit in the file. Set to 0 to guess it from the size of the skeleton",
        unit="LENGTH",
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
            path, scene, up=self.up, unit=self.unit, stand=self.stand, all_frames=self.whole,
            first_frame=first_frame, update_fps=self.update_scene_fps, update_duration=self.update_scene_duration,
            fps=self.rate,
        )  # fmt: skip
        return _reported(importing, scene)


def _reported(importing: Work[Imported], scene: bpy.types.Scene) -> Work[Report]:
    made = yield from importing
    found = f"'{made.rig.name}' has {len(made.rig.pose.bones)} bones"
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
    return "INFO" if made.is_sure and not made.notices else "WARNING", found
