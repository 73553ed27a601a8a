"""How an exported BVH file is written, as settings of the buttons that export."""

from dataclasses import replace

from bpy.props import BoolProperty, EnumProperty
from bpy.types import UILayout

from ....solver.formats.bvh.style import ALL, CENTIMETERS, METERS, PLAIN, STYLES, BvhStyle
from ..bvh import USUAL

ANY = "ANY"
UNITS = {"METERS": METERS, "CENTIMETERS": CENTIMETERS}


class BvhChoices:
    """Base of operators that write BVH files."""

    bvh_reader: EnumProperty(
        name="Reader",
        description="Program that will read the BVH file",
        items=(
            (ANY, "Custom", "Use the settings below"),
            (
                "BLENDER",
                "Blender",
                "For Blender's importer: Y up, in meters, with the height of the rest pose",
            ),
            ("MOTIONBUILDER", "MotionBuilder", "Y up, in centimeters, with plain names"),
            ("THREEJS", "Three.js", "Y up, in meters, with plain names"),
        ),
        default=ANY,
    )
    bvh_up: EnumProperty(
        name="Up",
        description="Axis of the BVH file that points up",
        items=(("Y", "Y", "As in most programs"), ("Z", "Z", "As in Blender")),
        default=USUAL.up,
    )
    bvh_unit: EnumProperty(
        name="Unit",
        description="Unit of the BVH file",
        items=(
            ("METERS", "Meters", "One unit in the file is a meter"),
            ("CENTIMETERS", "Centimeters", "One unit in the file is a centimeter"),
        ),
        default="METERS",
    )
    bvh_plain_names: BoolProperty(
        name="Plain Names",
        description="Replace blanks and all other characters of bone names except letters, digits, - and _",
        default=False,
    )
    bvh_all_positions: BoolProperty(
        name="All Positions",
        description="Write the positions of all bones instead of those of the root and of bones that move on their "
        "parent. Many programs add them to the offsets and show bones twice as long",
        default=False,
    )

    def bvh_style(self) -> BvhStyle:
        """The style of these settings."""
        if self.bvh_reader != ANY:
            return STYLES[self.bvh_reader]
        style = replace(USUAL, up=self.bvh_up, unit=UNITS[self.bvh_unit])
        style = replace(style, names=PLAIN) if self.bvh_plain_names else style
        return replace(style, positions=ALL) if self.bvh_all_positions else style

    def draw_bvh(self, layout: UILayout) -> None:
        """Draws the settings."""
        layout.prop(self, "bvh_reader")
        column = layout.column()
        column.active = self.bvh_reader == ANY
        for name in ("bvh_up", "bvh_unit", "bvh_plain_names", "bvh_all_positions"):
            column.prop(self, name)
