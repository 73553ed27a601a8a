"""Blocks on rails and particles with a jet: optima in closed form.

m x'' = u - m g between given ends. With u^2 as the integrand, u is linear in time where nothing limits it.
"""

from collections.abc import Callable
from functools import partial

from solver.character import Character, RigidBody, RootJoint
from solver.fitting.presets.particle import MASS, particle
from solver.job.aggregates import PEAK
from solver.job.constraints.expression import ExpressionConstraint
from solver.job.constraints.pin import Pin
from solver.job.job import Constraint, Job, Objective
from solver.job.objectives.expression import ExpressionObjective
from solver.job.objectives.torque import Torque
from solver.job.when import When
from solver.optimise.solution import Solution
from tests.reference_problems.ends import LAST, from_place, move, to_place
from tests.reference_problems.reference import Reference

EARTH = 9.81  # m/s^2
STRONG = 200.0  # N, never reached
BOUND = 5.0  # N, of the 6 that the least torque would take
WALL = 1 / 9  # m
WAYPOINT, END = 0.8, 0.5  # m
MEETING = (1.0, 3.0)  # kg
PUSHED = 1 / 3  # s, then nothing pushes any more
FALL, SPEED = 2.0, -3.0  # m, m/s
FLIGHT = 0.95  # s; 19 frames of McIntosh's 0.05 s


def segment(way: float, first: float, last: float, span: float = 1.0) -> float:
    """Least integral of x''^2 between two speeds over a way: that of a cubic [m^2/s^3]."""
    bent = 4 * (first**2 + first * last + last**2) / span
    return 12 * way**2 / span**3 - 12 * way * (first + last) / span**2 + bent


def lifted(way: float, first: float, last: float, span: float = 1.0) -> float:
    """The same of u = x'' + g: the integral of 2 g x'' is known from the ends."""
    return segment(way, first, last, span) + 2 * EARTH * (last - first) + EARTH**2 * span


def block(axis: str = "X", strength: float = STRONG) -> Character:
    """1 kg with a jet along one axis."""
    root = RootJoint("block", translation=axis, axes="", force_limit=strength)
    return Character("block", (RigidBody("block", 1.0, (0.2,) * 3),), root=root)


def slide(
    steps: int,
    *extra: Constraint,
    end: float = 1.0,
    strength: float = STRONG,
    objectives: tuple[Objective, ...] = (Torque(),),
) -> Job:
    """From rest to rest in 1 s."""
    ends = (*from_place("root.tx", 0.0, 0.0, 1 / steps), *to_place("root.tx", end, 0.0, 1 / steps))
    return move(block(strength=strength), steps, 1.0, constraints=(*ends, *extra), objectives=objectives)


def slide_by(steps: int) -> Job:
    """Past a place at half time; an odd number of steps has a frame there."""
    middle = (steps + 1) // 2
    return slide(steps, Pin("root.tx", middle, middle, WAYPOINT, WAYPOINT), end=END)


def return_before_the_wall(steps: int) -> Job:
    """Leaves 0 at 1 m/s, comes back at -1 m/s, and never goes beyond the wall."""
    ends = (*from_place("root.tx", 0.0, 1.0, 1 / steps), *to_place("root.tx", 0.0, -1.0, 1 / steps))
    return move(block(), steps, 1.0, constraints=(*ends, Pin("root.tx", 2, -3, -10.0, WALL)))


def arrive(dof: str, place: float) -> ExpressionConstraint:
    """At a place in the end, at whatever speed."""
    return ExpressionConstraint(f"({dof}(-1) + {dof}(-2)) / 2", place, place)


def hit(steps: int) -> Job:
    """From rest to a place."""
    ends: tuple[Constraint, ...] = (*from_place("root.tx", 0.0, 0.0, 1 / steps), arrive("root.tx", 1.0))
    return move(block(), steps, 1.0, constraints=ends)


def climb(steps: int, *, way: float, first: float, last: float) -> Job:
    """Straight up or down against gravity."""
    ends = (*from_place("root.tz", 0.0, first, 1 / steps), *to_place("root.tz", way, last, 1 / steps))
    return move(block("Z"), steps, 1.0, constraints=ends, gravity=EARTH)


def throw(steps: int) -> Job:
    """From rest up to 1 m, pushed for the first third; steps by three end a step with the push."""
    free = When(first=round(PUSHED * steps) + 1, last=-2)
    ends: tuple[Constraint, ...] = (*from_place("root.tz", 0.0, 0.0, 1 / steps), arrive("root.tz", 1.0))
    off = ExpressionConstraint("root.tz.force", 0.0, 0.0, free)
    return move(block("Z"), steps, 1.0, constraints=(*ends, off), gravity=EARTH)


def fly(steps: int) -> Job:
    """McIntosh's particle; his pairs of pinned frames tell places and speeds."""
    step = FLIGHT / steps
    level = (*from_place("root.tx", 0.0, 0.0, step), *to_place("root.tx", 4.0, 0.0, step))
    upright = (*from_place("root.tz", 0.25, 10.0, step), *to_place("root.tz", 3.75, 10.0, step))
    return move(particle(1000.0), steps, FLIGHT, constraints=(*level, *upright), gravity=EARTH)


def meet(steps: int) -> Job:
    """Two blocks 1 m apart fly to a common place and stop relative to each other."""
    bodies = tuple(
        RigidBody(name, mass, (0.2,) * 3, (at, 0.0, 0.0))
        for name, mass, at in zip(("left", "right"), MEETING, (0.0, 1.0), strict=True)
    )
    roots = [RootJoint(body.name, translation="X", axes="", force_limit=STRONG) for body in bodies]
    pair = Character("pair", bodies, root=roots[0], others=(roots[1],))
    starts = (*from_place("root.tx", 0.0, 0.0, 1 / steps), *from_place("right.tx", 1.0, 0.0, 1 / steps))
    together = ExpressionConstraint("left.tx - right.tx", 0.0, 0.0, LAST)
    return move(pair, steps, 1.0, constraints=(*starts, together))


def go_far(steps: int) -> Job:
    """From rest to rest as far as a jet of 5 N can."""
    step = 1 / steps
    ends: tuple[Constraint, ...] = (
        *from_place("root.tx", 0.0, 0.0, step),
        ExpressionConstraint("root.tx(-1) - root.tx(-2)", 0.0, 0.0),
    )
    objectives: tuple[Objective, ...] = (ExpressionObjective("-root.tx(-1)"),)
    return move(block(strength=BOUND), steps, 1.0, constraints=ends, objectives=objectives)


def brake_evenly(steps: int) -> Job:
    """From rest to rest with the least peak of the force's square."""
    return slide(steps, objectives=(ExpressionObjective("root.tx.force ** 2", of=PEAK),))


def way_gone(found: Solution) -> float:
    """[m]."""
    return float(found.x[found.problem.transcription.variables.q[-1, 0]])


def known(value: float) -> Callable[[Solution], float]:
    """The same whatever is found."""
    return lambda _: value


def _by_the_waypoint() -> float:
    """Each half is a cubic; the speed between them minimises the sum of two parabolas."""
    ways = (WAYPOINT, END - WAYPOINT)
    speed = 12 * sum(ways) / 0.5**2 / (2 * 2 * 4 / 0.5)
    return segment(ways[0], 0.0, speed, 0.5) + segment(ways[1], speed, 0.0, 0.5)


_HALF = (3 * (1 / 4 - 1 / BOUND)) ** 0.5  # s, of the straight line between the bounds
_SHARE = (MEETING[0] * MEETING[1]) ** 2 / (MEETING[0] ** 2 + MEETING[1] ** 2)

RAILS = (
    Reference("block", "12 d²/T³ (Kelly 2017, section 2)", known(12.0), slide),
    Reference(
        "bounded block",
        "U² (1 - 4 c/3), c² = 3 (1/4 - 1/U)",
        known(BOUND**2 * (1 - 4 * _HALF / 3)),
        partial(slide, strength=BOUND),
        (80, 160, 320),
    ),
    Reference(
        "Bryson-Denham",
        "8/(9 l) (Bryson & Ho 1975, section 3.11)",
        known(8 / (9 * WALL)),
        return_before_the_wall,
        (54, 108, 216),
    ),
    Reference(
        "waypoint", "natural cubic spline (Holladay 1957)", known(_by_the_waypoint()), slide_by, (21, 43, 87)
    ),
    Reference("hit", "3 d²/T³: free speed at the end", known(3.0), hit),
    Reference(
        "lift", "12 d²/T³ + g² T", known(lifted(1.0, 0.0, 0.0)), partial(climb, way=1.0, first=0.0, last=0.0)
    ),
    Reference(
        "soft landing",
        "cubic: 12 d²/T³ - 12 d v/T² + 4 v²/T - 2 g v + g² T",
        known(lifted(-FALL, SPEED, 0.0)),
        partial(climb, way=-FALL, first=SPEED, last=0.0),
    ),
    Reference(
        "throw",
        "3 (d + g T²/2)²/(T³ - (T - t)³), released at t",
        known(3 * (1 + EARTH / 2) ** 2 / (1 - (1 - PUSHED) ** 3)),
        throw,
        (30, 60, 120),
    ),
    Reference(
        "particle",
        "cubic, of McIntosh 2011, fig. 3.3 (Witkin & Kass 1988)",
        known(MASS**2 * (segment(4.0, 0.0, 0.0, FLIGHT) + lifted(3.5, 10.0, 10.0, FLIGHT))),
        fly,
        (19, 38, 76),
    ),
    Reference("rendezvous", "12 d²/T³ m²M²/(m² + M²)", known(12 * _SHARE), meet),
    Reference("least peak", "(4 m d/T²)², bang-bang", known(16.0), brake_evenly),
    Reference("farthest block", "U T²/4, bang-bang", known(BOUND / 4), go_far, measure=way_gone),
)
