"""Check of the basis."""

from ...errors import InputError
from ..basis import Spline, curve_dofs
from .context import Context


def check_basis(context: Context) -> None:
    """Checks that a spline basis applies to some coordinate.

    Raises:
        InputError: naming the field.
    """
    basis, is_cyclic = context.job.basis, context.job.cycle is not None
    if isinstance(basis, Spline) and not curve_dofs(basis, context.tree, is_cyclic=is_cyclic):
        raise InputError(
            f"no degree of freedom with a muscle is named '{basis.dofs}'", field="job.basis.dofs"
        )
