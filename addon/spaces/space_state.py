"""State of one character's space, and of its run."""

import math
import time
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from pathlib import Path

import bpy

from ...solver.errors import InputError
from ..announcement import announced
from ..runtime.event_loop import After, Work, in_a_thread, redraw
from .characters import object_of
from .dry_run import DryRun
from .solved_space import SolvedSpace
from .space_run import SpaceRun

PERIOD = 0.02  # s between two looks at a process
READ_PERIOD = 1.0  # s between looks at the store while it grows


@dataclass(eq=False)
class SpaceState:
    """Of one character.

    Attributes:
        number: the character's session number; names may change.
        generation: that is going on or waits for its turn, or the last one.
        solved: what is known of the space's clips.
        listed: names of the samples of a space that nobody has solved yet.
        dry_run: lists the names of spread samples, and the expected time.
        error: why the last look at the clips went wrong.
    """

    number: int
    generation: SpaceRun | None = None
    solved: SolvedSpace | None = None
    listed: tuple[str, ...] = ()
    dry_run: DryRun | None = None
    error: str = ""
    _reading: object = None  # the newest look at the store, if it is going on

    @property
    def owner(self) -> bpy.types.Object | None:
        """The character; None once it is deleted."""
        return object_of(self.number)

    @property
    def is_generating(self) -> bool:
        """Whether the space is being solved, or waits for its turn."""
        return self.generation is not None and not self.generation.is_over

    @property
    def is_trying(self) -> bool:
        """Whether a dry run is going on."""
        return self.dry_run is not None and not self.dry_run.is_over

    @property
    def expected(self) -> str:
        """How long the samples that were listed last will take; empty where that is not asked."""
        return self.dry_run.text if self.dry_run is not None else ""

    @property
    def may_stop(self) -> bool:
        """Whether ``stop`` has anything to end."""
        return self.is_generating or self.is_trying

    def stop(self) -> None:
        """Ends the generation, of which what is done stays in the store, or the dry run."""
        if self.is_generating and self.generation is not None:
            self.generation.cancel()
        elif self.dry_run is not None:
            self.dry_run.stop()

    def end_dry_run(self) -> None:
        """Nobody wants to know any more."""
        if self.dry_run is not None:
            self.dry_run.stop()
        self.dry_run = None

    def generating(self, run: SpaceRun, read: Callable[[], object]) -> Work[None]:
        """Solves the space, or goes on with it.

        Args:
            run: to go on with.
            read: lets the store be read, now and then while it grows.
        """
        read_at, is_stale = -math.inf, False
        while not run.is_over:
            if self.owner is None:  # nobody could stop it any more
                run.cancel()
            if not run.is_over:
                is_stale = run.pump() or is_stale
            if is_stale and self._reading is None and time.monotonic() - read_at > READ_PERIOD:
                read_at, is_stale = time.monotonic(), False
                read()
            redraw()
            yield After(PERIOD)

    def trying(self, run: DryRun) -> Work[None]:
        """Takes the messages of a dry run, as long as they are needed."""
        while self.dry_run is run:
            run.pump()
            self.listed, self.error = run.names or self.listed, run.error
            redraw()
            if run.is_over:
                return
            yield After(PERIOD)

    def reading(self, store: Path, name: str) -> Work[None]:
        """Reads what a store has of a space; only the newest look at it counts."""
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
        """Ends all that goes on here."""
        if self.generation is not None:
            self.generation.kill()
        self.end_dry_run()
        self._reading, self.error = None, reason
