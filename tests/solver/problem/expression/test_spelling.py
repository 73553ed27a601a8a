"""The first look at a formula finds what the parser would refuse, and no more."""

import pytest

from solver.expression.functions import FUNCTIONS
from solver.expression.parse import BY_TEXT
from solver.expression.spelling import FUNCTION_NAMES, MOTION_NAMES, POINT_NAMES, check_spelling
from solver.expression.text_error import TextError
from solver.expression.vocabulary import DERIVATIVES, Vocabulary
from solver.fitting.presets.human import human

THINGS = ("hand", "left_foot", "knee")


def test_its_words_are_the_language():
    vocabulary = Vocabulary(human())
    things = {*vocabulary.bodies, *vocabulary.joints, *vocabulary.contacts}
    assert vocabulary.names - things == set(MOTION_NAMES)
    assert set(FUNCTION_NAMES) == set(FUNCTIONS)
    assert set(POINT_NAMES) == {*DERIVATIVES, *BY_TEXT}


@pytest.mark.parametrize(
    "text",
    [
        "com.z - 1",
        "norm(hand.velocity) / 2",
        'body("upper arm").position.z',
        "left_foot.force.z / (9.81 * mass)",
    ],
)
def test_right_texts_pass(text):
    check_spelling(text, THINGS)


@pytest.mark.parametrize(
    ("text", "told", "column"),
    [
        ("hannd.position", "there is no name 'hannd'; did you mean 'hand'?", 0),
        ("com.z + sine(time)", "there is no name 'sine'; did you mean 'sin'?", 8),
        ("com.z +", "this is not an expression", 7),
        ("", "expected an expression, found nothing", 0),
        ("sin + 1", "there is no name 'sin'", 0),
    ],
)
def test_wrong_ones_are_told_with_their_place(text, told, column):
    with pytest.raises(TextError, match="^" + told.replace("?", r"\?")) as error:
        check_spelling(text, THINGS)
    assert (error.value.text, error.value.column) == (text, column)
