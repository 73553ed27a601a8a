"""The order for a second Blender: a frozen value that both sides read, saved as JSON next to the data."""

import json
from dataclasses import asdict, dataclass
from operator import attrgetter
from pathlib import Path
from typing import Any, Self

import bpy

from ..preferences import ROOT_PACKAGE
from .stage import exported

BLEND = ".blend"
ORDER_FILE, CHARACTER_FILE = "order.json", f"character{BLEND}"
# Of a scene: what exporters and what moves an armature ask it.
SETTINGS = (
    "frame_start", "frame_end", "use_gravity", "gravity", "unit_settings.system", "unit_settings.scale_length",
    "render.fps", "render.fps_base", "render.frame_map_old", "render.frame_map_new", "render.use_simplify",
    "render.simplify_subdivision", "render.simplify_subdivision_render",
)  # fmt: skip


@dataclass(frozen=True)
class ExportOrder:
    """Which motions of which character go to which files.

    Attributes:
        armature: who moves.
        objects: names of the armature and the meshes that are exported with it.
        scene: name of the scene that shows them.
        view_layer: name of its layer that does.
        settings: the scene's, by their paths.
        frame: that is shown.
        subframe: how far it is on the way to the next one.
        preset: key of ``engine_presets.PRESETS``.
        file_format: key of ``exporters.EXPORTERS``, where the preset is none.
        files: of every motion, by the action's name.
        runs_scripts: whether drivers written in Python are allowed to run.
        addons: that are on besides this one; what they define may move the character, or be written with it.
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
    files: dict[str, Path]
    runs_scripts: bool
    addons: tuple[str, ...]

    @classmethod
    def of(
        cls, armature_object: bpy.types.Object, files: dict[str, Path], *, preset: str, file_format: str
    ) -> Self:
        """The order to export an armature of the scene that is shown."""
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
            files=files,
            runs_scripts=not bpy.app.autoexec_fail,
            addons=tuple(each.module for each in addons if each.module != ROOT_PACKAGE),
        )

    def save(self, folder: Path) -> None:
        """Writes it into a folder."""
        (folder / ORDER_FILE).write_text(json.dumps(asdict(self), indent=1, default=str), encoding="utf-8")

    @classmethod
    def load(cls, folder: Path) -> Self:
        """Reads it from there."""
        known = json.loads((folder / ORDER_FILE).read_text(encoding="utf-8"))
        files = {name: Path(file) for name, file in known["files"].items()}
        names = {key: tuple(known[key]) for key in ("objects", "addons")}
        return cls(**known | names | {"files": files})

    def set_up(self, scene: bpy.types.Scene) -> None:
        """Gives a scene the settings."""
        for path, value in self.settings.items():
            owner, _, name = path.rpartition(".")
            setattr(attrgetter(owner)(scene) if owner else scene, name, value)


def take_file(folder: Path, number: int) -> Path:
    """Where the motion of that number in the order is kept."""
    return folder / f"take_{number}{BLEND}"


def _plain(value: Any) -> Any:
    """A vector as numbers that JSON knows."""
    return value if isinstance(value, str | bool | int | float) else list(value)
