"""List of a character's motions: its takes, other actions, and clips of the motion space."""

from dataclasses import replace
from functools import partial
from pathlib import Path

import bpy
from bpy.types import PropertyGroup

from ...solver.clip.clip import Clip
from ...solver.errors import InputError
from ...solver.space.sample_name import SampleName
from ...solver.space.stored_names import stored_names
from ...solver.store.clip_store import ClipStore
from ..blender import actions
from ..blender.rest_pose import armature_data
from ..result.clip_on_action import clip_from, has_clip, is_attempt, variation_of
from ..runtime import event_loop
from ..runtime.event_loop import Work, in_a_thread
from ..spaces.store_file import store_file

TAKE, ACTION, CLIP = "TAKE", "ACTION", "CLIP"
LISTING = "library list"  # name of the work in the event loop

Key = tuple[str, str]  # kind and name
_listed: dict[int, object] = {}  # inputs of each armature's list, by session number


def chosen_entries(armature_object: bpy.types.Object) -> list[PropertyGroup]:
    """Chosen entries with a solved motion, in the order of choice."""
    found = [each for each in armature_object.spacetime.library.entries if each.is_chosen and each.is_solved]
    return sorted(found, key=lambda each: int(each.order))


def active_entry(armature_object: bpy.types.Object) -> PropertyGroup | None:
    """The selected entry."""
    library = armature_object.spacetime.library
    inside = 0 <= library.active_entry < len(library.entries)
    return library.entries[library.active_entry] if inside else None


def keep_listed(armature_object: bpy.types.Object, scene: bpy.types.Scene) -> None:
    """Schedules an update of the list if its motions have changed; called while panels are drawn."""
    found = _what_is_there(armature_object, scene)
    if _listed.get(armature_object.session_uid) != found and not event_loop.is_busy(LISTING):
        _listed[armature_object.session_uid] = found
        event_loop.start(listing(armature_object, scene), owner=LISTING)


def listing(armature_object: bpy.types.Object, scene: bpy.types.Scene) -> Work[None]:
    """Updates the list and preserves the choice.

    Raises:
        InputError: the clips file is damaged.
    """
    clips = yield from in_a_thread(partial(_clip_names, _store(scene)))
    found: dict[Key, bool] = {}
    variations: dict[Key, SampleName | None] = {}
    for action in list(bpy.data.actions):
        kind = _kind(armature_object, action)
        if kind:
            found[kind, action.name] = has_clip(action) and not is_attempt(action)
            variations[kind, action.name] = variation_of(action)
        yield
    ordered = sorted(found, key=lambda key: (key[0] != TAKE, key[1].lower()))
    found |= {(CLIP, name): True for name in clips}
    variations |= {(CLIP, name): variation for name, variation in clips.items()}
    entries = armature_object.spacetime.library.entries
    before = {(each.kind, each.name): each.order for each in entries}
    entries.clear()
    for key in (*ordered, *((CLIP, name) for name in clips)):
        entry = entries.add()
        entry.kind, entry.name = key
        variation = variations[key]
        if variation is not None:
            entry["values"], entry["space"] = variation.values, variation.space
        entry["is_solved"], entry["order"] = found[key], before.get(key, 0)
        entry["is_chosen"] = before.get(key, 0) > 0
    library = armature_object.spacetime.library
    library.active_entry = min(library.active_entry, max(len(entries) - 1, 0))
    event_loop.redraw_panels()


def loading(key: Key, scene: bpy.types.Scene) -> Work[Clip]:
    """Clip of a solved motion, with the name of its solve; stores are read in a thread.

    Raises:
        InputError: it was removed or is damaged.
    """
    kind, name = key
    if kind == CLIP:
        return (yield from in_a_thread(partial(_clip_of_store, _store(scene), name)))
    action = bpy.data.actions.get(name)
    if action is None:
        raise InputError(f"the action '{name}' no longer exists")
    return clip_from(action)


def renamed(clip: Clip, name: str) -> Clip:
    """The clip with another name."""
    return replace(clip, job=replace(clip.job, name=name))


def _kind(armature_object: bpy.types.Object, action: bpy.types.Action) -> str:
    """Kind of an entry; empty for an action of another character."""
    takes = armature_object.spacetime.takes
    if any(take.action == action for take in takes):
        return TAKE
    bones = armature_data(armature_object).bones
    return ACTION if any(name in bones for name in actions.keyed_bones(action)) else ""


def _store(scene: bpy.types.Scene) -> Path | None:
    try:
        file = store_file(scene)
    except InputError:  # there is no path for one yet
        return None
    return file if file.is_file() else None


def _clip_names(file: Path | None) -> dict[str, SampleName | None]:
    """A thread's."""
    if file is None:
        return {}
    with ClipStore(file, create=False) as store:
        return stored_names(store)


def _clip_of_store(file: Path | None, name: str) -> Clip:
    """A thread's."""
    if file is None:
        raise InputError("the clips file no longer exists")
    with ClipStore(file, create=False) as store:
        return store.get(name)


def _what_is_there(armature_object: bpy.types.Object, scene: bpy.types.Scene) -> object:
    """Inputs of the list, equal as long as it is up to date."""
    file = _store(scene)
    return (
        [(action.name, is_attempt(action)) for action in bpy.data.actions],
        len(armature_object.spacetime.takes),
        (str(file), file.stat().st_mtime_ns) if file is not None else None,
    )
