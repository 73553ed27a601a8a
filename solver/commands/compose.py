"""Composes a motion of others and saves it."""

import threading
from pathlib import Path

from ..clip.clip import Clip
from ..messages import Sink
from ..whole_file import require_folder
from .deliver import deliver
from .request import ComposeRequest


def compose(request: ComposeRequest, tell: Sink, stop: threading.Event) -> tuple[int, str]:
    """Does what is asked; gives the exit code and the clip's file.

    Raises:
        InputError: a file does not fit, or the expression is in conflict with itself.
    """
    from ..library.algebra.composition import Composition
    from ..library.algebra.composition import compose as composed

    file = Path(request.composition)
    composition = Composition.load(file)
    motions = {source.name: Clip.load(file.parent / source.clip).motion for source in composition.sources}
    require_folder(Path(request.out))
    clip = composed(composition, dict(motions), tell=tell, cancelled=stop.is_set)
    return deliver(clip, Path(request.out), tell, stop)
