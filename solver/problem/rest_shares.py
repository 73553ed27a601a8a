"""Duration of forces at a frame next to an end at rest."""

import numpy as np

from ..arrays import Array
from ..job.constraints.at_rest import AtRest
from .transcription import Transcription

MORE = 0.5  # steps


def rest_shares(transcription: Transcription) -> Array:
    """(N, B) duration in steps of the forces on each body at each frame: 1, or 1.5 beside an end at rest.

    The ends of an open clip have no forces. From rest, ``AtRestRows`` gives v(1/2) = h a(1) / 2, so the forces at
    frame 1 act from the very beginning, for one and a half steps. An objective that counted one step would leave half
    a step free of charge, an error of first order in the step.
    """
    timeline, character = transcription.timeline, transcription.job.character
    shares = np.ones((timeline.n_frames, len(character.bodies)))
    for rest in transcription.job.constraints:
        if not isinstance(rest, AtRest) or timeline.cycle is not None:
            continue
        roots = [character.body_index(name) for name in rest.roots or [root.body for root in character.roots]]
        resting = np.isin(transcription.root_of, roots)
        for rests, frame in ((rest.start, 1), (rest.end, timeline.n_frames - 2)):
            if rests:
                shares[frame, resting] += MORE
    return shares
