"""State of one character's space, and of its run."""

import math
import time
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from pathlib import Path

import bpy

from ...solver.errors import InputError
from ...solver.space.sample_name import SampleName
from ..announcement import announced
from ..blender.session_number import object_of
from ..runtime.event_loop import After, Work, in_a_thread, redraw
from .dry_run import DryRun
from .solved_space import SolvedSpace
from .space_run import SpaceRun

PERIOD = 0.02  # s between readings of a process
READ_PERIOD = 1.0  # s between readings of a growing store


@dataclass(eq=False)
class SpaceState:
    """State of one character's space.

    Attributes:
        number: the character's session number; names may change.
        generation: running, queued or last generation.
        solved: loaded part of the space.
        listed: names of the samples of an unsolved space.
        dry_run: lists the names of scattered samples, and the expected time.
        error: of the last reading of the clips.
    """

    number: int
    generation: SpaceRun | None = None
    solved: SolvedSpace | None = None
    listed: tuple[SampleName, ...] = ()
    dry_run: DryRun | None = None
    error: str = ""
    _reading: object = None  # the newest reading of the store, while it runs

    @property
    def owner(self) -> bpy.types.Object | None:
        """The character; None if it was deleted."""
        return object_of(self.number)

    @property
    def is_generating(self) -> bool:
        """Whether the space is being solved or queued."""
        return self.generation is not None and not self.generation.is_over

    @property
    def is_trying(self) -> bool:
        """Whether a dry run is running."""
        return self.dry_run is not None and not self.dry_run.is_over

    @property
    def expected(self) -> str:
        """Expected time of the last listed samples; empty without an estimate."""
        return self.dry_run.text if self.dry_run is not None else ""

    @property
    def may_stop(self) -> bool:
        """Whether there is work that ``stop`` can end."""
        return self.is_generating or self.is_trying

    def stop(self) -> None:
        """Ends the generation, whose finished clips stay in the store, or the dry run."""
        if self.is_generating and self.generation is not None:
            self.generation.cancel()
        elif self.dry_run is not None:
            self.dry_run.stop()

    def end_dry_run(self) -> None:
        """Ends a dry run that is no longer needed."""
        if self.dry_run is not None:
            self.dry_run.stop()
        self.dry_run = None

    def generating(self, run: SpaceRun, read: Callable[[], object]) -> Work[None]:
        """Solves the space, or continues, and has its growing store read periodically."""
        read_at, is_stale = -math.inf, False
        while not run.is_over:
            if self.owner is None:  # it could no longer be stopped
                run.cancel()
            if not run.is_over:
                is_stale = run.pump() or is_stale
            if is_stale and self._reading is None and time.monotonic() - read_at > READ_PERIOD:
                read_at, is_stale = time.monotonic(), False
                read()
            redraw()
            yield After(PERIOD)

    def trying(self, run: DryRun) -> Work[None]:
        """Processes messages of a dry run while they are needed."""
        while self.dry_run is run:
            run.pump()
            self.listed, self.error = run.names or self.listed, run.error
            redraw()
            if run.is_over:
                return
            yield After(PERIOD)

    def reading(self, store: Path, name: str) -> Work[None]:
        """Reads a space from a store; only the newest reading counts."""
        newest = self._reading = object()
        run = self.generation
        try:
            found = yield from in_a_thread(partial(SolvedSpace.read, store, name))
        except InputError as problem:
            if newest is self._reading:
                self.error = "" if run is not None and run.error else announced(problem)
        else:
            if newest is self._reading:
                self.solved = found
        finally:
            if newest is self._reading:
                self._reading = None

    def give_up(self, reason: str) -> None:
        """Ends all work on the space."""
        if self.generation is not None:
            self.generation.kill()
        self.end_dry_run()
        self._reading, self.error = None, reason
