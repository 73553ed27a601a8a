"""Damages to what the add-on reads: custom properties, frames, names, drivers, what is pointed to, stores."""

import contextlib
import json
import sqlite3
from collections.abc import Callable
from pathlib import Path
from typing import Any

import bpy
import numpy as np
from bl_ext.user_default.spacetime_animator.addon.blender import actions
from bl_ext.user_default.spacetime_animator.addon.blender.write_motion import (
    BAKED_SOURCE,
    PREVIOUS_ACTION,
    PREVIOUS_SLOT,
)
from bl_ext.user_default.spacetime_animator.addon.result import clip_on_action as kept
from bl_ext.user_default.spacetime_animator.addon.result.doubts import DOUBTS

from tests.fuzz.files import mutated

CHARACTER, TAKE = "Hopper", "Old Hop"
KEPT = (
    kept.CLIP, kept.SETTINGS, kept.PLACE, kept.WAY, kept.WAY_FPS, kept.ON_THE_SPOT, kept.ATTEMPT, kept.VARIATION,
    PREVIOUS_ACTION,
    PREVIOUS_SLOT, BAKED_SOURCE, DOUBTS,
)  # fmt: skip
WORDS = (
    "",
    "..",
    "../../x",
    "/etc/passwd",
    "//x",
    "a" * 5000,
    "{name}",
    "{",
    "é",
    "1",
    "[",
    "[{}]",
    '{"a": 1}',
    "null",
)
NUMBERS = (
    0,
    -1,
    1,
    10**6,
    -(2**31),
    2**31 - 1,
    0.5,
    1e30,
    -1e30,
    1e300,
    float("nan"),
    float("inf"),
    -float("inf"),
)
LISTS = ([0.0] * 16, [float("nan")] * 16, [1e300] * 16, [1.0, 2.0, 3.0], [1, 2], [0.5] * 160, [0.5] * 100_000)
BYTES = (b"", b"PK", b"\x00" * 100, b"\xff\xfe")
Damage = Callable[[np.random.Generator], str]  # gives what has been damaged


def _value(rng: np.random.Generator) -> Any:
    """Anything that Blender lets one keep."""
    kinds: tuple[Callable[[], Any], ...] = (
        lambda: _one(rng, WORDS), lambda: _one(rng, NUMBERS), lambda: _one(rng, LISTS), lambda: _one(rng, BYTES),
        lambda: bool(rng.integers(2)), lambda: {"a": 1, "length": "x", "speed": [1, 2]},
        lambda: _one(rng, (*bpy.data.objects, *bpy.data.armatures, *bpy.data.actions, *bpy.data.scenes)),
    )  # fmt: skip
    return _one(rng, kinds)()


def _one(rng: np.random.Generator, values: Any) -> Any:
    return values[int(rng.integers(len(values)))]


def damage_kept(rng: np.random.Generator) -> str:
    """One of the things that the take keeps."""
    take, name = bpy.data.actions[TAKE], str(_one(rng, KEPT))
    match int(rng.integers(4)):
        case 0 if name in take:
            del take[name]
            return f"{name} is missing"
        case 1 if isinstance(take.get(name), bytes | str) and len(take[name]):
            whole = take[name]
            take[name] = whole[: int(rng.integers(len(whole)))]
            return f"{name} is cut off"
        case 2 if isinstance(take.get(name), bytes) and len(take[name]):
            data = bytearray(take[name])
            for _ in range(int(rng.integers(1, 20))):
                data[int(rng.integers(len(data)))] = int(rng.integers(256))
            take[name] = bytes(data)
            return f"{name} has other bytes"
        case _:
            value = _value(rng)
            take[name] = value
            return f"{name} is {str(value)[:60]!r}"


def damage_text(rng: np.random.Generator) -> str:
    """Values of the doubts or settings, one level down."""
    take = bpy.data.actions[TAKE]
    if rng.random() < 0.5:
        doubt = {"kind": "deep", "subject": "foot", "frame": 3, "found": 0.1, "expected": 0.0}
        doubt[str(_one(rng, [*doubt, "other"]))] = _one(
            rng, (None, "x", -1, 10**9, 1e300, [], float("nan"), {})
        )
        take[DOUBTS] = json.dumps([doubt])
        return f"doubts {doubt}"
    group = take.get(kept.SETTINGS)
    if not hasattr(group, "keys"):
        return "no settings"
    name, value = str(_one(rng, [*group.keys()])), _value(rng)
    group[name] = value
    return f"setting {name} is {str(value)[:60]!r}"


def damage_frames(rng: np.random.Generator) -> str:
    """The take's frames, keys or slots."""
    take = bpy.data.actions[TAKE]
    match int(rng.integers(5)):
        case 0:
            take.use_frame_range = True
            take.frame_start = take.frame_end = float(_one(rng, (0, 5, 1e6, -1e6)))
            return "one frame"
        case 1:
            take.use_frame_range = True
            take.frame_start, take.frame_end = (float(_one(rng, (-1e6, 3, 5.5, 1e6))) for _ in "ab")
            return f"frames {tuple(take.frame_range)}"
        case 2:
            take.use_frame_range = False
            for curve in [*actions.curves_of(take)]:
                while len(curve.keyframe_points) > 1:
                    curve.keyframe_points.remove(curve.keyframe_points[-1])
            return "one key each"
        case 3:
            for slot in [*take.slots]:
                take.slots.remove(slot)
            return "no slots"
        case _:
            for layer in [*take.layers]:
                take.layers.remove(layer)
            return "no layers"


def damage_system(rng: np.random.Generator) -> str:
    """A property of ours as Blender keeps it, whatever its type, be it of a scene, an object, an armature or a bone."""
    rig = bpy.data.objects[CHARACTER]
    owner = _one(rng, (rig, rig, rig.data, *rig.data.bones, bpy.context.scene))
    place = owner.bl_system_properties_get() if hasattr(owner, "bl_system_properties_get") else owner
    path = []
    while place is not None and len(names := [*place.keys()]):
        name = str(_one(rng, names))
        path.append(name)
        below = place[name]
        if hasattr(below, "keys") and rng.random() < 0.9:
            place = below
            continue
        if isinstance(below, list) and below and hasattr(below[0], "keys"):
            place = _one(rng, below)
            continue
        value = _one(rng, (_one(rng, WORDS), _one(rng, NUMBERS), None))
        if value is None:
            del place[name]
        else:
            with contextlib.suppress(TypeError, OverflowError):
                place[name] = value
        return f"{owner.name}.{'.'.join(path)} is {value!r}"
    return "nothing"


def damage_names(rng: np.random.Generator) -> str:
    """Names that lead elsewhere, and what is pointed to gone or of another kind."""
    rig = bpy.data.objects[CHARACTER]
    match int(rng.integers(7)):
        case 0:
            bpy.data.actions[TAKE].name = "../../x"
            bpy.data.actions.new(TAKE)
            return "take called ../../x"
        case 1:
            _one(rng, rig.data.bones).name = "../../x"
            return "bone called ../../x"
        case 2:
            ghost = bpy.data.objects.new("Odd", None)
            rig.spacetime.ghost, ghost.parent = ghost, rig
            bpy.context.scene.collection.objects.link(ghost)
            return "ghost that is an empty"
        case 3:
            rig.spacetime.ghost.constraints.clear()
            return "ghost without its constraints"
        case 4:
            rig.spacetime.pending = bpy.data.actions.new("Empty")
            return "another action waits"
        case 5:
            rig.spacetime.motion.driver_add("speed").driver.expression = "1/0"
            rig.driver_add("location", 0).driver.expression = "nobody + ("
            return "drivers"
        case _:
            text = bpy.data.texts.new("../x.py")
            text.write("raise SystemExit")
            text.use_module = True
            return "text that is a module"


def damage_store(rng: np.random.Generator) -> str:
    """The store of the scene's clips: other bytes, other values, missing columns and tables, another kind of file."""
    path = Path(bpy.context.scene.spacetime.clips.store)
    if not path.is_file():
        return "no store"
    match int(rng.integers(5)):
        case 0:
            path.write_bytes(mutated(rng, path.read_bytes()))
            return "store of other bytes"
        case 1:
            path.unlink()
            path.mkdir()
            return "store that is a folder"
        case 2:
            path.write_bytes(_one(rng, BYTES))
            return "store of another kind"
        case _:
            with contextlib.suppress(sqlite3.Error):  # it is damaged already, or refuses the value itself
                return _damage_table(rng, path)
            return "the same store"


def _damage_table(rng: np.random.Generator, path: Path) -> str:
    with contextlib.closing(sqlite3.connect(path)) as store, store:
        tables = store.execute("SELECT name FROM sqlite_master WHERE type = 'table'").fetchall()
        if not tables:
            return "an empty store"
        table = str(_one(rng, tables)[0])
        column = str(_one(rng, store.execute(f'PRAGMA table_info("{table}")').fetchall())[1])
        value = _one(rng, (*WORDS, *BYTES, -1, 2**62, 1e300, None))
        match int(rng.integers(6)):
            case 0:
                store.execute(f'DROP TABLE "{table}"')
                return f"store without {table}"
            case 1:
                store.execute(f'ALTER TABLE "{table}" RENAME COLUMN "{column}" TO "odd"')
                return f"store without {table}.{column}"
            case _:
                store.execute(f'UPDATE "{table}" SET "{column}" = ?', (value,))
                return f"store's {table}.{column} is {str(value)[:60]!r}"


DAMAGES: tuple[Damage, ...] = (
    damage_kept, damage_kept, damage_kept, damage_kept, damage_text, damage_frames, damage_system, damage_names,
    damage_store, damage_store,
)  # fmt: skip
