"""What the extension's tests stand on: the zip as built, and a Blender without any package of ours."""

import json
import os
import subprocess
import sys
import venv
from pathlib import Path

import pytest

from scripts import build_extension
from scripts.environment import MAIN

HERE = Path(__file__).parent
# What Blender's own Python holds, as far as the bpy wheel asks for it.
BROUGHT_BY_BLENDER = (
    *(
        "bpy",
        "numpy",
        "numpy.libs",
        "requests",
        "urllib3",
        "certifi",
        "idna",
        "charset_normalizer",
        "zstandard",
    ),
    *("attr", "attrs", "cattr", "cattrs", "typing_extensions.py"),
)


VERSION = f"{sys.version_info.major}.{sys.version_info.minor}"  # of Python


@pytest.fixture(scope="session")
def package(tmp_path_factory):
    """Build the zip as `make extension` does, with one of its scenes; what looks at scenes runs in the first Python."""
    folder = tmp_path_factory.mktemp("scenes")
    scenes = build_extension.make_scenes(folder, "HOPPER") if MAIN.version == VERSION else None
    return build_extension.build(
        tmp_path_factory.mktemp("dist"), build_extension.find_wheels(), scenes=scenes
    )


@pytest.fixture(scope="session")
def bare_python(tmp_path_factory):
    """Make a Python with Blender and numpy alone, so that every other package must come out of the zip."""
    folder = tmp_path_factory.mktemp("blender") / "python"
    venv.create(folder, with_pip=False, symlinks=True)
    source = Path(sys.prefix) / "lib" / f"python{VERSION}" / "site-packages"
    target = folder / "lib" / f"python{VERSION}" / "site-packages"
    for name in BROUGHT_BY_BLENDER:
        if (source / name).exists():
            (target / name).symlink_to(source / name)
    return folder / "bin" / "python"


@pytest.fixture(scope="session")
def life(package, bare_python, tmp_path_factory):
    """Let the extension live from installation to removal in an empty Blender, and return what was seen."""
    user_folder = tmp_path_factory.mktemp("user")
    variables = {
        name: value for name, value in os.environ.items() if not name.startswith(("PYTHON", "BLENDER"))
    }
    done = subprocess.run(
        [bare_python, HERE / "life_of_the_extension.py", package, user_folder],
        env={**variables, "BLENDER_USER_RESOURCES": str(user_folder)},
        capture_output=True,
        text=True,
        timeout=240,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return {"user_folder": user_folder, "package": package, **json.loads(done.stdout.splitlines()[-1])}
