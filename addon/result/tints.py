"""Colors that distinguish ghosts, and transparent skins in these colors."""

from dataclasses import dataclass
from typing import Any

import bpy

NAME = "Spacetime Ghost {}"  # of a tint's material and node group


@dataclass(frozen=True)
class Tint:
    """Colors of one character's ghosts.

    Attributes:
        color: of skins and bodies, red, green, blue and alpha.
        palette: Blender's identifier of the bone colors.
    """

    color: tuple[float, float, float, float]
    palette: str


TINTS = (
    Tint((0.25, 0.75, 1.0, 0.5), "THEME04"),  # blue
    Tint((1.0, 0.6, 0.2, 0.5), "THEME02"),  # orange
    Tint((0.45, 0.9, 0.35, 0.5), "THEME03"),  # green
    Tint((1.0, 0.9, 0.25, 0.5), "THEME09"),  # yellow
)


def tint_skin(skin: bpy.types.Object, palette: str) -> None:
    """Makes a ghost's skin transparent and tinted in every shading mode.

    The mesh is shared with the character and keeps its materials: a modifier overrides them on the ghost.
    """
    tint = next((each for each in TINTS if each.palette == palette), TINTS[0])
    modifier: Any = skin.modifiers.new(NAME.format(tint.palette), "NODES")
    modifier.node_group = _setter(tint)
    modifier.show_expanded = False


def _setter(tint: Tint) -> bpy.types.NodeTree:
    """Geometry nodes that assign the tint's material to all faces."""
    name = NAME.format(tint.palette)
    found = bpy.data.node_groups.get(name)
    if found is not None and found.bl_idname == "GeometryNodeTree" and found.library is None:
        return found
    group: Any = bpy.data.node_groups.new(name, "GeometryNodeTree")
    for in_out in ("INPUT", "OUTPUT"):
        group.interface.new_socket("Geometry", in_out=in_out, socket_type="NodeSocketGeometry")
    begin, setter, end = (
        group.nodes.new(kind) for kind in ("NodeGroupInput", "GeometryNodeSetMaterial", "NodeGroupOutput")
    )
    setter.inputs["Material"].default_value = _material(tint)
    group.links.new(begin.outputs[0], setter.inputs["Geometry"])
    group.links.new(setter.outputs["Geometry"], end.inputs[0])
    return group  # type: ignore[no-any-return]


def _material(tint: Tint) -> bpy.types.Material:
    """A half transparent material: by the viewport color in Solid mode, else by a shader."""
    material: Any = bpy.data.materials.new(NAME.format(tint.palette))
    material.diffuse_color = tint.color
    material.surface_render_method = "BLENDED"
    if not material.node_tree:
        material.use_nodes = True
    tree = material.node_tree
    tree.nodes.clear()
    clear, color, mix, end = (
        tree.nodes.new(f"ShaderNode{kind}")
        for kind in ("BsdfTransparent", "BsdfDiffuse", "MixShader", "OutputMaterial")
    )
    color.inputs["Color"].default_value = (*tint.color[:3], 1.0)
    mix.inputs[0].default_value = tint.color[3]
    tree.links.new(clear.outputs[0], mix.inputs[1])
    tree.links.new(color.outputs[0], mix.inputs[2])
    tree.links.new(mix.outputs[0], end.inputs["Surface"])
    return material  # type: ignore[no-any-return]
