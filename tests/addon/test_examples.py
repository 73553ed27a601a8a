"""Example characters of the Add menu are the solver's own, and Solve is the next step."""

import bpy
import numpy as np
import pytest
from bl_ext.user_default.spacetime_animator.addon.character.example_character import add_character
from bl_ext.user_default.spacetime_animator.addon.character.read_character import read_character
from bl_ext.user_default.spacetime_animator.addon.motion.examples import CHARACTERS, EXAMPLES, SCENES
from bl_ext.user_default.spacetime_animator.addon.motion.operators.add_example import (
    SPACETIME_MT_examples,
    SPACETIME_OT_add_example,
)
from bl_ext.user_default.spacetime_animator.addon.motion.read_scene import read_job
from bl_ext.user_default.spacetime_animator.solver.animate import animate
from bl_ext.user_default.spacetime_animator.solver.errors import InputError
from bl_ext.user_default.spacetime_animator.solver.fitting.presets.chip import chip
from bl_ext.user_default.spacetime_animator.solver.mechanics.tree import Tree
from bl_ext.user_default.spacetime_animator.solver.problem.formulate import formulate
from bl_ext.user_default.spacetime_animator.solver.rotations import matrix_from_quaternion

from tests.support.panels import laid_out, operators, words

BUILDERS = {name: example.build for name, example in CHARACTERS.items()} | {"CHIP": chip}
SAME = 1e-5


def add(example):
    assert bpy.ops.spacetime.add_example(example=example) == {"FINISHED"}
    bpy.context.view_layer.update()
    return bpy.context.object


def inertia(body):
    axes, d = matrix_from_quaternion(body.orientation), np.square(body.diameters)
    return body.mass / 20 * (axes * (d.sum() - d)) @ axes.T


def turns(joint):
    """Axes in the world with their limits, strengths and ease, each turned so that its largest part is positive."""
    axes = matrix_from_quaternion(joint.orientation)
    ease = joint.preferred or (0.0,) * len(joint.axes)
    rows = []
    for letter, (low, high), torque, angle in zip(
        joint.axes, joint.limits, joint.torque_limits, ease, strict=True
    ):
        axis = axes[:, "XYZ".index(letter)]
        forward = axis[np.abs(axis).argmax()] > 0
        ends = (low, high, angle) if forward else (-high, -low, -angle)
        rows.append([*(axis if forward else -axis), *ends, torque])
    return np.array(rows).reshape(-1, 7)


@pytest.mark.once
@pytest.mark.parametrize("name", BUILDERS)
def test_what_is_read_back_is_the_character(name):
    expected = BUILDERS[name]()
    found = read_character(add_character(bpy.ops, bpy.context.scene, expected))
    bodies = {body.name: body for body in found.bodies}
    assert bodies.keys() == {body.name for body in expected.bodies}
    for body in expected.bodies:
        same = bodies[body.name]
        assert same.mass == pytest.approx(body.mass, rel=SAME)
        np.testing.assert_allclose(same.position, body.position, atol=SAME)
        np.testing.assert_allclose(inertia(same), inertia(body), atol=SAME)
    joints = {joint.body_b: joint for joint in found.joints}
    for joint in expected.joints:
        same = joints.pop(joint.body_b)
        assert same.body_a == joint.body_a
        np.testing.assert_allclose(same.position, joint.position, atol=SAME)
        np.testing.assert_allclose(turns(same), turns(joint), atol=SAME)
    assert not joints
    assert [(c.name, c.body) for c in found.contacts] == [(c.name, c.body) for c in expected.contacts]
    for here, there in zip(found.contacts, expected.contacts, strict=True):
        np.testing.assert_allclose(here.point, there.point, atol=SAME)
        assert (here.friction, here.twist_radius) == pytest.approx((there.friction, there.twist_radius))
    root, wanted = found.root_joint, expected.root_joint
    assert (root.body, root.translation, root.axes) == (wanted.body, wanted.translation, wanted.axes)
    # an armature has one for all
    assert np.array(root.limits[:1]) == pytest.approx(np.array(wanted.limits[:1]))
    assert {frozenset(pair) for pair in found.mirror_pairs} == {frozenset(p) for p in expected.mirror_pairs}
    assert len(Tree(found).names) == len(Tree(expected).names)


@pytest.mark.parametrize("name", EXAMPLES)
def test_every_example_is_a_problem_that_fits_together(name):
    rig = add(name)
    assert EXAMPLES[name].label.startswith(rig.name)  # as the menu calls it
    assert rig.name == rig.data.name
    assert formulate(read_job(rig, bpy.context.scene)).size > 0
    assert not rig.animation_data


@pytest.mark.once
@pytest.mark.parametrize("name", ["HUMAN", "ARM"])
def test_solve_is_the_next_step(name):
    assert add(name)
    assert bpy.ops.spacetime.solve(blocking=True) == {"FINISHED"}
    assert bpy.context.object.spacetime.pending is not None


@pytest.mark.once
@pytest.mark.parametrize("name", [name for name in CHARACTERS if name != "PAIR"])  # see test_two_people.py
def test_its_motion_is_physical(name):
    clip = animate(read_job(add(name), bpy.context.scene))
    assert clip.provenance.solved
    if name != "ARM":  # the world holds it; what it does to the base is not the ground's
        assert clip.report.linear_residual < 1e-5
        assert clip.report.angular_residual < 1e-3
        assert clip.report.slide < 1e-3


def test_it_stands_at_the_cursor_on_the_ground_and_is_one_more():
    add("DOG")
    bpy.context.scene.cursor.location = (2.0, -1.0, 5.0)
    bpy.context.scene.spacetime.ground_height = 0.5
    dog = add("DOG")
    assert dog.name == "Dog.001"
    paws = [contact.point for contact in read_character(dog).contacts]
    np.testing.assert_allclose(np.array(paws)[:, 2], 0.5, atol=SAME)
    assert np.mean(paws, axis=0)[:2] == pytest.approx((2.0, -1.0), abs=0.05)


def test_who_moves_in_a_plane_faces_along_an_axis():
    lamp = add("HOPPER")
    lamp.rotation_euler.z = np.pi / 2
    bpy.context.view_layer.update()
    root = read_character(lamp).root_joint
    assert (root.translation, root.axes) == ("YZ", "X")
    lamp.rotation_euler.z = 0.3
    bpy.context.view_layer.update()
    with pytest.raises(InputError, match="must face along the world X or Y axis"):
        read_character(lamp)


def test_menu_offers_all():
    items = laid_out(lambda layout: SPACETIME_MT_examples.draw(_Drawn(layout), bpy.context))
    assert operators(items) == {"bpy.ops.spacetime.add_example"}
    shown = words(items)
    assert all(example.label in shown for example in (*CHARACTERS.values(), *SCENES.values()))


class _Drawn:
    """What a menu is while Blender draws it."""

    _draw = SPACETIME_MT_examples._draw

    def __init__(self, layout):
        self.layout = layout


@pytest.mark.parametrize("name", ["HUMAN", "DOG"])
def test_its_own_bones_are_no_guess(name):
    assert all(line.confidence == 1.0 for line in add(name).data.spacetime.bone_map)


def test_its_tooltip_tells_of_the_example_that_is_pointed_at():
    told = {name: SPACETIME_OT_add_example.description(bpy.context, Pointed(name)) for name in EXAMPLES}
    assert len(set(told.values())) == len(EXAMPLES)
    assert told["HOPPER"].startswith(EXAMPLES["HOPPER"].description)


class Pointed:
    """An item of the menu, as Blender asks about it."""

    def __init__(self, example):
        self.example = example


def test_it_is_added_to_the_active_collection_and_so_are_its_things():
    shelf = bpy.data.collections.new("Shelf")
    bpy.context.scene.collection.children.link(shelf)
    layers = bpy.context.view_layer.layer_collection.children
    bpy.context.view_layer.active_layer_collection = layers["Shelf"]
    rig = add("HUMAN_STEP_UP")
    assert rig.users_collection == (shelf,)
    assert bpy.data.objects["Step"].users_collection == (shelf,)
    layers["Shelf"].exclude = True  # nothing that is added there would be seen
    assert add("ARM").users_collection == (bpy.context.scene.collection,)


def test_it_is_added_in_object_mode():
    add("ARM")
    bpy.ops.object.mode_set(mode="POSE")
    with pytest.raises(RuntimeError, match="Switch to Object Mode first"):
        bpy.ops.spacetime.add_example(example="HUMAN")
