"""What no one foresaw is reported in a file, and what cannot be read or written is told in a sentence."""

import re
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

from solver import ending
from solver.ending import run_to_the_end
from solver.messages import EXIT_BAD_INPUT, EXIT_FAILED, Done, Error, Message
from solver.optimise.ipopt import Result
from solver.optimise.multipliers import Multipliers
from tests.support.command import ROOT


def ended(error: Exception) -> tuple[int, list[Message]]:
    def command() -> tuple[int, str]:
        raise error

    told: list[Message] = []
    return run_to_the_end(command, told.append), told


def test_an_unforeseen_end_says_where_its_report_is(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(ending, "REPORTS", str(tmp_path))
    code, (error, done) = ended(KeyError("job"))
    (report,) = tmp_path.iterdir()
    assert code == EXIT_FAILED
    assert isinstance(error, Error)
    assert error.text == f"failed unexpectedly; please send us the report '{report}'"
    assert done == Done(EXIT_FAILED)
    assert "KeyError: 'job'" in report.read_text()
    assert "Spacetime Animator" in report.read_text()
    assert capfd.readouterr().err == ""


def test_a_report_that_cannot_be_written_is_on_the_console(
    monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(ending, "REPORTS", "/proc/nowhere")
    _, (error, _) = ended(KeyError("job"))
    assert isinstance(error, Error)
    assert error.text == "failed unexpectedly; the report is in the console"
    assert "KeyError: 'job'" in capfd.readouterr().err


@pytest.mark.parametrize("path", ["/proc/nowhere/clip.npz", "/dev/null/clip.npz"])
def test_a_file_that_cannot_be_written_is_told_in_a_sentence(path: str) -> None:
    with pytest.raises(OSError, match=r".") as caught:
        Path(path).write_text("x")
    code, (error, _) = ended(caught.value)
    assert code == EXIT_BAD_INPUT
    assert isinstance(error, Error)
    assert error.text == f"'{path}' cannot be used: {caught.value.strerror}"


def test_a_full_disk_is_told_in_a_sentence() -> None:
    with pytest.raises(OSError, match="No space") as caught, Path("/dev/full").open("w") as full:
        full.write("x" * 100_000)
    code, (error, _) = ended(caught.value)
    assert code == EXIT_BAD_INPUT
    assert isinstance(error, Error)
    assert error.text.endswith("cannot be used: No space left on device")


@pytest.mark.parametrize(
    "status", [0, 1, 2, 3, 4, 5, 6, -1, -2, -3, -4, -5, -10, -11, -12, -13, -100, -102, -199]
)
def test_the_optimizer_speaks_of_motions(status: int) -> None:
    """And neither of its options, its functions nor its authors, as IPOPT does."""
    none = np.zeros(0)
    sentence = Result(none, Multipliers(none, none, none), status, 0, 0.0).message
    assert sentence.endswith(".")
    assert not re.search("call-back|option|algorithm|ipopt|NLP|iterates|user", sentence, re.IGNORECASE)


def test_warnings_of_libraries_are_not_shown() -> None:
    code = "import solver.__main__, numpy as np; np.log(np.zeros(1))"
    for options, is_shown in (((), False), (("-W", "default"), True)):
        ended = subprocess.run(
            [sys.executable, *options, "-c", code], cwd=ROOT, capture_output=True, text=True, check=True
        )
        assert ("RuntimeWarning" in ended.stderr) == is_shown


@pytest.mark.parametrize(
    ("streams", "code"),
    [
        (">&-", 0),
        ("2>&-", 0),
        ("<&-", 0),
        ("<&- >&- 2>&-", 0),
        ("> /dev/full", 0),
        ("2> /dev/full", 0),
        ("| head -c 0", 0),
    ],
)
def test_streams_that_are_closed_or_full_stop_nothing(streams: str, code: int) -> None:
    line = f"set -o pipefail; {sys.executable} -m solver echo hello {streams}"
    done = subprocess.run(["bash", "-c", line], cwd=ROOT, capture_output=True, text=True, timeout=60)
    assert done.returncode == code
    assert "Traceback" not in done.stdout + done.stderr
    assert "Exception" not in done.stderr


def test_a_closed_stdin_that_is_watched_is_at_its_end(tmp_path: Path) -> None:
    """Commands take its end as a request to stop, and a solver that waits for orders ends."""
    for command in ("serve", "request none.json"):
        line = f"{sys.executable} -m solver {command} <&-"
        done = subprocess.run(["bash", "-c", line], cwd=ROOT, capture_output=True, text=True, timeout=60)
        assert done.stderr == ""
        assert '"type":"done"' in done.stdout


def test_a_solver_that_stays_answers_orders_that_are_none() -> None:
    orders = [b"[" * 100_000, b'{"a":' * 50_000, b"\xff\xfe", b'{"order": "\\ud800"}', b"7"]
    command = [sys.executable, "-m", "solver", "serve"]
    done = subprocess.run(
        command, cwd=ROOT, capture_output=True, input=b"".join(order + b"\n" for order in orders), timeout=60
    )
    *answers, last = done.stdout.decode().splitlines()
    assert sum('"type":"error"' in answer for answer in answers) == len(orders)
    assert last == '{"type":"done","exit_code":0,"clip":""}'
    assert done.stderr == b""
