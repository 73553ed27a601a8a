"""Checks of frame numbers."""

from ...character.validation import known_name
from ...errors import InputError
from ..when import When
from .context import Context


def check_range(first: int, last: int, n_frames: int, field: str) -> None:
    """Checks that frames exist and the first is not after the last."""
    for name, frame in (("first", first), ("last", last)):
        if not -n_frames <= frame < n_frames:
            raise InputError(
                f"expected a frame from {-n_frames} to {n_frames - 1}, found {frame}",
                field=f"{field}.{name}" if field else name,
            )
    if first % n_frames > last % n_frames:
        raise InputError(
            f"the first frame {first % n_frames} is after the last {last % n_frames}", field=field
        )


def check_when(when: When, context: Context) -> None:
    """Checks that the frames and the contact exist."""
    check_range(when.first, when.last, context.n_frames, "when")
    if when.contact:
        known_name(when.contact, context.contacts, "when.contact", "contact")
