"""A walk of sines and steps with known figures."""

import math

import numpy as np

from solver.clip.clip import Clip, Provenance
from solver.fitting.presets.chip import chip
from solver.job.cycle import Cycle
from solver.job.job import AnimationTiming, ContactTiming, Job
from solver.motion.world import World
from solver.motion.world_motion import WorldMotion
from solver.rotations import quaternion_product, rotation_about
from solver.verify.energy import Energy
from solver.verify.report import Report

N, STEP, SPEED = 40, 0.025, 1.2  # one stride per second
DUTY, THIGH, ARM, BOUNCE = 0.6, math.radians(20), math.radians(15), 0.02
HUMPS = np.interp(np.arange(24), [0, 5, 12, 18, 23], [0.3, 1.1, 0.75, 1.15, 0.2])
REPORT = Report(1e-8, 2e-8, *(0.0,) * 9, 1.0, 1.15, Energy(120.0, -105.0, 0.0, 0.0, -15.0, 0.0))


def sine_walk(heading=0.0, *, is_cycle=True):
    """Chip, rigid except for thighs and arms, which turn about their centers."""
    character = chip()
    time = np.arange(N) * STEP
    wave = np.sin(2 * math.pi * time)
    way = np.array([math.cos(heading), math.sin(heading), 0.0])
    left = np.array([-way[1], way[0], 0.0])
    turned = rotation_about((0.0, 0.0, 1.0), heading)
    rest = np.array([body.position for body in character.bodies])
    rest = rest[:, :1] * way + rest[:, 1:2] * left + rest[:, 2:] * (0.0, 0.0, 1.0)
    position = rest + SPEED * time[:, None, None] * way
    position[..., 2] += BOUNCE * np.cos(4 * math.pi * time)[:, None]
    orientation = np.tile(turned, (N, len(character.bodies), 1))
    for name, size in (("L_thigh", THIGH), ("R_thigh", -THIGH), ("L_upper_arm", -ARM), ("R_upper_arm", ARM)):
        swing = rotation_about(left, -size * wave)  # a positive turn about left moves a hanging limb back
        body = character.body_index(name)
        orientation[:, body] = quaternion_product(swing, np.broadcast_to(turned, swing.shape))
    forces, active = np.zeros((N, 2, 3)), np.zeros((N, 2), bool)
    weight = character.mass * 9.81
    for contact, start in enumerate((0, N // 2)):
        frames = (start + np.arange(len(HUMPS))) % N
        active[frames, contact] = True
        forces[frames, contact, 2] = HUMPS * weight
        forces[frames, contact] += np.linspace(-0.2, 0.18, len(HUMPS))[:, None] * weight * way
        forces[frames, contact] += (0.05, -0.05)[contact] * weight * left
    points = np.array([contact.point for contact in character.contacts])
    points = points[:, 1:2] * left + SPEED * time[:, None, None] * way
    points[..., 2] = np.where(active, 0.0, 0.03)
    way = SPEED * N * STEP * way
    timings = tuple(
        ContactTiming(f"{side}_foot", ((start, DUTY),)) for side, start in (("L", 0.0), ("R", 0.5))
    )
    cycle = Cycle((float(way[0]), float(way[1]), 0.0)) if is_cycle else None
    n_dof, n_joints = 6 + sum(len(joint.axes) for joint in character.joints), len(character.joints)
    job = Job("sines", character, AnimationTiming(N * STEP, 1 / STEP), cycle, timings)
    motion = WorldMotion(
        character=character,
        cycle=cycle,
        world=World.of_job(job),
        step=STEP,
        position=position,
        orientation=orientation,
        contact_points=points,
        contact_forces=forces,
        contact_moments=np.zeros((N, 2)),
        contact_active=active,
    )
    return Clip(
        job=job,
        motion=motion,
        q=np.zeros((N, n_dof)),
        torques=np.zeros((N, n_dof)),
        joint_forces=np.zeros((N, n_joints, 3)),
        joint_moments=np.zeros((N, n_joints, 3)),
        report=REPORT,
        provenance=Provenance("made up", True, 0, {}, 0.0, {}, (), {}),
    )
