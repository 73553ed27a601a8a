"""Finds a transition between two clips and saves it."""

import threading
from pathlib import Path

from ..clip.clip import Clip
from ..errors import InputError
from ..messages import Sink, Status
from ..whole_file import require_folder
from .deliver import deliver
from .request import JoinRequest


def join(request: JoinRequest, tell: Sink, stop: threading.Event) -> tuple[int, str]:
    """Does what is asked; gives the exit code and the clip's file.

    Raises:
        InputError: only one of the two frames is given, or the clips do not fit together.
    """
    from ..library.known_clip import known_clip
    from ..library.transition.carried import carried
    from ..library.transition.crossing import crossing_at
    from ..library.transition.join import transition

    if (request.leave is None) != (request.enter is None):
        raise InputError("a place needs --leave and --enter")
    first, second = (Clip.load(Path(file)) for file in (request.first, request.second))
    a, b, place = first.motion, second.motion, None
    if request.leave is not None and request.enter is not None:
        place = crossing_at(a, b, request.leave, request.enter)
    require_folder(Path(request.out))
    found = transition(
        a, b, at=place, name=f"{first.name} to {second.name}", constraints=carried(first.job, second.job),
        tell=tell, cancelled=stop.is_set,
    )  # fmt: skip
    x, y, _ = found.after.translation
    tell(
        Status(
            f"'{first.name}' is left at frame {found.crossing.leaves}, '{second.name}' is entered at frame "
            f"{found.crossing.enters}, moved by {x:.3f}, {y:.3f} m and turned by {found.after.yaw:.3f} rad"
        )
    )
    clip = found.clip
    if request.is_whole and clip.provenance.solved:
        clip = known_clip(clip.name, found.complete(a, b), clip.provenance)
    return deliver(clip, Path(request.out), tell, stop)
