"""Equations of motion against what is known: conserved momenta, sympy's derivation, virtual work, gravity."""

from collections.abc import Callable

import numpy as np
import pytest
import sympy
from scipy.spatial.transform import Rotation
from sympy.physics import mechanics

from solver.character import BodyJoint, Character, ContactJoint, RigidBody, RootJoint
from solver.mechanics.dynamics import Dynamics
from solver.mechanics.kinematics import Kinematics, Placement

EARTH, MOON = (0.0, 0.0, -9.81), (0.0, 0.0, -1.62)


def free(axes: str) -> dict[str, object]:
    return {"axes": axes, "limits": ((-50.0, 50.0),) * len(axes), "torque_limits": (100.0,) * len(axes)}


def chain() -> Character:
    """Four bodies on ball joints of different orders, free in space."""
    bodies = (
        RigidBody("one", 5.0, (0.3, 0.2, 0.5), (0.0, 0.0, 0.0)),
        RigidBody("two", 3.0, (0.2, 0.25, 0.6), (0.1, 0.0, 0.6), (0.6, 0.0, 0.8, 0.0)),
        RigidBody("three", 2.0, (0.1, 0.15, 0.4), (0.0, 0.2, 1.2)),
        RigidBody("four", 1.0, (0.3, 0.1, 0.2), (0.3, -0.2, -0.4)),
    )
    joints = (
        BodyJoint("a", "one", "two", (0.0, 0.05, 0.3), (0.8, 0.6, 0.0, 0.0), **free("ZXY")),
        BodyJoint("b", "two", "three", (0.0, 0.1, 0.9), **free("XYZ")),
        BodyJoint("c", "one", "four", (0.1, -0.1, -0.2), **free("YZX")),
    )
    contacts = (ContactJoint("tip", "three", (0.0, 0.2, 1.4)), ContactJoint("end", "four", (0.4, -0.2, -0.4)))
    return Character("chain", bodies, joints, contacts)


def dynamics_of(
    character: Character, step: float, gravity: tuple[float, float, float], n_frames: int
) -> Dynamics:
    return Dynamics(
        Kinematics(character), step=step, gravity=np.array(gravity), force_scale=1.0,
        pair_weight=np.ones(n_frames + 1),
    )  # fmt: skip


def torques(
    dynamics: Dynamics, q: np.ndarray, forces: np.ndarray | None = None, moments: np.ndarray | None = None
) -> np.ndarray:
    """(N, n) generalised forces that make q: (N + 2, n) happen."""
    n_frames, n_points = len(q) - 2, len(dynamics.kinematics.point_body)
    forces = np.zeros((3, n_frames, n_points)) if forces is None else forces
    moments = np.zeros((3, n_frames, n_points)) if moments is None else moments
    return dynamics.residual(dynamics.balance(dynamics.kinematics.forward(q), forces, moments))


def next_frame(dynamics: Dynamics, before: np.ndarray, now: np.ndarray) -> np.ndarray:
    """Newton's method on the discrete equations of one frame, down to rounding."""
    above, guess = dynamics.tree.above, 2 * now - before
    n_points = len(dynamics.kinematics.point_body)
    for _ in range(20):
        pose = dynamics.kinematics.forward(np.stack([before, now, guess]))
        balance = dynamics.balance(pose, np.zeros((3, 1, n_points)), np.zeros((1, n_points)))
        dynamics.prepare(balance)
        _, _, ahead, _, behind = dynamics.jacobian(balance).full()
        slope = np.where(above.T, ahead, np.where(above, behind.T, 0.0))
        change = np.linalg.solve(slope, dynamics.residual(balance)[0])
        guess = guess - change
        if np.abs(change).max() < 1e-15:
            break
    assert np.abs(change).max() < 1e-11  # rounding, amplified near a joint's singular angle
    return guess


def momenta(dynamics: Dynamics, q: np.ndarray, step: float) -> tuple[np.ndarray, np.ndarray]:
    """(T - 1, 3) linear, and angular momentum about the world's origin, of each pair of frames.

    By Noether's theorem, of bodies whose kinetic energy is w . I w / 2 with the whole turn w from frame to
    frame: a body's momentum is R J(w)^-T I w, J the right Jacobian of the rotation vector.
    """
    character, pose = dynamics.kinematics.character, dynamics.kinematics.forward(q)
    mass = np.array([b.mass for b in character.bodies])
    linear = (mass * np.diff(pose.position, axis=1)).sum(-1).T / step
    angular = (mass * np.cross(pose.position[:, :-1], pose.position[:, 1:], axis=0)).sum(-1).T
    _, orientation = dynamics.kinematics.poses(q)
    for b, body in enumerate(character.bodies):
        squares = (np.array(body.diameters) / 2) ** 2
        inertia = body.mass / 5 * (squares.sum() - squares)
        turn = Rotation.from_quat(orientation[:, b], scalar_first=True)
        w = (turn[:-1].inv() * turn[1:]).as_rotvec()
        angle = np.linalg.norm(w, axis=1, keepdims=True)
        curl = np.cross(w, inertia * w)
        gyration = (1 / angle**2 - (1 + np.cos(angle)) / (2 * angle * np.sin(angle))) * np.cross(w, curl)
        angular += turn[:-1].apply(inertia * w + curl / 2 + gyration)
    return linear, angular / step


def thrown(gravity: tuple[float, float, float], step: float, n_steps: int) -> tuple[Dynamics, np.ndarray]:
    dynamics = dynamics_of(chain(), step, gravity, 1)
    rng = np.random.default_rng(1)
    first = rng.normal(0.0, 0.4, dynamics.tree.n)
    q = [first, first + step * rng.normal(0.0, 1.5, dynamics.tree.n)]
    for _ in range(n_steps):
        q.append(next_frame(dynamics, q[-2], q[-1]))
    return dynamics, np.array(q)


def test_thrown_chain_keeps_its_momenta() -> None:
    step = 0.01
    dynamics, q = thrown((0.0, 0.0, 0.0), step, 100)
    assert np.ptp(q[:, dynamics.tree.rotation], axis=0).max() > 1.0  # it does tumble
    for momentum in momenta(dynamics, q, step):
        assert np.linalg.norm(momentum[0]) > 0.5
        assert momentum == pytest.approx(np.tile(momentum[0], (101, 1)), abs=1e-9)


@pytest.mark.parametrize("gravity", [EARTH, MOON, (1.0, -2.0, 0.5)])
def test_thrown_chain_falls_with_gravity(gravity: tuple[float, float, float]) -> None:
    step = 0.01
    dynamics, q = thrown(gravity, step, 30)
    linear, _ = momenta(dynamics, q, step)
    fallen = dynamics.kinematics.character.mass * np.outer(step * np.arange(31), gravity)
    assert linear == pytest.approx(linear[0] + fallen, abs=1e-9)


SHOULDER, ELBOW, LINKS = (0.1, 0.2, 0.3), (0.5, 0.2, 0.3), ((0.3, 0.2, 0.3), (0.65, 0.25, 0.3))
LINK_MASS, LINK_DIAMETERS = (3.0, 1.5), ((0.5, 0.12, 0.1), (0.4, 0.1, 0.07))


def arm() -> Character:
    """Upper arm on two axes, forearm on a third, on a base that the world holds."""
    bodies = (
        RigidBody("base", 10.0, (0.3, 0.3, 0.3)),
        *(RigidBody(f"link{k}", LINK_MASS[k], LINK_DIAMETERS[k], LINKS[k]) for k in range(2)),
    )
    joints = (
        BodyJoint("shoulder", "base", "link0", SHOULDER, **free("ZX")),
        BodyJoint("elbow", "link0", "link1", ELBOW, **free("Y")),
    )
    return Character("arm", bodies, joints, root=RootJoint("base", translation="", axes=""))


@pytest.fixture(scope="module")
def arm_torques() -> Callable[..., np.ndarray]:
    """Torques of the arm as sympy.physics.mechanics derives them: Lagrange's equations of the second kind."""
    q = mechanics.dynamicsymbols("q0:3")
    world, gravity = mechanics.ReferenceFrame("N"), sympy.Symbol("g")
    yawed = world.orientnew("A", "Axis", (q[0], world.z))
    upper = yawed.orientnew("B", "Axis", (q[1], yawed.x))
    fore = upper.orientnew("C", "Axis", (q[2], upper.y))
    origin = mechanics.Point("O")
    origin.set_vel(world, 0)

    def ahead(
        frame: mechanics.ReferenceFrame, a: tuple[float, ...], b: tuple[float, ...]
    ) -> mechanics.Vector:
        return sum((float(y - x) * e for x, y, e in zip(a, b, frame, strict=True)), mechanics.Vector(0))

    centre = origin.locatenew("upper", ahead(upper, SHOULDER, LINKS[0]))
    elbow = origin.locatenew("elbow", ahead(upper, SHOULDER, ELBOW))
    centres = (centre, elbow.locatenew("fore", ahead(fore, ELBOW, LINKS[1])))
    bodies = []
    for k, frame in enumerate((upper, fore)):
        a, b, c = (d**2 * LINK_MASS[k] / 20 for d in LINK_DIAMETERS[k])
        centres[k].set_vel(world, centres[k].pos_from(origin).dt(world))
        inertia = mechanics.inertia(frame, b + c, a + c, a + b)
        body = mechanics.RigidBody(f"link{k}", centres[k], frame, LINK_MASS[k], (inertia, centres[k]))
        body.potential_energy = LINK_MASS[k] * gravity * centres[k].pos_from(origin).dot(world.z)
        bodies.append(body)
    lagrangian = mechanics.Lagrangian(world, *bodies)
    left = mechanics.LagrangesMethod(lagrangian, q).form_lagranges_equations()
    t = mechanics.dynamicsymbols._t
    names = sympy.symbols("q0:3 v0:3 a0:3")
    values = [*q, *(x.diff(t) for x in q), *(x.diff(t, 2) for x in q)]
    left = left.xreplace(dict(zip(values, names, strict=True)))
    function = sympy.lambdify([*names, gravity], list(left), cse=True)
    return lambda q, v, a, g: np.array(function(*q, *v, *a, g))


@pytest.mark.parametrize("gravity", [EARTH, MOON])
def test_arm_has_the_torques_that_sympy_derives(
    arm_torques: Callable[..., np.ndarray], gravity: tuple[float, float, float]
) -> None:
    rng = np.random.default_rng(2)
    size, rate, phase = rng.uniform(0.5, 1.2, 3), rng.uniform(2.0, 4.0, 3), rng.uniform(0, 6, 3)
    now = 0.37
    q, v, a = (size * rate**k * np.sin(rate * now + phase + k * np.pi / 2) for k in range(3))
    exact = arm_torques(q, v, a, -gravity[2])

    def ours(step: float) -> np.ndarray:
        times = now + step * np.array([-1.0, 0.0, 1.0])[:, None]
        return torques(dynamics_of(arm(), step, gravity, 1), size * np.sin(rate * times + phase))[0]

    coarse, middle, fine = ours(0.02), ours(0.01), ours(0.005)
    coarse_error, middle_error, fine_error = (np.linalg.norm(x - exact) for x in (coarse, middle, fine))
    assert coarse_error / middle_error == pytest.approx(4.0, abs=0.05)
    assert middle_error / fine_error == pytest.approx(4.0, abs=0.02)
    assert (4 * fine - middle) / 3 == pytest.approx(exact, rel=1e-6, abs=1e-6)  # Richardson
    assert np.abs(coarse - exact).max() < 0.02 * np.abs(exact).max()


@pytest.mark.parametrize("gravity", [EARTH, MOON, (0.0, 3.0, 0.0)])
def test_still_arm_carries_the_moment_of_its_weight(gravity: tuple[float, float, float]) -> None:
    dynamics = dynamics_of(arm(), 0.02, gravity, 1)
    q = np.tile([0.4, -0.3, 0.7], (3, 1))
    pose = dynamics.kinematics.forward(q)
    for i in range(3):
        expected = 0.0
        for b, body in enumerate(dynamics.kinematics.character.bodies):
            centre = pose.position[:, 1, b]
            moved = np.cross(pose.u[:, 1, i], centre) + pose.v[:, 1, i]
            expected -= body.mass * np.array(gravity) @ moved * dynamics.tree.moves[b, i]
        assert torques(dynamics, q)[0, i] == pytest.approx(expected, abs=1e-9)


def test_contact_forces_do_virtual_work() -> None:
    dynamics = dynamics_of(chain(), 0.02, EARTH, 4)
    rng = np.random.default_rng(4)
    q, forces, moments = (
        rng.normal(size=(6, dynamics.tree.n)),
        rng.normal(size=(3, 4, 2)),
        rng.normal(size=(3, 4, 2)),
    )
    change = torques(dynamics, q, forces, moments) - torques(dynamics, q)
    pose = dynamics.kinematics.forward(q)
    for i in range(dynamics.tree.n):
        ahead = q.astype(complex)
        ahead[:, i] += 1e-30j
        moved = dynamics.kinematics.forward(ahead).points.imag[:, 1:-1] / 1e-30
        twisted = pose.u[:, 1:-1, i, None] * moments * dynamics.points_below[:, i]
        assert change[:, i] == pytest.approx(-(forces * moved + twisted).sum((0, 2)), abs=1e-9)


def test_the_world_may_be_turned() -> None:
    """A placement that turns everything about gravity's direction changes no torque."""
    dynamics = dynamics_of(chain(), 0.02, EARTH, 3)
    q = np.random.default_rng(5).normal(size=(5, dynamics.tree.n))
    c, s = np.cos(0.8), np.sin(0.8)
    turn = np.broadcast_to(np.array([[c, -s, 0], [s, c, 0], [0, 0, 1]]), (5, 3, 3))
    pose = dynamics.kinematics.forward(q, Placement(turn, np.full((5, 3), 0.7), turn))
    turned = dynamics.residual(dynamics.balance(pose, np.zeros((3, 3, 2)), np.zeros((3, 3, 2))))
    assert turned == pytest.approx(torques(dynamics, q), abs=1e-8)


@pytest.mark.parametrize(("angle", "tolerance"), [(0.1, 1e-10), (0.7, 1e-6), (1.0, 1e-4)])
def test_whipped_body_gains_all_of_its_momentum(angle: float, tolerance: float) -> None:
    """From rest to a large turn in one frame: the moment's impulse is I times the angle, not times its sine."""
    body = RigidBody("top", 5.0, (0.3, 0.2, 0.5))
    root = RootJoint("top", translation="", axes="Y", torque_limit=100.0)
    dynamics = dynamics_of(Character("top", (body,), (), root=root), 0.02, EARTH, 1)
    moment = torques(dynamics, np.array([[0.4], [0.4], [0.4 + angle]]))[0, 0]
    assert moment == pytest.approx(5.0 / 20 * (0.3**2 + 0.5**2) * angle / 0.02**2, rel=tolerance)
