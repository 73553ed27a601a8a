"""The pages in the extension's zip: the manual, which the context menu links to, and all pages it links to."""

import re
import shutil
from functools import partial
from pathlib import Path

from scripts.environment import ROOT
from scripts.failure import SetupFailure

MANUAL = "docs/artist/manual.md"
LINK = re.compile(r"(?P<picture>!?)\[(?P<words>[^\]]*)\]\((?P<target>[^)\s#]*)(?P<section>#[^)\s]*)?\)")


def copy_docs(tree: Path) -> None:
    """Copy the manual, all pages under docs/ that it links to, directly or not, and their pictures.

    A link to a file that is not in the zip, such as a script, becomes plain text.

    Args:
        tree: Of the zip's content.
    """
    waiting, done = [MANUAL], set[str]()
    while waiting:
        page = waiting.pop()
        done.add(page)
        text = (ROOT / page).read_text(encoding="utf-8")
        targets = {_inside(page, match["target"]) for match in LINK.finditer(text)} - {""}
        waiting += [each for each in targets if each.endswith(".md") and each not in {*done, *waiting}]
        for picture in (each for each in targets if not each.endswith(".md")):
            (tree / picture).parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(ROOT / picture, tree / picture)
        (tree / page).parent.mkdir(parents=True, exist_ok=True)
        (tree / page).write_text(LINK.sub(partial(_kept, page), text), encoding="utf-8")


def _kept(page: str, match: re.Match[str]) -> str:
    """A link for the zip."""
    leads = not match["target"] or "://" in match["target"] or _inside(page, match["target"])
    return match[0] if leads else match["words"]


def _inside(page: str, target: str) -> str:
    """Path, from the root, of the target of a link; empty if it is not under docs/."""
    if not target or "://" in target:
        return ""
    place = (ROOT / page).parent.joinpath(target).resolve()
    if not place.is_relative_to(ROOT / "docs"):
        return ""
    if not place.is_file():
        raise SetupFailure(f"{page} has a link to {target}, which is not there.")
    return place.relative_to(ROOT).as_posix()
