"""The window: a 3D view with the add-on's tab in its sidebar and a timeline below, and pictures of them."""

import importlib
import json
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from docs.pictures.manual.blender import bpy
from docs.pictures.manual.perspective import Point, stand
from scripts.load_extension import ours

location_3d_to_region_2d: Any = importlib.import_module("bpy_extras.view3d_utils").location_3d_to_region_2d
PAUSE = 0.2  # s, for Blender to draw and to process events


class Stage:
    """Window of which pictures are taken.

    Attributes:
        folder: of the pictures, each of the whole screen with a text file of its rectangle.
        memory: file with the content of the screen.
    """

    def __init__(self, folder: Path, memory: Path) -> None:
        self.folder, self.memory = folder, memory
        self.window = bpy.context.window_manager.windows[0]
        self._mouse = (1, 1)

    @property
    def area(self) -> Any:
        """The 3D view."""
        return self.area_of("VIEW_3D")

    def area_of(self, kind: str) -> Any:
        """The only area of a type in the window."""
        return next(area for area in self.window.screen.areas if area.type == kind)

    def region(self, kind: str, area: Any = None) -> Any:
        """A region of an area, by default of the 3D view."""
        return next(region for region in (area or self.area).regions if region.type == kind)

    def context(self, area: Any = None, kind: str = "WINDOW") -> Any:
        """Context of the 3D view, or of another area."""
        area = area or self.area
        return bpy.context.temp_override(window=self.window, area=area, region=self.region(kind, area))

    def set_up(self, *, shading: str, has_sidebar: bool = True, has_toolbar: bool = False) -> Iterator[float]:
        """Prepares the 3D view and its sidebar with the add-on's tab; the mouse highlights nothing."""
        bpy.context.preferences.system.use_region_overlap = False
        self.window.cursor_warp(*self._mouse)
        space = self.area.spaces[0]
        space.show_region_ui, space.show_region_toolbar, space.shading.type = True, has_toolbar, shading
        yield PAUSE  # tabs exist once they have been drawn
        self.region("UI").active_panel_category = ours("addon.panels").PANELS[0].bl_category
        space.show_region_ui = has_sidebar
        yield PAUSE

    def look(self, eye: Point, middle: Point) -> Iterator[float]:
        """Points the 3D view from ``eye`` at ``middle`` [m]."""
        view, stands = self.area.spaces[0].region_3d, stand(middle, eye)
        way = stands.translation - type(stands.translation)(middle)
        view.view_location, view.view_distance = middle, way.length
        view.view_rotation = stands.to_quaternion()
        yield from self.settle(self.area)

    def move_mouse(self, place: tuple[int, int]) -> Iterator[float]:
        """Moves the mouse in the window [pixels from its lower left]; requires Blender's event simulation."""
        self._mouse = place
        self.window.event_simulate(type="MOUSEMOVE", value="NOTHING", x=place[0], y=place[1])
        yield from self.settle(self.area)

    def press(self, *, is_down: bool) -> Iterator[float]:
        """Presses or releases the left mouse button at the mouse."""
        x, y = self._mouse
        self.window.event_simulate(type="LEFTMOUSE", value="PRESS" if is_down else "RELEASE", x=x, y=y)
        yield from self.settle(self.area)

    def press_key(self, key: str, **held: bool) -> Iterator[float]:
        """Presses a key at the mouse; held: shift, ctrl or alt."""
        x, y = self._mouse
        for value in ("PRESS", "RELEASE"):
            self.window.event_simulate(type=key, value=value, x=x, y=y, **held)
        yield from self.settle(self.area)

    def pixel(self, place: Any) -> tuple[int, int]:
        """Position in the window [pixels] of a place [m] in the 3D view."""
        region = self.region("WINDOW")
        seen = location_3d_to_region_2d(region, self.area.spaces[0].region_3d, tuple(place))
        return round(region.x + seen.x), round(region.y + seen.y)

    def settle(self, area: Any) -> Iterator[float]:
        """Waits for animations of the interface to finish."""
        for _ in range(3):
            area.tag_redraw()
            yield PAUSE

    def take_window(self, name: str) -> Iterator[float]:
        """Takes the 3D view with its headers and sidebar, and the timeline below it."""
        upper, lower = self.area, self.area_of("DOPESHEET_EDITOR")
        yield from self.settle(lower)
        self.photograph(name, upper.x, lower.y, upper.width, upper.y + upper.height - lower.y)

    def take_view(self, name: str) -> Iterator[float]:
        """Takes the 3D view with its headers."""
        area = self.area
        yield from self.settle(area)
        self.photograph(name, area.x, area.y, area.width, area.height)

    def photograph(self, name: str, x: int, y: int, width: int, height: int) -> None:
        """Saves the screen, and next to it a rectangle: its lower left corner in the window, and its size."""
        shutil.copyfile(self.memory, self.folder / f"{name}.xwd")
        place = (width, height, x, self.window.height - y - height)
        (self.folder / f"{name}.json").write_text(json.dumps(place), encoding="utf-8")
