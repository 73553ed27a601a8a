"""Records that are files."""

import json
from pathlib import Path
from typing import Any, ClassVar, Self

from .errors import InputError
from .record import from_json, read_json, to_json
from .whole_file import write_whole


class Document:
    """A record with a version, which is checked first when it is read.

    Attributes:
        noun: one word for it in error messages.
        schema_version: of its format; only the default can be read.
    """

    noun: ClassVar[str]
    schema_version: int

    def to_json(self) -> dict[str, Any]:
        """Plain JSON value."""
        plain: dict[str, Any] = to_json(self)
        return plain

    @classmethod
    def from_json(cls, data: Any) -> Self:
        """Record of a plain JSON value.

        Raises:
            InputError: a field is invalid; the message names the path of the first one.
        """
        expected = cls.schema_version
        found = data.get("schema_version", expected) if isinstance(data, dict) else expected
        if found != expected:
            raise InputError(
                f"expected version {expected}, found {found!r}", field=f"{cls.noun}.schema_version"
            )
        return from_json(cls, data, field=cls.noun)

    def save(self, path: Path | str) -> None:
        """Writes JSON to ``path``.

        Raises:
            InputError: the file cannot be written.
        """
        write_whole(path, json.dumps(self.to_json(), indent=1) + "\n")

    @classmethod
    def load(cls, path: Path | str) -> Self:
        """Reads ``path``.

        Raises:
            InputError: the file is missing, is not JSON or is invalid.
        """
        return cls.from_json(read_json(path, cls.noun))
