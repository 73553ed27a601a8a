"""A solved motion with everything that is known about it."""

import io
import json
from dataclasses import MISSING, asdict, dataclass, field, fields
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ..errors import InputError
from ..mechanics.tree import Tree
from ..problem.job import Job
from ..problem.violation import Violation
from ..record import from_json, to_json
from ..sentence import Sentence
from .report import Report
from .timing_history import TimingHistory
from .verify import verify
from .world_motion import WorldMotion, fill_in, no_flags, no_indices, no_vectors

Array = NDArray[np.float64]
Indices = NDArray[np.intp]


@dataclass(frozen=True)
class Provenance:
    """How a clip was made.

    Attributes:
        status: the optimiser's last word.
        solved: whether every constraint holds within the tolerance.
        iterations: of the optimiser.
        seconds: named stages of the solve and their wall time.
        objective: weighted sum of the terms.
        terms: each objective's own weighted value, by kind.
        violations: the worst constraints, worst first; empty when solved.
        infeasible: whether the solver has tried all it knows and something still gives: the clip then is the best
            attempt, and its violations tell in which frames. A motion that was stopped early is none.
        versions: of this program, its optimiser and numpy.
        rung: which of the ladder's ways found it: "first guess", "warm start", ...; see optimise/ladder.py.
        timings: how the job's timings were found; None where all were given.
    """

    status: str
    solved: bool
    iterations: int
    seconds: dict[str, float]
    objective: float
    terms: dict[str, float]
    violations: tuple[Violation, ...]
    versions: dict[str, str]
    rung: str = ""
    timings: TimingHistory | None = None
    infeasible: bool = False

    @property
    def why_unsolved(self) -> Sentence:
        """All violations in one sentence."""
        if not self.violations:
            return Sentence.of("no constraint is violated, but it could still be better")
        return Sentence.joined(violation.sentence for violation in self.violations)


@dataclass(frozen=True, eq=False)
class Clip:
    """Motion of a job's character at the solver's own knots; never resampled.

    Attributes:
        job: what was asked for, with the character.
        step: time between frames [s].
        q: (N, n) degrees of freedom [m, rad].
        position: (N, B, 3) centres of mass, world [m].
        orientation: (N, B, 4) wxyz, ellipsoid axes to world, continuous in sign over the frames.
        torques: (N, n) generalised muscle torques [N m] (a jet's forces [N]); zero where there is no muscle.
        contact_points: (N, C, 3) world [m].
        contact_forces: (N, C, 3) of what it touches on the body, world [N].
        contact_moments: (N, C) free moment about the touched surface's normal [N m].
        contact_active: (N, C) whether the contact was scheduled to touch.
        joint_forces: (N, J, 3) of body_a on body_b, world [N]; NaN at the ends of an open clip.
        joint_moments: (N, J, 3) of body_a on body_b about the joint, world [N m]; NaN as above.
        report: how physical it is, found without the optimiser.
        provenance: how it was made.
        contact_surface: (N, C) what each contact touches: 0 is the ground, k the job's surface k - 1.
        hold_points: (N, H, 3) of each hold's first body, world [m].
        hold_forces: (N, H, 3) of each hold on its first body, world [N]; the second feels the opposite.
        hold_active: (N, H) whether the hold was scheduled to hold.
        contact_lasting: (N, C) whether the contact was to touch the same at the next frame too.
        hold_lasting: (N, H) whether the hold was to hold at the next frame too.

    The last six may be left out, as in older files; see WorldMotion.
    """

    job: Job
    step: float
    q: Array
    position: Array
    orientation: Array
    torques: Array
    contact_points: Array
    contact_forces: Array
    contact_moments: Array
    contact_active: NDArray[np.bool_]
    joint_forces: Array
    joint_moments: Array
    report: Report
    provenance: Provenance
    contact_surface: Indices = field(default_factory=no_indices)
    hold_points: Array = field(default_factory=no_vectors)
    hold_forces: Array = field(default_factory=no_vectors)
    hold_active: NDArray[np.bool_] = field(default_factory=no_flags)
    contact_lasting: NDArray[np.bool_] = field(default_factory=no_flags)
    hold_lasting: NDArray[np.bool_] = field(default_factory=no_flags)

    def __post_init__(self) -> None:
        fill_in(self)

    @property
    def name(self) -> str:
        """Of the job."""
        return self.job.name

    @property
    def n_frames(self) -> int:
        """Number of knots; a cyclic clip's repetition starts ``n_frames`` after its first frame."""
        return len(self.q)

    def to_bytes(self) -> bytes:
        """The clip as an .npz file: arrays, and the rest as JSON under ``about``."""
        about = {
            "job": self.job.to_json(),
            "step": self.step,
            "report": asdict(self.report),
            "provenance": to_json(self.provenance),
        }
        arrays = {name: getattr(self, name) for name in _ARRAYS}
        buffer = io.BytesIO()
        np.savez_compressed(buffer, about=np.array(json.dumps(about)), **arrays)
        return buffer.getvalue()

    @classmethod
    def from_bytes(cls, data: bytes) -> "Clip":
        """Inverse of ``to_bytes``; the motion of an older file is measured anew.

        Raises:
            InputError: the bytes are no clip.
        """
        try:
            with np.load(io.BytesIO(data), allow_pickle=False) as file:
                about: dict[str, Any] = json.loads(str(file["about"]))
                names = [name for name in _ARRAYS if name in file or name not in _LATER]
                arrays = {name: file[name] for name in names}
        except (OSError, EOFError, ValueError, KeyError) as error:
            raise InputError(f"this is not a clip: {error}") from error
        provenance = about["provenance"]
        provenance["violations"] = tuple(map(Violation.from_json, provenance["violations"]))
        if provenance.get("timings"):
            provenance["timings"] = from_json(TimingHistory, provenance["timings"])
        job, step = Job.from_json(about["job"]), about["step"]
        return cls(
            job=job,
            step=step,
            report=Report.from_json(about["report"]) or _measured(job, step, arrays),
            provenance=Provenance(**provenance),
            **arrays,
        )

    def save(self, path: Path) -> None:
        """Writes ``path``; a reader never sees half a file."""
        half = path.with_name(path.name + ".part")
        half.write_bytes(self.to_bytes())
        half.replace(path)

    @classmethod
    def load(cls, path: Path) -> "Clip":
        """Reads ``path``.

        Raises:
            InputError: the file is missing or is no clip.
        """
        try:
            data = path.read_bytes()
        except OSError as error:
            raise InputError(f"the clip '{path}' cannot be read: {error.strerror}") from error
        return cls.from_bytes(data)


def _measured(job: Job, step: float, arrays: dict[str, Any]) -> Report:
    """How physical the motion in a file is."""
    claims = {claim.name for claim in fields(WorldMotion)}
    motion = WorldMotion(job=job, step=step, **{name: a for name, a in arrays.items() if name in claims})
    return verify(motion, torques=arrays["torques"], torque_limits=Tree(job.character).effort_limit)


_LATER = tuple(f.name for f in fields(Clip) if f.default_factory is not MISSING)  # not in the oldest files
_ARRAYS = tuple(f.name for f in fields(Clip) if f.name not in ("job", "step", "report", "provenance"))
