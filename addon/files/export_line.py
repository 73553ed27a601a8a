"""The queue of exports: input is written at once, then a second Blender exports motions one by one.

Blender's exporters block it for seconds per motion, so they run in another Blender.
"""

import sys
from pathlib import Path

import bpy

from ...solver.errors import InputError
from ...solver.formats.bvh.style import BvhStyle
from ...solver.messages import Error, Message, Status
from .. import preferences
from ..runtime import event_loop
from ..runtime.conversation import Speaker
from ..runtime.event_loop import WAITING, Work, with_operators
from ..runtime.process import SolverProcess
from .bvh import USUAL
from .character_file import write_character, write_take
from .export_order import BLEND, CHARACTER_FILE, ExportOrder, take_file
from .export_takes import not_exported, summary_of
from .part_file import forget_parts
from .stage import require_exportable

PROGRAM = Path(__file__).with_name("second_blender.py")
SECOND_BLENDER = Speaker(
    "The second Blender",
    program="The second Blender",
    remedy="export fewer takes at once",
    loss="its last file was not written",
    has_other_output=True,
)
PATIENCE = float("inf")  # s of silence; the duration of a motion is unknown, and Stop is available
_line: list["Export"] = []  # the first one runs, the others are queued


class Export:
    """A running or queued export.

    Args:
        order: what to export.
        folder: for the input of the second Blender.
    """

    def __init__(self, order: ExportOrder, folder: Path) -> None:
        self.order, self._folder = order, folder
        self._left = dict(order.files)  # files without a report yet
        self._written, self._complaints = 0, list[str]()
        self._process: SolverProcess | None = None
        self._is_stopped = False
        self.text = "Preparing a second Blender"

    @property
    def name(self) -> str:
        """Name in the queue."""
        files = list(self.order.files.values())
        kind = files[0].suffix.removeprefix(".").upper()
        return files[0].name if len(files) == 1 else f"{len(files)} {kind} files"

    @property
    def share(self) -> float:
        """Completed part, 0 to 1."""
        return 1 - len(self._left) / len(self.order.files)

    def stop(self) -> None:
        """Ends the export soon; written files stay."""
        self._is_stopped = True
        self._show("Stopping")
        if self._process is not None:
            self._process.cancel()

    def work(self) -> Work[None]:
        """All steps; closed at any step, it leaves no process and no partial file."""
        _line.append(self)
        if _line[0] is self:
            run = bpy.context.window_manager.spacetime
            run.export_text = run.export_error = ""
        self._show(self.text)
        try:
            yield from self._export()
            yield from self._put_away()
        finally:
            self._leave()

    def _export(self) -> Work[None]:
        try:
            yield from self._write()
            if _line[0] is not self and not self._is_stopped:
                self._show("Queued")
            while _line[0] is not self and not self._is_stopped:
                yield WAITING
            if not self._is_stopped:
                yield from self._listen()
        except InputError as error:
            self._give_up(str(error))

    def _write(self) -> Work[None]:
        """Writes the input of the second Blender, a file per step; afterward, the artist may change the data."""
        order = self.order
        order.save(self._folder)
        yield from with_operators(write_character, order.objects, self._folder / CHARACTER_FILE)
        armature_object = bpy.data.objects.get(order.armature)
        playing = armature_object.animation_data if armature_object is not None else None
        for number, name in enumerate(order.files):
            yield WAITING
            action = bpy.data.actions.get(name)
            if self._is_stopped:
                return
            if action is not None and (playing is None or action != playing.action):  # else it exists already
                write_take(action, take_file(self._folder, number))

    def _listen(self) -> Work[None]:
        """Runs the second Blender and processes its messages."""
        self._show("Starting a second Blender")
        self._process = SolverProcess(
            second_blender(self._folder),
            self._folder,
            silence_timeout=PATIENCE,
            leaves_clip=False,
            speaker=SECOND_BLENDER,
        )
        while self._process.finished is None:
            for message in self._process.pump():
                self._hear(message)
            yield WAITING
        if not self._is_stopped and self._left:
            self._give_up(self._process.finished.error)

    def _hear(self, message: Message) -> None:
        """Processes a message about a file; other errors are reported when the process has ended."""
        if not isinstance(message, Status | Error) or (isinstance(message, Error) and not message.field):
            return
        file = self._left.pop(next(iter(self._left)))
        if isinstance(message, Error):
            self._complaints.append(message.text)
        else:
            self._written += 1
            self._show(f"Wrote {self._written} of {len(self.order.files)}: {file.name}")

    def _show(self, text: str) -> None:
        self.text = text
        event_loop.redraw()

    def _give_up(self, reason: str) -> None:
        (name, file), *others = self._left.items()
        self._complaints.append(not_exported(name, file, reason, others=len(others)))
        forget_parts(self._left.values())
        self._left.clear()

    def _put_away(self) -> Work[None]:
        """Removes the input of remaining motions, a file per step; the log stays."""
        for file in self._folder.glob(f"*{BLEND}"):
            file.unlink(missing_ok=True)
            yield WAITING

    def _leave(self) -> None:
        """Reports the end of the export and lets the next one begin."""
        if self._process is not None and self._process.finished is None:
            self._process.kill()
        for _ in self._put_away():  # input that is left if the work was closed
            pass
        forget_parts(self._left.values())
        _line.remove(self)
        run = bpy.context.window_manager.spacetime
        wrote = f"{self._written} of {len(self.order.files)} files"
        run.export_text = f"Stopped; wrote {wrote}" if self._left else f"Wrote {wrote}"
        run.export_is_whole = self._written == len(self.order.files)
        run.export_error = "; ".join(filter(None, (run.export_error, summary_of(self._complaints))))


def export_in_background(
    armature_object: bpy.types.Object, files: dict[str, Path], *, preset: str, file_format: str,
    style: BvhStyle = USUAL,
) -> None:  # fmt: skip
    """Queues an export, which Blender's event loop runs.

    Args:
        armature_object: the character.
        files: of every motion, by action name.
        preset: key of ``engine_presets.PRESETS``.
        file_format: key of ``exporters.EXPORTERS``, if there is no preset.
        style: of BVH files.

    Raises:
        InputError: the armature cannot be exported.
    """
    require_exportable(armature_object)
    order = ExportOrder.of(armature_object, files, preset=preset, file_format=file_format, style=style)
    export = Export(order, preferences.new_job_folder())
    event_loop.start(export.work(), lambda _: None, holds_data=False)  # finds data by name


def line() -> tuple[Export, ...]:
    """The running export and the queued ones."""
    return tuple(_line)


def second_blender(folder: Path) -> list[str]:
    """Command line of a Blender that runs the order in a folder with the artist's preferences."""
    blender = bpy.app.binary_path
    if not blender:  # Blender is a Python module here
        return [sys.executable, str(PROGRAM), str(folder)]
    quietly = ("--background", "--offline-mode", "--python-exit-code", "1")
    return [blender, *quietly, "--python", str(PROGRAM), "--", str(folder)]
