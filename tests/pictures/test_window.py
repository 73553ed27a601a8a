"""Panels are pictured in a real window, where there are the programs for it."""

import struct

import pytest

from docs.pictures.window.pictures import take_pictures
from docs.pictures.window.programs import VARIABLE, find_programs
from scripts.failure import SetupFailure


@pytest.fixture
def programs():
    """Give Blender with a window, a screen in memory and ImageMagick."""
    try:
        return find_programs()
    except SetupFailure as error:
        pytest.skip(str(error))


def test_a_panel_is_opened_and_cut_out(programs, tmp_path):
    take_pictures(programs, tmp_path / "pictures", ["main"])
    (picture,) = (tmp_path / "pictures").iterdir()
    assert picture.name == "panel_main.png"
    width, height = struct.unpack(">II", picture.read_bytes()[16:24])  # of a PNG, as its format says
    assert 150 < width < 300  # a sidebar without its tabs
    assert 200 < height < 500  # ten rows and a button; not the whole window
    assert 2000 < picture.stat().st_size < 20_000


def test_the_mouse_drags_a_body_in_the_window(programs, tmp_path):
    take_pictures(programs, tmp_path / "pictures", ["window_resize"])
    (picture,) = (tmp_path / "pictures").iterdir()
    assert picture.name == "window_resize.jpg"
    assert picture.read_bytes().startswith(b"\xff\xd8")  # a JPEG
    assert 10_000 < picture.stat().st_size < 60_000  # neither black nor the whole screen


def test_what_is_missing_is_said_in_one_sentence(monkeypatch):
    monkeypatch.setenv(VARIABLE, "no-such-blender")
    monkeypatch.setenv("PATH", "")
    with pytest.raises(SetupFailure) as failure:
        find_programs()
    sentence = str(failure.value)
    assert "blender, Xvfb, convert" in sentence
    assert "Debian's package imagemagick" in sentence
    assert VARIABLE in sentence


@pytest.mark.parametrize("version", ["3.4.1", "4.1.0"])
def test_older_blenders_are_refused_by_their_version(version, monkeypatch, tmp_path):
    command(tmp_path / "old-blender", f"echo 'Blender {version}'")
    command(tmp_path / "Xvfb", "exit 1")
    command(tmp_path / "convert", "exit 1")
    monkeypatch.setenv(VARIABLE, str(tmp_path / "old-blender"))
    monkeypatch.setenv("PATH", f"{tmp_path}:/usr/bin:/bin")
    with pytest.raises(SetupFailure, match=f"need Blender 4.2.0 or later, found {version} at .*old-blender"):
        find_programs()


def command(path, does):
    """A program of one line, as a command that starts a Blender may be."""
    path.write_text(f"#!/bin/sh\n{does}\n", encoding="utf-8")
    path.chmod(0o755)
