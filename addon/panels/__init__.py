"""What the artist sees; panels only draw."""

from . import main, result

MODULES = (main, result)
PANELS = tuple(panel for module in MODULES for panel in module.PANELS)


def register() -> None:
    """Registers every panel."""
    for module in MODULES:
        module.register()


def unregister() -> None:
    """Takes them away again."""
    for module in reversed(MODULES):
        module.unregister()
