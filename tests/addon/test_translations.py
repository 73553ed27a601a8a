"""Translations are of words that really are on our panels; that they come and go is tested with the rest."""

import bpy
import pytest
from bl_ext.user_default.spacetime_animator.addon import preferences, properties, translations
from bl_ext.user_default.spacetime_animator.addon.overlays.properties import SPACETIME_PG_overlays
from bl_ext.user_default.spacetime_animator.addon.panels import PANELS, result

STYLE = ("speed", "heading", "turn", "timing", "unhurried", "effort", "smoothness", "soft_contact", "ease")
NOT_BUTTONS = {
    "add_example",  # an entry of Blender's own Add menu
    "guide",  # buttons have words of their own
    "point_at_phase",  # the mouse
}


def our_words():
    """(context, word) of all labels and tooltips of ours, as Blender looks them up."""
    found = {(panel.bl_translation_context, panel.bl_label) for panel in PANELS} | {
        ("*", result.BEST_ATTEMPT)
    }
    for name in dir(bpy.ops.spacetime):
        rna = getattr(bpy.ops.spacetime, name).get_rna_type()
        found |= {(rna.translation_context, rna.name), ("*", rna.description)}
        found |= words_of(rna.properties)
    for group in (*properties.CLASSES, preferences.SPACETIME_AP_preferences):
        found |= words_of(p for p in group.bl_rna.properties if p.identifier in group.__annotations__)
    return found


def words_of(props):
    found = set()
    for prop in props:
        items = tuple(prop.enum_items) if prop.type == "ENUM" else ()
        for each in (prop, *items):
            found |= {(prop.translation_context, each.name), ("*", each.description)}
    return found


@pytest.mark.parametrize("language", translations.LANGUAGES)
def test_every_word_that_is_translated_is_on_a_panel(language):
    strange = set(translations.LANGUAGES[language]) - our_words()
    assert not strange
    for (_, english), word in translations.LANGUAGES[language].items():
        assert word.strip() == word != ""
        assert english.endswith(".") == word.endswith(".")


def test_german_has_all_panels_and_overlays():
    german = translations.LANGUAGES["de_DE"]
    for panel in PANELS:
        assert (
            translations.OWN_SENSE,
            panel.bl_label,
        ) in german or panel.bl_label == "Spacetime Animator"  # our name
    for name in SPACETIME_PG_overlays.__annotations__:
        switch = SPACETIME_PG_overlays.bl_rna.properties[name]
        assert (switch.translation_context, switch.name) in german


def test_german_has_what_an_artist_reads_from_fitting_to_solving():
    """Names, choices and buttons; tooltips of all that says what the motion shall be like."""
    german = translations.LANGUAGES["de_DE"]
    groups = {group.__name__.removeprefix("SPACETIME_PG_"): group for group in properties.CLASSES}
    for name in ("character", "bone", "contact", "phase", "motion", "sketch", "sketch_group", "space"):
        group = groups[name]
        for prop in (group.bl_rna.properties[own] for own in group.__annotations__):
            items = prop.enum_items if prop.type == "ENUM" and prop.identifier != "order" else ()
            is_shown = prop.type not in ("COLLECTION", "POINTER") and not prop.is_hidden
            for each in (prop, *items) if is_shown else ():
                assert (prop.translation_context, each.name) in german, f"{name}.{prop.identifier}"
    for name in STYLE:
        assert ("*", groups["motion"].bl_rna.properties[name].description) in german, name
    for name in dir(bpy.ops.spacetime):
        rna = getattr(bpy.ops.spacetime, name).get_rna_type()
        assert name in NOT_BUTTONS or (rna.translation_context, rna.name) in german, name


@pytest.mark.skipif(not bpy.app.build_options.international, reason="this Blender speaks English only")
def test_blender_speaks_german():
    view = bpy.context.preferences.view
    view.language, view.use_translate_interface = "de_DE", True
    try:
        assert bpy.app.translations.pgettext_iface("Check List", translations.OWN_SENSE) == "Prüfliste"
        assert bpy.app.translations.pgettext_iface("Solve", "Operator") == "Lösen"
    finally:
        view.language = "en_US"
