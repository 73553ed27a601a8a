"""Numbers with practical units: short lengths in centimeters, angles in degrees."""

import math

FEW_DIGITS = 3


def measured(amount: float, unit: str) -> str:
    """An amount in SI units with its unit (see ``Violation.unit``) as text."""
    if unit == "m" and abs(amount) < 1:
        return f"{_short(100 * amount)} cm"
    if unit in ("rad", "rad/s"):
        return f"{_short(math.degrees(amount))} {unit.replace('rad', 'degrees')}"
    return f"{_short(amount)} {unit.replace('m2', 'm²')}".rstrip()


def _short(number: float) -> str:
    return f"{number:.{FEW_DIGITS}g}"
