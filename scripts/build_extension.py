"""Build the extension's zip with Blender's own tool: our code and the wheels of every Python that is set up.

The tree is copied first, because only the zip's manifest lists wheels: a checkout has none to list.
"""

import argparse
import shutil
import sys
import tempfile
import zipfile
from collections.abc import Sequence
from pathlib import Path

from scripts.bundled_docs import copy_docs
from scripts.environment import MAIN, ROOT, SCRIPTS, SECOND, WHEELS, Environment, digest
from scripts.failure import SetupFailure
from scripts.processes import pip, run
from scripts.requirement import requirements

CONTENT = ("__init__.py", "LICENSE", "addon", "solver")
DIST = ROOT / "dist"
REQUIREMENTS = SCRIPTS / "requirements" / "extension.txt"
WHEELS_MARK = "# `make extension` writes the list of bundled wheels here, in a copy of this file.\n"


def main() -> int:
    """Build into dist/ and print what was made; return the exit code."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument(
        "--without-wheels",
        action="store_true",
        help="for a Blender whose Python already has the packages, as built by Linux distributions",
    )
    parser.add_argument(
        "--scenes", type=Path, metavar="DIR", help="folder of example scenes; by default, they are solved"
    )
    chosen = parser.parse_args()
    try:
        wheels = [] if chosen.without_wheels else find_wheels()  # before the scenes, which are slow
        package = build(DIST, wheels, scenes=chosen.scenes or make_scenes(ROOT / "out/scenes"))
    except SetupFailure as failure:
        print(f"error: {failure}", file=sys.stderr)
        return 1
    print(f"{package.relative_to(ROOT)} ({package.stat().st_size / 1e6:.0f} MB)")
    return 0


def make_scenes(folder: Path, *names: str) -> Path:
    """Solve example scenes (all if none are named), then open and solve each again; return their folder."""
    shutil.rmtree(folder, ignore_errors=True)
    run([MAIN.python, "-m", "scripts.scenes", "--out", folder, *names], step="making the example scenes")
    return folder


def build(folder: Path, wheels: Sequence[Path], *, scenes: Path | None = None) -> Path:
    """Stage, validate and build the extension.

    Args:
        folder: Receives the zip.
        wheels: The solver's packages to include; Blender then refuses the extension for any other Python.
        scenes: Folder of the example scenes; None leaves them out, and the add-on reports that.

    Returns:
        The zip.
    """
    folder.mkdir(exist_ok=True)
    for old in folder.glob("spacetime_animator-*.zip"):
        old.unlink()
    with tempfile.TemporaryDirectory(prefix="spacetime-extension-") as place:
        tree = Path(place)
        stage(tree, wheels, scenes)
        _blender_tool("validate", tree)
        _blender_tool("build", "--source-dir", tree, "--output-dir", folder)
    (package,) = folder.glob("spacetime_animator-*.zip")
    _blender_tool("validate", package)
    require_no_numpy(package)
    return package


def find_wheels() -> list[Path]:
    """Return the wheels of every Python that is set up.

    Raises:
        SetupFailure: one is missing.
    """
    environments = [MAIN]
    if SECOND.is_complete():
        environments.append(SECOND)
    else:
        print(f"Python {SECOND.version} is not set up: the zip will only serve Python {MAIN.version}.")
    return sorted({wheel.name: wheel for each in environments for wheel in bundle(each)}.values())


def bundle(environment: Environment) -> list[Path]:
    """Return the wheels for one Python, fetched once and kept until the requirements change."""
    folder = WHEELS / f"extension-{environment.tag}-{digest(REQUIREMENTS)[:12]}"
    if not folder.is_dir():
        unfinished = folder.with_suffix(".part")
        shutil.rmtree(unfinished, ignore_errors=True)
        options = (
            "--no-deps",
            "--only-binary",
            ":all:",
            "--require-hashes",
            "-q",
            "-d",
            unfinished,
            "-r",
            REQUIREMENTS,
        )
        pip(environment.python, "download", *options, step="fetching the extension's wheels")
        unfinished.rename(folder)
    wheels = [*folder.glob("*.whl"), *WHEELS.glob(f"cyipopt-*-{environment.tag}-*.whl")]
    require_complete(wheels, environment.version)
    return wheels


def require_complete(wheels: list[Path], version: str) -> None:
    """Check that no wheel of a Python is missing: the zip would install but not solve."""
    there = {wheel.name.split("-")[0] for wheel in wheels}
    needed = {each.name for each in requirements(REQUIREMENTS) if each.applies_to(version)}
    missing = sorted({"cyipopt", *needed} - there)
    if missing:
        raise SetupFailure(
            f"The wheels for Python {version} lack {', '.join(missing)}; run `make environment`, and if that does "
            f"not help, remove {WHEELS.name}/ and run it again."
        )


def stage(tree: Path, wheels: Sequence[Path], scenes: Path | None = None) -> None:
    """Copy the content of the zip to an empty folder, with a manifest that lists the wheels."""
    if scenes is not None:
        shutil.copytree(scenes, tree / "scenes")
    for name in CONTENT:
        if (ROOT / name).is_dir():
            shutil.copytree(ROOT / name, tree / name, ignore=shutil.ignore_patterns("__pycache__"))
        else:
            shutil.copyfile(ROOT / name, tree / name)
    copy_docs(tree)
    if wheels:
        (tree / "wheels").mkdir()
    for wheel in wheels:
        shutil.copyfile(wheel, tree / "wheels" / wheel.name)
    manifest = (ROOT / "blender_manifest.toml").read_text()
    if WHEELS_MARK not in manifest:
        raise SetupFailure("blender_manifest.toml lost the line that marks the place of the wheels.")
    listed = "".join(f'    "./wheels/{wheel.name}",\n' for wheel in wheels)
    wheels_list = f"wheels = [\n{listed}]\n" if wheels else ""
    (tree / "blender_manifest.toml").write_text(manifest.replace(WHEELS_MARK, wheels_list))


def require_no_numpy(package: Path) -> None:
    """Check that the zip has no numpy, which would replace Blender's for all extensions of the user."""
    with zipfile.ZipFile(package) as content:
        found = [name for name in content.namelist() if Path(name).name.lower().startswith("numpy")]
    if found:
        raise SetupFailure(f"The extension must not bundle numpy: {', '.join(found)}.")


def _blender_tool(command: str, *arguments: str | Path) -> None:
    """Run a command of Blender's extension tool, with Blender's list of tags."""
    (blender,) = (MAIN.folder / "lib").glob("python*/site-packages/bpy/[0-9]*")
    tool = blender / "scripts" / "addons_core" / "bl_pkg" / "cli" / "blender_ext.py"
    tags = blender / "scripts" / "modules" / "_bpy_internal" / "extensions" / "tags.py"
    step = f"Blender's `extension {command}`"
    run([MAIN.python, tool, command, "--valid-tags", tags, *arguments], step=step)


if __name__ == "__main__":
    sys.exit(main())
