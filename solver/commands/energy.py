"""Prints the energy balances of clips, folders of clips and stores."""

import argparse
from collections.abc import Iterator
from pathlib import Path

from ..analysis.energy_balances import HEAD, balance_row, balances_summary
from ..clip.clip import Clip
from ..messages import EXIT_NO_SOLUTION, EXIT_SOLVED, Sink, Status
from ..store.clip_store import ClipStore


def add_energy(parser: argparse.ArgumentParser) -> None:
    """Arguments of the command energy."""
    parser.add_argument(
        "sources", nargs="+", type=Path, metavar="SOURCE", help="clip file, folder of clip files, or store"
    )
    parser.add_argument(
        "--worst",
        type=int,
        metavar="N",
        help="only N clips of each source, where the ground adds most energy",
    )


def energy(chosen: argparse.Namespace, send: Sink) -> tuple[int, str]:
    """Print the energy balance of clips as Markdown tables: work of muscles and ground, and impacts.

    The exit code is that of no solution if the ground adds energy to a clip, or if there are no clips.
    """
    is_right = True
    for source in chosen.sources:
        clips = sorted(_clips_of(source), key=lambda named: -named[1].report.given_share)
        rows = [balance_row(name, clip) for name, clip in clips[: chosen.worst]]
        for line in (f"## {source.name}", "", balances_summary(clips), "", *HEAD.splitlines(), *rows):
            send(Status(line))
        is_right &= bool(clips) and all(clip.report.is_passive for _, clip in clips)
    return EXIT_SOLVED if is_right else EXIT_NO_SOLUTION, ""


def _clips_of(source: Path) -> Iterator[tuple[str, Clip]]:
    """Names and clips of a file or a folder.

    Raises:
        InputError: a clip cannot be read.
    """
    if source.is_dir():
        for path in sorted(source.glob("*.npz")):
            yield path.stem, Clip.load(path)
    elif source.suffix == ".npz":
        yield source.stem, Clip.load(source)
    else:
        with ClipStore(source, create=False) as store:
            for name in store.names():
                yield name, store.get(name)
