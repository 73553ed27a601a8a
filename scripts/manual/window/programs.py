"""The programs that open a window where there is no screen, and take a picture of it."""

import os
import shutil
from dataclasses import dataclass
from pathlib import Path

from scripts.failure import SetupFailure

VARIABLE = "BLENDER_WINDOW"
PACKAGES = {
    "blender": "blender",
    "Xvfb": "xvfb",
    "convert": "imagemagick",
}  # Debian's, by the program they bring


@dataclass(frozen=True)
class Programs:
    """What a picture of a window needs.

    Attributes:
        blender: with a window, unlike the bpy module; Debian's 3.4 will do.
        xvfb: a screen in memory.
        convert: ImageMagick, which cuts the panel out of the window and leaves it few colours.
    """

    blender: Path
    xvfb: Path
    convert: Path


def find_programs() -> Programs:
    """Looks on the path; BLENDER_WINDOW names another Blender.

    Raises:
        SetupFailure: says in one sentence what is missing and what brings it.
    """
    found = {name: shutil.which(name) for name in PACKAGES}
    found["blender"] = shutil.which(os.environ.get(VARIABLE, "blender"))
    missing = [name for name, place in found.items() if place is None]
    if missing:
        packages = " ".join(PACKAGES[name] for name in missing)
        raise SetupFailure(
            f"pictures of the panels need {', '.join(missing)}: apt-get install --no-install-recommends {packages}, "
            f"or let {VARIABLE} name a Blender that opens a window"
        )
    return Programs(*(Path(str(place)) for place in found.values()))
