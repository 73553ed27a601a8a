"""The zip installs into an empty Blender, works from its own wheels, and leaves nothing behind."""

import os
import posixpath
import re
import tomllib
import zipfile
from pathlib import Path

import pytest

from scripts import build_extension
from scripts.environment import SCRIPTS
from scripts.failure import SetupFailure
from scripts.requirement import requirements


def test_enabling_registers_the_addon(life):
    assert life["files_before"] == []
    assert life["is_enabled"]
    assert life["is_imported"]


def test_packages_come_from_the_zip_and_numpy_from_blender(life):
    wheels = str(life["user_folder"] / "extensions" / ".local")
    for name, origin in life["origins"].items():
        assert origin.startswith(wheels), f"{name} was found outside the extension: {origin}"
    assert not life["numpy"].startswith(wheels)


def test_enabling_loads_none_of_the_solvers_packages(life):
    assert life["loaded_by_enabling"] == []


def test_installed_solver_finds_a_walk_in_its_own_process(life):
    solve = life["solve"]
    assert solve["result"] == ["FINISHED"], solve["text"]
    assert solve["n_frames"] > 1, "the walk must be in the action"
    places = solve["python_path"].split(os.pathsep)
    assert places, "the solver's process needs the extension's packages"
    assert all(place.startswith(str(life["user_folder"])) for place in places)
    assert solve["loaded_in_blender"] == []


def test_removal_leaves_only_the_users_file(life):
    assert not life["is_enabled_after_disable"]
    blenders_own = ("extensions/.cache/", "config/")
    assert [path for path in life["files_after"] if not path.startswith(blenders_own)] == ["scene.blend"]


@pytest.mark.once
def test_zip_for_another_python_lists_no_wheels(tmp_path):
    """Blender refuses an extension whose wheels are all for other Pythons."""
    with zipfile.ZipFile(build_extension.build(tmp_path, ())) as content:
        manifest = tomllib.loads(content.read("blender_manifest.toml").decode())
        assert not [name for name in content.namelist() if name.startswith("wheels")]
    assert "wheels" not in manifest


@pytest.mark.once
def test_zip_holds_the_code_the_licences_and_no_development_files(package):
    with zipfile.ZipFile(package) as content:
        names = content.namelist()
        manifest = tomllib.loads(content.read("blender_manifest.toml").decode())
    assert {name.split("/")[0] for name in names} == {
        *("__init__.py", "LICENSE", "addon", "blender_manifest.toml", "docs", "scenes", "solver", "wheels")
    }
    assert {"scenes/hopper.blend", "scenes/blender_assets.cats.txt"} <= {*names}
    assert "docs/artist/manual.md" in names  # where a right click leads
    assert "solver/LICENSE" in names
    assert not [name for name in names if "__pycache__" in name]
    assert sorted(manifest["wheels"]) == sorted(f"./{name}" for name in names if name.startswith("wheels/"))
    bundled = {name.removeprefix("wheels/").split("-")[0] for name in names if name.startswith("wheels/")}
    assert bundled == {"cyipopt", "scipy", "sympy", "mpmath", "cma"}


@pytest.mark.once
def test_every_link_of_the_bundled_manual_leads_somewhere(package):
    """To a file of the zip or a section of its page; from the manual on, wherever its pages lead."""
    with zipfile.ZipFile(package) as content:
        sizes = {each.filename: each.compress_size for each in content.infolist()}
        pages = {name: content.read(name).decode() for name in sizes if name.endswith(".md") and "/" in name}
    assert {
        "docs/artist/manual.md",
        "docs/artist/first_ten_minutes.md",
        "docs/developer/expressions.md",
        "docs/developer/errors.md",
    } <= set(pages)
    dead, reached = [], {"docs/artist/manual.md"}
    for page, text in pages.items():
        for target in re.findall(r"\]\(([^)\s]+)\)", text):
            file, _, section = target.partition("#")
            if "://" in target:
                continue
            name = posixpath.normpath(posixpath.join(posixpath.dirname(page), file)) if file else page
            reached.add(name)
            if name not in sizes or (section and section not in sections(pages[name])):
                dead.append(f"{page}: {target}")
    assert not dead
    docs = {name for name in sizes if name.startswith("docs/")}
    assert docs == reached  # nothing is carried in vain
    assert sum(sizes[name] for name in docs) < 3_000_000


def sections(page):
    """Give the names by which links call a page's headings."""
    headings = re.findall(r"^#+ (.*)$", page, re.M)
    return {re.sub(r"[^\w -]", "", heading.lower()).strip().replace(" ", "-") for heading in headings}


@pytest.mark.once
def test_zip_with_numpy_is_refused(tmp_path):
    package = tmp_path / "bad.zip"
    with zipfile.ZipFile(package, "w") as content:
        content.writestr("wheels/numpy-1.26.4-cp311-cp311-manylinux_2_17_x86_64.whl", "")
    with pytest.raises(SetupFailure, match="must not bundle numpy"):
        build_extension.require_no_numpy(package)


@pytest.mark.once
def test_wheels_without_ipopt_are_refused():
    there = [Path(f"{name}-1.0-py3-none-any.whl") for name in ("scipy", "sympy", "mpmath", "cma")]
    build_extension.require_complete([*there, Path("cyipopt-1.7.0-cp311-cp311-linux_x86_64.whl")], "3.11")
    with pytest.raises(SetupFailure, match=r"for Python 3\.11 lack cyipopt; run `make environment`"):
        build_extension.require_complete(there, "3.11")


@pytest.mark.once
@pytest.mark.parametrize("version", ["3.11", "3.13"])
def test_bundled_versions_are_the_tested_ones(version):
    tested = pins(SCRIPTS / "requirements" / f"py{version.replace('.', '')}.txt", version)
    bundled = pins(SCRIPTS / "requirements" / "extension.txt", version)
    assert bundled.items() <= tested.items()


def pins(file: Path, version: str) -> dict[str, str]:
    """Read the pinned packages of a requirements file that apply to a Python version."""
    return {each.name: each.version for each in requirements(file) if each.applies_to(version)}
