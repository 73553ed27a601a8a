"""The order for a second Blender: a frozen value, saved as JSON next to the data."""

import json
from dataclasses import asdict, dataclass
from operator import attrgetter
from pathlib import Path
from typing import Any, Self

import bpy

from ...solver.formats.bvh.style import BvhStyle
from ..preferences import ROOT_PACKAGE
from .stage import exported

BLEND = ".blend"
ORDER_FILE, CHARACTER_FILE = "order.json", f"character{BLEND}"
# Properties of a scene that exporters or animation read.
SETTINGS = (
    "frame_start", "frame_end", "use_gravity", "gravity", "unit_settings.system", "unit_settings.scale_length",
    "render.fps", "render.fps_base", "render.frame_map_old", "render.frame_map_new", "render.use_simplify",
    "render.simplify_subdivision", "render.simplify_subdivision_render",
)  # fmt: skip


@dataclass(frozen=True)
class ExportOrder:
    """Motions of a character to export, and their files.

    Attributes:
        armature: name of the character.
        objects: names of the armature and its exported meshes.
        scene: name of their scene.
        view_layer: name of their view layer.
        settings: of the scene, by path.
        frame: current frame.
        subframe: fraction after the frame.
        preset: key of ``engine_presets.PRESETS``.
        file_format: key of ``exporters.EXPORTERS``, if there is no preset.
        style: of BVH files.
        files: of every motion, by action name.
        runs_scripts: whether Python drivers may run.
        addons: other enabled add-ons, whose definitions may move the character or be written with it.
    """

    armature: str
    objects: tuple[str, ...]
    scene: str
    view_layer: str
    settings: dict[str, Any]
    frame: int
    subframe: float
    preset: str
    file_format: str
    style: BvhStyle
    files: dict[str, Path]
    runs_scripts: bool
    addons: tuple[str, ...]

    @classmethod
    def of(
        cls, armature_object: bpy.types.Object, files: dict[str, Path], *, preset: str, file_format: str,
        style: BvhStyle,
    ) -> Self:  # fmt: skip
        """The order to export an armature of the current scene."""
        scene, view_layer = bpy.context.scene, bpy.context.view_layer
        assert scene is not None
        assert view_layer is not None
        addons = bpy.context.preferences.addons
        return cls(
            armature=armature_object.name,
            objects=tuple(each.name for each in exported(armature_object) if each.visible_get()),
            scene=scene.name,
            view_layer=view_layer.name,
            settings={path: _plain(attrgetter(path)(scene)) for path in SETTINGS},
            frame=scene.frame_current,
            subframe=scene.frame_subframe,
            preset=preset,
            file_format=file_format,
            style=style,
            files=files,
            runs_scripts=not bpy.app.autoexec_fail,
            addons=tuple(each.module for each in addons if each.module != ROOT_PACKAGE),
        )

    def save(self, folder: Path) -> None:
        """Writes the order to a folder."""
        (folder / ORDER_FILE).write_text(json.dumps(asdict(self), indent=1, default=str), encoding="utf-8")

    @classmethod
    def load(cls, folder: Path) -> Self:
        """Reads the order from a folder."""
        known = json.loads((folder / ORDER_FILE).read_text(encoding="utf-8"))
        files = {name: Path(file) for name, file in known["files"].items()}
        names = {key: tuple(known[key]) for key in ("objects", "addons")}
        return cls(**known | names | {"files": files, "style": BvhStyle(**known["style"])})

    def set_up(self, scene: bpy.types.Scene) -> None:
        """Applies the settings to a scene."""
        for path, value in self.settings.items():
            owner, _, name = path.rpartition(".")
            setattr(attrgetter(owner)(scene) if owner else scene, name, value)


def take_file(folder: Path, number: int) -> Path:
    """File of a motion by its index in the order."""
    return folder / f"take_{number}{BLEND}"


def _plain(value: Any) -> Any:
    """A vector as JSON numbers."""
    return value if isinstance(value, str | bool | int | float) else list(value)
