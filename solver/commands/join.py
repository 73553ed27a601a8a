"""Finds a transition between two clips, or fills the gap between them, and saves it."""

import threading
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from ..clip.clip import Clip
from ..errors import InputError
from ..messages import Sink, Status
from ..whole_file import require_folder
from .deliver import deliver
from .library_request import JoinRequest

if TYPE_CHECKING:
    from ..library.transition.part import StripPart


def join(request: JoinRequest, send: Sink, stop: threading.Event) -> tuple[int, str]:
    """Carries out the request; returns the exit code and the clip's file.

    Raises:
        InputError: only one of the two frames is given, frames are given without a gap, or the clips do not fit
            together.
    """
    from ..library.at_rate import at_rate
    from ..library.same_bodies import require_same_bodies

    _require_one_way(request)
    clips = [Clip.load(Path(file)) for file in (request.first, request.second)]
    require_same_bodies(*(clip.job.character for clip in clips))
    require_folder(Path(request.out))
    fps = max(clip.motion.fps for clip in clips)
    first, second = (at_rate(clip, fps, send=send, cancelled=stop.is_set) for clip in clips)
    fitted = _fitted_to(request, [fps / clip.motion.fps for clip in clips])
    work = _placed if request.gap is None else _filled
    return deliver(work(fitted, first, second, send, stop), Path(request.out), send, stop)


def _require_one_way(request: JoinRequest) -> None:
    if (request.leave is None) != (request.enter is None):
        raise InputError("expected both --leave and --enter")
    if request.gap is not None and request.leave is not None:
        raise InputError("expected either --gap or --leave and --enter, found both")
    if request.gap is None and (request.first_frames or request.second_frames):
        raise InputError("--first-frames and --second-frames need --gap")


def _fitted_to(request: JoinRequest, finer: list[float]) -> JoinRequest:
    """The request with frame numbers of clips that were resampled to so many times the rate."""

    def at(frames: tuple[int, int] | None, times: float) -> tuple[int, int] | None:
        return frames and (round(frames[0] * times), round(frames[1] * times))

    return replace(
        request,
        leave=None if request.leave is None else round(request.leave * finer[0]),
        enter=None if request.enter is None else round(request.enter * finer[1]),
        first_frames=at(request.first_frames, finer[0]),
        second_frames=at(request.second_frames, finer[1]),
    )


def _placed(request: JoinRequest, first: Clip, second: Clip, send: Sink, stop: threading.Event) -> Clip:
    """Solves a transition at the best or the given frames."""
    from ..library.known_clip import known_clip
    from ..library.transition.crossing import crossing_at
    from ..library.transition.join import transition
    from ..library.transition.lasting_constraints import lasting_constraints

    a, b, place = first.motion, second.motion, None
    if request.leave is not None and request.enter is not None:
        place = crossing_at(a, b, request.leave, request.enter)
    found = transition(
        a, b, at=place, name=f"{first.name} to {second.name}", constraints=lasting_constraints(first.job, second.job),
        send=send, cancelled=stop.is_set,
    )  # fmt: skip
    x, y, _ = found.after.translation
    send(
        Status(
            f"'{first.name}' is left at frame {found.crossing.leaves}, '{second.name}' is entered at frame "
            f"{found.crossing.enters}, moved by {x:.3f}, {y:.3f} m and turned by {found.after.yaw:.3f} rad"
        )
    )
    if not (request.is_whole and found.clip.provenance.solved):
        return found.clip
    return known_clip(found.clip.name, found.complete(a, b), found.clip.provenance)


def _filled(request: JoinRequest, first: Clip, second: Clip, send: Sink, stop: threading.Event) -> Clip:
    """Plays one clip, then after the gap the other."""
    from ..library.known_clip import known_clip
    from ..library.transition.fill import fill
    from ..library.transition.lasting_constraints import lasting_constraints

    assert request.gap is not None
    between = round(request.gap * first.motion.fps) - 1
    parts = (
        _part(first, request.first_frames, "first_frames"),
        _part(second, request.second_frames, "second_frames"),
    )
    found = fill(
        *parts, between,
        name=f"{first.name} to {second.name}", constraints=lasting_constraints(first.job, second.job),
        send=send, cancelled=stop.is_set,
    )  # fmt: skip
    clip, bent = found.transition.clip, found.transition.crossing.room
    beside = f"and both motions bend for {bent * first.motion.step:.2g} s beside them" if bent else "alone"
    send(Status(f"{between} frames are filled {beside}"))
    if not (request.is_whole and clip.provenance.solved):
        return clip
    return known_clip(clip.name, found.joined(), clip.provenance)


def _part(clip: Clip, frames: tuple[int, int] | None, field: str) -> "StripPart":
    from ..library.transition.part import StripPart

    if frames is None:
        return StripPart.all_of(clip.motion)
    try:
        return StripPart(clip.motion, frames[0], frames[1] - frames[0] + 1)
    except InputError as error:
        raise InputError(error.words, field=f"request.{field}") from error
