"""Physical transitions: both motions change around a crossing so that forces explain every frame."""

import math
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import partial

from ...animate import make_clip
from ...character import Character
from ...clip.clip import Clip
from ...errors import InputError
from ...job.constraints.joins import Joins
from ...job.cycle import Cycle
from ...job.job import Constraint, Job, SolverOptions
from ...messages import Sink, Status
from ...motion.pieces import joined, moved, piece
from ...motion.world_motion import WorldMotion
from ...optimise.solution import Solution
from ...optimise.solve import solve
from ...optimise.start import Start
from ...problem.formulate import formulate
from ...problem.guess.explained import explained
from ...problem.guess.first_guess import first_guess
from ..following import following
from .best_explained import best_explained
from .crossing import GIVEN, Crossing, crossings, why_nowhere
from .gap import TransitionGap
from .given import given_end, given_start

CLOSENESS = 0.3  # to the blend, which only selects among physical motions
SHORTLIST, TRIES = 2, 3  # crossings to compare, and to try
WIDE = 0.8  # s of room if the default does not suffice, as from a run to a stand
MOST_FORCE, MOST_MOMENT = 1e-5, 1e-3  # tolerated residual of an exact transition in body weights, and x m
QUICKLY = SolverOptions(max_iterations=120)  # another crossing is more promising than more iterations
NEARLY = replace(QUICKLY, tolerance=1e-3)  # the nearest motion need not be exact


@dataclass(frozen=True, eq=False)
class Transition:
    """A transition from one motion to another.

    Attributes:
        crossing: of the transition.
        clip: of the changed frames, with GIVEN frames of each motion at its ends.
        after: transform of the second motion.
        start: for similar transitions; None if it was not solved.
    """

    crossing: Crossing
    clip: Clip
    after: Cycle
    start: Start | None = None

    def joined(self, a: WorldMotion, b: WorldMotion, *, before: int = 0, beyond: int = 0) -> WorldMotion:
        """``before`` frames of the first motion, the transition, and ``beyond`` frames of the second."""
        reach = self.crossing.room + GIVEN - 1
        first = piece(a, self.crossing.leaves - reach - before, before) if before else None
        entered = self.crossing.enters + self.crossing.overlap + reach
        last = piece(moved(b, self.after), entered, beyond) if beyond else None
        middle = piece(self.clip.motion, 1, self.clip.n_frames - 2)
        return joined([_of(part, a) for part in (first, middle, last) if part is not None])

    def complete(self, a: WorldMotion, b: WorldMotion) -> WorldMotion:
        """The first motion up to the transition, the transition, and the second motion to its end.

        A cycle is played for at least a whole lap.
        """
        reach = self.crossing.room + GIVEN - 1
        left, entered = self.crossing.leaves - reach, self.crossing.enters + self.crossing.overlap + reach
        laps = max(math.ceil((a.n_frames - left) / a.n_frames), 0) if a.cycle else 0
        ends = math.ceil((b.n_frames + entered) / b.n_frames) if b.cycle else 1
        whole = self.joined(a, b, before=left + laps * a.n_frames, beyond=ends * b.n_frames - entered)
        for lap in [a.cycle] * laps if a.cycle else ():  # back to the first lap
            whole = moved(whole, lap)
        return whole


def transition(
    a: WorldMotion,
    b: WorldMotion,
    *,
    at: Crossing | Sequence[Crossing] | None = None,
    before: int = 0,
    beyond: int = 0,
    name: str = "transition",
    moves: bool = True,
    constraints: tuple[Constraint, ...] = (),
    like: Transition | None = None,
    send: Sink = lambda _: None,
    cancelled: Callable[[], bool] = lambda: False,
) -> Transition:
    """Finds a transition from one motion to another, at the best or a given crossing.

    If no physical transition is found at a crossing, the next best is tried. If there is none at all, the most exact of
    the solved ones is returned, or the last attempt, whose clip states the reason.

    Args:
        a: source motion.
        b: target motion.
        at: crossing, or crossings to try in order; None: the best.
        before: frames of an open a that the best crossing leaves before the clip.
        beyond: frames of an open b that it leaves after the clip.
        name: of the clip.
        moves: whether the second motion may be translated along the ground relative to the crossing.
        constraints: that also hold in between, such as the ``lasting_constraints`` of the clips.
        like: a transition of the same frames to start from, such as before the second motion was moved.
        send: receives status and progress.
        cancelled: called at each iteration; True stops.

    Raises:
        InputError: the motions differ in character or step, or are too short.
    """
    solved: list[Transition] = []
    for number, (place, is_final) in enumerate(_in_turn(a, b, at, before, beyond), 1):
        send(Status(f"Place {number}"))
        gap = TransitionGap.at(a, b, place)
        ask = partial(transition_job, name, gap, moves=moves, constraints=constraints)
        is_last = is_final and not solved
        near = like.start if like is not None else None
        solution = _solution(ask, near, send, cancelled, is_last=is_last)
        clip = make_clip(solution)
        start = Start.of_solution(solution) if solution.solved else None
        found = Transition(place, clip, place.move.then(_shift(clip, gap)), start)
        if clip.provenance.solved:
            solved.append(found)
        if _is_exact(clip) or cancelled():
            return found
    return min(solved, key=lambda each: each.clip.report.angular_residual, default=found)


def _is_exact(clip: Clip) -> bool:
    """Whether a clip is also physical by its world poses; limbs that turn by half a circle per frame rarely are."""
    report = clip.report
    is_balanced = report.linear_residual <= MOST_FORCE and report.angular_residual <= MOST_MOMENT
    return clip.provenance.solved and is_balanced


def _in_turn(
    a: WorldMotion, b: WorldMotion, at: Crossing | Sequence[Crossing] | None, before: int, beyond: int
) -> Iterator[tuple[Crossing, bool]]:
    """Crossings to try in order, and whether each is the last.

    By default: the most physical of the nearest; then the nearest with more room, which is slow and rarely needed, or
    the other near ones if there is no more room.
    """
    if at is None:
        near = partial(crossings, a, b, before=before, beyond=beyond)
        nearest = near(count=max(SHORTLIST, TRIES))
        if not nearest:
            raise InputError(why_nowhere(a, b, before=before, beyond=beyond))
        best = best_explained(a, b, nearest[:SHORTLIST])
        others = [place for place in nearest if place is not best]
        if others:
            yield best, False
        wide = near(count=TRIES - 1, room=WIDE)
        at = (*([] if others else [best]), *(wide or others[: TRIES - 1]))
    places = (at,) if isinstance(at, Crossing) else tuple(at)
    if not places:
        raise InputError("expected at least one place for the transition, found none", field="at")
    for number, place in enumerate(places, 1):
        yield place, number == len(places)


def _solution(
    ask: Callable[..., Job], like: Start | None, send: Sink, cancelled: Callable[[], bool], *, is_last: bool
) -> Solution:
    """The physical motion, or the closest; conflicts are examined at the last crossing only."""
    if like is not None:
        job = ask(character=like.transcription.job.character)
        found = solve(job, send=send, cancelled=cancelled, start=like, start_alone=True)
        if found.solved:
            return found
    job = replace(ask(), options=NEARLY)
    return solve(job, send=send, cancelled=cancelled, start=blend_start(job), start_alone=not is_last)


def transition_job(
    name: str,
    gap: TransitionGap,
    *,
    moves: bool = True,
    constraints: tuple[Constraint, ...] = (),
    character: Character | None = None,
) -> Job:
    """The job of the frames between the given ones.

    Args:
        name: of the job.
        gap: with the frames.
        moves: see ``transition``.
        constraints: see ``transition``.
        character: with the axes of joints and root; None: with axes for the blend.
    """
    guess = gap.blended()
    job = following(name, guess, closeness=CLOSENESS)
    job = job if character is None else replace(job, character=character)
    joins = Joins(
        given_start(gap.before, job.character, guess.headings[: gap.before.n_frames]),
        given_end(gap.after, job.character, guess.headings[gap.n_frames - gap.after.n_frames :]),
        end_moves="xy" if moves else "",
    )
    return replace(job, constraints=(joins, *constraints), options=QUICKLY)


def blend_start(job: Job) -> Start:
    """The blend with planted feet and forces from inverse dynamics."""
    problem = formulate(job)
    transcription = problem.transcription
    guess = first_guess(transcription)
    x = explained(transcription, guess[transcription.variables.q], problem.motion)
    return Start(transcription, x, like=problem, is_explained=True)


def _shift(clip: Clip, gap: TransitionGap) -> Cycle:
    """Transform of the second motion from its place at the crossing to its solved place."""
    x, y, _ = (clip.motion.position[-1, 0] - gap.after.position[-1, 0]).tolist()
    return Cycle((x, y, 0.0))


def _of(part: WorldMotion, a: WorldMotion) -> WorldMotion:
    """A motion with the character of the first one, which may differ in limits of joints."""
    return replace(part, character=a.character, world=a.world)
