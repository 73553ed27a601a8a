"""Reads and writes files as a whole or not at all."""

import errno
import stat
import tempfile
from collections.abc import Iterable
from pathlib import Path

from .errors import InputError

LARGEST = 2**28  # bytes of a file to read
OUT = "--out"  # option of the command line for the file or folder to write


def read_whole(path: Path | str) -> bytes:
    """The bytes of a file; not of devices and pipes, which may never end, or of files larger than LARGEST.

    Raises:
        OSError: the file cannot be read; ``strerror`` is the reason.
    """
    path = Path(path)
    try:
        about = path.stat()
    except ValueError as error:  # a null character
        raise OSError(errno.EINVAL, "no file can have this name") from error
    if stat.S_ISDIR(about.st_mode):
        raise IsADirectoryError(errno.EISDIR, "it is a folder")
    if not stat.S_ISREG(about.st_mode):
        raise OSError(errno.EINVAL, "it is a device or a pipe, not a file")
    if about.st_size > LARGEST:
        raise OSError(
            errno.EFBIG, f"it has {about.st_size / 1e9:.3g} GB, at most {LARGEST / 1e9:.3g} can be read"
        )
    return path.read_bytes()


def write_whole(path: Path | str, data: bytes | str) -> None:
    """Writes ``path`` atomically: a reader sees the complete old or new file.

    Raises:
        InputError: the file cannot be written; no partial file is left.
    """
    path = Path(path)
    refuse_special(path)
    half = path.with_name(path.name + ".part")
    try:
        if isinstance(data, str):
            half.write_text(data, encoding="utf-8", newline="\n")
        else:
            half.write_bytes(data)
        half.replace(path)
    except OSError as error:
        half.unlink(missing_ok=True)
        raise InputError(f"'{path}' cannot be written: {error.strerror}") from error


def refuse_special(path: Path, *, field: str = "") -> None:
    """Checks that a path to write is not a folder, a device or a pipe, which must not be replaced.

    Raises:
        InputError: it is one of these.
    """
    try:
        is_special = path.exists() and not path.is_file()
    except OSError as error:
        raise InputError(f"'{path}' cannot be written: {error.strerror}", field=field) from error
    if is_special:
        found = "a folder" if path.is_dir() else "a device or a pipe"
        raise InputError(f"expected a file to write, found {found}: '{path}'", field=field)


def require_file(path: Path, *, read: Iterable[Path] = ()) -> None:
    """Checks that a file can be written, before the work for its content.

    Args:
        path: of the file, which may exist.
        read: files that the same command reads and must not replace.

    Raises:
        InputError: it cannot be written.
    """
    refuse_special(path, field=OUT)
    if not path.parent.is_dir():
        raise InputError(f"expected a file in a folder that is there, found '{path}'", field=OUT)
    if any(path.exists() and each.exists() and path.samefile(each) for each in read):
        raise InputError(f"expected another file than the one that is read, '{path}'", field=OUT)
    try:
        with tempfile.TemporaryFile(dir=path.parent):
            pass
    except OSError as error:
        raise InputError(f"'{path}' cannot be written: {error.strerror}", field=OUT) from error


def require_folder(folder: Path) -> None:
    """Creates a folder and checks that it is writable, before the work for its content.

    Raises:
        InputError: the folder is not writable.
    """
    try:
        folder.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryFile(dir=folder):
            pass
    except OSError as error:
        raise InputError(
            f"expected a folder to write into, found '{folder}': {error.strerror}", field=OUT
        ) from error
