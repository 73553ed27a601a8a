"""Imports the packages under test before pytest names test modules after them.

In importlib mode tests/solver/motion/test_verify.py is the module ``solver.motion.test_verify``, and its
folder becomes the package ``solver.motion`` unless the real one is there already.
"""

import importlib
import pkgutil

import solver

for package in pkgutil.walk_packages(solver.__path__, "solver."):
    if package.ispkg:
        importlib.import_module(package.name)
