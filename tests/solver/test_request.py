"""What is asked of the solver is one document, whoever asks."""

from dataclasses import replace
from pathlib import Path

import pytest

from solver.cli import parser
from solver.commands.arguments import generate_request, guide_request
from solver.commands.flags import request_of
from solver.commands.request import (
    Command,
    CompareRequest,
    EchoRequest,
    EstimateRequest,
    GenerateRequest,
    Guidance,
    GuideRequest,
    KeepRequest,
    LiveRequest,
    Request,
    SolveRequest,
    Weight,
)
from solver.errors import InputError
from solver.job.cycle import Cycle
from solver.job.job import Job
from solver.messages import Message, Status

GUIDANCE = Guidance(
    intervals=((2, 8), (5, 9)),
    is_blind=True,
    dofs=("a.rx", "b.ry"),
    smooth=3,
    shake=0.1,
    seed=7,
    damp=0.2,
    weights=(Weight("effort", 2.0),),
)
WORDS = (
    "--first 2 --last 8 --first 5 --last 9 --blind --dof a.rx --dof b.ry --smooth 3 --shake 0.1 --seed 7 "
    "--damp 0.2 --weight effort=2"
)


@pytest.mark.parametrize(
    "command",
    [
        SolveRequest(
            "job.json", "out", start="start.npz", store="clips.sqlite", workers=2, watches_stdin=True
        ),
        GuideRequest("clip.npz", "out", guidance=GUIDANCE, iterations=4),
        LiveRequest("job.json", "out", watches_stdin=True),
        KeepRequest("out"),
        CompareRequest(20.0),
        GenerateRequest("space.json", "clips.sqlite", 12.5, resumes=True),
        EstimateRequest("space.json", "clips.sqlite", dask="tcp://there:8786"),
        EchoRequest("hello"),
    ],
)
def test_a_request_is_read_as_it_was_saved(command: Command, tmp_path: Path) -> None:
    Request(command).save(tmp_path / "request.json")
    assert Request.load(tmp_path / "request.json").command == command


def test_a_persons_words_are_the_same_request() -> None:
    chosen = parser().parse_args(["guide", "clip.npz", "--out", "out", "--iterations", "4", *WORDS.split()])
    assert guide_request(chosen) == GuideRequest("clip.npz", "out", guidance=GUIDANCE, iterations=4)
    chosen = parser().parse_args(["solve", "job.json", "--out", "out", "--workers", "2", "--watch-stdin"])
    assert request_of(SolveRequest, chosen) == SolveRequest("job.json", "out", workers=2, watches_stdin=True)
    words = ["generate", "space.json", "--store", "s.sqlite", "--time-limit", "9", "--resume"]
    chosen = parser().parse_args(words)
    assert generate_request(chosen) == GenerateRequest("space.json", "s.sqlite", 9.0, resumes=True)
    chosen = parser().parse_args([*words, "--dry-run"])
    assert generate_request(chosen) == EstimateRequest("space.json", "s.sqlite")


def test_the_solver_does_what_a_file_asks_for(tmp_path: Path) -> None:
    Request(EchoRequest("hello")).save(tmp_path / "request.json")
    messages: list[Message] = []
    chosen = parser().parse_args(["request", str(tmp_path / "request.json")])
    assert chosen.run(chosen, messages.append)[0] == 0
    assert messages[0] == Status("hello")


def test_a_request_that_makes_no_sense_is_refused(tmp_path: Path) -> None:
    (tmp_path / "request.json").write_text('{"command": {"kind": "format", "disk": "c"}}')
    with pytest.raises(
        InputError, match=r"request\.command: expected an object whose 'kind' is one of solve, "
    ):
        Request.load(tmp_path / "request.json")


def test_a_part_of_a_mirrored_cycle_is_no_mirror(walk) -> None:  # type: ignore[no-untyped-def]
    job: Job = replace(walk(), cycle=Cycle((1.3, 0.0, 0.0), mirrored=True))
    assert Guidance(smooth=2).job(job).cycle == job.cycle
    for part in (Guidance(intervals=((2, 8),)), Guidance(dofs=("a.rx",))):
        cycle = part.job(job).cycle
        assert cycle is not None
        assert not cycle.mirrored
