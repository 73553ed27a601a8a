"""What stands for an object that contacts touch: its bounding box, the box below its face, or one clear sentence."""

import math

import bpy
import numpy as np
import pytest
from bl_ext.user_default.spacetime_animator.addon.blender.touched_box import touched_box
from bl_ext.user_default.spacetime_animator.addon.character.checks import check_character
from bl_ext.user_default.spacetime_animator.addon.motion.read_scene import read_job
from bl_ext.user_default.spacetime_animator.solver.animate import animate
from bl_ext.user_default.spacetime_animator.solver.errors import InputError
from mathutils import Euler, Matrix

CUBE = [(0, 1, 3, 2), (4, 6, 7, 5), (0, 4, 5, 1), (2, 3, 7, 6), (0, 2, 6, 4), (1, 5, 7, 3)]
WEDGE = [(0, 2, 1), (3, 4, 5), (0, 1, 4, 3), (1, 2, 5, 4), (0, 3, 5, 2)]


def placed(name, vertices, faces, *, at=(0.0, 0.0, 0.0), turned=(0.0, 0.0, 0.0), scale=(1.0, 1.0, 1.0)):
    mesh = bpy.data.meshes.new(name)
    mesh.from_pydata([tuple(map(float, vertex)) for vertex in vertices], [], faces)
    found = bpy.data.objects.new(name, mesh)
    found.location, found.rotation_euler, found.scale = at, turned, scale
    bpy.context.collection.objects.link(found)
    bpy.context.view_layer.update()
    return found


def cuboid(size=(1.0, 1.0, 1.0), **place):
    corners = [(x, y, z) for x in (-0.5, 0.5) for y in (-0.5, 0.5) for z in (-0.5, 0.5)]
    return placed("Plank", (np.array(corners) * size).tolist(), CUBE, **place)


def wedge(length, width, height, **place):
    """A ramp that rises along its X, with its low edge at the origin."""
    sides = [[(0, y, 0), (length, y, 0), (length, y, height)] for y in (-width / 2, width / 2)]
    return placed("Ramp", [*sides[0], *sides[1]], WEDGE, **place)


def corners_of(box):
    """Corners (8, 3) of a box, by Blender's own rotations."""
    tilted = Matrix.Rotation(0.0, 3, "Z").to_quaternion()
    up, normal = np.array([0.0, 0.0, 1.0]), np.array(box.normal) / np.linalg.norm(box.normal)
    axis = np.cross(up, normal)
    if np.linalg.norm(axis) > 0:
        tilted = Matrix.Rotation(math.acos(normal[2]), 3, axis.tolist()).to_quaternion()
    turn = np.array(tilted.to_matrix() @ Matrix.Rotation(box.yaw, 3, "Z"))
    signs = np.array([(x, y, z) for x in (-0.5, 0.5) for y in (-0.5, 0.5) for z in (-0.5, 0.5)])
    return (signs * box.size) @ turn.T + box.centre


def seen(touched):
    """World positions (P, 3) of a mesh's vertices."""
    world = np.array(touched.matrix_world)
    return np.array([vertex.co for vertex in touched.data.vertices]) @ world[:3, :3].T + world[:3, 3]


def assert_same_corners(first, second):
    apart = np.linalg.norm(first[:, None] - second[None], axis=-1)
    assert apart.min(0).max() < 1e-5
    assert apart.min(1).max() < 1e-5


@pytest.mark.parametrize(
    "turned",
    [
        (0, 0, 0),
        (0, 0, 0.7),
        (0.3, 0, 0),
        (-0.4, 0.2, 1.1),
        (math.pi / 2, 0, 0.2),
        (0, math.pi - 0.3, 2),
        (0, 1.5, 0.4),
    ],
)
@pytest.mark.parametrize("size", [(1.0, 0.5, 0.1), (0.6, 0.6, 0.5)])
def test_a_box_is_itself_however_it_is_turned(size, turned):
    if size == (1.0, 0.5, 0.1) and turned in ((math.pi / 2, 0, 0.2), (0, 1.5, 0.4)):
        size = (0.5, 0.3, 0.4)
    plank = cuboid(size, at=(0.4, -0.3, 0.6), turned=turned)
    found = touched_box(plank)
    assert_same_corners(corners_of(found.box), seen(plank))
    assert found.is_filled
    assert found.box.normal[2] > math.cos(math.radians(50))


def test_an_upright_box_is_read_as_ever():
    plank = cuboid((0.5, 0.8, 0.3), at=(1.0, 2.0, 0.15), turned=(0, 0, 0.5), scale=(1, 1, -1))
    box = touched_box(plank).box
    assert box.centre == pytest.approx((1.0, 2.0, 0.15))
    assert box.size == pytest.approx((0.5, 0.8, 0.3))
    assert box.yaw == pytest.approx(0.5)
    assert box.normal == (0.0, 0.0, 1.0)


@pytest.mark.parametrize("angle", [0.0, 1.0, -2.5])
@pytest.mark.parametrize(("length", "height"), [(2.0, 0.5), (1.0, 0.6), (3.0, 0.05)])
def test_a_wedge_is_the_box_below_its_slope(length, height, angle):
    ramp = wedge(length, 1.2, height, at=(0.3, 0.2, 0.1), turned=(0, 0, angle))
    found = touched_box(ramp)
    slope = math.atan2(height, length)
    assert found.steepness == pytest.approx(slope, abs=1e-5)
    ahead = np.array([math.cos(angle), math.sin(angle), 0.0])
    assert np.array(found.box.normal) == pytest.approx(
        math.cos(slope) * np.array([0, 0, 1]) - math.sin(slope) * ahead, abs=1e-5
    )
    assert sorted(found.box.size)[-2:] == pytest.approx(sorted((1.2, math.hypot(length, height))), abs=1e-5)
    corners = corners_of(found.box)
    edge = seen(ramp)[[0, 3, 2, 5]]  # of the slope
    assert np.linalg.norm(corners[:, None] - edge[None], axis=-1).min(0).max() < 1e-5
    below = (seen(ramp) - corners.mean(0)) @ np.array(found.box.normal)
    assert np.abs(below).max() < found.box.size[2] / 2 + 1e-5
    assert not found.is_filled


def test_a_wedge_upside_down_is_stood_on_at_its_base():
    """It lies upside down, so that its former base points up."""
    ramp = wedge(2.0, 1.0, 0.5, turned=(math.pi, 0, 0))
    found = touched_box(ramp)
    assert found.steepness == pytest.approx(0.0, abs=1e-5)
    assert found.box.size == pytest.approx((2.0, 1.0, 0.5), abs=1e-5)


def test_inside_out_and_upside_down_meshes_are_read_by_what_is_above():
    right = touched_box(wedge(1.5, 1.0, 0.4)).box
    mesh = placed("Ramp", seen(bpy.data.objects["Ramp"]).tolist(), [face[::-1] for face in WEDGE])
    assert touched_box(mesh).box.normal == pytest.approx(right.normal)
    assert touched_box(mesh).box.centre == pytest.approx(right.centre, abs=1e-6)
    sheet = placed("Sheet", [(0, 0, 0.2), (0, 1, 0.2), (1, 1, 0.4), (1, 0, 0.4)], [(0, 1, 2, 3)])
    box = touched_box(sheet).box  # its normal points down
    assert box.normal == pytest.approx(np.array([-0.2, 0, 1]) / math.hypot(0.2, 1), abs=1e-5)
    assert box.size[2] == pytest.approx(0.0, abs=1e-6)


def stairs(steps=4, run=0.3, rise=0.17, width=1.0):
    """One mesh of solid steps, with the base and the back."""
    profile = [(0.0, 0.0)]
    for k in range(steps):
        profile += [(k * run, (k + 1) * rise), ((k + 1) * run, (k + 1) * rise)]
    profile.append((steps * run, 0.0))
    n = len(profile)
    vertices = [(x, y, z) for y in (-width / 2, width / 2) for x, z in profile]
    faces = [(k, (k + 1) % n, n + (k + 1) % n, n + k) for k in range(n)]
    return placed("Stairs", vertices, [*faces, tuple(reversed(range(n))), tuple(range(n, 2 * n))])


def lamp():
    """A round foot and a pole: a cylinder of 32 sides, 0.4 m wide, below a thin one."""
    import bmesh

    mesh, shape = bpy.data.meshes.new("Lamp"), bmesh.new()
    for radius, height, middle in ((0.2, 0.05, 0.025), (0.02, 1.5, 0.8)):
        bmesh.ops.create_cone(
            shape, cap_ends=True, segments=32, radius1=radius, radius2=radius, depth=height,
            matrix=Matrix.Translation((0, 0, middle)),
        )  # fmt: skip
    shape.to_mesh(mesh)
    found = bpy.data.objects.new("Lamp", mesh)
    bpy.context.collection.objects.link(found)
    bpy.context.view_layer.update()
    return found


def chair():
    parts = [((0.0, 0.0, 0.225), (0.45, 0.45, 0.45)), ((-0.2, 0.0, 0.65), (0.04, 0.45, 0.4))]
    unit = np.array([(x, y, z) for x in (-0.5, 0.5) for y in (-0.5, 0.5) for z in (-0.5, 0.5)])
    vertices = [corner for middle, size in parts for corner in (unit * size + middle).tolist()]
    return placed("Chair", vertices, [tuple(8 * k + i for i in face) for k in range(2) for face in CUBE])


@pytest.mark.parametrize(
    ("build", "height", "sides"),
    [(stairs, 0.68, (0.3, 1.0)), (chair, 0.45, (0.45, 0.45)), (lamp, 0.05, (0.4, 0.4))],
    ids=["stairs", "chair", "lamp"],
)
def test_what_is_not_convex_is_read_by_its_largest_face(build, height, sides):
    found = touched_box(build())
    first, second, level = found.top
    assert level == pytest.approx(height, abs=1e-5)
    assert (first, second) == pytest.approx(sides, abs=0.01)
    assert not found.is_filled


def test_what_is_round_is_read_as_the_box_around_it():
    bpy.ops.mesh.primitive_uv_sphere_add(radius=0.5, location=(1.0, 0.0, 0.2))
    ball = bpy.context.object
    found = touched_box(ball)
    assert not found.has_face
    assert found.box.size == pytest.approx((1.0, 1.0, 1.0), abs=0.01)
    assert found.box.centre == pytest.approx((1.0, 0.0, 0.2), abs=0.01)


def test_modifiers_count():
    step = cuboid((0.3, 1.0, 0.2), at=(0.0, 0.0, 0.1))
    copies = step.modifiers.new("Copies", "ARRAY")
    copies.count = 3
    bpy.context.view_layer.update()
    assert touched_box(step).box.size == pytest.approx((0.9, 1.0, 0.2), abs=1e-5)


@pytest.mark.parametrize(
    ("turned", "why"),
    [
        ((math.radians(60), 0, 0), "the largest is 60° steep"),
        ((math.radians(85), 0, 0), "the largest is 85° steep"),
    ],
)
def test_what_is_too_steep_is_refused(turned, why):
    plank = cuboid((2.0, 1.0, 0.02), turned=turned)
    with pytest.raises(
        InputError, match=f"the object 'Plank' is used as a surface and has no face .*: {why}; expected"
    ):
        touched_box(plank)


def test_a_wall_without_thickness_is_refused():
    wall = placed("Wall", [(0, 0, 0), (0, 1, 0), (0, 1, 1), (0, 0, 1)], [(0, 1, 2, 3)])
    with pytest.raises(InputError, match=r"'Wall' .* none points up"):
        touched_box(wall)


def on(surface, human, *contacts):
    """Let the last phases of contacts be on an object."""
    for contact in human.data.spacetime.contacts:
        if contact.name in contacts or not contacts:
            contact.phases[-1].surface = surface


def sentences(human):
    return [finding.sentence for finding in check_character(human, bpy.context.scene)]


def test_the_check_list_says_which_box_is_used(human):
    assert bpy.ops.spacetime.use_preset(preset="STEP_UP") == {"FINISHED"}
    assert not [each for each in sentences(human) if "surface" in each]  # the preset's step is a box
    on(stairs(), human)
    (told,) = [each for each in sentences(human) if "surface" in each]
    assert told.startswith(
        "The surface 'Stairs' is not a box: contacts touch its largest face that points up"
    )
    assert "at a height of 0.68 m" in told
    on(wedge(1.0, 1.0, 0.3), human)
    (told,) = [each for each in sentences(human) if "surface" in each]
    assert "'Ramp'" in told
    assert "tilted by 17°" in told
    on(cuboid((2.0, 1.0, 0.02), turned=(1.2, 0, 0)), human)
    (told,) = [each for each in sentences(human) if "surface" in each]
    assert "no face to stand on" in told


@pytest.mark.once
@pytest.mark.parametrize("kind", ["plank", "wedge"])
def test_a_foot_stands_on_a_ramp_from_the_panel(human, kind):
    """The preset's step is exchanged for a ramp whose low edge is where the step begins."""
    assert bpy.ops.spacetime.use_preset(preset="STEP_UP") == {"FINISHED"}
    bpy.context.view_layer.update()
    step = bpy.data.objects["Step"]
    near = seen(step).mean(0) - np.array(step.matrix_world)[:3, 0] * step.dimensions.x / 2
    near[2] = seen(step)[:, 2].min()
    yaw, angle = step.rotation_euler.z, 0.25
    ramp = (
        wedge(0.9, 1.4, 0.9 * math.tan(angle), at=near, turned=(0, 0, yaw))
        if kind == "wedge"
        else cuboid((0.9, 1.4, 0.05), turned=Euler((0, -angle, yaw)))
    )
    if kind == "plank":
        ramp.location = near - np.array(ramp.matrix_world)[:3, :3] @ (-0.45, 0.0, 0.025)
        bpy.context.view_layer.update()
    for contact in human.data.spacetime.contacts:
        for phase in contact.phases:
            if phase.surface == step:
                phase.surface = ramp
    job = read_job(human, bpy.context.scene)
    (box,) = job.surfaces
    assert math.acos(box.normal[2]) == pytest.approx(angle, abs=1e-4)
    clip = animate(job)
    assert clip.provenance.solved, clip.provenance.violations
    turn = (corners_of(box)[[4, 2, 1]] - corners_of(box)[0]) / np.array(box.size)[:, None]
    points = (clip.motion.carried_contacts() - np.array(box.centre)) @ turn.T
    depths = (np.array(box.size) / 2 - np.abs(points)).min(-1)
    assert depths.max() < 0.005
    active = clip.motion.contact_active[-1]
    standing = points[-1][active]
    assert len(standing) >= 2
    assert standing[:, 2] == pytest.approx(np.full(len(standing), box.size[2] / 2), abs=1e-4)


def keyed(touched, path, values):
    for frame, value in values:
        setattr(touched, path, value)
        touched.keyframe_insert(path, frame=frame)
    return touched


@pytest.mark.parametrize(
    ("path", "values", "why"),
    [
        ("location", [(1, (0, 0, 0)), (30, (0, 0, 0.5))], r"moves by 0\.\d\d m from frame 1 to"),
        ("rotation_euler", [(1, (0, 0, 0)), (20, (0, 0, 1.5))], r"turns by 8[56]° from frame 1 to"),
        ("scale", [(1, (1, 1, 1)), (20, (2, 1, 1))], "changes its size"),
    ],
    ids=["elevator", "spinning platform", "growing"],
)
def test_a_moving_surface_is_told(human, path, values, why):
    assert bpy.ops.spacetime.use_preset(preset="STEP_UP") == {"FINISHED"}
    platform = keyed(cuboid((1.0, 1.0, 0.2)), path, values)
    on(platform, human)
    frame = bpy.context.scene.frame_current
    with pytest.raises(InputError, match=f"'Plank' is used as a surface and {why}"):
        read_job(human, bpy.context.scene)
    assert bpy.context.scene.frame_current == frame


def test_a_carried_surface_is_told(human):
    assert bpy.ops.spacetime.use_preset(preset="STEP_UP") == {"FINISHED"}
    platform, cart = cuboid((1.0, 1.0, 0.2)), bpy.data.objects.new("Cart", None)
    bpy.context.collection.objects.link(cart)
    platform.parent = cart
    keyed(cart, "location", [(1, (0, 0, 0)), (30, (0.4, 0, 0))])
    on(platform, human)
    with pytest.raises(InputError, match=r"'Plank' .* moves by 0\.\d\d m"):
        read_job(human, bpy.context.scene)


def test_a_surface_that_stands_still_while_it_is_used_is_where_it_is_then(human):
    """It arrives before the motion, and the playhead is elsewhere."""
    assert bpy.ops.spacetime.use_preset(preset="STEP_UP") == {"FINISHED"}
    platform = keyed(cuboid((1.0, 1.0, 0.2)), "location", [(-20, (0, 0, 0)), (0, (0.3, 0.2, 0.1))])
    on(platform, human)
    bpy.context.scene.frame_set(-20)
    box = next(each for each in read_job(human, bpy.context.scene).surfaces if each.name == "Plank")
    assert box.centre == pytest.approx((0.3, 0.2, 0.1), abs=1e-5)
