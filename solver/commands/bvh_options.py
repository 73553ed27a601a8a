"""Options of the command line for how BVH files are written."""

import argparse
from dataclasses import replace

from ..formats.bvh.style import ALL, CENTIMETERS, METERS, PLAIN, STYLES, BvhStyle

UNITS = {"m": METERS, "cm": CENTIMETERS}


def add_bvh_options(parser: argparse.ArgumentParser) -> None:
    """Arguments of a command that exports BVH files."""
    group = parser.add_argument_group("BVH")
    group.add_argument("--reader", choices=tuple(STYLES), help="program that will read the file")
    group.add_argument("--up", choices=("Y", "Z"), help="axis of the file that points up")
    group.add_argument("--unit", choices=tuple(UNITS), help="unit of the file")
    group.add_argument(
        "--plain-names", action="store_true", help="names of letters, digits, - and _, without blanks"
    )
    group.add_argument(
        "--all-positions", action="store_true",
        help="positions of all joints, not only of those that move; many readers add them to the offsets",
    )  # fmt: skip


def bvh_style(chosen: argparse.Namespace, usual: BvhStyle) -> BvhStyle:
    """The style of the arguments; what they leave open is that of the reader, or else as usual."""
    style = STYLES[chosen.reader] if chosen.reader else usual
    return replace(
        style,
        up=chosen.up or style.up,
        unit=UNITS[chosen.unit] if chosen.unit else style.unit,
        names=PLAIN if chosen.plain_names else style.names,
        positions=ALL if chosen.all_positions else style.positions,
    )
