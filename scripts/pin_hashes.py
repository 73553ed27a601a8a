"""Add to every pinned package the hashes of its files on the Python package index, so that pip accepts no others.

    python3 -m scripts.pin_hashes     (after a change of a version in scripts/requirements)

Includes the wheels that one of our Pythons can use, on any platform, and the source of versions without such wheels or
that we compile. Standard library only.
"""

import re
import sys
import urllib.request
from dataclasses import replace
from functools import cache
from pathlib import Path

from scripts.environment import SCRIPTS
from scripts.requirement import Requirement, is_comment, lines

INDEX = "https://pypi.org/simple"
FOLDER = SCRIPTS / "requirements"
SOURCES = ("ipopt_source.txt", "metis_source.txt", "bench.txt")
PYTHONS = ("11", "13")  # of Python 3
LINK = re.compile(r'href="[^"#]*/([^/"#]+)#sha256=([0-9a-f]{64})"')


def main() -> int:
    """Rewrite the files; return the exit code."""
    for path in sorted(FOLDER.glob("*.txt")):
        if path.name not in SOURCES:
            path.write_text(pinned(path))
            print(path.relative_to(SCRIPTS))
    return 0


def pinned(path: Path) -> str:
    """A file of requirements with current hashes."""
    written = [
        line if is_comment(line) else _pinned(Requirement.of_line(line)).text() for line in lines(path)
    ]
    return "\n".join(written) + "\n"


def _pinned(requirement: Requirement) -> Requirement:
    return replace(requirement, hashes=tuple(sorted(_hashes(requirement.name, requirement.version))))


def _hashes(name: str, version: str) -> set[str]:
    files = {file: digest for file, digest in _files(name) if _is_of(file, version)}
    wheels = {digest for file, digest in files.items() if file.endswith(".whl") and _fits(file)}
    found = wheels or {digest for file, digest in files.items() if file.endswith(".tar.gz")}
    if not found:
        raise SystemExit(f"error: {INDEX}/{name}/ has no file of {name} {version} for our Pythons")
    return found


@cache
def _files(name: str) -> tuple[tuple[str, str], ...]:
    """Names and hashes of all files of a package."""
    address = f"{INDEX}/{re.sub(r'[-_.]+', '-', name).lower()}/"
    with urllib.request.urlopen(address, timeout=60) as answer:
        return tuple(LINK.findall(answer.read().decode()))


def _is_of(file: str, version: str) -> bool:
    stem = file.removesuffix(".tar.gz")
    return (file.split("-")[1] if file.endswith(".whl") else stem.rpartition("-")[2]) == version


def _fits(wheel: str) -> bool:
    """Whether one of our Pythons can use a wheel, by the tags in its name."""
    pythons, abi = wheel.removesuffix(".whl").split("-")[-3:-1]
    if abi == "none":
        return any(
            tag.startswith("py3") or tag in {f"cp3{each}" for each in PYTHONS} for tag in pythons.split(".")
        )
    if abi == "abi3":
        return int(pythons.removeprefix("cp3")) <= int(PYTHONS[-1])
    return any(f"cp3{each}" == abi for each in PYTHONS)


if __name__ == "__main__":
    sys.exit(main())
