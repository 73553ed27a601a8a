"""Find Alternatives, More Like This, Find Trade-Offs, Find In-Between, Stop and Side by Side."""

from functools import partial

import bpy
from bpy.props import BoolProperty
from bpy.types import Context

from ....solver.commands.explore_request import FrontRequest, VariationsRequest
from ....solver.job.job import Job
from ...interface.availability import Outcome, the_armature, the_scene, why_no_character
from ...interface.button import Button, InSteps, MayWait, Report, refusable, show_outcome, telling
from ...result.clip_on_action import clip_from, has_clip, is_attempt
from ...result.lineup import adding_lineup, lineup_of, remove_lineup, takes_to_line_up
from ...result.other_body import has_other_body
from ...result.takes import active_take
from ...runtime import event_loop
from ...runtime.event_loop import Work, at_once
from ..requests import FIRST_FILE, counted_bodies, front_request, like_request, variations_request
from ..search import EXPLORER, Exploration, is_exploring, reading, why_not_explored, with_takes
from ..sliding import finding_between, why_no_between


class _Searches(MayWait):
    """Base of operators that search for motions; scripts can wait for them."""

    bl_options = {"REGISTER"}  # each take is an undo step

    def search(self, work: Work[str]) -> Outcome:
        """Starts a search, or runs it to the end if blocking."""
        if self.blocking:
            return self.end(at_once(with_takes(work)), failed=False)
        event_loop.start(telling("Finding motions", work), show_outcome, owner=EXPLORER, holds_data=False)
        return {"FINISHED"}


class _Find(_Searches):
    """Base of searches that read the character's own motion first."""

    @staticmethod
    def why_not(context: Context) -> str:
        """Empty if there is a character with fixed timing and no search is running."""
        reason = why_no_character(context)
        if not reason and is_exploring():
            reason = "Motions are already being searched for; stop that first"
        return reason or why_not_explored(the_armature(context))

    def request(self, context: Context) -> VariationsRequest | FrontRequest:
        """The request to the solver."""
        raise NotImplementedError  # not an abstract method: Blender's classes have their own metaclass

    @refusable
    def execute(self, context: Context) -> Outcome:
        """Starts the solver; a script may wait for it."""
        context.view_layer.update()
        armature_object = the_armature(context)
        request, job = self.request(context), reading(armature_object, the_scene(context))
        if not self.blocking:
            begin = partial(_begin, armature_object, request)
            event_loop.start(telling("Reading your animation", job), begin, owner=EXPLORER)
            return {"FINISHED"}
        return self.search(Exploration(armature_object, at_once(job), request).work())


def _is_solved(action: bpy.types.Action | None) -> bool:
    return has_clip(action) and not is_attempt(action)


def _begin(armature_object: bpy.types.Object, request: VariationsRequest | FrontRequest, job: Job) -> None:
    work = Exploration(armature_object, job, request).work()
    event_loop.start(telling("Finding motions", work), show_outcome, owner=EXPLORER, holds_data=False)


class SPACETIME_OT_find_alternatives(_Find):
    """Find Alternatives."""

    bl_idname = "spacetime.find_alternatives"
    bl_label = "Find Alternatives"
    bl_description = (
        "Find different physical motions that reach the same goals, in the background. Each becomes a take as "
        "soon as it is found"
    )

    def request(self, context: Context) -> VariationsRequest:
        """Request for different motions."""
        armature_object = the_armature(context)
        return variations_request(armature_object, counted_bodies(context, armature_object))


class SPACETIME_OT_find_like(_Searches):
    """More Like This, and Less Like This."""

    bl_idname = "spacetime.find_like"
    bl_label = "More Like This"
    bl_description = (
        "Find alternatives that resemble or differ from the take selected in the list, in the "
        "background. Each becomes a take as soon as it is found"
    )

    is_less: BoolProperty(name="Less", description="Find motions that differ from the take", default=False)

    @staticmethod
    def why_not(context: Context) -> str:
        """Empty if a solved take is selected and no search is running."""
        reason = why_no_character(context)
        if not reason and is_exploring():
            reason = "Motions are already being searched for; stop that first"
        if not reason and not _is_solved(active_take(the_armature(context))):
            reason = "Select a solved take in the list first"
        if not reason and has_other_body(active_take(the_armature(context))):
            reason = "This take has different proportions; select another one"
        return reason

    @refusable
    def execute(self, context: Context) -> Outcome:
        """Starts the solver; a script may wait for it."""
        armature_object = the_armature(context)
        take = active_take(armature_object)
        assert take is not None
        clip = clip_from(take)
        bodies = counted_bodies(context, armature_object)
        request = like_request(armature_object, bodies, is_less=self.is_less)
        return self.search(Exploration(armature_object, clip.job, request, files={FIRST_FILE: clip}).work())


class SPACETIME_OT_find_trade_offs(_Find):
    """Find Trade-Offs."""

    bl_idname = "spacetime.find_trade_offs"
    bl_label = "Find Trade-Offs"
    bl_description = (
        "Find the motion of least effort for each step of a quantity, such as the height of a "
        "jump, in the background. Each becomes a take as soon as it is found"
    )

    def request(self, context: Context) -> FrontRequest:
        """Request for the least effort at each step of the quantity."""
        return front_request(the_armature(context))


class SPACETIME_OT_find_between(_Searches):
    """Find In-Between."""

    bl_idname = "spacetime.find_between"
    bl_label = "Find In-Between"
    bl_description = (
        "Find the physical motion between the first take and the second, at the position of the "
        "slider, in the background. It replaces the previous in-between"
    )

    @staticmethod
    def why_not(context: Context) -> str:
        """Empty if there are two takes and no search is running."""
        return why_no_character(context) or why_no_between(the_armature(context))

    @refusable
    def execute(self, context: Context) -> Outcome:
        """Starts the solver; a script may wait for it."""
        armature_object = the_armature(context)
        return self.search(finding_between(armature_object, counted_bodies(context, armature_object)))


class SPACETIME_OT_stop_exploring(Button):
    """Stop."""

    bl_idname = "spacetime.stop_exploring"
    bl_label = "Stop"
    bl_description = "Stop finding motions and keep those already found"
    bl_options = {"REGISTER"}

    @staticmethod
    def why_not(context: Context) -> str:
        """Empty while a search is running."""
        return "" if is_exploring() else "No motions are being found"

    def execute(self, context: Context) -> Outcome:
        """Ends the process."""
        event_loop.drop(EXPLORER)
        return {"FINISHED"}


class SPACETIME_OT_line_up(InSteps):
    """Side by Side."""

    bl_idname = "spacetime.line_up"
    bl_label = "Side by Side"
    bl_description = (
        "Show the last eight takes on ghosts in a row, spaced by Offset. Press again to remove them"
    )

    @staticmethod
    def why_not(context: Context) -> str:
        """Empty if there are takes or a row of ghosts."""
        reason = why_no_character(context)
        if (
            not reason
            and not takes_to_line_up(the_armature(context))
            and not lineup_of(the_armature(context))
        ):
            reason = "There are no other solved takes; press Find Alternatives"
        return reason

    def work(self, context: Context) -> Work[Report]:
        """Shows the row of ghosts, or removes it."""
        return _line_up(the_armature(context))


def _line_up(armature_object: bpy.types.Object) -> Work[Report]:
    if lineup_of(armature_object):
        remove_lineup(armature_object)
        return "INFO", "The takes are no longer shown side by side"
    number = yield from adding_lineup(armature_object)
    return "INFO", f"{number} takes are shown side by side"
