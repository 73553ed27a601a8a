"""What is known of one character's space, and what is going on with it."""

import time
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path

import bpy

from ...solver.errors import InputError
from ..announcement import announced
from ..fault import told
from ..threads import submit
from .dry_run import DryRun
from .generation import Generation
from .movers import object_of
from .solved_space import SolvedSpace

READ_PERIOD = 1.0  # s between looks at the store while it grows


@dataclass
class Desk:
    """Of one character.

    Attributes:
        number: the character's session number; names may change.
        generation: that is going on or waits for its turn, or the last one.
        solved: what is known of the space's clips.
        listed: names of the samples of a space that nobody has solved yet.
        dry_run: tells the names of spread samples, and the expected time.
        error: why the last look at the clips went wrong.
    """

    number: int
    generation: Generation | None = None
    solved: SolvedSpace | None = None
    listed: tuple[str, ...] = ()
    dry_run: DryRun | None = None
    error: str = ""
    _reading: Future[SolvedSpace] | None = None
    _read_at: float = 0.0
    _is_stale: bool = False  # the store has more than was read

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
    def is_busy(self) -> bool:
        """Whether there is anything left to do."""
        return self.is_generating or self.is_trying or self._is_stale or self._reading is not None

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

    def read(self, thread: ThreadPoolExecutor, store: Path, name: str) -> None:
        """Lets a thread read what a store has of a space."""
        self._reading, self._read_at = submit(thread, SolvedSpace.read, store, name), time.monotonic()

    def pump(self, thread: ThreadPoolExecutor, *, has_turn: bool) -> None:
        """One short step; a fault of ours ends all that goes on here, so that others go on.

        Args:
            thread: that reads files.
            has_turn: whether the generation may go on.
        """
        try:
            self._pump(thread, has_turn=has_turn)
        except Exception as fault:
            self._give_up(told(fault))
            raise

    def _pump(self, thread: ThreadPoolExecutor, *, has_turn: bool) -> None:
        run = self.generation
        if run is not None and not run.is_over and has_turn:
            self._is_stale = run.pump() or self._is_stale or run.is_over
        if self.dry_run is not None and not self.dry_run.is_over:
            self.dry_run.pump()
            self.listed, self.error = self.dry_run.names or self.listed, self.dry_run.error
        now = time.monotonic()
        due = run is not None and (run.is_over or now - self._read_at > READ_PERIOD)
        if run is not None and due and self._is_stale and self._reading is None:
            self._is_stale = False
            self.read(thread, run.store, run.space.name)
        if self._reading is not None and self._reading.done():
            found, self._reading = self._reading, None
            try:
                self.solved = found.result()
            except InputError as problem:
                self.error = "" if run is not None and run.error else announced(problem)

    def _give_up(self, reason: str) -> None:
        if self.generation is not None:
            self.generation.kill()
        self.end_dry_run()
        self._reading, self._is_stale, self.error = None, False, reason
