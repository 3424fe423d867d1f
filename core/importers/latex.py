r"""A matrix in LaTeX: ``bmatrix`` and its like, ``array``, or bare rows with ``&`` and ``\\``."""

from __future__ import annotations

import re

from core.errors import SandboxError
from core.importers.block import check_count, shown
from core.importers.literal import NotWorkedOut
from core.text import QT_TRANSLATE_NOOP

_BEGIN = re.compile(r"\\begin\{((?:[bpvBV]|small)?matrix\*?|array)\}")
_AROUND = r"\\(?:begin|end)\{(?:equation|align|gather|displaymath|math)\*?\}"
_BEFORE = re.compile(
    rf"[ $]*(?:{_AROUND}|\\\[|\\\()?[ $]*(?:[\w \\{{}}^&]{{0,80}}=)?[ &]*(?:\\left ?\\?[\[({{|.])? ?"
)
_AFTER = re.compile(rf" ?(?:\\right ?\\?[\])}}|.])?[ .,;$]*(?:{_AROUND}|\\\]|\\\))?[ .,;$]*")
_LONGEST_AROUND = 300
_MAX_CELLS = 100_000
"""Nobody has typeset more."""
_ROW_END = re.compile(r"\\\\(?:\s*\[[^\[\]]{0,20}\])?")
_LINES = re.compile(r"\\hline|\\[ct]?line\{[^{}]{0,20}\}|\\(?:top|mid|bottom)rule|(?<!\\)%[^\n]*")
_SPACES = re.compile(r"\\[,;:! ]|\\q?quad|\\[hv]?phantom\{[^{}]{0,20}\}|[~$]|\{\}|\\displaystyle")
_POWER = re.compile(r" ?\\(?:times|cdot) ?10 ?\^ ?(?:\{ ?([-+−]?\d+) ?\}|(\d))")
_NUM = re.compile(r"\\num\{([^{}]*)\}")
_FRACTION = re.compile(r"\\[dt]?frac\{([^{}]*)\}\{([^{}]*)\}")
_ROOT = re.compile(r"\\sqrt\{([^{}]*)\}")


class UnfinishedMatrix(SandboxError):
    """A matrix that is cut off."""

    template = QT_TRANSLATE_NOOP("Errors", "The matrix has no \\end{{{name}}}: the text is cut off.")


def latex_rows(text: str) -> list[list[str]] | None:
    r"""Return the cells of the first matrix, None where the text is no LaTeX.

    Raises
    ------
    SandboxError
        Where it is cut off, or something stands beside it that would have to be worked out.

    Examples
    --------
    >>> latex_rows(r"W = \begin{bmatrix} 1 & -2 \\ 3 \times 10^{-4} & \frac{1}{2} \end{bmatrix}")
    [['1', '-2'], ['3e-4', '=(1)/(2)']]
    """
    found = _BEGIN.search(text)
    if found is None:
        return _rows(text) if "&" in text and "\\\\" in text else None
    name = found.group(1)
    end = text.find(rf"\end{{{name}}}", found.end())
    if end < 0:
        raise UnfinishedMatrix(name=name)
    before, after = text[: found.start()], text[end + len(rf"\end{{{name}}}") :]
    for around, allowed in ((" ".join(before.split()), _BEFORE), (" ".join(after.split()), _AFTER)):
        if len(around) > _LONGEST_AROUND or not allowed.fullmatch(around):
            raise NotWorkedOut(text=shown(around))
    return _rows(_without_alignment(text[found.end() : end]))


def _without_alignment(body: str) -> str:
    """Take off ``[r]`` and ``{*{3}{r}}`` behind the beginning."""
    body = body.lstrip()
    if body.startswith("[") and "]" in body[:10]:
        body = body[body.index("]") + 1 :].lstrip()
    if not body.startswith("{"):
        return body
    depth = 0
    for at, sign in enumerate(body[:200]):
        depth += (sign == "{") - (sign == "}")
        if not depth:
            return body[at + 1 :]
    return body


def _rows(body: str) -> list[list[str]]:
    check_count(body.count("&") + body.count("\\\\"), _MAX_CELLS)
    lines = _ROW_END.split(" ".join(_LINES.sub("", body).split()))
    if not lines[-1].strip():
        lines.pop()
    return [[_cell(cell) for cell in line.split("&")] for line in lines]


def _cell(cell: str) -> str:
    cell = _NUM.sub(r"\1", _SPACES.sub(" ", cell).replace("{,}", ",")).strip()
    cell = _POWER.sub(lambda found: f"e{found.group(1) or found.group(2)}", cell).replace(r"\infty", "∞")
    formula = _ROOT.sub(r"sqrt(\1)", _FRACTION.sub(r"(\1)/(\2)", cell))
    return cell if formula == cell else f"={formula}"
