"""Solves, verifies and exports motions from the command line.

Every command prints messages, one JSON object per line, and ends with an exit code:

    0  solved or done
    1  internal error
    2  invalid input
    3  no solution; the closest attempt is written in place of a solution and is marked infeasible
    4  canceled; the best motion so far is written

Use 'python -m solver COMMAND --help' for the options of a command.
"""

import argparse
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from typing import NoReturn, get_args

from .clip.clip import Clip
from .commands import clips as clips_command
from .commands.arguments import add_generate, add_guide, generate_request, guide_request
from .commands.energy import add_energy, energy
from .commands.flags import add_flags, request_of
from .commands.perform import perform
from .commands.request import (
    Command,
    CompareRequest,
    EstimateRequest,
    GenerateRequest,
    GuideRequest,
    KeepRequest,
    LiveRequest,
    Request,
)
from .commands.voice import Voice
from .ending import run_to_the_end
from .errors import InputError
from .job.job import Job
from .messages import EXIT_NO_SOLUTION, EXIT_SOLVED, Error, Sink, Status
from .number_range import NumberRange, require_number

Run = Callable[[argparse.Namespace, Voice], tuple[int, str]]

# Not from the command line: live edits need a solver that stays, and an estimate is "generate --dry-run".
OF_DOCUMENTS = (LiveRequest, KeepRequest, CompareRequest, EstimateRequest)
WITH_OWN_FLAGS = (GuideRequest, GenerateRequest)  # flags of other commands are fields of their requests


def main(arguments: Sequence[str] | None = None) -> int:
    """Runs one command and returns its exit code; the last message is Done."""
    send = Voice.of_stdout()

    def command() -> tuple[int, str]:
        chosen = parser().parse_args(arguments)
        found: tuple[int, str] = chosen.run(chosen, send)
        return found

    return run_to_the_end(command, send)


class _Parser(argparse.ArgumentParser):
    def error(self, message: str) -> NoReturn:
        raise InputError(f"{message}; try 'python -m solver --help'")


def parser() -> argparse.ArgumentParser:
    """Parser of all commands; ``run(arguments, send)`` of its result returns the exit code and the clip's file."""
    whole = _Parser(prog="solver", description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    commands = whole.add_subparsers(required=True, metavar="COMMAND")

    def command(name: str, run: Run, what: str | None) -> argparse.ArgumentParser:
        summary = " ".join((what or "").partition("\n\n")[0].split())
        sub = commands.add_parser(name, help=summary, description=summary)
        sub.set_defaults(run=run)
        return sub

    for kind in get_args(Command):
        if kind not in (*OF_DOCUMENTS, *WITH_OWN_FLAGS):
            add_flags(command(kind.kind, _running(partial(request_of, kind)), kind.__doc__), kind)
    add_guide(command("guide", _running(guide_request), GuideRequest.__doc__))
    add_generate(command("generate", _running(generate_request), GenerateRequest.__doc__))
    command("request", _asked, _asked.__doc__).add_argument("file", type=Path, help="JSON file")
    sub = command("serve", _serve, _serve.__doc__)
    sub.add_argument("--idle", type=float, metavar="S", help="seconds without a request after which it ends")
    sub.add_argument("--memory", type=int, metavar="MB", help="memory limit")
    command("check", _check, _check.__doc__).add_argument("job", type=Path, help="job file")
    command("verify", _verify, _verify.__doc__).add_argument("clip", type=Path, help="clip file")
    command("gait", _gait, _gait.__doc__).add_argument("clip", type=Path, help="clip file")
    add_energy(command("energy", energy, energy.__doc__))
    clips_command.add_export(command("export", clips_command.export, clips_command.export.__doc__))
    clips_command.add_clips(command("clips", clips_command.clips, clips_command.clips.__doc__))
    return whole


def _running(request_from: Callable[[argparse.Namespace], Command]) -> Run:
    """Makes a request from the arguments and runs it."""
    return lambda chosen, send: perform(request_from(chosen), send)


def _asked(chosen: argparse.Namespace, send: Sink) -> tuple[int, str]:
    """Run the command in a JSON file, such as the add-on writes (commands/request.py)."""
    return perform(Request.load(chosen.file).command, send)


def _serve(chosen: argparse.Namespace, voice: Voice) -> tuple[int, str]:
    """Run requests from stdin, one after another, until stdin ends (commands/serve.py)."""
    from .commands.serve import serve

    require_number(chosen.idle, NumberRange(0, 1e7, is_above=True, unit="s"), "--idle")
    require_number(chosen.memory, NumberRange(1024, 1e7, unit="MB"), "--memory")
    return serve(voice, idle=chosen.idle, memory=chosen.memory)


def _check(chosen: argparse.Namespace, send: Sink) -> tuple[int, str]:
    """Check whether a job is valid."""
    from .problem.formulate import formulate

    problem = formulate(Job.load(chosen.job))
    n_frames, n_rows = problem.transcription.timeline.n_frames, len(problem.g_lower)
    send(Status(f"valid job: {n_frames} frames, {problem.size} unknowns, {n_rows} constraints"))
    return EXIT_SOLVED, ""


def _verify(chosen: argparse.Namespace, send: Sink) -> tuple[int, str]:
    """Measure the physics of a clip, and the expressions that its job bounds, from its poses and forces."""
    from .mechanics.tree import Tree
    from .problem.expression.faults import expression_faults
    from .problem.transcription import transcribe
    from .verify.verify import verify
    from .wording.violations import sentence

    clip = Clip.load(chosen.clip)
    limits = Tree(clip.job.character).effort_limit
    report = verify(clip.motion, torques=clip.torques, torque_limits=limits)
    for name, value in report.figures.items():
        send(Status(f"{name} {value:.3g}"))
    faults = expression_faults(clip, transcribe(clip.job).full_cycle)
    for fault in faults:
        send(Error.of(sentence(fault)))
    if not report.is_passive:
        send(Error.of(sentence(report.given_energy)))
    return EXIT_NO_SOLUTION if faults or not report.is_passive else EXIT_SOLVED, str(chosen.clip)


def _gait(chosen: argparse.Namespace, send: Sink) -> tuple[int, str]:
    """Compare the gait of a clip with that of people, as lines of a Markdown table."""
    from .analysis.gait import gait_table, measure_gait

    for line in gait_table(measure_gait(Clip.load(chosen.clip))).splitlines():
        send(Status(line))
    return EXIT_SOLVED, str(chosen.clip)
