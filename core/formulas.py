"""Formulas typed into a cell: arithmetic on numbers, worked out once.

``+ - * / ^ ( )``, ``sqrt exp ln log sin cos tan tanh abs min max``, ``pi`` and ``e``. ``log`` is the natural
logarithm, as in NumPy; ``-2^2`` is −4, as in mathematics. Cells cannot be referred to.
"""

from __future__ import annotations

import ast
import math
import re
from collections.abc import Callable

from core.errors import SandboxError
from core.text import QT_TRANSLATE_NOOP

MAX_LENGTH = 200
MAX_DEPTH = 40


class NotANumber(SandboxError):
    """A text that is no number."""

    template = QT_TRANSLATE_NOOP("Errors", "“{text}” is not a number. Write one such as 0.25, -3 or =1/3.")


class NotFinite(NotANumber):
    """∞, NaN, or more than a float64 holds."""

    template = QT_TRANSLATE_NOOP(
        "Errors", "{text} is not a finite number. The largest one is about 1.79e308."
    )


class FormulaRefused(NotANumber):
    """A formula that cannot be read."""

    template = QT_TRANSLATE_NOOP(
        "Errors",
        "{text} cannot be worked out. Formulas are numbers with + - * / ^ ( ), pi, e and "
        "sqrt exp ln log sin cos tan tanh abs min max, such as =1/sqrt(2).",
    )


class FormulaTooLong(NotANumber):
    """A formula beyond the limits."""

    template = QT_TRANSLATE_NOOP(
        "Errors", "The formula is too long: at most {length} characters, brackets at most {depth} deep."
    )


class CellReference(NotANumber):
    """A formula with a cell's name in it, as in a workbook."""

    template = QT_TRANSLATE_NOOP(
        "Errors", "{text}: a formula cannot read other cells ({cell}). Write numbers, such as =1/sqrt(2)."
    )


_FUNCTIONS: dict[str, Callable[..., float]] = {
    "sqrt": math.sqrt,
    "exp": math.exp,
    "ln": math.log,
    "log": math.log,
    "sin": math.sin,
    "cos": math.cos,
    "tan": math.tan,
    "tanh": math.tanh,
    "abs": abs,
    "min": min,
    "max": max,
}
_CONSTANTS = {"pi": math.pi, "e": math.e}
_OPERATORS: dict[type[ast.operator], Callable[[float, float], float]] = {
    ast.Add: lambda a, b: a + b,
    ast.Sub: lambda a, b: a - b,
    ast.Mult: lambda a, b: a * b,
    ast.Div: lambda a, b: a / b,
    ast.Pow: math.pow,  # floats only: no huge integers, no complex numbers
}
_TOKEN = re.compile(
    r"(?P<number>(\d+\.?\d*|\.\d+)(e[+-]?\d+)?)|(?P<name>[a-z]+)|(?P<sign>\*\*|[-+*/(),])|\s+"
)
_REFERENCE = re.compile(r"(?<![a-z0-9.])\$?[a-z]{1,3}\$?\d+(?![a-z(])")


def formula_value(formula: str, text: str) -> float:
    """Work out `formula` (without the ``=``).

    Parameters
    ----------
    formula : str
        In plain signs (`core.numbers.plain_text`).
    text : str
        What was typed, for the message.

    Returns
    -------
    float
        Finite.

    Raises
    ------
    NotANumber
    """
    if len(formula) > MAX_LENGTH:
        raise FormulaTooLong(length=MAX_LENGTH, depth=MAX_DEPTH)
    formula = _python(formula)
    _check_tokens(formula, text)
    try:
        tree = ast.parse(formula.strip(), mode="eval")
        value = _value(tree.body, MAX_DEPTH)
    except (SyntaxError, TypeError, ValueError, RecursionError, MemoryError) as error:
        raise FormulaRefused(text=text) from error
    except (ZeroDivisionError, OverflowError) as error:
        raise NotFinite(text=text) from error
    if not math.isfinite(value):
        raise NotFinite(text=text)
    return value


def _python(formula: str) -> str:
    """Spell roots, powers and constants the way Python reads them."""
    formula = formula.lower().replace("^", "**").replace("π", "pi").replace("pi()", "pi")
    formula = re.sub(r"√\s*(\d+\.?\d*|\.\d+|pi|e\b)", r"sqrt(\1)", formula)
    return formula.replace("√", "sqrt")


def _check_tokens(formula: str, text: str) -> None:
    """Let through only decimal numbers, names and signs: ``1_000``, ``0b1`` and ``1j`` would pass `ast`."""
    position, before = 0, None
    while position < len(formula):
        token = _TOKEN.match(formula, position)
        if token is None or (_group(token) in {"number", "name"} and before in {"number", "name"}):
            reference = _REFERENCE.search(formula)
            if reference:
                raise CellReference(text=text, cell=reference.group().upper())
            raise FormulaRefused(text=text)
        position, before = token.end(), _group(token)


def _group(token: re.Match[str]) -> str | None:
    return next((name for name in ("number", "name", "sign") if token.group(name) is not None), None)


def _value(node: ast.expr, depth: int) -> float:
    if depth == 0:
        raise FormulaTooLong(length=MAX_LENGTH, depth=MAX_DEPTH)
    match node:
        case ast.Constant(value=int() | float() as number):
            return float(number)
        case ast.Name(id=name) if name in _CONSTANTS:
            return _CONSTANTS[name]
        case ast.UnaryOp(op=ast.USub() | ast.UAdd() as sign, operand=operand):
            inner = _value(operand, depth - 1)
            return -inner if isinstance(sign, ast.USub) else inner
        case ast.BinOp(left=left, op=operator, right=right) if type(operator) in _OPERATORS:
            return _OPERATORS[type(operator)](_value(left, depth - 1), _value(right, depth - 1))
        case ast.Call(func=ast.Name(id=name), args=[_, *_] as arguments, keywords=[]) if name in _FUNCTIONS:
            return float(_FUNCTIONS[name](*(_value(argument, depth - 1) for argument in arguments)))
    raise ValueError(ast.dump(node))
