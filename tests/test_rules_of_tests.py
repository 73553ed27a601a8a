"""The rules of the house for tests: none imports another, none looks at the clock, all are short."""

import ast
from pathlib import Path

import pytest

TESTS = Path(__file__).resolve().parent
MAX_LINES = 400
CLOCKS = {"perf_counter", "process_time", "thread_time"}  # time.monotonic is for patience
TIMED = {
    "support/seconds.py",
    "robustness/solve.py",  # a column of a table
    "addon/accepted_on_controls.py",  # likewise
    "reference_problems/reference.py",
    *(f"peers/{each.name}" for each in (TESTS / "peers").glob("*.py")),  # which benchmarks measure
}


def complaints(path, source):
    """List what a file breaks; ``path`` is its place below tests/."""
    tree = ast.parse(source, filename=path)
    for module in imported(tree):
        if any(part.startswith("test_") for part in module.split(".")):
            yield f"{path} imports {module}; what tests share is in tests/support"
    for clock in (node for node in ast.walk(tree) if isinstance(node, ast.Attribute) and node.attr in CLOCKS):
        if path not in TIMED:
            yield f"{path} reads {clock.attr} in line {clock.lineno}; tests/support/seconds.py measures"
    if source.count("\n") > MAX_LINES:
        yield f"{path} is longer than {MAX_LINES} lines"


def imported(tree):
    """Modules that a file imports anywhere, by their whole names."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            yield node.module or ""


def test_files_keep_the_rules():
    paths = sorted(TESTS.rglob("*.py"))
    assert Path(__file__).resolve() in paths
    sources = {path.relative_to(TESTS).as_posix(): path.read_text(encoding="utf-8") for path in paths}
    found = [complaint for place, source in sources.items() for complaint in complaints(place, source)]
    assert not found, "\n".join(found)


@pytest.mark.parametrize(
    ("source", "complaint"),
    [
        ("from tests.addon.test_panel import words", "imports tests.addon.test_panel"),
        ("def f():\n    import tests.addon.test_panel", "imports tests.addon.test_panel"),
        ("assert time.process_time() < 3", "reads process_time in line 1"),
        ("x = 1\n" * (MAX_LINES + 1), "is longer than"),
    ],
)
def test_checker_sees_a_broken_rule(source, complaint):
    (found,) = complaints("addon/test_takes.py", source)
    assert complaint in found


def test_checker_lets_good_code_pass():
    assert not list(complaints("addon/test_takes.py", "from tests.support.panels import words\nimport time"))
