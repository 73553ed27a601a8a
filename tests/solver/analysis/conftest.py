"""A walk whose figures are known."""

import pytest

from tests.support.sine_walk import sine_walk


@pytest.fixture(scope="session")
def make_walk():
    return sine_walk
