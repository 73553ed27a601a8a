"""What buttons share that start a solve of something they have to work out first."""

from bpy.types import Context

from ...interface.availability import Outcome
from ...interface.button import MayWait, refusable
from ...runtime import event_loop
from ...runtime.event_loop import Work
from .. import session
from ..solving import Solve


class StartsSolve(MayWait):
    """A button whose work ends with a motion in line to be solved; a script may wait for that, too."""

    bl_options = {"REGISTER"}  # the undo step is pushed when the motion is there

    def starting(self, context: Context) -> Work[Solve | None]:
        """Puts it in line; None where nothing needs to be solved."""
        raise NotImplementedError  # not an abstract method: Blender's classes have a metaclass of their own

    @refusable
    def execute(self, context: Context) -> Outcome:
        """Begins the work; a script may wait for its end."""
        context.view_layer.update()
        work = self.starting(context)
        if not self.blocking:
            event_loop.start(work)
            return {"FINISHED"}
        started = event_loop.at_once(work)
        if started is None:
            return {"FINISHED"}
        session.wait(started)
        return self.end(started.outcome, failed=started.failed)
