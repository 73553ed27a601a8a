"""Pinned packages of requirement files."""

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

HASH = "--hash=sha256:"


@dataclass(frozen=True)
class Requirement:
    """One pinned package.

    Attributes:
        name: as spelled in the index.
        version: the pinned version.
        marker: for which Pythons; empty: all.
        hashes: SHA-256 of the files that may be installed.
    """

    name: str
    version: str
    marker: str
    hashes: tuple[str, ...]

    @classmethod
    def of_line(cls, line: str) -> "Requirement":
        """Read one line such as `scipy==1.15.3 ; python_version == "3.11" --hash=sha256:...`."""
        rest, *hashes = line.split(HASH)
        pin, _, marker = rest.partition(";")
        name, _, version = pin.strip().partition("==")
        return cls(name, version, marker.strip(), tuple(each.strip() for each in hashes))

    def applies_to(self, version: str) -> bool:
        """Whether a Python version such as 3.11 needs it."""
        return not self.marker or f'"{version}"' in self.marker

    def text(self) -> str:
        """Format it with one line per hash."""
        head = f"{self.name}=={self.version}" + (f" ; {self.marker}" if self.marker else "")
        return " \\\n".join([head, *(f"    {HASH}{each}" for each in self.hashes)])


def requirements(path: Path) -> Iterator[Requirement]:
    """Read the requirements of a file, in order."""
    for line in lines(path):
        if not is_comment(line):
            yield Requirement.of_line(line)


def lines(path: Path) -> list[str]:
    """Read the lines of a file, with continued lines joined."""
    return path.read_text().replace("\\\n", " ").splitlines()


def is_comment(line: str) -> bool:
    """Whether a line is empty or a comment."""
    return not line or line.startswith("#")
