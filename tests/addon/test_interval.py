"""Edit Interval: frames dragged over in a timeline are the ones that change."""

from types import SimpleNamespace

import bpy
import pytest
from bl_ext.user_default.spacetime_animator.addon.result.clip_on_action import clip_of
from bl_ext.user_default.spacetime_animator.addon.solve.operators.guide import interval
from bl_ext.user_default.spacetime_animator.addon.solve.operators.interval import SPACETIME_OT_edit_interval

from tests.support.stand_in import stand_in

LEFT, PER_FRAME = 100, 10  # pixels of the timeline's edge on the screen, and between frames


@pytest.fixture
def timeline():
    """Give a region as a timeline has it, in place of a window's."""
    to_view = SimpleNamespace(region_to_view=lambda x, _y: (x / PER_FRAME, 0.0))
    region = SimpleNamespace(type="WINDOW", x=LEFT, y=0, width=1000, height=80, view2d=to_view)
    space = SimpleNamespace(mode="TIMELINE")
    area = SimpleNamespace(
        type="DOPESHEET_EDITOR", spaces=SimpleNamespace(active=space), regions=[region], tag_redraw=int
    )
    return SimpleNamespace(areas=[area])


class Hand:
    """The operator as Blender calls it."""

    def __init__(self, screen):
        told = SimpleNamespace(is_property_set=lambda _name: True)
        self.drag = stand_in(SPACETIME_OT_edit_interval, properties=told)
        said = SimpleNamespace(status_text_set=lambda _text: None)
        manager = SimpleNamespace(modal_handler_add=lambda _operator: None)
        self.context = SimpleNamespace(
            scene=bpy.context.scene, screen=screen, workspace=said, window_manager=manager, area=None
        )
        self.drag.invoke(self.context, None)

    def do(self, kind, value, frame, *, y=40):
        event = SimpleNamespace(type=kind, value=value, mouse_x=LEFT + PER_FRAME * frame, mouse_y=y)
        return self.drag.modal(self.context, event)


def shown():
    scene = bpy.context.scene
    return (scene.frame_preview_start, scene.frame_preview_end) if scene.use_preview_range else None


@pytest.mark.parametrize(("begin", "end"), [(10, 20), (20, 10)])
def test_frames_that_are_dragged_over_are_the_interval(human, timeline, begin, end):
    hand = Hand(timeline)
    assert hand.do("LEFTMOUSE", "PRESS", begin, y=500) == {"PASS_THROUGH"}  # elsewhere
    hand.do("LEFTMOUSE", "PRESS", begin)
    hand.do("MOUSEMOVE", "NOTHING", (begin + end) / 2)
    assert shown() == tuple(sorted((begin, (begin + end) // 2)))
    hand.do("MOUSEMOVE", "NOTHING", end)
    assert hand.do("LEFTMOUSE", "RELEASE", end) == {"FINISHED"}
    assert shown() == (10, 20)


def test_a_click_ends_it_and_escape_leaves_it_as_it_was(human, timeline):
    assert bpy.ops.spacetime.edit_interval(first=5, last=9) == {"FINISHED"}
    hand = Hand(timeline)
    hand.do("LEFTMOUSE", "PRESS", 30)
    hand.do("MOUSEMOVE", "NOTHING", 40)
    assert shown() == (30, 40)
    assert hand.do("ESC", "PRESS", 40) == {"CANCELLED"}
    assert shown() == (5, 9)
    hand = Hand(timeline)
    hand.do("LEFTMOUSE", "PRESS", 12)
    assert hand.do("LEFTMOUSE", "RELEASE", 12) == {"FINISHED"}
    assert shown() is None


def test_a_script_names_frames(human):
    bpy.ops.spacetime.edit_interval(first=90, last=99)
    assert shown() == (90, 99)
    bpy.ops.spacetime.edit_interval(first=3, last=8)
    assert shown() == (3, 8)
    with pytest.raises(RuntimeError, match="From must not be after To, found 8 and 3"):
        bpy.ops.spacetime.edit_interval(first=8, last=3)
    bpy.ops.spacetime.edit_interval()
    assert shown() is None


@pytest.mark.once
def test_refine_changes_these_frames(human):
    bpy.context.scene.render.fps = 12
    bpy.ops.spacetime.use_preset(preset="WALK")
    bpy.ops.spacetime.solve(blocking=True)
    action = human.spacetime.pending
    first = round(action.frame_range[0])
    bpy.ops.spacetime.edit_interval(first=first + 4, last=first + 9)
    assert interval(bpy.context.scene, clip_of(action), action) == (4, 9)
