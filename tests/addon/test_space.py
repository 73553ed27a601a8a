"""Many motions at once, from the panel to clips on sliders, with the real solver beside Blender."""

import math
import subprocess
import sys
import time
from functools import partial
from pathlib import Path

import bpy
import numpy as np
import pytest
from bl_ext.user_default.spacetime_animator.addon import preferences
from bl_ext.user_default.spacetime_animator.addon.files.export_names import fill_in
from bl_ext.user_default.spacetime_animator.addon.files.export_takes import known_of
from bl_ext.user_default.spacetime_animator.addon.motion.read_scene import read_job
from bl_ext.user_default.spacetime_animator.addon.result.clip_on_action import variation_of
from bl_ext.user_default.spacetime_animator.addon.solve import session
from bl_ext.user_default.spacetime_animator.addon.spaces.read_space import read_space
from bl_ext.user_default.spacetime_animator.addon.spaces.session import spaces
from bl_ext.user_default.spacetime_animator.solver.problem.formulate import formulate
from bl_ext.user_default.spacetime_animator.solver.space.sampling import LatinHypercube, Sobol
from bl_ext.user_default.spacetime_animator.solver.store.clip_store import ClipStore

from tests.addon.rigs import cast_with_a_small_one
from tests.support.event_turns import turn_until
from tests.support.ipopt import needs_ipopt
from tests.support.panels import operators, shown_properties, words
from tests.support.seconds import expect_mostly_free, seconds_of
from tests.support.varied_motions import (
    add,
    clips,
    drawn,
    lamp,
    shown,
    space,
    state,
    walker,
    way_of,
)

__all__ = ["lamp", "walker"]  # fixtures

ROOT = Path(__file__).resolve().parents[2]


def jobs(rig):
    """Give the job of every sample, by the sample's name."""
    found = read_space(rig, bpy.context.scene)
    samples = [found.sample(point) for point in found.points()]
    return {sample.name: sample.job for sample in samples}


def test_speed_and_turn_are_what_the_panel_would_ask_for(walker):
    motion = bpy.context.object.spacetime.motion
    motion.is_mirrored = False
    add("SPEED", 0.8, 1.6, 0.4)
    add("TURN", 0.0, 45.0, 45.0)
    found = jobs(walker)
    assert len(found) == 6
    for speed, turn in ((0.8, 0.0), (1.2, 45.0), (1.6, 45.0)):
        motion.speed, motion.turn = speed, math.radians(turn)
        expected = read_job(walker, bpy.context.scene).cycle
        cycle = found[f"Variation speed={speed:g} turn={turn:g}"].cycle
        assert cycle.yaw == pytest.approx(expected.yaw, abs=1e-6)
        np.testing.assert_allclose(cycle.translation, expected.translation, atol=1e-6)


@pytest.mark.parametrize(
    ("kind", "others"),
    [
        ("CROUCH", {}),
        ("LIMP", {}),
        ("LIMP", {"bone": "foot.L"}),
        ("LOAD", {"bone": "chest"}),
        ("SETTING", {"setting": "EFFORT"}),
        ("SETTING", {"setting": "OTHER", "path": "options.noise"}),
        ("FORMULA", {"formula": "com.z", "bound": "AT_MOST"}),
    ],
)
def test_every_kind_is_a_problem_that_fits_together(walker, kind, others):
    add(kind, 0.5, 1.0, 0.5, **others)
    low, high = jobs(walker).values()
    assert formulate(low).size == formulate(high).size > 0
    assert low != high


def test_a_load_weighs_and_a_setting_sets(walker):
    add("LOAD", 0.0, 20.0, 20.0, bone="chest")
    add("SETTING", 0.8, 1.2, 0.2, setting="LENGTH", name="length")
    found = jobs(walker)
    light, heavy = found["Variation load=0 length=0.8"], found["Variation load=20 length=0.8"]
    assert heavy.character.mass - light.character.mass == pytest.approx(20.0)
    assert found["Variation load=0 length=1.2"].timing.length == pytest.approx(1.2)


def test_characters_of_a_collection_walk_at_their_own_speed(walker):
    cast, _ = cast_with_a_small_one(walker, 0.5)
    add("CHARACTER", 0, 1, 1, collection=cast)
    add("SPEED", 1.0, 1.2, 0.2)
    found = jobs(walker)
    assert len(found) == 4
    sizes = {job.character.bodies[0].position[2] for job in found.values()}
    assert len(sizes) == 2
    assert bpy.ops.spacetime.preview_space() == {"FINISHED"}


def test_the_grid_is_counted_and_listed_without_solving(walker):
    add("SPEED", 1.0, 1.4, 0.2)
    add("CROUCH", 0.0, 0.1, 0.1)
    assert bpy.ops.spacetime.preview_space() == {"FINISHED"}
    text = words(drawn())
    assert "3 speed x 2 crouch = 6 variations" in text
    assert "speed 1.2 crouch 0.1" in text
    space().where = "speed < 1.3"
    bpy.ops.spacetime.preview_space()
    assert len(state().listed) == 4


@pytest.mark.parametrize(("way", "kind"), [("EVENLY", Sobol), ("BY_LOT", LatinHypercube)])
def test_motions_are_spread_over_the_space(walker, way, kind):
    add("SPEED", 1.0, 1.4, 0.2)
    add("CROUCH", 0.0, 0.1, 0.1)
    space().sampling, space().count, space().seed = way, 8, 3
    found = read_space(walker, bpy.context.scene)
    assert found.sampling == kind(8, 3)
    points = found.points()
    assert len(np.unique(points[:, 0])) == len(np.unique(points[:, 1])) == 8
    assert bpy.ops.spacetime.preview_space() == {"FINISHED"}
    items = drawn()
    assert "8 variations over speed and crouch" in words(items)
    assert "Solving two motions to estimate the time" in words(items)
    assert shown_properties(items) >= {"sampling", "count", "seed"}


def test_rows_are_drawn_with_tooltips(walker):
    for kind in ("SPEED", "CROUCH", "LIMP", "LOAD", "CHARACTER", "SETTING", "FORMULA"):
        bpy.ops.spacetime.add_dimension(kind=kind)
    for row in space().dimensions:
        row.is_open, row.setting = True, "OTHER"
    space().dimensions[-1].formula = "com.zz +"
    items = drawn()
    assert shown_properties(items) >= {
        *(
            "name",
            "use",
            "kind",
            "low",
            "high",
            "steps",
            "bone",
            "collection",
            "setting",
            "path",
            "formula",
        ),
        *("bound", "of", "space_name", "where", "store", "workers"),
    }
    assert "Error at:" in words(items)  # the formula's fault, as it is typed
    assert "bpy.ops.spacetime.generate_space" in operators(items)


def test_what_cannot_be_is_told(walker, tmp_path):
    def refuse(operator, reason):
        with pytest.raises(RuntimeError, match=reason):
            getattr(bpy.ops.spacetime, operator)()

    refuse("remove_dimension", "There is no variation to remove")
    refuse("stop_space", "No variations are being solved")
    refuse("keep_sample", "No variation is selected; click one first")
    refuse("preview_space", "Nothing varies yet; press Vary")
    row = add("TURN", 0.0, 1.0, 1.0)
    refuse("preview_space", "'turn': a symmetric motion cannot turn; disable Symmetric")
    row.kind, row.name = "LOAD", "too heavy"
    refuse("preview_space", "expected letters, digits and _; found 'too heavy'")
    row.kind, row.name, row.low = "SPEED", "speed", 2.0
    refuse("preview_space", "'speed': From must be below To, found 2 and 1")
    row.low, row.high, row.steps = 0.0, 1.0, 1000
    for kind in ("CROUCH", "LIMP"):
        bpy.ops.spacetime.add_dimension(kind=kind)
    refuse("preview_space", "9000 motions are too many to list")
    clips().store = str(tmp_path / "nowhere" / "clips.sqlite")
    refuse("generate_space", "There is no folder")
    own = bpy.utils.extension_path_user(preferences.ROOT_PACKAGE, path="clips", create=True)
    clips().store = f"{own}/clips.sqlite"
    refuse("generate_space", "Blender deletes this folder when the extension is removed")


@needs_ipopt
def test_from_generate_to_a_take_while_blender_stays_free(lamp, tmp_path):
    bpy.ops.wm.save_as_mainfile(filepath=str(tmp_path / "hop.blend"))
    add("SPEED", 0.3, 0.5, 0.1)
    add("SETTING", -9.81, 0.0, 9.81, setting="GRAVITY", name="gravity")  # nothing stands without weight
    space().where = "gravity < 0 or speed == 0.4"
    clips().workers = 1
    assert bpy.ops.spacetime.generate_space() == {"FINISHED"}
    with pytest.raises(RuntimeError, match="These variations are being solved; stop them first"):
        bpy.ops.spacetime.generate_space()
    said = set()

    def is_over():
        said.add(state().generation.text)
        return not spaces.is_busy()

    expect_mostly_free(turn_until(is_over))
    run = state().generation
    assert not run.error, run.error
    assert any("left" in text for text in said)
    assert (tmp_path / "hop.clips.sqlite").is_file()
    found = state().solved
    assert (found.counts["solved"], found.counts["infeasible"]) == (3, 1)
    text = words(drawn())
    assert "Done: 3 of 4 solved, 1 without a solution" in text
    assert "| speed 0.4 gravity 0: no solution |" in text
    assert "friction" in text  # what cannot hold together
    look_at_the_impossible(lamp, found)
    scrub(lamp, found)


def look_at_the_impossible(lamp, found):
    """Its best attempt is on the ghost, said to be one, and not to be kept."""
    row = next(row for row in found.rows if row.state == "infeasible")
    assert "bpy.ops.spacetime.show_sample" in operators(drawn())
    assert bpy.ops.spacetime.show_sample(index=row.index) == {"FINISHED"}
    spaces.wait()
    assert not state().error
    with ClipStore(found.store) as store:
        assert row.name not in store.names()
        attempt = store.attempt(row.name)
    assert not attempt.provenance.solved
    assert lamp.spacetime.ghost.animation_data.action["spacetime_preview"]
    assert "Closest attempt: speed 0.4" in words(drawn())
    with pytest.raises(RuntimeError, match="This variation has no solution"):
        bpy.ops.spacetime.keep_sample()
    with pytest.raises(RuntimeError, match="variation with index 99 has no motion yet"):
        bpy.ops.spacetime.show_sample(index=99)


def scrub(lamp, found):
    """The nearest solved motion is on the ghost at once; Keep makes a take of it."""
    speed, gravity = space().dimensions
    gravity.at = 0.0
    blocks = []
    for share, expected in ((0.0, "speed=0.3"), (1.0, "speed=0.5"), (0.45, "speed=0.4")):
        blocks.append(seconds_of(partial(setattr, speed, "at", share)))
        while spaces.is_busy():
            blocks.append(seconds_of(spaces.pump))
            time.sleep(0.001)
        assert expected in shown()
        travel = way_of(lamp.spacetime.ghost)
        clip = found.clip(shown())
        assert travel == pytest.approx(clip.job.cycle.translation[0], abs=1e-3)
    expect_mostly_free(blocks)
    name = shown()
    assert not lamp.animation_data  # the artist's own armature is not touched
    assert name.removeprefix("Variation ").replace("=", " ") in words(drawn())
    assert bpy.ops.spacetime.hide_sample() == {"FINISHED"}
    assert not shown()
    with pytest.raises(RuntimeError, match="No variation is selected; click one first"):
        bpy.ops.spacetime.hide_sample()
    speed.at = 0.45
    while spaces.is_busy():
        spaces.pump()
    lamp.name, lamp.spacetime.motion.speed = "Luxo", 9.0
    assert bpy.ops.spacetime.keep_sample() == {"FINISHED"}
    session.wait(session.current())
    assert lamp.spacetime.pending.name == str(variation_of(lamp.spacetime.pending)) == name
    assert len(lamp.spacetime.takes) == 1
    known = known_of(lamp, lamp.spacetime.pending)
    named = fill_in(f"{{speed:.1f}}_{{{gravity.name}:.1f}}", known)
    assert named.startswith("0.4_-")  # the panel has no gravity
    bpy.ops.spacetime.restore_settings()
    assert lamp.spacetime.motion.speed == pytest.approx(0.4)  # the sample's, not the panel's of now
    assert not shown()


@pytest.mark.once
@needs_ipopt
def test_stop_keeps_what_is_done_and_generate_goes_on(lamp, tmp_path):
    clips().store, clips().workers = str(tmp_path / "clips.sqlite"), 1
    add("SETTING", 0.5, 1.5, 0.05, setting="EFFORT", name="effort")
    assert bpy.ops.spacetime.generate_space() == {"FINISHED"}
    run = state().generation
    while run.tally is None or run.tally.solved < 1:
        assert not run.is_over, run.error
        spaces.pump()
        time.sleep(0.01)
    assert bpy.ops.spacetime.stop_space() == {"FINISHED"}
    spaces.wait()
    assert not run.error
    assert "Stopped; press Solve Variations to continue" in run.text
    kept = state().solved.counts["solved"]
    assert 1 <= kept < 21
    before = {row.name for row in state().solved.rows if row.state == "solved"}
    clips().workers = 0
    assert bpy.ops.spacetime.generate_space(blocking=True) == {"FINISHED"}
    assert state().solved.counts["solved"] == 21
    with ClipStore(tmp_path / "clips.sqlite", create=False) as store:
        assert before <= set(store.names())
    for high in (1.6, 1.7):  # what varies is another thing each time, and what is solved stays
        space().dimensions[0].high, space().dimensions[0].steps = high, 2
        assert bpy.ops.spacetime.generate_space(blocking=True) == {"FINISHED"}
        assert state().solved.counts["solved"] == 2
    assert space().space_name == "Variation 3"
    with ClipStore(tmp_path / "clips.sqlite", create=False) as store:
        assert before <= set(store.names())
        assert len(store.names()) == 25
    space().space_name = "Variation"  # which others have, and which are not known to the panel
    with pytest.raises(RuntimeError, match="the store has another space named 'Variation'"):
        bpy.ops.spacetime.generate_space(blocking=True)


@needs_ipopt
@pytest.mark.once
def test_another_file_ends_the_run_and_its_clips_are_found_again(lamp, tmp_path):
    blend = str(tmp_path / "hop.blend")
    add("SETTING", 0.5, 1.0, 0.5, setting="EFFORT", name="effort")
    bpy.ops.wm.save_as_mainfile(filepath=blend)
    assert bpy.ops.spacetime.generate_space(blocking=True) == {"FINISHED"}
    bpy.ops.ed.undo_push(message="before")
    for share in (1.0, 0.2):
        space().dimensions[0].at = share
        spaces.wait()
        bpy.ops.ed.undo_push(message="slider")
    for undo, expected in (
        (bpy.ops.ed.undo, "Variation effort=1"),
        (bpy.ops.ed.redo, "Variation effort=0.5"),
    ):
        undo()
        spaces.wait()
        assert shown() == expected
        assert bpy.context.object.spacetime.ghost.animation_data.action["spacetime_preview"]
    bpy.ops.ed.undo()
    bpy.ops.ed.undo()
    assert not shown()  # there was no ghost yet
    assert not [action for action in bpy.data.actions if action.get("spacetime_preview")]
    space().dimensions[0].at = 1.0
    spaces.wait()
    assert shown() == "Variation effort=1"
    bpy.ops.wm.save_mainfile()
    assert not shown()
    assert not [action for action in bpy.data.actions if action.get("spacetime_preview")]
    bpy.ops.wm.open_mainfile(filepath=blend)
    assert state().solved is None
    bpy.ops.spacetime.load_space()
    spaces.wait()
    assert state().solved.counts["solved"] == 2
    space().space_name = "Nobody"
    bpy.ops.spacetime.load_space()
    spaces.wait()
    assert "has no variations named 'Nobody'" in state().error
    assert state().error[:20] in words(drawn())


@pytest.mark.once
def test_blender_itself_loads_nothing_heavy():
    question = (
        "import sys, solver.space.parameter_space, solver.store.sample_table, solver.space.measures\n"
        "print([name for name in ('scipy', 'sympy', 'cyipopt', 'cma') if name in sys.modules])"
    )
    answer = subprocess.run(
        [sys.executable, "-c", question], cwd=ROOT, capture_output=True, text=True, check=True
    )
    assert answer.stdout.strip() == "[]"


def test_numbers_of_a_store_that_is_missing(lamp, tmp_path):
    clips().store = str(tmp_path / "none.sqlite")
    bpy.ops.spacetime.load_space()
    spaces.wait()
    assert "there is no such clip store" in state().error
