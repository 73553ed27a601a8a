"""A set-up, all the way: imported or fitted, solved, accepted, exported and read back, and judged at every stage."""

import contextlib
import io
import math
import tempfile
import time
import traceback
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from functools import partial
from importlib import import_module
from pathlib import Path
from typing import Any

import numpy as np

from scripts.strangers.bvh_conventions import CONVENTIONS, write_bvh
from scripts.strangers.differences import (
    Difference,
    between_files,
    between_readings,
    from_motion,
    moving_within_parents,
    of_size,
    within_parents,
)
from scripts.strangers.reading import Rest, Seen, bones_with_rules, height, keys_of, rest_of, see
from scripts.strangers.rigs import RIGS
from scripts.strangers.round_trip import FORMATS, names_in_file, read_back
from scripts.strangers.row import Row
from scripts.strangers.set_up import FROM_FILE, FROM_PRESET, SetUp
from scripts.strangers.solved_motion import SolvedMotion, solved_motion
from scripts.strangers.source_keys import SECONDS, key_source
from scripts.strangers.surroundings import AT_LAST_FRAME, MODES, SURROUNDINGS
from scripts.strangers.words import Words

bpy: Any = import_module("bpy")

BREAKS = (
    ValueError,
    KeyError,
    TypeError,
    AttributeError,
    IndexError,
)  # a table goes on where a set-up breaks
FAULTS = ("Traceback", "Internal error")  # in a sentence that is none


def nothing(_: Any) -> None:
    """Leaves everything as it is."""


@dataclass
class _Trial:
    """What is known of a set-up while it is tried.

    Attributes:
        set_up: that is tried.
        folder: for its files.
        rig: the armature.
        words: that were said.
        found: differences of all stages so far, seen or not.
    """

    set_up: SetUp
    folder: Path
    rig: Any = None
    words: Words = field(default_factory=Words)
    found: list[Difference] = field(default_factory=list)

    @property
    def scene(self) -> Any:
        """The scene of the file that is open."""
        return bpy.context.scene

    def see(self, rig: Any, frames: list[float]) -> Seen:
        """What an armature shows at frames of the scene."""
        return see(rig, self.scene, frames, rate=self.set_up.rate)

    def keep(self, difference: Difference, *buttons: str) -> None:
        """Keeps a difference of a motion, which is said if a warning of one of these buttons names it."""
        self.found.append(replace(difference, is_said=self.words.tells_motion(*buttons)))

    def keep_size(self, stage: str, expected: float, button: str = "") -> None:
        """Keeps the difference of the rig's height from another [m], which is said if the button names what it is."""
        found = height(self.rig, self.scene)
        told = self.words.tells_size(found, button)
        self.found.append(replace(of_size(stage, "height", expected, found), is_said=told))


def try_set_up(
    set_up: SetUp, *, accepted: Callable[[Any], None] = nothing, exported: Callable[[Path], None] = nothing
) -> Row:
    """Tries a set-up in an empty file.

    Args:
        set_up: to be tried.
        accepted: what is done to the rig after *Accept*, to try the judge.
        exported: what is done to each file, likewise.
    """
    began, refusal, fault = time.perf_counter(), "", ""
    with tempfile.TemporaryDirectory(prefix="strangers-") as folder:
        trial = _Trial(set_up, Path(folder))
        try:
            size = _build(trial)
            _run(trial, size, accepted, exported)
        except RuntimeError as error:  # of a button
            refusal = str(error).strip()
            fault = refusal if any(each in refusal for each in FAULTS) else ""
        except BREAKS:
            fault = traceback.format_exc(limit=-3)
    return Row(
        kind=set_up.kind,
        name=set_up.name,
        seconds=time.perf_counter() - began,
        refusal=refusal,
        fault=fault,
        compared=tuple(each.stage for each in trial.found),
        differences=tuple(each for each in trial.found if each.is_seen),
        words=tuple(trial.words.plain()),
    )


def _build(trial: _Trial) -> float:
    """Makes the rig in its scene, with its source; returns its height [m]."""
    set_up = trial.set_up
    bpy.ops.wm.read_homefile(use_empty=True, use_factory_startup=True)
    with contextlib.redirect_stdout(io.StringIO()):  # Rigify prints what it does
        trial.rig = RIGS[set_up.rig]()
    scene = trial.scene  # some rigs open a file
    scene.render.fps, scene.render.fps_base = set_up.fps
    scene.frame_start, scene.frame_end = set_up.start, set_up.start + round(SECONDS * set_up.rate)
    scene.frame_set(set_up.start)
    for mode in [each for each in set_up.around if each in MODES]:
        for bone in trial.rig.pose.bones:
            bone.rotation_mode = mode
    if set_up.way != FROM_PRESET:
        key_source(trial.rig, scene)
    for name in set_up.around:
        if name in SURROUNDINGS:
            trial.rig = SURROUNDINGS[name](trial.rig, scene) or trial.rig
    bpy.context.view_layer.objects.active = trial.rig
    trial.rig.select_set(True)
    scene.frame_set(scene.frame_end if AT_LAST_FRAME in set_up.around else set_up.start)
    if set_up.way == FROM_FILE:
        _replace_by_file(trial)
    return height(trial.rig, scene)


def _replace_by_file(trial: _Trial) -> None:
    """Writes the source as a BVH file, removes the rig, imports the file and judges that."""
    set_up, scene, rig = trial.set_up, trial.scene, trial.rig
    convention, path = CONVENTIONS[set_up.convention], trial.folder / "capture.bvh"
    times = np.arange(round(SECONDS * convention.rate) + 1) / convention.rate
    frames = (set_up.start + set_up.rate * times).tolist()
    drawn, size = trial.see(rig, frames), height(rig, scene)
    names = write_bvh(path, drawn, rest_of(rig, scene), convention)
    bpy.data.objects.remove(rig)
    scene.frame_set(set_up.start)
    trial.words.press("import", partial(bpy.ops.spacetime.import_bvh, filepath=str(path)))
    trial.rig = bpy.context.object
    found = trial.see(trial.rig, frames)
    if len(found.names) != len(names):
        raise ValueError(f"{len(names)} joints were imported as {len(found.names)} bones")
    trial.keep_size("import, size", size, "import")
    shrunk = np.ptp(drawn.heads[0], axis=0).max() / np.ptp(found.heads[0], axis=0).max()
    same_size = replace(found, heads=found.heads * shrunk)
    trial.keep(
        between_files("import", drawn, same_size, dict(zip(names, found.names, strict=True))), "import"
    )


def _run(
    trial: _Trial, size: float, accepted: Callable[[Any], None], exported: Callable[[Path], None]
) -> None:
    """Presses the buttons, and judges what each leaves."""
    set_up, scene, rig, press = trial.set_up, trial.scene, trial.rig, trial.words.press
    if not any(bone.spacetime.is_body for bone in rig.data.bones):  # else they come from another file
        press("fit", bpy.ops.spacetime.fit_bodies)
    trial.keep_size("fit, size", size, "fit")
    if set_up.preset:
        press("preset", partial(bpy.ops.spacetime.use_preset, preset=set_up.preset))
    own = {action: keys_of(action) for action in bpy.data.actions}
    source, rest = _source(trial), rest_of(rig, scene)
    solve = bpy.ops.spacetime.solve if set_up.way == FROM_PRESET else bpy.ops.spacetime.make_physical
    press("solve", partial(solve, blocking=True))
    action, stretched = rig.spacetime.pending, scene.render.frame_map_new / scene.render.frame_map_old
    motion, (first, last) = solved_motion(action), (frame * stretched for frame in action.frame_range)
    frames = [float(frame) for frame in range(math.ceil(first - 1e-6), math.floor(last + 1e-6) + 1)]
    rig.spacetime.offset = 0.0
    ghost = trial.see(rig.spacetime.ghost, frames)
    press("accept", bpy.ops.spacetime.accept)
    accepted(rig)
    seen, bones = trial.see(rig, frames), [bone.name for bone in rig.data.bones if bone.use_deform]
    _judge_motion(trial, motion, rest, first)
    trial.keep(between_readings("accepted", ghost, seen, _up_to_bodies(rig, motion)), "solve", "accept")
    changed = [action.name for action, keys in own.items() if keys_of(action) != keys]
    trial.found.append(Difference("source", "".join(changed[:1]), 0, math.inf if changed else 0.0, 0.0))
    if source is not None and len(source.seconds) == len(seen.seconds):
        ruled = bones_with_rules(rig)
        free = [name for name in bones if name not in motion.names and name not in ruled]
        between = moving_within_parents(source, free)
        trial.keep(within_parents("between", source, seen, between), "solve", "accept")
    for kind, path in _export(trial, exported).items():
        _judge_file(trial, kind, path, seen, bones)


def _up_to_bodies(rig: Any, motion: SolvedMotion) -> list[str]:
    """Bones with bodies, and deforming bones that carry some."""
    bones = rig.data.bones
    above = {each.name for name in motion.names for each in bones[name].parent_recursive if each.use_deform}
    return [bone.name for bone in bones if bone.name in above | {*motion.names}]


def _source(trial: _Trial) -> Seen | None:
    """The source at the frames of the scene, before anything is solved; None if there is none."""
    if trial.set_up.way == FROM_PRESET:
        return None
    scene = trial.scene
    before, frames = scene.frame_current, range(scene.frame_start, scene.frame_end + 1)
    seen = trial.see(trial.rig, [float(frame) for frame in frames])
    scene.frame_set(before)
    return seen


def _judge_motion(trial: _Trial, motion: SolvedMotion, rest: Rest, first: float) -> None:
    """Compares the solved bodies, and their size, with the accepted rig, at every frame of the solver."""
    scale = motion.scale(dict(zip(rest.names, rest.heads, strict=True)))
    size = height(trial.rig, trial.scene)
    trial.found.append(of_size("motion, size", "height", scale * size, size))  # which no sentence makes right
    knots = first + motion.step * trial.set_up.rate * np.arange(len(motion.position))
    seen = trial.see(trial.rig, knots.tolist())
    trial.keep(from_motion("motion", motion, rest, scale, seen), "solve", "accept")


def _export(trial: _Trial, exported: Callable[[Path], None]) -> dict[str, Path]:
    """Files of all formats."""
    paths = {kind: trial.folder / f"accepted{suffix}" for kind, suffix in FORMATS.items()}
    for kind, path in paths.items():
        trial.words.press(kind, partial(bpy.ops.spacetime.export, filepath=str(path), file_format=kind))
        exported(path)
    return paths


def _judge_file(trial: _Trial, kind: str, path: Path, seen: Seen, bones: list[str]) -> None:
    """Compares a file, read back, with the accepted rig."""
    found = read_back(path, kind, seen.seconds.tolist(), rate=trial.set_up.fps[0])
    names = names_in_file(found, bones)
    lost = [name for name in bones if name not in names]
    off = Difference(kind, lost[0], 0, math.inf, 0.0) if lost else between_files(kind, seen, found, names)
    trial.keep(off, kind)
