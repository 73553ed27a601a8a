"""Play, Stop and Bake."""

import bpy
from bpy.types import Context, Event

from ...character.ground import carries_motion
from ...interface.availability import Outcome, the_armature, why_no_character
from ...interface.button import Button, InSteps, Report, refusable
from ...interface.status_bar import say
from ...result.ghost import is_ghost
from ...runtime.event_loop import Work
from ..baking import baking, start_physical
from ..crowd import Crowd
from ..graph import why_no_graph
from ..performance import Performance
from ..playing import play

HELP = "W or Up: walk. A, D or Left, Right: turn. Shift: faster. Press Esc to stop"


class SPACETIME_OT_play_graph(Button):
    """Play."""

    bl_idname = "spacetime.play_graph"
    bl_label = "Play"
    bl_description = (
        "Let the ghosts of all selected characters walk through the motion graph in real time, "
        "each toward its target while you drag it, or steered with the keyboard. Press again to "
        "stop"
    )
    bl_options = {"REGISTER"}

    @staticmethod
    def why_not(context: Context) -> str:
        """Empty if there is a graph, or something plays."""
        return "" if play.is_on else why_no_character(context) or why_no_graph(the_armature(context))

    @refusable
    def execute(self, context: Context) -> Outcome:
        """Starts or stops playing."""
        if play.is_on:
            play.stop()
        else:
            context.view_layer.update()
            play.start(_players(context))
        return {"FINISHED"}

    def invoke(self, context: Context, event: Event) -> Outcome:
        """Starts playing, and listens to keys if they steer."""
        outcome: Outcome = self.execute(context)
        if outcome != {"FINISHED"} or not play.is_on or play.keys is None:
            return outcome
        say(context, HELP)
        context.window_manager.modal_handler_add(self)
        return {"RUNNING_MODAL"}

    def modal(self, context: Context, event: Event) -> Outcome:
        """Handles the steering keys and passes other events to Blender."""
        if event.type == "ESC" and event.value == "PRESS":
            play.stop()
        if not play.is_on or play.keys is None:
            say(context, None)
            return {"FINISHED"}
        if event.value in {"PRESS", "RELEASE"} and play.keys.take(
            event.type, is_pressed=event.value == "PRESS"
        ):
            return {"RUNNING_MODAL"}
        return {"PASS_THROUGH"}

    def cancel(self, context: Context) -> None:
        """Clears the status text when another file is opened."""
        say(context, None)


def _players(context: Context) -> list[bpy.types.Object]:
    """The active character, then all other selected ones."""
    first = the_armature(context)
    others = [
        each
        for each in context.selected_objects
        if each.type == "ARMATURE" and each != first and carries_motion(each) and not is_ghost(each)
    ]
    return [first, *others]


class SPACETIME_OT_bake_play(InSteps):
    """Bake."""

    bl_idname = "spacetime.bake_play"
    bl_label = "Bake"
    bl_description = (
        "Stop playing and turn what was played into takes, one for each character. With Bake "
        "Physical, they are made physical in the background and have forces"
    )

    @staticmethod
    def why_not(context: Context) -> str:
        """Empty if something was played."""
        reason = why_no_character(context)
        if not reason and not play.played():
            reason = "Nothing has been played yet; press Play"
        return reason

    def work(self, context: Context) -> Work[Report]:
        """Stops playing and writes the motion, or starts the solver."""
        performances, crowd = play.played(), play.crowd
        assert crowd is not None
        play.stop()
        if the_armature(context).spacetime.library.bakes_physical:
            for performance in performances:
                start_physical(performance, crowd, graph=play.file)
            return _reported(f"Making {len(performances)} motions physical")
        return _bake(performances, crowd)


def _reported(sentence: str) -> Work[Report]:
    yield
    return "INFO", sentence


def _bake(performances: list[Performance], crowd: Crowd) -> Work[Report]:
    for performance in performances:
        action = yield from baking(performance, crowd)
    return "INFO", f"'{action.name}' is shown on the ghost"
