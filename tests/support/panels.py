"""Panels laid out by Blender itself, and what is on them."""

import bpy
import pytest

TITLE = "of the test's own popup"


def laid_out(draw):
    layout = bpy.context.window_manager.popmenu_begin__internal(title=TITLE, icon="NONE").layout
    draw(layout)
    return [item for item in leaves(layout.introspect()) if item.get("draw_string") != TITLE]


def sidebar():
    """Draw inside the viewport's sidebar: a list crashes Blender without a region, which keeps its scrolling."""
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
