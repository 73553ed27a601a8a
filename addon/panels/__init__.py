"""What the artist sees; panels only draw."""

from . import (
    check_list,
    main,
    result,
)

MODULES = (
    main,
    check_list,
    result,
)
PANELS = tuple(panel for module in MODULES for panel in module.PANELS)


def register() -> None:
    """Registers every panel."""
    for module in MODULES:
        module.register()


def unregister() -> None:
    """Takes them away again."""
    for module in reversed(MODULES):
        module.unregister()
