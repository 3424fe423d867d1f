"""The field in which a cell is typed, and the plate that says why an entry is refused."""

from __future__ import annotations

from enum import StrEnum

from PySide6.QtCore import QEvent, QRect, QSize, Qt, Signal
from PySide6.QtGui import (
    QAccessible,
    QAccessibleAnnouncementEvent,
    QFocusEvent,
    QFont,
    QFontMetrics,
    QInputMethodEvent,
    QKeyEvent,
    QPainter,
    QPaintEvent,
    QPen,
)
from PySide6.QtWidgets import QLineEdit, QWidget

from app.theme import Role, ThemeStore
from app.widgets.bubble import beside, short_text, widest

_SIGN_ROOM = 24
_RETURNS = (Qt.Key.Key_Return, Qt.Key.Key_Enter)
_ARROWS = (Qt.Key.Key_Left, Qt.Key.Key_Right, Qt.Key.Key_Up, Qt.Key.Key_Down)
_PAGES = (Qt.Key.Key_PageUp, Qt.Key.Key_PageDown)
_OURS = (*_RETURNS, *_ARROWS, Qt.Key.Key_Escape, Qt.Key.Key_F2)
_SHIFT, _CONTROL = Qt.KeyboardModifier.ShiftModifier, Qt.KeyboardModifier.ControlModifier


class EditMode(StrEnum):
    """What arrows do: commit and move (typed over), or move the caret (F2)."""

    ENTER = "enter"
    EDIT = "edit"


class Finish(StrEnum):
    """How an entry ends, and where one goes then."""

    STAY = "stay"
    DOWN = "down"
    UP = "up"
    LEFT = "left"
    RIGHT = "right"
    NEXT = "next"  # Tab
    PREVIOUS = "previous"
    FILL = "fill"  # Ctrl+Enter: all selected cells


_ARROW_MOVES = {
    Qt.Key.Key_Left: Finish.LEFT,
    Qt.Key.Key_Right: Finish.RIGHT,
    Qt.Key.Key_Up: Finish.UP,
    Qt.Key.Key_Down: Finish.DOWN,
}


class CellEditor(QLineEdit):
    """One line over a cell. It only tells what is wanted; the grid decides."""

    finish_requested = Signal(object)  # Finish
    cancel_requested = Signal()
    focus_lost = Signal()

    def __init__(self, theme: ThemeStore, parent: QWidget) -> None:
        super().__init__(parent)
        self._theme = theme
        self._preedit = False
        self._refused = False
        self.mode = EditMode.ENTER
        self.setFrame(False)
        self.setInputMethodHints(
            Qt.InputMethodHint.ImhFormattedNumbersOnly | Qt.InputMethodHint.ImhPreferLatin
        )

    @property
    def is_refused(self) -> bool:
        """True while the text stands there refused."""
        return self._refused

    def set_refused(self, *, refused: bool) -> None:
        """Frame the text in red, or no longer."""
        self._refused = refused
        self.setTextMargins(4, 0, _SIGN_ROOM if refused else 2, 0)
        self.update()

    def focusNextPrevChild(self, next: bool) -> bool:  # noqa: A002, ARG002, FBT001 - Qt's name
        """Tab is a key like others here."""
        return False

    def inputMethodEvent(self, event: QInputMethodEvent) -> None:
        """Remember whether a conversion is going on: its Return is not ours."""
        self._preedit = bool(event.preeditString())
        super().inputMethodEvent(event)

    def focusOutEvent(self, event: QFocusEvent) -> None:
        """Menus and other windows do not end an entry."""
        super().focusOutEvent(event)
        if event.reason() not in (Qt.FocusReason.PopupFocusReason, Qt.FocusReason.ActiveWindowFocusReason):
            self.focus_lost.emit()

    def event(self, event: QEvent) -> bool:
        """Take the keys that end an entry before menus do."""
        if event.type() == QEvent.Type.ShortcutOverride and event.key() in _OURS:  # type: ignore[attr-defined]
            event.accept()
            return True
        return super().event(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Enter, Tab, Esc, F2 and, in enter mode, arrows; all else is typing."""
        key, modifiers = event.key(), event.modifiers()
        if self._preedit:
            super().keyPressEvent(event)
        elif key in _RETURNS:
            self.finish_requested.emit(
                Finish.FILL if modifiers & _CONTROL else Finish.UP if modifiers & _SHIFT else Finish.DOWN
            )
        elif key in (Qt.Key.Key_Tab, Qt.Key.Key_Backtab):
            back = key == Qt.Key.Key_Backtab or modifiers & _SHIFT
            self.finish_requested.emit(Finish.PREVIOUS if back else Finish.NEXT)
        elif key == Qt.Key.Key_Escape:
            self.cancel_requested.emit()
        elif key == Qt.Key.Key_F2:
            self.mode = EditMode.EDIT if self.mode is EditMode.ENTER else EditMode.ENTER
        elif key in _PAGES or (key in _ARROWS and modifiers & Qt.KeyboardModifier.AltModifier):
            event.accept()  # one neither leaves nor pulls at what is being typed
        elif key in _ARROWS and self.mode is EditMode.ENTER and not modifiers & (_SHIFT | _CONTROL):
            self.finish_requested.emit(_ARROW_MOVES[Qt.Key(key)])
        elif key == Qt.Key.Key_Up:
            self.home(bool(modifiers & _SHIFT))
        elif key == Qt.Key.Key_Down:
            self.end(bool(modifiers & _SHIFT))
        else:
            super().keyPressEvent(event)

    def paintEvent(self, event: QPaintEvent) -> None:
        """Draw the frame over whatever the style drew, and the sign of a refusal."""
        super().paintEvent(event)
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        color = self._theme.color(Role.REFUSED if self._refused else Role.ACCENT)
        painter.setPen(QPen(color, 2))
        painter.drawRoundedRect(self.rect().toRectF().adjusted(1, 1, -1, -1), 2, 2)
        if self._refused:
            side = min(16, self.height() - 8)
            plate = QRect(self.width() - side - 5, (self.height() - side) // 2, side, side)
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(color)
            painter.drawRoundedRect(plate, 2, 2)
            font = QFont(self.font())
            font.setBold(True)
            painter.setFont(font)
            painter.setPen(self._theme.color(Role.STAGE))
            painter.drawText(plate, int(Qt.AlignmentFlag.AlignCenter), "!")


class RefusalPlate(QWidget):
    """Says beneath a cell why something was refused, and what to do.

    It stands in the window and not in its `anchor`, which may be small; places are given in the anchor.
    """

    def __init__(self, theme: ThemeStore, anchor: QWidget) -> None:
        super().__init__(anchor)
        self._theme = theme
        self._anchor = anchor
        self._is_told = False
        self._reason = ""
        self._hint = ""
        self._shown = ""
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.hide()

    @property
    def reason(self) -> str:
        """Why."""
        return self._reason

    @property
    def hint(self) -> str:
        """What becomes of the entry."""
        return self._hint

    @property
    def is_told(self) -> bool:
        """True until `unsay`, also while the cell is scrolled out of sight and the plate with it."""
        return self._is_told

    def unsay(self) -> None:
        """Take the words away."""
        self._is_told = False
        self.hide()

    def tell(self, reason: str, hint: str, near: QRect) -> None:
        """Show the texts under `near`, or over it where there is no room; screen readers announce them."""
        self._reason, self._hint, self._is_told = reason, hint, True
        if self.parentWidget() is not self._anchor.window():
            self.setParent(self._anchor.window())
        self.setAccessibleName(f"{reason} {hint}".strip())
        self.place(near)
        self.update()
        QAccessible.updateAccessibility(QAccessibleAnnouncementEvent(self, self.accessibleName()))

    def place(self, near: QRect) -> None:
        """Stand beside `near`, as far as that is in sight."""
        seen = near.intersected(self._anchor.rect())
        if not self._is_told or seen.isEmpty():
            self.hide()
            return
        window = self._anchor.window()
        seen.moveTopLeft(self._anchor.mapTo(window, seen.topLeft()))
        self.setGeometry(beside(seen, self._size_for(window.width() - 8), window.rect()))
        self.show()
        self.raise_()

    def _bold(self) -> QFont:
        font = QFont(self.font())
        font.setBold(True)
        return font

    def _size_for(self, width: int) -> QSize:
        bold = QFontMetrics(self._bold())
        inner = QRect(0, 0, min(width, widest(bold)) - 20, 10_000)
        wrap = int(Qt.TextFlag.TextWordWrap)
        self._shown = short_text(self._reason, bold, inner.width())
        reason = bold.boundingRect(inner, wrap, self._shown)
        hint = QFontMetrics(self.font()).boundingRect(inner, wrap, self._hint) if self._hint else QRect()
        return QSize(max(reason.width(), hint.width()) + 22, reason.height() + hint.height() + 13)

    def paintEvent(self, event: QPaintEvent) -> None:  # noqa: ARG002 - it is small
        """Paint the reason in bold and the hint below it."""
        painter = QPainter(self)
        painter.fillRect(self.rect(), self._theme.color(Role.REFUSED_TINT))
        painter.setPen(self._theme.color(Role.REFUSED))
        painter.drawRect(self.rect().adjusted(0, 0, -1, -1))
        inner = self.rect().adjusted(10, 6, -10, -6)
        wrap = int(Qt.TextFlag.TextWordWrap)
        painter.setFont(self._bold())
        used = painter.boundingRect(inner, wrap, self._shown)
        painter.drawText(inner, wrap, self._shown)
        painter.setFont(self.font())
        painter.setPen(self._theme.color(Role.INK))
        painter.drawText(inner.adjusted(0, used.height(), 0, 0), wrap, self._hint)
