"""The programs that open a window where there is no screen, and cut panels out of it."""

import os
import re
import shutil
import tomllib
from dataclasses import dataclass
from pathlib import Path

from scripts.environment import ROOT
from scripts.failure import SetupFailure
from scripts.processes import run

VARIABLE = "BLENDER_WINDOW"
SOURCES = {
    "blender": f"Blender from blender.org, on the path or named by {VARIABLE}",
    "Xvfb": "Debian's package xvfb",
    "convert": "Debian's package imagemagick",
}  # what brings each program


@dataclass(frozen=True)
class Programs:
    """What a picture of a window needs.

    Attributes:
        blender: with a window, unlike the bpy module; a command that starts one will do.
        xvfb: a screen in memory.
        convert: ImageMagick, which cuts the panel out of the window and leaves it few colours.
    """

    blender: Path
    xvfb: Path
    convert: Path


def find_programs() -> Programs:
    """Looks on the path; BLENDER_WINDOW names another Blender.

    Raises:
        SetupFailure: says in one sentence what is missing and what brings it, or that Blender is too old.
    """
    found = {name: shutil.which(name) for name in SOURCES}
    found["blender"] = shutil.which(os.environ.get(VARIABLE, "blender"))
    missing = [name for name, place in found.items() if place is None]
    if missing:
        brought = " and ".join(SOURCES[name] for name in missing)
        raise SetupFailure(f"pictures of the panels need {', '.join(missing)}; expected {brought}")
    programs = Programs(*(Path(str(place)) for place in found.values()))
    _refuse_older(programs.blender)
    return programs


def _refuse_older(blender: Path) -> None:
    """The add-on's own least version holds for its pictures, too."""
    manifest = tomllib.loads((ROOT / "blender_manifest.toml").read_text(encoding="utf-8"))
    least = manifest["blender_version_min"]
    said = re.search(
        r"^Blender ((\d+)\.(\d+)\.\d+)", run([blender, "--version"], step="asking Blender's age"), re.M
    )
    if said is None or (int(said[2]), int(said[3])) < tuple(int(part) for part in least.split(".")[:2]):
        age = said[1] if said is not None else "no version"
        raise SetupFailure(
            f"pictures of the panels need Blender {least} or later, found {age} at {blender}; "
            f"let {VARIABLE} name a newer one"
        )
