"""Table from objectives that are sums of squares to their rows; ``expression_terms`` has the others."""

from collections.abc import Callable
from typing import Any

from ...job.job import Objective
from ...job.objectives.acceleration import Acceleration
from ...job.objectives.duration import Duration
from ...job.objectives.effort import Effort
from ...job.objectives.force_change import ForceChange
from ...job.objectives.jerk import Jerk
from ...job.objectives.pose_closeness import PoseCloseness
from ...job.objectives.posture import Posture
from ...job.objectives.preferred_angles import PreferredAngles
from ...job.objectives.sketch import SketchCloseness
from ...job.objectives.torque import Torque
from ...job.objectives.torque_change import TorqueChange
from ..transcription import Transcription
from . import (
    acceleration,
    duration,
    effort,
    force_change,
    jerk,
    posture,
    preferred_angles,
    sketch,
    torque,
    torque_change,
)
from .pose_closeness import PoseSum
from .squares import Squares

# Sums of squares of linear functions of the unknowns: objective, transcription -> Squares, unweighted.
SQUARES: dict[type, Callable[[Any, Transcription], Squares]] = {
    Acceleration: acceleration.squares,
    Duration: duration.squares,
    Effort: effort.squares,
    ForceChange: force_change.squares,
    Jerk: jerk.squares,
    Posture: posture.squares,
    PreferredAngles: preferred_angles.squares,
    SketchCloseness: sketch.squares,
    Torque: torque.squares,
    TorqueChange: torque_change.squares,
}

# Other sums: objective, transcription -> sum, unweighted.
SUMS: dict[type, Callable[[Transcription, Any], PoseSum]] = {PoseCloseness: PoseSum}


def squares_of(objective: Objective, transcription: Transcription) -> Squares:
    """The rows of an objective that is a sum of squares, unweighted."""
    return SQUARES[type(objective)](objective, transcription)
