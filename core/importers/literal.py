"""Numbers in brackets, as Python, NumPy and PyTorch write and print them. Read, never run."""

from __future__ import annotations

import re
from typing import TypeAlias

from core.errors import SandboxError
from core.importers.block import RaggedRows, check_count, shown
from core.text import QT_TRANSLATE_NOOP

_Node: TypeAlias = "list[_Node] | str"

_SCALAR = re.compile(
    r"\b(?:(?:np|numpy|torch|jnp)\.)?(?:float\d*|int\d*|bool_?|array|tensor)\(([^()\[\],]*)\)", re.ASCII
)
"""``np.float64(0.5)`` and the like inside of lists."""
_BEFORE = re.compile(
    r"\s*(?:>>>\s*)?(?:[A-Za-z_][\w.]*\s*=\s*)?(?:Parameter containing:\s*)?((?:[A-Za-z_][\w.]*\(\s*)*)",
    re.ASCII,
)
_INFINITE = re.compile(r"\b(?:np|numpy|torch|math|jnp)\.(?=inf|nan)", re.ASCII)
_LONGEST_AROUND = 300
_CALLS = frozenset(
    {"array", "asarray", "matrix", "Array", "tensor", "as_tensor", "Tensor", "FloatTensor", "DoubleTensor"}
    | {"Parameter", "list", "tuple"}
)
_AFTER = re.compile(
    r"\s*(?:,\s*\w+\s*=\s*(?:[\w.]+|'[^'\n]{0,40}'|\"[^\"\n]{0,40}\"|<[^<>\n]{0,80}>)\s*)*,?[\s)]*;?\s*"
)
_TOKEN = re.compile(r"[\[\](),]|[^\s\[\](),]+")
_MAX_DEPTH, _MAX_NESTED = 3, 12
_WORDS = {"True": "1", "False": "0"}


class BrokenBrackets(SandboxError):
    """Brackets that do not pair, or lists and numbers side by side."""

    template = QT_TRANSLATE_NOOP(
        "Errors", "The brackets do not pair, or some rows have brackets and others none, near “{text}”."
    )


class ShortenedPrintout(SandboxError):
    """A print-out in which numbers are left out."""

    template = QT_TRANSLATE_NOOP(
        "Errors", "The print-out is shortened (…): numbers are missing. Print all of it, or use tolist()."
    )


class NotWorkedOut(SandboxError):
    """Something that would have to be computed."""

    template = QT_TRANSLATE_NOOP(
        "Errors", "“{text}” is not worked out here. Paste the numbers that come out of it."
    )


class TooDeep(SandboxError):
    """More axes than a table shows."""

    template = QT_TRANSLATE_NOOP(
        "Errors", "There are {count} axes; a matrix has two, or three with one for the heads."
    )


def literal_rows(text: str) -> list[list[str]] | None:
    r"""Return the cells of nested brackets, None where the text has none.

    A single list is a row. Three levels are heads: their matrices stand side by side, as grids show them.

    Raises
    ------
    SandboxError
        Where the brackets do not pair, the print-out is shortened, or there is more to it than brackets.

    Examples
    --------
    >>> literal_rows("W = np.array([[1., 2.],\n [3., 4.]])")
    [['1.', '2.'], ['3.', '4.']]
    >>> literal_rows("[[1. 2.]\n [3. 4.]]")
    [['1.', '2.'], ['3.', '4.']]
    """
    found = _BEFORE.match(text, 0, _LONGEST_AROUND)
    if found is None or not (found.group(1) or text.startswith(("[", "("), found.end())):
        return None
    for call in found.group(1).split("(")[:-1]:
        if call.strip().split(".")[-1] not in _CALLS:
            raise NotWorkedOut(text=f"{shown(call)}(…)")
    nodes, rest = _trees(_INFINITE.sub("", _SCALAR.sub(r"\1", text[found.end() :])))
    rest = " ".join(rest.split())
    if len(rest) > _LONGEST_AROUND or not _AFTER.fullmatch(rest):
        raise NotWorkedOut(text=shown(rest))
    return _table(nodes[0] if len(nodes) == 1 else nodes)


def _trees(text: str) -> tuple[list[_Node], str]:
    """Return the nested lists at the start of `text`, or its only number, and what stands behind them."""
    nodes, end = _nested(text)
    if nodes:
        return nodes, text[end:]
    alone = _TOKEN.match(text)
    return [[alone.group()] if alone else []], text[alone.end() if alone else 0 :]


def _nested(text: str) -> tuple[list[_Node], int]:
    nodes: list[_Node] = []
    stack: list[list[_Node]] = []
    before, end = "", 0
    for count, found in enumerate(_TOKEN.finditer(text)):
        check_count(count // 2)
        token = found.group()
        if token in ("[", "("):
            if len(stack) == _MAX_NESTED:
                raise TooDeep(count=_MAX_NESTED + 1)
            stack.append([])
        elif not stack:
            if token != ",":
                break
        elif token in ("]", ")"):
            (stack[-2] if len(stack) > 1 else nodes).append(stack.pop())
            end = found.end()
        elif token != "," or before in (",", "[", "("):
            stack[-1].append(_cell(token))
        before = token
    if stack:
        raise BrokenBrackets(text=shown(text))
    return nodes, end


def _cell(token: str) -> str:
    if token == "...":
        raise ShortenedPrintout()
    return "" if token == "," else _WORDS.get(token, token.strip("\"'"))


def _table(node: _Node) -> list[list[str]]:
    depth = _depth(node)
    while depth > _MAX_DEPTH and len(node) == 1:
        node, depth = node[0], depth - 1
    if depth > _MAX_DEPTH:
        raise TooDeep(count=depth)
    if depth == 1:
        return [_cells(node)]
    if depth == 2:
        return [_cells(row) for row in _lists(node)]
    heads = [[_cells(row) for row in _lists(head)] for head in _lists(node)]
    return side_by_side(heads)


def side_by_side(heads: list[list[list[str]]]) -> list[list[str]]:
    """Put matrices of one shape beside each other."""
    for number, head in enumerate(heads, 1):
        if len(head) != len(heads[0]):
            raise RaggedRows(row=number, count=len(head), first=1, expected=len(heads[0]))
    return [[cell for head in heads for cell in head[row]] for row in range(len(heads[0]))]


def _depth(node: _Node) -> int:
    depth = 0
    while isinstance(node, list):
        depth += 1
        node = node[0] if node else ""
    return depth


def _lists(node: _Node) -> list[_Node]:
    if isinstance(node, str) or any(isinstance(each, str) for each in node):
        raise BrokenBrackets(text=shown(node if isinstance(node, str) else _first_text(node)))
    return node


def _cells(node: _Node) -> list[str]:
    if isinstance(node, str):
        raise BrokenBrackets(text=shown(node))
    cells = [each for each in node if isinstance(each, str)]
    if len(cells) != len(node):
        raise BrokenBrackets(text=shown(cells[0] if cells else "["))
    return cells


def _first_text(node: list[_Node]) -> str:
    return next(each for each in node if isinstance(each, str))
