"""A motion as bytes: poses in single precision, faster to read than a whole clip."""

import io
import json
from typing import Any

import numpy as np

from ..arrays_file import read_arrays
from ..character import Character
from ..errors import InputError
from ..job.cycle import Cycle
from ..job.drawn_bones import DrawnBone
from ..motion.motion import Motion
from ..record import from_json, to_json
from ..sentence import Sentence

WHAT = "a motion"


def motion_to_bytes(motion: Motion) -> bytes:
    """The poses as an .npz file, without compression, which would hardly help; external forces are omitted."""
    cycle = None if motion.cycle is None else to_json(motion.cycle)
    about = {
        "character": to_json(motion.character),
        "step": motion.step,
        "cycle": cycle,
        "heading": motion.heading,
        "drawn_bones": [to_json(bone) for bone in motion.drawn_bones],
    }
    buffer = io.BytesIO()
    np.savez(
        buffer,
        about=np.array(json.dumps(about)),
        position=motion.position.astype(np.float32),
        orientation=motion.orientation.astype(np.float32),
    )
    return buffer.getvalue()


def motion_from_bytes(data: bytes) -> Motion:
    """Inverse of ``motion_to_bytes``.

    Raises:
        InputError: the bytes are not a motion.
    """
    file = read_arrays(data, WHAT)
    try:
        about: dict[str, Any] = json.loads(str(file["about"]))
        return Motion(
            from_json(Character, about["character"]),
            float(about["step"]),
            file["position"].astype(np.float64),
            file["orientation"].astype(np.float64),
            None if about["cycle"] is None else from_json(Cycle, about["cycle"]),
            tuple(map(float, about["heading"])),
            tuple(from_json(DrawnBone, bone) for bone in about.get("drawn_bones", [])),
        )
    except InputError as error:
        raise InputError(Sentence.of(f"this is not {WHAT}: ", error.sentence)) from error
    except (ValueError, KeyError, TypeError, AttributeError, RecursionError) as error:
        raise InputError(f"this is not {WHAT}: parts of it are missing or malformed") from error
