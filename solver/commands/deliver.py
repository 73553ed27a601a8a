"""Leaves a clip in a folder and says how its solve ended."""

import tempfile
import threading
from pathlib import Path

from ..clip.clip import Clip
from ..errors import InputError
from ..messages import EXIT_CANCELLED, EXIT_NO_SOLUTION, EXIT_SOLVED, Error, Sink, Status
from ..sentence import Sentence
from ..wording.violations import why_unsolved

CLIP_FILE = "clip.npz"


def require_folder(folder: Path) -> None:
    """Makes a folder and tries it, before work whose result belongs there.

    Raises:
        InputError: nothing can be written into it.
    """
    try:
        folder.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryFile(dir=folder):
            pass
    except OSError as error:
        raise InputError(
            f"expected a folder to write into, found '{folder}': {error.strerror}", field="--out"
        ) from error


def deliver(
    clip: Clip, folder: Path, tell: Sink, stop: threading.Event, *, is_final: bool = True
) -> tuple[int, str]:
    """Saves a clip; gives the exit code and its file.

    Args:
        clip: that was found.
        folder: that ``require_folder`` has tried.
        tell: takes what there is to say.
        stop: whether the search was stopped.
        is_final: whether a solved clip is all that was asked for; else only unless the search was stopped.
    """
    file = folder / CLIP_FILE
    clip.save(file)
    if clip.provenance.solved and (is_final or not stop.is_set()):
        return EXIT_SOLVED, str(file)
    if stop.is_set():
        tell(Status("Stopped; the best motion so far is kept"))
        return EXIT_CANCELLED, str(file)
    found = f"no solution found ({clip.provenance.status.rstrip('.')}); the closest attempt is kept: "
    tell(Error.of(Sentence.of(found, why_unsolved(clip.provenance.violations))))
    return EXIT_NO_SOLUTION, str(file)
