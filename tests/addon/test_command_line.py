"""The command line without a window: a real file, a real solver, the solver's own messages and exit codes."""

import json
import math
import os
import re
import shutil
import signal
import subprocess
import sys
from pathlib import Path

import bpy
import pytest
from bl_ext.user_default.spacetime_animator.addon import command_line, preferences
from bl_ext.user_default.spacetime_animator.addon.result.attempt import shortfalls
from bl_ext.user_default.spacetime_animator.addon.result.clip_on_action import clip_of
from bl_ext.user_default.spacetime_animator.addon.solve import session
from bl_ext.user_default.spacetime_animator.addon.spaces.read_space import read_space
from bl_ext.user_default.spacetime_animator.solver.errors import InputError
from bl_ext.user_default.spacetime_animator.solver.store.clip_store import ClipStore

from tests.addon.processes import PATIENCE
from tests.support.ipopt import needs_ipopt

ROOT = Path(__file__).resolve().parents[2]


@pytest.fixture
def walk_file(human, tmp_path):
    """Give a file with a human whose panel asks for a quick walk."""
    bpy.context.scene.render.fps = 10
    bpy.context.object.spacetime.motion.is_mirrored = True
    path = tmp_path / "walk.blend"
    bpy.ops.wm.save_as_mainfile(filepath=str(path))
    yield path
    session.stop()


@pytest.fixture(scope="module")
def blender():
    """Give the start of a command line for a whole Blender with the add-on, unlike the bpy module."""
    program = shutil.which(os.environ.get("BLENDER_WINDOW", "blender"))
    if program is None:
        pytest.skip("no Blender is on the path; BLENDER_WINDOW names one")
    version = subprocess.run([program, "--version"], capture_output=True, text=True, check=False).stdout
    if tuple(map(int, re.findall(r"\d+", version)[:2])) < (4, 2):
        pytest.skip(f"{program} does not start or is older than 4.2; BLENDER_WINDOW names another")
    return [program, "--background", "--factory-startup", "--addons", preferences.ROOT_PACKAGE]


def said(text):
    return [json.loads(line) for line in text.splitlines() if line.startswith('{"type"')]


def run(*arguments, **options):
    program = [sys.executable, "-m", "scripts.headless", *map(str, arguments)]
    return subprocess.run(
        program, cwd=ROOT, capture_output=True, text=True, timeout=PATIENCE, check=False, **options
    )


def test_a_whole_blender_does_so_without_a_window(walk_file, blender, tmp_path):
    """It has neither an undo stack nor a window then, which the bpy module has."""

    def run_in(file, *arguments):
        program = [*blender, str(file), "--command", "spacetime", *map(str, arguments)]
        return subprocess.run(program, capture_output=True, text=True, timeout=240, check=False)

    solved = run_in(walk_file, "solve", "--out", tmp_path / "solved.blend")
    if "No module named" in solved.stdout:
        pytest.skip(f"its Python cannot solve: {said(solved.stdout)[-2]['text']}")
    assert (solved.returncode, said(solved.stdout)[-1]["exit_code"]) == (0, 0), solved.stdout + solved.stderr
    for file_format in ("BVH", "FBX", "GLTF", "USD"):
        done = run_in(
            tmp_path / "solved.blend", "export", "--out", tmp_path / "clips", "--format", file_format
        )
        without_usd = file_format == "USD" and "built without USD" in done.stdout
        assert done.returncode == (2 if without_usd else 0), done.stdout + done.stderr
    assert {path.suffix for path in (tmp_path / "clips").iterdir()} >= {".bvh", ".fbx", ".glb"}


@pytest.mark.once
@needs_ipopt
def test_file_is_solved_and_its_take_exported(walk_file, tmp_path):
    solved = run(walk_file, "solve", "--set", "speed=1.1", "--out", tmp_path / "solved.blend")
    messages = said(solved.stdout)
    assert solved.returncode == 0, solved.stderr
    assert messages[-1] == {"type": "done", "exit_code": 0, "clip": messages[-1]["clip"]}
    assert Path(messages[-1]["clip"]).name == "clip.npz"
    assert sum(message["type"] == "progress" for message in messages) > 5
    exported = run(
        tmp_path / "solved.blend", "export", "--out", tmp_path / "clips", "--format", "BVH",
        "--names", "{name}_{speed:.1f}",
    )  # fmt: skip
    assert exported.returncode == 0, exported.stderr
    assert [path.name for path in (tmp_path / "clips").iterdir()] == ["Walk_1.1.bvh"]
    bpy.ops.wm.open_mainfile(filepath=str(tmp_path / "solved.blend"))
    rig = bpy.data.objects["metarig"]
    assert rig.animation_data.action.name == "Walk"
    assert rig.spacetime.ghost is None


@pytest.mark.once
@needs_ipopt
def test_motion_that_cannot_be_ends_with_3_and_leaves_the_file(walk_file, capfd):
    before = walk_file.read_bytes()
    assert command_line.main(["solve", "--set", "speed=25", "--set", "max_iterations=6"]) == 3
    messages = said(capfd.readouterr().out)
    assert "No physical motion" in messages[-2]["text"]
    assert walk_file.read_bytes() == before


@pytest.mark.once
@needs_ipopt
def test_attempt_at_what_cannot_be_is_saved_where_it_is_asked_for(walk_file, tmp_path, capfd):
    before, place = walk_file.read_bytes(), tmp_path / "vain.blend"
    hopeless = ["solve", "--set", "speed=25", "--set", "max_iterations=6", "--attempt", str(place)]
    assert command_line.main(hopeless) == 3
    messages = said(capfd.readouterr().out)
    assert [message["type"] for message in messages[-3:]] == ["error", "status", "done"]
    assert messages[-1]["exit_code"] == 3
    assert walk_file.read_bytes() == before
    bpy.ops.wm.open_mainfile(filepath=str(place))
    rig = bpy.data.objects["metarig"]
    assert rig.animation_data is None or rig.animation_data.action is None
    assert not clip_of(rig.spacetime.pending).provenance.solved
    assert shortfalls(rig.spacetime.pending)


@pytest.mark.once
@needs_ipopt
def test_stop_signal_keeps_the_best_and_ends_with_4(walk_file, tmp_path):
    bpy.context.scene.render.fps = 60  # so that it takes a while
    bpy.ops.wm.save_mainfile()
    arguments = [walk_file, "solve", "--set", "is_mirrored=false", "--out", tmp_path / "stopped.blend"]
    environment = os.environ | {"BLENDER_USER_RESOURCES": str(tmp_path / "user")}
    process = subprocess.Popen(
        [sys.executable, "-m", "scripts.headless", *map(str, arguments)],
        cwd=ROOT, stdout=subprocess.PIPE, text=True, env=environment,
    )  # fmt: skip
    for line in process.stdout:
        if '"progress"' in line:
            process.send_signal(signal.SIGTERM)
            break
    rest = process.stdout.read()
    assert process.wait(PATIENCE) == 4
    assert said(rest)[-1]["exit_code"] == 4
    assert (tmp_path / "stopped.blend").is_file()


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["solve", "--armature", "Nobody"], "there is no armature 'Nobody'; there are metarig"),
        (["solve", "--set", "sped=1"], "expected NAME=VALUE, found 'sped=1'; there are motion_name"),
        (["solve", "--set", "speed=fast"], "expected a number for 'speed', found 'fast'"),
        (["solve", "--set", "is_cyclic=1"], "expected is_cyclic=true or is_cyclic=false"),
        (["dance"], "try --help"),
        (["export", "--out", "clips"], "has no takes to export"),
        (["export"], "--out"),
        (["solve", "--fast"], "unknown arguments --fast"),
        (["generate", "space.json"], "--store"),
    ],
)
def test_bad_words_end_with_2_and_a_sentence(walk_file, capfd, arguments, sentence):
    assert command_line.main(arguments) == 2
    messages = said(capfd.readouterr().out)
    assert messages[-1]["exit_code"] == 2
    assert sentence in messages[-2]["text"]


def test_file_without_a_character_is_told(capfd, tmp_path):
    bpy.ops.wm.save_as_mainfile(filepath=str(tmp_path / "empty.blend"))
    assert command_line.main(["solve"]) == 2
    assert "expected one character in the file, found none" in said(capfd.readouterr().out)[-2]["text"]


def test_a_clip_is_drawn_and_a_missing_one_told(human, capfd, tmp_path):
    clip, picture, objects = (
        ROOT / "tests/data/first_release/hop.npz",
        tmp_path / "sheet.png",
        [*bpy.data.objects],
    )
    words = ["--out", str(picture), "--poses", "2", "--width", "160"]
    assert command_line.main(["sheet", str(clip), *words]) == 0
    assert picture.read_bytes().startswith(b"\x89PNG")
    assert int.from_bytes(picture.read_bytes()[16:20], "big") == 160  # its width
    assert bpy.context.scene.objects[:] == objects  # the open file's are as they were
    assert command_line.main(["sheet", str(tmp_path / "none.npz"), *words]) == 2
    assert "none.npz" in capfd.readouterr().out


def test_parameter_space_goes_to_the_solver(tmp_path, capfd):
    code = command_line.main(["generate", str(tmp_path / "none.json"), "--store", str(tmp_path / "s.sqlite")])
    assert code == 2
    messages = said(capfd.readouterr().out)
    assert [message["exit_code"] for message in messages if message["type"] == "done"] == [2]


@pytest.mark.once
@needs_ipopt
def test_parameter_space_of_the_panel_is_solved(tmp_path, capfd):
    bpy.ops.spacetime.add_example(example="HOPPER")
    bpy.context.view_layer.update()
    assert bpy.ops.spacetime.add_dimension(kind="SPEED") == {"FINISHED"}
    row = bpy.context.object.spacetime.space.dimensions[-1]
    row.low, row.high, row.steps = 0.3, 0.5, 3
    space = read_space(bpy.context.object, bpy.context.scene)
    space.save(tmp_path / "space.json")
    capfd.readouterr()
    store = tmp_path / "clips.sqlite"
    code = command_line.main(
        ["generate", str(tmp_path / "space.json"), "--store", str(store), "--workers", "1"]
    )
    messages = said(capfd.readouterr().out)
    assert (code, messages[-1]["type"], messages[-1]["exit_code"]) == (0, "done", 0)
    assert [message["type"] for message in messages].count("done") == 1
    (tally,) = [message for message in messages if message["type"] == "tally"][-1:]
    assert (tally["total"], tally["solved"]) == (3, 3)
    with ClipStore(store) as clips:
        names = [space.named(point)[0] for point in space.points()]
        speeds = [clips.get(name).job.cycle.translation[:2] for name in names]
    length = bpy.context.object.spacetime.motion.length
    assert [math.hypot(*way) / length for way in speeds] == pytest.approx([0.3, 0.4, 0.5], rel=0.02)


def test_keys_that_the_panel_follows_are_followed(human, monkeypatch, tmp_path):
    hips = human.pose.bones["spine"]
    for frame in (10, 20):
        hips.keyframe_insert("location", frame=frame)
    bpy.context.object.spacetime.motion.sketch.use = True
    asked = []

    def start_solve(_armature_object, job, *, first_frame, accepts):
        asked.append((job, first_frame, accepts))
        raise InputError("enough")

    monkeypatch.setattr(session, "start_solve", start_solve)
    assert command_line.main(["solve", "--out", str(tmp_path / "followed.blend")]) == 2
    ((job, first_frame, accepts),) = asked
    assert (first_frame, accepts, job.cycle) == (10, True, None)
    assert "pose" in {objective.kind for objective in job.objectives}
