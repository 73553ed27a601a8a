"""A way over from one motion of a graph to another."""

from dataclasses import dataclass

from ...job.cycle import Cycle


@dataclass(frozen=True)
class Edge:
    """Both motions share a window of frames, in which the one fades into the other.

    Attributes:
        source: index of the motion that is left.
        leaves: the window's first frame there.
        target: index of the motion that is entered.
        enters: the window's first frame there.
        move: that takes the second motion to where it goes on.
        cost: distance of the windows, and what contacts that disagree are worth [m].
    """

    source: int
    leaves: int
    target: int
    enters: int
    move: Cycle
    cost: float
