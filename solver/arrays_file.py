"""Reads arrays from untrusted .npz files; allocates no more than the file contains."""

import io
import math
import zipfile
import zlib
from typing import Any

import numpy as np

from .errors import InputError

npy: Any = np.lib.format  # untyped in numpy
LARGEST_FILE = 2**30  # bytes of all arrays, uncompressed
DAMAGED = (
    zipfile.BadZipFile,
    zlib.error,
    EOFError,
    OSError,
    ValueError,
    SyntaxError,  # from numpy for an array header
    NotImplementedError,  # from zipfile for an unknown compression
    RuntimeError,  # from zipfile for an encrypted file
)


def read_arrays(data: bytes, content: str) -> dict[str, Any]:
    """Arrays of an .npz file by name; errors call the kind of file ``content``.

    Raises:
        InputError: it is not such a file, is damaged, or its arrays are larger than LARGEST_FILE or than its data.
    """
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as file:
            unpacked = sum(member.file_size for member in file.infolist())
            if unpacked > LARGEST_FILE:
                raise InputError(
                    f"this is not {content}: its arrays would take {unpacked / 1e9:.3g} GB, at most "
                    f"{LARGEST_FILE / 1e9:.3g} can be read"
                )
            return {member.filename.removesuffix(".npy"): _read(file, member) for member in file.infolist()}
    except DAMAGED as error:
        if isinstance(error, InputError):
            raise
        raise InputError(f"this is not {content}: it is damaged or of another kind") from error


def _read(file: zipfile.ZipFile, member: zipfile.ZipInfo) -> Any:
    packed = io.BytesIO(file.read(member))
    version = npy.read_magic(packed)
    read_header = npy.read_array_header_1_0 if version == (1, 0) else npy.read_array_header_2_0
    shape, _, kind = read_header(packed)
    held = member.file_size - packed.tell()
    if kind.hasobject or kind.itemsize * math.prod(shape) != held:
        raise ValueError(f"an array of shape {shape} does not fit its {held} bytes")
    packed.seek(0)
    return npy.read_array(packed, allow_pickle=False)
