"""The command line as the add-on sees it: messages on stdout and nothing else, exit codes, cancelling."""

import os
import subprocess
import sys
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from solver.animate import animate
from solver.clip.clip import Clip
from solver.formats.bvh import read_bvh
from solver.job.constraints.clearance import Clearance
from solver.job.constraints.expression import ExpressionConstraint
from solver.job.job import AnimationTiming, Job, SolverOptions
from solver.job.timings import CmaEs, FreeLength
from solver.messages import Done, Generation, Message, Progress, Status, decode
from solver.motion.world_motion import WorldMotion
from solver.store.clip_store import ClipStore
from solver.wording.violations import sentence
from tests.support.command import COMMAND, LIMIT, ROOT, checked, errors, run

Save, Make = Callable[[Job], Path], Callable[..., Job]


def generations(messages: list[Message]) -> list[Generation]:
    return [replace(m, seconds=0.0) for m in messages if isinstance(m, Generation)]


@pytest.fixture
def saved(tmp_path: Path) -> Save:
    def save(job: Job) -> Path:
        job.save(tmp_path / "job.json")
        return tmp_path / "job.json"

    return save


def test_echo_answers_exactly() -> None:
    done = subprocess.run(
        [*COMMAND, "echo", 'hello, \u00fcber "you"'],
        cwd=ROOT,
        capture_output=True,
        encoding="utf-8",
        timeout=LIMIT,
    )
    lines = done.stdout.splitlines()
    assert lines[0] == '{"type":"status","text":"hello, \\u00fcber \\"you\\""}'
    assert lines[1].startswith('{"type":"status","text":"IPOPT 3.')
    assert lines[2:] == ['{"type":"done","exit_code":0,"clip":""}']
    assert done.returncode == 0


def test_a_python_without_ipopt_says_how_to_get_it(saved: Save, flight: Make, tmp_path: Path) -> None:
    (tmp_path / "cyipopt.py").write_text("raise ImportError('no such library')")
    job = saved(flight())
    for command in (("echo", "hello"), ("solve", job, "--out", tmp_path / "out")):
        done = subprocess.run(
            [*COMMAND, *map(str, command)], cwd=ROOT, capture_output=True, text=True, timeout=LIMIT,
            env={**os.environ, "PYTHONPATH": str(tmp_path)}, stdin=subprocess.DEVNULL,
        )  # fmt: skip
        code, messages = checked(done.returncode, done.stdout)
        assert code == 2
        (told,) = errors(messages)
        assert told.text.startswith(
            f"this Python ({sys.executable}) has no IPOPT (no such library); run `make"
        )


def test_a_python_without_numpy_says_how_to_get_it(tmp_path: Path) -> None:
    (tmp_path / "numpy.py").write_text("raise ModuleNotFoundError(\"No module named 'numpy'\", name='numpy')")
    done = subprocess.run(
        [*COMMAND, "echo", "hello"], cwd=ROOT, capture_output=True, text=True, timeout=LIMIT,
        env={**os.environ, "PYTHONPATH": str(tmp_path)}, stdin=subprocess.DEVNULL,
    )  # fmt: skip
    code, messages = checked(done.returncode, done.stdout)
    assert code == 2
    (told,) = errors(messages)
    assert told.text.startswith(f"this Python ({sys.executable}) has no numpy; run `make environment`")
    assert not done.stderr


def test_particle_is_solved(saved: Save, flight: Make, tmp_path: Path) -> None:
    exit_code, messages = run("solve", saved(flight()), "--out", tmp_path / "new" / "folder")
    file = tmp_path / "new" / "folder" / "clip.npz"
    assert exit_code == 0
    assert messages[-1] == Done(0, str(file))
    assert not errors(messages)
    clip = Clip.load(file)
    assert clip.provenance.solved
    assert clip.job == flight()


def test_walk_is_solved_kept_and_written(saved: Save, walk: Make, tmp_path: Path) -> None:
    """One solve, then what can be done with its clip."""
    job, store, file = saved(walk()), tmp_path / "clips.sqlite", tmp_path / "clip.npz"
    exit_code, messages = run("solve", job, "--out", tmp_path, "--store", store)
    assert exit_code == 0
    progress = [m for m in messages if isinstance(m, Progress)]
    assert progress[0].iteration == 0
    assert progress[-1].violation < 1e-6
    assert messages[-1] == Done(0, str(file))

    exit_code, messages = run("clips", "--store", store)
    assert (exit_code, messages[:-1]) == (0, [Status("walk")])
    with ClipStore(store) as opened:
        assert opened.get("walk").q == pytest.approx(Clip.load(file).q, abs=0)

    exit_code, messages = run("verify", file)
    assert exit_code == 0
    told = {m.text.split()[0]: float(m.text.split()[1]) for m in messages if isinstance(m, Status)}
    assert told["linear_residual"] < 1e-6
    assert told["mean_vertical_force"] == pytest.approx(1.0)

    exit_code, messages = run("gait", file)
    lines = [m.text for m in messages if isinstance(m, Status)]
    assert exit_code == 0
    assert any(line.startswith("| speed") and "1.30" in line for line in lines), lines

    for form in ("bvh", "motion-json"):
        from_file, from_store = tmp_path / f"a.{form}", tmp_path / f"b.{form}"
        assert run("export", file, "--format", form, "--out", from_file)[0] == 0
        assert (
            run("export", "--store", store, "--clip", "walk", "--format", form, "--out", from_store)[0] == 0
        )
        assert from_file.read_bytes() == from_store.read_bytes()
        assert from_file.stat().st_size > 1000

    exit_code, messages = run(
        "export", "--store", store, "--clip", "wolk", "--format", "bvh", "--out", tmp_path / "c"
    )
    assert exit_code == 2
    assert "walk" in errors(messages)[0].text


class Solving:
    """A running ``solve --watch-stdin`` whose messages are read one by one."""

    def __init__(self, job: Path, out: Path) -> None:
        self.process = subprocess.Popen(
            [*COMMAND, "solve", str(job), "--out", str(out), "--watch-stdin"], cwd=ROOT, text=True,
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, env=os.environ | {"OMP_NUM_THREADS": "1"},
        )  # fmt: skip
        self.lines: list[str] = []

    def read_until(self, iteration: int) -> None:
        assert self.process.stdout is not None
        for line in self.process.stdout:
            self.lines.append(line.rstrip("\n"))
            message = decode(self.lines[-1])
            if isinstance(message, Progress) and message.iteration >= iteration:
                return

    def rest(self) -> tuple[int, list[Message]]:
        assert self.process.stdout is not None
        self.lines += self.process.stdout.read().splitlines()
        return checked(self.process.wait(LIMIT), "\n".join(self.lines))

    def end(self) -> None:
        self.process.kill()
        self.process.wait(LIMIT)
        for pipe in (self.process.stdin, self.process.stdout):
            assert pipe is not None
            pipe.close()


def test_bvh_is_exported_for_a_reader(
    chain: Callable[[], WorldMotion], clip_of: Callable[[WorldMotion], Clip], tmp_path: Path
) -> None:
    file, out = tmp_path / "chain.npz", tmp_path / "chain.bvh"
    clip_of(chain()).save(file)
    assert run("export", file, "--format", "bvh", "--out", out, "--reader", "MOTIONBUILDER")[0] == 0
    plain = read_bvh(out, unit=0.01)
    options = ("--up", "Z", "--unit", "cm", "--all-positions", "--plain-names")
    assert run("export", file, "--format", "bvh", "--out", out, *options)[0] == 0
    other = read_bvh(out, up="Z", unit=0.01)
    assert other.world_positions == pytest.approx(plain.world_positions, abs=1e-6)
    assert {len(own) for own in other.channels} == {6}
    assert sorted({len(own) for own in plain.channels}) == [3, 6]
    assert run("export", file, "--format", "bvh", "--out", out, "--unit", "inch")[0] == 2


@pytest.mark.parametrize("way", ["line", "end of stdin"])
def test_cancelling_keeps_the_best(way: str, saved: Save, walk: Make, tmp_path: Path) -> None:
    slow = walk(80, options=SolverOptions(tolerance=1e-14))  # some 1200 iterations
    solving = Solving(saved(slow), tmp_path)
    try:
        solving.read_until(4)
        assert solving.process.stdin is not None
        if way == "line":
            solving.process.stdin.write("cancel\n")
            solving.process.stdin.flush()
        else:
            solving.process.stdin.close()
        exit_code, messages = solving.rest()
    finally:
        solving.end()
    assert exit_code == 4
    assert messages[-1] == Done(4, str(tmp_path / "clip.npz"))
    assert isinstance(messages[-2], Status)
    clip = Clip.load(tmp_path / "clip.npz")
    assert not clip.provenance.solved
    assert clip.n_frames == 80


def test_stdin_is_left_alone_unless_watched(saved: Save, flight: Make, tmp_path: Path) -> None:
    exit_code, _ = run("solve", saved(flight()), "--out", tmp_path)  # its stdin is at its end from the start
    assert exit_code == 0


def test_a_clip_to_start_from(saved: Save, walk: Make, tmp_path: Path) -> None:
    exit_code, _ = run("solve", saved(walk(10)), "--out", tmp_path)
    assert exit_code == 0
    faster = saved(walk(10, speed=1.4))
    exit_code, messages = run("solve", faster, "--out", tmp_path / "next", "--start", tmp_path / "clip.npz")
    assert exit_code == 0
    assert Status("Starting from a similar motion") in messages
    assert Clip.load(tmp_path / "next" / "clip.npz").provenance.strategy == "warm start"
    exit_code, messages = run("solve", faster, "--out", tmp_path, "--start", tmp_path / "none.npz")
    assert exit_code == 2
    assert "none.npz" in errors(messages)[0].text


def test_impossible_walk_names_the_worst(saved: Save, walk: Make, tmp_path: Path) -> None:
    options = SolverOptions(max_iterations=60)
    impossible = walk(12, constraints=(Clearance("L_foot", 3.0),), options=options)
    exit_code, messages = run("solve", saved(impossible), "--out", tmp_path)
    assert exit_code == 3
    assert messages[-1] == Done(3, str(tmp_path / "clip.npz"))
    (error,) = errors(messages)
    assert error.text.startswith("no solution found")
    clip = Clip.load(tmp_path / "clip.npz")
    assert not clip.provenance.solved
    violations = [str(sentence(violation)) for violation in clip.provenance.violations]
    assert len(violations) > 1
    for told in violations:
        assert "frame" in told
        assert told in error.text
    assert any("'L_foot' is" in told and "too low in its swing" in told for told in violations)
    assert str(error.sentence) == error.text  # and as numbers, for who counts frames in another way
    assert error.sentence.moments
    for moment in error.sentence.moments:
        assert moment.seconds == pytest.approx(moment.frame * clip.motion.step)


def test_leg_too_short_for_its_step(saved: Save, walk: Make, tmp_path: Path) -> None:
    stretched = walk(12, speed=6.0, duty=0.7, options=SolverOptions(max_iterations=40))
    exit_code, messages = run("solve", saved(stretched), "--out", tmp_path)
    assert exit_code == 3
    (error,) = errors(messages)
    assert "_foot'" in error.text
    assert error.text.count("frame") >= 3


def test_bad_job_names_its_field(saved: Save, walk: Make, tmp_path: Path) -> None:
    job = saved(walk())
    job.write_text(job.read_text().replace('"friction": 0.8', '"friction": "much"', 1))
    for command in (("solve", job, "--out", tmp_path), ("check", job)):
        exit_code, messages = run(*command)
        assert exit_code == 2
        (error,) = errors(messages)
        assert error.field == "job.character.contacts[0].friction"
        assert "expected a number, found 'much'" in error.text
    assert not (tmp_path / "clip.npz").exists()


def test_check_tells_the_size(saved: Save, walk: Make) -> None:
    exit_code, messages = run("check", saved(walk()))
    assert exit_code == 0
    assert "20 frames" in messages[0].text
    exit_code, messages = run("check", saved(replace(walk(), constraints=(Clearance("L_fott", 0.1),))))
    assert exit_code == 2
    assert "did you mean 'L_foot'" in errors(messages)[0].text


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (("solve", "nowhere/job.json", "--out", "x"), "nowhere"),
        (("check", "pyproject.toml"), "is not JSON"),
        (("verify", "nowhere.npz"), "cannot be read"),
        (("verify", "pyproject.toml"), "not a clip"),
        (("clips", "--store", "nowhere.sqlite"), "nowhere.sqlite"),
        (("export", "--format", "bvh", "--out", "x"), "expected either a clip's file or --store"),
        (("export", "a.npz", "--format", "gif", "--out", "x"), "invalid choice: 'gif'"),
        (("solve", "job.json"), "--out"),
        (("dance",), "invalid choice: 'dance'"),
        ((), "COMMAND"),
    ],
)
def test_bad_command_is_bad_input(arguments: tuple[str, ...], told: str) -> None:
    exit_code, messages = run(*arguments)
    assert exit_code == 2
    (error,) = errors(messages)
    assert told in error.text


def test_ipopts_own_printing_stays_off_stdout() -> None:
    """IPOPT and numpy print to file descriptor 1 from C; the command line keeps that for messages."""
    code = (
        "import os, sys; from solver.commands.voice import Voice; from solver.messages import Status;"
        "tell = Voice.of_stdout(); os.write(1, b'from C'); print('from Python'); tell(Status('ours'))"
    )
    done = subprocess.run(
        [sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, timeout=LIMIT
    )
    assert [decode(line) for line in done.stdout.splitlines()] == [Status("ours")]
    assert "from C" in done.stderr
    assert "from Python" in done.stderr


def test_free_timings_are_the_same_whoever_searches(saved: Save, flight: Make, tmp_path: Path) -> None:
    free = replace(flight(), timing=AnimationTiming(0.8, 20.0, FreeLength(0.5, 1.5)))
    job = saved(replace(free, timing_search=CmaEs(population=4, generations=3)))
    found = []
    for workers in (1, 2):
        exit_code, messages = run("solve", job, "--out", tmp_path / str(workers), "--workers", workers)
        assert exit_code == 0
        clip = Clip.load(tmp_path / str(workers) / "clip.npz")
        found.append((clip.job, generations(messages)))
        assert clip.job.timing.free is None
    assert found[0] == found[1]
    assert len(found[0][1]) == 3
    assert found[0][0].timing.length != 0.8


def test_there_is_one_worker_at_least(saved: Save, flight: Make, tmp_path: Path) -> None:
    exit_code, messages = run("solve", saved(flight()), "--out", tmp_path, "--workers", "0")
    assert exit_code == 2
    assert "request.workers: expected 1 to 1024 processes, found 0" in errors(messages)[0].text


def test_verify_asks_the_expressions_of_a_clip_again(tmp_path: Path, flight: Make) -> None:
    high = ExpressionConstraint("particle.tz", None, 3.0, name="height")
    clip, file = animate(flight()), tmp_path / "high.npz"
    replace(clip, job=flight(constraints=(high,))).save(file)
    exit_code, messages = run("verify", file)
    assert exit_code == 3
    assert [m.text for m in errors(messages)] == [
        "height is off by 1 at frame 20 (1.00 s), where 0.0003 is allowed"
    ]
