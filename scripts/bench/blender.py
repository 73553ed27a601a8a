"""Check how long each step of the add-on blocks Blender.

.venv/bin/python -m scripts.bench.blender [options of pytest]

Runs the tests that measure time, for which the suite does not check the limits. Exits with their exit code.
"""

import os
import subprocess
import sys

from scripts.environment import ROOT

TESTS = ROOT / "tests"
MEASURES = "from tests.support.seconds import"


def main(arguments: list[str]) -> int:
    """Return pytest's exit code."""
    files = [path for path in sorted((TESTS / "addon").glob("test_*.py")) if MEASURES in path.read_text()]
    command = [sys.executable, "-m", "pytest", "-c", str(TESTS / "pytest.ini"), "-rP", *arguments]
    variables = {**os.environ, "SECONDS_COUNT": "yes"}
    return subprocess.run([*command, *map(str, files)], cwd=ROOT, env=variables, check=False).returncode


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
