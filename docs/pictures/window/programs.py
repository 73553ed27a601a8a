"""Programs for a window without a screen, and for cropping pictures of it."""

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
}  # how to install each program


@dataclass(frozen=True)
class Programs:
    """Programs for a picture of a window.

    Attributes:
        blender: with a window, unlike the bpy module; or a command that starts one.
        xvfb: virtual screen.
        convert: ImageMagick, which crops pictures and reduces their colors.
    """

    blender: Path
    xvfb: Path
    convert: Path


def find_programs() -> Programs:
    """Finds the programs on the path; BLENDER_WINDOW selects another Blender.

    Raises:
        SetupFailure: a program is missing, with a hint for its installation, or Blender is too old.
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
    """Checks that Blender has the minimum version of the add-on."""
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
