"""The page of the documentation with the table."""

from collections import Counter
from typing import Any

from scripts.environment import ROOT

PAGE = ROOT / "docs" / "measurements" / "strangers.md"
HEAD = """# Strangers' Rigs

Whether what is shown is what is kept, on rigs, in scenes and from files of other people. `python -m scripts.strangers`
makes the set-ups below, tries each, and writes `out/strangers.json`; with `--page`, this page.

Each set-up is imported, or built and keyed; *Fit Bodies*; a preset and *Solve*, or *Make Physical*; *Accept*;
*Export* as BVH, FBX and glTF; and each file is read back by Blender's own importers into an empty file of meters. Only
what the buttons say counts as said. Readings are those of the evaluated rig at each frame, of F-curves and of files, in
meters of the scene and seconds; they share no code with the add-on.

| stage | what is compared |
|---|---|
| import | the rig with the file, which the script has written; its height |
| fit, size | the height of the rig, before and after |
| motion, size | the height of the character in the solver with that of the rig |
| motion | the bones of all bodies with the bytes of the solved motion, at each of its frames |
| accepted | heads, tails and axes of bodies, and of the deforming bones between them, with those of the ghost |
| between | angles to their parents of moving bones without bodies, drivers or constraints with those of the source |
| source | keys of all actions that were there before |
| BVH, FBX, GLTF | heads and turns of all deforming bones of the file with those of the accepted rig |

A difference of more than 2 mm, 1 degree or 1 % of a size is *said* if a warning of the same button, or of the one that
solved, names it in figures, and a changed size if the height that results is named. Otherwise it is *silent*. What a
button refuses in a sentence is *refused*; a set-up that breaks without one counts as silent.

The judge is tried, too: moved keys, wrong scales and rates, muted tracks, lost bones and a changed source, planted
after *Accept* or in a file, are all seen (`tests/scripts/test_strangers.py`).

"""
VERDICTS = ("same", "said", "refused", "silent")


def page_of(result: dict[str, Any]) -> str:
    """The page for the result of the whole table."""
    rows, counts = result["rows"], Counter[tuple[str, str]]()
    for row in rows:
        counts[row["kind"], _verdict(row)] += 1
    kinds = list(dict.fromkeys(row["kind"] for row in rows))
    lines = [f"| set-ups | {' | '.join(('all', *VERDICTS))} |", "|---|" + "---|" * 5]
    for kind in [*kinds, ""]:
        numbers = [sum(counts[k, verdict] for k in ([kind] if kind else kinds)) for verdict in VERDICTS]
        lines.append(f"| {kind or 'all'} | {' | '.join(str(n) for n in (sum(numbers), *numbers))} |")
    lines += ["", "## Silent", "", *_or_none([_silent(row) for row in rows if _verdict(row) == "silent"])]
    refused = [f"- *{row['name']}*: {_sentence(row)}" for row in rows if row["verdict"] == "refused"]
    lines += ["", "## Refused", "", *_or_none(refused)]
    return HEAD + "\n".join(lines) + "\n"


def _verdict(row: dict[str, Any]) -> str:
    return "silent" if row["verdict"] == "broken" else str(row["verdict"])


def _silent(row: dict[str, Any]) -> str:
    off = [each for each in row["differences"] if not each["is_said"]]
    shown = [f"{each['stage']} {1000 * each['far']:.3g} mm, {57.2958 * each['turned']:.2g}°" for each in off]
    return f"- *{row['name']}*: {'; '.join(shown) or row['fault'].splitlines()[-1]}"


def _sentence(row: dict[str, Any]) -> str:
    return str(row["refusal"].removeprefix("Error: "))


def _or_none(lines: list[str]) -> list[str]:
    return lines or ["None."]
