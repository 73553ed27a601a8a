"""Results of the benchmarks: medians, saved to out/bench.json."""

import json
import time
from collections.abc import Sequence

import numpy as np

from scripts.environment import ROOT
from solver.arrays import Array

PROCESS = 2  # bits of the clock id for the processor time of another process (clock_getcpuclockid)
OUTPUT = ROOT / "out" / "bench.json"


def keep(name: str, figures: dict[str, object]) -> None:
    """Replaces one part of the file."""
    OUTPUT.parent.mkdir(exist_ok=True)
    known = json.loads(OUTPUT.read_text()) if OUTPUT.exists() else {}
    OUTPUT.write_text(json.dumps(known | {name: figures}, indent=1) + "\n")


def spread(name: str, past: Sequence[Array]) -> dict[str, float]:
    """Median and 95th percentile of wall times, and median of processor times; also prints them.

    Args:
        name: of the measured step.
        past: (wall time, processor time) [ms] of each repetition.
    """
    wall, processor = np.transpose(past)
    (median, late), cpu = np.percentile(wall, [50, 95]), np.median(processor)
    print(f"{name}: {median:.0f} ms (95 %: {late:.0f}), {cpu:.0f} of the processor", flush=True)
    return {f"{name}_ms": float(median), f"{name}_95_ms": float(late), f"{name}_cpu_ms": float(cpu)}


def processor_time(pid: int) -> float:
    """Processor time of another process so far [s]."""
    return time.clock_gettime(~pid << 3 | PROCESS)
