"""A panel as a picture: the layout that Blender itself makes of it, drawn in Blender's colours; without its icons.

Blender tells a layout's tree of rows, columns and items (``UILayout.introspect``), not where it would put them on a
screen, so places are found here: columns stack, rows share their width.
"""

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from types import SimpleNamespace
from typing import Any

from scripts.manual.blender import bpy, ours
from scripts.manual.flat import LETTER, Colour, page, rectangle, words
from scripts.manual.image import save

WIDTH, LINE, GAP, MARGIN = 330, 22, 3, 10  # pixels
NAMES = 0.4  # share of a line that its name takes
PAPER, HEADER = (0.19, 0.19, 0.19, 1.0), (0.24, 0.24, 0.24, 1.0)
BUTTON, FIELD, MENU, TICK = (
    (0.33, 0.33, 0.33, 1.0),
    (0.29, 0.29, 0.29, 1.0),
    (0.16, 0.16, 0.16, 1.0),
    (0.28, 0.45, 0.7, 1.0),
)
BOX = (0.22, 0.22, 0.22, 1.0)
# Kinds of items as introspect numbers them.
PUSH, TOGGLES, TEXT, MENUS, NUMBERS, LABEL, CHECKBOX = 1, (2, 4), (3, 34), (5, 24), (7, 8), 21, 11
SHOWN = {PUSH, *TOGGLES, *TEXT, *MENUS, *NUMBERS, LABEL, CHECKBOX}
Tree = dict[str, Any]


@dataclass(frozen=True)
class Place:
    """A rectangle of the picture; y is its top edge."""

    x: float
    y: float
    width: float


def draw_panel(panel: Any, path: Path) -> None:
    """Draws one of our panels as it stands now."""
    tree = layout_of(panel)
    high = round(_height(tree)) + LINE + 3 * MARGIN
    with page(WIDTH, high, PAPER) as screen:
        rectangle(0, high - LINE - MARGIN, WIDTH, LINE + MARGIN, HEADER)
        words(panel.bl_label, 2 * MARGIN, high - LINE, width=WIDTH)
        _draw(tree, Place(MARGIN, high - LINE - 2 * MARGIN, WIDTH - 2 * MARGIN))
        save(screen, path)


def layout_of(panel: Any) -> Tree:
    """The tree of a panel's real layout."""
    title = "of the manual"
    layout = bpy.context.window_manager.popmenu_begin__internal(title=title, icon="NONE").layout
    panel.draw(SimpleNamespace(layout=Listless(layout)), bpy.context)
    tree: Tree = {"type": "LAYOUT_COLUMN", "items": layout.introspect()[0]["items"][2:]}  # after the title
    return tree


class Listless:
    """A layout for panels with a list: Blender's own list wants a window, so its lines are drawn as plain rows."""

    def __init__(self, layout: Any) -> None:
        object.__setattr__(self, "_layout", layout)

    def __getattr__(self, name: str) -> Any:
        if name in ("row", "column", "box", "split"):
            return lambda *values, **named: Listless(getattr(self._layout, name)(*values, **named))
        return getattr(self._layout, name)

    def __setattr__(self, name: str, value: Any) -> None:
        setattr(self._layout, name, value)

    def template_list(self, kind: str, _id: str, owner: Any, name: str, *_rest: Any, **_named: Any) -> None:
        """One row per line of the list."""
        lines = getattr(ours("addon.panels.takes"), kind)
        column = self._layout.column()
        for item in getattr(owner, name):
            lines.draw_item(None, bpy.context, column, owner, item, 0, None, "", 0, 0)


def _children(tree: Tree) -> list[Tree]:
    return [item for item in tree["items"] if ("items" in item and _height(item)) or item["type"] in SHOWN]


def _is_row(tree: Tree) -> bool:
    return tree["type"] in ("LAYOUT_ROW", "LAYOUT_SPLIT") or _is_heading(tree)


def _is_heading(tree: Tree) -> bool:
    """A name with its switches, at the left of a row."""
    kinds = [item["type"] for item in tree.get("items", ())]
    return kinds[:1] == [LABEL] and len(kinds) > 1 and set(kinds[1:]) == {CHECKBOX}


def _height(tree: Tree) -> float:
    if "items" not in tree:
        return LINE if tree["type"] in SHOWN else 0
    heights = [_height(item) for item in _children(tree)]
    if not heights:
        return 0
    around = 2 * GAP if tree["type"] == "LAYOUT_BOX" else 0
    return around + (max(heights) if _is_row(tree) else sum(heights) + GAP * (len(heights) - 1))


def _draw(tree: Tree, at: Place) -> None:
    if "items" not in tree:
        _draw_item(tree, at)
        return
    if tree["type"] == "LAYOUT_BOX":
        rectangle(at.x, at.y - _height(tree), at.width, _height(tree), BOX)
        at = Place(at.x + GAP, at.y - GAP, at.width - 2 * GAP)
    items = _children(tree)
    x, y, widths = at.x, at.y, _widths(tree, items, at.width)
    for item, width in zip(items, widths, strict=True):
        _draw(item, Place(x, y, width))
        if _is_row(tree):
            x += width + GAP
        else:
            y -= _height(item) + GAP


def _widths(tree: Tree, items: list[Tree], width: float) -> list[float]:
    if not _is_row(tree):
        return [width] * len(items)
    left = width - GAP * (len(items) - 1)
    if tree["type"] == "LAYOUT_SPLIT" and len(items) == 2:
        return [NAMES * left, (1 - NAMES) * left]
    if _is_heading(tree):
        return [width - (LINE + GAP) * (len(items) - 1), *[LINE] * (len(items) - 1)]
    if _is_heading(items[0]) and len(items) == 2:
        name = NAMES * left + LINE
        return [name, left - name]
    narrow = [_is_narrow(item) for item in items]
    if all(narrow):
        return [LINE] * len(items)
    wide = [0.0 if slim else _natural_width(item) for item, slim in zip(items, narrow, strict=True)]
    share = (left - LINE * sum(narrow)) / sum(wide)
    return [each * share or LINE for each in wide]


def _natural_width(tree: Tree) -> float:
    """What an item would like to have; a row shares its width by these."""
    if "items" not in tree:
        is_field = tree["type"] in (*TEXT, *NUMBERS, *MENUS)
        return max(LETTER / 2 * len(tree["draw_string"]) + MARGIN, 6 * LETTER if is_field else LINE)
    widths = [_natural_width(item) for item in _children(tree)] or [0.0]
    return sum(widths) if _is_row(tree) else max(widths)


def _is_narrow(tree: Tree) -> bool:
    """Only an icon."""
    if "items" in tree:
        return all(_is_narrow(item) for item in _children(tree))
    return not tree["draw_string"] and tree["type"] not in (*TEXT, *NUMBERS)


def _draw_item(item: Tree, at: Place) -> None:
    kind, text, bottom = item["type"], item["draw_string"], at.y - LINE
    if kind == LABEL:
        words(text, at.x, bottom + 6, width=at.width)
        return
    if kind == CHECKBOX:
        rectangle(at.x, bottom + 4, LINE - 8, LINE - 8, TICK if _is_on(item) else MENU)
        words(text, at.x + LINE, bottom + 6, width=at.width - LINE)
        return
    rectangle(at.x, bottom, at.width, LINE, _colour(item))
    align = "CENTER" if kind in (PUSH, *NUMBERS, *TOGGLES) else "LEFT"
    words(text, at.x + 6, bottom + 6, width=at.width - 12, align=align)


def _colour(item: Tree) -> Colour:
    if item["type"] in TOGGLES:
        return TICK if _is_on(item) else BUTTON
    return BUTTON if item["type"] == PUSH else FIELD if item["type"] in NUMBERS else MENU


def _is_on(item: Tree) -> bool:
    """Whether a switch is on; its owner is found by the name of its class."""
    group, name = item["rna"].split("[")[0].split(".")
    owner = next((find() for kind, find in _OWNERS.items() if kind == group), None)
    return bool(getattr(owner, name, False))


_OWNERS: dict[str, Callable[[], Any]] = {
    "SPACETIME_PG_character": lambda: bpy.context.object.data.spacetime,
    "SPACETIME_PG_bone": lambda: bpy.context.object.data.bones.active.spacetime,
    "SPACETIME_PG_motion": lambda: bpy.context.scene.spacetime,
    "SPACETIME_PG_overlays": lambda: bpy.context.scene.spacetime.overlays,
    "SPACETIME_PG_sketch": lambda: bpy.context.scene.spacetime.sketch,
    "SPACETIME_PG_goal": lambda: next(goal for goal in bpy.context.scene.spacetime.goals if goal.is_open),
    "PoseBone": lambda: bpy.context.object.pose.bones[bpy.context.object.data.bones.active.name],
}
