"""Paints what stands around the cells: name, headers, notes, badges, bar, and the signs between matrices."""

from __future__ import annotations

import math

from PySide6.QtCore import QLineF, QPointF, QRectF, Qt
from PySide6.QtGui import QPainter

from app.models.stage_content import Kind, MatrixView
from app.models.stage_measure import HEADER_PAD, NUMBER, SIGN, SMALL, TICK, WORD, bar_ticks
from app.models.stage_numbers import name_parts
from app.models.stage_places import Block, Face, SignPlace
from app.models.stage_reading import BROKEN_ROW
from app.theme import Role
from app.widgets.stage.look import Look
from app.widgets.stage.marks import Marks
from app.widgets.stage.paint_cells import rect

_LOWEST_LABEL = 14
"""Headers closer together than this leave some out."""
_PLATE = 20


def paint_title(painter: QPainter, block: Block, view: MatrixView, look: Look) -> None:
    """Write name, shape and note over a matrix, and the caption under it."""
    title = block.title
    small = (Face.TEXT, round(look.px(SMALL)))
    painter.setPen(look.color(Role.INK))
    x = look.name(painter, block.cells.x, block.title_at, name_parts(view.symbol), (Face.MATH, title.pixels))
    if title.shape:
        painter.setPen(look.color(Role.INK_SOFT))
        x = look.line(painter, x + look.px(8), block.title_at, title.shape, small)
    if title.note:
        painter.setPen(look.color(Role.ACCENT))
        at = (block.cells.x, block.note_at) if title.note_below else (x + look.px(8), block.title_at)
        look.line(painter, at[0], at[1], f"✎ {title.note}", small)
    painter.setPen(look.color(Role.INK_SOFT))
    for number, text in enumerate(block.caption):
        middle = block.caption_at + number * look.px(16)
        width = look.metrics.width(text, *small)
        left = block.cells.x + (block.cells.width - width) / 2 if block.centred_caption else block.cells.x
        look.line(painter, left, middle, text, small)


def visible_label(label: str) -> str:
    """Return a header's text: spaces and ends of lines are shown as signs."""
    if label and not label.strip():
        return label.replace("\n", "⏎").replace("\t", "⇥").replace(" ", "␣")
    return label.replace("\n", "⏎")


def _elided(look: Look, label: str, font: tuple[Face, int], room: float) -> str:
    return look.metrics.elided(visible_label(label), *font, round(room))


def paint_row_headers(painter: QPainter, block: Block, view: MatrixView, marks: Marks, look: Look) -> None:
    """Write the labels of the rows; that of a lit row stands on a filled plate."""
    if not block.row_header:
        return
    pixels = round(look.px(NUMBER))
    step = max(math.ceil(look.px(_LOWEST_LABEL) / block.cell_height), 1)
    room = block.row_header - look.px(HEADER_PAD) + 1
    near = {row + off for row in marks.rows for off in range(1 - step, step)}
    right = block.cells.x - look.px(10)
    painter.setPen(look.color(Role.INK))
    for row in range(0, block.rows, step):
        if row not in near:
            text = _elided(look, view.row_labels[row], (Face.TEXT, pixels), room)
            left = right - look.metrics.width(text, Face.TEXT, pixels)
            look.line(painter, round(left), _middle(block, row), text, (Face.TEXT, pixels))
    height = min(look.px(_PLATE), max(block.cell_height, look.px(_LOWEST_LABEL)))
    for row in marks.rows:
        text = _elided(look, view.row_labels[row], (Face.BOLD, pixels), room * 1.15)
        if not text:
            continue
        left = round(right - look.metrics.width(text, Face.BOLD, pixels))
        middle = _middle(block, row)
        plate = QRectF(
            left - look.px(6), round(middle - height / 2), right + look.px(6) - left + look.px(6), height
        )
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(look.color(Role.ACCENT))
        painter.drawRoundedRect(plate, 2, 2)
        painter.setPen(look.color(Role.ON_ACCENT))
        look.line(painter, left, middle, text, (Face.BOLD, pixels))
    if block.corner:
        painter.setPen(look.color(Role.INK_SOFT))
        small = (Face.TEXT, round(look.px(SMALL)))
        left = right - look.metrics.width(block.corner, *small)
        look.line(painter, left, block.cells.y - look.px(12), block.corner, small)


def _middle(block: Block, row: int) -> float:
    return block.cells.y + (row + 0.5) * block.cell_height


def paint_column_headers(painter: QPainter, block: Block, view: MatrixView, marks: Marks, look: Look) -> None:
    """Write the labels of the columns; that of a lit column is outlined."""
    if not block.column_header:
        return
    pixels = round(look.px(NUMBER))
    least = look.px(_LOWEST_LABEL) if block.turned else look.px(_LOWEST_LABEL * 2)
    room = block.column_header - look.px(14) if block.turned else max(block.cell_width + look.px(4), least)
    step = max(math.ceil(look.px(_LOWEST_LABEL) / block.cell_width), 1)
    near = (
        {column + off for column in marks.columns for off in range(1 - step, step)}
        if step > 1
        else marks.columns
    )
    painter.setPen(look.color(Role.INK))
    for column in range(0, block.columns, step):
        if column not in near:
            text = _elided(look, view.column_labels[column], (Face.TEXT, pixels), room + 1)
            _column_label(painter, block, column, text, (Face.TEXT, pixels), look)
    for column in marks.columns:
        most = room + look.px(8) if block.turned else _free(block, view, column, look)
        label = visible_label(view.column_labels[column])
        is_tight = look.metrics.width(label, Face.BOLD, pixels) + look.px(6) > most
        font = (Face.TEXT if is_tight and not block.turned else Face.BOLD, pixels)
        text = look.metrics.elided(label, *font, round(max(room, most - look.px(4))) + 1)
        if not text:
            continue
        _column_plate(painter, block, column, (look.metrics.width(text, *font), most), look)
        painter.setPen(look.color(Role.INK))
        _column_label(painter, block, column, text, font, look)


def paint_pairs(painter: QPainter, block: Block, view: MatrixView, look: Look) -> None:
    """Mark the columns that turn together by one colour, between headers and cells."""
    if not block.column_header:
        return
    high = look.px(3)
    for column, pair in enumerate(view.column_pairs):
        if pair >= 0:
            left = block.cells.x + column * block.cell_width
            mark = QRectF(left + 1, block.cells.y - high - 1, block.cell_width - 2, high)
            painter.fillRect(mark, look.theme.pair_color(pair))


def _column_label(
    painter: QPainter, block: Block, column: int, text: str, font: tuple[Face, int], look: Look
) -> None:
    centre = block.cells.x + (column + 0.5) * block.cell_width
    if not block.turned:
        width = look.metrics.width(text, *font)
        look.line(painter, round(centre - width / 2), block.cells.y - look.px(12), text, font)
        return
    painter.save()
    painter.translate(round(centre), block.cells.y - look.px(8))
    painter.rotate(-90)
    look.line(painter, 0, 0, text, font)
    painter.restore()


def _free(block: Block, view: MatrixView, column: int, look: Look) -> float:
    """Return how wide a plate may be over a column and touch neither neighbour."""
    font = (Face.TEXT, round(look.px(NUMBER)))
    beside = [at for at in (column - 1, column + 1) if 0 <= at < block.columns]
    widest = max(
        (look.metrics.width(visible_label(view.column_labels[at]), *font) for at in beside), default=0.0
    )
    return 2 * (block.cell_width - widest / 2 - look.px(2))


def _column_plate(
    painter: QPainter, block: Block, column: int, widths: tuple[float, float], look: Look
) -> None:
    """Paint the plate of a header: so wide is its text, and so wide may it be."""
    centre = block.cells.x + (column + 0.5) * block.cell_width
    text_width, most = widths
    least = text_width + look.px(6)
    long = min(text_width + look.px(12), max(block.cell_width + look.px(8), least))
    if not block.turned:
        long = max(min(long, most), text_width + look.px(4))
    short = look.px(_PLATE)
    if block.turned:
        bottom = block.cells.y - look.px(3)
        box = QRectF(round(centre - short / 2), round(bottom - long + 1), short, long - 1)
    else:
        middle = block.cells.y - look.px(12)
        box = QRectF(round(centre - long / 2), round(middle - short / 2), round(long), short)
    painter.setPen(look.pen(Role.ACCENT, 2))
    painter.setBrush(look.color(Role.STAGE))
    painter.drawRoundedRect(box.adjusted(1, 1, -1, -1), 2, 2)


def paint_badges(painter: QPainter, block: Block, view: MatrixView, marks: Marks, look: Look) -> None:
    """Write the badge of each row."""
    if block.badges is None:
        return
    pixels = round(look.px(SMALL))
    height = min(look.px(22), block.cell_height - 2)
    if height < pixels:
        return
    for row, text in enumerate(view.row_badges[: block.rows]):
        lit = row in marks.rows
        box = QRectF(block.badges.x, round(_middle(block, row) - height / 2), block.badges.width, height)
        broken = text.endswith(BROKEN_ROW)
        edge = Role.REFUSED if broken else Role.ACCENT if lit else Role.LINE
        painter.setPen(look.pen(edge, 1))
        ground = Role.REFUSED_TINT if broken else Role.ACCENT_TINT if lit else Role.STAGE
        painter.setBrush(look.color(ground))
        painter.drawRoundedRect(box.adjusted(0.5, 0.5, -0.5, -0.5), 2, 2)
        painter.setPen(look.color(Role.REFUSED if broken else Role.INK))
        look.text(painter, box, text, Face.BOLD if lit else Face.TEXT, pixels)


def paint_bar(painter: QPainter, block: Block, view: MatrixView, look: Look) -> None:
    """Paint the colour bar with three ticks."""
    if block.bar is None:
        return
    box = rect(block.bar)
    painter.drawImage(box, look.weights_bar if view.kind is Kind.WEIGHTS else look.signed_bar)
    painter.setPen(look.pen(Role.LINE, 1))
    painter.setBrush(Qt.BrushStyle.NoBrush)
    painter.drawRect(box.adjusted(0.5, 0.5, -0.5, -0.5))
    small = (Face.TEXT, round(look.px(SMALL)))
    for text, share in zip(bar_ticks(view), (0.0, 0.5, 1.0), strict=True):
        y = round(box.top() + share * (box.height() - 1)) + 0.5
        painter.setPen(look.pen(Role.LINE, 1))
        painter.drawLine(QLineF(box.right(), y, box.right() + look.px(4), y))
        painter.setPen(look.color(Role.INK_SOFT))
        look.line(painter, box.right() + look.px(TICK), y, text, small)


def paint_sign(painter: QPainter, sign: SignPlace, look: Look) -> None:
    """Write a sign between two matrices; an arrow carries its word over it."""
    box = rect(sign.box)
    painter.setPen(look.color(Role.INK_SOFT))
    if sign.text != "→" or not sign.word:
        look.sign(painter, box.center(), sign.text, round(look.px(SIGN)))
    else:
        _paint_arrow(painter, box, look)
    if sign.word:
        parts = name_parts(sign.word)
        pixels = round(look.px(WORD))
        width = sum(
            look.metrics.width(text, Face.UPRIGHT, round(pixels * (0.68 if level else 1)))
            for text, level in parts
        )
        painter.setPen(look.color(Role.INK_SOFT))
        middle = box.center().y() - look.px(13 if sign.text == "→" else 20)
        look.name(painter, box.center().x() - width / 2, middle, parts, (Face.UPRIGHT, pixels))


def _paint_arrow(painter: QPainter, box: QRectF, look: Look) -> None:
    pad, head = look.px(8), look.px(5)
    y = round(box.center().y()) + 0.5
    left, right = box.left() + pad, box.right() - pad
    painter.setPen(look.pen(Role.INK_SOFT, 1.2))
    painter.drawLine(QLineF(left, y, right, y))
    painter.drawPolyline(
        [QPointF(right - head * 1.4, y - head), QPointF(right, y), QPointF(right - head * 1.4, y + head)]
    )
