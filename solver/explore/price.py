"""What variations may cost."""

from ..clip.clip import Clip
from ..errors import InputError

FREE = 1e-9  # of an objective: less is nothing


def require_cost(best: Clip) -> None:
    """Refuses a best motion of which no share can be more.

    Raises:
        InputError: it costs nothing.
    """
    if best.provenance.objective < FREE:
        raise InputError("the best motion costs nothing; add an objective such as muscle effort")
