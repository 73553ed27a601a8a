"""Name the system libraries that Blender's module needs and this computer lacks, and their packages."""

import os
import re
import subprocess
from pathlib import Path

from scripts.failure import SetupFailure

DEBIAN_PACKAGES = {
    "libX11.so.6": "libx11-6",
    "libXrender.so.1": "libxrender1",
    "libXfixes.so.3": "libxfixes3",
    "libXi.so.6": "libxi6",
    "libxkbcommon.so.0": "libxkbcommon0",
    "libXext.so.6": "libxext6",
    "libXxf86vm.so.1": "libxxf86vm1",
    "libSM.so.6": "libsm6",
    "libICE.so.6": "libice6",
    "libGL.so.1": "libgl1",
    "libEGL.so.1": "libegl1",
    "libgomp.so.1": "libgomp1",
}


def require(module: Path) -> None:
    """Raise a failure listing all libraries that the module needs and that are missing.

    Args:
        module: The shared object to load, such as Blender's `bpy/__init__.so`.
    """
    missing = missing_libraries(module)
    if missing:
        packages = sorted({DEBIAN_PACKAGES.get(name, f"the package with {name}") for name in missing})
        raise SetupFailure(
            f"Blender's Python module needs {', '.join(missing)}, not found here: "
            f"apt-get install {' '.join(packages)} (names of Debian and Ubuntu)."
        )


def missing_libraries(module: Path) -> list[str]:
    """List the direct and indirect libraries of a shared object that the loader does not find."""
    untranslated = {**os.environ, "LC_ALL": "C"}
    try:
        listing = subprocess.run(
            ["ldd", str(module)], capture_output=True, text=True, env=untranslated
        ).stdout
    except FileNotFoundError:
        return []  # No ldd, as with musl: importing the module reports it.
    return parse_ldd(listing)


def parse_ldd(listing: str) -> list[str]:
    """Read the names that `ldd` reports as not found."""
    return sorted(set(re.findall(r"^\s*(\S+) => not found", listing, flags=re.MULTILINE)))
