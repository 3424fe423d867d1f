"""A field over the cell that is typed into; what is refused stays, with the reason under it."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QRect, QSize, Qt, Signal
from PySide6.QtGui import QFocusEvent, QKeyEvent
from PySide6.QtWidgets import QFrame, QHBoxLayout, QLabel, QLineEdit, QVBoxLayout, QWidget

from app.models.stage_places import Face
from app.widgets.bubble import beside, short_text, widest
from app.widgets.stage.look import Look, font_of

_LEAST_WIDTH, _LEAST_HEIGHT = 84, 28
_SIDES = 20
"""Left and right of the words of a reason."""


class _Line(QLineEdit):
    """A line that says when it is left."""

    left = Signal()
    key = Signal(int)  # -1 Shift+Tab, 1 Tab, 0 Enter
    escaped = Signal()

    def event(self, event: QEvent) -> bool:
        """Take Tab before Qt moves the focus, and keep letters from becoming shortcuts."""
        if event.type() == QEvent.Type.KeyPress and isinstance(event, QKeyEvent):
            if event.key() in (Qt.Key.Key_Tab, Qt.Key.Key_Backtab):
                self.key.emit(1 if event.key() == Qt.Key.Key_Tab else -1)
                return True
            if event.key() == Qt.Key.Key_Escape:
                self.escaped.emit()
                return True
        if event.type() == QEvent.Type.ShortcutOverride:
            event.accept()
            return True
        return super().event(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self.key.emit(0)
            return
        super().keyPressEvent(event)
        event.accept()  # arrows and letters stay here

    def focusOutEvent(self, event: QFocusEvent) -> None:
        super().focusOutEvent(event)
        if event.reason() not in (Qt.FocusReason.PopupFocusReason, Qt.FocusReason.ActiveWindowFocusReason):
            self.left.emit()


class CellEditor(QFrame):
    """The field, its “!” plate and the reason under it."""

    committed = Signal(str, int)  # text, where to go on: -1, 0, 1
    abandoned = Signal()

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.setObjectName("cellEditor")
        self._area = parent
        self.line = _Line(self)
        self.line.setObjectName("cellEditorLine")
        self.line.setFrame(False)
        self.line.setInputMethodHints(
            Qt.InputMethodHint.ImhFormattedNumbersOnly | Qt.InputMethodHint.ImhPreferLatin
        )
        self._plate = QLabel("!", self)
        self._plate.setObjectName("cellEditorPlate")
        self._plate.setAlignment(Qt.AlignmentFlag.AlignCenter)
        layout = QHBoxLayout(self)
        layout.setContentsMargins(4, 0, 4, 0)
        layout.setSpacing(4)
        layout.addWidget(self.line)
        layout.addWidget(self._plate)
        self.reason = Reason(parent)
        self._text = ""
        self._box = QRect()
        self._busy = False
        self.line.key.connect(self._on_key)
        self.line.escaped.connect(self.abandoned)
        self.line.left.connect(self.leave)
        self.line.textEdited.connect(self._on_edited)
        self.hide()

    def set_look(self, look: Look) -> None:
        """Use the sizes of the stage; the colours stand in the style sheet."""
        self.line.setFont(font_of(Face.TEXT, round(look.px(13))))
        self._plate.setFont(font_of(Face.BOLD, round(look.px(12))))
        self._plate.setFixedSize(round(look.px(14)), round(look.px(16)))
        self.reason.set_look(look)
        self._scale = look.scale

    @property
    def is_open(self) -> bool:
        """True while a cell is typed into."""
        return self.isVisible() or self._open

    _open = False
    _scale = 1.0

    def start(self, box: QRect, shown: str, typed: str | None) -> None:
        """Open over a cell with its full number, or with what was typed in its place."""
        self._text = shown
        self._open = True
        self._set_refused("")
        self.line.setText(shown if typed is None else typed)
        self.line.setModified(typed is not None)
        self.place(box)
        self.show()
        self.raise_()
        self.line.setFocus(Qt.FocusReason.OtherFocusReason)
        self.line.end(False)

    def place(self, box: QRect) -> None:
        """Stand over a cell, at least wide enough to type."""
        self._box = box
        wide = max(box.width() + 2, round(_LEAST_WIDTH * self._scale))
        high = max(box.height() + 2, round(_LEAST_HEIGHT * self._scale))
        area = self._area.rect()
        x = min(max(box.center().x() - wide // 2 + 1, 0), max(area.width() - wide, 0))
        y = min(max(box.center().y() - high // 2 + 1, 0), max(area.height() - high, 0))
        self.setGeometry(x, y, wide, high)
        self.reason.place(self.geometry())

    def finish(self, back_to: QWidget) -> None:
        """Close, and give the focus back first: Qt would move on from what is hidden, as Tab does."""
        self._busy = True
        self._open = False
        self.reason.unsay()
        if self.line.hasFocus():
            back_to.setFocus(Qt.FocusReason.OtherFocusReason)
        self.hide()
        self._busy = False

    def refuse(self, reason: str, kept: str) -> None:
        """Stay open with the text, and say why."""
        self._set_refused(reason, kept)
        self.show()
        self.line.setFocus(Qt.FocusReason.OtherFocusReason)

    def _set_refused(self, reason: str, kept: str = "") -> None:
        refused = bool(reason)
        self._plate.setVisible(refused)
        if bool(self.property("refused")) != refused:
            self.setProperty("refused", refused)
            self.style().unpolish(self)
            self.style().polish(self)
        if refused:
            self.reason.say(reason, kept)
            self.reason.place(self.geometry())
        else:
            self.reason.unsay()
        self.line.setAccessibleDescription(reason)

    def _on_edited(self) -> None:
        self._set_refused("")

    def _on_key(self, way: int) -> None:
        self._commit(way)

    def leave(self) -> None:
        """Take what is being typed; nothing where the editor is closed."""
        if self._open and not self._busy:
            self._commit(0)

    def _commit(self, way: int) -> None:
        if self._busy:
            return
        self._busy = True
        try:
            if self.line.text() == self._text:
                self.abandoned.emit()
            else:
                self.committed.emit(self.line.text(), way)
        finally:
            self._busy = False


class Reason(QFrame):
    """A plate with a reason in words, and under it what becomes of the text."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.setObjectName("stageReason")
        self._head, self._foot = QLabel(self), QLabel(self)
        self._head.setObjectName("stageReasonHead")
        self._foot.setObjectName("stageReasonFoot")
        self._area = parent
        self._rows = QVBoxLayout(self)
        self._rows.setContentsMargins(8, 4, 8, 4)
        self._rows.setSpacing(2)
        for label in (self._head, self._foot):
            label.setTextFormat(Qt.TextFormat.PlainText)
            label.setWordWrap(True)
            self._rows.addWidget(label)
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self.hide()

    @property
    def text(self) -> str:
        """The reason shown."""
        return self._head.text()

    def set_look(self, look: Look) -> None:
        """Use the sizes of the stage; the colours stand in the style sheet."""
        self._head.setFont(font_of(Face.BOLD, round(look.px(13))))
        self._foot.setFont(font_of(Face.TEXT, round(look.px(12))))

    def say(self, reason: str, foot: str = "") -> None:
        """Set the words."""
        metrics = self._head.fontMetrics()
        self._head.setText(short_text(reason, metrics, widest(metrics) - _SIDES))
        self._foot.setText(foot)
        self._foot.setVisible(bool(foot))

    def unsay(self) -> None:
        """Take the words away."""
        self._head.clear()
        self.hide()

    def place(self, under: QRect) -> None:
        """Stand under a field, or over it where there is no room."""
        if not self._head.text():
            return
        area = self._area.rect()
        width = 0
        for label in (self._head, self._foot):
            if label.text():
                width = max(width, label.fontMetrics().horizontalAdvance(label.text()) + 4)
        width = min(width + _SIDES, widest(self._head.fontMetrics()), max(area.width() - 16, 80))
        self.setFixedWidth(width)
        self._rows.activate()
        height = self._rows.totalHeightForWidth(width)
        if height < 0:  # neither line wraps
            height = self.sizeHint().height()
        self.setGeometry(beside(under, QSize(width, height), area))
        self.show()
        self.raise_()
