"""A way over from one motion of a graph to another."""

from dataclasses import dataclass

from ...job.cycle import Cycle


@dataclass(frozen=True)
class Verdict:
    """What the blend of an edge lacks, or what it may lack at the most.

    Attributes:
        force: that no ground gives [body weights].
        moment: likewise [body weights x m].
        slide: of the contact that slides farthest [m].
    """

    force: float
    moment: float
    slide: float

    def is_within(self, most: "Verdict") -> bool:
        """Whether nothing is more than that."""
        return self.force <= most.force and self.moment <= most.moment and self.slide <= most.slide


LIMITS = Verdict(force=1.0, moment=0.75, slide=0.5)  # that a blend may lack; one that lacks more looks broken


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
        verdict: on the blend; None until it is judged, which every edge of a graph is.
    """

    source: int
    leaves: int
    target: int
    enters: int
    move: Cycle
    cost: float
    verdict: Verdict | None = None
