"""Commands without a window: blender --background FILE.blend --command spacetime COMMAND ...

    solve [--armature NAME] [--set NAME=VALUE ...] [--out FILE.blend] [--attempt FILE.blend]
                                  solve the motion of the file's panels and apply it to the character. If there is
                                  no solution, --attempt saves the closest attempt, on the ghost, to another file
    join FIRST SECOND [--armature NAME] [--out FILE.blend]
                                  join two solved actions with a transition, and apply the result to the character
    loop [--armature NAME] [--out FILE.blend]
                                  find the best loop in the character's animation and apply it as a physical cycle
    alternatives [--count N] [--slack S] [--seed N] [--armature NAME] [--out FILE.blend]
                                  find different motions for the panels' goals, each a take of the file
    graph [--armature NAME]       connect the character's takes into the motion graph of the panel
    walk [--curve NAME] [--seconds S] [--seed N] [--speed MPS] [--blended] [--armature NAME] [--out FILE.blend]
                                  walk through that graph, along a curve or at random, and apply the walk
    export --out DIR [--for ENGINE] [--format FORMAT] [--which ALL|STARRED|ACTIVE] [--names TEMPLATE]
                                  write the file's takes, like the Export Takes button
    generate SPACE --store FILE ...
                                  solve a parameter space; further arguments as in the solver's own command

Messages and exit codes are those of the solver (solver/messages.py): one JSON object per line on stdout, "done" at the
end; 0 done or solved, 1 internal error, 2 invalid input, 3 no solution (the file is unchanged; the closest attempt is
in the folder of the job), 4 canceled (the best motion so far is kept).
"""

import argparse
import signal
import sys
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, NoReturn

import bpy

from ..solver.commands.arguments import add_generate, generate_request
from ..solver.ending import run_to_the_end
from ..solver.errors import InputError
from ..solver.messages import EXIT_FAILED, EXIT_SOLVED, Error, Message, Status, encode
from . import preferences
from .character.ground import carries_motion
from .character.read_character import read_character
from .explore.requests import variations_request
from .explore.search import Search, reading, wait_for, why_not_explored
from .files.engine_presets import PRESETS
from .files.export_takes import ACTIVE, ALL, NAMES, STARRED, chosen_takes, exporter_for, files_of, tell_files
from .files.exporters import EXPORTERS
from .library.entries import TAKE
from .library.graph import building, why_no_graph
from .library.joining import pair_of, starting_join
from .library.looping import starting_loop
from .library.walking import starting_walk
from .motion.first_frame import first_frame_of
from .motion.name_after_keys import name_after_keys
from .motion.read_scene import read_job
from .motion.read_sketch import read_sketch
from .motion.settings import panel_settings, restore_settings
from .result.clip_on_action import has_clip, note_of
from .result.ghost import is_ghost
from .runtime.event_loop import at_once, in_a_window
from .solve import session
from .solve.solver_process import start_process
from .solve.solving import Solve

_commands: list[Any] = []  # Blender's handle on the command


def register() -> None:
    """Makes ``--command spacetime`` known to Blender."""
    _commands.append(bpy.utils.register_cli_command("spacetime", main))


def unregister() -> None:
    """Takes it away again."""
    bpy.utils.unregister_cli_command(_commands.pop())


def main(arguments: Sequence[str]) -> int:
    """Runs one command on the file that is open and returns its exit code; the last message is Done."""

    def command() -> tuple[int, str]:
        chosen, unknown = _parser().parse_known_args(list(arguments))
        if unknown:
            raise InputError(f"unknown arguments {' '.join(unknown)}; try --help")
        with in_a_window():  # of the file: Blender's exporters look for what is selected there
            found: tuple[int, str] = chosen.run(chosen)
        return found

    return run_to_the_end(command, _tell)


class _Parser(argparse.ArgumentParser):
    def error(self, message: str) -> NoReturn:
        raise InputError(f"{message}; try --help")


def _parser() -> argparse.ArgumentParser:
    parser = _Parser(
        prog="spacetime", description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    commands = parser.add_subparsers(required=True, metavar="COMMAND")

    def command(name: str, run: Callable[[argparse.Namespace], tuple[int, str]]) -> argparse.ArgumentParser:
        sub = commands.add_parser(name, help=(run.__doc__ or "").splitlines()[0])
        sub.set_defaults(run=run)
        return sub

    sub = command("solve", _solve)
    _add_armature(sub, "to solve")
    sub.add_argument(
        "--set", action="append", default=[], metavar="NAME=VALUE", help="value of a setting in the panel"
    )
    _add_out(sub)
    sub.add_argument(
        "--attempt",
        type=Path,
        metavar="FILE",
        help="path of the file saved with the closest attempt if there is no solution",
    )
    sub = command("join", _join)
    sub.add_argument("first", metavar="FIRST", help="action of the solved motion that comes first")
    sub.add_argument("second", metavar="SECOND", help="action of the solved motion that follows")
    _add_armature(sub, "that moves")
    _add_out(sub)
    sub = command("loop", _loop)
    _add_armature(sub, "that moves")
    _add_out(sub)
    sub = command("alternatives", _alternatives)
    sub.add_argument("--count", type=int, metavar="N", help="number of motions, the best included")
    sub.add_argument(
        "--slack", type=float, metavar="S", help="share by which they may cost more than the best"
    )
    sub.add_argument("--seed", type=int, metavar="N", help="of the search")
    _add_armature(sub, "that moves")
    _add_out(sub)
    sub = command("graph", _graph)
    _add_armature(sub, "with the takes")
    sub = command("walk", _walk)
    sub.add_argument("--curve", metavar="NAME", help="curve object to follow; else the walk is random")
    sub.add_argument("--seconds", type=float, metavar="S", help="duration of a random walk")
    sub.add_argument("--seed", type=int, metavar="N", help="of a random walk")
    sub.add_argument("--speed", type=float, metavar="MPS", help="preferred speed along a curve; 0 for any")
    sub.add_argument(
        "--blended", action="store_true", help="only blend the motions instead of solving the walk"
    )
    _add_armature(sub, "that walks")
    _add_out(sub)
    sub = command("export", _export)
    _add_armature(sub, "with the takes")
    sub.add_argument("--out", type=Path, required=True, metavar="DIR", help="folder of the files")
    sub.add_argument("--for", dest="preset", choices=tuple(PRESETS), default="NONE", help="game engine")
    sub.add_argument(
        "--format", choices=tuple(EXPORTERS), default="FBX", help="file format without an engine"
    )
    sub.add_argument("--which", choices=(ALL, STARRED, ACTIVE), default=ALL, help="takes to export")
    sub.add_argument(
        "--names", default=NAMES, metavar="TEMPLATE", help="file names, with fields such as {name}"
    )
    add_generate(command("generate", _generate))
    return parser


def _add_armature(parser: argparse.ArgumentParser, what: str) -> None:
    parser.add_argument(
        "--armature", metavar="NAME", help=f"armature {what}; defaults to the only character in the file"
    )


def _add_out(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--out", type=Path, metavar="FILE", help="path of the saved file; defaults to the opened file"
    )


def _solve(chosen: argparse.Namespace) -> tuple[int, str]:
    """Solve the motion of the file's panels."""
    armature_object, scene = _the_armature(chosen.armature), _the_scene()
    _require_file(chosen.out)
    _change_settings(armature_object, scene, chosen.set)
    sketch = None
    if armature_object.spacetime.motion.sketch.use:
        sketch = at_once(read_sketch(armature_object, scene, read_character(armature_object)))
        name_after_keys(armature_object)
    job = read_job(armature_object, scene, sketch=sketch)
    first_frame = first_frame_of(armature_object, scene, sketch)
    solve = session.start_solve(bpy.context, armature_object, job, first_frame=first_frame, accepts=True)
    return _listen_and_save(solve, chosen.out, chosen.attempt)


def _join(chosen: argparse.Namespace) -> tuple[int, str]:
    """Join two solved actions with a transition."""
    armature_object = _the_armature(chosen.armature)
    _require_file(chosen.out)
    first, second = _solved_action(chosen.first), _solved_action(chosen.second)
    pair = pair_of((TAKE, first.name), (TAKE, second.name))
    started = at_once(starting_join(bpy.context, armature_object, pair, accepts=True))
    return _listen_and_save(started, chosen.out)


def _loop(chosen: argparse.Namespace) -> tuple[int, str]:
    """Find the best loop in the character's animation."""
    armature_object = _the_armature(chosen.armature)
    _require_file(chosen.out)
    started = at_once(starting_loop(armature_object, _the_scene(), accepts=True))
    return _listen_and_save(started, chosen.out)


def _alternatives(chosen: argparse.Namespace) -> tuple[int, str]:
    """Find different motions for the same goals."""
    armature_object = _the_armature(chosen.armature)
    _require_file(chosen.out)
    if reason := why_not_explored(armature_object):
        raise InputError(reason)
    _set_given(armature_object.spacetime.explore, chosen, ("count", "slack", "seed"))
    job = at_once(reading(armature_object, _the_scene()))
    known = len(armature_object.spacetime.takes)
    _tell(Status(wait_for(Search(armature_object, job, variations_request(armature_object)))))
    for take in armature_object.spacetime.takes[known:]:
        _tell(Status(f"'{take.action.name}': {note_of(take.action)}"))
    _save(chosen.out)
    return EXIT_SOLVED, ""


def _graph(chosen: argparse.Namespace) -> tuple[int, str]:
    """Connect the character's takes into a motion graph."""
    armature_object = _the_armature(chosen.armature)
    armature_object.spacetime.library.told = told = at_once(building(armature_object, _the_scene()))
    for line in told.splitlines():
        _tell(Status(line))
    return EXIT_SOLVED, ""


def _walk(chosen: argparse.Namespace) -> tuple[int, str]:
    """Walk through the motion graph, along a curve or at random."""
    armature_object = _the_armature(chosen.armature)
    _require_file(chosen.out)
    if reason := why_no_graph(armature_object):
        raise InputError(reason)
    library = armature_object.spacetime.library
    _set_given(library, chosen, ("seconds", "seed", "speed"))
    library.is_physical = library.is_physical and not chosen.blended
    curve = _curve(chosen.curve) if chosen.curve is not None else None
    started = at_once(starting_walk(bpy.context, armature_object, curve, accepts=True))
    return _listen_and_save(started, chosen.out)


def _set_given(group: bpy.types.PropertyGroup, chosen: argparse.Namespace, names: Sequence[str]) -> None:
    """Settings that the command names; the others stay as the file has them."""
    for name in names:
        if getattr(chosen, name) is not None:
            setattr(group, name, getattr(chosen, name))


def _curve(name: str) -> bpy.types.Object:
    curves = {each.name: each for each in _the_scene().objects if each.type == "CURVE"}
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


def _export(chosen: argparse.Namespace) -> tuple[int, str]:
    """Export the file's takes."""
    armature_object = _the_armature(chosen.armature)
    export, suffix = exporter_for(chosen.preset, chosen.format)
    takes, folder = chosen_takes(armature_object, chosen.which), chosen.out.resolve()
    files = files_of(armature_object, takes, folder, chosen.names, suffix=suffix)
    return tell_files(armature_object.name, files, export, _tell), ""


def _generate(chosen: argparse.Namespace) -> tuple[int, str]:
    """Solve a parameter space, with the arguments of the solver's own command."""
    # whole paths, for the solver works in another folder
    chosen.space, chosen.store = str(Path(chosen.space).resolve()), str(Path(chosen.store).resolve())
    chosen.watches_stdin = True
    folder, request = preferences.new_job_folder(), generate_request(chosen)
    process = start_process(bpy.context, folder, request, leaves_clip=False)  # but a store
    for number in (signal.SIGTERM, signal.SIGINT):
        signal.signal(number, lambda *_: process.cancel())
    while process.finished is None:
        for message in process.pump():
            _tell(message)
        time.sleep(session.WAIT_PERIOD)
    return process.finished.exit_code, ""


def _listen_and_save(solve: Solve, out: Path | None, attempt: Path | None = None) -> tuple[int, str]:
    """Stops it when asked; gives the exit code and the clip's file."""
    for number in (signal.SIGTERM, signal.SIGINT):
        signal.signal(number, lambda *_: solve.cancel())
    _listen(solve)
    clip = str(solve.clip_file or "")
    if solve.failed:
        _tell(Error(solve.outcome))
        if attempt and solve.is_attempt:
            _save(attempt)
        return solve.exit_code or EXIT_FAILED, clip
    _tell(Status(solve.outcome))
    _save(out)
    return solve.exit_code, clip


def _listen(solve: Solve) -> None:
    """Pumps to the end and hands on what the solver says."""
    told, stage = 0, ""
    while not solve.is_over:
        session.pump()
        if solve.stage != stage:
            stage = solve.stage
            _tell(Status(stage, figures=solve.figures))
        for progress in solve.history[told:]:
            _tell(progress)
        told = len(solve.history)
        time.sleep(session.WAIT_PERIOD)


def _the_armature(name: str | None) -> bpy.types.Object:
    """The named armature, or the only one with bodies."""
    if name is not None:
        found = bpy.data.objects.get(name)
        if found is None or found.type != "ARMATURE":
            known = [each.name for each in bpy.data.objects if each.type == "ARMATURE"]
            raise InputError(f"there is no armature '{name}'; there are {', '.join(known) or 'none'}")
        return found
    characters = [each for each in _the_scene().objects if each.type == "ARMATURE" and carries_motion(each)]
    characters = [each for each in characters if not is_ghost(each)]
    if len(characters) != 1:
        names = ", ".join(each.name for each in characters) or "none"
        raise InputError(f"expected one character in the file, found {names}; say which with --armature")
    return characters[0]


def _the_scene() -> bpy.types.Scene:
    assert bpy.context.scene is not None
    return bpy.context.scene


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


def _require_file(out: Path | None) -> None:
    if not (out or bpy.data.filepath):
        raise InputError("there is no file to save to; open one or give a path with --out")


def _save(out: Path | None) -> None:
    file = str(out.resolve()) if out else bpy.data.filepath
    try:
        bpy.ops.wm.save_as_mainfile(filepath=file)
    except RuntimeError as error:
        raise InputError(f"the file '{file}' could not be saved: {str(error).strip()}") from error
    _tell(Status(f"saved '{file}'"))


def _tell(message: Message) -> None:
    sys.stdout.write(encode(message) + "\n")
    sys.stdout.flush()
