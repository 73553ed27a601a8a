"""Reads the contacts of a character as tracks from the panel; nothing is stored here."""

from typing import Any

import bpy
from bpy.types import Context, Event, PropertyGroup

from ...solver.analysis.contact_guess.guessed import SURE
from ...solver.errors import InputError
from ..blender.actions import frames_of, played_curves
from ..blender.frame_rate import rate_of
from ..blender.rest_pose import armature_data
from ..interface.availability import armature_of
from ..motion.first_frame import first_frame_of
from ..motion.guessed_frames import frames_of_phases
from ..motion.read_scene import n_frames
from ..motion.read_sketch import sketch_range
from ..motion.read_surfaces import on_frame
from .lane import GIVEN, Lane, Phase
from .view import HEIGHT, LOWEST, Strips, View, fit, room_for

MODES = {"DOPESHEET", "ACTION", "TIMELINE"}  # modes of the dope sheet that show armatures


def seen_strips(context: Context) -> tuple[Strips, View] | None:
    """Tracks of the active character in the context's timeline, and their view; None if not shown."""
    armature_object, scene, region = armature_of(context), context.scene, context.region
    if (
        armature_object is None
        or scene is None
        or region is None
        or not scene.spacetime.overlays.show_strips
        or getattr(context.space_data, "mode", "") not in MODES
    ):
        return None
    view = fit(
        (_frame_at(region, 0), _frame_at(region, region.width)),
        (region.width, region.height),
        len(armature_data(armature_object).spacetime.contacts),
        scale=pixels_per_point(context),
        has_markers=len(scene.timeline_markers) > 0,
    )
    strips = read_strips(armature_object, scene) if view is not None else None
    return (strips, view) if strips is not None and view is not None else None


def seen_keys(armature_object: bpy.types.Object) -> list[float]:
    """Frames of a character's keys in the timeline."""
    return frames_of(played_curves(armature_object))


def low_timeline(context: Context) -> tuple[bpy.types.Area, float] | None:
    """The tallest timeline and its missing height for full lanes [pixels]; None if lanes are legible.

    In a timeline of Blender's default height, lanes are flat and have no names.
    """
    armature_object, scene, screen = armature_of(context), context.scene, context.screen
    if armature_object is None or scene is None or screen is None:
        return None
    count = len(armature_data(armature_object).spacetime.contacts)
    timelines = [area for area in screen.areas if is_timeline(area)]
    if not count or not timelines:
        return None
    highest = max(timelines, key=lambda area: area.height)
    height = next(region for region in highest.regions if region.type == "WINDOW").height
    scale, has_markers = pixels_per_point(context), len(scene.timeline_markers) > 0
    least, full = (room_for(count, lane, scale=scale, has_markers=has_markers) for lane in (LOWEST, HEIGHT))
    return (highest, full - height) if height < least else None


def pixels_per_point(context: Context) -> float:
    """Pixels per point."""
    system = context.preferences.system if context.preferences is not None else None
    return (system.ui_scale if system is not None else 0.0) or 1.0  # 0 without a screen


def timeline_under_mouse(context: Context, event: Event) -> bpy.types.Region | None:
    """Main region of the timeline or dope sheet under the mouse, regardless of the event's region; None elsewhere."""
    x, y = event.mouse_x, event.mouse_y
    for area in context.screen.areas if context.screen is not None else ():
        if is_timeline(area):
            for region in area.regions:
                is_under = 0 <= x - region.x < region.width and 0 <= y - region.y < region.height
                if region.type == "WINDOW" and is_under:
                    return region
    return None


def is_timeline(area: bpy.types.Area) -> bool:
    """Whether an area shows the keys of armatures."""
    return area.type == "DOPESHEET_EDITOR" and getattr(area.spaces.active, "mode", "") in MODES


def frame_in(region: bpy.types.Region, across: float) -> float:
    """Scene frame at a horizontal position in the window [pixels]."""
    return _frame_at(region, across - region.x)


def frame_under(context: Context, event: Event) -> float:
    """Scene frame at the mouse position, which may be outside the region."""
    assert context.region is not None
    return _frame_at(context.region, event.mouse_region_x)


def _frame_at(region: bpy.types.Region, across: float) -> float:
    """Scene frame at a horizontal position in the region [pixels]."""
    view: Any = region.view2d
    return float(view.region_to_view(across, 0)[0])


def read_strips(armature_object: bpy.types.Object, scene: bpy.types.Scene) -> Strips | None:
    """All lanes; None if the motion follows keys, but has none."""
    motion = armature_object.spacetime.motion
    follows = motion.sketch.use
    if follows:
        try:
            first, last = frames_of_phases(motion.sketch, sketch_range(armature_object, scene))
        except InputError:  # the check list and Solve report it
            return None
        steps = last - first
    else:
        first = first_frame_of(armature_object, scene)
        steps = n_frames(motion, rate_of(scene))
    timing = GIVEN if follows else str(motion.timing)
    is_cyclic = motion.is_cyclic and not follows
    return Strips(
        first,
        tuple(
            Lane(
                contact.name,
                tuple(_phase(phase, steps, is_cyclic=is_cyclic) for phase in contact.phases),
                steps,
                is_cyclic,
                GIVEN if contact.keep_timing else timing,
            )
            for contact in armature_data(armature_object).spacetime.contacts
        ),
        is_mirrored=is_cyclic and motion.is_mirrored,
    )


def timing_words(motion: PropertyGroup) -> dict[str, str]:
    """The panel's labels of the kinds of timing, translated."""
    timing, translated = motion.bl_rna.properties["timing"], bpy.app.translations.pgettext_iface
    return {each.identifier: translated(each.name, timing.translation_context) for each in timing.enum_items}


def _phase(phase: PropertyGroup, steps: int, *, is_cyclic: bool) -> Phase:
    """A phase in frames; fractions within single precision of a whole frame are rounded."""
    start, length = on_frame(phase.start, steps) * steps, on_frame(phase.duration, steps) * steps
    if is_cyclic:
        start %= steps
    else:
        length = min(length, steps - start)
    surface = phase.surface.name if phase.surface is not None else ""
    return Phase(start, length, surface, is_sure=phase.confidence >= SURE)
