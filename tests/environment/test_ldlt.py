"""Our linear solver, through the door that IPOPT uses: solutions, inertia, and what it says of singular matrices."""

import ctypes
import os
import shutil
import subprocess
import sys
from dataclasses import dataclass, field
from pathlib import Path

import numpy as np
import pytest

from scripts import ldlt_library
from solver.optimise.linear_solver import own_library

SINGULAR, TOO_FEW_VALUES, TOO_FEW_INDICES = 4, -3, -4
SCALING = 14  # ICNTL(15)
N_PATTERNS = 20  # more than are remembered
BUILD = "LDLT_BUILD"  # variable with the path of another build that the tests are to try
SANITIZERS = "-O0 -fsanitize=address,undefined -fno-sanitize-recover=undefined"
OPENED_AND_CLOSED = """
import ctypes, os, sys, _ctypes
_ctypes.dlclose(ctypes.CDLL(sys.argv[1])._handle)
ctypes.CDLL(sys.argv[1], os.RTLD_NOW | os.RTLD_NOLOAD)
"""


def _integer(value):
    return ctypes.byref(ctypes.c_int(value))


def _array(values):
    return values.ctypes.data_as(ctypes.c_void_p)


@pytest.fixture(scope="module")
def library():
    path = os.environ.get(BUILD) or own_library()
    assert path is not None, "this cyipopt comes without our linear solver: run `make environment`"
    return ctypes.CDLL(str(path))


@dataclass
class Told:
    flag: int
    n_negative: int
    rank: int
    n_two: int
    n_delayed: int


@dataclass
class Matrix:
    """A pattern (row, column) of one triangle or both, whose entries at the same place are added."""

    library: ctypes.CDLL
    n: int
    row: np.ndarray
    column: np.ndarray
    threshold: float = 1e-8
    is_scaled: bool = False
    info: np.ndarray = field(default_factory=lambda: np.zeros(40, np.int32))

    def __post_init__(self):
        self.row, self.column = (np.asarray(each, np.int32) + 1 for each in (self.row, self.column))
        self.control, self.choices = np.zeros(5), np.zeros(20, np.int32)
        self.library.ma57id_(_array(self.control), _array(self.choices))
        self.control[0], self.choices[SCALING] = self.threshold, self.is_scaled
        self.size = len(self.row)
        self.kept = np.zeros(5 * self.n + self.size + max(self.n, self.size) + 42, np.int32)
        self.work, self.told = np.zeros(5 * self.n, np.int32), np.zeros(20)
        n, size = _integer(self.n), _integer(self.size)
        pattern = _array(self.row), _array(self.column)
        scratch = _array(self.work), _array(self.choices), _array(self.info), _array(self.told)
        self.library.ma57ad_(n, size, *pattern, _integer(len(self.kept)), _array(self.kept), *scratch)
        assert self.info[0] == 0
        self.factors = np.zeros(max(self.info[8], 1))
        self.indices = np.zeros(max(self.info[9], 1), np.int32)

    def factorise(self, values):
        values = np.array(values, float)
        while True:
            factors = _array(self.factors), _integer(len(self.factors))
            indices = _array(self.indices), _integer(len(self.indices))
            kept = _integer(len(self.kept)), _array(self.kept)
            rest = _array(self.work), _array(self.choices), _array(self.control), _array(self.info)
            self.library.ma57bd_(
                _integer(self.n), _integer(self.size), _array(values), *factors, *indices, *kept, *rest,
                _array(self.told),
            )  # fmt: skip
            if self.info[0] == TOO_FEW_VALUES:
                self.factors = np.zeros(self.info[16])
            elif self.info[0] == TOO_FEW_INDICES:
                self.indices = np.zeros(self.info[17], np.int32)
            else:
                return Told(*(int(self.info[k]) for k in (0, 23, 24, 21, 22)))

    def solve(self, sides):
        x, work = np.ascontiguousarray(sides, float), np.zeros(sides.size)
        factors = _array(self.factors), _integer(len(self.factors))
        indices = _array(self.indices), _integer(len(self.indices))
        self.library.ma57cd_(
            _integer(1), _integer(self.n), *factors, *indices, _integer(len(x)), _array(x), _integer(self.n),
            _array(work), _integer(work.size), _array(self.work), _array(self.choices), _array(self.info),
        )  # fmt: skip
        assert self.info[0] == 0
        return x


def entries(rng, dense):
    """Of a symmetric matrix: each diagonal one, some below twice in parts, some of these above the diagonal."""
    row, column = np.nonzero(np.tril(dense, -1))
    value, apart = dense[row, column], rng.random(len(row)) < 0.1
    places = np.arange(len(dense))
    return (
        np.concatenate([row, column[apart], places]),
        np.concatenate([column, row[apart], places]),
        np.concatenate([np.where(apart, 0.3 * value, value), 0.7 * value[apart], dense.diagonal()]),
    )


def optimality(rng, n, m, share, scale):
    """Matrix of the optimality conditions of n unknowns and m equations."""
    dense = np.zeros((n + m, n + m))
    curved = rng.normal(size=(n, n)) * (rng.random((n, n)) < share)
    dense[:n, :n] = curved + curved.T + np.diag(scale * rng.normal(size=n))
    dense[n:, :n] = rng.normal(size=(m, n)) * (rng.random((m, n)) < share) + np.eye(m, n)
    return np.tril(dense) + np.tril(dense, -1).T


@pytest.mark.parametrize("threshold", [1e-8, 1e-4, 0.1, 0.5])
@pytest.mark.parametrize("scale", [0.0, 1.0, 1e4])
def test_solves_and_counts_negative_eigenvalues(library, threshold, scale):
    rng = np.random.default_rng([round(-np.log(threshold) * 10), round(scale)])
    n_delayed = n_two = 0
    for share in (0.02, 0.1, 0.4) * 8:
        n = int(rng.integers(2, 150))
        dense = optimality(rng, n, int(rng.integers(0, n // 2)), share, scale)
        eigenvalues = np.linalg.eigvalsh(dense)
        if np.abs(eigenvalues).min() <= 1e-7 * np.abs(eigenvalues).max():
            continue
        row, column, value = entries(rng, dense)
        matrix = Matrix(library, len(dense), row, column, threshold)
        told = matrix.factorise(value)
        assert (told.flag, told.rank, told.n_negative) == (0, len(dense), np.count_nonzero(eigenvalues < 0))
        wanted = rng.normal(size=(2, len(dense)))
        found = matrix.solve(wanted @ dense)
        error = np.abs(found @ dense - wanted @ dense).max() / np.abs(dense).max() / np.abs(found).max()
        assert error < (1e-6 if threshold < 1e-3 else 1e-11)
        n_delayed, n_two = n_delayed + told.n_delayed, n_two + told.n_two
    assert n_two > 0 or scale > 0, "no pivots of two were tried"
    assert n_delayed > 0 or threshold < 0.1 or scale > 0, "no pivot was put off"


@pytest.mark.parametrize("n", [1, 2, 7, 8, 9, 33, 64, 200])
def test_dense_matrices_of_any_size(library, n):
    rng = np.random.default_rng(n)
    dense = rng.normal(size=(n, n))
    dense += dense.T
    row, column = np.tril_indices(n)
    matrix = Matrix(library, n, row, column, 0.1)
    told = matrix.factorise(dense[row, column])
    assert (told.flag, told.n_negative) == (0, np.count_nonzero(np.linalg.eigvalsh(dense) < 0))
    wanted = rng.normal(size=(1, n))
    np.testing.assert_allclose(matrix.solve(wanted @ dense) @ dense, wanted @ dense, rtol=0, atol=1e-9 * n)


def test_pairs_without_a_diagonal(library):
    n = 10
    row = np.concatenate([np.arange(1, n, 2), np.arange(n)])
    column = np.concatenate([np.arange(0, n, 2), np.arange(n)])
    matrix = Matrix(library, n, row, column)
    told = matrix.factorise(np.concatenate([np.full(n // 2, 3.0), np.zeros(n)]))
    assert (told.flag, told.n_negative, told.n_two) == (0, n // 2, n // 2)
    np.testing.assert_allclose(matrix.solve(3.0 * np.arange(n)[None]), [np.arange(n) ^ 1])


@pytest.mark.parametrize(
    "case", ["an empty row", "a pair that is tied to nothing", "two equal equations", "nothing"]
)
def test_singular_matrices_are_called_so(library, case):
    dense = optimality(np.random.default_rng(3), 30, 10, 0.3, 1.0)
    if case == "an empty row":
        dense[5] = dense[:, 5] = 0.0
    elif case == "a pair that is tied to nothing":
        dense[5:7] = dense[:, 5:7] = 0.0
    elif case == "two equal equations":
        dense[31], dense[:, 31] = dense[30], dense[:, 30]
    else:
        dense[:] = 0.0
    row, column = np.tril_indices(40)
    told = Matrix(library, 40, row, column, 0.1).factorise(dense[row, column])
    assert told.flag == SINGULAR
    assert told.rank < 40


def test_stays_loaded_with_what_it_remembers(library):
    """IPOPT closes it with each problem."""
    subprocess.run([sys.executable, "-c", OPENED_AND_CLOSED, str(own_library())], check=True)


def test_more_patterns_than_are_remembered(library):
    rng = np.random.default_rng(0)
    denses = [optimality(rng, 20 + k, 8, 0.2, 1.0) for k in range(N_PATTERNS)]
    parts = [entries(rng, dense) for dense in denses]
    matrices = [
        Matrix(library, len(dense), row, column)
        for dense, (row, column, _) in zip(denses, parts, strict=True)
    ]
    for scale in (1.0, 2.0):  # the second time each is forgotten and analysed again
        for dense, (_, _, value), matrix in zip(denses, parts, matrices, strict=True):
            assert matrix.factorise(scale * value).flag == 0
            wanted = np.ones((1, len(dense)))
            np.testing.assert_allclose(matrix.solve(scale * wanted @ dense), wanted, rtol=1e-6)


def test_a_known_pattern_with_other_zeros_on_its_diagonal(library):
    rng = np.random.default_rng(1)
    dense = optimality(rng, 40, 15, 0.2, 1.0)
    row, column = np.tril_indices(len(dense))
    for bare in (range(0), range(40, 55), range(5, 12)):
        again = dense + np.diag(np.full(len(dense), 2.0))
        again[bare, bare] = 0.0
        matrix = Matrix(library, len(dense), row, column)
        told = matrix.factorise(again[row, column])
        assert told.n_negative == np.count_nonzero(np.linalg.eigvalsh(again) < 0)
        wanted = rng.normal(size=(1, len(dense)))
        np.testing.assert_allclose(matrix.solve(wanted @ again), wanted, rtol=1e-6, atol=1e-6)


def test_rows_of_very_different_sizes(library):
    """Scaled, they are solved as well as if they were alike."""
    rng = np.random.default_rng(2)
    dense = optimality(rng, 60, 20, 0.2, 1.0)
    size = 10.0 ** rng.uniform(-6, 6, len(dense))
    uneven = size[:, None] * dense * size
    row, column = np.tril_indices(len(dense))
    wanted = rng.normal(size=(1, len(dense))) / size
    matrix = Matrix(library, len(dense), row, column, 0.01, is_scaled=True)
    told = matrix.factorise(uneven[row, column])
    assert (told.flag, told.n_negative) == (0, np.count_nonzero(np.linalg.eigvalsh(dense) < 0))
    assert np.abs((matrix.solve(wanted @ uneven) - wanted) * size).max() < 1e-9


@pytest.mark.once
@pytest.mark.skipif(BUILD in os.environ, reason="this is the run in the other build")
def test_memory_that_is_not_its_own_is_left_alone(tmp_path):
    """All of these again, in a build that ends the process at the first wrong access."""
    gcc = shutil.which("gcc")
    names = ("libasan.so", "libubsan.so")
    found = [_output(gcc, f"-print-file-name={name}") for name in names] if gcc else []
    if not found or not all(Path(each).is_absolute() for each in found):
        pytest.skip("gcc and its sanitizers are not installed")
    compiler = tmp_path / "compiler"  # whose own options come last, and so prevail
    compiler.write_text(f'#!/bin/sh\nexec {gcc} "$@" {SANITIZERS}\n')
    compiler.chmod(0o755)
    ldlt_library.add(tmp_path, compiler=str(compiler))
    variables = {BUILD: str(tmp_path / "libldlt.so"), "LD_PRELOAD": " ".join(found)}
    leaks = {"ASAN_OPTIONS": "detect_leaks=0"}  # Python's own
    command = [sys.executable, "-m", "pytest", "-q", "-s", "-p", "no:cacheprovider", "--noconftest", __file__]
    run = subprocess.run(command, env=os.environ | variables | leaks, capture_output=True, text=True)
    assert run.returncode == 0, run.stdout + run.stderr


def _output(*command):
    return subprocess.run(command, check=True, capture_output=True, text=True).stdout.strip()
