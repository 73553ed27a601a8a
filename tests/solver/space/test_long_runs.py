"""What generate promises of long runs: killed at any moment, of many samples, on other processes."""

import pytest

from solver.scheduling.workers import LocalWorkers
from solver.space import generate
from solver.store.clip_store import ClipStore
from tests.support.killed_runs import kill_often
from tests.support.many_samples import solve_many
from tests.support.spaces import flights, walks


def test_killed_runs_lose_nothing() -> None:
    outcome = kill_often(walks(6), 3, seed=1)
    assert outcome.kills == 3
    assert outcome.faults == []


def test_hundreds_of_samples_killed_half_way() -> None:
    outcome = solve_many(12)
    assert outcome.faults == []
    assert outcome.counts["solved"] == 144


def clips_of(space, store, workers):
    """Coordinates of every clip that the workers find."""
    generate(space, store, workers=workers)
    with ClipStore(store) as opened:
        return {name: opened.get(name).q for name in opened.names()}


def test_dask_finds_the_same_clips(tmp_path) -> None:
    distributed = pytest.importorskip("distributed", reason="dask.distributed is optional, and not installed")
    from solver.scheduling.dask_workers import DaskWorkers

    space = flights(3)
    local = clips_of(space, tmp_path / "local.sqlite", LocalWorkers(1))
    options = {"n_workers": 1, "threads_per_worker": 1, "processes": True, "dashboard_address": None}
    with distributed.LocalCluster(**options) as cluster, distributed.Client(cluster) as client:
        far = clips_of(space, tmp_path / "dask.sqlite", DaskWorkers(client))
    assert len(far) == 9
    for name, q in local.items():
        assert far[name] == pytest.approx(q, abs=1e-3)  # the order, and so what each starts from, is chance
