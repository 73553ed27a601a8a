"""Files that are read and written whole or not at all."""

import errno
import stat
import tempfile
from collections.abc import Iterable
from pathlib import Path

from .errors import InputError

LARGEST = 2**28  # bytes of a file that is read
OUT = "--out"  # what the command line calls a file or folder that is written


def read_whole(path: Path | str) -> bytes:
    """The bytes of a file; devices and pipes, which may never end, and files of more than LARGEST bytes are none.

    Raises:
        OSError: it cannot be read; ``strerror`` says why.
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
    """Writes ``path``; a reader never sees half a file, and an old one stays until the new one is there.

    Raises:
        InputError: it cannot be written; nothing is left of it then.
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
    """Refuses a folder, a device or a pipe where a file is to be written; replacing one would do harm.

    Raises:
        InputError: it is one.
    """
    try:
        is_special = path.exists() and not path.is_file()
    except OSError as error:
        raise InputError(f"'{path}' cannot be written: {error.strerror}", field=field) from error
    if is_special:
        found = "a folder" if path.is_dir() else "a device or a pipe"
        raise InputError(f"expected a file to write, found {found}: '{path}'", field=field)


def require_file(path: Path, *, read: Iterable[Path] = ()) -> None:
    """Tries whether a file can be written, before work whose result belongs there.

    Args:
        path: of the file, which may be there already.
        read: files that the same command reads, and that it must not replace.

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
    """Makes a folder and tries it, before work whose result belongs there.

    Raises:
        InputError: nothing can be written into it.
    """
    try:
        folder.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryFile(dir=folder):
            pass
    except OSError as error:
        raise InputError(
            f"expected a folder to write into, found '{folder}': {error.strerror}", field=OUT
        ) from error
