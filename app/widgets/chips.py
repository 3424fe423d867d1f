"""A row of chips, one a token: chosen, typed, cut, joined, moved and marked by keyboard and mouse."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QCoreApplication, QEvent, QPointF, Qt, Signal
from PySide6.QtGui import QAction, QContextMenuEvent, QFocusEvent, QInputMethodEvent, QKeyEvent, QMouseEvent
from PySide6.QtWidgets import QApplication, QSizePolicy, QWidget

from app.theme import ThemeStore
from app.widgets.chip_editor import ChipEditor
from app.widgets.chip_layout import Field
from app.widgets.chip_menu import Deed, chip_menu, deed_of
from app.widgets.chip_painter import Chip, Mark, chip_width
from app.widgets.chip_view import ChipView
from core.record import Record


class Typed(Record):
    """What was typed: words in the place of a chip, or new ones before it."""

    position: int
    inserting: bool
    words: tuple[str, ...]
    goes_on: bool = False
    """True when a chip was cut and the entry goes on in the last word, which may be empty then."""
    left: bool = False
    """True when the focus is elsewhere already: a refused word is not asked for again."""


class ChipRow(ChipView):
    """Chips in (`set_chips`), intents out. It changes no chip itself.

    Positions count from 0; the position behind the last chip is the dashed one that adds a token.
    """

    chosen = Signal(int)
    typed = Signal(object)  # Typed
    joined = Signal(int, str)  # position of the chip that goes, text of the one before
    removed = Signal(int)
    moved = Signal(int, int)
    padding_toggled = Signal(int, bool)
    kind_chosen = Signal(int, int)  # position, token type

    def __init__(self, theme: ThemeStore, parent: QWidget | None = None) -> None:
        super().__init__(theme, parent)
        self._pressed: tuple[int, QPointF] | None = None
        self._editor: ChipEditor | None = None
        self._menu_position = 0
        self._kinds = 0
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setAttribute(Qt.WidgetAttribute.WA_InputMethodEnabled)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)

    @property
    def editor(self) -> ChipEditor | None:
        """The open field."""
        return self._editor

    def set_chips(self, chips: Sequence[Chip]) -> None:
        """Show these chips. The keyboard goes where the current query goes; other words close the field."""
        if tuple(chips) == self._chips:
            return
        before, self._chips = self._chips, tuple(chips)
        if [chip.word for chip in before] != [chip.word for chip in self._chips]:
            self._close_editor()
        query, old_query = _marked(self._chips), _marked(before)
        self._cursor = min(self._cursor, len(self._chips))
        if query is not None and query != old_query:
            self._cursor = query
        self._relayout()

    def set_kinds(self, kinds: int) -> None:
        """Offer so many token types."""
        self._kinds = kinds

    def set_cursor(self, position: int) -> None:
        """Put the keyboard on a chip."""
        self._cursor = max(0, min(position, len(self._chips)))
        self._scroll_to_cursor()

    def edit(self, position: int, text: str | None = None, cursor: int | None = None) -> None:
        """Open the field over a chip: its word selected, or `text` with the cursor at its end or `cursor`."""
        word = self._chips[position].word
        self._open_editor(position, word if text is None else text, inserting=False)
        self._place_cursor(select=text is None and cursor is None, cursor=cursor)

    def insert(self, position: int, text: str = "") -> None:
        """Open a field before a chip."""
        self._open_editor(position, text, inserting=True)
        self._place_cursor(select=False, cursor=None)

    def event(self, event: QEvent) -> bool:
        """Keep the keys of the chips from the window's shortcuts."""
        if event.type() == QEvent.Type.ShortcutOverride and isinstance(event, QKeyEvent) and deed_of(event):
            event.accept()
            return True
        return super().event(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Do what the key asks of the current chip."""
        if event.key() == Qt.Key.Key_Escape and self._dragged is not None:
            self._stop_drag()
            return
        deed = deed_of(event)
        if deed is None:
            super().keyPressEvent(event)
        elif deed is Deed.TYPE:
            self._type(event.text())
        else:
            self._do(deed, self._cursor)

    def inputMethodEvent(self, event: QInputMethodEvent) -> None:
        """Open the field for what an input method brings, and let it have the event."""
        if event.preeditString() or event.commitString():
            self._type("")
            if self._editor is not None:
                QCoreApplication.sendEvent(self._editor, event)
        else:
            super().inputMethodEvent(event)

    def focusInEvent(self, event: QFocusEvent) -> None:
        """Show where the keyboard is."""
        super().focusInEvent(event)
        self._scroll_to_cursor()

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Choose a chip, add one, or scroll by an arrow."""
        if event.button() is not Qt.MouseButton.LeftButton:
            return
        for sign, box in zip((-1, 1), self._layout.arrows(self._offset), strict=True):
            if box is not None and box.contains(event.position()):
                self._scroll(sign * self.width() * 0.7)
                return
        position = self._layout.at(event.position().x(), self._offset)
        if position == len(self._chips):
            self.insert(position)
        elif position is not None:
            self._pressed = (position, event.position())
            self._go(position)

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        """Edit a chip."""
        position = self._layout.at(event.position().x(), self._offset)
        if position is not None and position < len(self._chips):
            self.edit(position)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        """Hover, or drag a chip along."""
        x = event.position().x()
        if self._pressed is None:
            self._set_hovered(self._layout.at(x, self._offset))
            return
        position, start = self._pressed
        distance = (event.position() - start).manhattanLength()
        if self._dragged is not None or distance >= QApplication.startDragDistance():
            self._dragged = (position, x)
            edge = 24 if self._layout.overflow else -1
            self._scroll(-12 if x < edge else 12 if x > self.width() - edge else 0)
            self.update()

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:  # noqa: ARG002
        """Drop a dragged chip."""
        dragged = self._dragged
        self._stop_drag()
        if dragged is not None:
            position, x = dragged
            place = self._layout.drop_place(x, self._offset, position)
            if place != position:
                self._cursor = place
                self.moved.emit(position, place)

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        """Offer what can be done with the chip."""
        by_key = event.reason() is QContextMenuEvent.Reason.Keyboard
        position = self._cursor if by_key else self._layout.at(event.pos().x(), self._offset)
        if position is None or position >= len(self._chips):
            return
        self._menu_position = position
        menu = chip_menu(self, position, len(self._chips), self._chips[position], self._kinds)
        menu.triggered.connect(self._on_menu)
        menu.popup(self.mapToGlobal(self.middle(position)) if by_key else event.globalPos())

    # what keys and menus ask for

    def _do(self, deed: Deed, position: int) -> None:
        count = len(self._chips)
        at_chip = position < count
        if deed is Deed.EDIT:
            self.edit(position) if at_chip else self.insert(position)
        elif deed in (Deed.INSERT_BEFORE, Deed.INSERT_AFTER):
            self.insert(min(position + (deed is Deed.INSERT_AFTER), count))
        elif deed in _GOES:
            self._go(
                {Deed.GO_LEFT: position - 1, Deed.GO_RIGHT: position + 1, Deed.GO_FIRST: 0}.get(deed, count)
            )
        elif at_chip:
            self._change(deed, position)

    def _change(self, deed: Deed, position: int) -> None:
        if deed is Deed.REMOVE:
            self.removed.emit(position)
        elif deed is Deed.PADDING:
            self.padding_toggled.emit(position, not self._chips[position].is_padding)
        elif deed is Deed.JOIN and position > 0:
            text = self._chips[position - 1].word + self._chips[position].word
            self._cursor = position - 1
            self.joined.emit(position, text)
        elif deed in (Deed.MOVE_LEFT, Deed.MOVE_RIGHT):
            place = position + (1 if deed is Deed.MOVE_RIGHT else -1)
            if 0 <= place < len(self._chips):
                self._cursor = place
                self.moved.emit(position, place)

    def _go(self, position: int) -> None:
        self.set_cursor(position)
        if self._cursor < len(self._chips):
            self.chosen.emit(self._cursor)

    def _type(self, text: str) -> None:
        if self._cursor < len(self._chips):
            self.edit(self._cursor, text)
        else:
            self.insert(self._cursor, text)

    def _on_menu(self, action: QAction) -> None:
        if isinstance(action.data(), Deed):
            self._do(action.data(), self._menu_position)
        else:
            self.kind_chosen.emit(self._menu_position, action.data())

    # the field

    def _open_editor(self, position: int, text: str, *, inserting: bool) -> None:
        self._close_editor()
        self._cursor = position
        self._field = Field(position, inserting, 0)
        editor = ChipEditor(text, self)
        editor.setAccessibleName(self.tr("Token {number}").format(number=position + 1))
        self._editor = editor
        editor.entered.connect(self._on_entered)
        editor.abandoned.connect(self._close_editor)
        editor.left.connect(self._on_left)
        editor.parted.connect(self._on_parted)
        editor.joined.connect(self._on_joined)
        editor.textChanged.connect(self._relayout)
        self._relayout()
        self._scroll_to_cursor()
        editor.show()
        editor.setFocus(Qt.FocusReason.OtherFocusReason)

    def _field_width(self) -> float:
        text = "" if self._editor is None else self._editor.text()
        width, field = max(chip_width(text, self.font()) + 12, 48.0), self._field
        if field is None or field.inserting or field.position >= len(self._chips):
            return width
        return max(width, chip_width(self._chips[field.position].text, self.font()) + 12)

    def _place_field(self) -> None:
        if self._editor is not None:
            self._editor.setGeometry(self._layout.field_box(self._offset).toRect())

    def _place_cursor(self, *, select: bool, cursor: int | None) -> None:
        if self._editor is None:
            return
        if select:
            self._editor.selectAll()
        else:
            self._editor.setCursorPosition(len(self._editor.text()) if cursor is None else cursor)

    def _close_editor(self) -> Field | None:
        """Close the field and return what it was for; the focus stays in the row."""
        editor, field = self._editor, self._field
        self._editor = self._field = None
        if editor is not None:
            if editor.hasFocus():
                self.setFocus(Qt.FocusReason.OtherFocusReason)
            editor.hide()
            editor.deleteLater()
            self._relayout()
        return field

    def _on_entered(self, text: str) -> None:
        field = self._close_editor()
        if field is None:
            return
        if text:
            self._tell(field, (text,))
        elif not field.inserting and self._chips[field.position].word:
            self.removed.emit(field.position)

    def _on_left(self, text: str) -> None:
        field = self._close_editor()
        if field is not None and text:
            self._tell(field, (text,), left=True)

    def _on_parted(self, pieces: tuple[str, ...]) -> None:
        field = self._close_editor()
        if field is not None:
            self._tell(field, pieces, goes_on=True)

    def _on_joined(self, text: str) -> None:
        field = self._field
        if field is None or field.position == 0:
            return
        self._close_editor()
        before = self._chips[field.position - 1].word
        if field.inserting:
            self._tell(Field(field.position - 1, inserting=False, width=0), (before + text,))
        else:
            self._cursor = field.position - 1
            self.joined.emit(field.position, before + text)
        if self._chips[field.position - 1].word == before + text:
            self.edit(field.position - 1, cursor=len(before))

    def _tell(
        self, field: Field, words: tuple[str, ...], *, goes_on: bool = False, left: bool = False
    ) -> None:
        unchanged = not field.inserting and words == (self._chips[field.position].word,)
        if not unchanged:
            self.typed.emit(Typed(field.position, field.inserting, words, goes_on, left))

    def _stop_drag(self) -> None:
        self._pressed = self._dragged = None
        self.update()


_GOES = {Deed.GO_LEFT, Deed.GO_RIGHT, Deed.GO_FIRST, Deed.GO_LAST}


def _marked(chips: Sequence[Chip]) -> int | None:
    return next((position for position, chip in enumerate(chips) if chip.mark is Mark.QUERY), None)
