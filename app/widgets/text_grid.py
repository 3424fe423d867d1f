"""A table of words with the habits of a spreadsheet: tokens with marks of padding, or the vocabulary."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QRect, QSize, Qt
from PySide6.QtGui import QFont, QFontInfo, QFontMetrics, QKeyEvent, QMouseEvent, QPainter, QPaintEvent

from app.models.matrix_shown import Cell
from app.models.word_model import PADDING, WORD, WordModel
from app.theme import Role, Theme, ThemeStore
from app.widgets.check_paint import check_box, is_in_box, paint_boxes
from app.widgets.grid_header import GridCorner
from app.widgets.grid_keys import Command, GridKeys
from app.widgets.grid_paint import CellColors, Span
from app.widgets.sheet import Sheet
from app.widgets.text_commands import TextCommands, TextExchange

_ROWS = 5
_WORD_WIDTH, _MARK_WIDTH, _NUMBER_WIDTH, _INSET = 240, 88, 48, 8


class TextKeys(GridKeys):
    """The keys of a grid, and two for rows."""

    def __init__(self, grid: TextGrid) -> None:
        super().__init__(grid)
        self._commands = grid.commands

    def command(self, event: QKeyEvent) -> Command | None:
        """Return what the key does here; None for keys that are not the table's."""
        key, modifiers = event.key(), event.modifiers() & ~Qt.KeyboardModifier.KeypadModifier
        if key == Qt.Key.Key_Insert and modifiers == Qt.KeyboardModifier.NoModifier:
            return self._commands.insert_row
        if key == Qt.Key.Key_Delete and modifiers == Qt.KeyboardModifier.ControlModifier:
            return self._commands.remove_rows
        return super().command(event)


class TextGrid(Sheet):
    """Shows a `WordModel` and lets its words be typed, copied, pasted, put in and taken out."""

    wants_input_method = True
    table: WordModel
    commands: TextCommands
    exchange: TextExchange

    def __init__(self, model: WordModel, theme: ThemeStore) -> None:
        super().__init__(theme)
        self.words = self.table = model
        self._zoom = 100
        self._base_pixels = QFontInfo(self.font()).pixelSize()
        self._colors = CellColors(theme.theme)
        self._corner = GridCorner(theme, self)
        self.commands = TextCommands(self)
        self.exchange = TextExchange(self)
        self._keys = TextKeys(self)
        self.entry.editor.setInputMethodHints(Qt.InputMethodHint.ImhNone)
        theme.changed.connect(self._on_theme_changed)
        self._show_model(model)

    # Sizes

    def set_zoom(self, percent: int) -> None:
        """Scale the content."""
        self._zoom = percent
        self._fit()

    def _fit(self) -> None:
        font, scale = QFont(self.font()), self._zoom / 100
        font.setPixelSize(max(round(self._base_pixels * scale), 8))
        headers = (self._columns_header, self._rows_header, self._corner)
        for widget in (self, self.viewport(), *headers, self.entry.editor):
            if widget.font() != font:
                widget.setFont(font)
        row = (QFontMetrics(font).height() + 6) // 4 * 4
        self._rows_header.setDefaultSectionSize(row)
        self._columns_header.set_extent(row + 2)
        number = QFontMetrics(font).horizontalAdvance(str(self.words.rowCount())) + 24
        self._rows_header.set_extent(max(number, round(_NUMBER_WIDTH * scale)))
        for column, width in ((WORD, _WORD_WIDTH), (PADDING, _MARK_WIDTH)):
            if column < self.words.columnCount():
                self._columns_header.resizeSection(column, round(width * scale))
        self.updateGeometries()
        self.updateGeometry()

    def sizeHint(self) -> QSize:
        """Ask for the headers and some rows."""
        rows = min(self.cells.size[0], _ROWS) * self._rows_header.defaultSectionSize()
        return QSize(super().sizeHint().width(), self._columns_header.sizeHint().height() + rows + 2)

    def content_width(self) -> int:
        """Return the width at which nothing has to be scrolled sideways."""
        bar = self.verticalScrollBar().sizeHint().width()
        return self._rows_header.sizeHint().width() + self._columns_header.length() + bar + 2

    def updateGeometries(self) -> None:
        """Keep the corner where the headers meet."""
        super().updateGeometries()
        self._corner.setGeometry(QRect(0, 0, self._rows_header.width(), self._columns_header.height()))
        self._corner.raise_()
        self._place()

    # Model, theme, language

    def _on_model_reset(self) -> None:
        self._fit()
        super()._on_model_reset()

    def _on_theme_changed(self, theme: Theme) -> None:
        self._colors = CellColors(theme)
        self._fit()  # another style sheet takes the fonts away
        for widget in (self.viewport(), self._columns_header.viewport(), self._rows_header.viewport()):
            widget.update()
        self._corner.update()

    def changeEvent(self, event: QEvent) -> None:
        """Names of columns follow the language."""
        super().changeEvent(event)
        if event.type() == QEvent.Type.LanguageChange:
            self._fit()

    # Mouse

    def _box_at(self, event: QMouseEvent) -> Cell | None:
        at = event.position().toPoint()
        cell = self._cell_at(at)
        if cell is None or cell[1] != PADDING or event.button() != Qt.MouseButton.LeftButton:
            return None
        rect = self.visualRect(self.words.index(*cell))
        return cell if is_in_box(rect, self.fontMetrics().height(), at) else None

    # Painting

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint the visible words and marks, and what is selected."""
        painter, area = QPainter(self.viewport()), event.rect()
        rows, columns = self._spans(area, down=True), self._spans(area, down=False)
        if not rows or not columns:
            painter.fillRect(area, self._theme.color(Role.STAGE))
            return
        self._paint_free(painter, columns[-1][1] + columns[-1][2], rows[-1][1] + rows[-1][2])
        for column in columns:
            self._paint_column(painter, column, rows)
        top, left, bottom, right = rows[0][0], columns[0][0], rows[-1][0], columns[-1][0]
        self._paint_selection(painter, (top - 1, left - 1, bottom + 1, right + 1))

    def _paint_column(self, painter: QPainter, column: Span, rows: list[Span]) -> None:
        number, x, width = column
        metrics = painter.fontMetrics()
        ticked: list[QRect] = []
        empty: list[QRect] = []
        for row, y, height in rows:
            painter.fillRect(x, y, width, height, self._theme.color(Role.HAIRLINE))
            cell = QRect(x, y, width - 1, height - 1)
            painter.fillRect(cell, self._theme.color(Role.STAGE))
            if number == PADDING:
                (ticked if self.words.is_padding(row) else empty).append(check_box(cell, metrics.height()))
                continue
            inner = cell.adjusted(_INSET, 0, -_INSET, 0)
            soft = self.words.is_padding(row) or not self.words.entry_text(row, WORD)
            painter.setPen(self._theme.color(Role.INK_SOFT if soft else Role.INK))
            text = metrics.elidedText(self.words.word(row), Qt.TextElideMode.ElideMiddle, inner.width())
            painter.drawText(inner, int(Qt.AlignmentFlag.AlignVCenter), text)
        if number == PADDING:
            paint_boxes(painter, self._colors, ticked, empty)
