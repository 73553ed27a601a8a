"""A file that has another name until it is complete, so that no program reads half of it."""

from collections.abc import Iterable
from contextlib import suppress
from pathlib import Path
from typing import Any

from ...solver.errors import InputError


def part_of(path: Path) -> Path:
    """Where a file grows until it is whole, in its own folder; engines leave names with a dot before them alone."""
    return path.with_name(f".{path.stem}.part{path.suffix}")


def forget_parts(paths: Iterable[Path]) -> None:
    """Removes what has grown of files by somebody who was stopped."""
    for path in paths:
        with suppress(OSError):
            part_of(path).unlink(missing_ok=True)


def write_whole(operator: Any, path: Path, **options: object) -> None:
    """Lets one of Blender's exporters write a file, which nobody sees before it is whole.

    Args:
        operator: the exporter.
        path: of the file; its folder is made.
        options: of the exporter.

    Raises:
        InputError: the file cannot be written.
    """
    part = part_of(path)
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        for each in [path] * path.exists() + [part]:
            each.open("ab").close()  # else exporters report a locked file by a traceback
        outcome = operator(filepath=str(part), check_existing=False, **options)
        if outcome != {"FINISHED"}:
            raise InputError(f"'{path}' could not be written: Blender's exporter failed")
        part.replace(path)
    except (OSError, RuntimeError) as error:
        raise InputError(f"'{path}' could not be written: {str(error).strip()}") from error
    finally:
        forget_parts([path])
