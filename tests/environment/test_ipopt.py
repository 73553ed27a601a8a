"""The IPOPT wheel is recent, whole, and solves the problem every IPOPT manual begins with."""

from importlib.metadata import files

import cyipopt
import numpy as np
import pytest

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


def solve_hs071(linear_solver):
    problem = cyipopt.Problem(
        n=4, m=2, problem_obj=HS071(), lb=np.ones(4), ub=np.full(4, 5.0), cl=[25.0, 40.0], cu=[2e19, 40.0]
    )
    problem.add_option("linear_solver", linear_solver)
    problem.add_option("print_level", 0)
    problem.add_option("sb", "yes")
    return problem.solve(np.array([1.0, 5.0, 5.0, 1.0]))


def test_version_can_report_iterates():
    assert cyipopt.IPOPT_VERSION >= (3, 14, 0)
    assert hasattr(cyipopt.Problem, "get_current_iterate")


def test_hs071_with_mumps():
    solution, info = solve_hs071("mumps")
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


def test_every_bundled_library_brings_its_licence():
    paths = [str(path) for path in files("cyipopt")]
    licences = {path.rsplit("/", 1)[1] for path in paths if ".dist-info/licenses/" in path}
    assert any("libipopt" in path for path in paths), "the wheel must carry its own IPOPT"
    assert {"LICENSE", "IPOPT.txt", "MUMPS.txt", "METIS.txt", "SPRAL.txt"} <= licences
    assert {"OpenBLAS.txt", "LAPACK.txt", "GCC-runtime.txt", "ORIGINS.txt"} <= licences
