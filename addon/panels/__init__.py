"""What the artist sees; panels only draw."""

from . import (
    check_list,
    goals,
    guide,
    main,
    overlays,
    result,
    sketch,
    space,
    takes,
)

MODULES = (
    main,
    check_list,
    sketch,
    goals,
    result,
    guide,
    takes,
    space,
    overlays,
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
