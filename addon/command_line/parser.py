"""Arguments after ``--command spacetime``."""

import argparse
from collections.abc import Callable
from pathlib import Path
from typing import NoReturn

from ...solver.commands.arguments import add_generate
from ...solver.commands.bvh_options import add_bvh_options
from ...solver.errors import InputError
from ..files.engine_presets import PRESETS
from ..files.export_takes import ACTIVE, ALL, NAMES, STARRED
from ..files.exporters import EXPORTERS
from . import commands
from .retarget import retarget

Run = Callable[[argparse.Namespace], tuple[int, str]]
AddArguments = Callable[[argparse.ArgumentParser], None]


class _Parser(argparse.ArgumentParser):
    def error(self, message: str) -> NoReturn:
        raise InputError(f"{message}; try --help")


def make_parser(description: str) -> argparse.ArgumentParser:
    """Parser of all commands; ``run`` of the result is the command's function."""
    parser = _Parser(
        prog="spacetime", description=description, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    choices = parser.add_subparsers(required=True, metavar="COMMAND")
    for run, add_arguments in COMMANDS:
        sub = choices.add_parser(run.__name__, help=(run.__doc__ or "").splitlines()[0])
        sub.set_defaults(run=run)
        add_arguments(sub)
    return parser


def _add_solve(sub: argparse.ArgumentParser) -> None:
    _add_armature(sub, "to solve")
    sub.add_argument(
        "--set", action="append", default=[], metavar="NAME=VALUE", help="value of a setting in the panel"
    )
    _add_saved_file(sub)
    sub.add_argument(
        "--attempt",
        type=Path,
        metavar="FILE",
        help="path of the file saved with the closest attempt if there is no solution",
    )


def _add_join(sub: argparse.ArgumentParser) -> None:
    sub.add_argument("first", metavar="FIRST", help="action of the solved motion that comes first")
    sub.add_argument("second", metavar="SECOND", help="action of the solved motion that follows")
    _add_loop(sub)


def _add_loop(sub: argparse.ArgumentParser) -> None:
    _add_armature(sub, "that moves")
    _add_saved_file(sub)


def _add_alternatives(sub: argparse.ArgumentParser) -> None:
    sub.add_argument("--count", type=int, metavar="N", help="number of motions, the best included")
    sub.add_argument(
        "--slack", type=float, metavar="S", help="share by which they may cost more than the best"
    )
    sub.add_argument("--seed", type=int, metavar="N", help="seed of the search")
    _add_loop(sub)


def _add_graph(sub: argparse.ArgumentParser) -> None:
    _add_armature(sub, "with the takes")


def _add_coverage(sub: argparse.ArgumentParser) -> None:
    sub.add_argument(
        "--within", type=float, metavar="S", help="time within which every motion should be reachable"
    )
    _add_armature(sub, "with the graph")


def _add_walk(sub: argparse.ArgumentParser) -> None:
    sub.add_argument("--curve", metavar="NAME", help="curve object to follow; else the walk is random")
    sub.add_argument("--seconds", type=float, metavar="S", help="duration of a random walk")
    sub.add_argument("--seed", type=int, metavar="N", help="seed of a random walk")
    sub.add_argument("--speed", type=float, metavar="MPS", help="preferred speed along a curve; 0 for any")
    sub.add_argument(
        "--blended", action="store_true", help="only blend the motions instead of solving the walk"
    )
    _add_armature(sub, "that walks")
    _add_saved_file(sub)


def _add_retarget(sub: argparse.ArgumentParser) -> None:
    sub.add_argument(
        "--from", dest="motions", type=Path, nargs="+", required=True, metavar="FILE",
        help="files with an animated armature: .blend, .bvh, .fbx, .glb or .gltf",
    )  # fmt: skip
    sub.add_argument(
        "--source", metavar="NAME", help="armature in these files; defaults to the only animated one"
    )
    sub.add_argument(
        "--to", type=Path, nargs="+", required=True, metavar="FILE", help=".blend files of characters"
    )
    sub.add_argument(
        "--out", type=Path, required=True, metavar="DIR", help="folder for these files with the motions"
    )
    _add_armature(sub, "that gets the motions")


def _add_export(sub: argparse.ArgumentParser) -> None:
    _add_armature(sub, "with the takes")
    sub.add_argument("--out", type=Path, required=True, metavar="DIR", help="folder of the files")
    sub.add_argument("--for", dest="preset", choices=tuple(PRESETS), default="NONE", help="game engine")
    sub.add_argument(
        "--format", choices=tuple(EXPORTERS), default="FBX", help="file format without an engine"
    )
    add_bvh_options(sub)
    sub.add_argument("--which", choices=(ALL, STARRED, ACTIVE), default=ALL, help="takes to export")
    sub.add_argument(
        "--names", default=NAMES, metavar="TEMPLATE", help="file names, with fields such as {name}"
    )


def _add_sheet(sub: argparse.ArgumentParser) -> None:
    sub.add_argument("clip", type=Path, metavar="CLIP", help="solved motion, an .npz file of the solver")
    sub.add_argument("--out", type=Path, required=True, metavar="FILE", help="picture to write, .png or .jpg")
    sub.add_argument("--poses", type=int, default=8, metavar="N", help="number of poses")
    sub.add_argument("--width", type=int, default=2000, metavar="PIXELS", help="width of the picture")


def _add_armature(parser: argparse.ArgumentParser, description: str) -> None:
    parser.add_argument(
        "--armature",
        metavar="NAME",
        help=f"armature {description}; defaults to the only character in the file",
    )


def _add_saved_file(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--out", type=Path, metavar="FILE", help="path of the saved file; defaults to the opened file"
    )


COMMANDS: tuple[tuple[Run, AddArguments], ...] = (
    (commands.solve, _add_solve),
    (commands.join, _add_join),
    (commands.loop, _add_loop),
    (commands.alternatives, _add_alternatives),
    (commands.graph, _add_graph),
    (commands.coverage, _add_coverage),
    (commands.walk, _add_walk),
    (retarget, _add_retarget),
    (commands.export, _add_export),
    (commands.sheet, _add_sheet),
    (commands.generate, add_generate),
)
