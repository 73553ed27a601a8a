"""What the motion library's figures are made of."""

import json

from scripts.library.__main__ import FIGURES, figures
from scripts.library.captured import captured


def test_the_file_of_figures_holds_these_and_no_others():
    parts = dict.fromkeys(
        ("seconds", "dofs", "linear", "angular", "slide_mm", "tried", "solved", "edges", "kept_share"), 1
    )
    told = {name: parts | {"bridged_seconds": 2} for name in ("transition44", "pairs", "graph36")}
    told |= {"walks": {}, "frames10000_s": 3.0, "player_poses_per_second": 4.0, "fairmotion_ratio": None}
    found = figures(told)
    assert json.loads(json.dumps(found)) == {
        "transition44": dict.fromkeys(("seconds", "dofs", "linear", "angular", "slide_mm"), 1),
        "pairs": {"tried": 1, "solved": 1},
        "graph36": {"seconds": 1, "edges": 1, "kept_share": 1},
        "frames10000_s": 3.0,
        "player_poses_per_second": 4.0,
        "fairmotion_ratio": None,
    }
    assert list(figures({"pairs": parts})) == ["pairs"]
    assert set(FIGURES) == set(found)


def test_captures_that_are_not_there_are_left_out(tmp_path):
    (tmp_path / "other.bvh").write_text("")
    assert captured(tmp_path) == []
