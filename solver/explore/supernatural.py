"""An external push on a body whose muscles are not enough.

Agrawal & van de Panne (2015, section 4.2) lower gravity at take-off for jumps beyond their character. Here, an upward
push on the root has a linear price, so that it is exactly zero as long as another newton second from the muscles costs
less. With a quadratic price it would never vanish.
"""

from dataclasses import dataclass, field, replace

from ..clip.clip import Clip
from ..errors import InputError
from ..job.constraints.expression import ExpressionConstraint
from ..job.job import Job
from ..job.objectives.effort import Effort, JointWeight
from ..job.objectives.expression import ExpressionObjective
from ..job.when import ALWAYS, When
from ..mechanics.tree import Tree
from ..number_range import above, check_numbers

HELP = "help"  # name of its term
UPWARD, SIDEWAYS = "root.tz", ("root.tx", "root.ty")
LITTLE = 1e-3  # weight of the push in Effort
NATURAL = 1e-3  # N s; smaller pushes do not count as help
ROUNDING = 1e-6  # of the strongest push; smaller ones count as 0


@dataclass(frozen=True)
class Help:
    """An upward push on the root body.

    Attributes:
        price: cost of a newton second. Help begins where muscles ask as much for another one; the nearer that is to
            where they can give no more, the steeper all is, and the longer a motion takes to find.
        strongest: of its force, in weights of the character.
        when: at which frames, as before a take-off; elsewhere there is none.
    """

    price: float = field(default=0.03, metadata=above(0, 1e6, unit="per N s"))
    strongest: float = field(default=2.0, metadata=above(0, 1e3, unit="weights"))
    when: When = ALWAYS


def with_help(job: Job, given: Help) -> Job:
    """The job with a push at a linear price; its motions have help where they need it.

    Raises:
        InputError: the character has a jet already, or its root cannot move up.
    """
    check_numbers(given, "help")
    character, root = job.character, job.character.root
    if root is None or "Z" not in root.translation or root.force_limit:
        found = (
            "forces on its root" if root is not None and root.force_limit else "a root that does not move up"
        )
        raise InputError(
            f"expected a character that moves up by muscles alone, found '{character.name}' with {found}",
            field="job.character.root",
        )
    weight = -job.gravity[2] * sum(body.mass for body in character.bodies)
    limit = given.strongest * weight
    sideways = [name for name in SIDEWAYS if name[-1].upper() in root.translation]
    rows = [
        ExpressionConstraint(f"{UPWARD}.force", lower=0.0, name="help goes up", tolerance=ROUNDING * limit),
        *(
            ExpressionConstraint(f"{name}.force", lower=0.0, upper=0.0, name="help goes up")
            for name in sideways
        ),
    ]
    if given.when != ALWAYS:
        push = ExpressionConstraint(
            f"{UPWARD}.force", upper=0.0, name="no help then", tolerance=ROUNDING * limit
        )
        rows += [replace(push, when=when) for when in _others(given.when)]
    price = ExpressionObjective(f"{UPWARD}.force", weight=given.price, name=HELP)
    counted = tuple(
        replace(each, joints=(*each.joints, JointWeight("root.t*", LITTLE)))
        if isinstance(each, Effort)
        else each
        for each in job.objectives
    )
    return replace(
        job,
        character=replace(character, root=replace(root, force_limit=limit)),
        constraints=(*job.constraints, *rows),
        objectives=(*counted, price),
    )


def help_of(clip: Clip) -> float:
    """Impulse of the help in a motion [N s]; 0 of a motion without any.

    A push within the tolerance of its constraint is none: an interior point leaves a little everywhere.
    """
    if not any(getattr(each, "name", "") == HELP for each in clip.job.objectives):
        return 0.0
    character = clip.job.character
    assert character.root is not None
    push = clip.torques[:, Tree(character).names.index(UPWARD)]
    return float(push[push > ROUNDING * character.root.force_limit].sum()) * clip.motion.step


def is_natural(clip: Clip) -> bool:
    """Whether a motion does without help."""
    return help_of(clip) < NATURAL


def _others(when: When) -> list[When]:
    """The frames before and after those of a span; there are no forces at the ends of a clip."""
    if when.contact or when.condition:
        raise InputError("expected help from one frame to another", field="help.when")
    intervals = []
    if when.first > 1:
        intervals.append(When(1, when.first - 1))
    if when.last not in (-1, -2):
        intervals.append(When(when.last + 1, -2))
    return intervals
