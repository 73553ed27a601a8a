"""Everything that a set-up downloads is one of the files that were there when it was tried."""

import re
import subprocess
import sys
from pathlib import Path

import pytest

from scripts.environment import ROOT, SCRIPTS
from scripts.requirement import Requirement, requirements

pytestmark = pytest.mark.once

FILES = sorted((SCRIPTS / "requirements").glob("*.txt"))
OF_NOTHING = "0" * 64


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_every_download_is_pinned_by_hash(path: Path) -> None:
    found = list(requirements(path))
    assert found
    for each in found:
        assert re.fullmatch(r"[\w.]+", each.version), each.name
        assert each.hashes, each.name
        assert all(re.fullmatch("[0-9a-f]{64}", digest) for digest in each.hashes), each.name


@pytest.mark.parametrize("module", ["environment", "ipopt_wheel", "metis_library", "build_extension"])
def test_pip_takes_nothing_without_a_hash(module: str) -> None:
    source = (SCRIPTS / f"{module}.py").read_text()
    assert source.count('"-r"') == source.count('"--require-hashes"') > 0


def test_a_file_of_another_content_is_refused(tmp_path: Path) -> None:
    """By pip itself, without the network: a package whose hash is another than the one told."""
    (tmp_path / "wheel").mkdir()
    wheel = tmp_path / "wheel" / "thing-1.0-py3-none-any.whl"
    wheel.write_bytes(b"not what was tried")
    listed = tmp_path / "listed.txt"
    listed.write_text(Requirement("thing", "1.0", "", (OF_NOTHING,)).text() + "\n")
    command = [sys.executable, "-m", "pip", "download", "--no-index", "--no-deps", "--require-hashes"]
    command += ["--find-links", str(wheel.parent), "-d", str(tmp_path / "there"), "-r", str(listed)]
    ended = subprocess.run(command, capture_output=True, text=True, cwd=ROOT, check=False)
    assert ended.returncode != 0
    assert "DO NOT MATCH THE HASHES" in ended.stderr


def test_a_requirement_is_read_as_it_is_written(tmp_path: Path) -> None:
    told = Requirement("scipy", "1.15.3", 'python_version == "3.11"', (OF_NOTHING, "f" * 64))
    (tmp_path / "listed.txt").write_text(f"# why\n\n{told.text()}\nsympy==1.14.0\n")
    assert list(requirements(tmp_path / "listed.txt")) == [told, Requirement("sympy", "1.14.0", "", ())]
    assert told.applies_to("3.11")
    assert not told.applies_to("3.13")
