"""Print the energy books of clips, and exit with 1 if the ground gives to any of them.

python -m scripts.energy [SOURCE ...] [--worst N] [--presets DIR]

A source is a clip (.npz), a folder of clips, or a store (.sqlite): what make gallery, make chip and
scripts.robustness --clips leave. Of a source, the N clips to which the ground gives most of the muscles' work are
listed; all of them without --worst. --presets solves every preset on Rigify's human first, into DIR, which is then a
source, too.
"""

import argparse
import sys
from collections.abc import Iterator
from pathlib import Path

from scripts.energy.table import HEAD, row, summary
from solver.clip.clip import Clip
from solver.errors import InputError
from solver.store.clip_store import ClipStore


def main(arguments: list[str]) -> int:
    """Return the exit code."""
    parser = argparse.ArgumentParser(
        prog="python -m scripts.energy",
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("sources", nargs="*", type=Path, metavar="SOURCE", help="clip, folder or store")
    parser.add_argument("--worst", type=int, metavar="N", help="so many clips of each source")
    parser.add_argument("--presets", type=Path, metavar="DIR", help="solve every preset into this folder")
    asked = parser.parse_args(arguments)
    if asked.presets is not None:
        from scripts.energy.presets import solve_presets  # brings Blender

        solve_presets(asked.presets)
        asked.sources.append(asked.presets)
    if not asked.sources:
        parser.error("expected a clip, a folder or a store")
    is_right = True
    for source in asked.sources:
        try:
            clips = list(clips_of(source))
        except InputError as error:
            print(f"error: {error}", file=sys.stderr)
            return 2
        clips.sort(key=lambda named: -named[1].report.given_share)
        print(f"## {source.name}\n\n{summary(clips)}\n\n{HEAD}")
        print(*(row(name, clip) for name, clip in clips[: asked.worst]), sep="\n", end="\n\n", flush=True)
        is_right &= bool(clips) and all(clip.report.is_passive for _, clip in clips)
    return 0 if is_right else 1


def clips_of(source: Path) -> Iterator[tuple[str, Clip]]:
    """Names and clips of a file or a folder.

    Raises:
        InputError: it cannot be read.
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


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
