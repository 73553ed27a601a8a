"""What windows say of errors: the panel's own label where the solver tells the path of a field."""

import bpy
import pytest
from bl_ext.user_default.spacetime_animator.addon.announcement import LABELS, announced, announced_sentence
from bl_ext.user_default.spacetime_animator.addon.locale import LANGUAGES, OWN_SENSE
from bl_ext.user_default.spacetime_animator.addon.motion.examples import add_example
from bl_ext.user_default.spacetime_animator.addon.runtime.event_loop import at_once
from bl_ext.user_default.spacetime_animator.addon.spaces.session import spaces
from bl_ext.user_default.spacetime_animator.solver.errors import InputError
from bl_ext.user_default.spacetime_animator.solver.messages import Error
from bl_ext.user_default.spacetime_animator.solver.sentence import Moment, Sentence

from tests.support.characters import activate
from tests.support.ipopt import needs_ipopt
from tests.support.panels import words
from tests.support.varied_motions import add, clips, drawn, space, state

pytestmark = pytest.mark.once


@pytest.mark.parametrize(
    ("message", "field", "told"),
    [
        ("the bone 'a' is its own Body Parent", "", "The bone 'a' is its own Body Parent"),
        ("walk.bvh is empty", "", "walk.bvh is empty"),
        ("'walk' is empty", "", "'walk' is empty"),
        (
            "there is no such clip store",
            "/home/me/a.sqlite",
            "/home/me/a.sqlite: there is no such clip store",
        ),
        ("expected a number", "job.json", "job.json: expected a number"),
        ("expected a length above 0 s", "job.timing.length", "Length: expected a length above 0 s"),
        ("expected more than 0", "job.timing.fps", "Frame Rate: expected more than 0"),
        ("lower 2 is above upper 1", "job.constraints[12].lower", "Goals: lower 2 is above upper 1"),
        ("the body 'a' needs a mass", "character.bodies[0].mass", "The body 'a' needs a mass"),
        ("expected a name", "space.name", "Name: expected a name"),
    ],
)
def test_a_field_is_told_by_the_panels_label(message, field, told):
    error = InputError(message, field=field)
    assert announced(error) == told
    assert announced(InputError(told)) == told
    assert (
        announced(Error.of(error.sentence, error.field).as_input_error) == told
    )  # by way of the solver's process
    assert str(error) == (f"{field}: {message}" if field else message)  # as scripts and the log have it


def test_moments_stay_numbers():
    late = Moment(12, 0.5)
    error = InputError(Sentence.of("no value at ", late), field="job.constraints[0]")
    assert announced_sentence(error).parts == ("Goals: ", "no value at ", late)
    assert announced_sentence(InputError(Sentence.of(late, " is late"))).parts == (late, " is late")


def test_labels_are_those_of_the_panels_and_have_german():
    panels = [each for each in bpy.types.Panel.__subclasses__() if each.__name__.startswith("SPACETIME")]
    groups = [
        each for each in bpy.types.PropertyGroup.__subclasses__() if each.__name__.startswith("SPACETIME")
    ]
    known = {panel.bl_label for panel in panels} | {"Frame Rate"}  # Blender's own
    known |= {prop.name for group in groups for prop in group.bl_rna.properties}
    labels = set(filter(None, LABELS.values()))
    assert labels <= known
    german = {english for context, english in LANGUAGES["de_DE"] if context in (OWN_SENSE, "*")}
    assert labels - {"Frame Rate", "Name"} <= german  # Blender has them


@needs_ipopt
def test_the_panel_of_many_motions_tells_labels(tmp_path):
    activate(at_once(add_example(bpy.context.scene, "HOPPER")))
    clips().store, clips().workers = str(tmp_path / "clips.sqlite"), 1
    row = add("SETTING", 0.5, 1.0, 0.5, setting="OTHER", path="options.noize", name="odd")
    with pytest.raises(
        RuntimeError, match=r"Error: What Varies: there is no 'noize' at 'options.noize'; did you"
    ):
        bpy.ops.spacetime.preview_space()
    space().where = "odd > 9"
    with pytest.raises(RuntimeError, match="Error: Only Where: no sample is left"):
        bpy.ops.spacetime.preview_space()
    space().where, row.path = "", "timing.fps"
    row.low, row.high, row.steps = -8.0, 30.0, 2
    assert bpy.ops.spacetime.generate_space(blocking=True) == {"FINISHED"}
    (failed,) = (each for each in state().solved.rows if each.state == "failed")
    assert failed.field == "job.timing.fps"  # as the store and the API have it
    assert failed.reason.startswith("expected more than 0 and at most 10000 frames")
    assert "Frame Rate: expected more than 0 and at most 10000 frames" in words(drawn()).replace(" | ", " ")
    row.high, state().solved = 68.0, None  # others have that name, whom the panel does not know
    with pytest.raises(RuntimeError, match="Error: Name: the store has another space named 'Variation'"):
        bpy.ops.spacetime.generate_space(blocking=True)
    spaces.stop()
