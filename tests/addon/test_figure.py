"""The character drawn in the viewport: bodies, joint limits, contacts and the arrows that size a body."""

import math
from dataclasses import replace
from types import SimpleNamespace

import bpy
import numpy as np
import pytest
from bl_ext.user_default.spacetime_animator.addon.character.operators.resize_body import (
    SPACETIME_OT_resize_body,
    nearest_along,
)
from bl_ext.user_default.spacetime_animator.addon.character.read_character import read_character
from bl_ext.user_default.spacetime_animator.addon.overlays import draw, figure
from bl_ext.user_default.spacetime_animator.addon.overlays.figure import FIGURE_OVERLAYS
from bl_ext.user_default.spacetime_animator.addon.overlays.gizmos import SPACETIME_GGT_body, arrow_places
from bl_ext.user_default.spacetime_animator.addon.overlays.read_figure import read_body, read_figure
from mathutils import Matrix

from tests.addon.rigs import metarig
from tests.support.seconds import expect_within, worked

BUDGET = 0.004  # s a frame for 20 bodies


def test_bodies_are_where_the_solver_has_them(human):
    character, seen = read_character(human), read_figure(human)
    places = {b.name: b.position for b in character.bodies}
    names = [b.name for b in human.data.bones if b.spacetime.is_body]
    np.testing.assert_allclose(seen.centres, [places[name] for name in names], atol=1e-5)
    sizes = {b.name: b.diameters for b in character.bodies}
    np.testing.assert_allclose(2 * seen.radii, [sizes[name] for name in names], atol=1e-5)


def test_bodies_and_contacts_follow_the_pose(human):
    before = read_figure(human)
    human.pose.bones["thigh.L"].rotation_mode = "XYZ"
    human.pose.bones["thigh.L"].rotation_euler.x = -1.0
    bpy.context.view_layer.update()
    after = read_figure(human)
    names = [b.name for b in human.data.bones if b.spacetime.is_body]
    moved = np.linalg.norm(after.centres - before.centres, axis=1) > 1e-4
    assert {name for name, m in zip(names, moved, strict=True) if m} == {"thigh.L", "shin.L", "foot.L"}
    lifted = [after.contacts[i] - before.contacts[i] for i in range(4)]
    assert [bool(np.linalg.norm(way) > 0.1) for way in lifted] == [True, True, False, False]


def test_selected_bone_shows_its_limits_as_sectors(human):
    assert read_figure(human).ranges == ()
    bpy.ops.spacetime.select_bone(bone="shin.L")
    (knee,) = read_figure(human).ranges
    assert math.degrees(knee.ends[1] - knee.ends[0]) == pytest.approx(140, abs=0.01)
    drawn = figure.limits(read_figure(human))
    bone = human.data.bones["shin.L"]
    place = human.matrix_world @ bone.head_local
    reach = np.linalg.norm(drawn.face_points - place, axis=1)
    assert reach.max() == pytest.approx(knee.radius, rel=1e-5)
    straight = human.matrix_world.to_3x3() @ (bone.tail_local - bone.head_local).normalized()
    rest = place + knee.radius * straight.normalized()
    assert np.linalg.norm(drawn.line_points - rest, axis=1).min() < 1e-4  # the rest pose is marked
    seen = read_figure(human)
    assert seen.selected.sum() == 1
    assert len(np.unique(figure.bodies(seen).line_colours[:, 3])) == 2


def test_bodies_are_outlines_while_one_poses(human):
    solid = figure.bodies(read_figure(human))
    assert len(solid.face_points)
    assert not len(solid.line_points)
    bpy.ops.object.mode_set(mode="POSE")
    seen = read_figure(human)
    rings = figure.bodies(seen)
    assert not len(rings.face_points)
    points = rings.line_points.reshape(len(seen.centres), -1, 3) - seen.centres[:, None]
    own = np.einsum("bpi,bij->bpj", points, seen.axes) / seen.radii[:, None]
    np.testing.assert_allclose(np.linalg.norm(own, axis=2), 1.0, atol=1e-5)  # on the ellipsoids
    assert hash(seen) != hash(replace(seen, is_posed=False))


def test_limits_are_those_of_the_active_bone_if_it_is_selected(human):
    letters = lambda: {(r.letter, tuple(r.place)) for r in read_figure(human).ranges}  # noqa: E731
    alone = {}
    for bone in ("shin.L", "shin.R"):
        bpy.ops.spacetime.select_bone(bone=bone)
        alone[bone] = letters()
        assert alone[bone]
    bpy.ops.pose.select_all(action="SELECT")
    assert letters() == alone["shin.R"]
    human.data.bones.active = human.data.bones["shin.L"]
    assert letters() == alone["shin.L"]
    human.data.bones.active = None
    assert letters() == set()
    human.data.bones.active = human.data.bones["shin.L"]
    bpy.ops.pose.select_all(action="DESELECT")
    assert letters() == set()


def test_contact_can_be_added_at_head_tail_and_cursor(human):
    human.rotation_euler.z = 0.7
    bpy.ops.spacetime.select_bone(bone="hand.L")
    human.pose.bones["upper_arm.L"].rotation_mode = "XYZ"
    human.pose.bones["upper_arm.L"].rotation_euler.x = 0.5
    bpy.context.view_layer.update()
    contacts, bone = human.data.spacetime.contacts, human.data.bones["hand.L"]
    bpy.ops.spacetime.add_contact(place="HEAD")
    assert tuple(contacts[-1].point) == pytest.approx(tuple(bone.head_local), abs=1e-6)
    bpy.ops.spacetime.add_contact(place="TAIL")
    assert tuple(contacts[-1].point) == pytest.approx(tuple(bone.tail_local), abs=1e-6)
    cursor = human.matrix_world @ human.pose.bones["hand.L"].tail
    bpy.context.scene.cursor.location = cursor
    bpy.ops.spacetime.add_contact(place="CURSOR")
    assert tuple(contacts[-1].point) == pytest.approx(tuple(bone.tail_local), abs=1e-5)  # posed, not at rest
    assert len({contact.name for contact in contacts}) == len(contacts)
    seen = read_figure(human)
    np.testing.assert_allclose(seen.contacts[-1], cursor, atol=1e-5)
    assert seen.chosen[-1]


def test_arrows_stand_at_the_ends_of_the_body(human):
    bpy.ops.spacetime.select_bone(bone="thigh.R")
    bone = human.data.bones["thigh.R"]
    centre, axes, scale = read_body(human, bone)
    radii = scale * np.array(bone.spacetime.diameters) / 2
    for i, place in enumerate(arrow_places(centre, axes, radii)):
        assert np.linalg.det(place[:3, :3]) == pytest.approx(1.0, abs=1e-5)
        out = place[:3, 3] - centre
        assert np.linalg.norm(out) == pytest.approx(radii[i // 2])
        assert out @ place[:3, 2] == pytest.approx(radii[i // 2], rel=1e-5)
    assert SPACETIME_GGT_body.poll(bpy.context)
    bpy.context.scene.spacetime.overlays.show_bodies = False
    assert not SPACETIME_GGT_body.poll(bpy.context)


def test_resizing_sets_one_axis_and_its_mirror_image(human):
    human.data.bones.active = human.data.bones["hand.L"]
    with pytest.raises(RuntimeError, match="Select a bone that has a body"):
        bpy.ops.spacetime.resize_body(axis="Y", diameter=0.5)
    bpy.ops.spacetime.select_bone(bone="forearm.L")
    bpy.ops.spacetime.resize_body(axis="Y", diameter=0.5)
    for side in "LR":
        assert human.data.bones[f"forearm.{side}"].spacetime.diameters[1] == pytest.approx(0.5)


def test_drag_can_be_taken_back(human):
    bpy.ops.spacetime.select_bone(bone="forearm.L")
    body = human.data.bones["forearm.L"].spacetime
    drag = SimpleNamespace(_former=tuple(body.diameters), axis="X")
    body.diameters = (1, 1, 1)
    event = SimpleNamespace(type="ESC", value="PRESS")
    assert SPACETIME_OT_resize_body.modal(drag, bpy.context, event) == {"CANCELLED"}
    assert tuple(body.diameters) == pytest.approx(drag._former)


def test_mouse_is_followed_along_the_axis():
    rng = np.random.default_rng(3)
    point, goal = rng.normal(size=3), 0.37
    direction = rng.normal(size=3)
    direction /= np.linalg.norm(direction)
    eye = rng.normal(size=3) * 10
    ray = point + goal * direction - eye
    assert nearest_along(point, direction, eye, ray) == pytest.approx(goal)
    assert nearest_along(point, direction, eye, direction) == 0.0


def test_figure_is_drawn_by_the_gpu_within_its_budget():
    """A wolf has 17 bodies; the budget is one of 20. Processor time, as others use this machine too."""
    gpu = pytest.importorskip("gpu")
    if not hasattr(gpu, "init"):
        pytest.skip("this Blender draws only with a screen")
    gpu.init()
    rig = metarig("wolf")
    bpy.ops.spacetime.fit_bodies()
    bpy.ops.spacetime.select_bone(bone="thigh.L")
    switches = bpy.context.scene.spacetime.overlays
    screen = gpu.types.GPUOffScreen(320, 240)
    looks = Matrix.Rotation(-math.pi / 2, 4, "X")
    with screen.bind():
        buffer = gpu.state.active_framebuffer_get()
        buffer.clear(color=(0, 0, 0, 0), depth=1.0)
        with gpu.matrix.push_pop(), gpu.matrix.push_pop_projection():
            gpu.matrix.load_matrix(looks)
            gpu.matrix.load_projection_matrix(Matrix.Diagonal((0.8, 0.8, -0.1, 1)))
            draw.draw_figure(read_figure(rig), switches, (320, 240))
            times = [
                worked(lambda: draw.draw_figure(read_figure(rig), switches, (320, 240))) for _ in range(20)
            ]
        pixels = np.array(buffer.read_color(0, 0, 320, 240, 4, 0, "FLOAT").to_list())
    screen.free()
    assert (pixels[..., 3] > 0).mean() > 0.02
    expect_within(float(np.median(times)), 3 * BUDGET)  # where there is no graphics card


def test_every_overlay_of_the_figure_is_a_switch():
    switches = bpy.context.scene.spacetime.overlays
    assert all(hasattr(switches, name) for name in FIGURE_OVERLAYS)
