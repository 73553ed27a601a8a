"""Print a clip's gait figures beside those of people.

python -m scripts.gait CLIP.npz
"""

import argparse
import sys
from pathlib import Path

from solver.analysis.gait import gait_figures, gait_table
from solver.clip.clip import Clip
from solver.errors import InputError


def main(arguments: list[str]) -> int:
    """Return the exit code."""
    parser = argparse.ArgumentParser(prog="python -m scripts.gait", description="Measure a clip's gait.")
    parser.add_argument("clip", type=Path, help="an .npz that the solver wrote")
    try:
        print(gait_table(gait_figures(Clip.load(parser.parse_args(arguments).clip))), end="")
    except InputError as error:
        print(f"error: {error}", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
