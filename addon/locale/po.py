"""Reader of the parts of gettext's .po format in use: msgctxt, msgid, msgstr and comments."""

import re

ANY_CONTEXT = "*"  # Blender's name for words without a context
Words = dict[tuple[str, str], str]  # translation by context and English text

_LINE = re.compile(r'(msgctxt |msgid |msgstr |)"((?:[^"\\]|\\["\\n])*)"')
_ESCAPE = re.compile(r'\\(["\\n])')
_LANGUAGE = re.compile(r"^Language: (\w+)$", re.MULTILINE)


def read_po(text: str) -> tuple[str, Words]:
    """Blender's name of the language, from the header, and all translations.

    Raises:
        ValueError: a line is malformed, an entry is repeated, or the header names no language.
    """
    words: Words = {}
    for number, fields in _entries(text):
        if fields.keys() - {"msgctxt"} != {"msgid", "msgstr"}:
            raise ValueError(f"The entry before line {number} needs one msgid and one msgstr.")
        key = (fields.get("msgctxt", ANY_CONTEXT), fields["msgid"])
        if key in words:
            raise ValueError(f"The entry before line {number} is repeated: {key[1]!r}.")
        words[key] = fields["msgstr"]
    language = _LANGUAGE.search(words.pop((ANY_CONTEXT, ""), ""))
    if language is None:
        raise ValueError("The header needs a line such as 'Language: de_DE'.")
    return language.group(1), words


def _entries(text: str) -> list[tuple[int, dict[str, str]]]:
    """Fields of each entry, and the number of the empty line that ends it."""
    entries: list[tuple[int, dict[str, str]]] = []
    fields: dict[str, str] = {}
    field = ""
    for number, line in enumerate((*text.splitlines(), ""), start=1):
        found = _LINE.fullmatch(line)
        if found:
            field = found.group(1).strip() or field
            if not field or (found.group(1) and field in fields):
                raise ValueError(f"Line {number} does not belong to the entry: {line}")
            fields[field] = fields.get(field, "") + _ESCAPE.sub(_unescaped, found.group(2))
        elif line.strip() and not line.startswith("#"):
            raise ValueError(f"Line {number} is neither a comment nor a field: {line}")
        elif not line.strip() and fields:
            entries.append((number, fields))
            fields, field = {}, ""
    return entries


def _unescaped(match: re.Match[str]) -> str:
    return "\n" if match.group(1) == "n" else match.group(1)
