"""Imports the packages under test before pytest names test modules after them.

In importlib mode tests/solver/verify/test_verify.py is the module ``solver.verify.test_verify``, and its
folder becomes the package ``solver.verify`` unless the real one is there already.
"""

import gc
import importlib
import pkgutil

import pytest

import scripts
import solver

for whole in (solver, scripts):
    for package in pkgutil.walk_packages(whole.__path__, f"{whole.__name__}."):
        if package.ispkg:
            importlib.import_module(package.name)


@pytest.hookimpl(wrapper=True)
def pytest_make_collect_report(collector):
    """Let each of several workers begin elsewhere in a folder, and take over what others have prepared by then.

    In a fresh clone, the assertions of every file are rewritten; in the same order, all workers would rewrite all.
    """
    report = yield
    worker = getattr(collector.config, "workerinput", None)
    if worker and isinstance(collector, pytest.Directory):
        first = len(report.result) * int(worker["workerid"].removeprefix("gw")) // worker["workercount"]
        report.result = [*report.result[first:], *report.result[:first]]
    return report


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(config, items):
    """Put the tests of all workers into one order again."""
    if hasattr(config, "workerinput"):
        items.sort(key=lambda item: item.path.parts)


def pytest_collection_finish():
    """Let collections of garbage pass over what is imported by now and stays: some 4 % of the time of all tests."""
    gc.collect()
    gc.freeze()
