"""Numbers from the clipboard, whatever program they come from. Imported when something is pasted."""

from __future__ import annotations

from PySide6.QtCore import QMimeData

from app.widgets.grid_clipboard import NothingToPaste
from core.errors import SandboxError
from core.exporters.own import MATRIX_TYPE
from core.importers.block import numbers_of
from core.importers.html import html_rows
from core.importers.libreoffice import is_by_libreoffice, with_lost_digits
from core.importers.own import matrix_of
from core.importers.text import matrix_of_text
from core.numbers import EmptyNumber
from core.tensor import Array

_LONGEST_HTML = 16_000_000
"""Of longer pages only the text is read."""


def block_from_mime(mime: QMimeData | None, *, comma: bool = False, copied: Array | None = None) -> Array:
    """Return the numbers on the clipboard, shape (rows, columns).

    What this program copied comes first, then the first table of an HTML page, then the text.

    Parameters
    ----------
    mime : QMimeData or None
    comma : bool, default=False
        Whether a comma is a decimal sign, too.
    copied : ndarray or None
        What was copied last: LibreOffice gives it back with fewer digits.

    Raises
    ------
    SandboxError
        When there are none, rows differ in length, or anything is no number.
    """
    if mime is None or not (mime.hasText() or mime.hasHtml() or mime.hasFormat(MATRIX_TYPE)):
        raise NothingToPaste()
    own = matrix_of(bytes(mime.data(MATRIX_TYPE).data())) if mime.hasFormat(MATRIX_TYPE) else None
    if own is not None:
        return own
    html = mime.html() if mime.hasHtml() else ""
    rows = html_rows(html) if len(html) <= _LONGEST_HTML else []
    try:
        if rows:
            block = numbers_of(rows, comma=comma)
            return with_lost_digits(block, copied) if is_by_libreoffice(html) else block
    except SandboxError:
        if not mime.text().strip():
            raise
    try:
        return matrix_of_text(mime.text(), comma=comma)
    except EmptyNumber as error:
        raise NothingToPaste() from error
