"""Preferences: the Python of the solver, and the folder of its jobs."""

import shutil
import sys
import tempfile
from pathlib import Path

import bpy
import rna_keymap_ui
from bpy.props import BoolProperty, FloatProperty, IntProperty, StringProperty
from bpy.types import AddonPreferences, Context, UILayout

from .keymap import keys_of_the_user
from .runtime.conversation import SILENCE_TIMEOUT
from .runtime.process import solver_environment

ROOT_PACKAGE = __package__.rpartition(".")[0]  # of the extension, such as bl_ext.user_default....
KEPT_JOBS = 20
FROM_BLEND = "//"  # prefix of paths relative to the open file
LEAST_MEMORY = 1024  # MB that the solver needs to load
EXTENSION_ROOT = Path(__file__).resolve().parents[1]


def _make_whole(preferences: AddonPreferences, _context: Context) -> None:
    """Makes a path relative to the .blend file absolute, so that other files cannot redirect it to another program."""
    path: str = preferences.solver_python
    if path.startswith(FROM_BLEND):
        preferences.solver_python = bpy.path.abspath(path) if bpy.data.filepath else ""


class SPACETIME_AP_preferences(AddonPreferences):
    """Settings of the add-on."""

    bl_idname = ROOT_PACKAGE

    solver_python: StringProperty(
        name="Solver Python",
        description="Python executable that runs the solver. Leave empty to use Blender's own; any other needs "
        "numpy, scipy, sympy and cyipopt",
        subtype="FILE_PATH",
        default="",
        update=_make_whole,
    )
    silence_timeout: FloatProperty(
        name="Solver Timeout",
        description="Stop the solver if it does not respond for this long",
        unit="TIME_ABSOLUTE",
        default=SILENCE_TIMEOUT,
        min=1.0,
    )

    stays: BoolProperty(
        name="Keep Solver Running",
        description="Keep one solver process in memory between solves, so that a solve starts at once. Otherwise "
        "every solve starts a process of its own",
        default=True,
    )
    starts_early: BoolProperty(
        name="Start with Blender",
        description="Start the solver when Blender starts rather than at the first solve",
        default=False,
    )
    idle_time: FloatProperty(
        name="End When Idle",
        description="End the solver process after this time without a solve; the next solve starts it again",
        subtype="TIME",
        unit="TIME",
        default=600.0,
        min=1.0,
    )
    memory: IntProperty(
        name="Memory Limit (MB)",
        description="Memory that the running solver may use; a solve that needs more is stopped with a message. "
        "At least 1024, or 0 for no limit. Has no effect on Windows",
        default=8192,
        min=0,
        soft_min=1024,
    )

    def draw(self, context: Context) -> None:
        """Draws the settings and the check of the Python executable."""
        draw_settings(self.layout, self, context)


def draw_settings(layout: UILayout, settings: AddonPreferences, context: Context) -> None:
    """Draws the settings, shortcuts and the result of the solver check."""
    layout.prop(settings, "solver_python")
    layout.prop(settings, "silence_timeout")
    layout.prop(settings, "stays")
    column = layout.column()
    column.enabled = settings.stays
    for name in ("starts_early", "idle_time", "memory"):
        column.prop(settings, name)
    layout.operator("spacetime.check_solver")
    draw_keys(layout, context)
    run = context.window_manager.spacetime
    if run.solver_check:
        layout.label(text=run.solver_check, icon="INFO")


def draw_keys(layout: UILayout, context: Context) -> None:
    """Draws editable shortcuts of the 3D view."""
    configuration = context.window_manager.keyconfigs.user
    found = keys_of_the_user(context)
    if found:
        layout.label(text="Shortcuts in the 3D Viewport")
    for keymap, item in found:
        rna_keymap_ui.draw_kmi([], configuration, keymap, item, layout, 0)


def solver_python() -> str:
    """Python executable of the solver; never relative to the .blend file."""
    chosen = _preferences()
    path = chosen.solver_python.strip() if chosen is not None else ""
    return path if path and not path.startswith(FROM_BLEND) else sys.executable


def silence_timeout() -> float:
    """Longest time without a response of the solver [s]."""
    chosen = _preferences()
    return chosen.silence_timeout if chosen is not None else SILENCE_TIMEOUT


def stays() -> bool:
    """Whether one solver process runs all solves."""
    chosen = _preferences()
    return chosen is None or chosen.stays


def starts_early() -> bool:
    """Whether the solver starts with Blender."""
    chosen = _preferences()
    return chosen is not None and chosen.stays and chosen.starts_early


def idle_and_memory() -> tuple[float, int]:
    """Seconds after which an idle solver ends, and its memory limit [MB], 0: none."""
    chosen = _preferences()
    if chosen is None:
        return 600.0, 0
    return chosen.idle_time, max(chosen.memory, LEAST_MEMORY) if chosen.memory else 0


def environment() -> dict[str, str]:
    """Environment of the solver's process, with the extension's packages only for Blender's own Python."""
    own = solver_python() == sys.executable
    return solver_environment(EXTENSION_ROOT, wheels_folder() if own else None)


def wheels_folder() -> Path | None:
    """Folder of unpacked wheels of extensions; None if missing."""
    version = f"python{sys.version_info.major}.{sys.version_info.minor}"
    folder = Path(bpy.utils.user_resource("EXTENSIONS"), ".local", "lib", version, "site-packages")
    return folder if folder.is_dir() else None


def new_job_folder() -> Path:
    """A new folder for one job, in the extension's user folder or a temporary one."""
    parent: str | None = None
    if ROOT_PACKAGE.startswith("bl_ext."):
        parent = bpy.utils.extension_path_user(ROOT_PACKAGE, path="jobs", create=True)
        _forget_old_jobs(Path(parent))
    return Path(tempfile.mkdtemp(prefix="job-", dir=parent))


def _forget_old_jobs(folder: Path) -> None:
    """Removes all but the newest job folders, which are kept for troubleshooting."""
    jobs = sorted(folder.glob("job-*"), key=lambda path: path.stat().st_mtime)
    for old in jobs[: -(KEPT_JOBS - 1)]:
        shutil.rmtree(old, ignore_errors=True)


def _preferences() -> SPACETIME_AP_preferences | None:
    addon = bpy.context.preferences.addons.get(ROOT_PACKAGE)
    return addon.preferences if addon is not None else None


register, unregister = bpy.utils.register_classes_factory((SPACETIME_AP_preferences,))
