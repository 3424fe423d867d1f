"""Tables of words on the clipboard; `core.exporters.table` and `core.importers.table` know the formats."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QMimeData

from core.exporters.own import TABLE_TYPE, table_json
from core.exporters.table import table_html, table_text


def table_mime(rows: Sequence[Sequence[str]]) -> QMimeData:
    """Return words for other programs and, exactly, for this one."""
    mime = QMimeData()
    mime.setData(TABLE_TYPE, table_json(rows).encode())
    mime.setHtml(table_html(rows))
    mime.setText(table_text(rows))
    return mime


def table_from_mime(mime: QMimeData | None) -> list[list[str]]:
    """Return the words on the clipboard, row by row; rows may differ in length. Nothing where there are none.

    Raises
    ------
    SandboxError
        When there is too much of them.
    """
    from core.importers.html import html_rows  # when something is pasted, not at the start
    from core.importers.own import table_of
    from core.importers.table import check_length, pasted_table

    if mime is None:
        return []
    if mime.hasFormat(TABLE_TYPE):
        rows = table_of(bytes(mime.data(TABLE_TYPE).data()).decode(errors="replace"))
        if rows is not None:
            return rows
    if mime.hasText():
        return pasted_table(mime.text())
    check_length(mime.html())
    return html_rows(mime.html())
