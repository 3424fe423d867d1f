"""Text with numbers that are links: read, copied, pointed at, and gone through by Tab."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QEvent, QSize, Qt, QUrl, Signal
from PySide6.QtGui import (
    QFocusEvent,
    QFont,
    QFontInfo,
    QKeyEvent,
    QResizeEvent,
    QTextBlockFormat,
    QTextCharFormat,
    QTextCursor,
)
from PySide6.QtWidgets import QFrame, QSizePolicy, QTextBrowser, QTextEdit, QWidget

from app.theme import Role, Theme
from core.expression.nodes import Cell, Line
from core.expression.pieces import Piece, Pieces, PieceStyle
from core.record import Record

_LINE_SIZE = 15 / 13
"""Arithmetic is this much larger than remarks."""
_E_SIZE = 18 / 13
_RAISED_BY = 35
"""Per cent of the height of a superscript."""
_GAP = 6
"""Between paragraphs where the text stands in a column of its own."""
_BETWEEN = "\u2003"
"""Between what follows each other on one line."""
PITCH, CLOSE_PITCH = 22, 19
"""From line to line where only whole lines are shown, at 13 px."""
_MATH_FAMILIES = ["STIX", "DejaVu Sans"]
_FIXED = QTextBlockFormat.LineHeightTypes.FixedHeight.value


class Run(Record, eq=False):
    """A piece of the text as it stands in the document."""

    text: str
    start: int
    end: int
    style: QTextCharFormat


class ExplainView(QTextBrowser):
    """Values in (`set_texts`), intents out (`link_chosen`, `link_pointed`).

    Texts are put in as plain characters: nothing in them is ever read as mark-up.
    """

    link_chosen = Signal(object)  # Cell | Line
    link_pointed = Signal(object)  # Cell | Line | None

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._lines: tuple[Pieces, ...] = ()
        self._remarks: tuple[str, ...] = ()
        self._scale = 1.0
        self._links: list[tuple[Cell | Line, int, int]] = []
        self._form: tuple[object, ...] | None = None
        self._runs: list[Run] = []
        self._focused = -1
        self._pointed = -1
        self._height = 0
        self._pitch = PITCH
        self._fitting = False
        self._running = False
        self.setProperty("kind", "reading")
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setOpenLinks(False)
        self.setUndoRedoEnabled(False)
        self.document().setDocumentMargin(0)
        self.setCursorWidth(0)
        self.viewport().setAutoFillBackground(False)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setTextInteractionFlags(
            Qt.TextInteractionFlag.TextSelectableByMouse
            | Qt.TextInteractionFlag.TextSelectableByKeyboard
            | Qt.TextInteractionFlag.LinksAccessibleByMouse
        )
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.anchorClicked.connect(self._on_anchor_clicked)
        self.highlighted.connect(self._on_highlighted)
        self.verticalScrollBar().valueChanged.connect(self._snap)

    @property
    def links(self) -> tuple[Cell | Line, ...]:
        """What the links lead to, in the order of the text."""
        return tuple(place for place, _start, _end in self._links)

    def set_texts(self, lines: Sequence[Pieces], remarks: Sequence[str]) -> None:
        """Show arithmetic and remarks; the place in the text is kept where the links are the same."""
        form = self._form_of(lines, remarks)
        self._lines, self._remarks = tuple(lines), tuple(remarks)
        if form == self._form:  # as from edit to edit: only numbers differ, and only those are written
            self._rewrite()
            return
        before, scrolled = self.links, self.verticalScrollBar().value()
        self._write()
        if self.links != before:
            self._focused = self._pointed = -1
            scrolled = 0
        self.verticalScrollBar().setValue(scrolled)
        self._mark()

    def set_theme(self, theme: Theme) -> None:
        """Use other colours."""
        self._theme = theme
        self._write()
        self._mark()

    def set_scale(self, scale: float) -> None:
        """Write larger or smaller."""
        self._scale = scale
        self._write()
        self._mark()

    def set_fitting(self, *, fitting: bool) -> None:
        """Be as high as the text where there is room, or as high as there is room."""
        vertical = QSizePolicy.Policy.Maximum if fitting else QSizePolicy.Policy.Expanding
        self.setSizePolicy(QSizePolicy.Policy.Expanding, vertical)
        if fitting != self._fitting:
            self._fitting = fitting
            self._write()
            self._mark()
            self._keep_whole_lines()

    def set_running(self, *, running: bool) -> None:
        """Write arithmetic and remarks one after the other, for a panel of one line."""
        if running != self._running:
            self._running = running
            self._write()
            self._mark()
            self._keep_whole_lines()

    def set_pitch(self, pitch: int) -> None:
        """Set lines of a low panel closer or wider; for 13 px text."""
        if pitch != self._pitch:
            self._pitch = pitch
            self._write()
            self._mark()
            self._keep_whole_lines()

    @property
    def line_height(self) -> int:
        """From line to line, in pixels."""
        return max(round(self._pitch * QFontInfo(self.font()).pixelSize() / 13 * self._scale), 1)

    def sizeHint(self) -> QSize:
        """The height of the text at the width there is."""
        return QSize(super().sizeHint().width(), round(self.document().size().height()) + 4)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Lines break elsewhere: the height changes."""
        super().resizeEvent(event)
        if event.size().width() != event.oldSize().width():
            self.updateGeometry()
        self._keep_whole_lines()

    def _keep_whole_lines(self) -> None:
        """Leave free what is too little for a line, and scroll by lines."""
        rest = 0 if self._fitting else self.height() % self.line_height
        if rest != self.viewportMargins().bottom():
            self.setViewportMargins(0, 0, 0, rest)
        self._snap(self.verticalScrollBar().value())

    def _snap(self, value: int) -> None:
        """Stand at the upper edge of a line."""
        bar = self.verticalScrollBar()
        if self._fitting:
            return
        bar.setSingleStep(self.line_height)
        whole = round(value / self.line_height) * self.line_height
        if whole != value:
            bar.setValue(whole)

    def focusNextPrevChild(self, next: bool) -> bool:  # noqa: A002, FBT001 - Qt's name
        """Go to the next link; out of the text behind the last one."""
        wanted = self._focused + (1 if next else -1)
        if 0 <= wanted < len(self._links):
            self._focus(wanted)
            return True
        self._focus(-1)
        return super().focusNextPrevChild(next)

    def focusInEvent(self, event: QFocusEvent) -> None:
        """Begin at the first link, or at the last when coming from behind."""
        super().focusInEvent(event)
        if event.reason() is Qt.FocusReason.TabFocusReason:
            self._focus(0 if self._links else -1)
        elif event.reason() is Qt.FocusReason.BacktabFocusReason:
            self._focus(len(self._links) - 1)

    def focusOutEvent(self, event: QFocusEvent) -> None:
        """Mark no link any more."""
        super().focusOutEvent(event)
        if event.reason() is not Qt.FocusReason.PopupFocusReason:
            self._focus(-1)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Enter follows the marked link."""
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter) and 0 <= self._focused < len(self._links):
            self.link_chosen.emit(self._links[self._focused][0])
            event.accept()
            return
        super().keyPressEvent(event)

    def leaveEvent(self, event: QEvent) -> None:
        """Point at nothing."""
        super().leaveEvent(event)
        self._point(-1)

    def _form_of(self, lines: Sequence[Pieces], remarks: Sequence[str]) -> tuple[object, ...]:
        """Return all of a text but its words and numbers: what leads where, and how it is written."""
        pieces = tuple(
            tuple((piece.style, piece.cell, piece.raised, piece.text == "e") for piece in line)
            for line in lines
        )
        return pieces, len(remarks)

    def _rewrite(self) -> None:
        """Write what differs from what stands there, piece by piece from the end."""
        texts = [piece.text for line in self._lines for piece in line] + list(self._remarks)
        if texts == [run.text for run in self._runs]:
            return
        cursor = QTextCursor(self.document())
        cursor.beginEditBlock()
        longer = 0
        for run, text in zip(reversed(self._runs), reversed(texts), strict=True):
            if text != run.text:
                cursor.setPosition(run.start)
                cursor.setPosition(run.end, QTextCursor.MoveMode.KeepAnchor)
                cursor.insertText(text, run.style)
        cursor.endEditBlock()
        links = iter([place for place, _start, _end in self._links])
        self._links, runs = [], self._runs
        self._runs = []
        for run, text in zip(runs, texts, strict=True):
            start, end = run.start + longer, run.start + longer + _units(text)
            longer += end - start - (run.end - run.start)
            self._runs.append(Run(text, start, end, run.style))
            if run.style.isAnchor():
                self._links.append((next(links), start, end))
        self._fit_height()
        self._mark()

    def _write(self) -> None:
        self._form = self._form_of(self._lines, self._remarks)
        self._links, self._runs = [], []
        self._formats: dict[tuple[Role, float], QTextCharFormat] = {}
        cursor = QTextCursor(self.document())
        cursor.beginEditBlock()  # with `clear` the scroll bar would come and go with every number
        cursor.select(QTextCursor.SelectionType.Document)
        cursor.removeSelectedText()
        for number, line in enumerate(self._lines):
            self._begin_block(cursor, is_first=number == 0)
            for piece in line:
                self._insert(cursor, piece)
        for number, remark in enumerate(self._remarks):
            self._begin_block(cursor, is_first=not self._lines and number == 0)
            self._put(cursor, remark, self._format(Role.INK_SOFT, 1.0))
        cursor.endEditBlock()
        self.moveCursor(QTextCursor.MoveOperation.Start)
        self._fit_height()

    def _put(self, cursor: QTextCursor, text: str, style: QTextCharFormat) -> None:
        start = cursor.position()
        cursor.insertText(text, style)
        self._runs.append(Run(text, start, cursor.position(), style))

    def _fit_height(self) -> None:
        height = self.sizeHint().height()
        if height != self._height:
            self._height = height
            self.updateGeometry()

    def _begin_block(self, cursor: QTextCursor, *, is_first: bool) -> None:
        if self._running and not is_first:
            cursor.insertText(_BETWEEN, self._format(Role.INK_SOFT, 1.0))
            return
        block = QTextBlockFormat()
        if self._fitting:
            block.setTopMargin(0 if is_first else _GAP * self._scale)
        else:
            block.setLineHeight(self.line_height, _FIXED)
        if is_first:
            cursor.setBlockFormat(block)
        else:
            cursor.insertBlock(block)

    def _insert(self, cursor: QTextCursor, piece: Piece) -> None:
        start = cursor.position()
        is_remark = piece.style is PieceStyle.REMARK
        style = self._format(Role.INK_SOFT if is_remark else Role.INK, 1.0 if is_remark else _LINE_SIZE)
        if piece.raised:
            style = self._format(Role.INK, 1.0)
            style.setBaselineOffset(_RAISED_BY)
        if piece.style is PieceStyle.RESULT:
            style.setFontWeight(QFont.Weight.Bold)
        if piece.text == "e" and piece.cell is None:
            style = self._format(Role.INK, _E_SIZE)
            style.setFontFamilies(_MATH_FAMILIES)
        is_link = piece.cell is not None and piece.style in (PieceStyle.NUMBER, PieceStyle.NAME)
        if is_link:
            style.setAnchor(True)
            style.setAnchorHref(str(len(self._links)))
            if piece.style is PieceStyle.NUMBER:
                style.setUnderlineStyle(QTextCharFormat.UnderlineStyle.SingleUnderline)
                style.setUnderlineColor(self._theme.color(Role.LINE))
        self._put(cursor, piece.text, style)
        if is_link and piece.cell is not None:
            self._links.append((piece.cell, start, cursor.position()))

    def _format(self, role: Role, size: float) -> QTextCharFormat:
        known = self._formats.get((role, size))
        if known is None:
            known = self._formats[role, size] = self._new_format(role, size)
        return QTextCharFormat(known)

    def _new_format(self, role: Role, size: float) -> QTextCharFormat:
        style = QTextCharFormat()
        font = QFont(self.font())
        font.setPixelSize(round(QFontInfo(self.font()).pixelSize() * size * self._scale))
        style.setFont(font)
        style.setForeground(self._theme.color(role))
        return style

    def _focus(self, number: int) -> None:
        if number == self._focused:
            return
        self._focused = number
        self._mark()
        if number >= 0:
            cursor = QTextCursor(self.document())
            cursor.setPosition(self._links[number][1])
            self.setTextCursor(cursor)
            self.ensureCursorVisible()
        self._tell()

    def _point(self, number: int) -> None:
        if number != self._pointed:
            self._pointed = number
            self._mark()
            self._tell()

    def _tell(self) -> None:
        number = self._pointed if self._pointed >= 0 else self._focused
        self.link_pointed.emit(self._links[number][0] if 0 <= number < len(self._links) else None)

    def _mark(self) -> None:
        """Tint the link under the pointer, and the one that Enter follows."""
        marks = []
        for number in {self._pointed, self._focused}:
            if not 0 <= number < len(self._links):
                continue
            _place, start, end = self._links[number]
            # The stub of ExtraSelection has no fields.
            mark = QTextEdit.ExtraSelection()
            cursor = QTextCursor(self.document())
            cursor.setPosition(start)
            cursor.setPosition(end, QTextCursor.MoveMode.KeepAnchor)
            style = QTextCharFormat()
            style.setBackground(self._theme.color(Role.ACCENT_TINT))
            style.setUnderlineStyle(QTextCharFormat.UnderlineStyle.SingleUnderline)
            style.setUnderlineColor(self._theme.color(Role.ACCENT))
            mark.cursor = cursor
            mark.format = style
            marks.append(mark)
        if marks or self.extraSelections():
            self.setExtraSelections(marks)

    def _number(self, url: QUrl) -> int:
        text = url.toString()
        return int(text) if text.isdigit() and int(text) < len(self._links) else -1

    def _on_anchor_clicked(self, url: QUrl) -> None:
        number = self._number(url)
        if number >= 0:
            self.link_chosen.emit(self._links[number][0])

    def _on_highlighted(self, url: QUrl) -> None:
        self._point(self._number(url))


def _units(text: str) -> int:
    """Return the length of a text as Qt counts it."""
    return len(text.encode("utf-16-le", "surrogatepass")) // 2
