"""The motion graph of a character: its file, its motions, and its construction in another process."""

from collections.abc import Mapping
from functools import partial
from os.path import isfile
from pathlib import Path

import bpy

from ...solver.commands.library_request import CoverageRequest, GraphRequest
from ...solver.commands.request import Command
from ...solver.errors import InputError
from ...solver.library.graph.graph_file import is_graph_file
from ...solver.messages import EXIT_SOLVED, Remark
from ...solver.space.parameter_space import ParameterSpace
from ...solver.whole_file import write_whole
from .. import preferences
from ..announcement import announced
from ..blender.kept_file import kept_file
from ..blender.units import in_meters
from ..result.clip_on_action import has_clip, is_attempt
from ..runtime.conversation import Savable
from ..runtime.event_loop import After, Work, in_a_thread, is_busy
from ..solve.solver_process import ending, start_process
from ..spaces.store_file import store_file
from .entries import TAKE, Key, chosen_entries, loading, renamed

PERIOD = 0.05  # s between readings of the solver's messages
GRAPH_FILE, PICTURE_FILE = "graph.json", "graph.svg"  # names used by the solver
MISSING_FILE = "Missing Clips.json"  # also the name of the space
BUILDER = "motion graph"  # name of the work in the event loop


def graph_file(armature_object: bpy.types.Object) -> Path:
    """Path of the graph: as entered, or next to the .blend file.

    Raises:
        InputError: the .blend file is not saved and no path is entered, or the folder is missing.
    """
    path = armature_object.spacetime.library.graph
    name = bpy.path.clean_name(armature_object.name)
    return kept_file(path, ending=f".{name}.graph.json", content="the graph", field="Graph")


def why_no_graph(armature_object: bpy.types.Object) -> str:
    """Empty if there is a graph."""
    try:
        return (
            "" if isfile(graph_file(armature_object)) else "There is no motion graph yet; press Build Graph"
        )
    except InputError as error:
        return announced(error)


def graph_motions(armature_object: bpy.types.Object) -> list[Key]:
    """Motions of a new graph: those chosen in the list, else all solved takes."""
    chosen = [(each.kind, each.name) for each in chosen_entries(armature_object)]
    takes = (take.action for take in armature_object.spacetime.takes)
    return chosen or [(TAKE, take.name) for take in takes if has_clip(take) and not is_attempt(take)]


def is_building() -> bool:
    """Whether a graph of any character is being built."""
    return is_busy(BUILDER)


def building(armature_object: bpy.types.Object, scene: bpy.types.Scene) -> Work[list[str]]:
    """Builds the graph in a separate process, which ends with the work; stores and returns its messages.

    Raises:
        InputError: there is no path for the graph, its file would overwrite another, there is nothing to connect, or
            the solver failed.
    """
    file, chosen = graph_file(armature_object), armature_object.spacetime.library
    clips, files = yield from _given(armature_object, scene)
    request = GraphRequest(
        files, ".", has_bridges=chosen.has_bridges, force=chosen.most_force, moment=chosen.most_moment,
        slide=in_meters(chosen.most_slide), watches_stdin=True,
    )  # fmt: skip
    folder = preferences.new_job_folder()
    yield from in_a_thread(partial(_refuse_to_replace, file))
    words = yield from _messages_of(request, folder, clips)
    yield from in_a_thread(partial(_keep, folder, file))
    armature_object.spacetime.library.told = "\n".join(words)
    return words


def _given(
    armature_object: bpy.types.Object, scene: bpy.types.Scene
) -> Work[tuple[dict[str, Savable], tuple[str, ...]]]:
    """Clips by input file of the solver, and the names of all files."""
    clips: dict[str, Savable] = {}
    for k, key in enumerate(graph_motions(armature_object)):
        clip = yield from loading(key, scene)
        clips[f"{k}.npz"] = renamed(clip, key[1])
    stores = (_store(scene),) if armature_object.spacetime.library.uses_clips else ()
    return clips, (*clips, *stores)


def _store(scene: bpy.types.Scene) -> str:
    """Path of the clips file.

    Raises:
        InputError: it is missing.
    """
    file = store_file(scene)
    if not isfile(file):
        raise InputError(
            f"Include Clips found no variations, as there is no file '{file}'; press Solve Variations, or disable it"
        )
    return str(file)


def picture_file(armature_object: bpy.types.Object) -> Path:
    """Path of the graph's drawing, next to it.

    Raises:
        InputError: as of ``graph_file``.
    """
    return graph_file(armature_object).with_suffix(".svg")


def _refuse_to_replace(file: Path) -> None:
    """Refuses to replace files other than graphs and drawings; runs in a thread.

    Raises:
        InputError: naming the file.
    """
    drawing = file.with_suffix(".svg")
    for each, is_own in ((file, is_graph_file), (drawing, _is_drawing)):
        if each.exists() and not is_own(each):
            raise InputError(
                f"'{each}' was not written by this add-on and is kept; choose another path under Graph"
            )


def _is_drawing(file: Path) -> bool:
    with file.open("rb") as opened:
        return opened.read(len(b"<svg")) == b"<svg"


def _keep(folder: Path, file: Path) -> None:
    """Moves the solver's files to the artist's path; runs in a thread."""
    write_whole(file, (folder / GRAPH_FILE).read_bytes())
    write_whole(file.with_suffix(".svg"), (folder / PICTURE_FILE).read_bytes())


def covering(armature_object: bpy.types.Object) -> Work[list[str]]:
    """Computes the graph's coverage in a separate process, which ends with the work; stores and returns it.

    Raises:
        InputError: there is no place for the graph, or what the solver says.
    """
    within = armature_object.spacetime.library.within
    request = CoverageRequest(str(graph_file(armature_object).resolve()), within)
    words = yield from _messages_of(request, preferences.new_job_folder(), {})
    armature_object.spacetime.library.covered = "\n".join(words)
    return words


def finding_missing(armature_object: bpy.types.Object, scene: bpy.types.Scene) -> Work[ParameterSpace | None]:
    """Space of the speeds and turns that the graph lacks, computed in a separate process.

    Args:
        armature_object: with the graph; missing clips resemble its motions that travel.
        scene: with the clips file, if that is included.

    Raises:
        InputError: there is no place for the graph, or what the solver says.
    """
    clips, files = yield from _given(armature_object, scene)
    folder = preferences.new_job_folder()
    request = CoverageRequest(str(graph_file(armature_object).resolve()), clips=files, space=MISSING_FILE)
    yield from _messages_of(request, folder, clips)
    file = folder / MISSING_FILE
    return (yield from in_a_thread(partial(ParameterSpace.load, file))) if file.is_file() else None


def _messages_of(request: Command, folder: Path, files: Mapping[str, Savable]) -> Work[list[str]]:
    """The solver's messages about a finished request.

    Raises:
        InputError: with its error.
    """
    words = list[str]()
    process = start_process(folder, request, files=files, leaves_clip=False)
    with ending(process):
        while process.finished is None:
            words += [message.text for message in process.pump() if isinstance(message, Remark)]
            yield After(PERIOD)
    if process.finished.exit_code != EXIT_SOLVED:
        raise process.finished.complaint or InputError("the solver ended without a message")
    return words
