"""The pages that the extension's zip carries: the manual, to which a right click leads, and all that it leads to."""

import re
import shutil
from functools import partial
from pathlib import Path

from scripts.environment import ROOT
from scripts.failure import SetupFailure

MANUAL = "docs/artist/manual.md"
LINK = re.compile(r"(?P<picture>!?)\[(?P<words>[^\]]*)\]\((?P<target>[^)\s#]*)(?P<section>#[^)\s]*)?\)")


def copy_docs(tree: Path) -> None:
    """Copy the manual, every page under docs/ that is reached from it by links, and their pictures.

    A link to what the zip does not carry, as a script, is left as its words.

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
    """A link as the zip has it."""
    leads = not match["target"] or "://" in match["target"] or _inside(page, match["target"])
    return match[0] if leads else match["words"]


def _inside(page: str, target: str) -> str:
    """Path from the root of what a link of a page leads to; empty where that is not under docs/."""
    if not target or "://" in target:
        return ""
    place = (ROOT / page).parent.joinpath(target).resolve()
    if not place.is_relative_to(ROOT / "docs"):
        return ""
    if not place.is_file():
        raise SetupFailure(f"{page} has a link to {target}, which is not there.")
    return place.relative_to(ROOT).as_posix()
