"""Everyday tasks are done from an empty file by what an artist presses, and end in a physical motion."""

import pytest

from tests.addon.everyday_tasks import done

pytestmark = pytest.mark.once


@pytest.mark.parametrize(("task", "most"), [("throw at a target", 4), ("catch", 4)])
def test_a_task_takes_few_presses(task, most):
    _, name, presses, _words, residual, _before, _ = (cell.strip() for cell in done(task).split("|"))
    assert name == task
    assert int(presses) <= most
    assert float(residual) < 1e-6
