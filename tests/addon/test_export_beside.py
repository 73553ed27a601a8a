"""What an artist may do while a second Blender exports, with a real one: everything ends well, nothing is held up."""

import os
import subprocess
import sys
from pathlib import Path
from types import SimpleNamespace

import bpy
import pytest
from bl_ext.user_default.spacetime_animator.addon.files import export_line
from bl_ext.user_default.spacetime_animator.addon.files.character_file import write_character
from bl_ext.user_default.spacetime_animator.addon.runtime import event_loop
from bl_ext.user_default.spacetime_animator.addon.solve import session
from bl_ext.user_default.spacetime_animator.addon.solve.panels.solve import SPACETIME_PT_solve

from tests.addon.processes import PATIENCE, ROOT, is_alive, wait_until_dead
from tests.support.event_turns import turn_freely_until
from tests.support.export_turns import to_the_end
from tests.support.panels import laid_out, operators, words
from tests.support.seconds import expect_within, seconds_of
from tests.support.takes import take

__all__ = ["take"]


@pytest.fixture
def takes(human, take):
    """Give three takes, the last on the ghost."""
    found = []
    for name in ("Walk", "Run", "Jump"):
        found.append(take(name))
        human.spacetime.takes[-1].is_starred = True
    yield found
    session.stop()


def press(folder, file_format="BVH", **settings):
    settings = {"template": "{name}", "file_format": file_format} | settings
    assert bpy.ops.spacetime.export_many(directory=str(folder), **settings) == {"FINISHED"}


def pid():
    """The second Blender's, once it has written a file."""
    turn_freely_until(lambda: export_line.line() and export_line.line()[0].text.startswith("Wrote"))
    return export_line.line()[0]._process.pid


def names(folder):
    return sorted(each.name for each in folder.iterdir())


def whole_ones(folder):
    """How many FBX files there are once the first was told: it may have come to the second by then."""
    assert names(folder) in (["Walk.fbx"], ["Run.fbx", "Walk.fbx"])
    return len(names(folder))


def references(human):
    result = human.spacetime
    return [each.action for each in result.takes], result.pending, result.ghost


def test_character_goes_without_what_is_asked_of_it(human, takes, tmp_path):
    stage = bpy.data.objects.new("Stage", bpy.data.meshes.new("Stage"))
    goal = human.spacetime.motion.goals.add()
    goal.target = human.data.spacetime.contacts[0].phases.add().surface = stage
    write_character(bpy.ops, [human.name], tmp_path / "character.blend")
    with bpy.data.libraries.load(str(tmp_path / "character.blend")) as (there, _):
        assert (there.objects, there.actions, there.collections) == (["metarig"], [], [])
    assert (goal.target, references(human)) == (stage, ([*takes], takes[-1], human.spacetime.ghost))


def test_takes_are_written_while_blender_goes_on(human, takes, tmp_path):
    before = references(human)
    expect_within(seconds_of(lambda: press(tmp_path)))
    assert not list(tmp_path.iterdir())  # nothing is done yet
    run = to_the_end()
    assert (run.export_text, run.export_error, run.export_is_whole) == ("Wrote 3 of 3 files", "", True)
    assert names(tmp_path) == ["Jump.bvh", "Run.bvh", "Walk.bvh"]
    assert references(human) == before


@pytest.mark.once
def test_what_it_plays_is_written_beside_when_the_button_is_pressed(human, takes, tmp_path):
    human.animation_data.action = takes[0]
    assert bpy.ops.spacetime.export(filepath=str(tmp_path / "one"), file_format="BVH", beside=True) == {
        "FINISHED"
    }
    assert to_the_end().export_text == "Wrote 1 of 1 files"
    assert names(tmp_path) == ["one.bvh"]


@pytest.mark.once
def test_files_are_of_the_moment_the_button_was_pressed(human, takes, tmp_path):
    press(tmp_path / "one")
    press(tmp_path / "two", which="ACTIVE")
    written = ["Starting a second Blender", "Queued"]
    turn_freely_until(lambda: [each.text for each in export_line.line()] == written)
    assert [each.name for each in export_line.line()] == ["3 BVH files", "Jump.bvh"]
    for action in takes:
        bpy.data.actions.remove(action)
    bpy.data.objects.remove(human)
    assert to_the_end().export_error == ""
    assert (len(names(tmp_path / "one")), names(tmp_path / "two")) == (3, ["Jump.bvh"])


def shown():
    return laid_out(lambda layout: SPACETIME_PT_solve.draw(SimpleNamespace(layout=layout), bpy.context))


@pytest.mark.once
def test_panel_tells_how_far_it_is_and_what_waits_and_stop_keeps_what_is_whole(takes, tmp_path):
    press(tmp_path, file_format="FBX")  # it takes its time
    press(tmp_path, file_format="GLTF", which="ACTIVE")
    number = pid()
    told = words(shown())
    assert "Wrote 1 of 3: Walk.fbx" in told or "Wrote 2 of 3: Run.fbx" in told
    assert "1. Jump.glb" in words(shown())
    assert "bpy.ops.spacetime.stop_export" in operators(shown())
    assert bpy.ops.spacetime.stop_export(index=1) == {"FINISHED"}
    with pytest.raises(RuntimeError, match="There is no export at position 2; the queue has 2"):
        bpy.ops.spacetime.stop_export(index=2)
    assert bpy.ops.spacetime.stop_export() == {"FINISHED"}
    run = to_the_end()
    assert run.export_text == f"Stopped; wrote {whole_ones(tmp_path)} of 3 files"
    assert not run.export_is_whole
    assert run.export_error == ""
    assert run.export_text in words(shown())
    assert "bpy.ops.spacetime.stop_export" not in operators(shown())
    wait_until_dead(number)
    with pytest.raises(RuntimeError, match="Nothing is being exported"):
        bpy.ops.spacetime.stop_export()


@pytest.mark.once
def test_errors_of_all_exports_in_line_stay_until_the_next_line(takes, tmp_path):
    """A take is gone before it can be written, and the file of another is a folder."""
    (tmp_path / "Run.bvh").mkdir()
    press(tmp_path)
    press(tmp_path / "other", which="ACTIVE")
    event_loop.turn()
    bpy.data.actions.remove(takes[0])
    turn_freely_until(lambda: len(export_line.line()) == 2)
    turn_freely_until(lambda: len(export_line.line()) == 1)
    gone = "'Walk' was not exported to 'Walk.bvh': it was removed before it could be written"
    run = bpy.context.window_manager.spacetime
    assert run.export_error.startswith(gone)
    assert "'Run' was not exported to 'Run.bvh': '" in run.export_error
    assert "Is a directory" in run.export_error
    told = run.export_error
    to_the_end()
    assert run.export_text == "Wrote 1 of 1 files"
    assert run.export_error == told
    assert names(tmp_path) == ["Jump.bvh", "Run.bvh", "other"]
    press(tmp_path / "third", which="ACTIVE")
    assert to_the_end().export_error == ""


@pytest.mark.once
def test_second_blender_that_cannot_start_is_told(takes, tmp_path, monkeypatch):
    monkeypatch.setattr(sys, "executable", "/no/such/blender")
    press(tmp_path)
    run = to_the_end()
    assert (run.export_text, run.export_is_whole) == ("Wrote 0 of 3 files", False)
    assert run.export_error == (
        "'Walk' was not exported to 'Walk.bvh', nor the 2 after it: "
        "The second Blender '/no/such/blender' cannot be started: No such file or directory"
    )


@pytest.mark.once
def test_second_blender_that_dies_is_told(takes, tmp_path):
    press(tmp_path, file_format="FBX")
    os.kill(pid(), 9)
    run = to_the_end()
    assert run.export_text == f"Wrote {whole_ones(tmp_path)} of 3 files"
    lost = (
        "'Run' was not exported to 'Run.fbx', nor the 1 after it: ",
        "'Jump' was not exported to 'Jump.fbx': ",
    )
    assert run.export_error.startswith(lost[whole_ones(tmp_path) - 1])
    assert "was killed by the system (signal 9)" in run.export_error


def test_hidden_character_is_told_at_once(human, takes, tmp_path):
    human.hide_set(True)
    with pytest.raises(RuntimeError, match="'metarig' is hidden; unhide it"):
        press(tmp_path)
    assert not event_loop.is_busy()


@pytest.mark.once
def test_opening_another_file_ends_it(takes, tmp_path):
    bpy.ops.wm.save_as_mainfile(filepath=str(tmp_path / "one.blend"))
    folder = tmp_path / "files"
    press(folder, file_format="FBX")
    press(folder, file_format="BVH")
    number = pid()
    bpy.ops.wm.open_mainfile(filepath=str(tmp_path / "one.blend"))
    assert not is_alive(number)
    assert export_line.line() == ()
    assert whole_ones(folder)


@pytest.mark.once
@pytest.mark.parametrize("end", ["sys.exit()", "os.kill(os.getpid(), 9)"])
def test_no_orphan_and_no_half_file_whatever_way_blender_ends(tmp_path, end):
    program = f"""
import os, sys, time
sys.path.insert(0, {str(ROOT)!r})
from scripts.load_extension import load_extension
name = load_extension()
from importlib import import_module
line, loop = (import_module(name + ".addon." + each) for each in ("files.export_line", "runtime.event_loop"))
import bpy
bpy.ops.object.armature_add()
actions = [bpy.data.actions.new(f"Take{{i}}") for i in range(50)]
from pathlib import Path
from types import SimpleNamespace
files = {{action.name: Path({str(tmp_path)!r}, "files", action.name + ".fbx") for action in actions}}
for action in actions:
    bpy.context.object.animation_data_create().action = action
    bpy.context.object.pose.bones[0].keyframe_insert("location", frame=1)
line.export_in_background(bpy.context.object, files, preset="NONE", file_format="FBX")
while not (line.line() and line.line()[0].text.startswith("Wrote")):
    loop.turn()
    time.sleep(0.005)
print("pid", line.line()[0]._process.pid, flush=True)
{end}
"""
    environment = os.environ | {"BLENDER_USER_RESOURCES": str(tmp_path / "user")}
    blender = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, env=environment, timeout=PATIENCE
    )
    assert "pid " in blender.stdout, blender.stderr
    wait_until_dead(int(blender.stdout.split("pid ")[1].split()[0]))
    written = [Path(name) for name in names(tmp_path / "files")]
    assert 0 < len(written) < 50
    assert not [name for name in written if name.name.startswith(".")]
