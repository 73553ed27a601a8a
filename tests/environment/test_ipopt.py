"""The IPOPT wheel is recent, whole, and solves the problem every IPOPT manual begins with."""

from importlib.metadata import files

import cyipopt
import numpy as np
import pytest

from solver.optimise.linear_solver import linear_solver as linear_solver_options

HS071_OPTIMUM = 17.0140171  # Hock and Schittkowski 1981, problem 71


class HS071:
    """Minimise x0 x3 (x0 + x1 + x2) + x2 with product >= 25, sum of squares = 40 and 1 <= x <= 5."""

    def objective(self, x):
        return x[0] * x[3] * (x[0] + x[1] + x[2]) + x[2]

    def gradient(self, x):
        return np.array(
            [
                x[3] * (2 * x[0] + x[1] + x[2]),
                x[0] * x[3],
                x[0] * x[3] + 1.0,
                x[0] * (x[0] + x[1] + x[2]),
            ]
        )

    def constraints(self, x):
        return np.array([np.prod(x), x @ x])

    def jacobian(self, x):
        return np.concatenate([np.prod(x) / x, 2 * x])


def choose(problem, linear_solver):
    """By its name for IPOPT; ``own`` is ours."""
    options = linear_solver_options() if linear_solver == "own" else {"linear_solver": linear_solver}
    for name, value in options.items():
        problem.add_option(name, value)


def solve_hs071(linear_solver):
    problem = cyipopt.Problem(
        n=4, m=2, problem_obj=HS071(), lb=np.ones(4), ub=np.full(4, 5.0), cl=[25.0, 40.0], cu=[2e19, 40.0]
    )
    choose(problem, linear_solver)
    problem.add_option("print_level", 0)
    problem.add_option("sb", "yes")
    return problem.solve(np.array([1.0, 5.0, 5.0, 1.0]))


def test_version_can_report_iterates():
    assert cyipopt.IPOPT_VERSION >= (3, 14, 0)
    assert hasattr(cyipopt.Problem, "get_current_iterate")


@pytest.mark.parametrize("linear_solver", ["own", "mumps"])
def test_hs071(linear_solver):
    solution, info = solve_hs071(linear_solver)
    assert info["status"] == 0, info["status_msg"]
    assert info["obj_val"] == pytest.approx(HS071_OPTIMUM, abs=1e-6)
    np.testing.assert_allclose(solution, [1.0, 4.7429994, 3.8211503, 1.3794082], atol=1e-5)


def test_hs071_with_spral(monkeypatch):
    # SPRAL refuses to start without these two; they are read when the solver is made.
    monkeypatch.setenv("OMP_CANCELLATION", "TRUE")
    monkeypatch.setenv("OMP_PROC_BIND", "TRUE")
    _, info = solve_hs071("spral")
    assert info["status"] == 0, info["status_msg"]
    assert info["obj_val"] == pytest.approx(HS071_OPTIMUM, abs=1e-6)


class Grid:
    """Stay near given heights on a square grid whose every inner point is the mean of its neighbours."""

    def __init__(self, side):
        index = np.arange(side * side).reshape(side, side)
        inner = index[1:-1, 1:-1].ravel()
        ring = [index[:-2, 1:-1], index[2:, 1:-1], index[1:-1, :-2], index[1:-1, 2:]]
        self.n, self.m = index.size, inner.size
        self.rows = np.tile(np.arange(self.m), 5)
        self.columns = np.concatenate([inner, *(neighbour.ravel() for neighbour in ring)])
        self.slopes = np.repeat([4.0, -1.0, -1.0, -1.0, -1.0], self.m)
        self.heights = np.sin(0.37 * np.arange(self.n))

    def objective(self, x):
        return 0.5 * np.sum((x - self.heights) ** 2)

    def gradient(self, x):
        return x - self.heights

    def constraints(self, x):
        return np.bincount(self.rows, self.slopes * x[self.columns])

    def jacobianstructure(self):
        return self.rows, self.columns

    def jacobian(self, x):
        return self.slopes

    def hessianstructure(self):
        return np.arange(self.n), np.arange(self.n)

    def hessian(self, x, multipliers, factor):
        return np.full(self.n, factor)


@pytest.mark.parametrize("linear_solver", ["own", "mumps", "spral"])
def test_ordering_finds_the_optimum_of_a_large_problem(linear_solver, monkeypatch):
    monkeypatch.setenv("OMP_CANCELLATION", "TRUE")
    monkeypatch.setenv("OMP_PROC_BIND", "TRUE")
    grid = Grid(40)
    free = np.full(grid.n, 1e20)
    problem = cyipopt.Problem(
        n=grid.n, m=grid.m, problem_obj=grid, lb=-free, ub=free, cl=np.zeros(grid.m), cu=np.zeros(grid.m)
    )
    choose(problem, linear_solver)
    problem.add_option("mumps_pivot_order", 5)  # METIS; SPRAL always takes it
    problem.add_option("print_level", 0)
    problem.add_option("sb", "yes")
    x, info = problem.solve(np.zeros(grid.n))
    matrix = np.zeros((grid.m, grid.n))
    matrix[grid.rows, grid.columns] = grid.slopes
    expected = grid.heights - matrix.T @ np.linalg.solve(matrix @ matrix.T, matrix @ grid.heights)
    assert info["status"] == 0, info["status_msg"]
    np.testing.assert_allclose(x, expected, atol=1e-7)


def test_every_bundled_library_brings_its_licence():
    paths = [str(path) for path in files("cyipopt")]
    licences = {path.rsplit("/", 1)[1] for path in paths if ".dist-info/licenses/" in path}
    assert any("libipopt" in path for path in paths), "the wheel must carry its own IPOPT"
    assert {"LICENSE", "IPOPT.txt", "MUMPS.txt", "METIS.txt", "SPRAL.txt", "LDLT.txt"} <= licences
    assert {"OpenBLAS.txt", "LAPACK.txt", "GCC-runtime.txt", "Apache-2.0.txt", "ORIGINS.txt"} <= licences
    assert "typed_arrays.patch" in licences, "the wheel must carry its changes of cyipopt"
