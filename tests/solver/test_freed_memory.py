"""What large arrays took is given back; in a process of its own, since it holds for the whole of one."""

import subprocess
import sys

import pytest

CHECK = """
import numpy as np
from solver.freed_memory import give_back_large_arrays

def resident():
    with open("/proc/self/statm") as file:
        return int(file.read().split()[1]) * 4096 / 2**20

give_back_large_arrays()
before = resident()
for _ in range(3):  # the C library learns from arrays that are freed
    arrays = [np.ones(5 << 17) for _ in range(24)]  # of 5 MB
    most = resident()
    del arrays[:-1]
print(most - before, resident() - before)
"""


@pytest.mark.skipif(sys.platform != "linux", reason="only the C library of Linux keeps it")
def test_large_arrays_are_given_back_though_the_last_one_is_kept():
    done = subprocess.run([sys.executable, "-c", CHECK], check=True, capture_output=True, text=True)
    most, left = map(float, done.stdout.split())
    assert most > 110
    assert left < 10
