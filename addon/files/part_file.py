"""A file with a temporary name until it is complete, so that no program reads part of it."""

from collections.abc import Iterable
from contextlib import suppress
from functools import partial
from pathlib import Path
from typing import Any

from ...solver.errors import InputError


def part_of(path: Path) -> Path:
    """Temporary path of a file in its folder, with a leading dot, which engines ignore."""
    return path.with_name(f".{path.stem}.part{path.suffix}")


def forget_parts(paths: Iterable[Path]) -> None:
    """Removes partial files of a stopped export."""
    for path in paths:
        with suppress(OSError):
            part_of(path).unlink(missing_ok=True)


def write_whole(operator: Any, path: Path, **options: object) -> None:
    """Writes a file, and its folder, with one of Blender's exporters; it is visible only once complete.

    Raises:
        InputError: the file cannot be written.
    """
    part = part_of(path)
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        for each in [path] * path.exists() + [part]:
            each.open("ab").close()  # else exporters print a traceback for a locked file
        outcome = operator(filepath=str(part), check_existing=False, **options)
        if outcome != {"FINISHED"}:
            raise InputError(f"'{path}' could not be written: Blender's exporter failed")
        part.replace(path)
    except (OSError, RuntimeError) as error:
        raise InputError(f"'{path}' could not be written: {str(error).strip()}") from error
    finally:
        forget_parts([path])


def write_text(document: str, path: Path) -> None:
    """Writes a text likewise.

    Raises:
        InputError: the file cannot be written.
    """
    write_whole(partial(_write, document), path)


def _write(document: str, *, filepath: str, check_existing: bool) -> set[str]:
    """Writes a document with the interface of Blender's exporters."""
    assert not check_existing
    Path(filepath).write_text(document, encoding="utf-8", newline="\n")
    return {"FINISHED"}
