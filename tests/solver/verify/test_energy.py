"""The book of energies: it closes, a ground that gives shows, and what is solved has a ground that only takes."""

import io
import json
from collections.abc import Callable
from dataclasses import asdict, replace

import numpy as np
import pytest

from examples.piece import load
from solver.animate import animate
from solver.clip.clip import Clip
from solver.fitting.presets.chip import chip
from solver.job.cycle import Cycle
from solver.job.job import AnimationTiming, ContactTiming, Job, Objective
from solver.job.objectives.acceleration import Acceleration
from solver.job.objectives.effort import Effort
from solver.mechanics.tree import Tree
from solver.motion.world_motion import WorldMotion
from solver.verify.energy import Energy, energy
from tests.solver.verify.throws import G, thrown
from tests.support.solved_once import Solved

QUICK = ("lamp", "walk", "run", "hand_walk", "trot", "crouch")


def passive(motion: WorldMotion) -> Energy:
    return energy(motion, np.zeros((len(motion.position), Tree(motion.character).n)))


def book_of(clip: Clip) -> Energy:
    return energy(clip.motion, clip.torques)


def test_a_fall_turns_height_into_speed(stander: WorldMotion) -> None:
    time = stander.step * np.arange(12)
    fall = np.stack([2.0 * time, 0 * time, 3.0 - G * time**2 / 2], 1)
    motion = replace(
        stander,
        position=stander.position + fall[:, None],
        contact_points=stander.contact_points + fall[:, None],
        contact_forces=np.zeros_like(stander.contact_forces),
    )
    assert passive(motion) == Energy(0, 0, 0, 0, 0, pytest.approx(0, abs=1e-9))


def test_what_turns_closes_the_book_to_second_order() -> None:
    coarse, fine = (abs(passive(motion).missing) for motion in (thrown(0.01), thrown(0.005, 49)))
    assert coarse / fine == pytest.approx(4.0, rel=0.1)


def test_a_push_on_what_moves_is_work(stander: WorldMotion) -> None:
    """A floor that rises by 3 mm a frame gives all the height there is to its passenger."""
    rise = np.outer(0.003 * np.arange(12), [0, 0, 1.0])[:, None]
    motion = replace(stander, position=stander.position + rise, contact_points=stander.contact_points + rise)
    found = passive(motion)
    assert found.ground_gives == pytest.approx(10 * 0.003 * motion.weight)
    assert found.change == pytest.approx(10 * 0.003 * motion.weight)
    assert found.missing == pytest.approx(0.0, abs=1e-9)


def test_an_impact_is_told_from_a_gift(stander: WorldMotion) -> None:
    """The same force takes energy from what lands and gives it to what leaves."""
    for frame, sign in ((4, -1.0), (7, 1.0)):
        height = np.maximum(sign * 0.01 * (np.arange(12) - frame), 0.0)
        lasting = np.tile((height == 0) & (np.roll(height, -1) == 0), (3, 1)).T
        lasting[-1] = False
        up = np.outer(height, [0, 0, 1.0])[:, None]
        forces = np.zeros_like(stander.contact_forces)
        forces[frame, 1, 2] = 1000.0
        found = passive(
            replace(
                stander,
                position=stander.position + up,
                contact_points=stander.contact_points + up,
                contact_forces=forces,
                contact_active=height[:, None] == np.zeros(3),
                contact_lasting=lasting,
            )
        )
        assert (found.impacts_take, found.ground_gives) == pytest.approx(
            (-5.0, 0.0) if sign < 0 else (0.0, 5.0)
        )


@pytest.mark.parametrize(
    ("objectives", "fps"), [((Effort(),), 20.0), ((Effort(),), 30.0), ((Effort(), Acceleration(0.1)), 20.0)]
)
def test_the_ground_gives_nothing_whatever_is_wanted(objectives: tuple[Objective, ...], fps: float) -> None:
    """Effort alone wants the hardest impacts and once had a third of its work from the ground."""
    steps = (ContactTiming("L_foot", ((0.0, 0.6),)), ContactTiming("R_foot", ((0.5, 0.6),)))
    cycle = Cycle((1.3, 0.0, 0.0))
    clip = animate(Job("walk", chip(), AnimationTiming(1.0, fps), cycle, steps, objectives=objectives))
    assert clip.provenance.solved
    assert clip.report.energy.ground_gives < 1e-4
    assert clip.report.is_passive


def test_the_book_of_a_walk_closes_with_its_frames(walk: Callable[..., Job], solved: Solved) -> None:
    missing = [abs(book_of(solved(walk(n))).missing) for n in (20, 40, 80)]
    assert missing[2] < missing[1] < missing[0] < 0.05 * 120
    assert missing[2] < missing[0] / 5


@pytest.mark.parametrize("name", QUICK)
def test_the_ground_only_takes_in_the_gallery(name: str) -> None:
    clip = load(name).solve()
    found = clip.report.energy
    assert clip.provenance.solved
    assert found.muscles_give > 1.0
    assert found.ground_gives <= 1e-3 * found.muscles_give
    assert abs(found.missing) < 0.06 * found.muscles_give


def test_an_older_file_is_measured_anew(walk: Callable[..., Job], solved: Solved) -> None:
    """Its last frame of each phase pushed, and what that gave was not told."""
    clip = solved(walk())
    off = np.roll(clip.motion.contact_lasting, 1, 0) & ~clip.motion.contact_lasting  # the frames of lift-off
    forces = np.where(off[..., None], [0.0, 0.0, 300.0], clip.motion.contact_forces)
    with np.load(
        io.BytesIO(replace(clip, motion=replace(clip.motion, contact_forces=forces)).to_bytes()),
        allow_pickle=False,
    ) as file:
        arrays = {name: file[name] for name in file if name not in ("contact_lasting", "hold_lasting")}
    about = json.loads(str(arrays["about"]))
    assert asdict(clip.report.energy) == about["report"].pop("energy")
    arrays["about"] = np.array(json.dumps(about))
    buffer = io.BytesIO()
    np.savez(buffer, **arrays)
    old = Clip.from_bytes(buffer.getvalue())
    assert old.report.energy.ground_gives > 1.0
    assert not old.report.is_passive
    assert old.motion.contact_lasting.sum() == clip.motion.contact_lasting.sum()
