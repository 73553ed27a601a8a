"""Checks of drawn trajectories."""

from collections.abc import Sequence

from ...character.validation import known_name
from ...errors import InputError
from ..objectives.pose_closeness import DrawnBody
from .context import Context


def check_drawn(bodies: Sequence[DrawnBody], context: Context) -> None:
    """Checks that trajectories are of existing bodies and have as many orientations as positions."""
    for k, drawn in enumerate(bodies):
        known_name(drawn.body, context.bodies, f"bodies[{k}].body", "body")
        if not drawn.positions or len(drawn.positions) != len(drawn.orientations):
            raise InputError(
                f"expected as many positions as orientations, and one at least, found {len(drawn.positions)} and "
                f"{len(drawn.orientations)}",
                field=f"bodies[{k}].positions",
            )
