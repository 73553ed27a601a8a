"""Texts of expressions and conditions by a grammar that knows the language and where it is likely to break."""

from functools import partial

import numpy as np

from solver.expression.compile import compiled
from solver.expression.condition import holds
from solver.expression.reading import read, read_condition
from solver.fitting.presets.chip import chip
from solver.space.arithmetic import Arithmetic
from tests.fuzz.fuzz import Case

NUMBERS = (
    "0",
    "1",
    "2",
    "-1",
    "0.5",
    "1e-9",
    "1e9",
    "1e300",
    "1e999",
    "9" * 400,
    "0.1",
    "3",
    "100",
    "1e-300",
    "pi",
)
SCALARS = (
    "torso.tx", "torso.tz", "L_knee.ry", "L_knee.ry.rate", "L_knee.ry.torque", "com.z", "torso.velocity.x", "time",
    "phase", "duration", "value", "mass", "power", "L_foot.touching", "L_foot.force.z", "torso.tx(0)",
    "com.z(-1)", "angular_momentum.y", "torso.acceleration.z", "torso.central_velocity.x", "time_step",
    "torso.angular_velocity.z", "limp", "doubled",
)  # fmt: skip
VECTORS = (
    "com", "torso.position", "torso.velocity", "L_foot.force", "(1, 2, 3)", "angular_momentum", "momentum",
    "torso.z_axis", "position(torso, (0, 0, 0.1))", 'velocity("torso", (1, 0, 0))', 'body("torso").position',
)  # fmt: skip
TIMES = ("time", "phase", "duration", "time_step", "L_foot.touching", "R_foot.touching", "value")
ONE = ("sin", "cos", "tan", "asin", "acos", "atan", "sqrt", "exp", "log", "radians", "abs")
TWO = ("+", "-", "*", "/", "**", "+", "*")
HOSTILE = (
    "__import__('os').system('true')",
    "open('executed', 'w')", "().__class__.__mro__", "torso.__class__", "lambda: 0", "[0][0]", "{}", "''",
    "b''", "f'{1}'", "1j", "True", "None", "...", "x := 1", "torso.tx(1e9)", "torso.tx(0.5)", "torso.tx()",
    "eval('1')", "*torso", "torso @ torso", "torso[0]", "\ud800", "\x00", "é.x", "ﬁ", "not", "1 if 1 else 2",
    "(" * 300, "-" * 3000 + "1", "1" + "**2" * 500, "\\", "'", "#", "sin(*com)", "sin(x=1)", "1_000", "0x10", "1or 2",
    "body('nobody')", "joint('torso').tx", "(1, 2)", "(1,2,3,4)", "await x", "yield", "com.position.position",
    "sin" * 800, "torso" + ".velocity" * 300, "𝘤𝘰𝘮.z", "com .\tz", "\u202e", "0/0", "log(0)", "0**-1", "(-1)**0.5",
)  # fmt: skip
CHARACTER = chip()
SUBEXPRESSIONS = {"limp": "L_knee.ry - R_knee.ry", "doubled": "(limp * limp + limp) ** 2 + limp"}


def number(rng: np.random.Generator, depth: int) -> str:
    """A text that is a number more often than not."""
    if depth <= 0 or rng.random() < 0.15:
        return str(rng.choice(SCALARS if rng.random() < 0.6 else NUMBERS))
    kind = rng.integers(10)
    if kind < 4:
        return f"({number(rng, depth - 1)} {rng.choice(TWO)} {number(rng, depth - 1)})"
    if kind < 6:
        return f"{rng.choice(ONE)}({number(rng, depth - 1)})"
    if kind == 6:
        return f"{rng.choice(('min', 'max', 'atan2'))}({number(rng, depth - 1)}, {number(rng, depth - 1)})"
    if kind == 7:
        return f"clip({', '.join(number(rng, depth - 1) for _ in range(3))})"
    if kind == 8:
        return f"norm({vector(rng, depth - 1)})" if rng.random() < 0.5 else f"{vector(rng, depth - 1)}.x"
    return f"dot({vector(rng, depth - 1)}, {vector(rng, depth - 1)})"


def vector(rng: np.random.Generator, depth: int) -> str:
    """A text that is a vector more often than not."""
    if depth <= 0 or rng.random() < 0.4:
        return str(rng.choice(VECTORS))
    kind = rng.integers(4)
    if kind == 0:
        return f"({', '.join(number(rng, depth - 1) for _ in range(3))})"
    if kind == 1:
        return f"cross({vector(rng, depth - 1)}, {vector(rng, depth - 1)})"
    if kind == 2:
        return f"({vector(rng, depth - 1)} {rng.choice(TWO)} {vector(rng, depth - 1)})"
    return f"({number(rng, depth - 1)} * {vector(rng, depth - 1)})"


def condition(rng: np.random.Generator, depth: int) -> str:
    """A text that is a condition on what is known beforehand more often than not."""
    if depth > 0 and rng.random() < 0.5:
        joint = rng.choice((" and ", " or "))
        return f"({condition(rng, depth - 1)}{joint}{condition(rng, depth - 1)})"
    if rng.random() < 0.2:
        return f"not {condition(rng, depth - 1)}"
    left, right = (_known(rng, depth + 1) for _ in range(2))
    return f"{left} {rng.choice(('<', '<=', '>', '>=', '==', '!='), p=(0.3, 0.2, 0.25, 0.2, 0.025, 0.025))} {right}"


def hostile(rng: np.random.Generator, text: str) -> str:
    """The text, one time in five broken or mixed with what has no place in it."""
    luck = rng.random()
    if luck > 0.2 or not text:
        return text
    at = int(rng.integers(len(text)))
    if luck < 0.08:
        return text[:at] + str(rng.choice(HOSTILE)) + text[at:]
    if luck < 0.12:
        return str(rng.choice(HOSTILE))
    if luck < 0.16:
        return text[:at] + text[at + int(rng.integers(1, 5)) :]
    return text[:at] + chr(int(rng.integers(1, 0xFFFF))) + text[at:]


def nested(rng: np.random.Generator) -> str:
    """Minima within minima, powers of powers, or a long sum."""
    text, kind = str(rng.choice(SCALARS)), rng.integers(4)
    for _ in range(int(rng.integers(2, 40))):
        other = str(rng.choice(SCALARS))
        text = (
            f"{rng.choice(('min', 'max'))}({text}, {other})",
            f"({text} + {other}) ** {rng.choice(('2', '3', '0.5', '-1', '20', other))}",
            f"({text} * {text})" if len(text) < 1500 else f"sqrt({text})",
            f"{text} + {other} * {rng.choice(SCALARS)}",
        )[kind]
    return text


def _known(rng: np.random.Generator, depth: int) -> str:
    if depth <= 0 or rng.random() < 0.3:
        return str(rng.choice(TIMES if rng.random() < 0.6 else NUMBERS))
    if rng.random() < 0.5:
        return f"({_known(rng, depth - 1)} {rng.choice(TWO)} {_known(rng, depth - 1)})"
    name = rng.choice((*ONE, "min", "max"))
    more = f", {_known(rng, depth - 1)}" if name in ("min", "max") else ""
    return f"{name}({_known(rng, depth - 1)}{more})"


def draw_expression(rng: np.random.Generator) -> Case:
    """An expression that is read, differentiated and evaluated."""
    luck = rng.random()
    if luck < 0.1:
        text = nested(rng)
    elif luck < 0.8:
        text = hostile(rng, number(rng, int(rng.integers(1, 5))))
    else:
        text = hostile(rng, vector(rng, int(rng.integers(1, 4))))
    return text, partial(evaluate, text)


def draw_condition(rng: np.random.Generator) -> Case:
    """A condition that is read and evaluated."""
    text = hostile(rng, condition(rng, int(rng.integers(1, 4))))
    return text, partial(evaluate_condition, text)


def draw_formula(rng: np.random.Generator) -> Case:
    """A formula of a dimension, or a condition on it."""
    text = hostile(rng, _known(rng, int(rng.integers(1, 6))).replace(".", "_"))
    return text, partial(evaluate_formula, text)


def evaluate(text: str) -> None:
    """Values and derivatives at five frames."""
    read_ = read(text, CHARACTER, subexpressions=SUBEXPRESSIONS, field="here")
    function = compiled(read_.outputs, read_.symbols, read_.constant_symbols, read_.definitions)
    variables, constants = np.ones((len(read_.symbols), 5)), np.ones((len(read_.constants), 5))
    for values in (function.values, function.first_derivatives, function.second_derivatives):
        values(variables, constants)


def evaluate_condition(text: str) -> None:
    """Whether it holds at five frames."""
    asked, compared = read_condition(text, CHARACTER, subexpressions=SUBEXPRESSIONS, field="here")
    function = compiled(compared.outputs, (), compared.constant_symbols, compared.definitions)
    holds(asked, function.values(np.empty((0, 5)), np.ones((len(compared.constants), 5))))


def evaluate_formula(text: str) -> None:
    """Its number."""
    formula = Arithmetic(text, field="here")
    formula.number({"time": 1.0, "phase": 0.5, "duration": 2.0, "value": -1.0, "gait": "run"})
