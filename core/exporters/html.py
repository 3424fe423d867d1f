"""Numbers as an HTML table that spreadsheets take exactly, whatever their decimal sign is."""

from __future__ import annotations

from core.exporters.block import Block

_NOT_FINITE = {"inf", "-inf", "nan"}


def html_text(block: Block) -> str:
    """Return a table in which ``sdval`` (LibreOffice) and ``x:num`` (Excel) hold each number exactly."""
    rows = ("<tr>" + "".join(map(_cell, row)) + "</tr>\n" for row in block.texts())
    return (
        '<html xmlns:x="urn:schemas-microsoft-com:office:excel"><head><meta charset="utf-8"></head>'
        f"<body><table>\n{''.join(rows)}</table></body></html>"
    )


def _cell(text: str) -> str:
    return f"<td>{text}</td>" if text in _NOT_FINITE else f'<td sdval="{text}" x:num="{text}">{text}</td>'
