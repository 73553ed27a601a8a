"""The table of words has those that the panels have."""

import re

from bl_ext.user_default.spacetime_animator.addon import locale

from scripts.environment import ROOT

PAGE = ROOT / "docs" / "artist" / "words.md"


def test_every_word_of_the_table_is_in_a_panel():
    words = re.findall(r"^\| \*\*(.+?)\*\*", PAGE.read_text(encoding="utf-8"), re.M)
    known = {
        word for _context, word in locale.LANGUAGES["de_DE"]
    }  # all that can be read, as other tests hold
    assert len(words) > 10
    assert set(words) <= known
