"""Pictures of single panels, of the whole tab and of the timeline, each in its scene."""

from collections.abc import Iterator, Sequence
from typing import Any

from docs.pictures.manual.blender import bpy
from docs.pictures.window.scenes import SCENES, TIMELINE, WHOLE_TAB
from docs.pictures.window.stage import Stage
from scripts.load_extension import ours

TAB_WIDTH, EDGE = 24, 12  # pixels of the sidebar outside panels: tabs on its right, an edge below
PANELS = {panel.__name__.removeprefix("SPACETIME_PT_"): panel for panel in ours("addon.panels").PANELS}
IN_THE_SIDEBAR = [panel for panel in PANELS.values() if panel.bl_region_type == "UI"]
PICTURES = (
    *(f"panel_{name}.png" for _prepare, names in SCENES for name in names if name != TIMELINE),
    f"{TIMELINE}.png",
)


def take_panels(stage: Stage, names: Sequence[str]) -> Iterator[float]:
    """Takes all pictures, or the named ones."""
    for prepare, pictured in SCENES:
        wanted = [name for name in pictured if not names or name in names]
        if wanted:
            with stage.context():
                prepare()
        for name in wanted:
            yield from (_timeline(stage) if name == TIMELINE else _sidebar(stage, name))


def _sidebar(stage: Stage, name: str) -> Iterator[float]:
    """A panel, shown alone in the tab, or the whole tab."""
    alone = None if name == WHOLE_TAB else _alone(PANELS[name.partition("-")[0]])
    if alone is not None:
        _swap(IN_THE_SIDEBAR, (alone,))
    yield from stage.settle(stage.area)
    room = ours("addon.catalog.moving_pictures").moving_pictures
    if room.is_missing_some:  # Blender may have been busy for a while
        ours("addon.runtime.event_loop").at_once(room.drawing())
        yield from stage.settle(stage.area)
    while ours("addon.runtime.event_loop").is_busy(ours("addon.library.thumbnails").thumbnails):
        yield from stage.settle(stage.area)
    shown = stage.region("UI")
    width, height = shown.width - TAB_WIDTH, shown.height - EDGE
    stage.photograph(f"panel_{name}.png", shown.x, shown.y + EDGE, width, height)
    if alone is not None:
        _swap((alone,), IN_THE_SIDEBAR)
        if not alone.is_drawn:
            raise RuntimeError(f"expected the panel {name} to be drawn, found it hidden or in error")


def _swap(old: Any, new: Any) -> None:
    for panel in reversed([*old]):
        bpy.utils.unregister_class(panel)
    for panel in new:
        bpy.utils.register_class(panel)


def _timeline(stage: Stage) -> Iterator[float]:
    """The timeline with all frames of the scene, without its header, which is as wide as a screen."""
    area = stage.area_of("DOPESHEET_EDITOR")
    with stage.context(area):
        bpy.ops.action.view_all()
    yield from stage.settle(area)
    shown = stage.region("WINDOW", area)
    stage.photograph(f"{TIMELINE}.png", shown.x, shown.y, shown.width, shown.height)


def _alone(panel: Any) -> Any:
    """The same panel, open and without a parent; it records whether it has been drawn."""

    def draw(self: Any, context: Any) -> None:
        panel.draw(self, context)
        type(self).is_drawn = True

    name = panel.__name__.replace("_PT_", "_PT_alone_")
    place = {"bl_region_type": "UI", "bl_category": PANELS["solve"].bl_category, "bl_parent_id": ""}
    own = {"bl_idname": name, **place, "bl_options": set(), "is_drawn": False, "draw": draw}
    return type(name, (panel,), own)
