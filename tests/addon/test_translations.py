"""Every label and tooltip that an artist can read has German; that translations come and go is tested with the rest."""

import ast
import re
from pathlib import Path

import bpy
import pytest
from bl_ext.user_default.spacetime_animator.addon import locale, preferences, properties
from bl_ext.user_default.spacetime_animator.addon.character import kind
from bl_ext.user_default.spacetime_animator.addon.character.fixes import FIXES
from bl_ext.user_default.spacetime_animator.addon.library.panels.entries import SPACETIME_UL_entries
from bl_ext.user_default.spacetime_animator.addon.locale.po import read_po
from bl_ext.user_default.spacetime_animator.addon.panels import PANELS
from bl_ext.user_default.spacetime_animator.addon.result.panels import result
from bl_ext.user_default.spacetime_animator.addon.solve.panels import solve
from bl_ext.user_default.spacetime_animator.addon.spaces.panels import space

ADDON = Path(__file__).resolve().parents[2] / "addon"
PANEL_FILES = (
    *ADDON.glob("interface/*.py"),
    *ADDON.glob("*/panels/*.py"),
    ADDON / "motion" / "contact_phases.py",  # its sentences are a panel's
    ADDON / "solve" / "failure.py",  # likewise
    ADDON / "solve" / "operators" / "solve.py",  # likewise
    ADDON / "solve" / "outcomes.py",  # likewise
    ADDON / "solve" / "forecast.py",  # likewise
    ADDON / "solve" / "live.py",  # likewise
    ADDON / "solve" / "comparison.py",  # likewise
    ADDON / "solve" / "silence.py",  # likewise
    ADDON / "explore" / "search.py",  # likewise
    ADDON / "overlays" / "ghost_note.py",  # read in the view
    ADDON / "preferences.py",
)
NOT_READ = (
    "run",
    "posed",
    "taken_over",
)  # groups of which no property is on a panel; their words are shown by others
ALIKE = (
    "BVH",
    "FBX",
    "USD",
    "glTF",
    "Ogre",
    "Unity",
    "Unreal",
    "Godot",
    "Blender",
    "MotionBuilder",
    "Three.js",
    "Spacetime Animator",
)  # in every language
AXES = re.compile("[XYZ]( [XYZ])*")
FIELD = re.compile("{.*?}")
CONTEXTS = {"OWN_SENSE": locale.OWN_SENSE, "'Operator'": "Operator", "'*'": "*"}  # as written


def our_words():
    """(context, word) of all labels and tooltips that can be read, as Blender looks them up."""
    found = {(panel.bl_translation_context, panel.bl_label) for panel in PANELS}
    found |= {("*", words) for words in (result.BEST_ATTEMPT, solve.OUT_OF_DATE, *space.STATE_WORDS.values())}
    found |= {("*", words) for words in kind.SENTENCES.values()}
    found |= {("Operator", button) for button, _report, _fix in FIXES.values()}
    found |= {word for path in PANEL_FILES for word in words_between_fields(path)}
    for name in dir(bpy.ops.spacetime):
        rna = getattr(bpy.ops.spacetime, name).get_rna_type()
        found |= {(rna.translation_context, rna.name), ("*", rna.description)}
        found |= words_of(rna.properties, set(rna.properties.keys()) - {"rna_type"})
    for group in (*properties.CLASSES, SPACETIME_UL_entries, preferences.SPACETIME_AP_preferences):
        if group.__name__.removeprefix("SPACETIME_PG_") not in NOT_READ:
            found |= words_of(group.bl_rna.properties, group.__annotations__)
    return {(context, word) for context, word in found if word}


def words_of(props, own):
    found = set()
    for prop in {prop.identifier: prop for prop in props if prop.identifier in own}.values():
        items = tuple(prop.enum_items) if prop.type == "ENUM" else ()
        for each in (prop, *items) if is_shown(prop) else ():
            found |= {(prop.translation_context, each.name), ("*", each.description)}
    return found


def is_shown(prop):
    """Lists and groups are shown by their members."""
    is_group = prop.type == "POINTER" and prop.fixed_type.identifier.startswith("SPACETIME_PG")
    return not prop.is_hidden and not is_group and prop.type != "COLLECTION"


def words_between_fields(path):
    """What a panel says in place of a field's or button's own name, and its sentences about names or numbers."""
    for call in (node for node in ast.walk(ast.parse(path.read_text("utf-8"))) if isinstance(node, ast.Call)):
        told = {keyword.arg: keyword.value for keyword in call.keywords}
        context = "Operator" if getattr(call.func, "attr", "").startswith("operator") else "*"
        if "text_ctxt" in told:
            context = CONTEXTS[ast.unparse(told["text_ctxt"])]
        is_sentence = getattr(call.func, "id", "") == "worded"
        text = call.args[0] if is_sentence else told.get("text")
        if text is not None:
            choices = (text.body, text.orelse) if isinstance(text, ast.IfExp) else (text,)
            yield from ((context, one.value) for one in choices if isinstance(one, ast.Constant))


@pytest.mark.parametrize("language", locale.LANGUAGES)
def test_every_word_that_is_translated_can_be_read(language):
    assert not set(locale.LANGUAGES[language]) - our_words()
    for (_, english), word in locale.LANGUAGES[language].items():
        assert set(FIELD.findall(english)) == set(FIELD.findall(word))
        assert word.strip() == word != ""
        assert english.endswith(".") == word.endswith(".")


def test_every_word_has_german():
    missing = our_words() - set(locale.LANGUAGES["de_DE"])
    assert not {(c, word) for c, word in missing if word not in ALIKE and not AXES.fullmatch(word)}, (
        "addon/locale/de.po has a part for each part of the panel"
    )


HEADER = 'msgid ""\nmsgstr "Language: de_DE\\n"\n\n'


def test_a_po_file_is_read_with_contexts_long_words_and_quotes():
    text = HEADER + '# A note.\nmsgctxt "Operator"\nmsgid ""\n"Say "\n"\\"hello\\""\nmsgstr "Grüßen"\n'
    assert read_po(text) == ("de_DE", {("Operator", 'Say "hello"'): "Grüßen"})


@pytest.mark.parametrize(
    ("wrong", "told"),
    [
        ('msgid "Solve"\nmsgstr "Lösen"\n\nmsgid "Solve"\nmsgstr "Los"\n', "line 9 is repeated: 'Solve'"),
        ('msgid "Solve"\n', "line 5 needs one msgid and one msgstr"),
        ('msgid "Solve"\nmsgid "Stop"\nmsgstr "Halt"\n', "Line 5 does not belong"),
        ('"Solve"\n', "Line 4 does not belong"),
        ("msgid 'Solve'\n", "Line 4 is neither a comment nor a field"),
    ],
)
def test_a_po_file_that_is_wrong_is_refused(wrong, told):
    with pytest.raises(ValueError, match=told):
        read_po(HEADER + wrong)


def test_a_po_file_names_its_language():
    with pytest.raises(ValueError, match="Language: de_DE"):
        read_po('msgid "Solve"\nmsgstr "Lösen"\n')


@pytest.mark.skipif(not bpy.app.build_options.international, reason="this Blender speaks English only")
def test_blender_speaks_german():
    view = bpy.context.preferences.view
    view.language, view.use_translate_interface = "de_DE", True
    try:
        assert bpy.app.translations.pgettext_iface("Check List", locale.OWN_SENSE) == "Prüfliste"
        assert bpy.app.translations.pgettext_iface("Solve", "Operator") == "Lösen"
        assert bpy.app.translations.pgettext_iface("To", locale.OWN_SENSE) == "Bis"
    finally:
        view.language = "en_US"
