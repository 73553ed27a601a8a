"""Where many solves run."""

import multiprocessing
import subprocess
import sys
from dataclasses import replace

from solver.animate import animate
from solver.job.job import AnimationTiming
from solver.job.timings import CmaEs, FreeLength
from solver.scheduling.workers import LocalWorkers
from tests.support.imports import ROOT

LOADED = """
import sys
from solver.scheduling.workers import LocalWorkers
if __name__ == "__main__":
    workers = LocalWorkers(1)
    executor = workers.open("solver.mechanics.tree")
    print(executor.submit(eval, "'solver.mechanics.tree' in __import__('sys').modules").result())
    workers.close(executor)
"""

SCRIPT = """
from solver import api
from solver.fitting.presets.particle import particle
print("begin", flush=True)
space = api.ParameterSpace("fall").add_dimension([particle()])
space = space.add_dimension([api.AnimationTiming(0.5, 10), api.AnimationTiming(0.6, 10)])
print(api.generate(space, "fall.sqlite", workers=2).solved, "solved")
"""


def test_fresh_processes_have_loaded_what_their_work_needs(tmp_path):
    """Each would wait a second for SciPy and IPOPT."""
    script = tmp_path / "loaded.py"
    script.write_text(LOADED)
    done = subprocess.run(
        [sys.executable, script], cwd=ROOT, env={"PYTHONPATH": str(ROOT)},
        capture_output=True, text=True, check=True, timeout=60,
    )  # fmt: skip
    assert done.stdout.strip() == "True"


def test_all_processes_begin_with_the_first_task() -> None:
    """One that began later could end unseen, and whoever waits for its task would wait for ever."""
    before = set(multiprocessing.active_children())
    workers = LocalWorkers(2)
    executor = workers.open("math")
    assert executor.submit(abs, -3).result() == 3
    assert len(set(multiprocessing.active_children()) - before) == 2
    workers.close(executor)


def test_free_timings_take_a_number_of_processes(flight):
    job = flight()
    job = replace(
        job,
        timing=AnimationTiming(0.8, 20.0, FreeLength(0.5, 1.5)),
        timing_search=CmaEs(population=4, generations=2),
    )
    assert animate(job, workers=2).job == animate(job).job


def test_a_script_may_ask_for_workers_at_its_first_line(tmp_path):
    """Without ``if __name__ == "__main__"``, as McIntosh prints it: workers do not run the script again."""
    script = tmp_path / "script.py"
    script.write_text(SCRIPT)
    done = subprocess.run(
        [sys.executable, script], cwd=tmp_path, env={"PYTHONPATH": str(ROOT)},
        capture_output=True, text=True, timeout=120, check=False,
    )  # fmt: skip
    assert (done.stdout, done.stderr) == ("begin\n2 solved\n", "")
