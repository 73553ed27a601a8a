"""The panel's settings as plain values, so that an action can remember how it came about."""

from typing import Any

from bpy.types import PropertyGroup


def settings_of_motion(motion: PropertyGroup) -> dict[str, Any]:
    """The panel's settings as plain values, to be remembered with what comes of them."""
    names = [name for name, kind in _plain(motion)]
    return {name: getattr(motion, name) for name in names}


def restore_settings(motion: PropertyGroup, settings: dict[str, Any]) -> None:
    """Puts remembered settings back; those of other versions that are not there now are left out."""
    for name, kind in _plain(motion):
        if name in settings and isinstance(settings[name], kind):
            setattr(motion, name, settings[name])


def _plain(motion: PropertyGroup) -> list[tuple[str, tuple[type, ...]]]:
    """Settings that are one number, switch, choice or text, with the types that fit them."""
    types: dict[str, tuple[type, ...]] = {
        "FLOAT": (float, int), "INT": (int,), "BOOLEAN": (bool, int), "STRING": (str,), "ENUM": (str,),
    }  # fmt: skip
    return [
        (p.identifier, types[p.type])
        for p in motion.bl_rna.properties
        if p.type in types and p.identifier != "name" and not getattr(p, "is_array", False)
        and not getattr(p, "is_enum_flag", False)
    ]  # fmt: skip
