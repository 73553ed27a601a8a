"""Shows a solved variation on a ghost, keeps it as a take, or hides it."""

from functools import partial

from bpy.props import IntProperty
from bpy.types import Context

from ....solver.errors import InputError
from ....solver.store.sample_table import SOLVED
from ...interface.availability import Outcome, the_armature, why_no_character
from ...interface.button import Button, refusable
from ...solve import session
from ..panel_values import settings_in
from ..session import spaces
from ..shown_sample import ShownSample


class SPACETIME_OT_show_sample(Button):
    """Show Variation."""

    bl_idname = "spacetime.show_sample"
    bl_label = "Show Variation"
    bl_description = (
        "Show this variation on the ghost and move the sliders to it. Without a solution, the closest attempt "
        "is shown; it is not physical and cannot be kept as a take"
    )
    bl_options = {"REGISTER"}

    index: IntProperty(
        name="Index",
        description="Index of the variation, starting from 0",
        min=0,
        options={"SKIP_SAVE"},
    )

    @refusable
    def execute(self, context: Context) -> Outcome:
        """Shows it."""
        armature_object = the_armature(context)
        state = spaces.state_of(armature_object)
        found = state.solved
        row = found.rows[self.index] if found is not None and self.index < len(found.rows) else None
        if found is None or row is None or not (row.state == SOLVED or row.has_attempt):
            raise InputError(f"The variation with index {self.index} has no motion yet")
        if row.state == SOLVED:
            for name, share in found.shares(row).items():
                slider = armature_object.spacetime.space.dimensions.get(name)
                if slider is not None:
                    slider.at = share
        spaces.show(state, row)
        return {"FINISHED"}


class _OnShownSample(Button):
    """Base of operators on the displayed sample."""

    @staticmethod
    def why_not(context: Context) -> str:
        """Empty if a ghost shows a motion of the character's space."""
        reason = why_no_character(context)
        return reason or ("" if _shown(context) else "No variation is selected; click one first")


class SPACETIME_OT_keep_sample(_OnShownSample):
    """Keep."""

    bl_idname = "spacetime.keep_sample"
    bl_label = "Keep as Take"
    bl_description = (
        "Add the selected variation to the list of takes so that you can accept, change or export it"
    )
    bl_options = {"REGISTER"}  # the undo step is pushed when the motion is there

    @staticmethod
    def why_not(context: Context) -> str:
        """Empty if the ghost shows a solved motion."""
        reason, sample = _OnShownSample.why_not(context), None
        if not reason:
            sample = _shown(context)
        is_attempt = sample is not None and sample.is_attempt
        return "This variation has no solution; click another" if is_attempt else reason

    @refusable
    def execute(self, context: Context) -> Outcome:
        """Fetches the clip in the background."""
        sample, found = _shown(context), spaces.state_of(the_armature(context)).solved
        assert sample is not None
        assert sample.row is not None
        assert found is not None
        if sample.character is None:
            raise InputError(f"The character of '{sample.name}' no longer exists")
        settings = settings_in(sample.row.parameters, the_armature(context).spacetime.space)
        fetch = partial(found.clip, sample.name)
        session.start_fetch(
            sample.character, found.job, fetch, settings=settings, parameters=sample.row.parameters,
            variation=found.name(sample.row),
        )  # fmt: skip
        return {"FINISHED"}


class SPACETIME_OT_hide_sample(_OnShownSample):
    """Hide."""

    bl_idname = "spacetime.hide_sample"
    bl_label = "Hide"
    bl_description = "Stop showing the selected variation"
    bl_options = {"REGISTER"}

    def execute(self, context: Context) -> Outcome:
        """Hides it."""
        spaces.hide()
        return {"FINISHED"}


def _shown(context: Context) -> ShownSample | None:
    """The sample of the active character's space that a ghost shows."""
    return spaces.shown(spaces.state_of(the_armature(context)))
