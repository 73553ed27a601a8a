"""The solver as an installed package: a script anywhere runs, and nothing of the solver is left out."""

import importlib.util
import os
import shutil
import site
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

from scripts.requirement import requirements

ROOT = Path(__file__).resolve().parents[2]
SETTINGS = tomllib.loads((ROOT / "pyproject.toml").read_text())
SCRIPT = """
from spacetime_animator.solver.fitting.bone_map import __name__ as inside
from spacetime_animator.solver.fitting.presets.particle import particle
from spacetime_animator.solver.animate import animate
from spacetime_animator.solver.job.job import AnimationTiming, Job
import spacetime_animator.solver, sys
clip = animate(Job("fall", particle(100.0), AnimationTiming(0.5, fps=10)))
print(clip.provenance.solved, inside, spacetime_animator.solver.__file__, "bpy" in sys.modules)
"""


def run(command, **more):
    done = subprocess.run(list(map(str, command)), capture_output=True, text=True, check=False, **more)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


@pytest.fixture
def checkout(tmp_path):
    """What an installation needs of the checkout, elsewhere: it leaves files beside what it installs."""
    folder = tmp_path / "checkout"
    folder.mkdir()
    for name in ("pyproject.toml", "README.md"):
        shutil.copyfile(ROOT / name, folder / name)
    shutil.copytree(ROOT / "solver", folder / "solver", ignore=shutil.ignore_patterns("__pycache__"))
    return folder


@pytest.fixture
def python(tmp_path):
    """Another environment, which sees the packages of this one."""
    if importlib.util.find_spec("setuptools") is None:
        pytest.skip("setuptools, which builds the package, is not installed")
    run([sys.executable, "-m", "venv", "--without-pip", tmp_path / "venv"])
    python = tmp_path / "venv" / "bin" / "python"
    (place,) = (tmp_path / "venv" / "lib").glob("python*/site-packages")
    (place / "beside.pth").write_text("\n".join(site.getsitepackages()))
    return python


@pytest.mark.parametrize("is_editable", [pytest.param(True, marks=pytest.mark.once), False])
def test_a_script_outside_the_checkout_runs(checkout, python, tmp_path, is_editable):
    how = ("--no-index", "--no-deps", "--no-build-isolation", "--no-compile", "--quiet")
    run([python, "-m", "pip", "install", *how, *(["-e"] if is_editable else []), checkout])
    outside = tmp_path / "outside"
    outside.mkdir()
    (outside / "fall.py").write_text(SCRIPT)
    plain = {name: value for name, value in os.environ.items() if name != "PYTHONPATH"}
    said = run([python, outside / "fall.py"], cwd=outside, env=plain).split()
    assert (said[0], said[3]) == ("True", "False")
    assert Path(said[2]).is_relative_to(checkout) == is_editable
    said_back = run([python, "-m", "spacetime_animator.solver", "echo", "hello"], cwd=outside, env=plain)
    assert "hello" in said_back


def test_every_package_of_the_solver_is_listed():
    listed = SETTINGS["tool"]["setuptools"]["packages"]
    found = sorted(str(file.parent.relative_to(ROOT)) for file in (ROOT / "solver").rglob("__init__.py"))
    assert sorted(listed) == [f"spacetime_animator.{folder.replace('/', '.')}" for folder in found]


def test_the_package_asks_for_what_the_extension_bundles():
    """And for numpy and our IPOPT, which Blender and the wheel beside it bring."""
    names = {each.name for each in requirements(ROOT / "scripts" / "requirements" / "extension.txt")}
    assert set(SETTINGS["project"]["dependencies"]) == names | {"numpy", "cyipopt"}
