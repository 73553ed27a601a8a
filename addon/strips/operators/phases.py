"""Drags, adds and removes phases of contacts on the timeline."""

import math
from typing import ClassVar

from bpy.props import BoolProperty, FloatProperty, IntProperty
from bpy.types import Context, Event

from ....solver.errors import InputError
from ...blender.rest_pose import armature_data
from ...interface.availability import Outcome, the_armature, the_scene, why_no_armature
from ...interface.button import Button, refusable
from ...interface.drag import Drag
from ...interface.status_bar import say
from ...runtime.event_loop import redraw
from ..lane import Lane, Phase
from ..read_strips import frame_under, read_strips, seen_keys, seen_strips, timing_words
from ..view import BarGrip, BarPart, Strips, grip_at, is_on_key
from ..write_strips import current_phases, restore_phases, write_lane

STILL = 3  # pixels of mouse movement tolerated in a click


class _OnStrips(Button):
    """Base of operators on a contact given by the mouse or by its index."""

    contact: IntProperty(
        name="Contact", description="Index of the contact, starting from 0", min=0, options={"SKIP_SAVE"}
    )

    @staticmethod
    def why_not(context: Context) -> str:
        """Empty if there is a contact."""
        reason = why_no_armature(context)
        if not reason and not len(armature_data(the_armature(context)).spacetime.contacts):
            reason = "There are no contacts; press Fit Bodies or Add Contact"
        return reason

    def _read(self, context: Context) -> tuple[Strips, Lane]:
        """All lanes, and the lane of the contact.

        Raises:
            InputError: there is no such contact or motion.
        """
        strips = read_strips(the_armature(context), the_scene(context))
        if strips is None:
            raise InputError("There are no keys to follow; key a few poses or disable Follow Keys")
        if self.contact >= len(strips.lanes):
            last = len(strips.lanes) - 1
            raise InputError(f"There is no contact with index {self.contact}; the last is {last}")
        return strips, strips.lanes[self.contact]

    def _write(self, context: Context, strips: Strips, lane: Lane) -> None:
        write_lane(the_armature(context), self.contact, lane, is_mirrored=strips.is_mirrored)
        redraw()


class SPACETIME_OT_drag_phase(_OnStrips, Drag):
    """Drag Contact."""

    bl_idname = "spacetime.drag_phase"
    bl_label = "Drag Contact"
    bl_description = (
        "Drag the bar under the pointer, or its nearer end, to another frame. Ctrl-click to add a bar"
    )
    bl_options = {"UNDO", "BLOCKING"}  # with REGISTER, the redo panel would cover the lanes

    phase: IntProperty(
        name="Phase",
        description="Index of the phase, starting from 0. The next free index adds a phase",
        min=0,
        options={"SKIP_SAVE"},
    )
    start: FloatProperty(
        name="Start",
        description="Start of the contact, as a fraction of the motion: 0 is its start, 1 its end",
        subtype="FACTOR",
        min=0.0,
        max=1.0,
        options={"SKIP_SAVE"},
    )
    duration: FloatProperty(
        name="Duration",
        description="Duration of the contact, as a fraction of the motion",
        subtype="FACTOR",
        default=0.2,
        min=0.0,
        max=1.0,
        options={"SKIP_SAVE"},
    )
    adds: BoolProperty(
        name="Add",
        description="Add a bar in an empty part of the track",
        default=False,
        options={"SKIP_SAVE", "HIDDEN"},
    )

    @refusable
    def execute(self, context: Context) -> Outcome:
        """Sets one phase."""
        strips, lane = self._read(context)
        if self.phase > len(lane.phases):
            raise InputError(f"'{lane.name}' has {len(lane.phases)} phases, but none with index {self.phase}")
        phase_at_frames = Phase(self.start * lane.steps, self.duration * lane.steps)
        self._write(context, strips, lane.with_phase(self.phase, phase_at_frames))
        return {"FINISHED"}

    def invoke(self, context: Context, event: Event) -> Outcome:
        """Grabs a bar under the mouse; elsewhere, the event is passed to the timeline."""
        outcome = self.hold(context, event)
        return self._begin(context, is_held=True) if outcome == {"RUNNING_MODAL"} else outcome

    def hold(self, context: Context, event: Event) -> Outcome:
        """Grabs a bar under the mouse or its end, or adds one."""
        grip, strips = _under_mouse(context, event), read_strips(the_armature(context), the_scene(context))
        if strips is None or grip is None or (grip.phase is None) != self.adds:
            return {"PASS_THROUGH"}
        lane = strips.lanes[grip.lane]
        grown = lane.added(grip.at) if self.adds else lane
        if grown is None:
            return {"PASS_THROUGH"}
        self._before = current_phases(the_armature(context))
        self.contact, self.phase = grip.lane, len(lane.phases) if grip.phase is None else grip.phase
        self._strips, self._lane, self._part = strips, grown, BarPart.END if self.adds else grip.part
        self._pressed, self._from = float(event.mouse_region_x), frame_under(context, event)
        if self.adds:
            self._show(context, grown)
        return {"RUNNING_MODAL"}

    def follow(self, context: Context, event: Event) -> None:
        """Drags the bar, once the mouse has left the point of the press."""
        if abs(event.mouse_region_x - self._pressed) >= STILL:
            self._pressed = -math.inf
            self._show(context, self._dragged(frame_under(context, event) - self._from))

    def let_go(self, context: Context, _: Event) -> Outcome:
        """Ends the drag; an unmoved bar adds no undo step."""
        return {"FINISHED"} if current_phases(the_armature(context)) != self._before else {"CANCELLED"}

    def take_back(self, context: Context) -> None:
        """Restores all contacts."""
        restore_phases(the_armature(context), self._before)
        redraw()

    def _dragged(self, offset: float) -> Lane:
        """The original lane with the bar dragged by ``offset`` frames."""
        lane, phase = self._lane, self._lane.phases[self.phase]
        if self._part is BarPart.START:
            return lane.started(self.phase, phase.start + offset)
        if self._part is BarPart.END:
            return lane.ended(self.phase, phase.end + offset)
        return lane.moved(self.phase, phase.start + offset)

    def _show(self, context: Context, lane: Lane) -> None:
        """Writes the lane and describes it in the status bar."""
        self._write(context, self._strips, lane)
        phase = lane.phases[self.phase]
        self.start, self.duration = phase.start / lane.steps, phase.length / lane.steps
        first, length = self._strips.first + phase.start, phase.length
        word = timing_words(the_armature(context).spacetime.motion)[lane.timing]
        say(
            context,
            f"{lane.name}: frame {_frame_text(first)} to {_frame_text(first + length)}, {_frame_text(length)} frames. "
            f"Timing: {word}. Press Esc or right-click to cancel",
        )


def _frame_text(frames: float) -> str:
    """A number of frames, which may be fractional for detected or searched contacts."""
    return f"{round(frames, 1):g}"


class SPACETIME_OT_add_phase(_OnStrips):
    """Add Phase."""

    bl_idname = "spacetime.add_phase"
    bl_label = "Add Phase"
    bl_description = "Add a phase to this contact at the current frame, or in the first gap"
    bl_options = {"UNDO"}

    @refusable
    def execute(self, context: Context) -> Outcome:
        """Adds the phase."""
        strips, lane = self._read(context)
        places = (the_scene(context).frame_current - strips.first, 0.0, *(phase.end for phase in lane.phases))
        grown = next((each for each in map(lane.added, places) if each is not None), None)
        if grown is None:
            raise InputError(f"'{lane.name}' is in contact throughout; shorten one of its phases first")
        self._write(context, strips, grown)
        return {"FINISHED"}


class SPACETIME_OT_remove_phase(_OnStrips):
    """Remove Phase."""

    bl_idname = "spacetime.remove_phase"
    bl_label = "Remove Phase"
    bl_description = "Remove this phase, or the bar under the pointer on the timeline"
    bl_options = {"UNDO"}

    phase: IntProperty(
        name="Phase", description="Index of the phase, starting from 0", min=0, options={"SKIP_SAVE"}
    )

    def invoke(self, context: Context, event: Event) -> Outcome:
        """Removes the given phase, or else the bar under the mouse."""
        if self.properties.is_property_set("phase"):
            return self.execute(context)
        grip = _under_mouse(context, event)
        if grip is None or grip.phase is None:
            return {"PASS_THROUGH"}
        self.contact, self.phase = grip.lane, grip.phase
        return self.execute(context)

    @refusable
    def execute(self, context: Context) -> Outcome:
        """Removes the phase."""
        strips, lane = self._read(context)
        if self.phase >= len(lane.phases):
            raise InputError(f"'{lane.name}' has {len(lane.phases)} phases, but none with index {self.phase}")
        self._write(context, strips, lane.removed(self.phase))
        return {"FINISHED"}


class SPACETIME_OT_point_at_phase(_OnStrips):
    """Highlight Contact."""

    bl_idname = "spacetime.point_at_phase"
    bl_label = "Highlight Contact"
    bl_description = "Change the pointer over parts of the timeline that can be dragged"
    bl_options = {"INTERNAL"}

    is_ours: ClassVar[bool] = False  # whether this operator changed the pointer

    def invoke(self, context: Context, event: Event) -> Outcome:
        """Changes the pointer and passes the event on."""
        grip = _under_mouse(context, event)
        over = grip is not None and grip.phase is not None
        kind = SPACETIME_OT_point_at_phase
        if context.window is not None and (over or kind.is_ours):
            edge = grip is not None and grip.part is not BarPart.MIDDLE
            context.window.cursor_set(("MOVE_X" if edge else "HAND") if over else "DEFAULT")
            kind.is_ours = over
        return {"PASS_THROUGH"}


def _under_mouse(context: Context, event: Event) -> BarGrip | None:
    seen, mouse = seen_strips(context), (event.mouse_region_x, event.mouse_region_y)
    grip = grip_at(*seen, mouse) if seen is not None else None
    if seen is None or grip is None or is_on_key(seen_keys(the_armature(context)), seen[1], mouse):
        return None
    return grip
