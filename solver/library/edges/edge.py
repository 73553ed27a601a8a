"""An edge from one motion of a graph to another."""

from dataclasses import dataclass

from ...job.cycle import Cycle


@dataclass(frozen=True)
class Verdict:
    """Physical errors of the blend of an edge, or limits of them.

    Attributes:
        force: missing force [body weights].
        moment: missing moment [body weights x m].
        slide: of the contact that slides farthest [m].
    """

    force: float
    moment: float
    slide: float

    def is_within(self, limits: "Verdict") -> bool:
        """Whether no error exceeds the limits ``limits``."""
        return self.force <= limits.force and self.moment <= limits.moment and self.slide <= limits.slide


LIMITS = Verdict(force=1.0, moment=0.75, slide=0.5)  # beyond, a blend looks wrong


@dataclass(frozen=True)
class Edge:
    """A window of frames in which a source motion fades into a target motion.

    Attributes:
        source: index of the source motion.
        leaves: the window's first frame in the source.
        target: index of the target motion.
        enters: the window's first frame in the target.
        move: transform that aligns the target with the source.
        cost: distance of the windows, plus the price of contacts that disagree [m].
        verdict: on the blend; None until it is judged, as every edge of a graph is.
    """

    source: int
    leaves: int
    target: int
    enters: int
    move: Cycle
    cost: float
    verdict: Verdict | None = None
