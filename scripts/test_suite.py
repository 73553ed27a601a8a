"""Run the tests: all on Python 3.11 and beside it, where that is set up, what touches Blender and IPOPT on Python 3.13.

The last line sums up both runs in the words of pytest; the exit code is that of the first failing run.
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
CLOSING_LINE = re.compile(r"^(?:=+ )?(\d.*) in ([\d.]+)s\b")  # without its rules after -q
NO_TESTS = 5  # pytest's exit code when a selection is empty
WIDTH = 100


@dataclass(frozen=True)
class Run:
    """Tests of one environment.

    Attributes:
        environment: in which they run.
        places: below tests/.
        workers: processes that share them. Tests often wait for a solver of their own, so that three workers keep
            two cores busy.
        options: further ones of pytest.
    """

    environment: Environment
    places: tuple[str, ...]
    workers: int
    options: tuple[str, ...] = ()


WHOLE = Run(MAIN, ("",), 3)
# What differs by Blender's version: see pytest.ini.
AGAIN = Run(SECOND, ("extension", "environment", "addon"), 1, ("-m", "not once"))
# Files in their order: by default those of few tests come last, and few tests may be long ones.
DISTRIBUTED = ("--dist", "loadfile", "--no-loadscope-reorder")


def main(arguments: list[str]) -> int:
    """Run both side by side and print one closing line; the arguments go to pytest.

    The second one's lines come after those of the first.
    """
    start = time.monotonic()
    counts: Counter[str] = Counter()
    waiting: list[str] = []
    with ThreadPoolExecutor(1) as beside:
        again = beside.submit(run, AGAIN, arguments, waiting.append) if SECOND.is_whole() else None
        outcomes = [run(WHOLE, arguments, _print)]
        if again is not None:
            outcomes.append(again.result())
            _print("".join(waiting))
    for _, found in outcomes:
        counts.update(found)
    print(flush=True)
    print(closing_line(counts, time.monotonic() - start))
    codes = [code for code, _ in outcomes]
    if all(code == NO_TESTS for code in codes):
        return NO_TESTS
    return next((code for code in codes if code not in (0, NO_TESTS)), 0)


def run(asked: Run, arguments: Sequence[str], send: Callable[[str], None]) -> tuple[int, Counter[str]]:
    """Run pytest in one environment, handing on its lines; gives its exit code and its outcome in counts."""
    environment = asked.environment
    send(f"Python {environment.version}, Blender {environment.blender}\n")
    places = [str(TESTS / place) for place in asked.places]
    workers = ("-n", str(asked.workers), *DISTRIBUTED)
    command = [str(environment.python), "-m", "pytest", "-c", str(TESTS / "pytest.ini"), *workers]
    # Hundreds of tests start a Python of their own, which would compile the whole solver each time.
    variables = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
    with subprocess.Popen(
        [*command, *asked.options, *arguments, *places],
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
    """Read `== 2 failed, 10 passed in 3.21s ==` into counts by outcome, with its rules or without."""
    match = CLOSING_LINE.match(line)
    if match is None:
        return {}
    parts = (part.split() for part in match[1].split(", "))
    return {_singular(part[1]): int(part[0]) for part in parts if part[0].isdigit()}


def closing_line(counts: Counter[str], seconds: float) -> str:
    """Write the counts of all runs as pytest would."""
    order = ("failed", "passed", "skipped", "deselected", "xfailed", "xpassed", "warning", "error")
    told = [f"{counts[outcome]} {_plural(outcome, counts[outcome])}" for outcome in order if counts[outcome]]
    return f" {', '.join(told) or 'no tests ran'} in {seconds:.2f}s ".center(WIDTH, "=")


def _singular(outcome: str) -> str:
    return {"warnings": "warning", "errors": "error"}.get(outcome, outcome)


def _plural(outcome: str, count: int) -> str:
    return f"{outcome}s" if outcome in ("warning", "error") and count > 1 else outcome


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
