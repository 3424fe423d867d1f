"""What the stage says of a cell in tooltips and to screen readers."""

from __future__ import annotations

import html

from PySide6.QtCore import QCoreApplication

from app.models.stage_content import MatrixView
from core.expression.numbers import number_text
from core.numbers import edit_text

translate = QCoreApplication.translate


def sentence(view: MatrixView, row: int, column: int) -> str:
    """Return ``W_Q, row 2 'cat', column 3: 0.25``."""
    parts = [
        *filter(None, (view.run,)),
        view.symbol.replace("^T", "ᵀ"),
        _named(translate("StageCanvas", "row {number}"), row, view.row_labels),
        _named(translate("StageCanvas", "column {number}"), column, view.column_labels),
    ]
    return f"{', '.join(parts)}: {_said(view, row, column)}"


def tip(view: MatrixView, row: int, column: int) -> str:
    """Return name, exact value, and the place counted from 0 and from 1."""
    index = ", ".join(str(place) for place in view.index(row, column))
    value = float(view.values[row, column])
    lines = [f"{view.run}{': ' if view.run else ''}{view.tensor}[{index}] = {_exact(value)}"]
    rows = translate("StageCanvas", "row {number} of {count}").format(
        number=row + 1, count=view.values.shape[0]
    )
    columns = translate("StageCanvas", "column {number} of {count}").format(
        number=column + 1, count=view.values.shape[1]
    )
    lines.append(f"{_with(rows, view.row_labels, row, view.row_axis)}")
    lines.append(f"{_with(columns, view.column_labels, column, view.column_axis)}")
    if view.masked is not None and view.masked[row, column]:
        lines.append(view.mask_text or translate("StageCanvas", "masked"))
    return "\n".join(lines)


def plate_words(view: MatrixView) -> tuple[str, str]:
    """Return what may stand on the hatch, the fuller first."""
    return view.mask_text, translate("StageCanvas", "masked")


def header_tip(axis: str, label: str, *, is_row: bool) -> str:
    """Return ``query (row): mat``."""
    kind = translate("StageCanvas", "{axis} (row)") if is_row else translate("StageCanvas", "{axis} (column)")
    return f"{kind.format(axis=axis)}: {label}" if axis else label


def plain_tip(text: str) -> str:
    """Return a tooltip that Qt does not take for HTML: words may be ``<b>``."""
    if "<" not in text and "&" not in text:
        return text
    return "<p style='white-space: pre'>" + html.escape(text).replace("\n", "<br>") + "</p>"


def kept_until(value: float) -> str:
    """Return what becomes of a refused text."""
    return translate("StageCanvas", "Kept until you change it · Esc brings back {value}").format(
        value=number_text(value, None)
    )


def computed() -> str:
    """Return what is said when someone types into a computed cell."""
    return translate(
        "StageCanvas", "This cell is computed: F2 or a double click goes to where it comes from."
    )


def few_decimals(decimals: int) -> str:
    """Return what is said where there is no room for as many decimals as asked for."""
    if decimals == 1:
        return translate("StageCanvas", "1 decimal")
    return translate("StageCanvas", "{count} decimals").format(count=decimals)


def product_and_sum() -> tuple[str, str]:
    """Return the words of the little table."""
    return translate("StageCanvas", "product"), translate("StageCanvas", "sum")


def _exact(value: float) -> str:
    return edit_text(value) if value == value and abs(value) != float("inf") else number_text(value, None)


def _said(view: MatrixView, row: int, column: int) -> str:
    if view.masked is not None and view.masked[row, column]:
        return translate("StageCanvas", "masked")
    return _exact(float(view.values[row, column]))


def _named(text: str, place: int, labels: tuple[str, ...]) -> str:
    said = text.format(number=place + 1)
    label = labels[place] if place < len(labels) else ""
    return f"{said} '{label}'" if label and label != str(place + 1) else said


def _with(text: str, labels: tuple[str, ...], place: int, axis: str) -> str:
    label = labels[place] if place < len(labels) else ""
    named = f"{text} “{label}”" if label and label != str(place + 1) else text
    return f"{named} · {axis}" if axis else named
