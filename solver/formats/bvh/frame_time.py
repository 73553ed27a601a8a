"""The time between a file's frames, also where a frame rate, milliseconds or nothing stands in its place.

Frame times are seconds. Converters and hand-made files also write frames per second ("30"), milliseconds ("33.3"), or a
placeholder ("0", "1"), each of which would make minutes of a second.
"""

import math
from dataclasses import dataclass

ASSUMED = 30.0  # frames per second of a file that has no frame time
SHORTEST, LONGEST = (
    5e-4,
    1.0,
)  # s; captures take at most 2000 frames per second, animators key at least every second
# Frames per second of cameras, capture systems and data sets; no 5 or 10, which are rather milliseconds of 200 or 100.
RATES = (
    12, 15, 20, 24, 25, 30, 48, 50, 60, 72, 75, 90, 100, 120, 144, 150, 180, 200, 240, 250, 300, 360, 480, 500,
)  # fmt: skip
NTSC = tuple(rate * 1000 / 1001 for rate in (24, 30, 60, 120))
SAME_RATE = 1e-4  # relative difference of two notations of one rate, such as 29.97
PARTS = {1e3: "milliseconds", 1e6: "microseconds", 1e9: "nanoseconds", 1e-3: "thousands of seconds"}
ROUNDED = 0.07  # largest relative difference that rounding makes, as from 16.67 to 16


@dataclass(frozen=True)
class FrameTime:
    """A frame time as understood.

    Attributes:
        seconds: between frames [s].
        notice: how it was understood; empty if the file is clear.
    """

    seconds: float
    notice: str = ""


def understood(word: str, value: float | None) -> FrameTime:
    """What a frame time means.

    Args:
        word: as in the file, whose last digit tells its precision.
        value: its number, which is not negative; NaN or None if the file has none.
    """
    if value is not None and SHORTEST <= value < LONGEST:
        return FrameTime(value)
    if value is None or math.isnan(value) or value == 0:
        return _read_as(ASSUMED, "the file has no frame time; {rate:.5g} frames per second are assumed")
    if any(abs(value / rate - 1) < SAME_RATE for rate in (*RATES, *NTSC)):
        return _read_as(value, f"the frame time of {word} s is read as frames per second")
    for part, name in PARTS.items():
        for rates in (RATES, NTSC):
            rate = min(rates, key=lambda rate: abs(part / rate - value))
            if abs(part / rate - value) <= min(_last_digit(word), ROUNDED * value):
                return _read_as(
                    rate, f"the frame time of {word} s is read as {name}, {{rate:.5g}} frames per second"
                )
    if 10 * LONGEST < value <= 1 / SHORTEST:
        return _read_as(value, f"the frame time of {word} s is read as frames per second")
    return _read_as(
        ASSUMED, f"no motion has a frame time of {word} s; {{rate:.5g}} frames per second are assumed"
    )


def _read_as(rate: float, notice: str) -> FrameTime:
    return FrameTime(1 / rate, notice.format(rate=rate) + ", unless you give its frame rate")


def _last_digit(word: str) -> float:
    """Value of one in the last digit of a number, such as 0.1 for "33.3" and 1 for "33"."""
    digits, _, exponent = word.lower().partition("e")
    _, _, decimals = digits.partition(".")
    return float(10.0 ** (int(exponent or 0) - len(decimals)))
