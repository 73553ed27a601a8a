"""Build Graph, Stop, Coverage, Follow Curve and Random Walk."""

from functools import partial

import bpy
from bpy.types import Context

from ....solver.errors import InputError
from ....solver.space.parameter_space import ParameterSpace
from ...interface.availability import Outcome, the_armature, the_scene, why_no_character
from ...interface.button import (
    Button,
    InSteps,
    MayWait,
    Report,
    push_undo_step,
    refusable,
    show_outcome,
    telling,
)
from ...runtime import event_loop
from ...runtime.event_loop import Work
from ...solve.operators.starts_solve import StartsSolve
from ...solve.solving import Solve
from ...spaces.session import spaces
from ...spaces.store_file import store_file
from ..graph import (
    BUILDER,
    building,
    covering,
    finding_missing,
    graph_motions,
    is_building,
    picture_file,
    why_no_graph,
)
from ..walking import starting_walk

NONE_MISSING = "No speed or turn is missing"


def _why_no_graph(context: Context) -> str:
    """Empty if the character has a graph."""
    return why_no_character(context) or why_no_graph(the_armature(context))


class SPACETIME_OT_build_graph(MayWait):
    """Build Graph."""

    bl_idname = "spacetime.build_graph"
    bl_label = "Build Graph"
    bl_description = (
        "Find transitions between the motions chosen in the list, or between all takes of this "
        "character if none are chosen, and store them as a motion graph for walks. Runs in the "
        "background"
    )
    bl_options = {"REGISTER"}  # the undo step is pushed when the graph is built

    @staticmethod
    def why_not(context: Context) -> str:
        """Empty if there are motions to connect and no graph is being built."""
        reason = why_no_character(context)
        if not reason and is_building():
            reason = "A motion graph is being built; stop it first"
        if not reason and not the_armature(context).spacetime.library.uses_clips:
            reason = (
                "" if graph_motions(the_armature(context)) else "There are no solved takes yet; press Solve"
            )
        return reason

    @refusable
    def execute(self, context: Context) -> Outcome:
        """Starts the solver; scripts can wait for it."""
        armature_object = the_armature(context)
        work = telling("Building the motion graph", building(armature_object, the_scene(context)))
        if not self.blocking:
            event_loop.start(work, _end, owner=BUILDER)
            return {"FINISHED"}
        return self.end(event_loop.at_once(work)[0], failed=False)


def _end(sentences: list[str]) -> None:
    show_outcome(sentences[0])
    push_undo_step("Build Graph")


class SPACETIME_OT_stop_graph(Button):
    """Stop."""

    bl_idname = "spacetime.stop_graph"
    bl_label = "Stop"
    bl_description = "Stop building the motion graph and keep the previous one"
    bl_options = {"REGISTER"}

    @staticmethod
    def why_not(context: Context) -> str:
        """Empty while a graph is being built."""
        return "" if is_building() else "No motion graph is being built"

    def execute(self, context: Context) -> Outcome:
        """Ends its process."""
        event_loop.drop(BUILDER)
        return {"FINISHED"}


class SPACETIME_OT_cover_graph(InSteps):
    """Coverage."""

    bl_idname = "spacetime.cover_graph"
    bl_label = "Coverage"
    bl_description = (
        "List the speeds and turns of the motion graph, and the motions that take too long to "
        "reach from others"
    )

    why_not = staticmethod(_why_no_graph)

    def work(self, context: Context) -> Work[Report]:
        """Asks the solver."""
        return _cover(the_armature(context))


class SPACETIME_OT_generate_missing(MayWait):
    """Generate Missing Clips."""

    bl_idname = "spacetime.generate_missing"
    bl_label = "Generate Missing Clips"
    bl_description = (
        "Find speeds and turns missing between those of the graph, and solve a clip for each in "
        "the background, based on the most similar motion. The clips are stored in the clips file"
    )

    @staticmethod
    def why_not(context: Context) -> str:
        """Empty if there are a graph and its motions."""
        reason = _why_no_graph(context)
        if not reason and spaces.state_of(the_armature(context)).is_generating:
            reason = "Variations are being solved; stop them first"
        return reason

    @refusable
    def execute(self, context: Context) -> Outcome:
        """Determines missing clips, then solves them; scripts can wait for both."""
        armature_object = the_armature(context)
        work = telling("Finding missing clips", finding_missing(armature_object, the_scene(context)))
        if not self.blocking:
            event_loop.start(work, partial(_generate, armature_object))
            return {"FINISHED"}
        _generate(armature_object, event_loop.at_once(work))
        run = spaces.state_of(armature_object).generation
        if run is None:
            return self.end(NONE_MISSING, failed=False)
        spaces.wait()
        return self.end(run.error or run.text, failed=bool(run.error))


def _generate(armature_object: bpy.types.Object, space: ParameterSpace | None) -> None:
    """Solves the clips of a space like those of the motion space, whose panel shows the progress."""
    show_outcome(NONE_MISSING if space is None else "")
    if space is not None:
        scene = armature_object.users_scene[0]
        spaces.generate(
            spaces.state_of(armature_object), space, store_file(scene),
            workers=scene.spacetime.clips.workers, time_limit=armature_object.spacetime.motion.time_limit,
        )  # fmt: skip


class SPACETIME_OT_show_graph(Button):
    """Show Picture."""

    bl_idname = "spacetime.show_graph"
    bl_label = "Show Picture"
    bl_description = (
        "Open a drawing of the motion graph: dots are motions, and wider lines stand for more transitions"
    )
    bl_options = {"REGISTER"}

    why_not = staticmethod(_why_no_graph)

    @refusable
    def execute(self, context: Context) -> Outcome:
        """Opens the picture in the default program for SVG files."""
        file = picture_file(the_armature(context))
        if not file.is_file():
            raise InputError(f"there is no picture '{file}'; press Build Graph again")
        bpy.ops.wm.url_open(url=file.as_uri())
        return {"FINISHED"}


def _cover(armature_object: bpy.types.Object) -> Work[Report]:
    listing = yield from covering(armature_object)
    return "INFO", listing[0]


class _Walk(StartsSolve):
    """Base of walks."""

    why_not = staticmethod(_why_no_graph)

    def curve(self, armature_object: bpy.types.Object) -> bpy.types.Object | None:
        """The curve to follow; None for a random walk."""
        return None

    def starting(self, context: Context) -> Work[Solve]:
        """Walks through the graph."""
        armature_object = the_armature(context)
        return starting_walk(armature_object, self.curve(armature_object))


class SPACETIME_OT_follow_curve(_Walk):
    """Follow Curve."""

    bl_idname = "spacetime.follow_curve"
    bl_label = "Follow Curve"
    bl_description = (
        "Walk along the curve from its start to its end through the motion graph, found in the background "
        "and shown on the ghost"
    )

    @staticmethod
    def why_not(context: Context) -> str:
        """Empty if there are a graph and a curve."""
        reason = _why_no_graph(context)
        if not reason and the_armature(context).spacetime.library.curve is None:
            reason = "Choose a curve to follow"
        return reason

    def curve(self, armature_object: bpy.types.Object) -> bpy.types.Object | None:
        """The curve set in the panel."""
        found: bpy.types.Object = armature_object.spacetime.library.curve
        return found


class SPACETIME_OT_random_walk(_Walk):
    """Random Walk."""

    bl_idname = "spacetime.random_walk"
    bl_label = "Random Walk"
    bl_description = (
        "Wander through the motion graph for the given duration, found in the background and shown on the "
        "ghost"
    )
