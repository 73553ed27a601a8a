"""Entries of many couplings, worked out a few couplings at a time."""

import numpy as np

from solver.mechanics import couplings
from solver.mechanics.couplings import Couplings, Entries


def test_entries_taken_a_few_couplings_at_a_time_are_those_of_the_full_matrices(monkeypatch):
    monkeypatch.setattr(couplings, "BATCH", 4 * 7**2)  # four couplings at once
    rng = np.random.default_rng(1)
    found = Couplings(rng.normal(size=(6, 23, 7)), rng.normal(size=(6, 23, 7)))
    parts = [
        Entries(np.arange(2, 19), np.array([48, 0, 11])),
        Entries(np.array([0, 3, 4, 22]), np.array([5, 30])),  # not one after the other
        Entries(np.empty(0, np.intp), np.array([1])),
        Entries(np.array([1, 2]), np.empty(0, np.intp)),  # as of bodies that the world holds
    ]
    full = np.einsum("rki,rkj->kij", found.rows, found.wrench).reshape(23, 49)
    expected = [full[np.ix_(part.coupling, part.index)].ravel() for part in parts]
    np.testing.assert_allclose(found.take(parts), np.concatenate(expected), rtol=1e-13)
