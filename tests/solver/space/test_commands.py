"""Parameter spaces from the command line: generate, resume, look, choose, export."""

import json
import os
import re
import signal
import subprocess
import time

import pytest

from solver.cli import parser
from solver.errors import InputError
from solver.messages import Status, Tally, decode
from solver.store.clip_store import ClipStore
from tests.support.command import COMMAND, ROOT, run_anew


def told(*arguments):
    """What a command says, without a process of its own."""
    messages = []
    chosen = parser().parse_args([str(argument) for argument in arguments])
    assert chosen.run(chosen, messages.append)[0] == 0
    return [m.text for m in messages if isinstance(m, Status)]


@pytest.fixture
def space(flights, tmp_path):
    flights(1.5).save(tmp_path / "space.json")
    return tmp_path / "space.json"


def test_a_space_from_its_file_to_its_exports(space, tmp_path):
    store, out = tmp_path / "clips.sqlite", tmp_path / "out"
    generate = ("generate", space, "--store", store, "--workers", "1")
    texts = told(*generate, "--dry-run")
    assert texts[0] == "flight x=0 z=0"
    assert texts[-2] == "9 samples: 1 character x 1 timing x 3 x x 3 z"
    assert texts[-1].startswith("9 to solve, about ")
    assert not store.exists()

    exit_code, messages = run_anew(*generate)
    assert exit_code == 0
    assert messages[-2].text.startswith("9 solved, 0 infeasible, 0 failed of 9")
    assert [m for m in messages if isinstance(m, Tally)][-1].solved == 9
    assert told(*generate, "--dry-run")[-1].startswith("0 to solve")

    clips = ("clips", "--store", store)
    assert told(*clips, "--where", "x=1..2", "--where", "z=3") == ["flight x=1.5 z=3"]
    upright = told(*clips, "--where", "x=0", "--add-tag", "upright")
    assert sorted(upright) == ["flight x=0 z=0", "flight x=0 z=1.5", "flight x=0 z=3"]
    (compared,) = told(*clips, "--clip", "flight x=3 z=3", "--compare")
    assert json.loads(compared.partition(": ")[2])["x"] == 3.0
    samples = told(*clips, "--samples")
    assert samples[-1] == "flight: 9 solved"
    assert samples[0].startswith("flight x=0 z=0: solved, ")

    texts = told("export", "--store", store, "--tag", "upright", "--format", "motion-json", "--out", out)
    assert texts == [f"wrote 3 clips into '{out}'"]
    assert sorted(p.name for p in out.iterdir()) == [f"flight_x=0_z={z}.json" for z in ("0", "1.5", "3")]
    told(*clips, "--tag", "upright", "--delete")
    with ClipStore(store) as opened:
        assert len(opened.find(space="flight")) == 6


def test_the_best_attempt_at_what_is_impossible_is_exported(flights, tmp_path):
    """A jet of 15 N does not lift 2 kg anywhere."""
    flights(3.0, jet=15.0).save(tmp_path / "space.json")
    store, out = tmp_path / "clips.sqlite", tmp_path / "attempt.json"
    exit_code, messages = run_anew("generate", tmp_path / "space.json", "--store", store, "--workers", "1")
    assert exit_code == 3
    assert "no sample has a solution" in messages[-2].text
    export = ("export", "--store", store, "--format", "motion-json", "--out", out)
    assert told(*export, "--attempt", "flight x=3 z=3") == [f"wrote '{out}'"]
    assert json.loads(out.read_text())
    with pytest.raises(InputError, match="there is no attempt at 'flight x=9 z=9'"):
        told(*export, "--attempt", "flight x=9 z=9")


def test_ending_a_run_keeps_what_is_done(flights, tmp_path):
    """SIGTERM is a wish to stop: exit code 4, and the rest is cancelled until the run is resumed."""
    flights(0.1).save(tmp_path / "space.json")
    arguments = ("generate", tmp_path / "space.json", "--store", tmp_path / "clips.sqlite", "--workers", "1")
    running = subprocess.Popen([*COMMAND, *map(str, arguments)], cwd=ROOT, stdout=subprocess.PIPE, text=True)
    assert running.stdout
    for line in running.stdout:
        message = decode(line)
        if isinstance(message, Tally) and message.solved:
            running.send_signal(signal.SIGTERM)
            break
    rest = [decode(line) for line in running.stdout]
    running.stdout.close()
    assert running.wait(240) == 4
    last = [m for m in rest if isinstance(m, Tally)][-1]
    assert last.solved + last.cancelled == last.total == 961
    assert last.cancelled
    with ClipStore(tmp_path / "clips.sqlite") as store:
        assert len(store.names()) == last.solved


def test_workers_end_with_their_parent(flights, tmp_path):
    """SIGKILL leaves the parent no time to say anything."""
    flights(0.1).save(tmp_path / "space.json")
    arguments = ("generate", tmp_path / "space.json", "--store", tmp_path / "clips.sqlite", "--workers", "2")
    running = subprocess.Popen(
        [*COMMAND, *map(str, arguments)], cwd=ROOT, stdout=subprocess.PIPE, text=True, start_new_session=True
    )
    assert running.stdout
    next(line for line in running.stdout if '"tally"' in line)
    running.kill()
    assert running.stdout.read() is not None  # returns when nobody holds the pipe any more
    running.stdout.close()
    running.wait(240)
    for _ in range(600):
        try:
            os.killpg(running.pid, 0)
        except ProcessLookupError:
            return
        time.sleep(0.1)
    pytest.fail("a worker lives on")


@pytest.mark.parametrize(
    ("arguments", "reason"),
    [
        (("generate", "nowhere.json", "--store", "x"), "the space file 'nowhere.json' cannot be read"),
        (("generate", "pyproject.toml", "--store", "x"), "is not JSON"),
        (("generate", "solver/job/job.schema.json", "--store", "x"), "space: unknown field '$schema'"),
        (("generate", "x.json", "--store", "x", "--workers", "0"), "expected 1 to 1024 processes, found 0"),
        (("clips", "--store", "nowhere.sqlite", "--where", "x"), "nowhere.sqlite"),
        (
            ("export", "--format", "bvh", "--out", "x", "--tag", "t"),
            "expected either a clip's file or --store",
        ),
    ],
)
def test_bad_commands(arguments, reason, monkeypatch):
    monkeypatch.chdir(ROOT)
    with pytest.raises(InputError, match=re.escape(reason)):
        told(*arguments)
