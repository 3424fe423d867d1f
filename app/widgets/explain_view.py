"""Text with numbers that are links: read, copied, pointed at, and gone through by Tab."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import chain, count

from PySide6.QtCore import QEvent, QSize, QSizeF, Qt, QUrl, Signal
from PySide6.QtGui import (
    QFocusEvent,
    QFont,
    QFontInfo,
    QKeyEvent,
    QPainter,
    QPaintEvent,
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
    """Where a piece stands in the document, and how it is written."""

    start: int
    end: int
    style: QTextCharFormat
    place: Cell | Line | None
    """What it leads to."""


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
        self._scale = 1.0
        self._links: list[tuple[Cell | Line, int, int]] = []
        self._runs: list[Run] = []
        self._focused = -1
        self._pointed = -1
        self._marked = False
        self._pitch = PITCH
        self._fitting = False
        self._running = False
        self.setProperty("kind", "reading")
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setOpenLinks(False)
        self.setUndoRedoEnabled(False)
        self.document().setDocumentMargin(0)
        self.document().documentLayout().documentSizeChanged.connect(self._on_size_changed)
        self._pen = QTextCursor(self.document())
        self.setCursorWidth(0)
        self.viewport().setAttribute(Qt.WidgetAttribute.WA_OpaquePaintEvent)  # nothing under it is painted
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
        before, self._lines = self._lines, (*lines, *((_remark(text),) for text in remarks))
        changed = _changed(before, self._lines)
        if changed is not None:  # as from edit to edit: only those numbers are written
            self._rewrite(changed)
            return
        links, scrolled = self.links, self.verticalScrollBar().value()
        self._write()
        if self.links != links:
            self._leave_links()
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
        self._keep_whole_lines()

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
        bar, height = self.verticalScrollBar(), self.viewport().height()
        if height != bar.pageStep():  # Qt goes by the height before, and the last line could not be reached
            bar.setPageStep(height)
            bar.setMaximum(max(round(self.document().size().height()) - height, 0))
        self._snap(bar.value())

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

    def _rewrite(self, changed: dict[int, str]) -> None:
        """Write other texts in the place of some pieces."""
        if not changed:
            return
        pen, longer = self._pen, {}
        pen.beginEditBlock()
        for number, text in reversed(changed.items()):
            run = self._runs[number]
            pen.setPosition(run.start)
            pen.setPosition(run.end, QTextCursor.MoveMode.KeepAnchor)
            pen.insertText(text, run.style)
            longer[number] = pen.position() - run.end
        pen.endEditBlock()
        if any(longer.values()):
            self._move_runs(longer)
        self._paint_all()
        self._mark()

    def _move_runs(self, longer: Mapping[int, int]) -> None:
        """Note where the pieces stand, some of which are longer or shorter than before."""
        moved, runs = 0, self._runs
        self._runs = []
        for number, run in enumerate(runs):
            start = run.start + moved
            moved += longer.get(number, 0)
            self._runs.append(Run(start, run.end + moved, run.style, run.place))
        self._note_links()

    def _note_links(self) -> None:
        self._links = [(run.place, run.start, run.end) for run in self._runs if run.place is not None]

    def _write(self) -> None:
        self._runs = []
        self._formats: dict[tuple[Role, float], QTextCharFormat] = {}
        pen = self._pen
        pen.beginEditBlock()  # with `clear` the scroll bar would come and go with every number
        pen.select(QTextCursor.SelectionType.Document)
        pen.removeSelectedText()
        links = count()
        for number, line in enumerate(self._lines):
            self._begin_block(is_first=number == 0)
            for piece in line:
                self._insert(piece, links)
        pen.endEditBlock()
        block = self.document().begin()
        while block.isValid():
            block.layout().setCacheEnabled(True)  # else what is laid out is shaped once more to be painted
            block = block.next()
        self._note_links()
        self.moveCursor(QTextCursor.MoveOperation.Start)

    def _begin_block(self, *, is_first: bool) -> None:
        if self._running and not is_first:
            self._pen.insertText(_BETWEEN, self._format(Role.INK_SOFT, 1.0))
            return
        block = QTextBlockFormat()
        if self._fitting:
            block.setTopMargin(0 if is_first else _GAP * self._scale)
        else:
            block.setLineHeight(self.line_height, _FIXED)
        if is_first:
            self._pen.setBlockFormat(block)
        else:
            self._pen.insertBlock(block)

    def _insert(self, piece: Piece, links: Iterator[int]) -> None:
        is_remark = piece.style is PieceStyle.REMARK
        style = self._format(Role.INK_SOFT if is_remark else Role.INK, 1.0 if is_remark else _LINE_SIZE)
        if piece.raised:
            style = self._format(Role.INK, 1.0)
            style.setBaselineOffset(_RAISED_BY)
        if piece.style is PieceStyle.RESULT:
            style.setFontWeight(QFont.Weight.Bold)
        if _is_e(piece):
            style = self._format(Role.INK, _E_SIZE)
            style.setFontFamilies(_MATH_FAMILIES)
        place = piece.cell if piece.style in (PieceStyle.NUMBER, PieceStyle.NAME) else None
        if place is not None:
            style.setAnchor(True)
            style.setAnchorHref(str(next(links)))
            if piece.style is PieceStyle.NUMBER:
                style.setUnderlineStyle(QTextCharFormat.UnderlineStyle.SingleUnderline)
                style.setUnderlineColor(self._theme.color(Role.LINE))
        start = self._pen.position()
        self._pen.insertText(piece.text, style)
        self._runs.append(Run(start, self._pen.position(), style, place))

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

    def _leave_links(self) -> None:
        """Point at nothing: other links stand where these were."""
        is_told = max(self._pointed, self._focused) >= 0
        self._focused = self._pointed = -1
        if is_told:
            self.link_pointed.emit(None)

    def _tell(self) -> None:
        number = self._pointed if self._pointed >= 0 else self._focused
        self.link_pointed.emit(self._links[number][0] if 0 <= number < len(self._links) else None)

    def _mark(self) -> None:
        """Tint the link under the pointer, and the one that Enter follows."""
        if self._pointed < 0 and self._focused < 0 and not self._marked:
            return
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
        self._marked = bool(marks)
        self.setExtraSelections(marks)
        self._paint_all()

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint the ground of Explain, and the text on it."""
        painter = QPainter(self.viewport())
        painter.fillRect(event.rect(), self._theme.color(Role.BAND))
        painter.end()
        super().paintEvent(event)

    def _paint_all(self) -> None:
        """Paint more than Qt asks for: letters reach a little over the edge of a line of fixed height."""
        self.viewport().update()

    def _number(self, url: QUrl) -> int:
        text = url.toString()
        return int(text) if text.isdigit() and int(text) < len(self._links) else -1

    def _on_anchor_clicked(self, url: QUrl) -> None:
        number = self._number(url)
        if number >= 0:
            self.link_chosen.emit(self._links[number][0])

    def _on_size_changed(self, _size: QSizeF) -> None:
        self.updateGeometry()

    def _on_highlighted(self, url: QUrl) -> None:
        self._point(self._number(url))


def _remark(text: str) -> Piece:
    return Piece(text, style=PieceStyle.REMARK)


def _is_e(piece: Piece) -> bool:
    return piece.text == "e" and piece.cell is None


def _changed(before: Sequence[Pieces], now: Sequence[Pieces]) -> dict[int, str] | None:
    """Return the texts that differ, by the number of their piece; None where more than texts differs."""
    if list(map(len, before)) != list(map(len, now)):
        return None
    changed = {}
    pairs = zip(chain.from_iterable(before), chain.from_iterable(now), strict=True)
    for number, (old, new) in enumerate(pairs):
        if old != new:
            if _form(old) != _form(new):
                return None
            changed[number] = new.text
    return changed


def _form(piece: Piece) -> tuple[object, ...]:
    """Return all of a piece but its words: what it leads to, and how it is written."""
    return piece.style, piece.cell, piece.raised, _is_e(piece)
