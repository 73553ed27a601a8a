"""Saves a clip to a folder and reports how its solve ended."""

import tempfile
import threading
from pathlib import Path

from ..clip.clip import Clip
from ..errors import InputError
from ..messages import EXIT_BAD_INPUT, EXIT_CANCELLED, EXIT_NO_SOLUTION, EXIT_SOLVED, Error, Sink, Status
from ..sentence import Sentence
from ..wording.violations import why_unsolved

CLIP_FILE = "clip.npz"


def deliver(
    clip: Clip, folder: Path, send: Sink, stop: threading.Event, *, is_final: bool = True
) -> tuple[int, str]:
    """Saves a clip; returns the exit code and its file.

    Args:
        clip: that was found.
        folder: checked by ``require_folder``.
        send: receives messages.
        stop: set if the search was stopped.
        is_final: whether a solved clip completes the request even if the search was stopped.
    """
    file = keep(clip, folder / CLIP_FILE, send)
    if clip.provenance.solved and (is_final or not stop.is_set()):
        return EXIT_SOLVED if file.parent == folder else EXIT_BAD_INPUT, str(file)
    if stop.is_set():
        send(Status("Stopped; the best motion so far is kept"))
        return EXIT_CANCELLED, str(file)
    found = f"no solution found ({clip.provenance.status.rstrip('.')}); the closest attempt is kept: "
    send(Error.of(Sentence.of(found, why_unsolved(clip.provenance.violations))))
    return EXIT_NO_SOLUTION, str(file)


def keep(clip: Clip, file: Path, send: Sink) -> Path:
    """Saves a clip to its file or, if that fails (such as on a full disk), elsewhere, since it took long to find.

    If it is saved elsewhere, the reason is sent.

    Returns:
        The file written.

    Raises:
        InputError: it cannot be saved anywhere.
    """
    try:
        clip.save(file)
    except InputError as error:
        other = Path(tempfile.mkdtemp(prefix="spacetime_")) / file.name
        clip.save(other)
        send(Error.of(Sentence.of(error.sentence, f"; the motion is kept in '{other}'")))
        return other
    return file
