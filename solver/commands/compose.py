"""Composes a motion of others and saves it."""

import threading
from pathlib import Path

from ..clip.clip import Clip
from ..job.job import Job
from ..messages import Sink
from ..motion.motion import Motion
from ..whole_file import require_folder
from .deliver import deliver
from .library_request import ComposeRequest


def compose(request: ComposeRequest, send: Sink, stop: threading.Event) -> tuple[int, str]:
    """Carries out the request; returns the exit code and the clip's file.

    Raises:
        InputError: a file does not match, or the expression contradicts itself.
    """
    from ..library.algebra.compose import compose as composed
    from ..library.algebra.composition import Composition

    file = Path(request.composition)
    composition = Composition.load(file)
    motions = {source.name: _motion(file.parent / source.clip) for source in composition.sources}
    require_folder(Path(request.out))
    clip = composed(composition, motions, send=send, cancelled=stop.is_set)
    return deliver(clip, Path(request.out), send, stop)


def _motion(file: Path) -> Motion:
    """Motion of a clip, or followed by a job."""
    from ..library.followed import followed

    return followed(Job.load(file)) if file.suffix == ".json" else Clip.load(file).motion
