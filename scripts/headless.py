"""Does the same as ``blender --background FILE --command spacetime`` with the bpy module, without Blender.

python -m scripts.headless FILE.blend solve --out solved.blend
python -m scripts.headless solved.blend export --out clips --for UNITY
"""

import sys
from importlib import import_module

from scripts.load_extension import load_extension


def main(arguments: list[str]) -> int:
    """Opens the file, runs the command on it and returns its exit code."""
    if not arguments or arguments[0] in ("-h", "--help"):
        sys.stderr.write(__doc__ or "")
        return 2
    command_line = import_module(f"{load_extension()}.addon.command_line")
    bpy = import_module("bpy")
    bpy.ops.wm.open_mainfile(filepath=arguments[0])
    return int(command_line.main(arguments[1:]))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
