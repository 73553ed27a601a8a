"""Compile METIS 5 in place of the METIS 4 that casadi's MUMPS and SPRAL call.

METIS 4 may not be redistributed; METIS 5 is Apache-2.0. Its functions take other arguments, so metis4.c offers the
three old calls that MUMPS and SPRAL make and passes them on.
"""

import shlex
import shutil
from pathlib import Path

from scripts.processes import pip, run

SCRIPTS = Path(__file__).parent
ADAPTER = SCRIPTS / "metis"
REQUIREMENTS = SCRIPTS / "requirements" / "metis_source.txt"
# frename.c offers Fortran names of METIS 5's own calls, which would clash with the old ones.
LEFT_OUT = "frename.c"
# Only the three calls are visible, and what they do not need is dropped. METIS's code is full of warnings.
OPTIONS = (
    *(
        "-shared",
        "-O2",
        "-fPIC",
        "-w",
        "-std=gnu99",
        "-DNDEBUG",
        "-DMETIS_PartGraphKway=Metis5_PartGraphKway",
    ),
    *("-fvisibility=hidden", "-ffunction-sections", "-Wl,--gc-sections", "-Wl,--no-undefined"),
    *("-include", str(ADAPTER / "glibc.h")),
)


def replace(libraries: Path, *, python: Path, compiler: str, work: Path) -> Path:
    """Overwrite the METIS library of a wheel.

    Args:
        libraries: The folder of the opened wheel that holds its shared libraries.
        python: The interpreter of the build environment, whose pip fetches the source.
        compiler: The C compiler's command.
        work: A scratch folder.

    Returns:
        The folder of METIS's source, where its licence is.
    """
    (library,) = libraries.glob("libcoinmetis-*.so*")
    source = _fetch(python, work)
    header = work / "metis-include" / "metis.h"
    header.parent.mkdir()
    # MUMPS and SPRAL count with 32-bit integers.
    text = (source / "include" / "metis.h").read_text()
    header.write_text(text.replace("#define IDXTYPEWIDTH 64", "#define IDXTYPEWIDTH 32"))
    folders = [header.parent, source / "GKlib", source / "libmetis"]
    files = [file for folder in folders for file in sorted(folder.glob("*.c")) if file.name != LEFT_OUT]
    command: list[str | Path] = [
        *shlex.split(compiler),
        *OPTIONS,
        f"-Wl,-soname,{library.name}",
        "-o",
        library,
    ]
    command += [f"-I{folder}" for folder in folders]
    command += [ADAPTER / "metis4.c", *files, "-lm"]
    run(command, step="compiling METIS 5")
    return source


def _fetch(python: Path, work: Path) -> Path:
    options = ("--no-deps", "--no-build-isolation", "--no-binary", "pymetis", "--require-hashes", "-q")
    folder = work / "metis-source"
    pip(python, "download", *options, "-d", folder, "-r", REQUIREMENTS, step="fetching the source of METIS 5")
    (archive,) = folder.glob("*.tar.gz")
    shutil.unpack_archive(archive, folder)
    (source,) = folder.glob("*/src/metis")
    return source
