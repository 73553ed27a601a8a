"""Guess from Animation: phases, the height of the ground, and contacts for bodies that have none."""

from dataclasses import replace

import bpy
import numpy as np
import pytest
from bl_ext.user_default.spacetime_animator.addon.character.read_character import read_character
from bl_ext.user_default.spacetime_animator.addon.motion.examples import add_example
from bl_ext.user_default.spacetime_animator.addon.motion.read_sketch import read_pose, read_sketch
from bl_ext.user_default.spacetime_animator.addon.result.clip_on_action import clip_of
from bl_ext.user_default.spacetime_animator.addon.runtime.event_loop import at_once
from bl_ext.user_default.spacetime_animator.addon.solve import session
from bl_ext.user_default.spacetime_animator.solver.analysis.contact_guess.guessed import SURE
from scipy.ndimage import gaussian_filter1d

from docs.pictures.manual import jump
from tests.addon.rigs import from_bvh
from tests.support.characters import activate


@pytest.fixture(autouse=True)
def no_solver_is_left():
    yield
    session.stop()


def test_contacts_are_guessed_from_the_animation(squatting, capfd):
    contacts = squatting.data.spacetime.contacts
    for contact in contacts:
        contact.phases.clear()
    assert bpy.ops.spacetime.guess_contacts() == {"FINISHED"}
    assert "4 contacts. Follow Keys is enabled now" in capfd.readouterr().out
    assert squatting.spacetime.motion.sketch.use  # so that bars lie at the frames of the keys
    assert [(phase.start, phase.duration) for c in contacts for phase in c.phases] == [(0.0, 1.0)] * 4


@pytest.mark.once
def test_bars_that_are_uncertain_are_told_with_the_way_to_decide(capfd):
    """A foot that hops under a kick rests for a moment only."""
    bpy.context.scene.render.fps = 30
    rig = from_bvh("humanoid3d_kick")
    bpy.ops.spacetime.fit_bodies()
    bpy.ops.spacetime.guess_contacts()
    contacts = rig.data.spacetime.contacts
    unsure = [each.name for each in contacts if any(phase.confidence < SURE for phase in each.phases)]
    told = f"Some bars are uncertain: {', '.join(unsure)}. Keep or remove them in the Check List."
    assert unsure
    assert told in capfd.readouterr().out
    for index, contact in enumerate(contacts):
        if contact.name in unsure:
            bpy.ops.spacetime.mend(kind="KEEP_PHASES", contact=index)
    assert all(phase.confidence >= SURE for contact in contacts for phase in contact.phases)


@pytest.mark.once
@pytest.mark.parametrize(
    ("lower", "moves"), [(0.04, False), (0.10, True), (-0.04, False), (-0.10, True)], ids=str
)
@pytest.mark.parametrize("scale", [1.0, 0.1])
def test_the_ground_moves_for_more_than_a_sole_and_that_is_told(squatting, capfd, lower, moves, scale):
    scene = bpy.context.scene
    bpy.ops.spacetime.guess_contacts()
    stand = standing(squatting)  # a little above the ground: keys let feet slip
    squatting.scale = [scale * s for s in squatting.scale]
    before = scale * (stand + lower)
    scene.spacetime.ground_height = before
    capfd.readouterr()
    bpy.ops.spacetime.guess_contacts()
    after, told = scene.spacetime.ground_height, capfd.readouterr().out
    assert after == pytest.approx(scale * stand if moves else before, abs=1e-4)
    assert (f"4 contacts. Ground moved from {before:.3f} m to {after:.3f} m" in told) == moves


@pytest.mark.parametrize(("lower", "words"), [(0.5, "below the ground"), (-0.5, "above the ground")])
def test_the_ground_stays_for_others_and_the_way_to_it_is_told(squatting, capfd, lower, words):
    scene = bpy.context.scene
    at_once(add_example(scene, "DOG")).name = "Rex"
    scene.spacetime.ground_height = standing(squatting) + lower
    ground = scene.spacetime.ground_height
    activate(squatting)
    capfd.readouterr()
    bpy.ops.spacetime.guess_contacts()
    assert scene.spacetime.ground_height == ground
    told = capfd.readouterr().out
    assert f"4 contacts. Feet stand 0.500 m {words}, which 'Rex' also uses; move this character" in told
    squatting.location.z += 0.5 if "up by" in told else -0.5
    bpy.context.view_layer.update()
    bpy.ops.spacetime.guess_contacts()
    assert "Feet stand" not in capfd.readouterr().out
    bpy.data.objects.remove(bpy.data.objects["Rex"])
    squatting.location.z += 1.0
    bpy.context.view_layer.update()
    bpy.ops.spacetime.guess_contacts()
    assert f"Ground moved from {ground:.3f} m to {ground + 1:.3f} m" in capfd.readouterr().out


def standing(rig):
    """Where feet stand in most frames: the median of their points [m]."""
    scene, character = bpy.context.scene, read_character(rig)
    sketch = at_once(read_sketch(rig, scene, character))
    return float(np.median(sketch.contact_points(character)[..., 2]))


@pytest.fixture
def lying(human):
    """The human lies on its back for a second; its arms and legs do not move."""
    spine = human.pose.bones["spine"]
    spine.rotation_mode = "XYZ"
    spine.rotation_euler.x = -np.pi / 2
    bpy.context.view_layer.update()
    character = read_character(human)
    _, turn = read_pose(human, character)
    assert turn[character.body_index("spine")][2, 1] < -0.99  # its face is up
    for frame in (1, 24):
        spine.keyframe_insert("location", frame=frame)
        spine.keyframe_insert("rotation_euler", frame=frame)
    return human


@pytest.mark.once
def test_a_body_that_lies_gets_contacts_which_go_with_the_next_animation(lying, capfd):
    contacts = lying.data.spacetime.contacts
    fitted = contacts.keys()
    bpy.ops.spacetime.guess_contacts()
    added = [contact.name for contact in contacts if contact.is_guessed]
    assert added
    bones = dict.fromkeys(contacts[name].bone for name in added)
    told = f"Contacts were added where your animation touches the ground: {', '.join(bones)}."
    assert told in capfd.readouterr().out
    bpy.ops.spacetime.guess_contacts()
    assert [contact.name for contact in contacts if contact.is_guessed] == added  # the same once more
    assert contacts.keys() == [*fitted, *added]
    assert bpy.ops.spacetime.make_physical(blocking=True) == {"FINISHED"}
    clip = clip_of(lying.spacetime.pending)
    assert clip.provenance.solved
    assert clip.motion.touching[:, len(fitted) :].any(1).all()  # it rests on them
    lying.animation_data.action = None
    lying.pose.bones["spine"].rotation_euler.x = 0
    lying.pose.bones["spine"].location = (0, 0, 0)
    for frame in (1, 24):
        lying.pose.bones["spine"].keyframe_insert("location", frame=frame)
    bpy.ops.spacetime.guess_contacts()
    assert contacts.keys() == fitted


def test_guess_without_keys_says_why_not(human):
    with pytest.raises(RuntimeError, match="There is no animation to follow"):
        bpy.ops.spacetime.guess_contacts()


def flights(heights, fps):
    """(first, end) of frames in which what a body weighs is all that moves it: its height falls as a stone's does."""
    smooth = gaussian_filter1d(heights, 0.015 * fps)
    falls = np.gradient(np.gradient(smooth)) * fps**2 < -7.5
    edges = np.diff(np.r_[0, falls.astype(int), 0])
    both = zip(np.flatnonzero(edges > 0), np.flatnonzero(edges < 0), strict=True)
    return [(first, end) for first, end in both if end - first > 0.2 * fps]


def off_the_ground(rig, n_frames):
    """(first, end) of frames in which no contact touches."""
    touching = np.zeros(n_frames, bool)
    for contact in rig.data.spacetime.contacts:
        for phase in contact.phases:
            first, last = (
                round(share * (n_frames - 1)) for share in (phase.start, phase.start + phase.duration)
            )
            touching[first : last + 1] = True
    edges = np.diff(np.r_[1, touching.astype(int), 1])
    return list(zip(np.flatnonzero(edges < 0), np.flatnonzero(edges > 0), strict=True))


def test_a_captured_jump_takes_off_and_lands_when_it_falls_freely():
    rig = from_bvh("humanoid3d_jump")
    scene = bpy.context.scene
    scene.render.fps = 60  # the file's own
    first, last = (round(frame) for frame in rig.animation_data.action.frame_range)
    scene.frame_start, scene.frame_end = first, last
    assert bpy.ops.spacetime.fit_bodies() == {"FINISHED"}
    assert bpy.ops.spacetime.guess_contacts() == {"FINISHED"}
    character = read_character(rig)
    mass = np.array([body.mass for body in character.bodies])
    heights = []
    for frame in range(first, last + 1):
        scene.frame_set(frame)
        heights.append(read_pose(rig, character)[0][:, 2] @ mass / mass.sum())
    ((takes_off, lands),) = flights(np.array(heights), 60)
    ((left, touched),) = off_the_ground(rig, len(heights))
    assert abs(left - takes_off) <= 2
    assert abs(touched - lands) <= 2


@pytest.mark.parametrize(("fps", "slower"), [(24, 1.0), (60, 2.5)])
def test_a_keyed_jump_lands_on_the_frame_of_its_key(human, monkeypatch, fps, slower):
    keys = tuple(replace(key, frame=round(1 + slower * (key.frame - 1))) for key in jump.JUMP)
    monkeypatch.setattr(jump, "JUMP", keys)
    jump.key_jump(human)
    scene = bpy.context.scene
    scene.render.fps, scene.frame_start, scene.frame_end = fps, 1, keys[-1].frame
    assert bpy.ops.spacetime.guess_contacts() == {"FINISHED"}
    ((_, touched),) = off_the_ground(human, keys[-1].frame)
    landing = next(key.frame for key in keys if key.drop == 0.02)  # feet are flat at the ground's height
    assert abs(touched + 1 - landing) <= 0.05 * fps
