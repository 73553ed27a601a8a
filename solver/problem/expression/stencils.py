"""Derivatives in time as weighted sums of frames.

At frame t, with the step h, the order of x', and its value for a zigzag of frames:

    forward   (x(t+1) - x(t)) / h                       first
    central   (x(t+1) - x(t-1)) / 2h                    second, but 0 for a zigzag
    mid-step  (x(t+1) - x(t)) / h at t + 1/2            second
    ends      (-3 x(t) + 4 x(t+1) - x(t+2)) / 2h        second, and its mirror image at the last frame
    x''       (x(t+1) - 2 x(t) + x(t-1)) / h^2          second
    x'''      (x(t+2) - 3 x(t+1) + 3 x(t) - x(t-1)) / h^3 at t + 1/2

Half a step after a frame, values at frames are means of the frames t and t + 1.
"""

from ...expression.signals import FORWARD, MID, BodyPoints, Coordinate, Force, MuscleTorque, Parameter, Signal

Stencil = tuple[tuple[int, float], ...]  # offset of frame, weight of its value in units of 1 / h^order

VALUE: Stencil = ((0, 1.0),)
STEP: Stencil = ((0, -1.0), (1, 1.0))
RATE: Stencil = ((-1, -0.5), (1, 0.5))
FROM_FIRST: Stencil = ((0, -1.5), (1, 2.0), (2, -0.5))
FROM_LAST: Stencil = ((0, 1.5), (-1, -2.0), (-2, 0.5))
CURVATURE: Stencil = ((-1, 1.0), (0, -2.0), (1, 1.0))
JERK: Stencil = ((-1, -1.0), (0, 3.0), (1, -3.0), (2, 1.0))


def order_of(signal: Signal) -> int:
    """Order of the time derivative of a signal."""
    return signal.order if isinstance(signal, BodyPoints | Coordinate) else 0


def is_mid_step(signal: Signal) -> bool:
    """Whether a signal is a velocity or rate half a step after a frame, unless a single frame is named."""
    return isinstance(signal, BodyPoints | Coordinate) and signal.order == 1 and signal.scheme == MID


def stencil(signal: Signal, *, between: bool) -> Stencil:
    """Weights of frames relative to a sample, which is at a frame or half a step after it."""
    order = order_of(signal)
    if order == 3 or (between and is_mid_step(signal)):
        return JERK if order == 3 else STEP
    at_frame = (VALUE, RATE, CURVATURE)[order]
    if isinstance(signal, BodyPoints | Coordinate) and order == 1 and signal.scheme == FORWARD:
        at_frame = STEP
    return _mean(at_frame) if between else at_frame


def reach(signal: Signal, *, between: bool) -> tuple[int, int]:
    """Offsets of the first and the last frame that must exist; torques and forces also need their neighbors."""
    if isinstance(signal, Parameter) or (is_mid_step(signal) and not between):
        return 0, int(between)
    offsets = [offset for offset, _ in stencil(signal, between=between)]
    wide = int(isinstance(signal, MuscleTorque | Force))
    return min(offsets) - wide, max(offsets) + wide


def _mean(at_frame: Stencil) -> Stencil:
    """The mean of a stencil at a frame and at the next."""
    weights: dict[int, float] = {}
    for offset, weight in at_frame:
        for further in (0, 1):
            weights[offset + further] = weights.get(offset + further, 0.0) + weight / 2
    return tuple((offset, weight) for offset, weight in sorted(weights.items()) if weight)
