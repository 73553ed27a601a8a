"""Commands on the open file; each returns its exit code and the clip's file, if any."""

import argparse
import signal
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import bpy

from ...solver.analysis.pose_sheet.layout import compose
from ...solver.clip.clip import Clip
from ...solver.commands.arguments import generate_request
from ...solver.commands.bvh_options import bvh_style
from ...solver.errors import InputError
from ...solver.messages import EXIT_FAILED, EXIT_SOLVED, Error, Status
from ...solver.whole_file import require_file
from .. import preferences
from ..character.read_character import read_character
from ..explore.requests import variations_request
from ..explore.search import Exploration, reading, wait_for, why_not_explored
from ..files.bvh import USUAL
from ..files.export_takes import chosen_takes, export_files, exporter_for, files_of
from ..files.picture import draw_file
from ..library.entries import TAKE
from ..library.graph import building, covering, why_no_graph
from ..library.joining import pair_of, starting_join
from ..library.looping import starting_loop
from ..library.walking import starting_walk
from ..motion.capture_length import require_followable
from ..motion.first_frame import first_frame_of
from ..motion.read_scene import read_job
from ..motion.read_sketch import read_sketch
from ..motion.settings import panel_settings, restore_settings
from ..result.clip_on_action import has_clip, note_of
from ..runtime.event_loop import at_once
from ..solve import session
from ..solve.name_after_keys import name_after_keys
from ..solve.solver_process import start_process
from ..solve.solving import Solve
from .file import require_place_to_save, save, send, the_armature, the_scene


def solve(chosen: argparse.Namespace) -> tuple[int, str]:
    """Solve the motion of the file's panels."""
    armature_object, scene = the_armature(chosen.armature), the_scene()
    require_place_to_save(chosen.out)
    _change_settings(armature_object, scene, chosen.set)
    sketch = None
    if armature_object.spacetime.motion.sketch.use:
        require_followable(armature_object, scene, read_character(armature_object))
        sketch = at_once(read_sketch(armature_object, scene, read_character(armature_object)))
        name_after_keys(armature_object)
    job = read_job(armature_object, scene, sketch=sketch)
    first_frame = first_frame_of(armature_object, scene, sketch)
    solve = session.start_solve(armature_object, job, first_frame=first_frame, accepts=True)
    return _listen_and_save(solve, chosen.out, chosen.attempt)


def join(chosen: argparse.Namespace) -> tuple[int, str]:
    """Join two solved actions with a transition."""
    armature_object = the_armature(chosen.armature)
    require_place_to_save(chosen.out)
    first, second = _solved_action(chosen.first), _solved_action(chosen.second)
    pair = pair_of((TAKE, first.name), (TAKE, second.name))
    started = at_once(starting_join(armature_object, pair, accepts=True))
    return _listen_and_save(started, chosen.out)


def loop(chosen: argparse.Namespace) -> tuple[int, str]:
    """Find the best loop in the character's animation."""
    armature_object = the_armature(chosen.armature)
    require_place_to_save(chosen.out)
    started = at_once(starting_loop(armature_object, the_scene(), accepts=True))
    return _listen_and_save(started, chosen.out)


def alternatives(chosen: argparse.Namespace) -> tuple[int, str]:
    """Find different motions for the same goals."""
    armature_object = the_armature(chosen.armature)
    require_place_to_save(chosen.out)
    if reason := why_not_explored(armature_object):
        raise InputError(reason)
    _set_given(armature_object.spacetime.explore, chosen, ("count", "slack", "seed"))
    job = at_once(reading(armature_object, the_scene()))
    known = len(armature_object.spacetime.takes)
    send(Status(wait_for(Exploration(armature_object, job, variations_request(armature_object)))))
    for take in armature_object.spacetime.takes[known:]:
        send(Status(f"'{take.action.name}': {note_of(take.action)}"))
    save(chosen.out)
    return EXIT_SOLVED, ""


def graph(chosen: argparse.Namespace) -> tuple[int, str]:
    """Connect the character's takes into a motion graph."""
    armature_object = the_armature(chosen.armature)
    for line in at_once(building(armature_object, the_scene())):
        send(Status(line))
    return EXIT_SOLVED, ""


def coverage(chosen: argparse.Namespace) -> tuple[int, str]:
    """List the speeds and turns of the motion graph, and what takes too long to reach."""
    armature_object = the_armature(chosen.armature)
    if reason := why_no_graph(armature_object):
        raise InputError(reason)
    _set_given(armature_object.spacetime.library, chosen, ("within",))
    for line in at_once(covering(armature_object)):
        send(Status(line))
    return EXIT_SOLVED, ""


def walk(chosen: argparse.Namespace) -> tuple[int, str]:
    """Walk through the motion graph, along a curve or at random."""
    armature_object = the_armature(chosen.armature)
    require_place_to_save(chosen.out)
    if reason := why_no_graph(armature_object):
        raise InputError(reason)
    library = armature_object.spacetime.library
    _set_given(library, chosen, ("seconds", "seed", "speed"))
    library.is_physical = library.is_physical and not chosen.blended
    curve = _curve(chosen.curve) if chosen.curve is not None else None
    started = at_once(starting_walk(armature_object, curve, accepts=True))
    return _listen_and_save(started, chosen.out)


def _set_given(group: bpy.types.PropertyGroup, chosen: argparse.Namespace, names: Sequence[str]) -> None:
    """Sets the settings given in the command; others keep the values of the file."""
    for name in names:
        if getattr(chosen, name) is not None:
            setattr(group, name, getattr(chosen, name))


def _curve(name: str) -> bpy.types.Object:
    curves = {each.name: each for each in the_scene().objects if each.type == "CURVE"}
    if name not in curves:
        known = ", ".join(map(repr, curves)) or "none"
        raise InputError(f"there is no curve '{name}'; there are {known}")
    return curves[name]


def _solved_action(name: str) -> bpy.types.Action:
    """The action of a solved motion."""
    found = bpy.data.actions.get(name)
    if not has_clip(found):
        known = ", ".join(f"'{each.name}'" for each in bpy.data.actions if has_clip(each)) or "none"
        raise InputError(f"there is no solved action '{name}'; there are {known}")
    assert found is not None
    return found


def export(chosen: argparse.Namespace) -> tuple[int, str]:
    """Export the file's takes."""
    armature_object = the_armature(chosen.armature)
    export, suffix = exporter_for(chosen.preset, chosen.format, style=bvh_style(chosen, USUAL))
    takes, folder = chosen_takes(armature_object, chosen.which), chosen.out.resolve()
    files = files_of(armature_object, takes, folder, chosen.names, suffix=suffix)
    return export_files(armature_object.name, files, export, send), ""


def sheet(chosen: argparse.Namespace) -> tuple[int, str]:
    """Draw a clip's poses, forces and balance."""
    require_file(chosen.out, read=[chosen.clip])
    picture = compose(Clip.load(chosen.clip), n_poses=chosen.poses, width=chosen.width)
    draw_file(picture.to_json(), chosen.out)
    send(Status(f"wrote '{chosen.out}'"))
    return EXIT_SOLVED, ""


def generate(chosen: argparse.Namespace) -> tuple[int, str]:
    """Solve a parameter space, with the arguments of the solver's own command."""
    # absolute paths, since the solver works in another folder
    chosen.space, chosen.store = str(Path(chosen.space).resolve()), str(Path(chosen.store).resolve())
    chosen.watches_stdin = True
    folder, request = preferences.new_job_folder(), generate_request(chosen)
    process = start_process(folder, request, leaves_clip=False)  # it writes a store
    for number in (signal.SIGTERM, signal.SIGINT):
        signal.signal(number, lambda *_: process.cancel())
    while process.finished is None:
        for message in process.pump():
            send(message)
        time.sleep(session.WAIT_PERIOD)
    return process.finished.exit_code, ""


def _listen_and_save(solve: Solve, out: Path | None, attempt: Path | None = None) -> tuple[int, str]:
    """Runs a solve to the end, or until a signal, and saves; returns the exit code and the clip's file."""
    for number in (signal.SIGTERM, signal.SIGINT):
        signal.signal(number, lambda *_: solve.cancel())
    _listen(solve)
    clip = str(solve.clip_file or "")
    if solve.failed:
        send(Error(solve.outcome))
        if attempt and solve.is_attempt:
            save(attempt)
        return solve.exit_code or EXIT_FAILED, clip
    send(Status(solve.outcome))
    save(out)
    return solve.exit_code, clip


def _listen(solve: Solve) -> None:
    """Runs to the end and passes on the solver's messages."""
    n_reported, stage = 0, ""
    while not solve.is_over:
        session.pump()
        if solve.stage != stage:
            stage = solve.stage
            send(Status(stage, figures=solve.figures))
        for progress in solve.history[n_reported:]:
            send(progress)
        n_reported = len(solve.history)
        time.sleep(session.WAIT_PERIOD)


def _change_settings(
    armature_object: bpy.types.Object, scene: bpy.types.Scene, changes: Sequence[str]
) -> None:
    """Sets panel settings from texts such as ``speed=1.5``."""
    known = panel_settings(armature_object, scene)
    for change in changes:
        name, equals, text = change.partition("=")
        if not equals or name not in known:
            raise InputError(f"expected NAME=VALUE, found '{change}'; there are {', '.join(known)}")
        restore_settings(armature_object, scene, {name: _read(name, text, type(known[name]))})


def _read(name: str, text: str, kind: type) -> Any:
    if kind is bool:
        if text.lower() not in ("true", "false"):
            raise InputError(f"expected {name}=true or {name}=false, found '{text}'")
        return text.lower() == "true"
    try:
        return kind(text)
    except ValueError as error:
        raise InputError(f"expected a number for '{name}', found '{text}'") from error
