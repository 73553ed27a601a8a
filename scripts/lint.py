"""Check style (ruff) and types (mypy) of the whole tree; exit with 1 if anything is wrong."""

import os
import subprocess
import sys
from pathlib import Path

from scripts.environment import ROOT

PACKAGE = "spacetime_animator"


def main() -> int:
    """Run every check, even after a failure, so that all problems are reported."""
    checks = [
        (["ruff", "check", "."], ROOT),
        (["ruff", "format", "--check", "."], ROOT),
        (["mypy", "--config-file", str(ROOT / "pyproject.toml"), *_packages()], _package_root()),
        (
            [
                "mypy",
                "--config-file",
                str(ROOT / "pyproject.toml"),
                "-p",
                "scripts",
                "-p",
                "examples",
                "-p",
                "docs.pictures",
            ],
            ROOT,
        ),
    ]
    failed = [command for command, place in checks if not _passes(command, place)]
    return 1 if failed else 0


def _passes(command: list[str], place: Path) -> bool:
    print("$", *(part for part in command if os.sep not in part), flush=True)
    variables = {**os.environ, "MYPYPATH": str(place)}
    return subprocess.run([sys.executable, "-m", *command], cwd=ROOT, env=variables).returncode == 0


def _packages() -> list[str]:
    return [f"-p={PACKAGE}.{name}" for name in ("addon", "solver") if (ROOT / name).is_dir()]


def _package_root() -> Path:
    """Give the tree a package name as in Blender, on which the add-on's relative imports rely."""
    folder = ROOT / "build" / "lint"
    folder.mkdir(parents=True, exist_ok=True)
    link = folder / PACKAGE
    if not link.is_symlink() or link.resolve() != ROOT:  # the folder may be a copy from another checkout
        link.unlink(missing_ok=True)
        link.symlink_to(ROOT, target_is_directory=True)
    return folder


if __name__ == "__main__":
    sys.exit(main())
