"""The changes that the wheel's sources get: all of them, or a sentence."""

from pathlib import Path

import pytest

from scripts.failure import SetupFailure
from scripts.source_patch import apply

pytestmark = pytest.mark.once

PATCH = """Why it is needed.

--- a/folder/words.txt
+++ b/folder/words.txt
@@ -7,3 +7,4 @@
 one
-two
+zwei
+drei
 three
@@ -40,2 +41,2 @@
 nine
-ten
+zehn
"""


@pytest.fixture
def patch(tmp_path: Path) -> Path:
    file = tmp_path / "translation.patch"
    file.write_text(PATCH)
    return file


def _words(tmp_path: Path, text: str) -> Path:
    file = tmp_path / "folder" / "words.txt"
    file.parent.mkdir()
    file.write_text(text)
    return file


def test_a_patch_changes_what_it_says_wherever_that_is(tmp_path: Path, patch: Path) -> None:
    words = _words(tmp_path, "zero\none\ntwo\nthree\nnine\nten\nlast\n")
    apply(patch, tmp_path)
    assert words.read_text() == "zero\none\nzwei\ndrei\nthree\nnine\nzehn\nlast\n"


@pytest.mark.parametrize("text", ["one\ntwo\nthree\n", "one\ntwo\nthree\n" * 2 + "nine\nten\n"])
def test_a_source_that_a_patch_does_not_fit_stays_as_it_is(tmp_path: Path, patch: Path, text: str) -> None:
    words = _words(tmp_path, text)
    with pytest.raises(
        SetupFailure, match=r"A hunk of translation\.patch fits \d places of folder/words\.txt"
    ):
        apply(patch, tmp_path)
    assert words.read_text() == text


def test_a_file_that_is_not_there_is_named(tmp_path: Path, patch: Path) -> None:
    with pytest.raises(SetupFailure, match=r"changes folder/words\.txt, which the source does not hold"):
        apply(patch, tmp_path)
