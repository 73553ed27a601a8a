"""Expressions with unknown steps between frames: time derivatives are quotients of two signals.

With d_k = x(t+k+1) - x(t+k) in the step h_k that begins k frames after t, and v_k = d_k / h_k:

    mid-step, forward  v_0
    central            (d_-1 + d_0) / (h_-1 + h_0)
    ends               v_0 + (v_0 - v_1) h_0 / (h_0 + h_1), and its mirror image at the last frame
    x''                2 (v_0 - v_-1) / (h_-1 + h_0)

At even steps these equal the differences of stencils.py. An integral weights each value by its share of time.
"""

from collections.abc import Iterator
from dataclasses import replace

import sympy

from ...expression.reading import Expression
from ...expression.signals import CENTRAL, BodyPoints, Coordinate, Gain, Length, Share, Signal, Step
from ..transcription import Transcription
from .repeats import Repeats
from .samples import Samples
from .stencils import is_mid_step, order_of


def with_free_steps(
    transcription: Transcription, expression: Expression, samples: Samples, *, integrated: bool
) -> Expression:
    """The expression rewritten in signals that are linear in the unknowns, including steps and length.

    Args:
        transcription: with unknown steps.
        expression: parsed.
        samples: at which it is evaluated: all at frames, or all between frames.
        integrated: whether its values are summed to an integral over time.
    """
    if not len(samples):
        return expression
    differences = _Differences(transcription, samples)
    timed = dict(differences.of(expression))
    outputs = expression.outputs
    if integrated:
        outputs = tuple(differences.symbol("share", Share()) * output for output in outputs)
    signals = dict(zip(expression.symbols, expression.signals, strict=True))
    constants = dict(zip(expression.constant_symbols, expression.constants, strict=True))
    moving = {symbol: of for symbol, of in signals.items() if symbol not in timed} | differences.signals
    untimed = {symbol: of for symbol, of in constants.items() if symbol not in timed}
    return replace(
        expression,
        outputs=outputs,
        symbols=tuple(moving),
        signals=tuple(moving.values()),
        constant_symbols=tuple(untimed),
        constants=tuple(untimed.values()),
        definitions=(*timed.items(), *expression.definitions),
    )


class _Differences:
    """Differences over time at some samples.

    Attributes:
        signals: from which they are computed, by symbol.
    """

    def __init__(self, transcription: Transcription, samples: Samples) -> None:
        self._repeats, self._samples = Repeats(transcription), samples
        self._n_steps = self._repeats.n_frames - (transcription.timeline.cycle is None)
        self.signals: dict[sympy.Symbol, Signal] = {}

    def symbol(self, name: str, signal: Signal) -> sympy.Symbol:
        """The symbol of a signal, with a space to distinguish it from names in texts."""
        symbol = sympy.Symbol(f"free {name}", real=True)
        self.signals[symbol] = signal
        return symbol

    def of(self, expression: Expression) -> Iterator[tuple[sympy.Symbol, sympy.Expr]]:
        """Substitutions for the symbols of velocities, accelerations, and the length."""
        for symbol, signal in zip(expression.symbols, expression.signals, strict=True):
            if isinstance(signal, BodyPoints | Coordinate) and order_of(signal):
                yield symbol, self._difference(symbol, signal)
        for symbol, constant in zip(expression.constant_symbols, expression.constants, strict=True):
            if constant.name in ("duration", "time_step"):
                steps = self._n_steps if constant.name == "time_step" else 1
                yield symbol, self.symbol("length", Length()) / steps

    def _difference(self, symbol: sympy.Symbol, signal: BodyPoints | Coordinate) -> sympy.Expr:
        between, quotients = self._samples.between and signal.frame is None, _Quotients(self, symbol, signal)
        if is_mid_step(signal) and not between:
            return self._at_one_frame(quotients, signal)
        if signal.order == 2:
            of = quotients.curvature
        else:
            of = quotients.central if signal.scheme == CENTRAL else quotients.speed
        is_mean = between and not is_mid_step(signal)
        return (of(0) + of(1)) / 2 if is_mean else of(0)

    def _at_one_frame(self, quotients: "_Quotients", signal: BodyPoints | Coordinate) -> sympy.Expr:
        """A velocity at a single frame, one-sided at an open clip's ends."""
        frame = self._samples.frames[:1]
        if signal.frame is not None:
            frame = frame * 0 + self._repeats.inside(signal.frame)
        if not self._repeats.exists(frame - 1)[0]:
            return quotients.at_end(0, 1)
        if not self._repeats.exists(frame + 1)[0]:
            return quotients.at_end(-1, -2)
        return quotients.central(0)


class _Quotients:
    """Differences of one signal, ``k`` frames after the sample."""

    def __init__(self, among: _Differences, symbol: sympy.Symbol, signal: BodyPoints | Coordinate) -> None:
        self._among, self._name, self._of = among, symbol.name, replace(signal, order=0)

    def speed(self, k: int) -> sympy.Expr:
        """v_k."""
        return self._gain(k) / self._step(k)

    def central(self, k: int) -> sympy.Expr:
        """(d_k-1 + d_k) / (h_k-1 + h_k)."""
        return (self._gain(k - 1) + self._gain(k)) / (self._step(k - 1) + self._step(k))

    def curvature(self, k: int) -> sympy.Expr:
        """2 (v_k - v_k-1) / (h_k-1 + h_k)."""
        return 2 * (self.speed(k) - self.speed(k - 1)) / (self._step(k - 1) + self._step(k))

    def at_end(self, k: int, inner: int) -> sympy.Expr:
        """v_k, extrapolated by half a step towards the end with the change from the next inner step."""
        change = (self.speed(k) - self.speed(inner)) * self._step(k) / (self._step(k) + self._step(inner))
        return self.speed(k) + change

    def _gain(self, k: int) -> sympy.Symbol:
        return self._among.symbol(f"{self._name} {k}", Gain(self._of, k))

    def _step(self, k: int) -> sympy.Symbol:
        at = "" if self._of.frame is None else f" of {self._of.frame}"
        return self._among.symbol(f"step {k}{at}", Step(k, self._of.frame))
