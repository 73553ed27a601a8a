"""Check Solver."""

import bpy
from bpy.props import BoolProperty
from bpy.types import Context, Operator

from ....solver.commands.request import EchoRequest
from ....solver.messages import Status
from ... import preferences
from ...announcement import announced
from ...interface.availability import Outcome
from ...runtime import event_loop
from ...runtime.event_loop import After, Work
from ...runtime.process import SolverProcess, verdict
from ..solver_process import start_process

PERIOD = 0.1  # s


class SPACETIME_OT_check_solver(Operator):
    """Check Solver."""

    bl_idname = "spacetime.check_solver"
    bl_label = "Check Solver"
    bl_description = "Check whether the selected Python can run the solver and show the result"
    bl_options = {"REGISTER"}

    blocking: BoolProperty(
        name="Wait",
        description="Block until the check is finished; for use in scripts",
        default=False,
        options={"SKIP_SAVE"},
    )

    def execute(self, context: Context) -> Outcome:
        """Starts the check; the result appears in the preferences."""
        context.window_manager.spacetime.solver_check = "Checking the solver's Python"
        process = start_process(preferences.new_job_folder(), EchoRequest("hello"))
        if not self.blocking:
            event_loop.start(_asking(process), _show, holds_data=False)
            return {"FINISHED"}
        answer = event_loop.at_once(_asking(process))
        _show(answer)
        is_good, sentence = answer
        self.report({"INFO"} if is_good else {"ERROR"}, sentence)
        return {"FINISHED"} if is_good else {"CANCELLED"}


def _asking(process: SolverProcess) -> Work[tuple[bool, str]]:
    """Whether the solver answers, and a message about it."""
    words: list[str] = []
    while True:
        words += [message.text for message in process.pump() if isinstance(message, Status)]
        if (finished := process.finished) is not None:
            is_good, sentence = verdict(words, finished)
            return is_good, announced(finished.complaint) if finished.complaint is not None else sentence
        yield After(PERIOD)


def _show(answer: tuple[bool, str]) -> None:
    bpy.context.window_manager.spacetime.solver_check = answer[1]
    event_loop.redraw_preferences()
