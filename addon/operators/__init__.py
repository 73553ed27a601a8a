"""Buttons: each reads, starts or writes, and reports in one sentence."""

from . import (
    add_example,
    bone_map,
    check_list,
    check_solver,
    contacts,
    dimensions,
    export,
    export_many,
    fit_bodies,
    goals,
    guide,
    import_bvh,
    presets,
    resize_body,
    review,
    samples,
    show_where,
    sketch,
    solve,
    space,
    strips,
    takes,
)

MODULES = (
    add_example,
    fit_bodies,
    bone_map,
    check_list,
    contacts,
    strips,
    sketch,
    resize_body,
    goals,
    presets,
    solve,
    show_where,
    review,
    guide,
    takes,
    dimensions,
    space,
    samples,
    check_solver,
    export,
    export_many,
    import_bvh,
)


def register() -> None:
    """Registers every operator."""
    for module in MODULES:
        module.register()


def unregister() -> None:
    """Takes them away again."""
    for module in reversed(MODULES):
        module.unregister()
