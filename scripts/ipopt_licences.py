"""Put the licences of everything inside the cyipopt wheel into the wheel, with a note of origins."""

import shutil
from pathlib import Path

from scripts.failure import SetupFailure

LICENCES = Path(__file__).parent / "licences"
OWN_LICENCE = Path(__file__).parent / "ldlt" / "LICENSE"

# Name inside the wheel, and where casadi's `include/licenses` keeps the text.
FROM_CASADI = {
    "IPOPT.txt": "ipopt-external/LICENSE",
    "MUMPS.txt": "mumps-external/MUMPS/LICENSE",
    "MUMPS-build.txt": "mumps-external/LICENSE",
    "OpenBLAS.txt": "openblas-external/LICENSE",
    "LAPACK.txt": "openblas-external/lapack-netlib/LICENSE",
}
GCC_HEADING = "Name: GCC runtime library"
# Each library auditwheel may copy in, by the start of its file name, and the licence that covers it.
COVERED = {
    "libipopt": "IPOPT.txt",
    "libcoinmumps": "MUMPS.txt",
    "libcoinmetis": "METIS.txt",
    "libcasadi-tp-openblas": "OpenBLAS.txt",
    "libopenblas": "OpenBLAS.txt",
    "libldlt": "LDLT.txt",
    "libgfortran": "GCC-runtime.txt",
    "libquadmath": "GCC-runtime.txt",
    "libgomp": "GCC-runtime.txt",
}


def add_licences(tree: Path, *, site_packages: Path, metis: Path, changes: Path) -> None:
    """Add a licence for each library inside an opened wheel.

    Args:
        tree: The opened wheel.
        site_packages: Where casadi, scipy and packaging are installed; all carry licence texts that are needed.
        metis: The source of METIS.
        changes: The patch that cyipopt has; its license requires changes to be stated and their source to be at hand.

    Raises:
        SetupFailure: The wheel holds a library that no licence covers.
    """
    _require_covered(tree / "cyipopt.libs")
    (info,) = tree.glob("*.dist-info")
    folder = info / "licenses"
    folder.mkdir(exist_ok=True)
    for name, place in FROM_CASADI.items():
        shutil.copyfile(site_packages / "casadi" / "include" / "licenses" / place, folder / name)
    shutil.copyfile(metis / "LICENSE.txt", folder / "METIS.txt")
    (apache,) = site_packages.glob("packaging-*.dist-info/licenses/LICENSE.APACHE")
    shutil.copyfile(apache, folder / "Apache-2.0.txt")
    (folder / "GCC-runtime.txt").write_text(gcc_runtime_licence(site_packages))
    shutil.copyfile(changes, folder / changes.name)
    shutil.copyfile(OWN_LICENCE, folder / "LDLT.txt")
    for text in LICENCES.iterdir():
        shutil.copyfile(text, folder / text.name)


def gcc_runtime_licence(site_packages: Path) -> str:
    """Take the licence of GCC's Fortran runtime from scipy's wheel, which bundles the same libraries."""
    (licence,) = site_packages.glob("scipy-*.dist-info/LICENSE.txt")
    text = licence.read_text()
    start = text.find(GCC_HEADING)
    if start < 0:
        raise SetupFailure(f"{licence} no longer holds the licence of GCC's runtime libraries.")
    return text[start:]


def _require_covered(libraries: Path) -> None:
    unknown = [
        library.name for library in sorted(libraries.iterdir()) if not library.name.startswith(tuple(COVERED))
    ]
    if unknown:
        raise SetupFailure(f"The cyipopt wheel holds libraries without a licence text: {', '.join(unknown)}.")
