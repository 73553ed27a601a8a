"""Fit Bodies says what a rig is and how surely, one press changes it, and a fit that fails changes nothing."""

from types import SimpleNamespace

import bpy
import numpy as np
import pytest
from bl_ext.user_default.spacetime_animator.addon.character.kind import recognized_as
from bl_ext.user_default.spacetime_animator.addon.character.panels.character import SPACETIME_PT_character
from bl_ext.user_default.spacetime_animator.addon.character.read_character import read_character

from tests.support.animals import ANIMALS, NAMINGS
from tests.support.naming_families import FAMILIES
from tests.support.panels import laid_out, operators, words
from tests.support.skeletons import human, renamed
from tests.support.skeletons import laid_out as skeleton_of_joints


def rig_of(joints, size=1.0):
    """An armature with the bones of joints, which is active."""
    skeleton = skeleton_of_joints(joints, size=size)
    data = bpy.data.armatures.new("Rig")
    rig = bpy.data.objects.new("Rig", data)
    bpy.context.collection.objects.link(rig)
    bpy.context.view_layer.objects.active = rig
    bpy.ops.object.mode_set(mode="EDIT")
    for name, bone in skeleton.bones.items():
        made = data.edit_bones.new(name)
        made.head, made.tail = bone.head, bone.tail + (bone.tail == bone.head).all() * np.array([0, 0, 1e-3])
        made.parent = data.edit_bones.get(bone.parent)
    bpy.ops.object.mode_set(mode="OBJECT")
    return rig


def animal(name, naming="own names"):
    return rig_of(renamed(ANIMALS[name]().joints, NAMINGS[naming]))


def drawn(rig):
    """The Character panel."""
    return laid_out(lambda layout: SPACETIME_PT_character.draw(SimpleNamespace(layout=layout), bpy.context))


def state(rig):
    """All that a fit may change."""
    settings = rig.data.spacetime
    return (
        tuple(rig.scale),
        [(line.name, line.bone, line.confidence) for line in settings.bone_map],
        {
            bone.name: (bone.spacetime.is_body, bone.spacetime.mass, bone.spacetime.carrier)
            for bone in rig.data.bones
        },
        [(contact.name, contact.bone, tuple(contact.point)) for contact in settings.contacts],
        (settings.body_mass, settings.facing, settings.root_turn, settings.kind.found, settings.kind.wanted),
        [(b.name, b.use_ik_limit_x, b.lock_ik_x, b.ik_min_x) for b in rig.pose.bones],
        bpy.context.scene.spacetime.ground_height,
    )


@pytest.mark.parametrize(
    ("name", "found", "sentence"),
    [
        ("elephant", "QUADRUPED", "A quadruped (70% sure)"),
        ("chicken", "BIPED", "A biped, not a human (80% sure)"),
        ("spider", "MANY_LEGGED", "A creature of 8 legs (95% sure)"),
    ],
)
def test_the_panel_says_what_was_decided_and_how_surely(name, found, sentence):
    rig = animal(name, "names of people")
    assert recognized_as(rig.data.spacetime.kind) == ""
    assert bpy.ops.spacetime.fit_bodies() == {"FINISHED"}
    assert rig.data.spacetime.kind.found == found
    assert sentence in words(drawn(rig))
    lightest, heaviest = ANIMALS[name]().kilograms
    assert lightest < read_character(rig).mass < heaviest


@pytest.mark.parametrize("name", ["fish", "snake"])
def test_a_creature_without_legs_weighs_what_it_should(name):
    rig = animal(name, "no names")
    bpy.ops.spacetime.fit_bodies()
    assert rig.data.spacetime.kind.found == "LEGLESS"
    lightest, heaviest = ANIMALS[name]().kilograms
    assert lightest < read_character(rig).mass < heaviest


def test_one_press_makes_it_something_else():
    rig = animal("kangaroo", "names of people")
    bpy.ops.spacetime.fit_bodies()
    assert {line.name for line in rig.data.spacetime.bone_map} >= {"leg_upper.L", "tail"}
    assert "bpy.ops.spacetime.fit_as" in operators(drawn(rig))
    assert bpy.ops.spacetime.fit_as(kind="HUMAN") == {"FINISHED"}
    assert "thigh.L" in {line.name for line in rig.data.spacetime.bone_map}
    assert read_character(rig).mass == pytest.approx(75.0)
    bpy.ops.spacetime.detect_bones()
    assert "thigh.L" in {line.name for line in rig.data.spacetime.bone_map}
    assert bpy.ops.spacetime.fit_as(kind="AUTO") == {"FINISHED"}
    assert "leg_upper.L" in {line.name for line in rig.data.spacetime.bone_map}


def test_what_it_cannot_be_is_told_and_changes_nothing():
    rig = animal("crab")
    bpy.ops.spacetime.fit_bodies()
    before = state(rig)
    with pytest.raises(RuntimeError, match="has no human's parts: expected two legs with feet"):
        bpy.ops.spacetime.fit_as(kind="HUMAN")
    assert state(rig) == before


def test_a_fit_that_fails_leaves_the_armature_as_it_was():
    """A human that faces backward, by its names, and is scaled by the fit; then one that lies."""
    rig = rig_of(human(FAMILIES["Mixamo"].replace("<Left|Right>", "<Right|Left>")), size=2.0)
    before = state(rig)
    with pytest.raises(RuntimeError, match="swap the left and right names"):
        bpy.ops.spacetime.fit_bodies()
    assert state(rig) == before
    bpy.ops.wm.read_homefile(use_empty=True, use_factory_startup=True)
    rig = rig_of(human(FAMILIES["Mixamo"]), size=2.0)
    bpy.ops.spacetime.fit_bodies()
    rig.rotation_euler = (np.pi / 2, 0, 0)
    rig.data.spacetime.weigh_by, rig.data.spacetime.stature = "DENSITY", 1.5
    bpy.context.view_layer.update()
    before = state(rig)
    with pytest.raises(RuntimeError, match="does not stand upright in the rest pose"):
        bpy.ops.spacetime.fit_bodies()
    assert state(rig) == before


def test_pelvis_and_spine_that_are_siblings_have_one_root():
    for family in ("Character Creator", "MakeHuman, motion capture", "MMD, Japanese"):
        bpy.ops.wm.read_homefile(use_empty=True, use_factory_startup=True)
        rig = rig_of(human(FAMILIES[family]))
        assert bpy.ops.spacetime.fit_bodies() == {"FINISHED"}
        character = read_character(rig)
        assert len(character.bodies) == 14, family
        assert len(character.mirror_pairs) == 5, family
        assert not character.others
