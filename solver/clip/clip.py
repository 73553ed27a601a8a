"""A solved motion and everything known about it."""

import io
import json
from dataclasses import MISSING, asdict, dataclass, fields
from pathlib import Path
from typing import Any

import numpy as np

from ..arrays import Array
from ..arrays_file import read_arrays
from ..errors import InputError
from ..job.job import Job
from ..mechanics.tree import Tree
from ..motion.world import World
from ..motion.world_motion import WorldMotion
from ..record import from_json, to_json
from ..sentence import Sentence
from ..verify.report import Report
from ..verify.unexplained import Unexplained
from ..verify.verify import verify
from ..verify.violation import Violation
from ..whole_file import read_whole, write_whole
from .timing_history import TimingHistory


@dataclass(frozen=True)
class Provenance:
    """How a clip was made.

    Attributes:
        status: final status of the optimizer.
        solved: whether every constraint holds within the tolerance.
        iterations: of the optimizer.
        seconds: named stages of the solve and their wall time.
        objective: weighted sum of the terms.
        terms: weighted value of each objective, by kind.
        violations: the most violated constraints, worst first; empty if solved.
        unfinished: whether a limit of iterations or time ended the solve.
        infeasible: whether all strategies have been tried without a solution: the clip is then the closest attempt, and
            its violations name the frames. False if the solve was stopped early.
        versions: of this program, its optimizer and numpy.
        strategy: the fallback strategy that found it: "first guess", "warm start", ...; see optimise/fallback.py.
        timings: history of the timing search; None if all timings were given.
        drawn: forces that the followed motion needs but contacts cannot provide; None if the job follows none.
    """

    status: str
    solved: bool
    iterations: int
    seconds: dict[str, float]
    objective: float
    terms: dict[str, float]
    violations: tuple[Violation, ...]
    versions: dict[str, str]
    strategy: str = ""
    timings: TimingHistory | None = None
    infeasible: bool = False
    unfinished: bool = False
    drawn: Unexplained | None = None


@dataclass(frozen=True, eq=False)
class Clip:
    """The motion solved for a job, at the knots of the solver, with its forces and provenance.

    Attributes:
        job: specification of the motion, with the character.
        motion: poses of the bodies and forces of the world on them.
        q: (N, n) degrees of freedom [m, rad].
        torques: (N, n) generalized muscle torques [N m] (forces of a jet [N]); zero where there is no muscle.
        joint_forces: (N, J, 3) of body_a on body_b, world [N]; NaN at the ends of an open clip.
        joint_moments: (N, J, 3) of body_a on body_b about the joint, world [N m]; NaN as above.
        report: measures of its physics, computed independently of the optimizer.
        provenance: how it was found.
    """

    job: Job
    motion: WorldMotion
    q: Array
    torques: Array
    joint_forces: Array
    joint_moments: Array
    report: Report
    provenance: Provenance

    def __post_init__(self) -> None:
        self.motion.require_accelerations()

    def __str__(self) -> str:
        """One line, without arrays."""
        solved, seconds = "solved" if self.provenance.solved else "not solved", f"{self.motion.seconds:.3g} s"
        return f"clip '{self.name}', {solved}: {self.n_frames} frames, {seconds}; {self.report.energy}"

    @property
    def name(self) -> str:
        """Name of the job."""
        return self.job.name

    @property
    def n_frames(self) -> int:
        """Number of knots; a cyclic clip repeats after ``n_frames``."""
        return len(self.q)

    def to_bytes(self) -> bytes:
        """The clip as an .npz file: arrays, and the rest as JSON under ``about``."""
        about = {
            "job": self.job.to_json(),
            "step": self.motion.step,
            "report": asdict(self.report),
            "provenance": to_json(self.provenance),
        }
        arrays = {name: getattr(self, name) for name in _OWN}
        arrays |= {name: getattr(self.motion, name) for name in _MOTION}
        buffer = io.BytesIO()
        np.savez_compressed(buffer, about=np.array(json.dumps(about)), **arrays)
        return buffer.getvalue()

    @classmethod
    def from_bytes(cls, data: bytes) -> "Clip":
        """Inverse of ``to_bytes``; clips of older versions are verified again.

        Raises:
            InputError: the bytes are not a clip.
        """
        file = read_arrays(data, "a clip")
        try:
            return cls._of_file(file)
        except InputError as error:
            raise InputError(Sentence.of("this is not a clip: ", error.sentence)) from error
        except (ValueError, KeyError, TypeError, AttributeError, IndexError, RecursionError) as error:
            raise InputError("this is not a clip: parts of it are missing or malformed") from error

    @classmethod
    def _of_file(cls, file: dict[str, Any]) -> "Clip":
        about: dict[str, Any] = json.loads(str(file["about"]))
        own = {name: _as_declared(name, file[name]) for name in _OWN}
        arrays: dict[str, Any] = {
            name: _as_declared(name, file[name]) for name in _MOTION if name in file or name not in _LATER
        }
        provenance = about["provenance"]
        provenance["violations"] = tuple(map(Violation.from_json, provenance["violations"]))
        if provenance.get("timings"):
            provenance["timings"] = from_json(TimingHistory, provenance["timings"])
        if provenance.get("drawn"):
            provenance["drawn"] = from_json(Unexplained, provenance["drawn"])
        provenance["strategy"] = provenance.pop(
            "rung", provenance.get("strategy", "")
        )  # the name of the first release
        job = Job.from_json(about["job"])
        world = World.of_job(job)
        motion = WorldMotion(
            character=job.character,
            step=float(about["step"]),
            cycle=job.cycle,
            heading=job.heading,
            drawn_bones=job.drawn_bones,
            world=world,
            **arrays,
        )
        n_joints = len(job.character.joints)
        _require_numbers(
            {**own, **arrays}, n_frames=motion.n_frames, tree=Tree(job.character), n_joints=n_joints
        )
        return cls(
            job=job,
            motion=motion,
            report=Report.from_json(about["report"])
            or verify(motion, torques=own["torques"], torque_limits=Tree(job.character).effort_limit),
            provenance=Provenance(**provenance),
            **own,
        )

    def save(self, path: Path | str) -> None:
        """Writes ``path`` atomically.

        Raises:
            InputError: it cannot be written.
        """
        write_whole(path, self.to_bytes())

    @classmethod
    def load(cls, path: Path | str) -> "Clip":
        """Reads ``path``.

        Raises:
            InputError: the file is missing or is not a clip.
        """
        try:
            data = read_whole(path)
        except OSError as error:
            raise InputError(f"the clip '{path}' cannot be read: {error.strerror}") from error
        try:
            return cls.from_bytes(data)
        except InputError as error:
            raise InputError(Sentence.of(f"the clip '{path}' cannot be read: ", error.sentence)) from error


def _as_declared(name: str, array: Array) -> Array:
    """Array as flags, integers or double-precision numbers, whatever its type in the file."""
    if array.dtype.kind not in "biuf":
        raise InputError(f"expected numbers as {name}, found {array.dtype}")
    kind = bool if name in _FLAGS else np.intp if name in _INDICES else np.float64
    with np.errstate(all="ignore"):  # NaN or overflow is detected by the comparison below
        declared: Array = array.astype(kind)
    if kind is not np.float64 and (declared != array).any():
        raise InputError(f"expected {'True or False' if kind is bool else 'whole numbers'} as {name}")
    return declared


def _require_numbers(arrays: dict[str, Array], *, n_frames: int, tree: Tree, n_joints: int) -> None:
    """Checks shapes and values of arrays, which may be invalid in a damaged or foreign file."""
    shapes: dict[str, tuple[int, ...]] = dict.fromkeys(("q", "torques"), (n_frames, tree.n))
    shapes |= dict.fromkeys(OF_JOINTS, (n_frames, n_joints, 3))
    for name, array in arrays.items():
        if array.shape != shapes.get(name, array.shape):
            raise InputError(f"expected {name} of shape {shapes[name]}, found {array.shape}")
        is_fine = ~np.isinf(array) if name in OF_JOINTS else np.isfinite(array)
        if not is_fine.all():
            raise InputError(f"expected finite numbers as {name}")
    length = np.linalg.norm(arrays["orientation"], axis=-1)
    if (abs(length - 1.0) > UNIT).any():
        raise InputError("expected quaternions of length 1 as orientation")


OF_JOINTS = ("joint_forces", "joint_moments")  # NaN at the ends of open clips
UNIT = 1e-3  # largest deviation of a quaternion's length from 1
_FLAGS = ("contact_active", "contact_lasting", "hold_active", "hold_lasting")
_INDICES = ("contact_surface",)
_OWN = ("q", "torques", *OF_JOINTS)
_OF_JOB = ("character", "step", "cycle", "heading", "drawn_bones", "world")  # from the job, or a number
_MOTION = tuple(f.name for f in fields(WorldMotion) if f.name not in _OF_JOB)
_LATER = tuple(
    f.name for f in fields(WorldMotion) if f.default_factory is not MISSING
)  # not in the oldest files
