"""Duty factors and step triggers over speed: tables for 1 to 6 feet, procedural from 7 on (Hecker 2008, section 4.2).

Feet are numbered from the back to the front, left before right. Speeds are in units of sqrt(g leg): creatures of any
size move alike at equal numbers (Alexander & Jayes 1983). Duty factor: share of the cycle on the ground (Alexander
2003). Step trigger: share of the cycle at which a foot lands (Rotenberg 2004).
"""

from collections.abc import Mapping

import numpy as np

from ...arrays import Array

_Row = tuple[float, float, tuple[float, ...]]  # speed, duty factor, triggers

TABLES: Mapping[int, tuple[_Row, ...]] = {
    1: ((0.2, 0.60, (0.0,)), (1.0, 0.40, (0.0,))),
    2: ((0.1, 0.68, (0.0, 0.5)), (0.6, 0.58, (0.0, 0.5)), (0.75, 0.42, (0.0, 0.5)), (2.0, 0.30, (0.0, 0.5))),
    3: ((0.1, 0.75, (0.0, 1 / 3, 2 / 3)), (0.7, 0.60, (0.0, 0.0, 0.5)), (1.5, 0.40, (0.0, 0.0, 0.5))),
    4: (
        (0.1, 0.75, (0.0, 0.5, 0.25, 0.75)),  # walk, in lateral sequence
        (0.5, 0.62, (0.0, 0.5, 0.30, 0.80)),
        (0.7, 0.50, (0.0, 0.5, 0.50, 1.00)),  # trot
        (1.5, 0.42, (0.0, 0.5, 0.50, 1.00)),
        (1.8, 0.35, (0.0, 0.15, 0.50, 0.65)),  # gallop
        (3.0, 0.25, (0.0, 0.12, 0.45, 0.57)),
    ),
    5: ((0.1, 0.80, (0.0, 0.5, 0.2, 0.7, 0.4)), (1.0, 0.55, (0.0, 0.5, 0.5, 0.0, 0.25))),
    6: (
        (0.1, 0.80, (0.0, 0.5, 1 / 3, 5 / 6, 2 / 3, 1 / 6)),  # wave
        (0.4, 0.60, (0.0, 0.5, 0.5, 1.0, 0.0, 0.5)),  # tripod
        (1.5, 0.50, (0.0, 0.5, 0.5, 1.0, 0.0, 0.5)),
    ),
}
STYLES: Mapping[str, tuple[float, float]] = {
    # factors on duty factor and lift of the foot
    "": (1.0, 1.0),
    "sneak": (1.1, 1.6),
    "lumber": (1.1, 0.7),
    "prance": (0.85, 2.2),
    "limp": (1.0, 1.0),
}
LIMP_SHARE = 0.15  # of the cycle, by which a limp shortens the stance of the first foot
WAVE = (0.80, 0.55, 1.0)  # duty factors of many feet at rest and at a speed


def pattern(count: int, speed: float, *, style: str = "") -> tuple[Array, Array]:
    """Duty factors and triggers (count,) at a speed in units of sqrt(g leg), as shares of the cycle."""
    rows = TABLES.get(count)
    duty, triggers = _from_table(rows, abs(speed)) if rows else _wave(count, abs(speed))
    duties = np.full(count, duty * STYLES[style][0])
    if style == "limp" and count > 1:
        duties[0] -= LIMP_SHARE
    return np.clip(duties, 0.1, 0.92), np.mod(triggers, 1.0)


def _from_table(rows: tuple[_Row, ...], speed: float) -> tuple[float, Array]:
    speeds = [row[0] for row in rows]
    duty = float(np.interp(speed, speeds, [row[1] for row in rows]))
    triggers = np.array([row[2] for row in rows])
    found = np.array([np.interp(speed, speeds, triggers[:, k]) for k in range(triggers.shape[1])])
    return duty, found


def _wave(count: int, speed: float) -> tuple[float, Array]:
    """A metachronal wave from the back to the front; the sides of a row alternate."""
    row, side = np.divmod(np.arange(count), 2)
    rows = (count + 1) // 2
    slow, fast, at = WAVE
    duty = slow + (fast - slow) * min(speed / at, 1.0)
    return duty, row / rows + 0.5 * side
