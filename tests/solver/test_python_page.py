"""docs/developer/python.md, run from top to bottom as a script outside the checkout would."""

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from solver.job.job import DEFAULT_OBJECTIVES

ROOT = Path(__file__).resolve().parents[2]
TEXT = (ROOT / "docs" / "developer" / "python.md").read_text(encoding="utf-8")


@pytest.fixture(scope="module")
def lines(tmp_path_factory):
    """What the page's examples print; the package stands where an installation would put it."""
    folder = tmp_path_factory.mktemp("page")
    package = folder / "packages" / "spacetime_animator"
    package.mkdir(parents=True)
    (package / "solver").symlink_to(ROOT / "solver")
    script = folder / "page.py"
    script.write_text("\n".join(re.findall(r"```python\n(.*?)```", TEXT, re.DOTALL)))
    done = subprocess.run(
        [sys.executable, str(script)], cwd=folder, capture_output=True, text=True, check=False,
        env=os.environ | {"PYTHONPATH": str(package.parent)},
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    return done.stdout.splitlines()


def test_the_character_and_the_job_of_the_page_make_a_motion(lines):
    assert lines[0] == "8.5 kg"
    assert lines[1].startswith("True "), lines


def test_a_job_goes_to_a_file_and_back(lines):
    assert lines[-1] == "True"


def test_the_page_names_the_default_objectives():
    table = re.findall(r"^\| `(\w+)\(\)` \|", TEXT, re.MULTILINE)
    assert table == [type(each).__name__ for each in DEFAULT_OBJECTIVES]
    assert all(each == type(each)() and each.weight == 1.0 for each in DEFAULT_OBJECTIVES)
