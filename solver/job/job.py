"""The Job: everything that one solve needs, as one immutable value and one JSON file."""

from dataclasses import dataclass, field
from typing import ClassVar, TypeVar

from ..character import Character
from ..document import Document
from ..number_range import above, within
from ..record_types import check_types
from .addressed import with_names
from .arguments import require_phases, require_several, require_vector
from .basis import PER_FRAME, Basis
from .constraints.above_ground import AboveGround
from .constraints.apart import Apart, NoSelfIntersection
from .constraints.at_rest import AtRest
from .constraints.clearance import Clearance
from .constraints.cost_bound import CostBound
from .constraints.expression import ExpressionConstraint
from .constraints.follow_path import FollowPath
from .constraints.hold_pose import HoldPose
from .constraints.joins import Joins
from .constraints.near_to import NearTo
from .constraints.pin import Pin
from .constraints.power_limit import PowerLimit
from .constraints.region import Region
from .constraints.stay import Stay
from .constraints.together import Together
from .constraints.unlike import Unlike
from .cycle import Cycle
from .drawn_bones import DrawnBone
from .heading import AHEAD, Heading
from .hold import Hold
from .objectives.acceleration import Acceleration
from .objectives.duration import Duration
from .objectives.effort import Effort
from .objectives.expression import ExpressionObjective
from .objectives.force_change import ForceChange
from .objectives.head_steady import HeadSteady
from .objectives.jerk import Jerk
from .objectives.pose_closeness import PoseCloseness
from .objectives.posture import Posture
from .objectives.power import Power
from .objectives.preferred_angles import PreferredAngles
from .objectives.sketch import SketchCloseness
from .objectives.torque import Torque
from .objectives.torque_change import TorqueChange
from .subexpression import Subexpression
from .surfaces import Surface
from .timings import BY_EVOLUTION, CmaEs, FreeLength, FreePhases, Gradient

Written = (
    ExpressionConstraint | Region | Together | FollowPath | HoldPose | PowerLimit | Stay
)  # by expressions
Direct = (
    Pin | Clearance | Apart | NoSelfIntersection | AboveGround | AtRest | Joins | CostBound | Unlike | NearTo
)
Constraint = Direct | Written
Integral = ExpressionObjective | HeadSteady | Power  # stated as expressions
Swift = Acceleration | Jerk | ForceChange | TorqueChange
Objective = (
    Effort
    | Torque
    | Duration
    | Swift
    | Posture
    | PreferredAngles
    | SketchCloseness
    | PoseCloseness
    | Integral
)
TimingSearch = CmaEs | Gradient
C = TypeVar("C")
SEVERAL = {  # fields of a job that are sequences, with the name of one item
    "contact_timings": "timing",
    "constraints": "constraint",
    "objectives": "objective",
    "surfaces": "surface",
    "holds": "hold",
    "subexpressions": "subexpression",
    "drawn_bones": "bone",
}
DEFAULT_OBJECTIVES: tuple[Objective, ...] = (Effort(), ForceChange(), Acceleration(), Posture())


def objective_name(objective: Objective) -> str:
    """Name of an objective in a clip's terms: that of an expression, if any, else the kind."""
    return getattr(objective, "name", "") or objective.kind


@dataclass(frozen=True)
class AnimationTiming:
    """Length and frame rate (McIntosh 2011, section 4.2.3).

    Attributes:
        length: of the clip [s]; of one cycle when the clip repeats.
        fps: frames per second; the knots of the optimization are the frames.
        free: bounds within which the solver chooses the length; None: it is fixed.
    """

    length: float = field(metadata=above(0, 1e6, unit="s"))
    fps: float = field(default=30.0, metadata=above(0, 1e4, unit="frames per second"))
    free: FreeLength | None = None


@dataclass(frozen=True)
class ContactTiming:
    """When one contact touches the ground.

    Attributes:
        contact: name of the ContactJoint.
        phases: (start, duration) as fractions of the clip; a cyclic clip's phase may run past its end.
        surface: name of what it touches; empty for the ground. Several timings may name one contact.
        free: bounds within which the solver chooses the phases; None: they are fixed.
    """

    contact: str
    phases: tuple[tuple[float, float], ...]
    surface: str = ""
    free: FreePhases | None = None

    def __post_init__(self) -> None:
        require_phases(self.phases, f"the phases of '{self.contact}'")


@dataclass(frozen=True)
class SolverOptions:
    """Limits and starting point of the optimizer.

    Attributes:
        tolerance: of the optimality conditions, in the scaled units of the problem.
        max_iterations: of the optimizer.
        time_limit: of the optimizer [s].
        seed: of the noise in the first guess.
        noise: amplitude of a smooth disturbance of the first guess [rad]; 0: none.
    """

    tolerance: float = field(default=1e-4, metadata=above(0, 1))
    max_iterations: int = field(default=1000, metadata=within(0, 1e6))
    time_limit: float = field(default=300.0, metadata=above(0, 1e7, unit="s"))
    seed: int = field(default=0, metadata=within(0, 2**32 - 1))
    noise: float = field(default=0.0, metadata=within(0, 10, unit="rad"))


@dataclass(frozen=True)
class Job(Document):
    """Specification of one motion: its character, length, constraints and objectives.

    Attributes:
        name: of the resulting clip.
        character: in its rest pose, world space.
        timing: length and frame rate.
        cycle: how the clip repeats; None: an open clip, whose ends are free.
        contact_timings: when contacts touch; a contact without a timing never touches.
        constraints: conditions besides physics, limits and contacts.
        objectives: weighted costs, whose sum is minimized.
        gravity: world [m/s^2].
        ground_height: world Z of the ground [m].
        options: limits and starting point of the optimizer.
        surfaces: objects that contacts can touch besides the flat ground.
        holds: grips between bodies, or between a body and the world.
        basis: of the coordinates: values at each frame, or splines.
        subexpressions: named parts that expressions can use.
        timing_search: method that finds free timings.
        heading: yaw of an open clip at evenly spaced times [rad], from which limits and posture measure the turns of
            roots; that of a cycle follows from its yaw.
        drawn_bones: bones between bodies that move as drawn; without them, these bones keep their rest pose.
        schema_version: version of this file format.

    Constraints, objectives, surfaces and holds can address a body by its role, as ``@hand.R``; the job has its name.
    """

    noun: ClassVar[str] = "job"
    name: str
    character: Character
    timing: AnimationTiming
    cycle: Cycle | None = None
    contact_timings: tuple[ContactTiming, ...] = ()
    constraints: tuple[Constraint, ...] = ()
    objectives: tuple[Objective, ...] = DEFAULT_OBJECTIVES
    gravity: tuple[float, float, float] = (0.0, 0.0, -9.81)
    ground_height: float = 0.0
    options: SolverOptions = SolverOptions()
    surfaces: tuple[Surface, ...] = ()
    holds: tuple[Hold, ...] = ()
    basis: Basis = PER_FRAME
    subexpressions: tuple[Subexpression, ...] = ()
    timing_search: TimingSearch = BY_EVOLUTION
    heading: Heading = AHEAD
    drawn_bones: tuple[DrawnBone, ...] = ()
    schema_version: int = 1

    def __post_init__(self) -> None:
        require_vector(self.gravity, "job.gravity")
        for name, example in SEVERAL.items():
            require_several(getattr(self, name), example, f"job.{name}")
        check_types(self, "job", deeply=False)
        for name in ("constraints", "objectives", "surfaces", "holds"):
            object.__setattr__(self, name, with_names(getattr(self, name), self.character, f"job.{name}"))

    def __str__(self) -> str:
        """One line, because the whole job would fill a page."""
        kind = "an open clip" if self.cycle is None else "a cycle"
        rate, length = self.timing.fps, self.timing.length
        return f"job '{self.name}' for '{self.character.name}': {kind} of {length:g} s at {rate:g} frames a second"

    def constraints_of(self, kind: type[C]) -> list[tuple[str, C]]:
        """The constraints of a kind, each with its path, such as "job.constraints[2]"."""
        every = enumerate(self.constraints)
        return [(f"job.constraints[{k}]", each) for k, each in every if isinstance(each, kind)]

    @property
    def is_drawn(self) -> bool:
        """Whether the drawn motion has every root and every body with a contact, so that no guess is needed."""
        followed = (each.bodies for each in self.objectives if isinstance(each, PoseCloseness))
        drawn = {body.body for bodies in followed for body in bodies if not body.envelope}
        needed = {root.body for root in self.character.roots} | {c.body for c in self.character.contacts}
        return self.cycle is None and needed <= drawn
