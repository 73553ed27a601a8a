"""The peer: the same swing in opty 1.5 (Moore & van den Bogert 2018), direct collocation of symbolic equations.

What opty needs before it can start: equations of motion, here by Kane's method from sympy.physics.mechanics
(in a Job they follow from the character), then functions of the constraints and their Jacobian: C by way of
Cython and a C compiler (its default) or numpy, sooner there and slower later. It gives IPOPT no second
derivatives. Both have the same bounds, objective, scale of the
objective, options, step and first guess.
"""

import time

import numpy as np
import sympy as sm
from opty import Problem, create_objective_function
from sympy.physics import mechanics as me

from solver.arrays import Array
from solver.character import Character
from solver.optimise.recipe import COLD
from solver.problem.formulate import formulate
from solver.problem.guess.first_guess import first_guess
from solver.problem.objectives.weighted_sum import UNIT
from tests.peers.arm import (
    DOFS,
    GOAL,
    LENGTH,
    N_FRAMES,
    START,
    ArmRun,
    processor_seconds,
    swing_up,
)

STEP = LENGTH / (N_FRAMES - 1)
N_NODES = N_FRAMES - 1  # a node between each two frames: rest then is at the first and last of both
METHOD = "midpoint"

ANGLES = me.dynamicsymbols("q:3")
SPEEDS = me.dynamicsymbols("u:3")
TORQUES = me.dynamicsymbols("T:3")


def solve_opty(seed: int, *, backend: str) -> ArmRun:
    """Derives, compiles ("cython") or writes numpy ("numpy"), solves; the first guess is a gift and not timed."""
    job = swing_up(seed)
    problem = formulate(job)
    guess = first_guess(problem.transcription)[problem.transcription.variables.q]
    start, start_cpu = time.perf_counter(), processor_seconds()
    opty = _problem(job.character, backend)
    for name, value in COLD.options(job.options).items():
        opty.add_option(name, value)
    setup = time.perf_counter() - start
    x, info = opty.solve(_start(guess))
    seconds, cpu_seconds = time.perf_counter() - start, processor_seconds() - start_cpu
    q = x[: 3 * N_NODES].reshape(3, N_NODES).T
    effort = float(opty.obj(x)) / UNIT
    return ArmRun(setup, seconds, cpu_seconds, len(opty.obj_value) - 1, effort, info["status"] == 0, q)


def _problem(character: Character, backend: str) -> Problem:
    time_symbol, duration = me.dynamicsymbols._t, (N_NODES - 1) * STEP
    strength = [joint.torque_limits[0] for joint in character.joints]
    integrand = sum((torque / most) ** 2 for torque, most in zip(TORQUES, strength, strict=True))
    objective, slope = create_objective_function(
        UNIT * sm.Integral(integrand, time_symbol), (*ANGLES, *SPEEDS), TORQUES, (), N_NODES, STEP,
        integration_method=METHOD, time_symbol=time_symbol,
    )  # fmt: skip
    bounds = {q: joint.limits[0] for q, joint in zip(ANGLES, character.joints, strict=True)}
    bounds |= {torque: (-most, most) for torque, most in zip(TORQUES, strength, strict=True)}
    ends: list[sm.Expr] = []
    for at, pose in ((0.0, START), (duration, GOAL)):
        ends += [q.subs(time_symbol, at) - angle for q, angle in zip(ANGLES, pose, strict=True)]
        ends += [u.subs(time_symbol, at) for u in SPEEDS]
    return Problem(
        objective, slope, _equations(character), (*ANGLES, *SPEEDS), N_NODES, STEP,
        instance_constraints=tuple(ends), bounds=bounds, integration_method=METHOD, time_symbol=time_symbol,
        backend=backend,
    )  # fmt: skip


def _equations(character: Character) -> sm.Matrix:
    """Kane's equations of the links in their plane."""
    world, origin = me.ReferenceFrame("N"), me.Point("O")
    origin.set_vel(world, 0)
    parent, pivot, bodies, loads = world, origin, [], []
    at = np.array(character.joints[0].position)
    for k, joint in enumerate(character.joints):
        body = character.bodies[character.body_index(joint.body_b)]
        frame = parent.orientnew(f"B{k}", "Axis", (ANGLES[k], world.y))
        frame.set_ang_vel(parent, SPEEDS[k] * world.y)
        anchor = pivot.locatenew(f"J{k}", _vector(parent, np.array(joint.position) - at))
        anchor.v2pt_theory(pivot, world, parent)
        pivot, at = anchor, np.array(joint.position)
        centre = pivot.locatenew(f"C{k}", _vector(frame, np.array(body.position) - at))
        centre.v2pt_theory(pivot, world, frame)
        x, y, z = (body.mass * d**2 / 20 for d in body.diameters)
        inertia = me.inertia(frame, y + z, x + z, x + y)
        bodies.append(me.RigidBody(body.name, centre, frame, body.mass, (inertia, centre)))
        loads.append((centre, -9.81 * body.mass * world.z))
        moment = TORQUES[k] * world.y
        loads += [(frame, moment), *([(parent, -moment)] if k else [])]
        parent = frame
    rates = [u - q.diff() for q, u in zip(ANGLES, SPEEDS, strict=True)]
    kane = me.KanesMethod(world, ANGLES, SPEEDS, kd_eqs=rates)
    forces, inertial = kane.kanes_equations(bodies, loads)
    return sm.Matrix(rates).col_join(forces + inertial)


def _vector(frame: me.ReferenceFrame, values: Array) -> me.Vector:
    return sum((float(v) * axis for v, axis in zip(values, frame, strict=True) if v), me.Vector(0))


def _start(guess: Array) -> Array:
    """Opty's unknowns: angles, speeds and torques, each over all nodes."""
    nodes = (guess[:-1] + guess[1:]) / 2
    speeds = np.gradient(nodes, STEP, axis=0)
    return np.concatenate([nodes.T.ravel(), speeds.T.ravel(), np.zeros(len(DOFS) * N_NODES)])
