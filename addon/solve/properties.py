"""Properties of the running solve, shown by the panels. Data only."""

from bpy.props import BoolProperty, FloatProperty, IntProperty, StringProperty
from bpy.types import PropertyGroup


class SPACETIME_PG_run(PropertyGroup):
    """State of the current solve, kept in the window manager so that it is never saved."""

    is_running: BoolProperty(
        name="Solving", description="Whether a motion is being solved", options={"SKIP_SAVE"}
    )
    is_live: BoolProperty(
        name="Live", description="Whether the ghost follows the edits of a character", options={"SKIP_SAVE"}
    )
    live_text: StringProperty(
        name="Live State", description="How well the ghost follows, or why not", options={"SKIP_SAVE"}
    )
    live_failed: BoolProperty(
        name="Live Problem", description="Whether no motion follows the edits", options={"SKIP_SAVE"}
    )
    doing: StringProperty(name="Task", description="Task currently running", options={"SKIP_SAVE"})
    text: StringProperty(name="Stage", description="Current stage of the solver", options={"SKIP_SAVE"})
    eta: StringProperty(name="Time Left", description="Estimated time left", options={"SKIP_SAVE"})
    progress: StringProperty(
        name="Progress",
        description="Iterations so far and how close the motion is to physical",
        options={"SKIP_SAVE"},
    )
    fraction: FloatProperty(
        name="Done",
        description="Estimated share of the solve that is done",
        subtype="FACTOR",
        min=0.0,
        max=1.0,
        options={"SKIP_SAVE"},
    )
    figures: StringProperty(
        name="Size", description="Size of the solver's problem, for experts", options={"SKIP_SAVE"}
    )
    error: StringProperty(
        name="Problem", description="Reason why the last solve failed", options={"SKIP_SAVE"}
    )
    error_line: StringProperty(
        name="Problem in Short",
        description="What fails most in the closest attempt, and what helps",
        options={"SKIP_SAVE"},
    )
    error_armature: StringProperty(
        name="Problem Armature", description="Armature that caused the problem", options={"SKIP_SAVE"}
    )
    error_bone: StringProperty(
        name="Problem Bone", description="Bone at which the problem occurs", options={"SKIP_SAVE"}
    )
    error_has_frame: BoolProperty(
        name="Has Problem Frame",
        description="Whether the problem occurs at a single frame",
        options={"SKIP_SAVE"},
    )
    error_frame: IntProperty(
        name="Problem Frame", description="Frame at which the problem occurs", options={"SKIP_SAVE"}
    )
    export_text: StringProperty(name="Export", description="Result of the last export", options={"SKIP_SAVE"})
    export_is_whole: BoolProperty(
        name="Export Complete",
        description="Whether every file of the last export was written",
        options={"SKIP_SAVE"},
    )
    export_error: StringProperty(
        name="Export Problem", description="Files that were not exported, and why", options={"SKIP_SAVE"}
    )
    solver_check: StringProperty(
        name="Solver Check", description="Result of the solver check", options={"SKIP_SAVE"}
    )
    iteration: IntProperty(name="Iteration", description="Solver iterations so far", options={"SKIP_SAVE"})
    violation: FloatProperty(
        name="Constraint Violation",
        description="How far the motion is from physical, in solver units. Physical below one millionth",
        options={"SKIP_SAVE"},
    )
    seconds: FloatProperty(
        name="Time", description="Time since the solve started", unit="TIME_ABSOLUTE", options={"SKIP_SAVE"}
    )
