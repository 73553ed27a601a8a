"""Apply a unified diff to a source tree without `patch`, which not every system has.

Stricter than `patch`: each hunk must fit in exactly one place, whatever its line numbers say.
"""

import re
from pathlib import Path

from scripts.failure import SetupFailure


def apply(patch: Path, folder: Path) -> None:
    """Change the files of a source tree.

    Args:
        patch: A unified diff whose new names begin with `b/`; a text before it explains its purpose.
        folder: The root of the source tree.

    Raises:
        SetupFailure: A file is absent, or a hunk fits nowhere or in several places.
    """
    for part in re.split(r"^--- .*\n", patch.read_text(), flags=re.MULTILINE)[1:]:
        heading, *hunks = re.split(r"^@@ .*\n", part, flags=re.MULTILINE)
        name = heading.split()[1].removeprefix("b/")
        file = folder / name
        if not file.is_file():
            raise SetupFailure(f"{patch.name} changes {name}, which the source does not hold.")
        text = file.read_text()
        for hunk in hunks:
            lines = hunk.splitlines(keepends=True)
            before, after = ("".join(line[1:] for line in lines if line[0] != added) for added in "+-")
            if text.count(before) != 1:
                raise SetupFailure(
                    f"A hunk of {patch.name} fits {text.count(before)} places of {name}, not one."
                )
            text = text.replace(before, after)
        file.write_text(text)
