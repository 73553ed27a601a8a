"""Panels laid out by Blender, and their content."""

import bpy
import pytest

TITLE = "of the test's own popup"
LINE, GAP = 20, 6  # pixels of a button and of the gap below it, at a resolution scale of 1


def laid_out(draw):
    layout = bpy.context.window_manager.popmenu_begin__internal(title=TITLE, icon="NONE").layout
    draw(layout)
    return [item for item in leaves(layout.introspect()) if item.get("draw_string") != TITLE]


def depth_of(draw, operator):
    """Distance from the panel's top to the bottom of a button, in pixels at a resolution scale of 1."""
    layout = bpy.context.window_manager.popmenu_begin__internal(title=TITLE, icon="NONE").layout
    draw(layout)
    own = layout.introspect()[0]["items"][2:]  # after the popup's title and separator
    depth, is_found = _depth(own, f"bpy.ops.spacetime.{operator}(")
    assert is_found, f"{operator} is not there"
    return depth


def _depth(items, button):
    """Total height of the items down to a button, by Blender's metrics: 20 per line, and gaps."""
    deep = 0
    for item in items:
        if button in item.get("operator", ""):
            return deep + LINE, True
        if "items" not in item:
            deep += LINE + GAP
            continue
        if item["type"] == "LAYOUT_ROW":
            below = [_depth([each], button) for each in item["items"]]
            if any(found for _deep, found in below):
                return deep + max(depth for depth, found in below if found), True
            deep += max((depth for depth, _found in below), default=0)
        else:
            depth, is_found = _depth(item["items"], button)
            if is_found:
                return deep + depth, True
            deep += depth
    return deep, False


def sidebar():
    """Draw inside the viewport's sidebar: a list crashes Blender without a region for its scroll position."""
    window = bpy.context.window_manager.windows[0]
    area = next(area for area in window.screen.areas if area.type == "VIEW_3D")
    region = next(region for region in area.regions if region.type == "UI")
    return bpy.context.temp_override(window=window, area=area, region=region)


def shown_properties(items):
    return {item["rna"].split(".")[-1].split("[")[0] for item in items if item.get("rna")}


def leaves(tree):
    for item in tree:
        if "items" in item:
            yield from leaves(item["items"])
        else:
            yield item


def words(items):
    return " | ".join(str(item.get("draw_string", "")) for item in items)


def operators(items):
    return {item["operator"].split("(")[0] for item in items if item.get("operator")}


def refusal(name):
    """Why an operator cannot run now; empty when it can."""
    operator = getattr(bpy.ops.spacetime, name)
    if operator.poll():
        return ""
    with pytest.raises(RuntimeError) as refused:
        operator()
    return str(refused.value).partition("poll() ")[2]
