"""What the artist's hand asks of a solved motion, as arguments of the solver's ``guide`` command. No bpy."""

from collections.abc import Collection
from dataclasses import dataclass, replace

from ...solver.character import Character
from ...solver.mechanics.tree import Tree
from ...solver.problem.basis import PER_FRAME
from ...solver.problem.job import Job


@dataclass(frozen=True)
class Guidance:
    """How a clip is changed before the solver goes on from it.

    Attributes:
        frames: first and last frame of the clip that may change; None: all.
        dofs: degrees of freedom that may change; empty: all.
        smooth: passes of the filter.
        shake: size of the disturbance [rad, m].
        seed: of the disturbance.
        weights: of objectives, by kind.
    """

    frames: tuple[int, int] | None = None
    dofs: tuple[str, ...] = ()
    smooth: int = 0
    shake: float = 0.0
    seed: int = 0
    weights: tuple[tuple[str, float], ...] = ()

    @property
    def arguments(self) -> tuple[str, ...]:
        """Of the command."""
        words = [("--smooth", str(self.smooth)), ("--shake", str(self.shake)), ("--seed", str(self.seed))]
        if self.frames is not None:
            words += [("--first", str(self.frames[0])), ("--last", str(self.frames[1]))]
        words += [("--dof", name) for name in self.dofs]
        words += [("--weight", f"{kind}={weight}") for kind, weight in self.weights]
        return tuple(word for pair in words for word in pair)

    def job(self, job: Job) -> Job:
        """The job that is solved: frame by frame, and an interval of a mirrored cycle without its mirror."""
        if job.cycle is not None and (self.frames is not None or self.dofs):
            job = replace(job, cycle=replace(job.cycle, mirrored=False))
        return replace(job, basis=PER_FRAME)


def dofs_of(character: Character, bodies: Collection[str]) -> tuple[str, ...]:
    """Names of the degrees of freedom that move bodies against what carries them."""
    tree = Tree(character)
    return tuple(
        name
        for name, body in zip(tree.names, tree.body, strict=True)
        if character.bodies[body].name in bodies
    )
