"""Pulling at the current number of a grid: at its handle, by Alt and arrows, by Alt and the wheel."""

from __future__ import annotations

import itertools
from collections.abc import Callable
from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, QLineF, QObject, QPointF, QRect, Qt, QTimer, Signal
from PySide6.QtGui import QHideEvent, QKeyEvent, QMouseEvent, QPainter, QPaintEvent, QPen, QPolygonF
from PySide6.QtWidgets import QWidget

from app.models.stage_content import Kind
from app.theme import Role, ThemeStore
from app.widgets.stage.scrub import Scrub

if TYPE_CHECKING:
    from app.widgets.grid import MatrixGrid

_WIDTH = 16
_LEAST_HEIGHT = 12
_FINEST = -12
_WHEEL_PAUSE = 600
"""Milliseconds without a turn of the wheel that end its gesture."""


class GridScrub(QObject):
    """The pulling of one grid: each gesture is one undo step, and everything follows while it goes on."""

    abandoned = Signal(int)  # the gesture that is to be taken back

    def __init__(
        self, grid: MatrixGrid, theme: ThemeStore, new_gesture: Callable[[], int] | None = None
    ) -> None:
        super().__init__(grid)
        self._grid = grid
        self._new_gesture = new_gesture or itertools.count(1).__next__
        self._gesture = 0
        self._scrub: Scrub | None = None
        self.handle = ScrubHandle(theme, grid.viewport())
        self.handle.hide()
        self.handle.pulled.connect(self._on_pulled)
        self.handle.let_go.connect(self.end)
        self.handle.given_up.connect(self._give_up)
        self._pause = QTimer(self)
        self._pause.setSingleShot(True)
        self._pause.setInterval(_WHEEL_PAUSE)
        self._pause.timeout.connect(self.end)

    @property
    def is_going_on(self) -> bool:
        """True from the first change of a gesture to its end."""
        return self._scrub is not None

    def step(self, steps: int, *, fine: bool = False, by_wheel: bool = False) -> None:
        """Make the current number so many steps larger; a step follows its magnitude."""
        model = self._grid.matrix
        if model.kind is Kind.MASK:
            self._grid.commands.set_mask(steps > 0)
            return
        scrub = self._begun()
        if scrub is not None and scrub.step(steps, fine=fine):
            self._write(scrub)
        if by_wheel:
            self._pause.start()

    def end(self) -> None:
        """End the gesture: the next change is an edit of its own."""
        self._scrub = None
        self._pause.stop()

    def _begun(self) -> Scrub | None:
        """Return the gesture that goes on, or begin one; None where nothing can be pulled at."""
        current, model = self._grid.cells.current, self._grid.matrix
        if current is None:
            return None
        if not model.is_editable:
            self._grid.entry.tell(model.reason)
            return None
        if self._scrub is None:
            index = model.layout.index(*current)
            self._scrub = Scrub(model.name, index, model.value(*current), finest=_FINEST)
            self._gesture = self._new_gesture()
        return self._scrub

    def _write(self, scrub: Scrub) -> None:
        cell = self._grid.matrix.layout.cell(scrub.index)
        if cell is not None:
            self._grid.commands.write([cell], [scrub.value], self._gesture)

    def _on_pulled(self, pixels: float, fine: bool) -> None:  # noqa: FBT001 - Qt's signal
        scrub = self._begun()
        if scrub is not None and scrub.pull(pixels, fine=fine):
            self._write(scrub)

    def _give_up(self) -> None:
        """Bring the old number back, and leave no undo step."""
        scrub = self._scrub
        if scrub is None:
            return
        if scrub.value != scrub.start:
            scrub.value = scrub.start
            self._write(scrub)
        self.end()
        self.abandoned.emit(self._gesture)

    @property
    def _width(self) -> int:
        return max(_WIDTH, round(_WIDTH * self._grid.fontMetrics().height() / 16))

    @property
    def room(self) -> int:
        """Pixels that a grid of one column needs beside it, so that the handle does not cover the number."""
        return self._width + 4 if self._grid.cells.size[1] == 1 else 0

    def place(self) -> None:
        """Keep the handle at the right edge of the current cell, over its neighbour."""
        grid = self._grid
        current = grid.cells.current
        can_be_pulled = grid.matrix.is_editable and grid.matrix.kind is not Kind.MASK
        if current is None or not can_be_pulled or grid.entry.is_open or not grid.hasFocus():
            self.handle.setVisible(self.handle.is_held)
            return
        cell = grid.visualRect(grid.matrix.index(*current))
        width = self._width
        left = cell.right() + 2
        if left + width > grid.viewport().width():
            left = cell.left() - width - 2
        if left < 0:  # there is no neighbour to stand over
            left = cell.left() + 4
        box = QRect(left, cell.top() + 1, width, max(cell.height() - 3, _LEAST_HEIGHT))
        self.handle.setGeometry(box)
        self.handle.setVisible(grid.viewport().rect().intersects(cell))
        self.handle.raise_()


class ScrubHandle(QWidget):
    """↕ on a plate: values are told as pixels upwards."""

    pulled = Signal(float, bool)  # pixels upwards, fine
    let_go = Signal()
    given_up = Signal()  # Escape

    def __init__(self, theme: ThemeStore, parent: QWidget) -> None:
        super().__init__(parent)
        self._theme = theme
        self._at: float | None = None
        self.setCursor(Qt.CursorShape.SizeVerCursor)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self._retranslate()

    @property
    def is_held(self) -> bool:
        """True while the button is down."""
        return self._at is not None

    def _retranslate(self) -> None:
        told = self.tr("Drag up or down: the number follows. Shift: finer. Also Alt with ↑ ↓ or the wheel")
        self.setToolTip(told)
        self.setAccessibleName(told)

    def changeEvent(self, event: QEvent) -> None:
        """Speak the language in force."""
        super().changeEvent(event)
        if event.type() is QEvent.Type.LanguageChange:
            self._retranslate()

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Take hold."""
        if event.button() != Qt.MouseButton.LeftButton:
            event.ignore()
            return
        self._at = event.globalPosition().y()
        self.grabKeyboard()

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        """Tell how far it went."""
        if self._at is None:
            return
        now = event.globalPosition().y()
        fine = bool(event.modifiers() & Qt.KeyboardModifier.ShiftModifier)
        self.pulled.emit(self._at - now, fine)
        self._at = now

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        """Let go."""
        if event.button() == Qt.MouseButton.LeftButton:
            self._release(self.let_go)

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        """Two quick presses are two presses."""
        self.mousePressEvent(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Escape gives the gesture up; no other key does anything while it is held."""
        if event.key() == Qt.Key.Key_Escape:
            self._release(self.given_up)

    def hideEvent(self, event: QHideEvent) -> None:
        """Nobody holds what is not there."""
        super().hideEvent(event)
        self._release(self.let_go)

    def _release(self, how: object) -> None:
        if self._at is None:
            return
        self._at = None
        self.releaseKeyboard()
        how.emit()  # type: ignore[attr-defined]

    def paintEvent(self, event: QPaintEvent) -> None:  # noqa: ARG002 - it is small
        """Paint the plate, two tips and the line between them."""
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(QPen(self._theme.color(Role.STAGE), 1))
        painter.setBrush(self._theme.color(Role.ACCENT))
        painter.drawRoundedRect(self.rect().toRectF().adjusted(0.5, 0.5, -0.5, -0.5), 2, 2)
        middle, half = self.rect().toRectF().center(), self.width() * 0.22
        reach = self.height() * 0.34
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(self._theme.color(Role.ON_ACCENT))
        for way in (-1, 1):
            tip, base = QPointF(0, way * reach), way * (reach - half * 1.1)
            sides = [QPointF(-half, base), QPointF(half, base)]
            painter.drawPolygon(QPolygonF([middle + point for point in (tip, *sides)]))
        painter.setPen(QPen(self._theme.color(Role.ON_ACCENT), 1.6))
        inner = QPointF(0, reach - half)
        painter.drawLine(QLineF(middle - inner, middle + inner))
