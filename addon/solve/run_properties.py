"""The solve that is going on, for the panels to show. Data only."""

from bpy.props import BoolProperty, FloatProperty, IntProperty, StringProperty
from bpy.types import PropertyGroup


class SPACETIME_PG_run(PropertyGroup):
    """The solve that is going on; lives in the window manager, so it is never saved."""

    is_running: BoolProperty(name="Solving", description="A motion is being solved", options={"SKIP_SAVE"})
    doing: StringProperty(
        name="Doing", description="What a button is doing that works a while", options={"SKIP_SAVE"}
    )
    text: StringProperty(name="Stage", description="What the solver is doing", options={"SKIP_SAVE"})
    outlook: StringProperty(
        name="Time Left", description="How long the solver may still take", options={"SKIP_SAVE"}
    )
    progress: StringProperty(
        name="Progress",
        description="Steps so far, and how physical the motion is by now",
        options={"SKIP_SAVE"},
    )
    figures: StringProperty(
        name="Size", description="How large the solver's task is, in its own terms", options={"SKIP_SAVE"}
    )
    error: StringProperty(name="Problem", description="Why the last solve ended badly", options={"SKIP_SAVE"})
    error_armature: StringProperty(
        name="Whose Problem", description="The armature that the problem is about", options={"SKIP_SAVE"}
    )
    error_bone: StringProperty(
        name="Problem's Bone", description="The bone at which the problem shows", options={"SKIP_SAVE"}
    )
    error_has_frame: BoolProperty(
        name="At a Frame", description="The problem shows at one frame", options={"SKIP_SAVE"}
    )
    error_frame: IntProperty(
        name="Problem's Frame", description="The frame at which the problem shows", options={"SKIP_SAVE"}
    )
    export_text: StringProperty(name="Export", description="How the last export ended", options={"SKIP_SAVE"})
    export_is_whole: BoolProperty(
        name="All Exported", description="Every file of the last export was written", options={"SKIP_SAVE"}
    )
    export_error: StringProperty(
        name="Export's Problem", description="What was not exported, and why", options={"SKIP_SAVE"}
    )
    solver_check: StringProperty(
        name="Solver Check", description="What the check of the solver's Python found", options={"SKIP_SAVE"}
    )
    iteration: IntProperty(
        name="Iteration", description="Steps of the optimiser so far", options={"SKIP_SAVE"}
    )
    violation: FloatProperty(
        name="Unphysical",
        description="How far the motion still is from physical, in the solver's own units; below a millionth it is",
        options={"SKIP_SAVE"},
    )
    seconds: FloatProperty(
        name="Time", description="Time since the solve began", unit="TIME_ABSOLUTE", options={"SKIP_SAVE"}
    )
