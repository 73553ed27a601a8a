"""Check Solver."""

import time

import bpy
from bpy.props import BoolProperty
from bpy.types import Context, Operator

from .. import preferences
from ..availability import Outcome
from ..event_loop import redraw_preferences
from ..process import SolverProcess, verdict
from ..solve import session

PERIOD = 0.1  # s


class SPACETIME_OT_check_solver(Operator):
    """Check Solver."""

    bl_idname = "spacetime.check_solver"
    bl_label = "Check Solver"
    bl_description = "Ask the chosen Python whether it can solve motions, and tell what it answers"
    bl_options = {"REGISTER"}

    blocking: BoolProperty(
        name="Wait", description="Wait for the answer; for scripts", default=False, options={"SKIP_SAVE"}
    )

    def execute(self, context: Context) -> Outcome:
        """Starts the round trip; the answer appears in the preferences."""
        run = context.window_manager.spacetime
        run.solver_check = "Asking the solver's Python"
        process = session.start_process(context, preferences.new_job_folder(), "echo", "hello")
        words: list[str] = []
        if not self.blocking:
            bpy.app.timers.register(lambda: _tick(process, words), first_interval=PERIOD)
            return {"FINISHED"}
        while _tick(process, words) is not None:
            time.sleep(session.WAIT_PERIOD)
        assert process.finished is not None
        good, sentence = verdict(words, process.finished)
        self.report({"INFO"} if good else {"ERROR"}, sentence)
        return {"FINISHED"} if good else {"CANCELLED"}


def _tick(process: SolverProcess, words: list[str]) -> float | None:
    words += [message.text for message in process.pump() if message.kind == "status"]
    if process.finished is None:
        return PERIOD
    run = getattr(bpy.context.window_manager, "spacetime", None)  # none once the add-on is disabled
    if run is not None:
        run.solver_check = verdict(words, process.finished)[1]
        redraw_preferences()
    return None


register, unregister = bpy.utils.register_classes_factory((SPACETIME_OT_check_solver,))
