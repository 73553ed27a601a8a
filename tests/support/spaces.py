"""Parameter spaces to test generate."""

from solver.fitting.presets.chip import chip
from solver.fitting.presets.particle import particle
from solver.job.constraints.pin import Pin
from solver.job.job import AnimationTiming, ContactTiming
from solver.job.objectives.effort import Effort
from solver.space import Formula, ParameterSpace, Range
from solver.space.specifiers import Specifier

JET = 1000.0  # N, so that every target is within reach


def walks(frames: int = 20) -> ParameterSpace:
    """36 walks of McIntosh's Chip: 9 speeds by 4 turn rates."""
    feet = (ContactTiming("L_foot", ((0.0, 0.6),)), ContactTiming("R_foot", ((0.5, 0.6),)))
    along = "speed * duration"
    way = [
        Formula("cycle.translation[0]", f"{along} * cos(turn * duration / 2)"),
        Formula("cycle.translation[1]", f"{along} * sin(turn * duration / 2)"),
    ]
    return (
        ParameterSpace("walk")
        .add_dimension([chip()], "character")
        .add_dimension([AnimationTiming(1.0, frames)], "timing")
        .add_dimension([feet], "contacts")
        .add_dimension(Range(0.6, 1.6, 0.125), "speed", unit="m/s", always=way)
        .add_dimension(Range(0.0, 1.5, 0.5), "turn", unit="rad/s", always=Formula("cycle.yaw", "turn * duration"))
    )  # fmt: skip


def flights(side: int) -> ParameterSpace:
    """Flights of the Spacetime Particle in 9 frames to side x side points of the plane."""
    start = [Pin("root.tx", 0, 1, 0.0, 0.0), Pin("root.tz", 0, 1, 0.0, 0.0)]

    def lands(dof: str, constraint: int) -> list[Specifier]:
        ends = [Formula(f"constraints[{constraint}].{end}", "value") for end in ("lower", "upper")]
        return [Pin(dof, -2, -1, 0.0, 0.0), *ends]

    places = Range(0.0, 4.0, 4.0 / (side - 1))
    return (
        ParameterSpace("flight", objectives=(Effort(),))
        .add_dimension([particle(JET)], "character")
        .add_dimension([[AnimationTiming(1.0, 8), *start]], "timing")
        .add_dimension(places, "x", unit="m", always=lands("root.tx", 2))
        .add_dimension(places, "z", unit="m", always=lands("root.tz", 3))
    )
