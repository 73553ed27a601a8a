"""Scenes for the pictures of panels; each starts with a new character and performs the steps that the panel shows."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

from docs.pictures.manual.blender import bpy
from docs.pictures.manual.jump import TOO_HIGH, TOP, hang_apple, key_jump
from scripts.failure import SetupFailure
from scripts.load_extension import ours

OPERATORS: Any = bpy.ops.spacetime
UNDER_WAY = 6  # iterations of the solver
WHOLE_TAB = "tab"  # the picture of all panels in their initial state
NOT_TAKEN = ("library", "retarget")  # panels with only subpanels, and one without a picture yet
FLIGHTS = (4, 6)  # frames in the air of the lowest and the highest jump
TIMELINE = "show_strips"  # the picture of the timeline, among those of the overlays


def empty_scene() -> None:
    """A new scene, the only one in the file, after stopping all solves."""
    ours("addon.solve.session").stop()
    bpy.ops.scene.new(type="NEW")
    for scene in bpy.data.scenes[:]:
        if scene != bpy.context.scene:
            bpy.data.scenes.remove(scene)
    for blocks in (bpy.data.objects, bpy.data.actions):
        for block in blocks[:]:
            blocks.remove(block)


def human() -> Any:
    """Rigify's basic human with bodies, alone in a new scene."""
    empty_scene()
    bpy.ops.object.armature_basic_human_metarig_add()
    OPERATORS.fit_bodies()
    return bpy.context.object


def _pictures() -> None:
    """No character yet, with all previews drawn, as they are after a few seconds."""
    empty_scene()
    room = ours("addon.catalog.moving_pictures").moving_pictures
    for name in room.films:
        room.icon_of(name)
    ours("addon.runtime.event_loop").at_once(room.drawing())


def _mistake() -> None:
    human().data.bones["shin.R"].spacetime.mass = 0.0


def _walk() -> None:
    human()
    OPERATORS.use_preset(preset="WALK")
    OPERATORS.solve(blocking=True)


def _walk_on_the_timeline() -> None:
    """A walk with refined timing of the toes, in a scene of its length."""
    rig = human()
    OPERATORS.use_preset(preset="WALK")
    rig.spacetime.motion.timing, rig.spacetime.motion.free_length = "POLISHED", False
    for contact in rig.data.spacetime.contacts:
        contact.keep_timing = contact.name.startswith("heel")
    OPERATORS.solve(blocking=True)
    scene = bpy.context.scene
    first, last = rig.spacetime.pending.frame_range
    scene.frame_start, scene.frame_end = int(first), int(last)
    scene.frame_set(int(last) // 2)  # the line of the first frame would cross the names


def _solving() -> None:
    """A flip being solved; the event loop is idle during the picture, and the next scene cancels the solve."""
    session = ours("addon.solve.session")
    human()
    OPERATORS.use_preset(preset="FLIP")
    OPERATORS.solve()
    solve = session.current()
    while not solve.is_over and len(solve.history) < UNDER_WAY:
        session.pump()
    if solve.is_over:
        raise SetupFailure("expected a flip under way, found it solved already")


def _accepted() -> None:
    _walk()
    OPERATORS.accept()


def _details() -> None:
    human().data.spacetime.contacts[0].is_open = True
    OPERATORS.select_bone(bone="shin.L")


def _jump() -> None:
    """A jump with impossible keys, made physical."""
    key_jump(human())
    bpy.context.object.spacetime.motion.motion_name = "Jump"
    OPERATORS.make_physical(blocking=True)


def high_apple() -> None:
    """An apple to reach at the top of a jump, hung too high."""
    key_jump(human())
    scene = bpy.context.scene
    apple = bpy.data.objects.new("Apple", None)
    scene.collection.objects.link(apple)
    hang_apple(apple, higher=TOO_HIGH)
    scene.frame_set(TOP)
    OPERATORS.select_bone(bone="hand.R")
    OPERATORS.add_goal(kind="GO_THERE")
    goal = bpy.context.object.spacetime.motion.goals[0]
    goal.target, goal.at_tail = apple, True


def _too_high() -> None:
    """The message of Solve about that apple."""
    high_apple()
    try:
        OPERATORS.make_physical(blocking=True)
    except RuntimeError:  # how Blender informs a script that an operator reported an error
        if bpy.context.window_manager.spacetime.error_has_frame:
            return
        raise
    raise SetupFailure("expected an apple hung so high to be out of reach, found a motion")


def _two_walks() -> None:
    """A slow and a fast walk, chosen to be joined."""
    motion = human().spacetime.motion
    OPERATORS.use_preset(preset="WALK")
    for motion.motion_name, motion.speed in (("Stroll", 1.0), ("March", 1.5)):
        OPERATORS.solve(blocking=True)
    chosen = bpy.context.object.spacetime
    chosen.library.first, chosen.library.second = (take.action for take in chosen.takes)


def _graph() -> None:
    """Two walks and the transitions between them; one of them is selected in the list."""
    _two_walks()
    library = bpy.context.object.spacetime.library
    library.graph = str(Path(bpy.app.tempdir) / "Walks")
    OPERATORS.build_graph(blocking=True)
    OPERATORS.list_motions()
    library.active_entry = [entry.name for entry in library.entries].index("Stroll")


def _front() -> None:
    """Jumps of three heights, with their plot in the corner of the view."""
    human()
    bpy.context.scene.render.fps = 12
    OPERATORS.use_preset(preset="JUMP")
    explore = bpy.context.object.spacetime.explore
    explore.first_flight, explore.last_flight = FLIGHTS
    explore.resume = False
    OPERATORS.find_trade_offs(blocking=True)
    explore.resume = explore.show_front = True


def _space() -> None:
    """Six walks, their pictures and sliders."""
    _walk()
    space = bpy.context.object.spacetime.space
    OPERATORS.add_dimension(kind="CROUCH")
    OPERATORS.add_dimension(kind="SPEED")
    crouch, speed = space.dimensions
    crouch.low, crouch.high, crouch.steps = 0.05, 0.1, 2
    speed.low, speed.high, speed.steps = 1.2, 1.4, 3
    OPERATORS.generate_space(blocking=True)
    speed.at = 1.0
    ours("addon.spaces.session").spaces.wait()


# Scenes, and the panels pictured in them; a suffix after a dash names the state of a panel.
SCENES: tuple[tuple[Callable[[], Any], tuple[str, ...]], ...] = (
    (_pictures, ("examples",)),
    (human, ("presets",)),
    (human, ("character", "body_settings", "bone_map", "advanced", "view", "overlays")),
    (_mistake, ("check_list",)),
    (_details, ("bone", "contacts")),
    (_walk, (WHOLE_TAB, "motion", "takes")),
    (_walk_on_the_timeline, (TIMELINE,)),
    (_solving, ("solve-running",)),
    (_accepted, ("solve", "export")),
    (_graph, ("graph",)),
    (_front, ("explore",)),
    (_space, ("space",)),
    (_jump, ("sketch", "result", "guide")),
    (high_apple, ("goals",)),
    (_too_high, ("solve-impossible", "result-impossible")),
)
