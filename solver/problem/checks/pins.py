"""Check of pins."""

from typing import NoReturn

import numpy as np

from ...arrays import Array
from ...errors import InputError
from ...job.constraints.pin import Pin
from ...mechanics.dof import Dof


def refuse_pin(pin: Pin, dof: Dof, allowed: Array, *, field: str) -> NoReturn:
    """Refuses a pin beyond what limits and other pins allow.

    Args:
        pin: that contradicts them.
        dof: that it pins.
        allowed: (F, 2) bounds at its frames.
        field: path of the pin.

    Raises:
        InputError: always.
    """
    scale, unit = (np.degrees(1.0), "degrees") if dof.turns else (1.0, "m")
    lower, upper = allowed[:, 0].max(), allowed[:, 1].min()
    bound = f"at most {scale * upper:.4g}" if pin.lower > upper else f"at least {scale * lower:.4g}"
    values = dict.fromkeys(f"{scale * end:.4g}" for end in (pin.lower, pin.upper))
    move = "turn to" if dof.turns else "be at"
    raise InputError(
        f"{dof.quoted} cannot {move} {' to '.join(values)} {unit} {dof.direction}: "
        f"its own limits and other pins allow {bound}",
        field=field,
    )
