"""The examples of docs/artist/spaces.md."""

import json
import os
import re
import subprocess
import sys
from pathlib import Path

from solver.animate import animate
from solver.space import ParameterSpace

TEXT = (Path(__file__).parents[3] / "docs" / "artist" / "spaces.md").read_text(encoding="utf-8")


def example(language):
    (found,) = re.findall(rf"```{language}\n(.*?)```", TEXT, re.DOTALL)
    return found


def test_the_python_example(tmp_path):
    """Run as a file of its own, as a reader would."""
    (tmp_path / "example.py").write_text(
        example("python") + "\nimport sys\nsys.stdout.write(str(len(space.points())))\n"
    )
    done = subprocess.run(
        [sys.executable, str(tmp_path / "example.py")], cwd=Path(__file__).parents[3], capture_output=True, text=True,
        check=True, env=os.environ | {"PYTHONPATH": "."},
    )  # fmt: skip
    assert done.stdout == "9"  # 5 speeds by 2, less the fast limp


def test_the_file():
    space = ParameterSpace.from_json(json.loads(example("json")))
    points = space.points()
    assert len(points) == 9
    sample = space.sample(points[-1])
    assert sample.parameters == {"who": "particle", "x": 2.0, "z": 2.0}
    clip = animate(sample.job)
    assert clip.provenance.solved
    assert abs(clip.motion.position[-1, 0] - [2.0, 0.0, 2.0]).max() < 1e-6
