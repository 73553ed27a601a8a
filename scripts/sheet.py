"""Pose sheets and other pictures of a motion, drawn by a separate Blender process."""

import json
import subprocess
import sys
import tempfile
from pathlib import Path

from scripts.environment import ROOT
from scripts.failure import SetupFailure
from solver.analysis.pose_sheet.layout import compose
from solver.analysis.pose_sheet.shapes import Picture
from solver.clip.clip import Clip

WIDTH = 2000  # pixels
PROGRAM = ROOT / "addon/files/picture.py"


def draw_sheet(clip: Clip, path: Path, *, n_poses: int = 8, width: int = WIDTH) -> None:
    """Draw the contact sheet of a clip.

    Args:
        clip: Any motion; a cycle is drawn over one repetition.
        path: The PNG to write.
        n_poses: Number of poses, equally spaced in the clip; fewer if it has fewer frames.
        width: Of the picture in pixels; the height depends on the motion.

    Raises:
        SetupFailure: Blender cannot draw; the message holds its last lines.
    """
    draw_picture(compose(clip, n_poses=n_poses, width=width), path)


def draw_picture(picture: Picture, path: Path) -> None:
    """Draw a picture as PNG or JPEG, depending on the suffix of the path.

    Raises:
        SetupFailure: Blender cannot draw; the message holds its last lines.
    """
    plain = json.dumps(picture.to_json())
    with tempfile.TemporaryDirectory(prefix="spacetime-sheet-") as folder:
        half = Path(folder) / f"sheet{path.suffix}"
        command = [sys.executable, "-I", str(PROGRAM), str(half)]
        done = subprocess.run(command, input=plain, text=True, capture_output=True, errors="replace")
        if done.returncode or not half.is_file():
            ending = "\n".join((done.stdout + done.stderr).strip().splitlines()[-15:])
            raise SetupFailure(f"drawing the sheet failed; its last lines were:\n{ending}")
        path.write_bytes(half.read_bytes())
