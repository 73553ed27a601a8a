"""Finds motions between two and saves each."""

import threading
from pathlib import Path

from ..clip.clip import Clip
from ..messages import EXIT_CANCELLED, EXIT_NO_SOLUTION, EXIT_SOLVED, Error, Found, Sink, Status
from ..sentence import Sentence
from ..whole_file import require_folder
from ..wording.violations import why_unsolved
from .deliver import keep
from .explore_request import BetweenRequest


def find_between(request: BetweenRequest, send: Sink, stop: threading.Event) -> tuple[int, str]:
    """Carries out the request; returns the exit code and the folder.

    Raises:
        InputError: the clips do not go together, or a share is not from 0 to 1.
    """
    from ..explore.front_slider import FrontSlider
    from ..explore.slider import Slider

    first, second, folder = Clip.load(Path(request.first)), Clip.load(Path(request.second)), Path(request.out)
    require_folder(folder)
    slider: Slider | FrontSlider = (
        FrontSlider((first, second), request.quantity, of=request.of)
        if request.quantity
        else Slider(first, second, bodies=request.bodies)
    )
    n_found = 0
    for share in request.shares:
        clip = slider.at(share, send=send, cancelled=stop.is_set)
        if stop.is_set():
            send(Status("Stopped; the motions that were found are kept"))
            return EXIT_CANCELLED, str(folder)
        if not clip.provenance.solved:
            why = why_unsolved(clip.provenance.violations)
            send(Status.of(Sentence.of(f"no motion was found {share:.0%} of the way: ", why)))
            continue
        n_found += 1
        file = keep(clip, folder / f"between_{n_found}.npz", send)
        cost = clip.provenance.objective / first.provenance.objective if first.provenance.objective else 1.0
        words = (
            f"{share:.0%} of the way from '{first.name}' to '{second.name}'; costs {cost:.2f} times the first"
        )
        send(Found(words, clip=str(file)))
    if not n_found:
        send(Error("no motion was found in between"))
        return EXIT_NO_SOLUTION, ""
    return EXIT_SOLVED, str(folder)
