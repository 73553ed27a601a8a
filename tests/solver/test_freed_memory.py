"""What large arrays took is given back; in a process of its own, since it holds for the whole of one."""

import subprocess
import sys

import pytest

GIVEN_BACK = """
import numpy as np
from solver.freed_memory import release_large_arrays

def resident():
    with open("/proc/self/statm") as file:
        return int(file.read().split()[1]) * 4096 / 2**20

release_large_arrays()
before = resident()
for _ in range(3):  # the C library learns from arrays that are freed
    arrays = [np.ones(5 << 17) for _ in range(24)]  # of 5 MB
    most = resident()
    del arrays[:-1]
print(most - before, resident() - before)
"""

KEPT = """
import resource
import numpy as np
from solver.freed_memory import release_large_arrays

release_large_arrays()
for _ in range(40):
    faults = resource.getrusage(resource.RUSAGE_SELF).ru_minflt
    np.ones(3 << 17)  # 3 MB, freed at once
print(resource.getrusage(resource.RUSAGE_SELF).ru_minflt - faults)
"""


@pytest.mark.skipif(sys.platform != "linux", reason="only the C library of Linux keeps it")
def test_large_arrays_are_given_back_though_the_last_one_is_kept():
    done = subprocess.run([sys.executable, "-c", GIVEN_BACK], check=True, capture_output=True, text=True)
    most, left = map(float, done.stdout.split())
    assert most > 110
    assert left < 10


@pytest.mark.skipif(sys.platform != "linux", reason="other C libraries are left as they are")
def test_memory_of_small_arrays_stays_for_those_of_the_next_iteration():
    done = subprocess.run([sys.executable, "-c", KEPT], check=True, capture_output=True, text=True)
    assert int(done.stdout) < 100  # pages of 4 kB, of 768
