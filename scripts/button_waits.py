"""How long every button keeps Blender waiting, on a heavy rig with a long animation.

python -m scripts.button_waits

The rig is Rigify's human with its 158 bones, a constraint on every bone of its fingers and face, a skin, and an action
that keys every bone in each of 300 frames. A line is a button, the longest turn of the event loop that it causes, and
the longest of Blender's own calls: an undo step or a file of the character in a turn, which no add-on can break up and
which do not count in it, or working everything out anew after one. Milliseconds by the clock and, in brackets, of
Blender's own thread, which other programs on the machine cannot disturb and which is held to the limit. What the same
calls take in this file before any button was pressed is told first. Exports are done beside, by a second Blender.
"""

import argparse
import gc
import tempfile
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

from scripts.load_extension import load_extension

load_extension()

import addon_utils  # noqa: E402  (found only once Blender is there)
import bpy  # noqa: E402
import numpy as np  # noqa: E402
from bl_ext.user_default.spacetime_animator.addon import event_loop  # noqa: E402
from bl_ext.user_default.spacetime_animator.addon.armature import actions  # noqa: E402
from bl_ext.user_default.spacetime_animator.addon.character.mending import CURES  # noqa: E402
from bl_ext.user_default.spacetime_animator.addon.files import character_file  # noqa: E402
from bl_ext.user_default.spacetime_animator.addon.files.import_bvh import import_bvh  # noqa: E402
from bl_ext.user_default.spacetime_animator.addon.motion.goal_properties import KINDS  # noqa: E402
from bl_ext.user_default.spacetime_animator.addon.motion.motion_presets import PRESETS  # noqa: E402
from bl_ext.user_default.spacetime_animator.addon.motion.read_scene import read_job  # noqa: E402
from bl_ext.user_default.spacetime_animator.addon.result.stripe import make_stripe  # noqa: E402
from bl_ext.user_default.spacetime_animator.addon.result.takes import with_fewer_keys  # noqa: E402
from bl_ext.user_default.spacetime_animator.addon.solve import session, solving  # noqa: E402
from bl_ext.user_default.spacetime_animator.solver.animate import animate  # noqa: E402

LIMIT = 0.030  # s that Blender may wait
FRAMES = 300
FPS = 30
IN_STEPS = (  # when pressed
    "fit_bodies", "guess_contacts", "accept", "snap", "show_take", "loop_take", "mark_asset", "add_example", "mend",
    "rest_from_pose",
)  # fmt: skip
OPERATORS: Any = bpy.ops  # ours are known once the add-on is loaded
CONTEXT: Any = bpy.context


Seconds = tuple[float, float]  # by the clock and of this thread
NOTHING = (0.0, 0.0)


class OwnCalls:
    """Blender's own calls that cannot be parted, timed wherever the add-on makes them."""

    def __init__(self) -> None:
        self.taken: list[Seconds] = []
        event_loop.push_undo = solving.push_undo = lambda label: event_loop.with_operators(self._push, label)
        self._write, character_file._write = character_file._write, self._write_timed

    def _push(self, operators: Any, label: str) -> None:
        self.taken.append(timed(lambda: operators.ed.undo_push(message=label)))

    def _write_timed(self, file: Path, blocks: set[Any]) -> None:
        self.taken.append(timed(lambda: self._write(file, blocks)))


class EventLoop:
    """Stands for Blender's: runs what is registered with its timers, and times every turn."""

    def __init__(self, own: OwnCalls) -> None:
        self._own = own
        self._due: list[Callable[[], float | None]] = []
        timers: Any = bpy.app.timers
        timers.register = lambda turn, **_: self._due.append(turn)
        timers.is_registered = self._due.__contains__
        timers.unregister = self._due.remove

    def run(self) -> tuple[Seconds, Seconds]:
        """The longest turn without Blender's own calls, and the longest of those, until nothing is registered."""
        turns, longest = [NOTHING], [NOTHING]
        while self._due:
            for turn in tuple(self._due):
                self._own.taken.clear()
                whole = timed(partial(self._once, turn))
                calls = np.array([NOTHING, *self._own.taken])
                clock, thread = np.subtract(whole, calls.sum(0)).tolist()
                turns.append((clock, thread))
                longest.append(max(self._own.taken, default=NOTHING))
            longest.append(timed(CONTEXT.view_layer.update))  # as Blender does between two turns
            time.sleep(0.002)
        return max(turns, key=lambda turn: turn[1]), max(longest, key=lambda call: call[1])

    def _once(self, turn: Callable[[], float | None]) -> None:
        if turn() is None and turn in self._due:
            self._due.remove(turn)


def timed(work: Callable[[], object]) -> Seconds:
    """Seconds by the clock and of this thread."""
    clock, thread = time.perf_counter(), time.thread_time()
    work()
    return time.perf_counter() - clock, time.thread_time() - thread


class Waits:
    """The table, line by line as it is measured."""

    def __init__(self) -> None:
        self.loop, self.over = EventLoop(OwnCalls()), list[str]()

    def press(self, button_name: str, /, **settings: Any) -> None:
        """Press a button, then let the event loop do the rest."""
        operator = getattr(OPERATORS.spacetime, button_name)
        label = " ".join(
            [button_name, *(str(value) for value in settings.values() if isinstance(value, str))]
        )
        settings |= {"in_steps": True} if button_name in IN_STEPS else {}
        try:
            button = timed(lambda: operator(**settings))
        except RuntimeError as error:
            print(f"{label:44} refused: {str(error).strip().splitlines()[0]}", flush=True)
            return
        self.go_on(label, button)

    def go_on(self, label: str, button: Seconds = NOTHING) -> None:
        """Let the event loop do what is registered, and tell how long it took."""
        self.tell(label, button, *self.loop.run())

    def tell(
        self, label: str, button: Seconds = NOTHING, turn: Seconds = NOTHING, own: Seconds = NOTHING
    ) -> None:
        """One line."""
        words = [f"{1000 * clock:8.1f} ({1000 * thread:5.1f})" for clock, thread in (button, turn, own)]
        is_over = max(button[1], turn[1]) > LIMIT
        self.over += [label] if is_over else []
        print(f"{label[:44]:44} {' '.join(words)}{'  OVER' if is_over else ''}", flush=True)


def main() -> None:
    """Press them all."""
    argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    ).parse_args()
    gc.freeze()  # the solver was loaded for this script; an artist's Blender does not have its objects
    waits = Waits()
    mocap = skeleton_of_mocap()
    print(
        f"{len(mocap.pose.bones)} bones, {FRAMES} frames, Blender {bpy.app.version_string}; ms (of its thread)"
    )
    print(f"{'':44} {'button':>16} {'longest turn':>16} {'Blender alone':>16}")
    press_rest(waits)
    rig = heavy_rig()
    tell_blender(waits, rig)
    with tempfile.TemporaryDirectory() as folder:
        press_character(waits, rig)
        press_motion(waits)
        press_takes(waits, rig)
        press_space(waits, Path(folder))
        press_files(waits, Path(folder))
    print(f"over {1000 * LIMIT:.0f} ms: {', '.join(waits.over) or 'none'}")


def tell_blender(waits: Waits, rig: Any) -> None:
    """What Blender's own calls take in the file as it is: nothing of the add-on is in it but the bodies."""
    scene, update = CONTEXT.scene, CONTEXT.view_layer.update
    with tempfile.TemporaryDirectory() as folder:
        for label, change, call in (
            ("(a frame and back)", update, lambda: (scene.frame_set(2), scene.frame_set(1))),
            ("(all bones anew)", lambda: actions.assign(rig, rig.animation_data.action.copy()), update),
            ("(an undo step)", lambda: (rig.animation_data.action.copy(), update()), push),
            ("(the rig and its skin as a file)", update, lambda: write(rig, f"{folder}/rig.blend")),
        ):
            change()
            waits.tell(label, own=timed(call))


def push() -> None:
    """An undo step of Blender's own."""
    OPERATORS.ed.undo_push(message="waits")


def write(rig: Any, file: str) -> None:
    """What the second Blender of an export would need."""
    bpy.data.libraries.write(file, {rig, *rig.children})


def skeleton_of_mocap() -> Any:
    """The rig as motion capture has it: without constraints or skin, every bone keyed."""
    rig = rigify_human()
    key_everything(rig)
    return rig


def rigify_human() -> Any:
    """Rigify's human, alone in a new file."""
    bpy.ops.wm.read_homefile(use_empty=True, use_factory_startup=True)
    addon_utils.enable("rigify", default_set=True)
    CONTEXT.scene.render.fps = FPS
    OPERATORS.object.armature_human_metarig_add()
    return CONTEXT.object


def heavy_rig() -> Any:
    """The rig with its skin and its action."""
    rig = rigify_human()
    OPERATORS.spacetime.fit_bodies()
    skin(rig)
    CONTEXT.view_layer.objects.active = rig
    for bone in rig.pose.bones:
        if not bone.bone.spacetime.is_body and bone.parent is not None:
            constraint = bone.constraints.new("COPY_ROTATION")
            constraint.target, constraint.subtarget, constraint.influence = rig, bone.parent.name, 0.1
    key_everything(rig)
    return rig


def skin(rig: Any) -> None:
    """A ball of 16,000 vertices that every bone deforms."""
    bpy.ops.mesh.primitive_uv_sphere_add(segments=128, ring_count=128, radius=1.0)
    ball: Any = CONTEXT.object
    ball.parent = rig
    for index, bone in enumerate(rig.data.bones):
        group = ball.vertex_groups.new(name=bone.name)
        group.add(list(range(index, len(ball.data.vertices), len(rig.data.bones))), 1.0, "REPLACE")
    ball.modifiers.new("Armature", "ARMATURE").object = rig


def key_everything(rig: Any) -> None:
    """Keys every bone in every frame: small turns, and hips that sink and rise."""
    frames = np.arange(1, FRAMES + 1, dtype=float)
    action = actions.new_action("Long", rig.name)
    for index, bone in enumerate(rig.pose.bones):
        turn = np.zeros((FRAMES, 4))
        turn[:, 0], turn[:, 1] = 1.0, 0.05 * np.sin(0.1 * frames + index)
        turn /= np.linalg.norm(turn, axis=1, keepdims=True)
        actions.add_curves(action, bone.name, "rotation_quaternion", frames, turn)
    place = np.stack([0 * frames, -0.02 * np.sin(0.1 * frames) ** 2, 0 * frames], axis=1)
    actions.add_curves(action, "spine", "location", frames, place)
    actions.assign(rig, action)


def press_rest(waits: Waits) -> None:
    """What changes the rest pose, which a skin or a constraint forbids."""
    waits.press("mend", kind="STAND_UP")
    waits.press("mend", kind="REST_FROM_POSE")
    waits.press("rest_from_pose")


def press_character(waits: Waits, rig: Any) -> None:
    """Everything of the panel Character."""
    waits.press("detect_bones")
    waits.press("fit_bodies")
    waits.press("save_bone_map", name="waits")
    bones = rig.data.bones
    bones.active = bones["thigh.L"]
    for cure in CURES:
        if cure not in ("STAND_UP", "REST_FROM_POSE", "REMOVE_BODY", "APPLY_SCALE", "SET_HEIGHT"):
            waits.press("mend", kind=cure, bone="thigh.L", contact=0)
    waits.press("fit_bodies")
    waits.press("mirror_bone")
    waits.press("select_bone", bone="thigh.L")
    waits.press("resize_body", axis="X", diameter=0.1)
    waits.press("add_contact")
    waits.press("remove_contact", index=len(rig.data.spacetime.contacts) - 1)


def press_motion(waits: Waits) -> None:
    """Everything of the panels Motion, Goals, My Keys and Solve."""
    bpy.ops.object.mode_set(mode="OBJECT")
    motion = CONTEXT.object.spacetime.motion
    for kind, *_ in KINDS:
        waits.press("add_goal", kind=kind)
        waits.press("remove_goal", index=len(motion.goals) - 1)
    waits.press("add_sketch_group")
    waits.press("remove_sketch_group", index=0)
    waits.press("guess_contacts")
    for preset in PRESETS:
        waits.press("use_preset", preset=preset)
    while motion.goals:
        motion.goals.remove(0)
    waits.press("check_solver")
    motion.max_iterations = 3
    motion.length, motion.is_cyclic = FRAMES / FPS, True
    waits.press("solve")
    waits.press("make_physical")
    motion.sketch.use = False


def press_takes(waits: Waits, rig: Any) -> None:
    """Everything that is done with a solved motion of 300 frames."""
    motion = CONTEXT.object.spacetime.motion
    motion.motion_name, motion.length, motion.is_cyclic = "Take", FRAMES / FPS, True
    motion.is_mirrored = False
    job = read_job(rig, CONTEXT.scene)
    clip = animate(job, cancelled=lambda: True)
    for _ in range(2):
        session.start_fetch(CONTEXT, rig, job, lambda: clip, settings={})
        session.start_timer()
        waits.go_on("(a motion arrives)")
    scene = CONTEXT.scene
    waits.press("show_take")
    rig.spacetime.active_take = 0
    waits.press("compare_take")
    waits.press("restore_settings")
    waits.tell("(blend slider)", timed(lambda: setattr(rig.spacetime, "blend", 0.5)))
    waits.tell("(offset slider)", timed(lambda: setattr(rig.spacetime, "offset", 0.7)))
    waits.tell("(stripe)", timed(lambda: make_stripe(rig, rig.spacetime.pending)))
    waits.press("snap")
    scene.use_preview_range, scene.frame_preview_start, scene.frame_preview_end = True, 1, FRAMES
    waits.press("snap")
    scene.use_preview_range = False
    waits.press("guide", how="SMOOTH")
    waits.press("loop_take", travel="IN_PLACE")
    take = rig.spacetime.takes[0].action
    event_loop.start(with_fewer_keys(rig, take, angle=0.009, distance=0.002), lambda _: None)
    waits.go_on("(clean_take, once its tolerance is chosen)")
    rig.spacetime.active_take = 0
    waits.press("mark_asset")
    waits.press("show_take")
    rig.spacetime.blend = 0.5
    waits.press("accept")
    rig.spacetime.active_take = 0
    waits.press("show_take")
    waits.press("accept")
    waits.press("show_take")
    waits.press("reject")
    session.start_fetch(CONTEXT, rig, job, lambda: clip, settings={})
    session.start_timer()
    waits.loop.run()
    waits.press("remove_take")
    session.start_fetch(CONTEXT, rig, job, lambda: clip, settings={})
    session.start_timer()
    waits.loop.run()
    waits.press("accept")


def press_space(waits: Waits, folder: Path) -> None:
    """The parameter space: a short walk at four speeds."""
    motion, space = CONTEXT.object.spacetime.motion, CONTEXT.object.spacetime.space
    motion.length, motion.max_iterations, motion.motion_name = 1.0, 500, "Walk"
    CONTEXT.scene.spacetime.clips.store = str(folder / "clips.sqlite")
    waits.press("use_preset", preset="WALK")
    waits.press("add_dimension", kind="SPEED")
    waits.press("preview_space")
    waits.press("generate_space")
    waits.press("load_space")
    waits.go_on("(space slider)", timed(lambda: setattr(space.dimensions[0], "at", 1.0)))
    waits.press("keep_sample")
    waits.press("hide_sample")
    waits.press("remove_dimension", index=0)


def press_files(waits: Waits, folder: Path) -> None:
    """Export and import, and an example."""
    for file_format in ("BVH", "FBX", "GLTF", "USD"):
        waits.press("export", file_format=file_format, filepath=str(folder / "one"), beside=True)
    waits.press("export_many", file_format="BVH", directory=str(folder))
    waits.press("export_many", file_format="FBX", directory=str(folder))
    event_loop.start(import_bvh(folder / "one.bvh", CONTEXT.scene), lambda _: None)
    waits.go_on("(import_bvh, once its file is chosen)")
    CONTEXT.view_layer.objects.active = None
    waits.press("add_example", example="HUMAN")


if __name__ == "__main__":
    main()
