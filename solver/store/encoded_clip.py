"""A clip as stored, encoded in the process that solved it."""

import json
from dataclasses import asdict, dataclass
from typing import Any

from ..clip.clip import Clip
from .encoded_motion import motion_to_bytes


@dataclass(frozen=True, eq=False)
class EncodedClip:
    """Columns of one row.

    Attributes:
        name: of the clip.
        about: JSON of the facts that a list shows.
        motion: poses in float32.
        data: the whole clip in float64.
    """

    name: str
    about: str
    motion: bytes
    data: bytes

    @classmethod
    def of_clip(cls, clip: Clip) -> "EncodedClip":
        """The clip, encoded."""
        return cls(clip.name, json.dumps(_about(clip)), motion_to_bytes(clip.motion), clip.to_bytes())


def _about(clip: Clip) -> dict[str, Any]:
    return {
        "character": clip.job.character.name,
        "n_frames": clip.n_frames,
        "step": clip.motion.step,
        "is_cycle": clip.job.cycle is not None,
        "report": asdict(clip.report),
        "provenance": asdict(clip.provenance),
    }
