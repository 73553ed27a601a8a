"""What the add-on says while its buttons are pressed by a script, and whether that names a difference."""

import contextlib
import io
import re
from collections.abc import Callable
from typing import Any

REPORT = re.compile(r"^(Info|Warning|Error): (.*)$")
LENGTH = re.compile(r"(\d[\d.,]*) ?(m|cm|mm|ft|feet|in)\b")
METERS = {"m": 1.0, "cm": 0.01, "mm": 0.001, "ft": 0.3048, "feet": 0.3048, "in": 0.0254}
NEAR = 0.02  # relative; to a length as it is rounded in a sentence
# What is said of a motion: lengths, angles, or that something else moves the rig.
OF_MOTION = re.compile(r"\d ?(m|cm|mm|degrees|°)|overrides? the motion|differ|cannot|Rest Position|\d frames")


class Words:
    """Sentences said so far, by the button that was pressed."""

    def __init__(self) -> None:
        self.said: list[tuple[str, str, str]] = []  # button, kind and sentence

    def press(self, button: str, press: Callable[[], Any]) -> None:
        """Presses a button and keeps what it says.

        Raises:
            RuntimeError: it refuses.
        """
        out = io.StringIO()
        try:
            with contextlib.redirect_stdout(out):
                press()
        finally:
            for line in out.getvalue().splitlines():
                if match := REPORT.match(line):
                    self.said.append((button, match[1], match[2]))

    def tells_size(self, size: float, *buttons: str) -> bool:
        """Whether this length [m] is named when one of these buttons is pressed."""
        lengths = [
            METERS[unit] * float(number.replace(",", "").rstrip("."))
            for button, _, sentence in self.said
            if button in buttons
            for number, unit in LENGTH.findall(sentence)
        ]
        return any(abs(length - size) <= NEAR * size for length in lengths)

    def tells_motion(self, *buttons: str) -> bool:
        """Whether a warning of one of these buttons names a difference of the motion."""
        return any(
            OF_MOTION.search(sentence)
            for button, kind, sentence in self.said
            if button in buttons and kind == "Warning"
        )

    def plain(self) -> list[str]:
        """All sentences."""
        return [f"{button}: {sentence}" for button, _, sentence in self.said]
