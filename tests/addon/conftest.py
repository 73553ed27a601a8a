"""Tests inside Blender, with this checkout linked into an empty user folder as an extension in development.

Blender reads the user folder's place when bpy is imported, so this happens before the tests are imported.
They may begin with `from bl_ext.user_default.spacetime_animator.addon import ...`.
"""

import atexit
import importlib
import os
import shutil
import sys
import tempfile
from pathlib import Path

import numpy as np
import pytest

ROOT = Path(__file__).resolve().parents[2]
MODULE = "bl_ext.user_default.spacetime_animator"

USER_FOLDER = Path(tempfile.mkdtemp(prefix="spacetime-blender-"))
atexit.register(shutil.rmtree, USER_FOLDER, ignore_errors=True)
os.environ["BLENDER_USER_RESOURCES"] = str(USER_FOLDER)

link = USER_FOLDER / "extensions" / "user_default" / MODULE.rpartition(".")[2]
link.parent.mkdir(parents=True)
link.symlink_to(ROOT, target_is_directory=True)

import bpy  # noqa: E402

from tests.addon import rigs  # noqa: E402

addon_utils = importlib.import_module("addon_utils")  # Found only once bpy is there.
addon_utils.extensions_refresh()
if addon_utils.enable(MODULE, default_set=True) is None:
    raise RuntimeError(
        f"{MODULE} does not register in Blender {bpy.app.version_string}; its traceback is above"
    )


EMPTY = USER_FOLDER / "empty.blend"  # of this version, uncompressed: read in half the time of the factory's
bpy.ops.wm.read_homefile(use_empty=True, use_factory_startup=True)
bpy.ops.wm.save_as_mainfile(filepath=str(EMPTY), copy=True)


@pytest.fixture(autouse=True)
def empty_file():
    """Begin each test in an empty Blender file, with the add-on enabled."""
    bpy.ops.wm.read_homefile(filepath=str(EMPTY))


@pytest.fixture
def extension():
    """Give the add-on's root module, as Blender loaded it."""
    return sys.modules[MODULE]


@pytest.fixture
def metarig():
    """Give Rigify's basic human, just added, its rest pose facing -Y."""
    return rigs.begin_with("basic_human", lambda: rigs.metarig("basic_human"))


@pytest.fixture
def human():
    """Give the human with its bodies fitted."""
    return rigs.begin_with("human", rigs.fitted_human)


@pytest.fixture
def chain():
    """Give five bones end to end along X, 0.3 m each, one metre above the ground, in an object of its own place."""
    data = bpy.data.armatures.new("Chain")
    rig = bpy.data.objects.new("Chain", data)
    bpy.context.collection.objects.link(rig)
    bpy.context.view_layer.objects.active = rig
    rig.select_set(True)
    bpy.ops.object.mode_set(mode="EDIT")
    parent = None
    for i in range(5):
        bone = data.edit_bones.new(f"link.{i}")
        bone.head, bone.tail = (0.3 * i, 0.0, 1.0), (0.3 * i + 0.3, 0.0, 1.0)
        bone.parent, bone.use_connect = parent, parent is not None
        parent = bone
    bpy.ops.object.mode_set(mode="OBJECT")
    return rig


@pytest.fixture
def make_clip():
    """Give a maker of clips that swing every joint smoothly inside its limits; not physical, only well-formed."""
    return swinging_clip


def zeros(kind, **others):
    """Make a dataclass of measures that are all 0, but for others."""
    return kind(**dict.fromkeys(kind.__dataclass_fields__, 0.0) | others)


def swinging_clip(job):
    """Make a clip of a job whose joints swing as sines."""
    clips = importlib.import_module(f"{MODULE}.solver.clip.clip")
    motions = importlib.import_module(f"{MODULE}.solver.motion.world_motion")
    world = importlib.import_module(f"{MODULE}.solver.motion.world").World
    report = importlib.import_module(f"{MODULE}.solver.verify.report").Report
    energy = importlib.import_module(f"{MODULE}.solver.verify.energy").Energy
    kinematics = importlib.import_module(f"{MODULE}.solver.mechanics.kinematics").Kinematics(job.character)
    names, n_frames = kinematics.tree.names, round(job.timing.length * job.timing.fps)
    bounds = {
        f"{joint.name}.r{letter.lower()}": ends
        for joint in job.character.joints
        for letter, ends in zip(joint.axes, joint.limits, strict=True)
    }
    phase = 2 * np.pi * np.arange(n_frames) / n_frames
    q = np.zeros((n_frames, len(names)))
    for i, name in enumerate(names):
        low, high = bounds.get(name, (-0.3, 0.3))
        q[:, i] = (low + high) / 2 + 0.45 * min(high - low, 2.0) * np.sin(phase + i)
    root = job.character.bodies[job.character.body_index(job.character.root_joint.body)]
    for k, letter in enumerate("xyz"):
        drift = job.cycle.translation[k] * np.arange(n_frames) / n_frames if job.cycle else 0.0
        q[:, names.index(f"root.t{letter}")] = root.position[k] + 0.05 * np.sin(phase + k) + drift
    position, orientation = kinematics.poses(q)
    n_contacts, n_joints = len(job.character.contacts), len(job.character.joints)
    motion = motions.WorldMotion(
        character=job.character,
        cycle=job.cycle,
        world=world.of_job(job),
        step=job.timing.length / n_frames,
        position=position,
        orientation=orientation,
        contact_points=np.zeros((n_frames, n_contacts, 3)),
        contact_forces=np.zeros((n_frames, n_contacts, 3)),
        contact_moments=np.zeros((n_frames, n_contacts)),
        contact_active=np.zeros((n_frames, n_contacts), bool),
    )
    return clips.Clip(
        job=job,
        motion=motion,
        q=q,
        torques=np.zeros_like(q),
        joint_forces=np.zeros((n_frames, n_joints, 3)),
        joint_moments=np.zeros((n_frames, n_joints, 3)),
        report=zeros(report, energy=zeros(energy)),
        provenance=clips.Provenance("made by a test", True, 0, {}, 0.0, {}, (), {}),
    )


@pytest.fixture
def squatting(human):
    """The human sinks by 15 cm and rises again with its feet where they are; ten keys of legs and hips."""
    leg = 0.92  # m, thigh and shin
    for bone in human.pose.bones:
        bone.rotation_mode = "XYZ"
    for frame in range(10, 35, 3):
        drop = 0.15 * np.sin(np.pi * (frame - 10) / 24) ** 2
        bend = np.arccos(1 - drop / leg)
        for name, angle in (("thigh", -bend), ("shin", 2 * bend), ("foot", -bend)):
            for side in "LR":
                human.pose.bones[f"{name}.{side}"].rotation_euler.x = angle
                human.pose.bones[f"{name}.{side}"].keyframe_insert("rotation_euler", frame=frame)
        human.pose.bones["spine"].location.y = -drop / human.scale.x
        human.pose.bones["spine"].keyframe_insert("location", frame=frame)
    return human
