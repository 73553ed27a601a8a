"""Run the tests: all on Python 3.11, then what touches Blender and IPOPT on Python 3.13 where that is set up.

The last line sums up both runs in the words of pytest; the exit code is that of the first failing run.
"""

import os
import re
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Sequence

from scripts.environment import MAIN, ROOT, SECOND, Environment

TESTS = ROOT / "tests"
BLENDER_TESTS = ("extension", "environment", "addon")
ONLY_WHAT_DIFFERS = ("-m", "not once")  # by Blender's version: see pytest.ini
# Files in their order: by default those of few tests come last, and few tests may be long ones.
WORKERS = ("-n", "2", "--dist", "loadfile", "--no-loadscope-reorder")
CLOSING_LINE = re.compile(r"^=+ (.*) in ([\d.]+)s.* =+$")
NO_TESTS = 5  # pytest's exit code when a selection is empty
WIDTH = 100


def main(arguments: list[str]) -> int:
    """Run both suites and print one closing line; the arguments go to pytest."""
    start = time.monotonic()
    counts: Counter[str] = Counter()
    codes = [run(MAIN, (), arguments, counts)]
    if SECOND.is_whole():
        codes.append(run(SECOND, BLENDER_TESTS, (*ONLY_WHAT_DIFFERS, *arguments), counts))
    print(flush=True)
    print(closing_line(counts, time.monotonic() - start))
    if all(code == NO_TESTS for code in codes):
        return NO_TESTS
    return next((code for code in codes if code not in (0, NO_TESTS)), 0)


def run(
    environment: Environment, folders: tuple[str, ...], arguments: Sequence[str], counts: Counter[str]
) -> int:
    """Run pytest in one environment, showing its output, and add its outcome to the counts."""
    print(f"Python {environment.version}, Blender {environment.blender}", flush=True)
    places = [str(TESTS / folder) for folder in folders if (TESTS / folder).is_dir()] or [str(TESTS)]
    command = [str(environment.python), "-m", "pytest", "-c", str(TESTS / "pytest.ini"), *WORKERS, *arguments]
    # Hundreds of tests start a Python of their own, which would compile the whole solver each time.
    variables = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
    with subprocess.Popen(
        [*command, *places], cwd=ROOT, env=variables, text=True, stdout=subprocess.PIPE
    ) as pytest:
        assert pytest.stdout is not None
        last = ""
        for line in pytest.stdout:
            print(line, end="", flush=True)
            last = line.strip() or last
    outcome = parse_closing_line(last)
    if pytest.returncode not in (0, NO_TESTS) and not outcome.keys() & {"failed", "error"}:
        outcome["error"] = 1  # pytest died before its closing line, or a warning filter stopped it.
    counts.update(outcome)
    return pytest.returncode


def parse_closing_line(line: str) -> dict[str, int]:
    """Read `== 2 failed, 10 passed in 3.21s ==` into counts by outcome."""
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
