"""Do an animator's everyday tasks from an empty file and count what is pressed; writes docs/measurements/tasks.md.

.venv/bin/python -m tests.addon.everyday_tasks [NAME ...]

Where a viewport is needed, as for a drag, the script says where it ends.
"""

import importlib
import sys
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from scripts.environment import ROOT
from scripts.load_extension import load_extension, ours

load_extension()
bpy: Any = importlib.import_module("bpy")
np: Any = importlib.import_module("numpy")
PAGE = ROOT / "docs/measurements/tasks.md"
FPS = 24


@dataclass
class Hand:
    """Presses what an animator presses, and keeps count.

    Attributes:
        presses: what was pressed, in words.
    """

    presses: list[str] = field(default_factory=list)

    def press(self, operator: Any, words: str, *, count: int = 1, **settings: Any) -> None:
        """A button or shortcut; ``count`` of 2 is a choice from a menu."""
        if operator(**settings) != {"FINISHED"}:
            raise SystemExit(f"{words}: {bpy.context.window_manager.spacetime.error}")
        bpy.context.view_layer.update()
        self.presses += [words] * count

    def set(self, group: Any, name: str, value: Any, words: str) -> None:
        """A field or switch."""
        setattr(group, name, value)
        self.presses.append(words)

    def frame(self, number: int) -> None:
        """Goes to a frame."""
        bpy.context.scene.frame_set(number)
        self.presses.append(f"frame {number}")

    def example(self, name: str) -> Any:
        """A click on a picture of the panel Examples."""
        self.press(
            bpy.ops.spacetime.add_example,
            f"Examples: {ours('addon.motion.examples').EXAMPLES[name].label}",
            example=name,
        )
        return bpy.context.object

    def pull(self, rig: Any, bone: str, way: tuple[float, float, float]) -> None:
        """AutoPose: the button, and a drag."""
        tip = ours("addon.posing.pulled_part").tip_of(rig, bone)
        self.press(bpy.ops.spacetime.auto_pose, "AutoPose", count=2, bone=bone, location=tip + np.array(way))

    def solve(self) -> None:
        """Solve, and Accept."""
        self.press(bpy.ops.spacetime.solve, "Solve", blocking=True)
        self.press(bpy.ops.spacetime.accept, "Accept")

    def make_physical(self) -> None:
        """Make Physical, and Accept."""
        self.press(bpy.ops.spacetime.make_physical, "Make Physical", blocking=True)
        self.press(bpy.ops.spacetime.accept, "Accept")


def _jump(hand: Hand) -> None:
    hand.example("HUMAN_JUMP")
    hand.solve()


def _sit_down(hand: Hand) -> None:
    rig = hand.example("HUMAN")
    hand.set(bpy.context.scene.tool_settings, "use_keyframe_insert_auto", True, "Auto Keying")
    hand.frame(1)
    hand.pull(rig, "hips", (0.0, 0.0, -0.02))
    hand.frame(30)
    hand.pull(rig, "hips", (0.0, 0.0, -0.3))
    hand.make_physical()


def _drag_target(hand: Hand, name: str, way: tuple[float, float, float]) -> None:
    target = bpy.data.objects[name]
    hand.set(target, "location", target.location + type(target.location)(way), "drag the target")


def _throw(hand: Hand) -> None:
    hand.example("HUMAN_THROW")
    _drag_target(hand, "Throw Target", (0.6, 0.3, 0.2))
    hand.solve()


def _catch(hand: Hand) -> None:
    hand.example("HUMAN_CATCH")
    _drag_target(hand, "Catch Point", (0.0, 0.0, 0.15))
    hand.solve()


def _hand_over(hand: Hand) -> None:
    hand.example("PAIR")
    hand.solve()


def _box(hand: Hand) -> None:
    hand.example("HUMAN_STEP_UP")
    hand.solve()


def _import(hand: Hand) -> Any:
    hand.press(
        bpy.ops.spacetime.import_bvh, "Import BVH", count=2, filepath=str(ROOT / "tests/data/walk.bvh")
    )
    hand.press(bpy.ops.spacetime.fit_bodies, "Fit Bodies")
    return bpy.context.object


def _capture(hand: Hand) -> None:
    _import(hand)
    hand.make_physical()


def _hips(hand: Hand) -> None:
    rig = hand.example("HUMAN")
    bone = rig.pose.bones["hips"]
    for number, height in ((1, 0.0), (12, -0.12), (24, 0.0)):
        hand.frame(number)
        if height:
            hand.set(bone, "location", _down(bone, height), "drag the hips")
        bone.keyframe_insert("location", frame=number)
        hand.presses.append("key the hips")
    hand.make_physical()


def _down(bone: Any, height: float) -> Any:
    """Location of a bone that moves it upward in the world."""
    return bone.bone.matrix_local.to_3x3().inverted() @ type(bone.location)((0.0, 0.0, height))


def _loop(hand: Hand) -> None:
    _import(hand)
    hand.press(bpy.ops.spacetime.loop_capture, "Loop Capture", blocking=True)
    hand.press(bpy.ops.spacetime.accept, "Accept")


def _horse(hand: Hand) -> None:
    importlib.import_module("addon_utils").enable("rigify", default_set=True)
    hand.press(bpy.ops.object.armature_horse_metarig_add, "Add: Horse", count=2)
    hand.press(bpy.ops.spacetime.fit_bodies, "Fit Bodies")
    rig = bpy.context.object
    for preset in ("Trot", "Gallop"):
        hand.press(bpy.ops.spacetime.use_preset, preset, preset=preset.upper())
        hand.press(bpy.ops.spacetime.solve, "Solve", blocking=True)
    hand.press(bpy.ops.spacetime.list_motions, "Library")
    for take in rig.spacetime.takes:
        hand.set(
            rig.spacetime.library.entries[take.action.name], "is_chosen", True, f"choose '{take.action.name}'"
        )
    hand.press(bpy.ops.spacetime.join, "Join", blocking=True)
    hand.press(bpy.ops.spacetime.accept, "Accept")


TASKS: dict[str, Callable[[Hand], None]] = {
    "jump": _jump, "sit down": _sit_down, "throw at a target": _throw, "catch": _catch, "walk onto a box": _box,
    "two people hand over a ball": _hand_over, "clean a capture": _capture,
    "animate the hips only": _hips, "loop a capture": _loop,
    "a horse trots, then gallops": _horse,
}  # fmt: skip


# Presses counted in the same way on 25 November 2026, before AutoPose and moving pictures of presets and examples.
BEFORE = {
    "jump": "4", "sit down": "none: no motion was found after 7 presses, since legs without keys stayed straight",
    "throw at a target": "none: 4 for a fast hand, without a target", "catch": "5", "walk onto a box": "4",
    "two people hand over a ball": "none: a problem had one character only", "clean a capture": "5",
    "animate the hips only": "11, and the ground sank by 11 cm", "loop a capture": "5",
    "a horse trots, then gallops": "21, of which 8 typed in the times of its feet",
}  # fmt: skip

HEAD = """# Everyday Tasks

What an animator presses on the way from an empty file to an accepted motion. `python -m tests.addon.everyday_tasks`
performs the tasks and writes this page. [What Still Stops an Animator](what_stops.md) lists what they left to wish for.

A press is a button, a shortcut, a drag, a switch, a number typed in or a step to another frame; a choice from a menu
counts twice. Each motion was judged: the residual is the root mean square of the missing forces, in body weights.
*Before* is the number of presses when the tasks were first tried, before *AutoPose* and moving pictures of presets and
examples; it is *none* where the motion could not be made.

| task | presses | which | residual | before |
|---|---|---|---|---|
"""


def done(name: str) -> str:
    """Performs one task; gives its row.

    Raises:
        SystemExit: a button refuses, or the motion is not physical.
    """
    bpy.ops.wm.read_homefile(use_empty=True, use_factory_startup=True)
    bpy.context.scene.render.fps = FPS
    hand = Hand()
    TASKS[name](hand)
    accepted = ours("addon.result.review").accepted(bpy.context.object)
    clip = ours("addon.result.clip_on_action").clip_of(accepted)
    if clip is None or not clip.provenance.solved:
        raise SystemExit(f"{name}: no physical motion was accepted")
    words = ", ".join(each for k, each in enumerate(hand.presses) if k == 0 or each != hand.presses[k - 1])
    return f"| {name} | {len(hand.presses)} | {words} | {clip.report.linear_residual:.0e} | {BEFORE[name]} |"


def main(names: list[str]) -> None:
    """Performs all and writes the page, or performs those that are named."""
    rows = []
    for name in names or TASKS:
        rows.append(done(name))
        print(rows[-1], flush=True)
    if not names:
        PAGE.write_text(HEAD + "\n".join(rows) + "\n")


if __name__ == "__main__":
    main(sys.argv[1:])
