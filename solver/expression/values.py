"""Numbers and vectors in expressions, and the arithmetic allowed between them."""

import math
from collections.abc import Callable
from typing import Any, TypeAlias

import sympy

from .text_error import TextError

Scalar: TypeAlias = Any  # sympy.Expr; SymPy has no type hints
Vector: TypeAlias = tuple[Scalar, Scalar, Scalar]
Value: TypeAlias = Any  # Scalar or Vector

# abs, min and max are rounded within SMOOTH of their corners, so that derivatives exist everywhere
SMOOTH = 1e-3
SMOOTH_LENGTH = 1e-4  # m; the same for norm


def number(value: float) -> Scalar:
    """A constant.

    Raises:
        TextError: the value is infinite or undefined.
    """
    if not math.isfinite(value):
        raise TextError("this number is too large")
    if abs(value) < 1e6 and value == round(value):
        return sympy.Integer(round(value))
    return sympy.Float(value)


def add(a: Value, b: Value) -> Value:
    """Sum of a and b, both numbers or both vectors."""
    if isinstance(a, tuple) and isinstance(b, tuple):
        return (a[0] + b[0], a[1] + b[1], a[2] + b[2])
    if isinstance(a, tuple) or isinstance(b, tuple):
        raise TextError("a vector and a number cannot be added; take a component (.x, .y, .z) or norm()")
    return a + b


def multiply(a: Value, b: Value) -> Value:
    """Product of a and b, at most one a vector."""
    if isinstance(a, tuple) and isinstance(b, tuple):
        raise TextError("two vectors are multiplied by dot(a, b) or cross(a, b)")
    if isinstance(b, tuple):
        a, b = b, a
    if isinstance(a, tuple):
        return (a[0] * b, a[1] * b, a[2] * b)
    return a * b


def negative(a: Value) -> Value:
    """-a."""
    return multiply(sympy.Integer(-1), a)


def divide(a: Value, b: Value) -> Value:
    """Quotient of a and b, b a number."""
    if isinstance(b, tuple):
        raise TextError("a vector cannot be a divisor; norm() gives its length")
    if b == 0:  # algebraically 0, so undefined at all frames
        raise TextError("this divides by 0")
    return multiply(a, raised(b, sympy.Integer(-1)))


def power(a: Value, b: Value) -> Value:
    """Power a ** b of numbers."""
    if isinstance(a, tuple) or isinstance(b, tuple):
        raise TextError("a vector has no powers; dot(a, a) is its squared length")
    if a.is_Number and b.is_Number:
        return folded(math.pow, a, b)
    return raised(a, b)


def raised(a: Scalar, b: Scalar) -> Scalar:
    """Power a ** b; unevaluated for a sum, whose signs SymPy would determine first."""
    return sympy.Pow(a, b, evaluate=not a.is_Add or b in (0, 1))


def folded(function: Callable[..., float], *arguments: Scalar) -> Scalar:
    """Evaluates a function of constants.

    Raises:
        TextError: it is undefined there.
    """
    try:
        return number(function(*(float(a) for a in arguments)))
    except (ValueError, OverflowError, ZeroDivisionError) as error:
        raise TextError("this has no value") from error


def dot(a: Vector, b: Vector) -> Scalar:
    """Inner product."""
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2]


def cross(a: Vector, b: Vector) -> Vector:
    """Cross product."""
    return (a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0])


def norm(a: Vector) -> Scalar:
    """sqrt(a . a + SMOOTH_LENGTH^2)."""
    return raised(dot(a, a) + SMOOTH_LENGTH**2, sympy.Rational(1, 2))


def absolute(a: Scalar) -> Scalar:
    """sqrt(a^2 + SMOOTH^2)."""
    if a.is_Number:
        return folded(abs, a)
    return raised(raised(a, sympy.Integer(2)) + SMOOTH**2, sympy.Rational(1, 2))


def larger(a: Scalar, b: Scalar) -> Scalar:
    """(a + b + |a - b|) / 2."""
    return _middle(a, b, absolute(_difference(a, b)))


def smaller(a: Scalar, b: Scalar) -> Scalar:
    """(a + b - |a - b|) / 2."""
    return _middle(a, b, -absolute(_difference(a, b)))


def _middle(a: Scalar, b: Scalar, distance: Scalar) -> Scalar:
    """(a + b + distance) / 2, unevaluated, because SymPy would expand it, which is slow for nested minima."""
    if distance.is_Number:
        return (a + b + distance) / 2
    return sympy.Mul(sympy.Rational(1, 2), sympy.Add(a, b, distance, evaluate=False), evaluate=False)


def _difference(a: Scalar, b: Scalar) -> Scalar:
    if a.is_Number and b.is_Number:
        return a - b
    return sympy.Add(a, sympy.Mul(-1, b, evaluate=False), evaluate=False)
