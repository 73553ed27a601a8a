"""The price of variations."""

from ..clip.clip import Clip
from ..errors import InputError

FREE = 1e-9  # smaller objectives count as 0


def require_cost(best: Clip) -> None:
    """Checks that the best motion has a cost, to which slack is relative.

    Raises:
        InputError: it costs nothing.
    """
    if best.provenance.objective < FREE:
        raise InputError("the best motion costs nothing; add an objective such as muscle effort")
