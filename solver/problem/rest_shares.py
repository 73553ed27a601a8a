"""Duration of what acts at a frame next to an end at rest."""

import numpy as np

from ..arrays import Array
from ..job.constraints.at_rest import AtRest
from .transcription import Transcription

MORE = 0.5  # steps


def rest_shares(transcription: Transcription) -> Array:
    """(N, B) steps that the forces on each body at each frame act: 1, beside an end at rest 1.5.

    The ends of an open clip have no forces. By ``AtRestRows`` the speed there is v(1/2) = h a(1) / 2 where it is
    0, so what acts at frame 1 has acted from the very beginning on, for one step and a half. An objective that
    counted it for one would have it do half as much again for nothing, an error of the order of the step.
    """
    timeline, character = transcription.timeline, transcription.job.character
    shares = np.ones((timeline.n_frames, len(character.bodies)))
    for rest in transcription.job.constraints:
        if not isinstance(rest, AtRest) or timeline.cycle is not None:
            continue
        roots = [character.body_index(name) for name in rest.roots or [root.body for root in character.roots]]
        resting = np.isin(transcription.root_of, roots)
        for asked, frame in ((rest.start, 1), (rest.end, timeline.n_frames - 2)):
            if asked:
                shares[frame, resting] += MORE
    return shares
