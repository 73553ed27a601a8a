"""Fit Bodies on a human, a plain chain and a skinned mesh."""

import math

import bpy
import numpy as np
import pytest
from bl_ext.user_default.spacetime_animator.addon.character.fit_rig import fitting
from bl_ext.user_default.spacetime_animator.addon.character.read_character import read_character
from bl_ext.user_default.spacetime_animator.addon.motion.read_scene import read_job
from bl_ext.user_default.spacetime_animator.solver.fitting.anthropometry import segments
from bl_ext.user_default.spacetime_animator.solver.mechanics.kinematics import Kinematics
from bl_ext.user_default.spacetime_animator.solver.rotations import matrix_from_quaternion
from mathutils import Matrix, Vector

from tests.support.seconds import expect_free, seconds_of

BODIES = {
    "spine", "spine.001", "spine.003", "spine.004",
    *(f"{bone}.{side}" for bone in ("upper_arm", "forearm", "thigh", "shin", "foot") for side in "LR"),
}  # fmt: skip


def turned(character, **angles):
    """Body positions and orientations with one joint axis after the other turned: turned(c, "shin.L.rx"=1)."""
    kinematics = Kinematics(character)
    q = np.zeros((1, kinematics.tree.n))
    for name, angle in angles.items():
        q[0, kinematics.tree.names.index(name)] = angle
    position, orientation = kinematics.poses(q)
    return position[0], orientation[0]


def test_human_weighs_and_measures_what_was_asked(human):
    character = read_character(human)
    assert {body.name for body in character.bodies} == BODIES
    assert character.mass == pytest.approx(75.0, abs=1e-4)
    bones = human.data.bones
    crown = (human.matrix_world @ bones["spine.006"].tail_local).z
    assert crown - bpy.context.scene.spacetime.ground_height == pytest.approx(1.75, abs=1e-5)
    assert len(character.mirror_pairs) == 5


def test_masses_and_inertias_are_de_levas(human):
    thigh = next(b for b in read_character(human).bodies if b.name == "thigh.L")
    table = segments("male")["thigh"]
    assert thigh.mass == pytest.approx(75 * table.mass, rel=1e-6)
    bones = human.data.bones
    length = 1.75 / 1.9796 * (bones["thigh.L"].head_local - bones["shin.L"].head_local).length
    a, b, c = (thigh.mass * d * d / 20 for d in thigh.diameters)
    assert b + c == pytest.approx(thigh.mass * (table.radii[1] * length) ** 2, rel=1e-4)
    assert a + c == pytest.approx(thigh.mass * (table.radii[2] * length) ** 2, rel=1e-4)


def test_sides_mirror_each_other(human):
    character = read_character(human)
    bodies = {b.name: b for b in character.bodies}
    joints = {j.name: j for j in character.joints}
    mirror = np.diag([-1.0, 1.0, 1.0])
    for left, right in character.mirror_pairs:
        a, b = bodies[left], bodies[right]
        assert a.mass == pytest.approx(b.mass)
        assert mirror @ a.position == pytest.approx(np.array(b.position), abs=1e-6)
        spread = [
            r @ np.diag(np.square(x.diameters)) @ r.T
            for x in (a, b)
            for r in [matrix_from_quaternion(x.orientation)]
        ]
        assert mirror @ spread[0] @ mirror == pytest.approx(spread[1], abs=1e-6)
        assert sorted(joints[left].torque_limits) == pytest.approx(sorted(joints[right].torque_limits))
        widths = [[high - low for low, high in joints[name].limits] for name in (left, right)]
        assert widths[0] == pytest.approx(widths[1], abs=1e-5)


def ends_of(joint, letter):
    return joint.limits[joint.axes.index(letter)]


@pytest.mark.once
@pytest.mark.parametrize("side", "LR")
@pytest.mark.parametrize(
    ("bone", "carried", "toward", "degrees"),
    [
        ("shin", "foot", (0, 1, 0), (0, 140)),  # the heel comes up behind
        ("thigh", "shin", (0, -1, 0), (-25, 120)),  # the knee goes forward
        ("foot", "foot", (0, 0, 1), (-45, 25)),  # the toes come up
        ("forearm", "forearm", (0, -1, 0), (0, 145)),  # the hand comes forward
    ],
)
def test_wide_end_of_the_range_moves_the_limb_the_human_way(human, side, bone, carried, toward, degrees):
    character = read_character(human)
    joint = next(j for j in character.joints if j.name == f"{bone}.{side}")
    letter = joint.axes[0]
    low, high = ends_of(joint, letter)
    assert math.degrees(high - low) == pytest.approx(degrees[1] - degrees[0], abs=1e-3)
    flexed = high if (high > -low) == (degrees[1] > -degrees[0]) else low
    index = character.body_index(f"{carried}.{side}")
    rest, _ = turned(character)
    small, _ = turned(character, **{f"{joint.name}.r{letter.lower()}": math.copysign(0.1, flexed)})
    assert (small - rest)[index] @ toward > 0.001


@pytest.mark.parametrize("side", "LR")
def test_preferred_pose_lets_the_arms_hang_with_elbows_a_little_forward(human, side):
    character = read_character(human)
    angles = {
        f"{joint.name}.r{letter.lower()}": angle
        for joint in character.joints
        for letter, angle in zip(joint.axes, joint.preferred, strict=True)
    }
    _, orientation = turned(character, **angles)
    index = {name: character.body_index(f"{name}.{side}") for name in ("upper_arm", "forearm")}
    upper, fore = (-matrix_from_quaternion(orientation[i])[:, 1] for i in index.values())
    upper, fore = (np.copysign(1.0, -v[2]) * v for v in (upper, fore))
    assert math.degrees(math.acos(-upper[2])) == pytest.approx(8.0, abs=0.1)
    assert upper[0] * (1 if side == "L" else -1) > 0
    bend = math.degrees(math.acos(upper @ fore))
    assert 15 < bend < 25
    assert fore[1] < upper[1] - 0.2


def test_knee_straightens_but_no_further(human):
    character = read_character(human)
    joint = next(j for j in character.joints if j.name == "shin.L")
    _, orientation = turned(character, **{"shin.L.rx": min(joint.limits[0], key=abs)})
    thigh, shin = (
        matrix_from_quaternion(orientation[character.body_index(b)])[:, 1] for b in ("thigh.L", "shin.L")
    )
    assert abs(thigh @ shin) == pytest.approx(1.0, abs=1e-5)


def test_feet_stand_on_the_ground(human):
    job = read_job(human, bpy.context.scene)
    assert [c.point[2] for c in job.character.contacts] == pytest.approx([job.ground_height] * 4, abs=1e-6)
    for side in "LR":
        foot = job.character.bodies[job.character.body_index(f"foot.{side}")]
        axes = matrix_from_quaternion(foot.orientation)
        reach = np.linalg.norm(axes[2] * np.array(foot.diameters) / 2)
        assert foot.position[2] - reach == pytest.approx(job.ground_height, abs=1e-5)
        points = {c.name: c.point for c in job.character.contacts}
        assert points[f"heel.{side}"][1] > foot.position[1] > points[f"toe.{side}"][1]


def test_feet_that_point_down_have_soles_as_long_as_people_have(metarig):
    """Captures have such feet, whose bones reach a few centimetres ahead."""
    bpy.ops.object.mode_set(mode="EDIT")
    for side in "LR":
        foot, toe = (metarig.data.edit_bones[f"{name}.{side}"] for name in ("foot", "toe"))
        way = toe.tail - toe.head
        foot.tail = Vector((foot.head.x, foot.head.y - 0.04, toe.head.z))
        toe.head, toe.tail = foot.tail, foot.tail + 0.3 * way
    bpy.ops.object.mode_set(mode="OBJECT")
    bpy.ops.spacetime.fit_bodies()
    points = {c.name: np.array(c.point) for c in read_character(metarig).contacts}
    stature = metarig.data.spacetime.stature
    for side in "LR":
        length = np.linalg.norm(points[f"heel.{side}"] - points[f"toe.{side}"])
        assert 0.11 * stature < length < 0.16 * stature


@pytest.mark.parametrize("bends", [True, False])
def test_feet_with_toes_end_at_the_ball_unless_toes_are_stiff(metarig, bends):
    metarig.data.spacetime.use_toes = bends
    bpy.ops.spacetime.fit_bodies()
    character = read_character(metarig)
    (press,) = (np.array(c.point) for c in character.contacts if c.name == "toe.L")
    toe = metarig.data.bones["toe.L"]
    ball, tip = (np.array(metarig.matrix_world @ end) for end in (toe.head_local, toe.tail_local))
    (foot,) = (body for body in character.bodies if body.name == "foot.L")
    share = (ball[1] - press[1]) / (ball[1] - tip[1])  # the figure looks along -Y
    assert share == pytest.approx(0.0, abs=1e-4) if bends else 0.2 < share < 1.0
    assert foot.mass == pytest.approx(0.0137 * metarig.data.spacetime.body_mass, rel=1e-3)


def test_times_and_contacts_of_the_artist_stay(metarig):
    bpy.ops.spacetime.fit_bodies()
    contacts, ground = metarig.data.spacetime.contacts, bpy.context.scene.spacetime
    bpy.ops.spacetime.use_preset(preset="JUMP")
    times = [[(p.start, p.duration) for p in contact.phases] for contact in contacts]
    metarig.data.bones.active = metarig.data.bones["hand.L"]
    bpy.ops.spacetime.add_contact(place="TAIL")
    contacts["heel.L"].friction = 0.3
    metarig.data.spacetime.stature = 1.5
    bpy.ops.spacetime.fit_bodies()
    assert [c.name for c in contacts] == ["heel.L", "toe.L", "heel.R", "toe.R", "hand.L"]
    assert [[(p.start, p.duration) for p in contact.phases] for contact in contacts][:4] == times
    assert contacts["heel.L"].friction == pytest.approx(0.3)
    lowest = (metarig.matrix_world @ Vector(contacts["heel.L"].point)).z
    assert lowest == pytest.approx(ground.ground_height, abs=1e-6)  # where the smaller figure stands


def test_a_new_scale_is_told(metarig, capfd):
    bpy.ops.spacetime.fit_bodies()
    assert "scaled to 1.75 m, see Set Height" in capfd.readouterr().out
    scale = tuple(metarig.scale)
    bpy.ops.spacetime.fit_bodies()
    assert "scaled" not in capfd.readouterr().out
    assert tuple(metarig.scale) == scale
    metarig.data.spacetime.use_stature = False
    metarig.scale = (2, 2, 2)
    bpy.ops.spacetime.fit_bodies()
    assert "scaled" not in capfd.readouterr().out
    assert tuple(metarig.scale) == (2, 2, 2)


def test_contacts_of_a_wrong_guess_are_gone_with_it(metarig):
    bpy.ops.spacetime.fit_bodies()
    guessed = metarig.data.spacetime.contacts.add()
    guessed.name, guessed.bone, guessed.is_fitted = "fore.L", "hand.L", True
    bpy.ops.spacetime.fit_bodies()
    assert "fore.L" not in metarig.data.spacetime.contacts


def test_limits_of_the_artist_stay(metarig):
    bone = metarig.pose.bones["shin.L"]
    bone.use_ik_limit_x, bone.ik_max_x = True, 1.0
    bpy.ops.spacetime.fit_bodies()
    assert bone.ik_max_x == 1.0
    assert not bone.lock_ik_y


def test_human_in_another_place_and_turned_is_the_same_human(metarig):
    bpy.ops.spacetime.fit_bodies()
    at_home = {j.name: j for j in read_character(metarig).joints}
    metarig.matrix_world = (
        Matrix.Translation((3, -2, 0.5)) @ Matrix.Rotation(2.0, 4, "Z") @ Matrix.Scale(0.5, 4)
    )
    bpy.context.view_layer.update()
    bpy.ops.spacetime.fit_bodies()
    away = {j.name: j for j in read_character(metarig).joints}
    for name, joint in at_home.items():
        assert joint.axes == away[name].axes
        assert np.ravel(joint.limits) == pytest.approx(np.ravel(away[name].limits), abs=1e-4)
        assert joint.preferred == pytest.approx(away[name].preferred, abs=1e-4)
    assert bpy.context.scene.spacetime.ground_height == pytest.approx(0.5, abs=1e-5)


@pytest.mark.parametrize(("axis", "quarters"), [("X", 1), ("X", -1), ("Y", 1), ("Y", -1), ("Z", 1)])
def test_files_with_another_axis_up_look_where_they_look(metarig, axis, quarters):
    """Importers turn the object of a file with Y up instead of its bones."""
    expected = read_job_of_walk(metarig).cycle.translation
    quarter = Matrix.Rotation(quarters * math.pi / 2, 4, axis)
    metarig.data.transform(quarter.inverted())
    metarig.matrix_world = quarter
    bpy.context.view_layer.update()
    assert read_job_of_walk(metarig).cycle.translation == pytest.approx(expected, abs=1e-5)
    metarig.matrix_world = Matrix.Rotation(0.8, 4, "Z") @ quarter
    bpy.context.view_layer.update()
    turned = Matrix.Rotation(0.8, 3, "Z") @ Vector(expected)
    assert read_job(metarig, bpy.context.scene).cycle.translation == pytest.approx(turned, abs=1e-5)


def read_job_of_walk(rig):
    bpy.ops.spacetime.fit_bodies()
    bpy.ops.spacetime.use_preset(preset="WALK")
    return read_job(rig, bpy.context.scene)


def test_plain_chain_gets_a_body_per_bone_by_length(chain):
    chain.data.spacetime.weigh_by = "WEIGHT"
    assert bpy.ops.spacetime.fit_bodies() == {"FINISHED"}
    character = read_character(chain)
    assert [b.name for b in character.bodies] == [f"link.{i}" for i in range(5)]
    assert [b.mass for b in character.bodies] == pytest.approx([15.0] * 5)
    assert character.bodies[2].position == pytest.approx((0.75, 0.0, 1.0), abs=1e-6)
    assert character.bodies[2].diameters == pytest.approx((0.075, 0.3, 0.075))


def test_skin_shapes_the_bodies(chain):
    bpy.ops.mesh.primitive_uv_sphere_add(segments=48, ring_count=24, location=(0.15, 0, 1))
    ball = bpy.context.object
    ball.scale = (0.2, 0.1, 0.05)
    ball.parent, ball.parent_type = chain, "ARMATURE"
    ball.vertex_groups.new(name="link.0").add(range(len(ball.data.vertices)), 1.0, "REPLACE")
    bpy.context.view_layer.objects.active = chain
    chain.data.spacetime.weigh_by = "WEIGHT"
    bpy.ops.spacetime.fit_bodies()
    body = read_character(chain).bodies[0]
    axes = np.abs(matrix_from_quaternion(body.orientation))
    size = axes @ np.array(body.diameters)
    assert size == pytest.approx([0.4, 0.2, 0.1], rel=0.25)  # its poles have more vertices
    assert body.position == pytest.approx((0.15, 0, 1), abs=1e-3)
    assert body.mass > 30


def skinned(rig, sizes, extra=()):
    """Put a ball on each bone, of its own size (3,) across, along and through, all one mesh; none on other bones."""
    mesh = bpy.data.meshes.new("Skin")
    skin = bpy.data.objects.new("Skin", mesh)
    bpy.context.collection.objects.link(skin)
    skin.parent, skin.parent_type = rig, "ARMATURE"
    bpy.ops.mesh.primitive_uv_sphere_add(radius=0.5, segments=24, ring_count=12)
    ball = bpy.context.object
    unit = [vertex.co.copy() for vertex in ball.data.vertices]
    bpy.data.objects.remove(ball)
    points, owners = [], {}
    for name, size in sizes.items():
        bone = rig.data.bones[name]
        middle = (bone.head_local + bone.tail_local) / 2
        owners[name] = range(len(points), len(points) + len(unit))
        points += [middle + bone.matrix_local.to_3x3() @ (co * Vector(size)) for co in unit]
    mesh.from_pydata(points, [], [])
    for name in extra:
        skin.vertex_groups.new(name=name).add(range(len(points)), 1.0, "REPLACE")
    for name, owned in owners.items():
        skin.vertex_groups.new(name=name).add(list(owned), 0.9, "REPLACE")
    bpy.context.view_layer.objects.active = rig
    bpy.context.view_layer.update()
    return skin


def test_a_stout_human_is_as_stout_as_its_skin(metarig):
    """Rigify's human has bones of no body of their own, as the toes; a group that is no bone's moves nothing."""
    bones = metarig.data.bones
    sizes = {name: (0.3, bones[name].length, 0.2) for name in BODIES}
    skinned(metarig, sizes, extra=["Cloth"])
    metarig.data.spacetime.body_type = "skin"
    bpy.ops.spacetime.fit_bodies()
    character, scale = read_character(metarig), metarig.scale[0]
    assert character.mass == pytest.approx(75.0, rel=1e-5)
    for body in character.bodies:
        assert sorted(body.diameters) == pytest.approx(sorted(scale * np.array(sizes[body.name])), rel=0.2)
    volumes = [math.prod(body.diameters) for body in character.bodies]
    masses = [body.mass for body in character.bodies]
    assert np.array(masses) / sum(masses) == pytest.approx(np.array(volumes) / sum(volumes), rel=1e-4)
    assert [c.name for c in character.contacts] == ["heel.L", "toe.L", "heel.R", "toe.R"]


def test_density_of_a_skinned_human_is_that_of_its_volume(metarig):
    settings = metarig.data.spacetime
    skinned(metarig, {"thigh.L": (0.2, 0.4, 0.2), "thigh.R": (0.2, 0.4, 0.2)})
    settings.body_type, settings.weigh_by, settings.density = "skin", "DENSITY", 500
    bpy.ops.spacetime.fit_bodies()
    bodies = read_character(metarig).bodies
    assert settings.body_mass == pytest.approx(
        sum(500 * math.pi / 6 * math.prod(body.diameters) for body in bodies), rel=1e-4
    )


def test_what_moves_along_belongs_to_the_body(metarig):
    """A hand's skin lengthens the forearm's body."""
    skinned(metarig, {f"{bone}.{side}": (0.08, 0.2, 0.08) for bone in ("forearm", "hand") for side in "LR"})
    metarig.data.spacetime.body_type = "skin"
    bpy.ops.spacetime.fit_bodies()
    forearm = next(b for b in read_character(metarig).bodies if b.name == "forearm.L")
    assert max(forearm.diameters) > 0.3 * metarig.scale[0]


N_FINE = 240_000  # vertices, which take a third of a second at once


@pytest.mark.once
def test_a_skin_of_many_vertices_does_not_hold_blender_up(chain):
    mesh = bpy.data.meshes.new("Fine")
    mesh.vertices.add(N_FINE)
    mesh.vertices.foreach_set("co", np.random.default_rng(1).normal(size=3 * N_FINE).astype(np.float32))
    skin = bpy.data.objects.new("Fine", mesh)
    bpy.context.collection.objects.link(skin)
    skin.parent, skin.parent_type = chain, "ARMATURE"
    skin.vertex_groups.new(name="link.0").add(range(N_FINE), 1.0, "REPLACE")
    steps = fitting(chain, bpy.context.scene)
    ended, turns = [], []

    def step():
        try:
            next(steps)
        except StopIteration:
            ended.append(True)

    while not ended:
        turns.append(seconds_of(step))
    assert len(turns) > 5  # in steps, which others can come between
    expect_free(turns)


def test_skin_of_a_bone_without_length_belongs_to_its_carrier(chain):
    bpy.ops.object.mode_set(mode="EDIT")
    helper = chain.data.edit_bones.new("helper")
    helper.head, helper.tail = (1.5, 0.0, 1.0), (1.501, 0.0, 1.0)
    helper.parent = chain.data.edit_bones["link.4"]
    bpy.ops.object.mode_set(mode="OBJECT")
    skinned(chain, {"link.4": (0.1, 0.3, 0.1), "helper": (0.1, 0.3, 0.1)})
    bpy.ops.spacetime.fit_bodies()
    last = read_character(chain).bodies[-1]
    assert last.name == "link.4"
    assert last.position[0] == pytest.approx((1.35 + 1.5005) / 2, abs=1e-3)
    assert max(last.diameters) > 0.35
