"""Time from Solve to the finished ghost in Blender in background mode; prints medians [s] as JSON.

The human's walk of the presets, solved by a new process each time, and by the persistent solver; for each, the total
time and the part outside the optimizer.
"""

import json
import statistics
import sys
import time
from importlib import import_module

from scripts.load_extension import load_extension

PRESSES = 5
FPS = 24
WAIT = 0.001  # s between turns of the event loop


def main() -> int:
    """Press Solve."""
    name = load_extension()
    bpy, addon_utils = import_module("bpy"), import_module("addon_utils")
    preferences, session, event_loop, clips = (
        import_module(f"{name}.addon.{module}")
        for module in ("preferences", "solve.session", "runtime.event_loop", "result.clip_on_action")
    )
    addon_utils.enable("rigify", default_set=True)
    bpy.ops.object.armature_basic_human_metarig_add()
    bpy.ops.spacetime.fit_bodies()
    bpy.context.scene.render.fps = FPS
    bpy.ops.spacetime.use_preset(preset="WALK")
    rig, own = bpy.context.object, bpy.context.preferences.addons[preferences.ROOT_PACKAGE].preferences

    def press() -> tuple[float, float]:
        began = time.perf_counter()
        bpy.ops.spacetime.solve()
        while session.current() is not None:
            event_loop.turn()
            time.sleep(WAIT)
        past = time.perf_counter() - began
        return past, past - clips.clip_of(rig.spacetime.pending).provenance.seconds["optimise"]

    medians = []
    for own.stays in (False, True):
        press()  # loads modules once
        medians.append(
            [statistics.median(each) for each in zip(*(press() for _ in range(PRESSES)), strict=True)]
        )
    session.stop()
    sys.stdout.write(json.dumps(medians) + "\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
