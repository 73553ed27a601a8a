"""The set-up explains what is missing and sums up test runs truthfully."""

from collections import Counter

import pytest

from scripts import interpreters, ipopt_wheel, shared_libraries, test_suite
from scripts.failure import SetupFailure
from scripts.processes import run


@pytest.mark.once
def test_missing_shared_libraries_are_named_with_their_package(monkeypatch, tmp_path):
    listing = "\tlibXi.so.6 => not found\n\tlibc.so.6 => /lib/libc.so.6 (0x7f)\n\tlibXi.so.6 => not found\n"
    assert shared_libraries.parse_ldd(listing) == ["libXi.so.6"]
    monkeypatch.setattr(shared_libraries, "missing_libraries", lambda module: ["libXi.so.6"])
    with pytest.raises(SetupFailure, match=r"libXi\.so\.6.*apt-get install libxi6"):
        shared_libraries.require(tmp_path)


@pytest.mark.once
def test_missing_compiler_is_named_with_its_package(monkeypatch, tmp_path):
    monkeypatch.setenv("PATH", str(tmp_path))
    monkeypatch.delenv("CC", raising=False)
    with pytest.raises(SetupFailure, match="apt-get install gcc"):
        ipopt_wheel.require_compiler("python3")


@pytest.mark.once
def test_dead_interpreter_is_no_interpreter(monkeypatch, tmp_path):
    shim = tmp_path / "python3.13"
    shim.write_text("#!/bin/sh\nexit 127\n")
    shim.chmod(0o755)
    assert interpreters.probe(str(shim)) is None
    monkeypatch.setenv("PYTHON313", str(shim))
    with pytest.raises(SetupFailure, match=r"does not start as Python 3\.13"):
        interpreters.find("3.13")
    monkeypatch.setenv("PYTHON313", "none")
    assert interpreters.find("3.13") is None


@pytest.mark.once
def test_unreachable_index_is_one_sentence():
    complaint = "echo 'Failed to establish a new connection: refused'; exit 1"
    with pytest.raises(SetupFailure, match=r"^installing failed: the Python package index cannot"):
        run(["sh", "-c", complaint], step="installing")


@pytest.mark.once
def test_closing_line_adds_both_runs():
    counts = Counter()
    counts.update(test_suite.parse_closing_line("===== 1 failed, 30 passed, 1 warning in 12.34s ====="))
    counts.update(test_suite.parse_closing_line("12 passed, 2 warnings in 75.00s (0:01:15)"))
    assert " 1 failed, 42 passed, 3 warnings in 90.00s " in test_suite.closing_line(counts, 90.0)
