"""Imports the packages under test before pytest names test modules after them.

In importlib mode tests/solver/verify/test_verify.py is the module ``solver.verify.test_verify``, and its
folder becomes the package ``solver.verify`` unless the real one is there already.
"""

import gc
import importlib
import pkgutil

import scripts
import solver

for whole in (solver, scripts):
    for package in pkgutil.walk_packages(whole.__path__, f"{whole.__name__}."):
        if package.ispkg:
            importlib.import_module(package.name)


def pytest_collection_finish():
    """Let collections of garbage pass over what is imported by now and stays: some 4 % of the time of all tests."""
    gc.collect()
    gc.freeze()
