"""Motions that are too long for one problem, solved in windows that join.

Each window begins with two frames of the window before and its forces (``Joins``), so that position, velocity and the
equations of motion continue, and is solved AHEAD beyond the frame at which the next one begins, because the end of a
motion influences about its last second. Only one window's problem is in memory at a time.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

import numpy as np

from ..arrays import Array, Flags
from ..job.checks.clip import MAX_VALUES
from ..job.constraints.joins import GivenFrames, Joins
from ..job.excerpt import drawn_at_frames, excerpt, uncut_reason
from ..job.frames import frame_count
from ..job.job import Job
from ..job.schedule import contact_schedule
from ..mechanics.euler import other_angles
from ..mechanics.tree import Tree, tree_of
from ..messages import Message, Progress, Sink, Status
from ..motion.motion import Motion
from ..motion.pieces import joined, piece
from ..motion.world_motion import WorldMotion
from ..problem.guess.explained import explained
from ..problem.guess.root_trajectory import travel
from ..problem.transcription import transcribe
from ..sentence import Moment, Sentence
from ..verify.unexplained import Unexplained
from ..verify.violation import Extent, Violation
from .explanation import explain
from .found_motion import FoundMotion, found_motion
from .solution import Solution
from .solve import solve
from .start import Start

WINDOW, AHEAD = 10.0, 1.0  # s of a window, and of its end that is solved again with the next one
WINDOW_VALUES = 25_000  # most degrees of freedom of all frames of a window, which takes about 1 GB
GIVEN = 2  # frames of the window before: pose and velocity
TRIES = 3  # frames at which a window may begin
N_VIOLATIONS = 3  # listed of each window without a solution


@dataclass(frozen=True, eq=False)
class LongMotion:
    """A motion solved in windows.

    Attributes:
        job: of the frames that were solved: the whole job, or its beginning if it was stopped.
        found: the motion.
        windows: number of windows.
        unsolved: final status of the first window without a solution, in a sentence; empty if all are solved.
        violations: of windows without a solution, in frames of the motion.
        infeasible: whether a window has no solution.
        cancelled: whether it was stopped.
        iterations: of all windows.
        seconds: by stage, of all windows.
        terms: weighted value of each objective over all windows, including what two of them solve.
    """

    job: Job
    found: FoundMotion
    windows: int
    unsolved: str
    violations: tuple[Violation, ...]
    infeasible: bool
    cancelled: bool
    iterations: int
    seconds: dict[str, float]
    terms: dict[str, float]


def is_long(job: Job) -> bool:
    """Whether a job is too long for one problem and can be solved in windows."""
    return (
        job.cycle is None
        and frame_count(job) * tree_of(job.character).n > MAX_VALUES
        and job.is_drawn
        and not uncut_reason(job)
    )


def solve_long(job: Job, *, send: Sink, cancelled: Callable[[], bool]) -> LongMotion:
    """Solves a drawn motion of any length in windows; if it is stopped, the frames up to there.

    A window without a solution keeps its closest attempt, and the next one continues from it.

    Args:
        job: that is long, see ``is_long``; its limits of time and iterations are those of each window.
        send: receives status, and progress with the completed share. Previews would be of one window only.
        cancelled: called at each iteration; True stops.

    Raises:
        InputError: the job is invalid.
    """
    whole = drawn_at_frames(job)
    plan, parts = _Plan.of(whole), list[_Part]()
    tally = _Tally(send, plan.n_frames, 1 / job.timing.fps)
    while not parts or parts[-1].last < plan.n_frames - 1:
        joins = plan.joins(parts[-1].first) if parts else [0]
        first, solution = _solve_window(whole, plan, parts, joins, tally, cancelled)
        if parts:
            parts[-1] = parts[-1].until(first)
        parts.append(_Part.of(solution, first, job.timing.fps))
        if cancelled():
            break
    return _joined(whole, parts, tally, was_stopped=cancelled())


@dataclass(frozen=True, eq=False)
class _Plan:
    """Where windows begin and end.

    Attributes:
        n_frames: of the whole motion.
        count: frames after which the next window begins.
        ahead: frames that are solved again with the next one.
        changes: (N,) frames near which a contact begins or ends; a window's given frames would hide it.
    """

    n_frames: int
    count: int
    ahead: int
    changes: Flags

    @classmethod
    def of(cls, job: Job) -> "_Plan":
        """The windows of a job."""
        fps, n = job.timing.fps, tree_of(job.character).n
        count = max(min(round(WINDOW * fps), WINDOW_VALUES // max(n, 1)), 4 * GIVEN)
        touches = contact_schedule(job).touches
        changed = np.append(False, (touches[1:] != touches[:-1]).any(1))
        changes = np.convolve(changed, np.ones(2 * GIVEN + 1), mode="same") > 0
        return cls(frame_count(job), count, max(min(round(AHEAD * fps), count // 2), GIVEN), changes)

    def last(self, first: int) -> int:
        """Last frame of the window that begins at a frame; there is no short window at the end."""
        last = first + self.count + self.ahead
        return last if last + self.count // 2 < self.n_frames else self.n_frames - 1

    def joins(self, first: int) -> list[int]:
        """Frames at which the window after the one from ``first`` can begin, the best first: contacts are steady."""
        found = list[int]()
        for k in range(TRIES):
            latest = first + self.count - k * self.ahead // 2
            steady = first + GIVEN + np.flatnonzero(~self.changes[first + GIVEN : latest + 1])
            frame = int(steady[-1]) if len(steady) else latest
            if frame > first + GIVEN and frame not in found:
                found.append(frame)
        return found or [first + self.count]


def _solve_window(
    whole: Job, plan: _Plan, parts: "list[_Part]", joins: Sequence[int], tally: "_Tally",
    cancelled: Callable[[], bool],
) -> tuple[int, Solution]:  # fmt: skip
    """First frame of the next window, and its solution.

    From some frames of the window before, no motion leads on, since it did not see what follows. So others are tried,
    each from the drawn motion alone, before all strategies are at the first.
    """
    for first, tries_all in (*((join, False) for join in joins if parts), (joins[0], True)):
        last = plan.last(first)
        job = excerpt(whole, first, last)
        tally.begin(first, last)
        if parts:
            job, start = _continued(job, parts[-1], first)
            solution = solve(
                job, send=tally.hear, cancelled=cancelled, start=start, start_alone=not tries_all
            )
        else:
            solution = solve(job, send=tally.hear, cancelled=cancelled)
        tally.end(solution, counts=solution.solved or tries_all or cancelled())
        if solution.solved or cancelled():
            break
    return first, solution


def _continued(job: Job, before: "_Part", first: int) -> tuple[Job, Start]:
    """The job of a window that begins with two frames of the one before, and its drawn motion from there."""
    given = slice(first - before.first, first - before.first + GIVEN)
    q, forces = before.q[given], before.world.contact_forces[given]
    joins = Joins(start=GivenFrames.of_arrays(q, forces[0], forces[-1]))
    job = replace(job, constraints=(*job.constraints, joins))
    transcription = transcribe(job)
    guess = on_branch(transcription.tree, travel(transcription), q[0])
    guess[:GIVEN] = q
    return job, Start(transcription, explained(transcription, guess), is_explained=True)


def on_branch(tree: Tree, q: Array, beside: Array) -> Array:
    """Coordinates (N, n) of the same poses whose angles in the first frame are nearest to given ones (n,)."""
    found = q.copy()
    for body in range(len(tree.parent)):
        dofs = np.flatnonzero((tree.body == body) & tree.rotation)
        ways = [q[:, dofs], other_angles(q[:, dofs])] if len(dofs) == 3 else [q[:, dofs]]
        ways = [way - 2 * np.pi * np.round((way[0] - beside[dofs]) / (2 * np.pi)) for way in ways]
        found[:, dofs] = min(ways, key=lambda way: float(np.abs(way[0] - beside[dofs]).sum()))
    return found


def missing_force(job: Job, motion: Motion) -> Unexplained:
    """Force that contacts and holds of a job cannot supply for a motion, as by ``explain``; in windows if it is long.

    Raises:
        InputError: the two do not match.
    """
    if not is_long(job):
        return explain(job, motion).missing
    whole = drawn_at_frames(job)
    linear, angular = [], []
    plan, first = _Plan.of(whole), 0
    while first < plan.n_frames - GIVEN:
        last = plan.last(first)
        found = explain(excerpt(whole, first, last), piece(motion, first, last - first + 1))
        linear.append(found.linear)
        angular.append(found.angular)
        first = last - 1  # the first and last frames of a window are not judged
    return Unexplained(float(np.concatenate(linear).mean()), float(np.concatenate(angular).mean()))


@dataclass(frozen=True, eq=False)
class _Part:
    """A solved window.

    Attributes:
        first: its first frame.
        world: its motion.
        q: (K, n) coordinates.
        torques: (K, n) of muscles.
        limits: (n,) of them.
        violations: in frames of the whole motion; empty if solved.
    """

    first: int
    world: WorldMotion
    q: Array
    torques: Array
    limits: Array
    violations: tuple[Violation, ...]

    @property
    def last(self) -> int:
        """Its last frame."""
        return self.first + len(self.q) - 1

    @classmethod
    def of(cls, solution: Solution, first: int, fps: float) -> "_Part":
        """The window of a solution."""
        found = found_motion(solution.problem.transcription, solution.x)
        worst: tuple[Violation, ...] = ()
        if not solution.solved:
            worst = solution.conflicts or solution.problem.violations(solution.x, count=N_VIOLATIONS)
        shifted = tuple(later(each, first, first / fps) for each in worst)
        return cls(first, found.world, found.q, found.torques, found.torque_limits, shifted)

    def until(self, frame: int) -> "_Part":
        """The window up to a frame, included."""
        count = frame - self.first + 1
        return replace(
            self, world=piece(self.world, 0, count), q=self.q[:count], torques=self.torques[:count]
        )

    def after_first(self) -> "_Part":
        """The window without its first frame, which is the last of the one before."""
        count = len(self.q) - 1
        return replace(self, world=piece(self.world, 1, count), q=self.q[1:], torques=self.torques[1:])


class _Tally:
    """Progress of all windows.

    Args:
        send: receives it.
        n_frames: of the whole motion.
        step: between frames [s].
    """

    def __init__(self, send: Sink, n_frames: int, step: float) -> None:
        self._send, self._n_frames, self._step = send, n_frames, step
        self._done = 0
        self.windows, self.iterations, self.seconds = 0, 0, dict[str, float]()
        self.terms, self.status, self.infeasible = dict[str, float](), "", False
        self._spent = 0.0

    def begin(self, first: int, last: int) -> None:
        """Announces a window."""
        self._done = max(first, self._done)
        ends = (Moment(frame, frame * self._step) for frame in (first, last))
        self._send(Status.of(Sentence.of("Solving ", next(ends), " to ", next(ends))))

    def hear(self, message: Message) -> None:
        """Passes on progress in total; the rest is about a window alone."""
        if isinstance(message, Progress):
            self._send(
                replace(
                    message,
                    iteration=self.iterations + message.iteration,
                    seconds=self._spent + message.seconds,
                    share=self._done / self._n_frames,
                )
            )

    def end(self, solution: Solution, *, counts: bool) -> None:
        """Adds a window's figures; those of its motion only if it ``counts``."""
        self.iterations += solution.iterations
        self._spent += sum(
            solution.seconds.get(stage, 0.0) for stage in ("formulate", "first_guess", "optimise")
        )
        for stage, seconds in solution.seconds.items():
            self.seconds[stage] = self.seconds.get(stage, 0.0) + seconds
        if not counts:
            return
        self.windows += 1
        for kind, term in solution.problem.objective.terms(solution.x).items():
            self.terms[kind] = self.terms.get(kind, 0.0) + term
        if not solution.solved:
            self.status = self.status or solution.status
            self.infeasible |= bool(solution.conflicts)


def _joined(job: Job, parts: list[_Part], tally: _Tally, *, was_stopped: bool) -> LongMotion:
    rest = [parts[0], *(part.after_first() for part in parts[1:])]
    world = joined([part.world for part in rest])
    last = world.n_frames - 1
    own = job if last == frame_count(job) - 1 else excerpt(job, 0, last)
    world = replace(world, heading=own.heading, drawn_bones=own.drawn_bones)
    found = FoundMotion(
        world,
        np.concatenate([part.q for part in rest]),
        np.concatenate([part.torques for part in rest]),
        parts[0].limits,
    )
    return LongMotion(
        own,
        found,
        tally.windows,
        tally.status,
        tuple(violation for part in parts for violation in part.violations),
        tally.infeasible,
        was_stopped,
        tally.iterations,
        tally.seconds,
        tally.terms,
    )


def later(violation: Violation, frames: int, seconds: float) -> Violation:
    """A violation of a part of a motion that begins ``frames``, or ``seconds``, after the whole."""

    def moved(moment: Moment) -> Moment:
        return Moment(moment.frame + frames, moment.seconds + seconds)

    place, extent = violation.place, violation.extent
    return replace(
        violation,
        place=replace(place, moment=place.moment and moved(place.moment)),
        frames=tuple(frame + frames for frame in violation.frames),
        extent=extent and Extent(moved(extent.first), moved(extent.last)),
    )
