"""What may be written, what it means, and how a fault is shown."""

import re
from pathlib import Path

import pytest
import sympy

from solver.character import BodyJoint, Character, ContactJoint, RigidBody, RootJoint
from solver.errors import InputError
from solver.expression.reading import check_subexpressions, read, read_condition
from solver.job.subexpression import Subexpression

PAGE = Path(__file__).resolve().parents[4] / "docs" / "developer" / "expressions.md"


@pytest.fixture(scope="module")
def character() -> Character:
    names = ("torso", "hand", "upper_arm.L", "ball")
    bodies = tuple(RigidBody(name, 1.0, (0.1, 0.1, 0.1), (0.0, 0.0, 1.0)) for name in names)
    joints = (
        BodyJoint("knee", "torso", "hand", (0, 0, 1), axes="X", limits=((-1, 1),), torque_limits=(9.0,)),
        BodyJoint(
            "shin.L", "torso", "upper_arm.L", (0, 0, 1), axes="X", limits=((-1, 1),), torque_limits=(9.0,)
        ),
    )
    contacts = (ContactJoint("left_foot", "hand", (0, 0, 0)), ContactJoint("foot.R", "hand", (0, 0, 0)))
    return Character("c", bodies, joints, contacts, RootJoint("torso"), others=(RootJoint("ball"),))


def value(text: str, character: Character, **texts: str) -> sympy.Expr:
    return read(text, character, subexpressions=texts, field="here").outputs[0]


def examples() -> list[str]:
    """Lines of the page's blocks, and what its table and text write in quotes."""
    text = PAGE.read_text().split("## Errors")[0]
    lines = re.findall(r"^    (?!Expression)(.+)$", text, re.M)
    table = re.findall(
        r"`([a-z_]+(?:\.[a-z_]+)*(?:\([^`.]*\)|\(\"[^`]*\))?)`", text.split("## Arithmetic")[0]
    )
    return sorted(
        {*lines, *(t for t in table if t not in ("torso", "hand", "ball", "knee", "left_foot", "position"))}
    )


@pytest.mark.parametrize("text", examples())
def test_every_example_of_the_page_is_read(text: str, character: Character) -> None:
    assert read(text, character, subexpressions={}, field="here").outputs


def test_page_has_examples() -> None:
    assert len(examples()) > 30


@pytest.mark.parametrize("block", re.findall(r"```error\n(.*?)\n((?:.*\n)*?)```", PAGE.read_text()))
def test_every_error_of_the_page_is_so(block: tuple[str, str], character: Character) -> None:
    with pytest.raises(InputError) as error:
        value(block[0], character)
    assert str(error.value) == "here: " + block[1].rstrip()


@pytest.mark.parametrize(
    ("text", "same"),
    [
        ("2 * -knee.rx + +knee.rx", "-knee.rx"),
        ("(knee.rx + 1) ** 2 / 2", "0.5 * (1 + knee.rx) * (1 + knee.rx)"),
        ("dot((1, 2, 3), hand.position)", "hand.tx + 2 * hand.ty + 3 * hand.tz"),
        ("cross((1, 0, 0), hand.position).z", "hand.ty"),
        ("(hand.position - ball.position / 2).x", "hand.tx - ball.tx / 2"),
        ("knee.power", "knee.rx.torque * knee.rx.central_rate"),
        ("momentum.z", "mass * com.velocity.z"),
        ("hand.velocity(3).x", "hand.velocity.x(3)"),
        ("twice", "2 * knee.rx"),
        ('body("upper_arm.L").position.x', 'position("upper_arm.L").x'),
        ("sqrt(4) + max(1, 2) + abs(-3)", "7"),
    ],
)
def test_means_the_same(text: str, same: str, character: Character) -> None:
    texts = {"twice": "2 * once", "once": "knee.rx"}
    one = read(f"({text}) - ({same}) + 0 * knee.rx", character, subexpressions=texts, field="here")
    assert sympy.expand(one.outputs[0]) == pytest.approx(0, abs=1e-12)


@pytest.mark.parametrize(
    ("text", "message", "column"),
    [
        ("1 + hannd.position.x", "did you mean 'hand'", 4),
        ("hand.positon.x", "did you mean 'position'", 5),
        ("hand", "is not a number; it has", 4),
        ("position(kneee)", "did you mean 'knee'", 9),
        ('body("hnd").tx', "did you mean 'hand'", 5),
        ("cosine(1)", "there is no function 'cosine'", 0),
        ("1 + * 2", "not an expression", 4),
        ("2 ^ 3", "powers are written", 2),
        ("hand.position * hand.position", "dot(a, b) or cross(a, b)", 0),
        ("(1, 2) + hand.position", "3 components, found 2", 0),
        ("hand.position[0]", "parentheses", 0),
        ("knee.rx < 1", "conditions", 0),
        ("knee.rx / 0", "divides by 0", 0),
        ("9 ** 9 ** 9 ** 9", "no value", 5),
        ("knee.rx(0.5)", "a whole number", 7),
        ("knee.rx(0)(1)", "evaluated at frame 0 already", 0),
        ("loop + 1", "defined by itself: loop -> back -> loop", 0),
        ("norm(3)", "expected norm(vector), found a number", 0),
        ("sin(1, 2)", "found 2 arguments", 0),
        ("", "found nothing", 0),
        ("é + hannd", "there is no name 'é'", 0),
        ("1 + 'a' * knee.rx", "expected a number, found 'a'", 4),
        ("doubled", "more than 5000 operations", 0),
    ],
)  # fmt: skip
def test_faults_are_shown(text: str, message: str, column: int, character: Character) -> None:
    texts = {"loop": "back + 1", "back": "loop"} | {
        f"d{k}": f"sin(d{k + 1}) * cos(d{k + 1})" for k in range(20)
    }
    texts |= {"d20": "knee.rx", "doubled": "d0"}
    with pytest.raises(InputError, match=re.escape(message)) as error:
        value(text, character, **texts)
    caret = str(error.value).splitlines()[-1]
    assert caret.index("^") - 4 == column


@pytest.mark.parametrize(
    "text",
    [
        "__import__('os').system('true')", "hand.__class__", "(lambda: 1)()", "[1 for x in (1, 2)]", "f'{1}'",
        "hand if 1 else ball", "knee.rx := 1", "1; 2", "exec('1')", "hand.position.__init__", "*hand", "1 if 1 else 2",
        "{1: 2}", "not 1", "1 and 2", "~1", "1 // 2", "1 @ 2", "True", "None", "...", "b'1'", "1j", "yield", "\x00",
        "(" * 300 + "1" + ")" * 300, "-" * 3000 + "1", "1" * 5000,
    ],
)  # fmt: skip
def test_nothing_else_is_read(text: str, character: Character) -> None:
    with pytest.raises(InputError):
        value(text, character)


def test_conditions(character: Character) -> None:
    read_condition("0.2 < time <= 1 and not left_foot.touching", character, subexpressions={}, field="here")
    with pytest.raises(InputError, match="depends on the motion"):
        read_condition("hand.position.z < 1", character, subexpressions={}, field="here")
    with pytest.raises(InputError, match="expected one of <"):
        read_condition("time == 1", character, subexpressions={}, field="here")


@pytest.mark.parametrize(
    ("name", "message"), [("hand", "taken"), ("sin", "taken"), ("a b", "a word"), ("if", "a word")]
)
def test_names_of_subexpressions(name: str, message: str, character: Character) -> None:
    with pytest.raises(InputError, match=message):
        check_subexpressions([Subexpression(name, "1")], character)


def test_subexpression_that_cannot_be_read_is_named(character: Character) -> None:
    with pytest.raises(InputError, match=r"job.subexpressions\[0\].expression: there is no name 'q'"):
        check_subexpressions([Subexpression("p", "q + 1")], character)
