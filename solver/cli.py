"""The command line: every command answers with messages (messages.py) on stdout and with its exit code.

    solve JOB --out DIR [--start CLIP] [--store FILE] [--workers N] [--watch-stdin]
                                                         find the motion, and first the timings that the job
                                                         leaves free; leaves DIR/clip.npz, and puts it into the
                                                         store unless it is only the attempt at what cannot be
    guide CLIP --out DIR [--first F --last L ... [--blind]] [--dof NAME ...] [--smooth N] [--shake SIZE] [--seed N]
          [--damp STEP] [--weight KIND=VALUE ...]        change a clip by hand and go on from there, all of it or
                                                         intervals in turn; leaves DIR/guided.npz
    check JOB                                            say whether a job fits together
    verify CLIP                                          measure a clip's physics anew
    generate SPACE --store FILE [--workers N | --dask ADDRESS] [--resume] [--dry-run] [--time-limit S]
                                                         solve all samples of a parameter space
    clips --store FILE [--nearest DIMENSION=VALUE] [--samples | --compare | --add-tag TAG | --remove-tag TAG | --delete]
                                                         list a store's clips, or do that to them
    export CLIP --format bvh|motion-json --out FILE      or: export --store FILE --clip NAME ..., or several
                                                         clips into the folder --out; or: --attempt NAME, the
                                                         best that was found of a sample without a solution
    (clips and export choose by --clip NAME, --space NAME, --where DIMENSION=VALUE or LOW..HIGH, --tag TAG)
    echo TEXT                                            answer, and name the IPOPT in use
    request FILE                                         do what a document asks for that says the same as solve,
                                                         guide, generate or echo; see commands/request.py
    serve [--idle S] [--memory MB]                       stay, and do what lines on stdin ask for; see commands/serve.py

Exit codes: 0 done or solved, 1 a fault of the program, 2 bad input, 3 no solution (the best attempt is
kept where a solution would be, and is marked infeasible; see Provenance), 4 cancelled (the best so far is kept).
"""

import argparse
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import NoReturn

from .clip.clip import Clip
from .commands import arguments as given
from .commands import clips as clips_command
from .commands.perform import perform
from .commands.request import Command, EchoRequest, GenerateRequest, GuideRequest, Request, SolveRequest
from .commands.voice import Voice
from .ending import run_to_the_end
from .errors import InputError
from .job.job import Job
from .messages import EXIT_NO_SOLUTION, EXIT_SOLVED, Error, Sink, Status

Run = Callable[[argparse.Namespace, Voice], tuple[int, str]]


def main(arguments: Sequence[str] | None = None) -> int:
    """Runs one command and returns its exit code; the last message is Done."""
    tell = Voice.of_stdout()

    def command() -> tuple[int, str]:
        chosen = parser().parse_args(arguments)
        found: tuple[int, str] = chosen.run(chosen, tell)
        return found

    return run_to_the_end(command, tell)


class _Parser(argparse.ArgumentParser):
    def error(self, message: str) -> NoReturn:
        raise InputError(f"{message}; try 'python -m solver --help'")


def parser() -> argparse.ArgumentParser:
    """Of all commands; ``run(arguments, tell)`` of what it returns gives the exit code and the clip's file."""
    whole = _Parser(prog="solver", description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    commands = whole.add_subparsers(required=True, metavar="COMMAND")

    def command(name: str, run: Run, what: str | None) -> argparse.ArgumentParser:
        sub = commands.add_parser(name, help=(what or "").splitlines()[0])
        sub.set_defaults(run=run)
        return sub

    given.add_solve(command("solve", _asking(given.solve_request), SolveRequest.__doc__))
    given.add_guide(command("guide", _asking(given.guide_request), GuideRequest.__doc__))
    given.add_generate(command("generate", _asking(given.generate_request), GenerateRequest.__doc__))
    command("echo", _asking(given.echo_request), EchoRequest.__doc__).add_argument("text")
    command("request", _asked, _asked.__doc__).add_argument("file", type=Path)
    sub = command("serve", _serve, _serve.__doc__)
    sub.add_argument("--idle", type=float, metavar="S", help="end after so many seconds without an order")
    sub.add_argument("--memory", type=int, metavar="MB", help="that it may take")
    command("check", _check, _check.__doc__).add_argument("job", type=Path)
    command("verify", _verify, _verify.__doc__).add_argument("clip", type=Path)
    sub = command("export", clips_command.export, clips_command.export.__doc__)
    sub.add_argument("file", type=Path, nargs="?", metavar="CLIP")
    clips_command.add_choice(sub, store_required=False)
    sub.add_argument(
        "--attempt", default="", metavar="NAME", help="the best that was found of a sample without a solution"
    )
    sub.add_argument("--format", choices=tuple(clips_command.WRITERS), required=True)
    sub.add_argument("--out", type=Path, required=True, metavar="FILE")
    sub = command("clips", clips_command.clips, clips_command.clips.__doc__)
    clips_command.add_choice(sub, store_required=True)
    sub.add_argument(
        "--nearest", action="append", default=[], metavar="DIMENSION=VALUE",
        help="only the clip whose parameters are nearest; can be given several times",
    )  # fmt: skip
    sub.add_argument("--samples", action="store_true", help="list samples with their states and reasons")
    sub.add_argument("--compare", action="store_true", help="tell parameters, objective and physics of each")
    sub.add_argument("--add-tag", action="append", default=[], metavar="TAG")
    sub.add_argument("--remove-tag", action="append", default=[], metavar="TAG")
    sub.add_argument("--delete", action="store_true", help="forget the clips")
    return whole


def _asking(
    make: Callable[[argparse.Namespace], Command],
) -> Run:
    """What a person's arguments ask for, done."""
    return lambda chosen, tell: perform(make(chosen), tell)


def _asked(chosen: argparse.Namespace, tell: Sink) -> tuple[int, str]:
    """Do what a file asks for, as the add-on writes it."""
    return perform(Request.load(chosen.file).command, tell)


def _serve(chosen: argparse.Namespace, voice: Voice) -> tuple[int, str]:
    """Do orders from stdin, one after another, until it ends; see commands/serve.py."""
    from .commands.serve import serve

    return serve(voice, idle=chosen.idle, memory=chosen.memory)


def _check(chosen: argparse.Namespace, tell: Sink) -> tuple[int, str]:
    """Say whether a job fits together."""
    from .problem.formulate import formulate

    problem = formulate(Job.load(chosen.job))
    n_frames, n_rows = problem.transcription.timeline.n_frames, len(problem.g_lower)
    tell(Status(f"the job fits together: {n_frames} frames, {problem.size} unknowns, {n_rows} constraints"))
    return EXIT_SOLVED, ""


def _verify(chosen: argparse.Namespace, tell: Sink) -> tuple[int, str]:
    """Measure a clip's physics and the expressions that its job bounds anew."""
    from .mechanics.tree import Tree
    from .problem.expression.faults import expression_faults
    from .problem.half_cycle import whole_transcription
    from .problem.transcription import transcribe
    from .verify.verify import verify

    clip = Clip.load(chosen.clip)
    limits = Tree(clip.job.character).effort_limit
    report = verify(clip.motion, torques=clip.torques, torque_limits=limits)
    for name, value in report.figures.items():
        tell(Status(f"{name} {value:.3g}"))
    faults = expression_faults(clip, whole_transcription(transcribe(clip.job)))
    for fault in faults:
        tell(Error.of(fault.sentence))
    if not report.is_passive:
        tell(Error(report.gift))
    return EXIT_NO_SOLUTION if faults or not report.is_passive else EXIT_SOLVED, str(chosen.clip)
