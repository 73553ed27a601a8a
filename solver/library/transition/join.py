"""Physical transitions: both motions bend around a crossing until forces explain every frame."""

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

CLOSENESS = 0.3  # to the blend: it only chooses among what is physical
SHORTLIST, TRIES = 2, 3  # places that are compared, and that are tried
WIDE = 0.8  # s of room where the usual does not suffice, as from a run to a stand
MOST_FORCE, MOST_MOMENT = 1e-5, 1e-3  # body weights, and times a meter, that an exact transition may lack
QUICKLY = SolverOptions(max_iterations=120)  # another place is worth more than another try
NEARLY = replace(QUICKLY, tolerance=1e-3)  # what is near a blend is as good as what is nearest


@dataclass(frozen=True, eq=False)
class Transition:
    """A transition from one motion to another.

    Attributes:
        crossing: where.
        clip: of the frames that belong to neither, and GIVEN of each at its ends.
        after: that takes the second motion to where it goes on.
        start: from which others like it may start; None if it was not solved.
    """

    crossing: Crossing
    clip: Clip
    after: Cycle
    start: Start | None = None

    def whole(self, a: WorldMotion, b: WorldMotion, *, before: int = 0, beyond: int = 0) -> WorldMotion:
        """So many frames of the first motion, the transition, so many of the second."""
        reach = self.crossing.room + GIVEN - 1
        first = piece(a, self.crossing.leaves - reach - before, before) if before else None
        entered = self.crossing.enters + self.crossing.overlap + reach
        last = piece(moved(b, self.after), entered, beyond) if beyond else None
        middle = piece(self.clip.motion, 1, self.clip.n_frames - 2)
        return joined([_of(part, a) for part in (first, middle, last) if part is not None])

    def complete(self, a: WorldMotion, b: WorldMotion) -> WorldMotion:
        """The first motion from its first frame until it is left, the transition, the second motion to its last frame.

        A cycle goes on until it has been seen for a whole lap.
        """
        reach = self.crossing.room + GIVEN - 1
        left, entered = self.crossing.leaves - reach, self.crossing.enters + self.crossing.overlap + reach
        laps = max(math.ceil((a.n_frames - left) / a.n_frames), 0) if a.cycle else 0
        ends = math.ceil((b.n_frames + entered) / b.n_frames) if b.cycle else 1
        whole = self.whole(a, b, before=left + laps * a.n_frames, beyond=ends * b.n_frames - entered)
        for lap in [a.cycle] * laps if a.cycle else ():  # to where the first lap begins
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
    """Goes over from one motion into another where that is best, or at a given place.

    If no physical transition is found at a place, the next best is tried; if there is none at all, the most exact of
    those that were solved is returned, else the last attempt, whose clip states why.

    Args:
        a: that is left.
        b: that is entered.
        at: where, or where to try in turn; None: at the best place.
        before: frames that the best place leaves of an open a before those of the clip.
        beyond: frames that it leaves of an open b after them.
        name: of the clip.
        moves: whether the second motion may be shifted along the ground from where the crossing puts it.
        constraints: that hold in between, too, such as the ``lasting_constraints`` of the clips.
        like: a transition of the same frames to start from, as before the second motion was turned or shifted.
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
    """Whether it is physical by world poses, too; limbs that turn by half a circle from frame to frame seldom are."""
    report = clip.report
    is_balanced = report.linear_residual <= MOST_FORCE and report.angular_residual <= MOST_MOMENT
    return clip.provenance.solved and is_balanced


def _in_turn(
    a: WorldMotion, b: WorldMotion, at: Crossing | Sequence[Crossing] | None, before: int, beyond: int
) -> Iterator[tuple[Crossing, bool]]:
    """Where the transition may be, and whether nothing comes after that.

    Unless it is given: of the nearest frames those whose blend forces explain best; then the nearest in more room,
    which take long to find and are seldom wanted, or the other near ones where there is no more room.
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
    """The physical motion, or the closest; how it conflicts is looked for at the last place alone."""
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
    """The job of the frames between those that are given.

    Args:
        name: of the job.
        gap: with the frames.
        moves: as of ``transition``.
        constraints: likewise.
        character: whose joints and root turn about axes that suit it; None: those that suit the blend.
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
    """The blend with feet where they stand, and the forces that explain it best."""
    problem = formulate(job)
    transcription = problem.transcription
    guess = first_guess(transcription)
    x = explained(transcription, guess[transcription.variables.q], problem.motion)
    return Start(transcription, x, like=problem, is_explained=True)


def _shift(clip: Clip, gap: TransitionGap) -> Cycle:
    """From where the crossing put the second motion to where it was found to go on."""
    x, y, _ = (clip.motion.position[-1, 0] - gap.after.position[-1, 0]).tolist()
    return Cycle((x, y, 0.0))


def _of(part: WorldMotion, a: WorldMotion) -> WorldMotion:
    """A motion as one of the character that the whole begins with: bodies are the same, limits of joints may differ."""
    return replace(part, character=a.character, world=a.world)
