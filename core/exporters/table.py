"""Tables of words as text that spreadsheets take: quoted where that is needed, and never run as formulas."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

_FORMULA_SIGNS = tuple("=+-@＝＋－＠")
"""A cell that begins so may run as a formula; Japanese spreadsheets take the full-width signs, too."""
_BREAKS = '"\n\r'
_ESCAPES = str.maketrans({"&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;"})
"""As html.escape does it, whose module brings a table of two thousand names along."""


def guarded(cell: str) -> str:
    """Put an apostrophe before a text that a spreadsheet would run as a formula.

    A sign alone is no formula. `core.importers.table.unguarded` takes it off again, and nothing else.

    >>> guarded("=1+1"), guarded("-"), guarded("cat"), guarded("'=1+1")
    ("'=1+1", '-', 'cat', "''=1+1")
    """
    return f"'{cell}" if is_formula_like(cell) else cell


def is_formula_like(cell: str) -> bool:
    """Return whether `cell`, apart from apostrophes before it, may run as a formula."""
    bare = cell.lstrip("'")
    return len(bare) > 1 and bare.startswith(_FORMULA_SIGNS)


def table_text(rows: Iterable[Sequence[str]], separator: str = "\t") -> str:
    r"""Return rows of words as separated text, a line a row, without a line end behind the last.

    Cells with the separator, a quote or a line end are quoted, quotes in them doubled.

    >>> table_text([["a", 'two "b"s'], ["=x", ""]], ",")
    'a,"two ""b""s"\n\'=x,'
    """
    return "\n".join(_line(row, separator) for row in rows)


def _line(row: Sequence[str], separator: str) -> str:
    line = separator.join(_quoted(guarded(cell), separator) for cell in row)
    return line if line or not row else '""'  # an empty line would be no row


def _quoted(cell: str, separator: str) -> str:
    if separator in cell or any(sign in cell for sign in _BREAKS):
        return '"' + cell.replace('"', '""') + '"'
    return cell


def table_html(rows: Iterable[Sequence[str]]) -> str:
    """Return rows of words as an HTML table whose cells spreadsheets take as text."""
    lines = ("<tr>" + "".join(map(_html_cell, row)) + "</tr>\n" for row in rows)
    return '<meta charset="utf-8"><table>\n' + "".join(lines) + "</table>"


def _html_cell(cell: str) -> str:
    text = cell.translate(_ESCAPES).replace("\r\n", "\n").replace("\r", "\n").replace("\n", "<br>")
    return f'<td style=\'mso-number-format:"\\@"; white-space:pre\' sdnum="0;0;@">{text}</td>'
