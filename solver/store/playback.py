"""Poses of a clip for playback, in single precision."""

import io
from dataclasses import dataclass, fields

import numpy as np
from numpy.typing import NDArray

from ..arrays_file import read_arrays
from ..clip.clip import Clip
from ..errors import InputError

Single = NDArray[np.float32]


@dataclass(frozen=True, eq=False)
class Playback:
    """Poses of a clip; to judge its physics, take the clip.

    Attributes:
        step: (1,) time between frames [s].
        position: (N, B, 3) centres of mass, world [m].
        orientation: (N, B, 4) wxyz, ellipsoid axes to world.
        contact_active: (N, C) whether the contact was scheduled to touch.
    """

    step: Single
    position: Single
    orientation: Single
    contact_active: NDArray[np.bool_]

    @classmethod
    def of_clip(cls, clip: Clip) -> "Playback":
        """Its poses, rounded."""
        position, orientation = (
            clip.motion.position.astype(np.float32),
            clip.motion.orientation.astype(np.float32),
        )
        return cls(
            np.array([clip.motion.step], np.float32), position, orientation, clip.motion.contact_active
        )

    def to_bytes(self) -> bytes:
        """The arrays as an .npz file, not compressed: they hardly shrink."""
        buffer = io.BytesIO()
        arrays = {field.name: getattr(self, field.name) for field in fields(self)}
        np.savez(buffer, **arrays)
        return buffer.getvalue()

    @classmethod
    def from_bytes(cls, data: bytes) -> "Playback":
        """Inverse of ``to_bytes``.

        Raises:
            InputError: the bytes are no playback.
        """
        file = read_arrays(data, "a playback of a clip")
        try:
            return cls(**{field.name: file[field.name] for field in fields(cls)})
        except KeyError as error:
            raise InputError(f"this is not a playback of a clip: {error} is missing") from error
