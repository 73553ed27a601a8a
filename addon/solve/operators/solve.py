"""Solve and Cancel."""

from collections.abc import Sequence
from functools import partial

import bpy
from bpy.props import BoolProperty, IntProperty
from bpy.types import Context, Event

from ....solver.errors import InputError
from ...character.read_character import read_character
from ...interface.availability import Outcome, the_armature, the_scene
from ...interface.button import Button, push_undo_step, refusable, telling
from ...interface.sentence import worded
from ...motion.capture_length import require_followable
from ...motion.contact_phases import guess_phases
from ...motion.first_frame import first_frame_of
from ...motion.read_scene import read_job
from ...motion.read_sketch import Sketch, read_sketch
from ...motion.use_preset import walk_unless_chosen
from ...result.widened_limits import MOST_SHOWN, widened_limits
from ...runtime import event_loop
from ...runtime.event_loop import WAITING, Work, at_once
from .. import session
from ..name_after_keys import name_after_keys
from ..solving import Solve
from .starts_solve import StartsSolve


class SPACETIME_OT_solve(StartsSolve):
    """Solve."""

    bl_idname = "spacetime.solve"
    bl_label = "Solve"
    bl_description = (
        "Find a physical motion in the background and show it on a ghost, leaving your own action "
        "unchanged. Further motions are queued"
    )

    accept: BoolProperty(
        name="Accept",
        description="Apply the motion to the character immediately instead of showing it on a ghost; for use in "
        "scripts",
        default=False,
        options={"SKIP_SAVE"},
    )
    guess_contacts: BoolProperty(
        name="Guess Contacts",
        description="Detect contact phases from your animation first. Only used with Follow Keys",
        default=False,
        options={"SKIP_SAVE"},
    )

    def invoke(self, context: Context, event: Event) -> Outcome:
        """Starts the solver, with the preset Walk if nothing has been chosen; scripts solve what is set."""
        return self._choose(context) or self.execute(context)

    @refusable
    def _choose(self, context: Context) -> Outcome:
        """Chooses a walk if nothing is chosen."""
        walk = walk_unless_chosen(the_armature(context), the_scene(context))
        if walk is not None:
            self.report(
                {"INFO"}, "No motion was chosen, so a walk was set up; choose another under Start from Preset"
            )
            if walk.uneven:
                self.report({"INFO"}, f"Symmetric is off: {walk.uneven}")
        return set()

    @refusable
    def execute(self, context: Context) -> Outcome:
        """Starts the solver; a script may wait for it."""
        context.view_layer.update()
        armature_object, scene = the_armature(context), the_scene(context)
        follows = armature_object.spacetime.motion.sketch.use
        if follows:
            require_followable(armature_object, scene, read_character(armature_object))
        reading = read_sketch(armature_object, scene, read_character(armature_object)) if follows else None
        beginning = _begin(armature_object, scene, self.accept, self.guess_contacts, reading)
        if follows and not self.blocking:
            event_loop.start(beginning, partial(_keep, self.guess_contacts))
            return {"FINISHED"}
        return self.outcome_of(at_once(beginning))


def _keep(guess_contacts: bool, _started: Solve) -> None:
    """Pushes an undo step for what was read from the animation, before that of the solved motion."""
    if guess_contacts:
        push_undo_step("Make Physical")


def _begin(
    armature_object: bpy.types.Object, scene: bpy.types.Scene, accept: bool, guess_contacts: bool,
    reading: Work[Sketch] | None,
) -> Work[Solve]:  # fmt: skip
    """Reads the animation that the job follows, then queues the job."""
    sketch, remark = None, ""
    if reading is not None:
        sketch = yield from telling("Reading your animation", reading)
        yield WAITING  # the rest takes a separate step
        if guess_contacts:
            guess = guess_phases(armature_object, scene, read_character(armature_object), sketch)
            remark = guess.remark
        name_after_keys(armature_object)
        yield
    job = read_job(armature_object, scene, sketch=sketch)
    first_frame = first_frame_of(armature_object, scene, sketch)
    started = session.start_solve(armature_object, job, first_frame=first_frame, accepts=accept)
    if sketch is not None:
        joints = widened_limits(read_character(armature_object), job.character)
        remark = " ".join(filter(None, (remark, _about_free(sketch), _about_limits(joints))))
    started.remark = remark
    return started


def _about_free(sketch: Sketch) -> str:
    """Message about limbs that are free for lack of keys, and those of their feet that are assumed to stand."""
    remarks, standing, loose = [], ", ".join(sketch.standing), ", ".join(sketch.loose)
    if len(sketch.standing) == 1:
        remarks.append(worded("{feet} stays where it stands unless the hips leap", feet=standing))
    elif sketch.standing:
        remarks.append(worded("{feet} stay where they stand unless the hips leap", feet=standing))
    if len(sketch.loose) == 1:
        remarks.append(worded("{limbs} hangs loose", limbs=loose))
    elif sketch.loose:
        remarks.append(worded("{limbs} hang loose", limbs=loose))
    if not remarks:
        return ""
    return worded("Limbs without keys are free: {limbs}. To change that, key them.", limbs="; ".join(remarks))


def _about_limits(exceeded: Sequence[str]) -> str:
    """Message about joints whose limits were widened for the keys; empty without visible changes."""
    if not exceeded:
        return ""
    joints, count = ", ".join(exceeded[:MOST_SHOWN]), len(exceeded) - MOST_SHOWN
    if count > 0:
        joints = worded("{joints} and {count} more", joints=joints, count=count)
    return f"{worded('Joints exceed their limits to follow your keys: {joints}', joints=joints)}."


class SPACETIME_OT_cancel(Button):
    """Stop."""

    bl_idname = "spacetime.cancel"
    bl_label = "Stop"
    bl_description = "Stop solving and keep the best motion found so far, or remove a queued motion"
    bl_options = {"REGISTER"}

    index: IntProperty(
        name="Queue Position",
        description="Position in the queue: 0 is being solved, 1 is next",
        default=0,
        min=0,
        options={"SKIP_SAVE"},
    )

    @staticmethod
    def why_not(context: Context) -> str:
        """Empty while a solve runs."""
        return "" if session.current() is not None else "Nothing is being solved"

    @refusable
    def execute(self, context: Context) -> Outcome:
        """Asks the solver to stop; its motion arrives as after any solve."""
        if self.index > len(session.waiting()):
            raise InputError(
                f"There is no motion at position {self.index}; the queue has {len(session.waiting())}"
            )
        session.cancel(self.index)
        return {"FINISHED"}
