"""A motion graph of a character's takes and walks through it, with the real solver."""

import math
import re
from dataclasses import replace
from types import SimpleNamespace

import bpy
import numpy as np
import pytest
from bl_ext.user_default.spacetime_animator.addon import command_line
from bl_ext.user_default.spacetime_animator.addon.blender.ground_path import ground_path
from bl_ext.user_default.spacetime_animator.addon.library.entries import active_entry
from bl_ext.user_default.spacetime_animator.addon.library.graph import graph_file, is_building
from bl_ext.user_default.spacetime_animator.addon.library.panels.library import SPACETIME_PT_graph
from bl_ext.user_default.spacetime_animator.addon.library.thumbnails import thumbnails
from bl_ext.user_default.spacetime_animator.addon.result.clip_on_action import clip_of, note_of
from bl_ext.user_default.spacetime_animator.addon.runtime import event_loop
from bl_ext.user_default.spacetime_animator.addon.solve import session
from bl_ext.user_default.spacetime_animator.addon.spaces.store_file import store_file
from bl_ext.user_default.spacetime_animator.solver.explore.stretched import stretched
from bl_ext.user_default.spacetime_animator.solver.store.clip_store import ClipStore
from mathutils import Matrix

from tests.addon.read_back import heads
from tests.addon.rigs import begin_with, fitted_human
from tests.support.event_turns import turn_freely_until, turn_until
from tests.support.ipopt import needs_ipopt
from tests.support.panels import laid_out, operators, refusal, shown_properties, words
from tests.support.seconds import expect_mostly_free


@pytest.fixture
def walkers(tmp_path):
    """Give a human in a saved file with a walk straight ahead and one to either side among its takes."""
    begin_with("walkers", walk_in_three_directions)
    bpy.ops.wm.save_as_mainfile(filepath=str(tmp_path / "walkers.blend"))
    yield bpy.data.objects["metarig"]
    session.stop()


@pytest.fixture(scope="module")
def built():
    """Remember the files of the first graph of these walkers."""
    return {}


@pytest.fixture
def graphed(walkers, built):
    """Give the walkers with the graph of their takes."""
    file = graph_file(walkers)
    files = file, file.with_suffix(".svg")
    if not built:
        assert bpy.ops.spacetime.build_graph(blocking=True) == {"FINISHED"}
        built.update({each.suffix: each.read_bytes() for each in files})
    for each in files:
        each.write_bytes(built[each.suffix])
    return walkers


def walk_in_three_directions():
    fitted_human()
    bpy.context.scene.render.fps = 12
    motion = bpy.context.object.spacetime.motion
    for motion.motion_name, motion.turn in (("Ahead", 0.0), ("Left", 0.5), ("Right", -0.5)):
        assert bpy.ops.spacetime.solve(blocking=True) == {"FINISHED"}


def bezier(points, *, is_cyclic=False):
    """Add a Bezier curve through points on the ground, seen from 3 m above."""
    data = bpy.data.curves.new("Way", "CURVE")
    spline = data.splines.new("BEZIER")
    spline.bezier_points.add(len(points) - 1)
    for point, (x, y) in zip(spline.bezier_points, points, strict=True):
        point.co = (x, y, 3.0)
        point.handle_left_type = point.handle_right_type = "AUTO"
    spline.use_cyclic_u = is_cyclic
    found = bpy.data.objects.new("Way", data)
    bpy.context.collection.objects.link(found)
    return found


def test_a_curve_is_a_path_on_the_ground_whatever_it_looks_like():
    way = bezier([(0, 0), (2, 1), (4, 0)])
    plain = ground_path(way)
    assert plain[0] == pytest.approx([0, 0], abs=1e-6)
    assert plain[-1] == pytest.approx([4, 0], abs=1e-6)
    assert len(plain) > 10
    way.data.bevel_depth, way.data.extrude = 0.2, 0.1
    assert ground_path(way) == pytest.approx(plain, abs=1e-6)
    way.matrix_world = Matrix(((0, -1, 0, 5), (1, 0, 0, 0), (0, 0, 1, 0), (0, 0, 0, 1)))
    assert ground_path(way) == pytest.approx(np.column_stack([5 - plain[:, 1], plain[:, 0]]), abs=1e-5)
    assert [len(bpy.data.curves), len(bpy.data.objects)] == [1, 1]


def test_a_nurbs_circle_comes_back_to_where_it_began():
    bpy.ops.curve.primitive_nurbs_circle_add(radius=2.0)
    found = ground_path(bpy.context.object)
    assert found[0] == pytest.approx(found[-1], abs=1e-6)
    assert np.linalg.norm(found, axis=1) == pytest.approx(np.full(len(found), 2.0), abs=0.01)


def test_a_curve_that_is_no_single_line_is_refused():
    way = bezier([(0, 0), (1, 0)])
    way.data.splines.new("BEZIER")
    with pytest.raises(ValueError, match="'Way' has 2 lines; expected a single one"):
        ground_path(way)
    way.data.splines.clear()
    with pytest.raises(ValueError, match="'Way' has 0 lines; expected a single one"):
        ground_path(way)
    way.data.splines.new("POLY")
    with pytest.raises(ValueError, match="'Way' has no length; expected two points or more"):
        ground_path(way)


def test_what_is_missing_is_told(human, tmp_path):
    assert "There are no solved takes yet" in refusal("build_graph")
    assert "There is no folder for the graph; save the file first" in refusal("random_walk")
    human.spacetime.library.graph = str(tmp_path / "my.json")
    assert "press Build Graph" in refusal("follow_curve")
    (tmp_path / "my.json").write_text("{}")
    assert "Choose a curve to follow" in refusal("follow_curve")
    assert "No motion graph is being built" in refusal("stop_graph")


@pytest.mark.once
@needs_ipopt
@pytest.mark.parametrize("foreign", ["graph.json", "graph.svg"])
def test_a_file_that_is_no_graph_is_not_replaced(walkers, tmp_path, foreign):
    path = tmp_path / "work" / "graph.json"
    path.parent.mkdir()
    path.with_name(foreign).write_text('{"schema_version": 1, "name": "my work"}')
    walkers.spacetime.library.graph = str(path)
    with pytest.raises(RuntimeError, match="was not written by this add-on and is kept"):
        bpy.ops.spacetime.build_graph(blocking=True)
    assert path.with_name(foreign).read_text() == '{"schema_version": 1, "name": "my work"}'
    assert [each.name for each in path.parent.iterdir()] == [foreign]


@pytest.mark.once
@needs_ipopt
def test_takes_become_a_graph_while_blender_stays_free(walkers):
    shown = set()

    def is_over():
        shown.add(bpy.context.window_manager.spacetime.doing)
        return not event_loop.is_busy()

    assert bpy.ops.spacetime.build_graph() == {"FINISHED"}
    assert "stop it first" in refusal("build_graph")
    expect_mostly_free(turn_until(is_over))
    assert shown - {""} == {"Building the motion graph"}
    assert bpy.context.window_manager.spacetime.error == ""
    file = graph_file(walkers)
    assert file.name == "walkers.metarig.graph.json"
    assert file.is_file()
    assert ">Left<" in file.with_suffix(".svg").read_text()
    assert walkers.spacetime.library.told.startswith("3 motions, ")
    items = drawn()
    assert "3 motions, " in words(items)
    assert "bpy.ops.spacetime.stop_graph" not in operators(items)


def drawn():
    return laid_out(lambda layout: SPACETIME_PT_graph.draw(SimpleNamespace(layout=layout), bpy.context))


@needs_ipopt
def test_the_graph_is_a_picture_whose_motions_lead_on(walkers):
    library = walkers.spacetime.library
    assert bpy.ops.spacetime.list_motions() == {"FINISHED"}
    assert bpy.ops.spacetime.build_graph(blocking=True) == {"FINISHED"}
    assert "bpy.ops.spacetime.go_to_motion" not in operators(drawn())  # the picture is being drawn
    expect_mostly_free(turn_until(lambda: not event_loop.is_busy()))
    (name,) = (each for each in thumbnails.pictures if each.startswith("graph "))
    preview = thumbnails.pictures[name]
    pixels = np.array(preview.image_pixels_float).reshape(*preview.image_size, 4)
    assert 0.01 < (pixels[..., 3] > 0.1).mean() < 0.6
    assert (pixels[..., :3] <= pixels[..., 3:] + 1e-6).all()  # or nothing is drawn white
    library.active_entry = library.entries.find("Ahead")
    items = [item for item in drawn() if "go_to_motion" in item.get("operator", "")]
    assert sorted(item["draw_string"].partition(" (")[0] for item in items) == ["Left", "Right"]
    assert bpy.ops.spacetime.go_to_motion(motion="Left", blocking=True) == {"FINISHED"}
    assert active_entry(walkers).name == "Left"
    assert walkers.spacetime.pending == bpy.data.actions["Left"]
    assert "Transitions from Left:" in words(drawn())
    with pytest.raises(RuntimeError, match="'Nowhere' is not in the list of solved motions"):
        bpy.ops.spacetime.go_to_motion(motion="Nowhere", blocking=True)


@pytest.mark.once
@needs_ipopt
def test_what_a_blend_may_lack_is_set_in_the_panel(walkers):
    library = walkers.spacetime.library
    library.most_force = library.most_moment = library.most_slide = 0.0
    assert bpy.ops.spacetime.build_graph(blocking=True) == {"FINISHED"}
    assert ", 0 edges, " in library.told
    assert "lacking too much: " in library.told
    assert {"most_force", "most_moment", "most_slide"} <= shown_properties(drawn())


@pytest.mark.once
@needs_ipopt
def test_clips_of_a_motion_space_are_included_where_wanted(walkers):
    library, takes, file = walkers.spacetime.library, walkers.spacetime.takes, store_file(bpy.context.scene)
    library.uses_clips = True
    told = f"Include Clips found no variations, as there is no file '{file}'; press Solve Variations, or disable it"
    with pytest.raises(RuntimeError, match=re.escape(told)):
        bpy.ops.spacetime.build_graph(blocking=True)
    own = clip_of(takes[0].action)
    longer = stretched(own.job, {"thigh.L": 1.2, "thigh.R": 1.2})
    with ClipStore(file) as store:
        store.put(own)  # under the name of the motion
        store.put(replace(own, job=replace(longer, name="Tall")))
    takes[0].action.name = "Straight"
    assert bpy.ops.spacetime.build_graph(blocking=True) == {"FINISHED"}
    assert library.told.startswith("4 motions, ")
    assert f"Left out of '{file.name}': 1 clip; expected the proportions of 'metarig'" in library.told
    takes[0].action.name = "Ahead"
    with pytest.raises(RuntimeError, match="Two clips are named 'Ahead'"):
        bpy.ops.spacetime.build_graph(blocking=True)


def test_its_picture_is_opened(human, tmp_path, monkeypatch):
    human.spacetime.library.graph = str(tmp_path / "my.json")
    assert "press Build Graph" in refusal("show_graph")
    (tmp_path / "my.json").write_text("{}")
    with pytest.raises(RuntimeError, match="There is no picture"):
        bpy.ops.spacetime.show_graph()
    (tmp_path / "my.svg").write_text("<svg/>")
    opened = []
    monkeypatch.setattr("webbrowser.open", opened.append)
    assert bpy.ops.spacetime.show_graph() == {"FINISHED"}
    assert opened == [(tmp_path / "my.svg").as_uri()]


@pytest.mark.once
@needs_ipopt
def test_building_can_be_stopped(walkers):
    bpy.ops.spacetime.build_graph()
    event_loop.turn()
    assert bpy.ops.spacetime.stop_graph() == {"FINISHED"}
    assert not is_building()
    assert not graph_file(walkers).exists()
    assert bpy.context.window_manager.spacetime.doing == ""


@pytest.mark.once
@needs_ipopt
def test_the_human_walks_along_a_curve_and_at_random(graphed):
    walkers = graphed
    way = bezier([(0, 0), (2, -1.5), (2, -4), (4, -6)])
    library = walkers.spacetime.library
    library.curve = way
    assert bpy.ops.spacetime.follow_curve(blocking=True) == {"FINISHED"}
    action = walkers.spacetime.pending
    clip = clip_of(action)
    assert action.name == "Along Way"
    assert clip.provenance.solved
    assert clip.report.linear_residual < 1e-5
    assert clip.report.slide < 1e-3
    walkers.animation_data_create().action = action
    walkers.animation_data.action_slot = action.slots[0]
    places, names = heads(walkers, range(1, round(action.frame_range[1]) + 1))
    hips = places[:, names.index("spine"), :2]
    path = ground_path(way)
    off = np.linalg.norm(hips[:, None] - path[None], axis=-1).min(1)
    rms = math.sqrt((off**2).mean())
    assert rms < 0.25
    told = re.search(r"The walk is (.*) cm off the curve \(rms\), (.*) cm at most", note_of(action))
    assert [float(each) for each in told.groups()] == pytest.approx([100 * rms, 100 * off.max()], abs=2.5)
    assert bpy.context.window_manager.spacetime.text == f"Solved. {told[0]}."
    assert np.linalg.norm(hips[-1] - path[-1]) < 1.0
    assert bpy.ops.spacetime.cover_graph() == {"FINISHED"}
    first, second = library.covered.splitlines()
    assert first.startswith("3 motions at 1.3 m/s, turning by -")
    assert second.startswith("Every motion is reached from every other within ")
    library.is_physical, library.seconds, library.seed = False, 8.0, 3
    assert bpy.ops.spacetime.random_walk(blocking=True) == {"FINISHED"}
    assert bpy.context.window_manager.spacetime.text == "Blended, not solved: feet may slide."
    assert note_of(walkers.spacetime.pending) == ""
    walk = clip_of(walkers.spacetime.pending)
    assert walk.motion.seconds == pytest.approx(8.0, abs=0.1)
    assert not walk.provenance.solved


@pytest.mark.once
@needs_ipopt
def test_a_rig_that_was_moved_turned_and_scaled_follows_the_curve(graphed):
    walkers = graphed
    walkers.location, walkers.rotation_euler, walkers.scale = (5, 2, 0), (0, 0, 1.0), (1.25,) * 3
    bpy.context.view_layer.update()
    walkers.spacetime.library.curve = way = bezier([(5, 2), (7, 1), (8, -2), (10, -3)])
    walkers.spacetime.library.is_physical = False
    assert bpy.ops.spacetime.follow_curve() == {"FINISHED"}
    turn_freely_until(lambda: not event_loop.is_busy() and session.current() is None)
    action = walkers.spacetime.pending
    walkers.animation_data_create().action = action
    walkers.animation_data.action_slot = action.slots[0]
    places, names = heads(walkers, range(1, round(action.frame_range[1]) + 1))
    hips, path = places[:, names.index("spine"), :2], ground_path(way)
    off = np.linalg.norm(hips[:, None] - path[None], axis=-1).min(1)
    assert math.sqrt((off**2).mean()) < 0.35
    assert np.linalg.norm(hips[-1] - path[-1]) < 1.2
    feet = places[:, names.index("foot.L"), 2]
    assert 0 < feet.min() < 0.2


@pytest.mark.once
@needs_ipopt
def test_clips_of_missing_turns_are_generated_and_kept(walkers):
    """All walk at one speed; the new one turns by far more than the others."""
    walkers.spacetime.motion.turn, walkers.spacetime.motion.motion_name = 1.7, "Sharp"
    assert bpy.ops.spacetime.solve(blocking=True) == {"FINISHED"}
    assert bpy.ops.spacetime.build_graph(blocking=True) == {"FINISHED"}
    turns = [clip_of(take.action).job.cycle.yaw for take in walkers.spacetime.takes]
    assert bpy.ops.spacetime.generate_missing(blocking=True) == {"FINISHED"}
    with ClipStore(store_file(bpy.context.scene), create=False) as store:
        names = list(store.names())
        made = [store.get(name) for name in names]
    assert names
    assert all(clip.provenance.solved for clip in made)
    assert all(0.5 < clip.job.cycle.yaw < 1.7 for clip in made)
    assert max(turns) == pytest.approx(1.7)
    walkers.spacetime.library.uses_clips = True
    assert bpy.ops.spacetime.build_graph(blocking=True) == {"FINISHED"}


@needs_ipopt
@pytest.mark.once
def test_commands_build_a_graph_and_walk_through_it(walkers, tmp_path, capfd):
    assert command_line.main(["coverage"]) == command_line.main(["walk", "--seconds", "4"]) == 2
    assert "press Build Graph" in capfd.readouterr().out
    assert command_line.main(["graph"]) == 0
    assert '"3 motions, ' in capfd.readouterr().out
    assert command_line.main(["coverage", "--within", "0.1"]) == 0
    assert re.search(r"3 motions at .* takes 0\.\d s from", capfd.readouterr().out, re.DOTALL)
    bezier([(0, 0), (0, -3)])
    assert command_line.main(["walk", "--curve", "Path"]) == 2
    assert "there is no curve 'Path'; there are 'Way'" in capfd.readouterr().out
    out = tmp_path / "walked.blend"
    assert command_line.main(["walk", "--curve", "Way", "--blended", "--out", str(out)]) == 0
    bpy.ops.wm.open_mainfile(filepath=str(out))
    action = bpy.data.objects["metarig"].animation_data.action
    assert action.name == "Along Way"
    assert clip_of(action).motion.seconds > 1.0
