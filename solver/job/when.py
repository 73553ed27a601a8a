"""The frames at which a constraint applies."""

from dataclasses import dataclass


@dataclass(frozen=True)
class When:
    """Frames that meet all of these conditions; by default, all frames of the clip.

    Attributes:
        first: first frame; negative counts from the end.
        last: last frame, included; negative counts from the end.
        contact: name of a contact, to select only frames at which it touches.
        touching: False selects frames at which the contact does not touch instead.
        condition: on time [s], phase (0 to 1), duration [s] or contacts, such as "0.2 < time and phase <= 0.5" or
            "not left_foot.touching" (Cohen 1992, section 3.4).
    """

    first: int = 0
    last: int = -1
    contact: str = ""
    touching: bool = True
    condition: str = ""

    @property
    def names_frames(self) -> bool:
        """Whether a first or last frame is given."""
        return (self.first, self.last) != (0, -1)


ALWAYS = When()
