"""Run all tests on Python 3.11 and, in parallel if it is set up, those that use Blender and IPOPT on Python 3.13.

The last line sums up both runs in the format of pytest; the exit code is that of the first failing run.
"""

import os
import re
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass

from scripts.environment import MAIN, ROOT, SECOND, Environment

TESTS = ROOT / "tests"
CLOSING_LINE = re.compile(r"^(?:=+ )?(\d.*) in ([\d.]+)s\b")  # without rules after -q
NO_TESTS = 5  # pytest's exit code when a selection is empty
WIDTH = 100


@dataclass(frozen=True)
class Run:
    """Tests of one environment.

    Attributes:
        environment: in which they run.
        paths: below tests/.
        workers: number of processes. Tests often wait for their solvers, so three workers keep two cores busy.
        options: additional options of pytest.
    """

    environment: Environment
    paths: tuple[str, ...]
    workers: int
    options: tuple[str, ...] = ()


FIRST_RUN = Run(MAIN, ("",), 3)
# Tests that depend on Blender's version; see pytest.ini.
SECOND_RUN = Run(SECOND, ("extension", "environment", "addon"), 1, ("-m", "not once"))
# Files in order; by default, those with few tests come last, even if they are long.
DISTRIBUTED = ("--dist", "loadfile", "--no-loadscope-reorder")


def main(arguments: list[str]) -> int:
    """Run both in parallel and print one closing line; the arguments are passed to pytest.

    The output of the second run follows that of the first.
    """
    start = time.monotonic()
    counts: Counter[str] = Counter()
    held_back: list[str] = []
    with ThreadPoolExecutor(1) as executor:
        second = (
            executor.submit(run, SECOND_RUN, arguments, held_back.append) if SECOND.is_complete() else None
        )
        outcomes = [run(FIRST_RUN, arguments, _print)]
        if second is not None:
            outcomes.append(second.result())
            _print("".join(held_back))
    for _, counted in outcomes:
        counts.update(counted)
    print(flush=True)
    print(closing_line(counts, time.monotonic() - start))
    codes = [code for code, _ in outcomes]
    if all(code == NO_TESTS for code in codes):
        return NO_TESTS
    return next((code for code in codes if code not in (0, NO_TESTS)), 0)


def run(selection: Run, arguments: Sequence[str], send: Callable[[str], None]) -> tuple[int, Counter[str]]:
    """Run pytest in one environment and forward its lines; return its exit code and counts by outcome."""
    environment = selection.environment
    send(f"Python {environment.version}, Blender {environment.blender}\n")
    paths = [str(TESTS / path) for path in selection.paths]
    workers = ("-n", str(selection.workers), *DISTRIBUTED)
    command = [str(environment.python), "-m", "pytest", "-c", str(TESTS / "pytest.ini"), *workers]
    # Hundreds of tests start a new Python, which would compile the whole solver each time.
    variables = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
    with subprocess.Popen(
        [*command, *selection.options, *arguments, *paths],
        cwd=ROOT,
        env=variables,
        text=True,
        stdout=subprocess.PIPE,
    ) as pytest:
        assert pytest.stdout is not None
        last = ""
        for line in pytest.stdout:
            send(line)
            last = line.strip() or last
    outcome = parse_closing_line(last)
    if pytest.returncode not in (0, NO_TESTS) and not outcome.keys() & {"failed", "error"}:
        outcome["error"] = 1  # pytest died before its closing line, or a warning filter stopped it.
    return pytest.returncode, Counter(outcome)


def _print(text: str) -> None:
    print(text, end="", flush=True)


def parse_closing_line(line: str) -> dict[str, int]:
    """Parse `== 2 failed, 10 passed in 3.21s ==`, with or without rules, to counts by outcome."""
    match = CLOSING_LINE.match(line)
    if match is None:
        return {}
    parts = (part.split() for part in match[1].split(", "))
    return {_singular(part[1]): int(part[0]) for part in parts if part[0].isdigit()}


def closing_line(counts: Counter[str], seconds: float) -> str:
    """Format the counts of all runs as pytest does."""
    order = ("failed", "passed", "skipped", "deselected", "xfailed", "xpassed", "warning", "error")
    parts = [f"{counts[outcome]} {_plural(outcome, counts[outcome])}" for outcome in order if counts[outcome]]
    return f" {', '.join(parts) or 'no tests ran'} in {seconds:.2f}s ".center(WIDTH, "=")


def _singular(outcome: str) -> str:
    return {"warnings": "warning", "errors": "error"}.get(outcome, outcome)


def _plural(outcome: str, count: int) -> str:
    return f"{outcome}s" if outcome in ("warning", "error") and count > 1 else outcome


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
