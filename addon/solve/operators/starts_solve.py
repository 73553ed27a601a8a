"""Base of operators that prepare a job in steps before they solve it."""

from bpy.types import Context

from ...interface.availability import Outcome
from ...interface.button import MayWait, refusable
from ...runtime import event_loop
from ...runtime.event_loop import Work
from .. import session
from ..solving import Solve


class StartsSolve(MayWait):
    """An operator whose work ends with a queued solve, for which scripts can wait."""

    bl_options = {"REGISTER"}  # the undo step is pushed when the motion is there

    def starting(self, context: Context) -> Work[Solve | None]:
        """Queues the solve; None if nothing needs to be solved."""
        raise NotImplementedError  # not abstract, because Blender's classes have their own metaclass

    @refusable
    def execute(self, context: Context) -> Outcome:
        """Starts the work; scripts can wait for its end."""
        context.view_layer.update()
        work = self.starting(context)
        if not self.blocking:
            event_loop.start(work)
            return {"FINISHED"}
        return self.outcome_of(event_loop.at_once(work))

    def outcome_of(self, started: Solve | None) -> Outcome:
        """The outcome of the operator; a script waits for the end of the solve."""
        if started is None or not self.blocking:
            return {"FINISHED"}
        session.wait(started)
        return self.end(started.outcome, failed=started.failed)
