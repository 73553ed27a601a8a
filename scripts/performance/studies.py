"""The choices: each study compares the solver as it is with it but for one thing."""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from types import ModuleType

import numpy as np
from numpy.typing import NDArray

import solver.optimise.convexity
import solver.problem.first_guess
from solver.optimise.ipopt import Option
from solver.problem.setting import Setting

CONVEXITY, GUESS = solver.optimise.convexity, solver.problem.first_guess


@dataclass(frozen=True)
class Variant:
    """One way to solve.

    Attributes:
        name: in the table.
        options: of IPOPT, over the solver's own.
        constants: (module, name, value) to have while it runs.
        mirrored: whether the cycle is solved as half a cycle; None leaves it as the job has it.
    """

    name: str
    options: dict[str, Option] = field(default_factory=dict)
    constants: tuple[tuple[ModuleType, str, object], ...] = ()
    mirrored: bool | None = None


def _no_swing(_setting: Setting, q: NDArray[np.float64]) -> NDArray[np.float64]:
    return np.zeros_like(q)


def _option(name: str, value: Option) -> Variant:
    return Variant(f"{name} {value}", {name: value})


AS_IT_IS = Variant("as it is")
_CORNERS, _STILL = (GUESS, "SMOOTHING", 0), (GUESS, "counter_swing", _no_swing)

STUDIES: dict[str, tuple[Variant, ...]] = {
    "inertia": tuple(
        Variant(f"share {name}", constants=((CONVEXITY, "SHARE", share),))
        for name, share in (("0", 0.0), ("1/5", 0.2), ("1/2", 0.5), ("2/3", 2 / 3))
    ),
    "barrier": (
        _option("mu_strategy", "monotone"),
        _option("mu_oracle", "probing"),
        _option("mu_oracle", "loqo"),
        _option("mu_max", 1e5),
        _option("mu_max", 0.01),
        _option("bound_mult_init_val", 0.01),
    ),
    "guess": (
        Variant("with corners", constants=(_CORNERS,)),
        Variant("no counter swing", constants=(_STILL,)),
        Variant("neither", constants=(_CORNERS, _STILL)),
        Variant("damping 1e-2, 30 steps", constants=((GUESS, "DAMPING", 1e-2), (GUESS, "REACH_STEPS", 30))),
    ),
    "scaling": (
        _option("nlp_scaling_method", "none"),
        _option("mumps_scaling", 0),
    ),
    "linear": (
        Variant("matching, mumps' choice", {"mumps_permuting_scaling": 7, "mumps_pivot_order": 7}),
        Variant("mumps' choice", {"mumps_pivot_order": 7}),
        Variant("mumps amd", {"mumps_pivot_order": 0}),
        Variant("mumps amf", {"mumps_pivot_order": 2}),
        Variant("mumps metis", {"mumps_pivot_order": 5}),
        Variant("mumps pivtol 1e-8", {"mumps_pivtol": 1e-8}),
        Variant("spral", {"linear_solver": "spral"}),
    ),
    "mirror": (Variant("half a cycle", mirrored=True), Variant("whole cycle", mirrored=False)),
    "threads": (),  # the solver as it is alone: run it with OMP_NUM_THREADS=1 and 2
}


@contextmanager
def in_use(variant: Variant) -> Iterator[None]:
    """The variant's constants in place of the solver's own."""
    before = [(module, name, getattr(module, name)) for module, name, _ in variant.constants]
    for module, name, value in variant.constants:
        setattr(module, name, value)
    try:
        yield
    finally:
        for module, name, value in before:
            setattr(module, name, value)
