"""Known motions are judged right, and each fault moves exactly its own measure."""

from collections.abc import Callable
from dataclasses import fields, replace

import numpy as np
import pytest

from solver.character import RootJoint
from solver.errors import InputError
from solver.formats.motion_json import to_motion_json
from solver.job.cycle import Cycle
from solver.job.surfaces import Box, HalfSpace
from solver.mechanics.tree import Tree
from solver.motion.world_motion import WorldMotion
from solver.rotations import matrix_from_quaternion, quaternion_product, rotation_about
from solver.verify.energy import Energy
from solver.verify.report import Report
from solver.verify.verify import verify
from tests.solver.verify.throws import G, thrown

CLEAN = Report(0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1.0, 1.0, Energy(0, 0, 0, 0, 0, 0))


def judged(motion: WorldMotion, torque: float = 0.0) -> Report:
    n = Tree(motion.character).n
    torques = np.zeros((len(motion.position), n))
    torques[3, -1] = torque
    return verify(motion, torques=torques, torque_limits=np.full(n, 100.0))


def moved(report: Report) -> dict[str, float]:
    """The measures that differ from those of someone who stands still, energies aside."""
    clean = CLEAN.figures
    return {
        n: v for n, v in report.figures.items() if abs(v - clean[n]) > 1e-9 and not hasattr(report.energy, n)
    }


def test_flight_is_physical_but_for_the_differences() -> None:
    coarse, fine = judged(thrown(0.01)), judged(thrown(0.005, 49))
    assert coarse.linear_residual < 1e-9
    assert coarse.angular_residual < 2e-3
    assert 3.5 < coarse.angular_residual / fine.angular_residual < 4.5  # second order


def test_flight_under_another_gravity() -> None:
    motion = thrown(0.01)
    report = judged(replace(motion, world=replace(motion.world, gravity=(0.0, 0.0, -0.9 * G))))
    assert report.linear_residual == pytest.approx(0.1 / 0.9, abs=1e-9)
    assert report.angular_residual < 2e-3


def test_jolt_of_a_tenth_of_a_millimetre() -> None:
    motion = thrown(0.005)
    jolted = motion.position.copy()
    jolted[12, 0, 0] += 1e-4
    report = judged(replace(motion, position=jolted))
    expected = 1e-4 / 0.005**2 / G * np.sqrt(6 / 23)  # 1, -2, 1 over 23 judged frames
    assert report.linear_residual == pytest.approx(expected, rel=1e-6)
    assert report.angular_residual == pytest.approx(judged(motion).angular_residual, rel=1e-6)


def test_standing_still_is_perfect(stander: WorldMotion) -> None:
    assert moved(judged(stander)) == {}


def shifted(motion: WorldMotion, offset: np.ndarray) -> WorldMotion:
    """All bodies and contact points moved by ``offset``, (3,) or one (N, 3)."""
    each = np.broadcast_to(offset, (len(motion.position), 3))[:, None]
    return replace(motion, position=motion.position + each, contact_points=motion.contact_points + each)


def forced(motion: WorldMotion, *pushes: tuple[int, tuple[float, float, float]]) -> WorldMotion:
    """Forces in body weights added to contacts."""
    forces = motion.contact_forces.copy()
    for contact, push in pushes:
        forces[:, contact] += np.array(push) * motion.weight
    return replace(motion, contact_forces=forces)


def turned(motion: WorldMotion, axis: tuple[float, float, float], angle: float) -> WorldMotion:
    """The torso turned about its centre."""
    orientation = motion.orientation.copy()
    orientation[:, 1] = rotation_about(axis, angle)
    return replace(motion, orientation=orientation)


def heavier(motion: WorldMotion) -> WorldMotion:
    return replace(motion, world=replace(motion.world, gravity=(0.0, 0.0, -G * 1.1)))


def apart(motion: WorldMotion) -> WorldMotion:
    position = motion.position.copy()
    position[:, 1, 2] += 0.01
    return replace(motion, position=position)


def twisted(motion: WorldMotion) -> WorldMotion:
    moments = motion.contact_moments.copy()
    moments[:, 0], moments[:, 2] = 0.03 * motion.weight, -0.03 * motion.weight
    return replace(motion, contact_moments=moments)


def spinning(motion: WorldMotion) -> WorldMotion:
    """The foot turns on the spot under its middle contact, which alone touches."""
    orientation = motion.orientation.copy()
    orientation[:] = rotation_about((0.0, 0.0, 1.0), 0.1 * np.arange(12))[:, None]
    motion = replace(motion, orientation=orientation)
    forces = np.zeros_like(motion.contact_forces)
    forces[:, 1, 2] = motion.weight
    active = np.zeros_like(motion.contact_active)
    active[:, 1] = True
    return replace(
        motion,
        contact_points=motion.carried_contacts(),
        contact_forces=forces,
        contact_active=active,
        contact_lasting=np.zeros(0),
    )


FAULTS: dict[str, tuple[Callable[[WorldMotion], WorldMotion], dict[str, float]]] = {
    "gravity 10 % wrong": (
        heavier,
        {"linear_residual": 0.1 / 1.1, "mean_vertical_force": 1 / 1.1, "peak_vertical_force": 1 / 1.1},
    ),
    "phantom push": (
        lambda m: forced(m, (0, (0.05, 0, 0))),
        {"linear_residual": 0.05, "angular_residual": 0.05 * (10 * 0.05 + 50 * 0.9) / 60},
    ),
    "lopsided": (lambda m: forced(m, (0, (0, 0, 0.1)), (2, (0, 0, -0.1))), {"angular_residual": 0.04}),
    "sliding foot": (
        lambda m: shifted(m, np.outer(np.arange(12), [0.003, -0.004, 0.0])),
        {"slide": 11 * 0.005},
    ),
    "spinning foot": (spinning, {"slide": 11 * 0.1 * 0.05}),
    "sunk": (lambda m: shifted(m, np.array([0, 0, -0.02])), {"contact_height": 0.02, "penetration": 0.02}),
    "floating": (lambda m: shifted(m, np.array([0, 0, 0.02])), {"contact_height": 0.02}),
    "pulled apart": (apart, {"joint_gap": 0.01}),
    "beyond its limit": (lambda m: turned(m, (1, 0, 0), 0.6), {"limit_excess": 0.1}),
    "beyond its other limit": (lambda m: turned(m, (1, 0, 0), -0.7), {"limit_excess": 0.2}),
    "about an axis it lacks": (lambda m: turned(m, (0, 0, 1), 0.05), {"limit_excess": 0.05}),
    "outside the cone": (
        lambda m: forced(m, (0, (-0.5, 0, 0)), (2, (0.5, 0, 0))),
        {"friction_excess": 0.5 - 0.4},
    ),
    "twisting patch": (twisted, {"friction_excess": 0.03 - 0.8 * 0.05 * 0.5}),
    "sticky ground": (
        lambda m: forced(m, (0, (0, 0, 0.1)), (1, (0, 0, -0.2)), (2, (0, 0, 0.1))),
        {"pull": 0.2},
    ),
}


@pytest.mark.parametrize("fault", FAULTS)
def test_each_fault_moves_its_own_measure(fault: str, stander: WorldMotion) -> None:
    inject, expected = FAULTS[fault]
    assert moved(judged(inject(stander))) == pytest.approx(expected, abs=1e-9)


@pytest.mark.parametrize("fault", [name for name in FAULTS if name != "twisting patch"])
def test_a_slope_is_a_turned_ground(fault: str, stander: WorldMotion) -> None:
    """The same faults on a slope, with gravity across it; free moments alone keep to the vertical."""
    inject, expected = FAULTS[fault]
    flat, turn = inject(stander), rotation_about((0.6, 0.8, 0.0), 0.5)
    matrix = matrix_from_quaternion(turn)
    normal, gravity = matrix[:, 2], matrix @ flat.world.gravity
    slope = replace(
        flat,
        world=replace(
            flat.world,
            gravity=tuple(gravity.tolist()),
            ground_height=-9.0,
            surfaces=(Box("step", (0, 0, 0), (1, 1, 1)), HalfSpace("slope", (0, 0, 0), tuple(3 * normal))),
        ),
        position=flat.position @ matrix.T,
        orientation=quaternion_product(np.broadcast_to(turn, flat.orientation.shape), flat.orientation),
        contact_points=flat.contact_points @ matrix.T,
        contact_forces=flat.contact_forces @ matrix.T,
        contact_surface=np.full_like(flat.contact_surface, 2),
    )
    found = {name: value for name, value in moved(judged(slope)).items() if "vertical" not in name}
    found.pop("inside_solids", None)  # the flat ground is none
    level = {name: value for name, value in expected.items() if "vertical" not in name}
    assert found == pytest.approx(level, abs=1e-9)


def test_hanging_still_is_perfect(hanging: WorldMotion) -> None:
    assert max(value for name, value in judged(hanging).figures.items()) < 1e-9


HELD_FAULTS: dict[str, tuple[Callable[[WorldMotion], WorldMotion], dict[str, float]]] = {
    "weak hook": (  # 10 % of 2 kg of 5: the plumb misses them, the lamp has them too many
        lambda m: replace(m, hold_forces=m.hold_forces * np.array([1, 0.9])[:, None]),
        {"linear_residual": 0.04},
    ),
    "strong nail": (
        lambda m: replace(m, hold_forces=m.hold_forces * np.array([1.1, 1])[:, None]),
        {"linear_residual": 0.1},
    ),
    "forces that cancel between the trees": (
        lambda m: replace(m, hold_forces=m.hold_forces + np.array([[0, 0, 0], [5 * G * 0.02, 0, 0]])),
        {"linear_residual": 0.02, "angular_residual": 0.02 * 0.2},
    ),
    "plumb lower than its hook": (
        lambda m: replace(m, position=m.position - np.array([[0, 0, 0], [0, 0, 0.03]])),
        {"joint_gap": 0.03},
    ),
}


@pytest.mark.parametrize("fault", HELD_FAULTS)
def test_each_fault_of_a_hold(fault: str, hanging: WorldMotion) -> None:
    inject, expected = HELD_FAULTS[fault]
    report = judged(inject(hanging)).figures
    assert {name: value for name, value in report.items() if value > 1e-9} == pytest.approx(expected)


def test_a_hold_that_is_over_may_open(hanging: WorldMotion) -> None:
    """The plumb let go: it falls, and nothing pulls the lamp down any more."""
    position, forces = hanging.position.copy(), np.zeros_like(hanging.hold_forces)
    position[:, 1, 2] -= 0.5 * G * (0.02 * np.arange(8)) ** 2
    forces[:, 0, 2] = 3 * G
    active = hanging.hold_active.copy()
    active[:, 1] = False
    fallen = replace(hanging, position=position, hold_forces=forces, hold_active=active)
    assert max(judged(fallen).figures.values()) < 1e-9
    assert judged(replace(fallen, hold_active=hanging.hold_active)).joint_gap > 0.05


def test_each_tree_has_its_own_jet(hanging: WorldMotion) -> None:
    """The lamp bolted down, the plumb on a rail along X with a jet: its column comes last."""
    character = replace(
        hanging.character,
        root=RootJoint("lamp", "", ""),
        others=(RootJoint("plumb", "X", "", force_limit=9.0),),
    )
    position = hanging.position.copy()
    position[:, 1, 0] += 0.5 * 4.0 * (0.02 * np.arange(8)) ** 2
    motion = replace(
        hanging,
        character=character,
        position=position,
        hold_forces=np.zeros_like(hanging.hold_forces),
        hold_active=np.zeros_like(hanging.hold_active),
    )
    report = verify(motion, torques=np.full((8, 1), 8.0), torque_limits=np.array([9.0]))
    energy = report.energy
    assert max(value for name, value in report.figures.items() if not hasattr(energy, name)) < 1e-9
    assert energy.muscles_give == pytest.approx(8.0 * 0.5 * 4.0 * 0.13**2 - 8.0 * 0.5 * 4.0 * 0.01**2)
    assert energy.missing == pytest.approx(0.0, abs=1e-12)
    idle = verify(motion, torques=np.zeros((8, 1)), torque_limits=np.array([9.0]))
    assert idle.linear_residual == pytest.approx(8.0 / (5 * G))


def test_torque_beyond_its_limit(stander: WorldMotion) -> None:
    assert moved(judged(stander, torque=-120.0)) == pytest.approx({"torque_excess": 0.2})


def test_force_away_from_its_contact_point(stander: WorldMotion) -> None:
    points = stander.contact_points.copy()
    points[:, 0, 2] += 0.03  # up along the force: no moment changes
    assert moved(judged(replace(stander, contact_points=points))) == pytest.approx({"joint_gap": 0.03})


def test_a_force_in_the_air_counts_as_touching(stander: WorldMotion) -> None:
    lifted = shifted(stander, np.array([0, 0, 0.5]))
    lifted = replace(lifted, contact_active=np.zeros_like(lifted.contact_active))
    assert moved(judged(lifted)) == pytest.approx({"contact_height": 0.5})


def test_swing_does_not_count_as_slide(stander: WorldMotion) -> None:
    """Two stances of 5 mm each with a leap between them; the ends of a cycle belong together."""
    path = np.array([0, 5, 5, 5, 300, 600, 900, 900, 905, 905, 905, 905]) * 1e-3
    stepping = shifted(stander, np.outer(path, [1.0, 0, 0]))
    touching = np.ones((12, 3), bool)
    touching[4:6] = False
    forces = np.where(touching[..., None], stepping.contact_forces, 0.0)
    stepping = replace(stepping, contact_active=touching, contact_forces=forces, contact_lasting=np.zeros(0))
    assert judged(stepping).slide == pytest.approx(0.005)
    cycle = Cycle((0.915, 0.0, 0.0))
    assert judged(replace(stepping, cycle=cycle)).slide == pytest.approx(0.005 + 0.01 + 0.005)


@pytest.mark.parametrize("cycle", [None, Cycle((1.3, 0.0, 0.0)), Cycle((0.5, -0.8, 0.1), 0.7)])
def test_balanced_chain(cycle: Cycle | None, chain: Callable[..., WorldMotion]) -> None:
    report = judged(chain(cycle))
    assert report.linear_residual < 1e-9
    assert report.angular_residual < 1e-9
    assert report.joint_gap < 1e-12


def test_a_cycle_that_does_not_close(chain: Callable[..., WorldMotion]) -> None:
    motion = chain(Cycle((0.5, -0.8, 0.1), 0.7))
    off = replace(motion, cycle=Cycle((0.55, -0.8, 0.1), 0.7))
    assert judged(off).linear_residual > 1.0
    off = replace(motion, cycle=Cycle((0.5, -0.8, 0.1), 0.72))
    assert judged(off).angular_residual > 0.1


@pytest.mark.parametrize("cycle", [None, Cycle((0.5, -0.8, 0.1), 0.7)])
@pytest.mark.parametrize("seed", range(3))
def test_agrees_with_the_judge(cycle: Cycle | None, seed: int, judge, chain, clip_of) -> None:
    """On wild motions with wild forces, where nothing is right, every measure is the judge's."""
    rng = np.random.default_rng(seed)
    motion = chain(cycle, seed=seed)
    motion = replace(
        motion,
        position=motion.position + rng.normal(size=motion.position.shape) * 0.01,
        contact_forces=rng.normal(size=motion.contact_forces.shape) * 50,
        contact_moments=rng.normal(size=motion.contact_moments.shape),
    )
    motion = replace(motion, contact_points=motion.carried_contacts())
    report, verdict = judged(motion), judge.judge(to_motion_json(clip_of(motion)), wrenches=False)
    assert report.linear_residual == pytest.approx(verdict["lin_res"]["rms_bw"], rel=1e-9)
    assert report.angular_residual == pytest.approx(verdict["ang_res"]["rms_bw"], rel=1e-9)
    assert report.joint_gap == pytest.approx(verdict["joint_gap"]["max"], rel=1e-9)
    assert report.penetration == pytest.approx(verdict["penetration"]["max"], abs=1e-12)
    assert report.contact_height == pytest.approx(verdict["contact_height"]["max"], rel=1e-9)
    assert report.pull * motion.weight == pytest.approx(verdict["friction"]["worst_pull_N"], rel=1e-9)
    path = verdict["slide_inner"]["total_path_per_contact"]
    if cycle is None:
        assert report.slide == pytest.approx(max(path.values()), rel=1e-9)


def test_refuses_what_does_not_fit(stander: WorldMotion) -> None:
    with pytest.raises(
        InputError, match=r"motion.contact_forces: expected the shape \(12, 3, 3\), found \(12, 2, 3\)"
    ):
        replace(stander, contact_forces=stander.contact_forces[:, :2])
    with pytest.raises(InputError, match=r"motion.torques: expected the shape \(12, 7\), found \(12, 6\)"):
        verify(stander, torques=np.zeros((12, 6)), torque_limits=np.zeros(7))
    short = {
        f.name: getattr(stander, f.name)[:2]
        for f in fields(stander)
        if f.name not in ("character", "cycle", "world", "step")
    }
    with pytest.raises(InputError, match="needs 3 frames or more, found 2"):
        verify(replace(stander, **short), torques=np.zeros((2, 7)), torque_limits=np.zeros(7))
