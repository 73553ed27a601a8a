"""Edit Interval: drag over frames of a timeline to limit the next operations to them."""

import bpy
from bpy.props import IntProperty
from bpy.types import Context, Event

from ....solver.errors import InputError
from ...interface.availability import Outcome, the_scene
from ...interface.button import refusable
from ...interface.drag import Drag
from ...interface.status_bar import say
from ...strips.read_strips import frame_in, timeline_under_mouse

WAITING = "Drag over the frames to change in a timeline. Press Esc or right-click to cancel"
HOLDING = "Frames {first} to {last}, {count} frames. Release to change them alone"


class SPACETIME_OT_edit_interval(Drag):
    """Edit Interval."""

    bl_idname = "spacetime.edit_interval"
    bl_label = "Edit Interval"
    bl_description = (
        "Drag over frames in a timeline. Smooth, Shake, Reweight, Continue and Snap then change only these, and "
        "the timeline plays only these. Click without dragging to change all frames again"
    )
    bl_options = {"REGISTER", "UNDO", "BLOCKING"}
    waiting = WAITING

    first: IntProperty(name="From", description="First frame of the interval", options={"SKIP_SAVE"})
    last: IntProperty(name="To", description="Last frame of the interval", options={"SKIP_SAVE"})

    @refusable
    def execute(self, context: Context) -> Outcome:
        """Sets the interval, or clears it without frames."""
        scene = the_scene(context)
        if self.first > self.last:
            raise InputError(f"From must not be after To, found {self.first} and {self.last}")
        is_set = self.properties.is_property_set("first") and self.first < self.last
        self._set(scene, (self.first, self.last) if is_set else None)
        return {"FINISHED"}

    def hold(self, context: Context, event: Event) -> Outcome:
        """Begins at the frame under the mouse if that is over a timeline."""
        region, scene = timeline_under_mouse(context, event), the_scene(context)
        if region is None:
            return {"PASS_THROUGH"}
        self._before = scene.use_preview_range, scene.frame_preview_start, scene.frame_preview_end
        self._region, self._from = region, round(frame_in(region, event.mouse_x))
        return {"RUNNING_MODAL"}

    def follow(self, context: Context, event: Event) -> None:
        """Shows the interval so far in the timeline."""
        first, last = self._interval(event)
        if first < last:
            self._set(the_scene(context), (first, last))
            say(context, HOLDING.format(first=first, last=last, count=last - first + 1))

    def let_go(self, context: Context, event: Event) -> Outcome:
        """Keeps the interval."""
        self.first, self.last = self._interval(event)
        return self.execute(context)

    def take_back(self, context: Context) -> None:
        """Restores the previous interval."""
        is_used, first, last = self._before
        scene = the_scene(context)
        self._set(scene, (first, last))
        scene.use_preview_range = is_used

    def _interval(self, event: Event) -> tuple[int, int]:
        """First and last frame of the drag."""
        at = round(frame_in(self._region, event.mouse_x))
        return min(self._from, at), max(self._from, at)

    @staticmethod
    def _set(scene: bpy.types.Scene, interval: tuple[int, int] | None) -> None:
        """Sets the preview range; Blender moves one end along if the other passes it."""
        scene.use_preview_range = interval is not None
        if interval is not None:
            scene.frame_preview_start, scene.frame_preview_end = interval
            scene.frame_preview_start = interval[0]
