"""Commands on the clips of a store: list, compare, tag, delete, export."""

import argparse
import json
import re
from collections.abc import Callable
from dataclasses import asdict
from functools import partial
from pathlib import Path

from ..clip.clip import Clip
from ..errors import InputError
from ..formats.bvh import write_bvh
from ..formats.bvh.style import USUAL, BvhStyle
from ..formats.motion_json import to_motion_json
from ..formats.ogre import SUFFIX as OGRE_SUFFIX
from ..formats.ogre import write_ogre
from ..messages import EXIT_SOLVED, Sink, Status
from ..store.clip_store import ClipStore, Criterion
from ..store.recover import recover
from ..store.sample_table import STATES, SampleTable, space_names
from ..whole_file import require_file, require_folder, write_whole
from .bvh_options import add_bvh_options, bvh_style

SUFFIXES = {"bvh": ".bvh", "motion-json": ".json", "ogre": OGRE_SUFFIX}


def add_clips(parser: argparse.ArgumentParser) -> None:
    """Arguments of the command clips."""
    parser.add_argument(
        "action", nargs="?", choices=("list", "recover"), default="list",
        help="recover: save the readable part of a damaged store as a new one",
    )  # fmt: skip
    parser.add_argument("--out", type=Path, metavar="FILE", help="new store for the recovered clips")
    _add_choice(parser, store_required=True)
    parser.add_argument(
        "--nearest", action="append", default=[], metavar="DIMENSION=VALUE",
        help="only the clip with the nearest parameters; can be repeated",
    )  # fmt: skip
    parser.add_argument("--samples", action="store_true", help="list the samples with state and reason")
    parser.add_argument(
        "--compare", action="store_true", help="print parameters, objective and physics of each clip"
    )
    parser.add_argument("--add-tag", action="append", default=[], metavar="TAG", help="tag the clips")
    parser.add_argument(
        "--remove-tag", action="append", default=[], metavar="TAG", help="remove a tag from the clips"
    )
    parser.add_argument("--delete", action="store_true", help="delete the clips")


def add_export(parser: argparse.ArgumentParser) -> None:
    """Arguments of the command export."""
    parser.add_argument("file", type=Path, nargs="?", metavar="CLIP", help="clip file, instead of --store")
    _add_choice(parser, store_required=False)
    parser.add_argument(
        "--attempt", default="", metavar="NAME", help="closest attempt at a sample without a solution"
    )
    parser.add_argument("--format", choices=tuple(WRITERS), required=True, help="format of the exported file")
    parser.add_argument(
        "--out", type=Path, required=True, metavar="FILE", help="file, or folder for several clips"
    )
    add_bvh_options(parser)


def _add_choice(parser: argparse.ArgumentParser, *, store_required: bool) -> None:
    """Arguments that choose clips of a store."""
    parser.add_argument("--store", type=Path, required=store_required, metavar="FILE", help="file of clips")
    parser.add_argument(
        "--clip", action="append", default=[], metavar="NAME", help="name of a clip; can be repeated"
    )
    parser.add_argument("--space", default="", metavar="NAME", help="only samples of this parameter space")
    parser.add_argument(
        "--where", action="append", default=[], metavar="DIMENSION=VALUE",
        help="only this number, label, or LOW..HIGH; can be repeated",
    )  # fmt: skip
    parser.add_argument("--tag", action="append", default=[], metavar="TAG", help="only clips with this tag")


def clips(chosen: argparse.Namespace, send: Sink) -> tuple[int, str]:
    """List, compare, tag, delete or recover the clips of a store."""
    if chosen.action == "recover":
        return _recover(chosen, send)
    with ClipStore(chosen.store, create=False) as store:
        if chosen.samples:
            _send_samples(store, chosen.space, send)
            return EXIT_SOLVED, ""
        names = (_nearest(store, chosen),) if chosen.nearest else _chosen(store, chosen)
        if chosen.compare:
            for name, measures in store.compare(names).items():
                send(Status(f"{name}: {json.dumps(measures)}"))
            return EXIT_SOLVED, ""
        for name in names:
            if chosen.add_tag:
                store.tag(name, *chosen.add_tag)
            if chosen.remove_tag:
                store.untag(name, *chosen.remove_tag)
            if chosen.delete:
                store.delete(name)
            send(Status(name))
    return EXIT_SOLVED, ""


def _recover(chosen: argparse.Namespace, send: Sink) -> tuple[int, str]:
    """Saves what can be read of a damaged store."""
    beside = chosen.store.parent / f"{chosen.store.stem}.recovered{chosen.store.suffix}"
    to = chosen.out or beside
    found = recover(chosen.store, to)
    spaces = f", with the spaces {', '.join(map(repr, found.spaces))}" if found.spaces else ""
    send(Status(f"{found.clips} clips are in '{to}'{spaces}; '{chosen.store}' is as it was"))
    for lost in found.lost:
        send(Status(f"lost: {lost}"))
    return EXIT_SOLVED, ""


def export(chosen: argparse.Namespace, send: Sink) -> tuple[int, str]:
    """Write a clip, or several of a store, as BVH, motion JSON or Ogre skeleton XML.

    Raises:
        InputError: the options do not go together, or there is no such clip.
    """
    narrowed = bool(chosen.clip or chosen.attempt or chosen.space or chosen.where or chosen.tag)
    if (chosen.file is None) == (chosen.store is None) or (narrowed and chosen.store is None):
        raise InputError(
            "expected either a clip's file or --store FILE with --clip NAME, --where and the like"
        )
    write = WRITERS[chosen.format]
    if chosen.format == "bvh":
        write = partial(_write_bvh, bvh_style(chosen, USUAL))
    if chosen.file:
        require_file(chosen.out, read=[chosen.file])
        write(Clip.load(chosen.file), chosen.out)
        send(Status(f"wrote '{chosen.out}'"))
        return EXIT_SOLVED, ""
    with ClipStore(chosen.store, create=False) as store:
        if chosen.attempt or len(chosen.clip) == 1:
            require_file(chosen.out, read=[chosen.store])
            one = store.attempt(chosen.attempt) if chosen.attempt else store.get(chosen.clip[0])
            write(one, chosen.out)
            send(Status(f"wrote '{chosen.out}'"))
            return EXIT_SOLVED, ""
        names = _chosen(store, chosen)
        require_folder(chosen.out)
        for name, file in zip(names, _file_names(names), strict=True):
            write(store.get(name), chosen.out / f"{file}{SUFFIXES[chosen.format]}")
    send(Status(f"wrote {len(names)} clips into '{chosen.out}'"))
    return EXIT_SOLVED, ""


def _chosen(store: ClipStore, chosen: argparse.Namespace) -> tuple[str, ...]:
    """Names of the clips that the arguments select; first those given by name, in order."""
    for name in chosen.clip:
        store.about(name)  # raises for an unknown name
    if chosen.clip and not (chosen.space or chosen.where or chosen.tag):
        return tuple(chosen.clip)
    found = store.find(parameters=dict(map(_wanted, chosen.where)), tags=chosen.tag, space=chosen.space)
    return (*chosen.clip, *(name for name in found if name not in chosen.clip))


def _nearest(store: ClipStore, chosen: argparse.Namespace) -> str:
    """Name of the clip nearest to the given parameters, among those of a space or with tags.

    Raises:
        InputError: the option is combined with names or ranges, or there is no such clip.
    """
    if chosen.clip or chosen.where:
        raise InputError("can only be combined with --space and --tag", field="--nearest")
    parameters: dict[str, float | str] = {}
    for name, value in (_wanted(text, "--nearest") for text in chosen.nearest):
        if isinstance(value, tuple):
            raise InputError(
                f"expected a number or a label for '{name}', found a range {value[0]:g}..{value[1]:g}",
                field="--nearest",
            )
        parameters[name] = value
    return store.nearest(parameters, tags=chosen.tag, space=chosen.space)


def _wanted(text: str, option: str = "--where") -> tuple[str, Criterion]:
    dimension, equals, value = text.partition("=")
    if not equals or not dimension.isidentifier():
        raise InputError(f"expected DIMENSION=VALUE or DIMENSION=LOW..HIGH, found '{text}'", field=option)
    low, dots, high = value.partition("..")
    try:
        return dimension, (float(low), float(high)) if dots else float(value)
    except ValueError:
        return dimension, value


def _send_samples(store: ClipStore, space: str, send: Sink) -> None:
    known = space_names(store)
    if space and space not in known:
        raise InputError(
            f"there is no space '{space}'; there are {', '.join(known) or 'none'}", field="--space"
        )
    for name in [space] if space else known:
        table = SampleTable(store, name)
        for row in table.rows():
            found = f", {row.strategy}" if row.strategy else ""
            found += f", neighbour '{row.start}'" if row.start else ""
            found += f", {row.tries} tries" if row.tries > 1 else ""
            why = f": {row.error}" if row.reason else ""
            send(Status(f"{row.name}: {row.state}{found}, {row.seconds:.2f} s{why}"))
        counts = table.counts()
        send(Status(f"{name}: {', '.join(f'{counts[state]} {state}' for state in STATES if counts[state])}"))


def _file_names(names: tuple[str, ...]) -> list[str]:
    """A file name for each clip; numbered if names differ only in characters not allowed in file names."""
    plain = [re.sub(r"[^\w.=+-]+", "_", name) for name in names]
    return [name if plain.count(name) == 1 else f"{name}_{k}" for k, name in enumerate(plain)]


def _write_motion_json(clip: Clip, path: Path) -> None:
    write_whole(path, json.dumps(to_motion_json(clip)))


def _write_bvh(style: BvhStyle, clip: Clip, path: Path) -> None:
    write_bvh(clip.motion, path, **asdict(style))


def _write_ogre(clip: Clip, path: Path) -> None:
    write_ogre(clip.motion, path, name=clip.name)


WRITERS: dict[str, Callable[[Clip, Path], None]] = {
    "bvh": partial(_write_bvh, USUAL),
    "motion-json": _write_motion_json,
    "ogre": _write_ogre,
}
