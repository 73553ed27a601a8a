"""Only few files read where an object is in Blender's units; all others ask addon/blender/units.py for meters."""

import ast

from tests.support.imports import ROOT

# Those that convert, and those that copy an object's place to another in the same scene or to a file.
MAY_READ = {
    "blender/units.py", "catalog/mannequin.py", "character/ground.py", "character/operators/contacts.py",
    "files/picture.py", "files/plain_copy.py", "motion/settings_digest.py", "overlays/ghost_note.py",
    "result/ghost.py", "result/stripe.py",
}  # fmt: skip
PLACES = {"matrix_world", "scale_length"}


def test_places_are_read_in_meters():
    addon = ROOT / "addon"
    found = {
        str(path.relative_to(addon))
        for path in addon.rglob("*.py")
        for node in ast.walk(ast.parse(path.read_text("utf-8")))
        if isinstance(node, ast.Attribute) and node.attr in PLACES
    }
    assert found <= MAY_READ
    assert "blender/units.py" in found
