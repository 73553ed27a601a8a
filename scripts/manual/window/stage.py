"""The window: a 3D view with our tab open in its sidebar, a timeline below it, and a camera before them."""

import json
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from scripts.manual.blender import bpy, ours
from scripts.manual.window.scenes import TIMELINE, WHOLE_TAB

PAUSE = 0.2  # s, in which Blender draws and works off events
TAB_WIDTH, EDGE = 24, 12  # pixels of the sidebar that are no panel: tabs at its right, an edge below


class Stage:
    """Where pictures are taken.

    Attributes:
        folder: of the pictures; each is the whole screen, beside it a text that says where the panel is.
        memory: file with what the screen shows.
    """

    def __init__(self, folder: Path, memory: Path) -> None:
        self.folder, self.memory = folder, memory
        self.window = bpy.context.window_manager.windows[0]
        self.panels = {
            panel.__name__.removeprefix("SPACETIME_PT_"): panel for panel in ours("addon.panels").PANELS
        }

    @property
    def area(self) -> Any:
        """The 3D view."""
        return self._area("VIEW_3D")

    def _area(self, kind: str) -> Any:
        return next(area for area in self.window.screen.areas if area.type == kind)

    def context(self) -> Any:
        """As if the mouse were in the 3D view."""
        return self._context(self.area)

    def _context(self, area: Any) -> Any:
        return bpy.context.temp_override(window=self.window, area=area, region=_region(area, "WINDOW"))

    def set_up(self) -> Iterator[float]:
        """The 3D view's sidebar with our tab in front; nothing is lit by the mouse."""
        bpy.context.preferences.system.use_region_overlap = False
        self.window.cursor_warp(1, 1)
        space = self.area.spaces[0]
        space.show_region_ui, space.show_region_toolbar, space.shading.type = True, False, "WIREFRAME"
        yield PAUSE  # tabs are there once they have been drawn
        _region(self.area, "UI").active_panel_category = self.panels["main"].bl_category
        yield PAUSE

    def take(self, name: str) -> Iterator[float]:
        """A picture of one panel, opened alone in the tab, of the whole tab or of the timeline."""
        if name == TIMELINE:
            yield from self._take_timeline(name)
            return
        alone = None if name == WHOLE_TAB else _alone(self.panels[name.partition("-")[0]])
        if alone is not None:
            self._swap(self.panels.values(), (alone,))
        for _ in range(3):  # panels slide open
            self.area.tag_redraw()
            yield PAUSE
        sidebar = _region(self.area, "UI")
        self._photograph(f"panel_{name}", sidebar, (sidebar.width - TAB_WIDTH, sidebar.height - EDGE))
        if alone is not None:
            self._swap((alone,), self.panels.values())
            if not alone.is_drawn:
                raise RuntimeError(f"expected the panel {name} to be drawn, found it hidden or in error")

    def _swap(self, old: Any, new: Any) -> None:
        for panel in reversed([*old]):
            bpy.utils.unregister_class(panel)
        for panel in new:
            bpy.utils.register_class(panel)

    def _take_timeline(self, name: str) -> Iterator[float]:
        """All frames of the scene, and everything of the timeline but its header, which is as wide as a screen."""
        timeline = self._area("DOPESHEET_EDITOR")
        with self._context(timeline):
            bpy.ops.action.view_all()
        for _ in range(3):  # it glides there
            timeline.tag_redraw()
            yield PAUSE
        shown = _region(timeline, "WINDOW")
        self._photograph(name, shown, (shown.width, shown.height))

    def _photograph(self, name: str, shown: Any, size: tuple[int, int]) -> None:
        """The screen, and beside it the place of a region, from its upper left corner."""
        shutil.copyfile(self.memory, self.folder / f"{name}.xwd")
        place = (*size, shown.x, self.window.height - shown.y - shown.height)
        (self.folder / f"{name}.json").write_text(json.dumps(place), encoding="utf-8")


def _region(area: Any, kind: str) -> Any:
    return next(region for region in area.regions if region.type == kind)


def _alone(panel: Any) -> Any:
    """The same panel, neither closed nor under another; it knows whether it has been drawn."""

    def draw(self: Any, context: Any) -> None:
        panel.draw(self, context)
        type(self).is_drawn = True

    name = panel.__name__.replace("_PT_", "_PT_alone_")
    own = {"bl_idname": name, "bl_parent_id": "", "bl_options": set(), "is_drawn": False, "draw": draw}
    return type(name, (panel,), own)
