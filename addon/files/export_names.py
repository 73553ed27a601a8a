"""File names from templates: "{character}_{name}_{speed:.1f}". Never evaluates code."""

import difflib
import re
from collections.abc import Mapping

from ...solver.errors import InputError

FIELD = re.compile(r"\{([A-Za-z_]\w*)(?::([0-9]*\.?[0-9]*[fdegs]?))?\}")
UNSAFE = re.compile(r'[<>:"/\\|?*\x00-\x1f]')


def fill_in(template: str, values: Mapping[str, object]) -> str:
    """A file's name without extension.

    Fields of the template are in braces and may have a number format, such as ``{speed:.1f}``.

    Raises:
        InputError: a field is unknown, its format does not fit, braces do not match, or the name is empty.
    """

    def value(match: re.Match[str]) -> str:
        name, form = match[1], match[2] or ""
        if name not in values:
            near = difflib.get_close_matches(name, values, n=1)
            hint = f"did you mean '{near[0]}'?" if near else f"there are {', '.join(sorted(values))}"
            raise InputError(f"the name '{template}' uses '{name}', which does not exist; {hint}")
        try:
            return format(values[name], form)
        except (ValueError, TypeError) as error:
            raise InputError(f"'{form}' in '{template}' does not fit {values[name]!r}: {error}") from error

    filled = FIELD.sub(value, template)
    if "{" in filled or "}" in filled:
        raise InputError(f"the name '{template}' has unbalanced braces; write fields as {{speed:.1f}}")
    safe = UNSAFE.sub("_", filled).strip(" .")
    if not safe:
        raise InputError(f"the name '{template}' gives an empty file name; change it")
    return safe


def distinct(names: list[str]) -> list[str]:
    """Names with numbers appended to duplicates, ignoring case as some file systems do."""
    result: list[str] = []
    taken: set[str] = set()
    for name in names:
        count, chosen = 1, name
        while chosen.lower() in taken:
            count += 1
            chosen = f"{name}_{count}"
        taken.add(chosen.lower())
        result.append(chosen)
    return result
