"""Panel and overlays stay those of a character while one of its targets, surfaces or props is active."""

import bpy
import pytest
from bl_ext.user_default.spacetime_animator.addon.interface.active_character import keep_character
from bl_ext.user_default.spacetime_animator.addon.interface.availability import armature_of
from bl_ext.user_default.spacetime_animator.addon.solve.live import live
from bl_ext.user_default.spacetime_animator.addon.solve.panels.solve import SPACETIME_PT_solve

from tests.support.panels import laid_out, operators, words


def activate(thing):
    bpy.context.view_layer.objects.active = thing
    return armature_of(bpy.context)


def panel():
    """Everything that the top panel shows."""
    return laid_out(
        lambda layout: SPACETIME_PT_solve.draw(type("Panel", (), {"layout": layout})(), bpy.context)
    )


def thrower_and_target(human):
    assert bpy.ops.spacetime.use_preset(preset="THROW") == {"FINISHED"}
    return next(goal.target for goal in human.spacetime.motion.goals if goal.target is not None)


def added(scene, name, mesh=False):
    data = bpy.data.meshes.new(name) if mesh else None
    made = bpy.data.objects.new(name, data)
    scene.collection.objects.link(made)
    return made


def test_a_target_keeps_the_panel_of_its_character(human):
    target = thrower_and_target(human)
    assert human.name not in words(panel()).split(" | ")
    assert activate(target) == human
    items = panel()
    assert human.name in words(items).split(" | ")
    assert "Select an armature first" not in words(items)
    assert "bpy.ops.spacetime.solve" in operators(items)


def test_live_can_be_started_from_its_target(human):
    activate(thrower_and_target(human))
    try:
        assert bpy.ops.spacetime.live() == {"FINISHED"}
        assert live.find_armature() == human
    finally:
        live.stop()


def test_a_surface_and_a_prop_keep_it_too(human):
    box = added(bpy.context.scene, "Box", mesh=True)
    assert activate(box) is None
    human.data.spacetime.contacts[0].phases[0].surface = box
    assert activate(box) == human
    prop = added(bpy.context.scene, "Sword")
    assert activate(prop) is None
    prop.parent, prop.parent_type, prop.parent_bone = human, "BONE", "hand.R"
    assert activate(prop) == human


@pytest.mark.parametrize("last", [0, 1])
def test_of_two_characters_the_last_one_keeps_its_target(human, last):
    target = thrower_and_target(human)
    other = human.copy()
    other.data = human.data.copy()
    bpy.context.scene.collection.objects.link(other)
    both = (human, other)
    for chosen in (both[1 - last], both[last]):
        activate(chosen)
        keep_character()  # Blender only tells of it in a window
    assert activate(target) == both[last]
    assert bpy.context.scene.spacetime.character == both[last]


def test_any_other_object_is_nobodys(human):
    thrower_and_target(human)
    assert activate(added(bpy.context.scene, "Lamp")) is None
    assert "Select an armature first" in words(panel())
