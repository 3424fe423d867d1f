"""A badge in the status bar: a short text that can be clicked where it leads somewhere."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QSize, Qt
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QAbstractButton, QWidget

from app.theme import Role, Theme

_BESIDE, _END = 8, 16
"""Beside the text, and from its end to the edge of the window."""


class StatusBadge(QAbstractButton):
    """Keeps the room of its longest text: what changes with every edit lays nothing out."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._room = 0
        self._warns = False
        self.set_warning(warns=False)

    @property
    def warns(self) -> bool:
        """True while it is a warning that leads somewhere."""
        return self._warns

    def set_theme(self, theme: Theme) -> None:
        """Use other colours."""
        self._theme = theme
        self.update()

    def set_warning(self, *, warns: bool) -> None:
        """Be a warning that can be clicked and reached by Tab, or quiet."""
        self._warns = warns
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus if warns else Qt.FocusPolicy.NoFocus)
        cursor = Qt.CursorShape.PointingHandCursor if warns else Qt.CursorShape.ArrowCursor
        self.setCursor(cursor)
        self.update()

    def show_text(self, text: str, tip: str) -> None:
        """Write another text."""
        if text != self.text():
            super().setText(text)
            self.setAccessibleName(text)
            self._reserve()
        self.setToolTip(tip)

    def release(self) -> None:
        """Need no more room than the text there is."""
        self._room = 0
        self._reserve()

    def sizeHint(self) -> QSize:
        """Return the room of the text."""
        return QSize(self._room, self.fontMetrics().height() + 4)

    def minimumSizeHint(self) -> QSize:
        """Return the same."""
        return self.sizeHint()

    def changeEvent(self, event: QEvent) -> None:
        """Grow with the font."""
        super().changeEvent(event)
        if event.type() == QEvent.Type.FontChange:
            self.release()

    def paintEvent(self, event: QPaintEvent) -> None:  # noqa: ARG002 - Qt's signature
        """Write the text; a warning has a ground and an edge."""
        painter = QPainter(self)
        if self._warns:
            edge = Role.ACCENT if self.hasFocus() else Role.REFUSED
            painter.setPen(self._theme.color(edge))
            painter.setBrush(self._theme.color(Role.REFUSED_TINT))
            painter.drawRoundedRect(self.rect().adjusted(0, 1, _BESIDE - _END, -2), 2, 2)
        painter.setPen(self._theme.color(Role.REFUSED if self._warns else Role.INK_SOFT))
        side = Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignRight | Qt.TextFlag.TextSingleLine
        painter.drawText(self.rect().adjusted(_BESIDE, 0, -_END, 0), side, self.text())
        painter.end()

    def _reserve(self) -> None:
        wide = self.fontMetrics().horizontalAdvance(self.text()) + _BESIDE + _END if self.text() else 0
        if wide > self._room or not wide:
            self._room = wide
            self.updateGeometry()
