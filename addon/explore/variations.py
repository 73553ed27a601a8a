"""Variations of what the panels ask for, found beside Blender; each becomes a take as soon as it is there."""

from functools import partial
from pathlib import Path

import bpy

from ...solver.clip.clip import Clip
from ...solver.commands.request import VariationsRequest
from ...solver.errors import InputError
from ...solver.job.job import Job
from ...solver.messages import EXIT_NO_SOLUTION, EXIT_SOLVED, Found
from .. import preferences
from ..blender.rest_pose import body_bone
from ..character.read_character import read_character
from ..interface.sentence import worded
from ..motion.read_scene import read_job
from ..motion.read_sketch import read_sketch
from ..runtime.event_loop import After, Work, at_once, is_busy
from ..solve import session
from ..solve.solver_process import ending, start_process
from ..solve.solving import Solve

PERIOD = 0.05  # s between two looks at what the solver says
EXPLORER = "variations"  # whose work the search is, in the event loop
JOB_FILE = "job.json"


def is_exploring() -> bool:
    """Whether variations are being looked for, of any character."""
    return is_busy(EXPLORER)


def why_no_variations(armature_object: bpy.types.Object) -> str:
    """Empty when the motion can be varied."""
    if armature_object.spacetime.motion.timing != "GIVEN":
        return "Variations have the same timing; set Timing to Fixed"
    return ""


def counted_bodies(context: bpy.types.Context, armature_object: bpy.types.Object) -> tuple[str, ...]:
    """Bodies whose differences count; none: the solver's choice.

    Raises:
        InputError: only selected bones count, and none of them has a body.
    """
    if not armature_object.spacetime.explore.only_selected:
        return ()
    carriers = (body_bone(each.bone) for each in context.selected_pose_bones or ())
    names = tuple(dict.fromkeys(bone.name for bone in carriers if bone is not None))
    if not names:
        raise InputError("Only Selected Bones is on, but no selected bone has a body; select other bones")
    return names


def reading(armature_object: bpy.types.Object, scene: bpy.types.Scene) -> Work[Job]:
    """The job of the panels, and of the artist's keys where it follows them.

    Raises:
        InputError: something of it makes no sense.
    """
    sketch = None
    if armature_object.spacetime.motion.sketch.use:
        sketch = yield from read_sketch(armature_object, scene, read_character(armature_object))
    return read_job(armature_object, scene, sketch=sketch)


class Exploration:
    """A search for variations.

    Args:
        armature_object: whose motion varies.
        job: of the motion.
        bodies: that count, as of ``counted_bodies``.
    """

    def __init__(self, armature_object: bpy.types.Object, job: Job, bodies: tuple[str, ...]) -> None:
        chosen = armature_object.spacetime.explore
        self._uid, self._job = armature_object.session_uid, job
        self._request = VariationsRequest(
            JOB_FILE, ".", chosen.count, chosen.slack, bodies, chosen.seed, watches_stdin=True
        )
        self._takes = list[Solve]()

    def work(self) -> Work[str]:
        """Looks for them in a process of its own, which ends with the work; gives what came of it.

        Raises:
            InputError: what the solver says, or the character was deleted.
        """
        folder = preferences.new_job_folder()
        process = start_process(
            bpy.context, folder, self._request, given={JOB_FILE: self._job}, leaves_clip=False
        )
        with ending(process):
            while process.finished is None or not all(solve.is_over for solve in self._takes):
                for message in process.pump():
                    if isinstance(message, Found):
                        self._keep(folder, message)
                self._show_state()
                yield After(PERIOD)
        failed = next((solve.outcome for solve in self._takes if solve.failed), "")
        if failed:
            raise InputError(failed)
        if process.finished.exit_code not in (EXIT_SOLVED, EXIT_NO_SOLUTION) or not self._takes:
            raise process.finished.complaint or InputError("the solver ended without a message")
        found, count = len(self._takes), self._request.count
        if found < count:
            return worded(
                "{found} of {count} variations found; allow more Extra Effort", found=found, count=count
            )
        return worded("{found} variations found", found=found)

    def _keep(self, folder: Path, found: Found) -> None:
        """Puts it in line to be written as a take."""
        armature_object = next((o for o in bpy.data.objects if o.session_uid == self._uid), None)
        if armature_object is None or not len(armature_object.users_scene):
            raise InputError("the armature was deleted, so its variations could not be written")
        file = folder / found.clip
        if not file.resolve().is_relative_to(folder.resolve()):
            raise InputError(f"the solver names a file outside its folder: '{found.clip}'")
        solve = session.start_fetch(
            bpy.context, armature_object, self._job, partial(Clip.load, file), settings={}
        )
        solve.note = found.sentence
        self._takes.append(solve)

    def _show_state(self) -> None:
        run = bpy.context.window_manager.spacetime
        number = min(len(self._takes) + 1, self._request.count)
        words = worded("Finding variation {number} of {count}", number=number, count=self._request.count)
        if run.doing != words:
            run.doing = words


def wait_for(exploration: Exploration) -> str:
    """What comes of a search, for scripts and batch mode.

    Raises:
        InputError: as of ``Exploration.work``.
    """
    return at_once(_with_takes(exploration.work()))


def _with_takes(work: Work[str]) -> Work[str]:
    """The search, and between its steps the writing of what it has found, which no event loop does for a script."""
    while True:
        try:
            word = next(work)
        except StopIteration as end:
            told: str = end.value
            return told
        session.pump()
        yield word
