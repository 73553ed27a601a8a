"""The program that a second Blender runs: ``blender --background --python second_blender.py -- FOLDER``.

If Blender is a Python module, ``python second_blender.py FOLDER`` does the same. stdout carries solver.messages, so
output of exporters is redirected to stderr.
"""

import os
import sys
from importlib import import_module, util
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
EXTENSIONS = "bl_ext."  # the package of every extension that Blender has enabled
NAME = "spacetime_animator"  # if the extension is not enabled in this Blender


def main() -> None:
    """Runs the order in the folder."""
    voice = os.fdopen(os.dup(sys.stdout.fileno()), "w", encoding="utf-8")
    os.dup2(sys.stderr.fileno(), sys.stdout.fileno())
    import_module("bpy")  # which may need initialization
    import_module(f"{_extension()}.addon.files.ordered_export").main(Path(sys.argv[-1]), voice)


def _extension() -> str:
    """Name of the extension in this Blender; if it is not enabled, its properties suffice."""
    for name, module in sys.modules.items():
        file = getattr(module, "__file__", None) or ""
        if name.startswith(EXTENSIONS) and Path(file).resolve() == ROOT / "__init__.py":
            return name
    spec = util.spec_from_file_location(NAME, ROOT / "__init__.py", submodule_search_locations=[str(ROOT)])
    assert spec is not None
    assert spec.loader is not None
    sys.modules[NAME] = util.module_from_spec(spec)
    spec.loader.exec_module(sys.modules[NAME])
    import_module(f"{NAME}.addon.properties").register()
    return NAME


if __name__ == "__main__":
    main()
