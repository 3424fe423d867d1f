"""The rows of a key/value cache: words, their keys and values; the new ones are marked."""

from __future__ import annotations

import html
import math

from PySide6.QtCore import QEvent, QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QFont, QFontMetricsF, QHelpEvent, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QSizePolicy, QToolTip, QWidget

from app.models.cache_rows import CacheMatrix, CacheRows
from app.theme import Role, ThemeStore
from app.widgets.grid_paint import luminance

_HEADER, _ROW = 24.0, 22.0
_BAR, _GAP = 4.0, 16.0
_WIDEST, _LONGEST_WORD = 44.0, 88.0
_INK_LIMIT = 0.179


class CacheView(QWidget):
    """Values in (`set_rows`). The last words are in view; numbers are, where there is room for them."""

    def __init__(self, theme: ThemeStore, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._rows: CacheRows | None = None
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Expanding)
        theme.changed.connect(self.update)

    @property
    def rows(self) -> CacheRows | None:
        """The rows there are."""
        return self._rows

    @property
    def first_shown(self) -> int:
        """The first word in view: the newest ones are, as many as have room."""
        words = 0 if self._rows is None else len(self._rows.words)
        return max(0, words - max(1, int((self.height() - _HEADER) // _ROW)))

    def set_rows(self, rows: CacheRows | None) -> None:
        """Show these rows."""
        self._rows = rows
        self.update()

    def cell_box(self, matrix: int, row: int, column: int) -> QRectF:
        """Return the box of a number of keys (0) or values (1); rows are words, in view or not."""
        width = self._cell_width()
        left = self._word_width() + _BAR + 12
        if matrix and self._rows is not None:
            left += self._rows.matrices[0].values.shape[1] * width + _GAP
        top = _HEADER + (row - self.first_shown) * _ROW
        return QRectF(left + column * width, top, width, _ROW)

    def minimumSizeHint(self) -> QSize:
        """Two rows."""
        return QSize(200, round(_HEADER + 2 * _ROW))

    def paintEvent(self, event: QPaintEvent) -> None:  # noqa: ARG002
        """Draw the headers, then the words in view."""
        if self._rows is None:
            return
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        for number, matrix in enumerate(self._rows.matrices):
            self._paint_header(painter, number, matrix)
        texts = [self.texts(number) for number in range(len(self._rows.matrices))]
        for row in range(self.first_shown, len(self._rows.words)):
            self._paint_word(painter, row)
            for number, matrix in enumerate(self._rows.matrices):
                for column in range(matrix.values.shape[1]):
                    text = texts[number][row - self.first_shown][column] if texts[number] else ""
                    box = self.cell_box(number, row, column)
                    self._paint_cell(painter, box, float(matrix.values[row, column]) / matrix.largest, text)
        for number, matrix in enumerate(self._rows.matrices):
            self._paint_edge(painter, number, matrix)
        painter.end()

    def event(self, event: QEvent) -> bool:
        """Tell the exact number."""
        if event.type() == QEvent.Type.ToolTip and isinstance(event, QHelpEvent):
            text = self.tip(QPointF(event.pos()))
            QToolTip.showText(event.globalPos(), f"<p>{html.escape(text)}</p>" if text else "", self)
            return True
        return super().event(event)

    def tip(self, place: QPointF) -> str:
        """Return the exact number at a place."""
        for number, matrix in enumerate(self._rows.matrices if self._rows is not None else ()):
            for row in range(self.first_shown, matrix.values.shape[0]):
                for column in range(matrix.values.shape[1]):
                    if self.cell_box(number, row, column).contains(place):
                        return matrix.exact[row][column]
        return ""

    def _word_width(self) -> float:
        """Return the room of the words in view; a long one is cut, so that numbers keep theirs."""
        words = () if self._rows is None else self._rows.words[self.first_shown :]
        metrics = QFontMetricsF(self._bold())
        return min(max((metrics.horizontalAdvance(word) for word in words), default=0.0) + 2, _LONGEST_WORD)

    def _cell_width(self) -> float:
        columns: int = sum(matrix.values.shape[1] for matrix in (self._rows.matrices if self._rows else ()))
        room = self.width() - self._word_width() - _BAR - 12 - _GAP - 2
        return float(min(_WIDEST, room / max(columns, 1)))

    def _paint_header(self, painter: QPainter, number: int, matrix: CacheMatrix) -> None:
        box = self.cell_box(number, self.first_shown, 0)
        title = QFont(self.font())
        title.setPixelSize(16)
        title.setItalic(True)
        painter.setPen(self._theme.color(Role.INK))
        painter.setFont(title)
        width = QFontMetricsF(title).horizontalAdvance(matrix.title)
        painter.drawText(
            QRectF(box.left(), 0, width + 2, _HEADER - 2), Qt.AlignmentFlag.AlignVCenter, matrix.title
        )
        small = QFont(self.font())
        small.setPixelSize(12)
        painter.setFont(small)
        painter.setPen(self._theme.color(Role.INK_SOFT))
        rest = QRectF(box.left() + width + 6, 0, 120, _HEADER - 2)
        painter.drawText(rest, Qt.AlignmentFlag.AlignVCenter | Qt.TextFlag.TextSingleLine, matrix.shape)

    def _paint_word(self, painter: QPainter, row: int) -> None:
        assert self._rows is not None
        is_new = row >= self._rows.kept
        top = self.cell_box(0, row, 0).top()
        if is_new:
            painter.fillRect(QRectF(0, top + 1, _BAR, _ROW - 2), self._theme.color(Role.ACCENT))
        font = self._bold() if is_new else self.font()
        painter.setFont(font)
        painter.setPen(self._theme.color(Role.INK if is_new else Role.INK_SOFT))
        width = self._word_width()
        text = QFontMetricsF(font).elidedText(self._rows.words[row], Qt.TextElideMode.ElideMiddle, width)
        side = Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter | Qt.TextFlag.TextSingleLine
        painter.drawText(QRectF(_BAR + 4, top, width, _ROW), side, text)

    def texts(self, number: int) -> list[list[str]]:
        """Return what stands in the cells in view: all with as many places as all have room for.

        Nothing where the whole numbers have none: then colours stand alone.
        """
        if self._rows is None:
            return []
        matrix, metrics = self._rows.matrices[number], QFontMetricsF(self._small())
        for decimals in range(matrix.decimals, -1, -1):
            texts = matrix.texts(self.first_shown, decimals)
            widest = max((metrics.horizontalAdvance(text) for row in texts for text in row), default=0.0)
            if widest + 4 <= self._cell_width():
                return texts
        return []

    def _paint_cell(self, painter: QPainter, box: QRectF, share: float, text: str) -> None:
        ground = self._color(share)
        painter.fillRect(box, ground)
        if text:
            ink = Qt.GlobalColor.black if luminance(ground) > _INK_LIMIT else Qt.GlobalColor.white
            painter.setFont(self._small())
            painter.setPen(QColor(ink))
            painter.drawText(box, Qt.AlignmentFlag.AlignCenter, text)

    def _small(self) -> QFont:
        font = QFont(self.font())
        font.setPixelSize(12)
        return font

    def _paint_edge(self, painter: QPainter, number: int, matrix: CacheMatrix) -> None:
        """Draw the edge of a matrix, and a line between what was there and what is new."""
        assert self._rows is not None
        rows, columns = matrix.values.shape
        first = self.cell_box(number, self.first_shown, 0)
        whole = first.united(self.cell_box(number, rows - 1, columns - 1))
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.setPen(QPen(self._theme.color(Role.LINE), 1))
        painter.drawRect(whole)
        if self._rows.kept >= rows:
            return
        new = self.cell_box(number, max(self._rows.kept, self.first_shown), 0)
        painter.setPen(QPen(self._theme.color(Role.STAGE), 4))
        box = QRectF(whole.left(), new.top(), whole.width(), whole.bottom() - new.top())
        painter.drawRect(box)
        painter.setPen(QPen(self._theme.color(Role.ACCENT), 2))
        painter.drawRect(box)

    def _color(self, share: float) -> QColor:
        table = self._theme.theme.signed_lut
        if not math.isfinite(share):
            return self._theme.color(Role.REFUSED_TINT)
        middle = (len(table) - 1) / 2
        red, green, blue = (int(part) for part in table[round(middle + share * middle)])
        return QColor(red, green, blue)

    def _bold(self) -> QFont:
        bold = QFont(self.font())
        bold.setBold(True)
        return bold
