"""Motions of other files for characters of many files."""

import argparse
from pathlib import Path

import bpy

from ...solver.errors import InputError
from ...solver.messages import EXIT_SOLVED, Status
from ...solver.whole_file import require_folder
from ..result import review
from ..retarget.retargeting import retargeting
from ..runtime.event_loop import at_once
from .file import appended_armature, open_file, save, send, the_armature, the_scene


def retarget(chosen: argparse.Namespace) -> tuple[int, str]:
    """Retarget motions to the characters of other files, which are saved to a folder."""
    folder = chosen.out.resolve()
    require_folder(folder)
    outs = [folder / file.name for file in chosen.to]
    for out, file in zip(outs, chosen.to, strict=True):
        if out == file.resolve() or outs.count(out) > 1:
            raise InputError(f"'{file}' would be written over another file; give another folder with --out")
    for out, file in zip(outs, chosen.to, strict=True):
        open_file(file)
        for motion in chosen.motions:
            _take(motion, chosen)
        if len(chosen.motions) == 1:
            at_once(review.accepting(the_armature(chosen.armature)))
        save(out)
    return EXIT_SOLVED, ""


def _take(motion: Path, chosen: argparse.Namespace) -> None:
    """Adds a file's motion to the takes of the open file's character; nothing else of that file stays."""
    scene = the_scene()
    character = the_armature(chosen.armature)
    source = appended_armature(motion, scene, chosen.source)
    preview, scene.use_preview_range = scene.use_preview_range, False
    try:
        action = at_once(retargeting(source, character, scene))
    finally:
        scene.use_preview_range = preview
        bpy.data.objects.remove(source)
    send(Status(f"'{action.name}': " + ". ".join(character.spacetime.retarget.told.split("\n"))))
