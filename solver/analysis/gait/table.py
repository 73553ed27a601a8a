"""Gait measures next to human ranges, as Markdown."""

import math
from dataclasses import dataclass

from .measures import GaitMeasures
from .people import RUN, WALK, Band, walking_frequency

RUNNING_DUTY = 0.5  # duty factor below which no two feet touch at once


@dataclass(frozen=True)
class Line:
    """One quantity of the table.

    Attributes:
        key: of the band.
        name: for the reader.
        values: one, or one per foot or side.
        digits: after the point.
        scale: from the figure's unit to the shown one.
    """

    key: str
    name: str
    values: tuple[float, ...]
    digits: int = 2
    scale: float = 1.0


def gait_table(figures: GaitMeasures) -> str:
    """Markdown table that shows which figures are within the human range of walking, or running."""
    duty = [foot.forces.duty for foot in figures.feet]
    is_run = bool(duty) and max(duty) < RUNNING_DUTY
    bands = dict(RUN if is_run else WALK)
    if not is_run and figures.speed > 0:
        bands["stride_frequency"] = walking_frequency(figures.speed)
    lines = [line for line in _lines(figures) if not all(math.isnan(value) for value in line.values)]
    judged = [line for line in lines if line.key in bands]
    inside = sum(_is_inside(line, bands[line.key]) for line in judged)
    columns = " / ".join(foot.side if foot.side != "middle" else foot.name for foot in figures.feet)
    head = [
        f"### {figures.name}: {inside} of {len(judged)} figures as people {'run' if is_run else 'walk'}",
        "",
        f"| quantity ({columns}) | clip | people | inside | source |",
        "|---|---|---|---|---|",
    ]
    return "\n".join([*head, *(_row(line, bands.get(line.key)) for line in lines)]) + "\n"


def _lines(figures: GaitMeasures) -> list[Line]:
    feet, limbs = figures.feet, list(figures.limbs.values())
    forces = [foot.forces for foot in feet]
    return [
        Line("speed", "speed [m/s]", (figures.speed,)),
        Line("stride_frequency", "stride frequency [Hz]", (figures.stride_frequency,), 3),
        Line("stride_length", "stride length [m]", (figures.stride_length,)),
        Line("duty", "duty factor", tuple(f.duty for f in forces)),
        Line("double_support", "double support", (figures.double_support,)),
        Line("flight", "flight", (figures.flight,)),
        Line("first_hump", "vertical force, first hump [BW]", tuple(f.first_hump for f in forces)),
        Line("valley", "vertical force, valley [BW]", tuple(f.valley for f in forces)),
        Line("second_hump", "vertical force, last hump [BW]", tuple(f.second_hump for f in forces)),
        Line("humps", "humps of the vertical force", tuple(float(f.humps) for f in forces), 0),
        Line("peak", "vertical force, peak of a foot [BW]", tuple(f.peak for f in forces)),
        Line("peak_force", "vertical force, peak of all [BW]", (figures.peak_force,)),
        Line("braking", "fore-aft force, braking [BW]", tuple(f.braking for f in forces)),
        Line("propulsion", "fore-aft force, propulsion [BW]", tuple(f.propulsion for f in forces)),
        Line("sideways", "side force, largest [BW]", tuple(f.sideways for f in forces)),
        Line("pelvis_excursion", "pelvis up and down [cm]", (figures.pelvis_excursion,), 1, 100),
        Line("com_excursion", "center of mass up and down [cm]", (figures.com_excursion,), 1, 100),
        Line("com_sway", "center of mass side to side [cm]", (figures.com_sway,), 1, 100),
        Line("hip_range", "hip range [deg]", tuple(side.hip_range for side in limbs), 0),
        Line("knee_peak", "knee flexion in swing [deg]", tuple(side.knee_peak for side in limbs), 0),
        Line(
            "knee_stance", "knee flexion in early stance [deg]", tuple(s.knee_stance_peak for s in limbs), 0
        ),
        Line("ankle_range", "ankle range [deg]", tuple(side.ankle_range for side in limbs), 0),
        Line("arm_range", "upper arm swing [deg]", tuple(side.arm_range for side in limbs), 0),
        Line("arm_phase", "arm with opposite leg, correlation", tuple(side.arm_phase for side in limbs)),
        Line("trunk_inclination", "trunk from the vertical, largest [deg]", (figures.trunk_inclination,), 1),
        Line("clearance", "foot clearance in mid-swing [cm]", tuple(foot.clearance for foot in feet), 1, 100),
        Line("lift", "foot lift in swing [cm]", tuple(foot.lift for foot in feet), 1, 100),
    ]


def _is_inside(line: Line, band: Band) -> bool:
    return all(band.holds(value) for value in line.values)


def _row(line: Line, band: Band | None) -> str:
    values = " / ".join(_number(line, value) for value in line.values)
    if band is None:
        return f"| {line.name} | {values} | | | |"
    marks = " / ".join("yes" if band.holds(value) else "**no**" for value in line.values)
    people = " to ".join(_number(line, value) for value in (band.low, band.high))
    return f"| {line.name} | {values} | {people} | {marks} | {band.source} |"


def _number(line: Line, value: float) -> str:
    return "none" if math.isnan(value) else f"{line.scale * value:.{line.digits}f}"
