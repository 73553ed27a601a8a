"""The window: a 3D view with our tab open in its sidebar, and a camera before it."""

import json
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from scripts.manual.blender import bpy, ours
from scripts.manual.window.scenes import WHOLE_TAB

PAUSE = 0.2  # s, in which Blender draws and works off events
TAB_WIDTH, EDGE = 24, 12  # pixels of the sidebar that are no panel: tabs at its right, an edge below


class Stage:
    """Where pictures are taken.

    Attributes:
        folder: of the pictures; each is the whole window, beside it a text that says where the panel is.
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
        return next(area for area in self.window.screen.areas if area.type == "VIEW_3D")

    def context(self) -> Any:
        """As if the mouse were in the 3D view."""
        region = next(region for region in self.area.regions if region.type == "WINDOW")
        return bpy.context.temp_override(window=self.window, area=self.area, region=region)

    def set_up(self) -> Iterator[float]:
        """One large 3D view with its sidebar, our tab in front."""
        bpy.context.preferences.system.use_region_overlap = False
        with self.context():
            bpy.ops.screen.screen_full_area()
        yield PAUSE
        space = self.area.spaces[0]
        space.show_region_ui, space.show_region_toolbar, space.shading.type = True, False, "WIREFRAME"
        yield PAUSE  # tabs are there once they have been drawn
        self._sidebar().active_panel_category = self.panels["main"].bl_category
        yield PAUSE

    def take(self, name: str) -> Iterator[float]:
        """A picture of one panel, opened alone in the tab, or of the whole tab."""
        alone = None if name == WHOLE_TAB else _alone(self.panels[name.partition("-")[0]])
        if alone is not None:
            self._swap(self.panels.values(), (alone,))
        for _ in range(3):  # panels slide open
            self.area.tag_redraw()
            yield PAUSE
        self._photograph(name)
        if alone is not None:
            self._swap((alone,), self.panels.values())

    def _swap(self, old: Any, new: Any) -> None:
        for panel in reversed([*old]):
            bpy.utils.unregister_class(panel)
        for panel in new:
            bpy.utils.register_class(panel)

    def _photograph(self, name: str) -> None:
        shutil.copyfile(self.memory, self.folder / f"{name}.xwd")
        region = self._sidebar()
        left, top = region.x, self.window.height - region.y - region.height
        place = (region.width - TAB_WIDTH, region.height - EDGE, left, top)
        (self.folder / f"{name}.json").write_text(json.dumps(place), encoding="utf-8")

    def _sidebar(self) -> Any:
        return next(region for region in self.area.regions if region.type == "UI")


def _alone(panel: Any) -> Any:
    """The same panel, neither closed nor under another."""
    inherited = {
        key: value for key, value in vars(panel).items() if key not in ("__dict__", "__weakref__", "bl_rna")
    }
    name = panel.__name__.replace("_PT_", "_PT_alone_")
    own = {"bl_idname": name, "bl_parent_id": "", "bl_options": set()}
    return type(name, panel.__bases__, {**inherited, **own})
