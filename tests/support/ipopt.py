"""The mark of tests that solve: skipped where IPOPT is not installed."""

import importlib.util

import pytest

needs_ipopt = pytest.mark.skipif(
    importlib.util.find_spec("cyipopt") is None, reason="IPOPT is not installed here"
)
