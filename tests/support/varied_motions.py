"""Variations for an artist: an example, its dimensions, and the clips on sliders."""

from types import SimpleNamespace

import bpy
import pytest
from bl_ext.user_default.spacetime_animator.addon.solve import session
from bl_ext.user_default.spacetime_animator.addon.spaces.panels.space import SPACETIME_PT_space
from bl_ext.user_default.spacetime_animator.addon.spaces.session import spaces

from tests.support.panels import laid_out


@pytest.fixture
def lamp():
    """Return the hopping lamp, which is solved quickly."""
    yield example("HOPPER")
    spaces.stop()
    session.stop()


@pytest.fixture
def walker():
    """Return the example human, ready to walk."""
    yield example("HUMAN")
    spaces.stop()


def example(kind):
    """Add an example as its button does."""
    bpy.ops.spacetime.add_example(example=kind)
    bpy.context.view_layer.update()
    return bpy.context.object


def add(kind, low, high, step, **others):
    assert bpy.ops.spacetime.add_dimension(kind=kind) == {"FINISHED"}
    row = space().dimensions[-1]
    row.low, row.high, row.steps = low, high, round((high - low) / step) + 1
    for name, value in others.items():
        setattr(row, name, value)
    return row


def space():
    return bpy.context.object.spacetime.space


def clips():
    return bpy.context.scene.spacetime.clips


def state():
    return spaces.state_of(bpy.context.object)


def shown():
    sample = spaces.shown(state())
    return sample.name if sample is not None else ""


def drawn():
    space().shows_options = True
    return laid_out(lambda layout: SPACETIME_PT_space.draw(SimpleNamespace(layout=layout), bpy.context))


def way_of(ghost):
    """Distance of the ghost's hips in a cycle, along X."""
    scene, places = bpy.context.scene, []
    for frame in (1, 1 + round(bpy.context.object.spacetime.motion.length * scene.render.fps)):
        scene.frame_set(frame)
        bone = ghost.pose.bones["upper"]
        places.append((ghost.matrix_world @ bone.head).x)
    return places[1] - places[0]
