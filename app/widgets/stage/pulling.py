"""Handles on the stage and what is pulled at them; and what hands ask of the canvas."""

from __future__ import annotations

from abc import abstractmethod

import pyqtgraph as pg
from PySide6.QtCore import QPoint, QPointF, Qt, QTimer, Signal
from PySide6.QtGui import QWheelEvent
from PySide6.QtWidgets import QGraphicsView, QWidget

from app.models.stage_content import Kind, MatrixView, StageContent
from app.models.stage_places import Block, Placement
from app.widgets.stage.paint_marks import handle_box
from app.widgets.stage.scene import Spot
from app.widgets.stage.scrub import Scrub
from core.expression.nodes import Cell
from core.ops.base import Index

_WHEEL_PAUSE = 600
"""Milliseconds without a turn of the wheel that end its gesture."""


class PullingView(pg.GraphicsView):  # type: ignore[misc]
    """Changes numbers by pulling; what it asks of the canvas is listed at the end."""

    cell_chosen = Signal(str, object)  # tensor, index
    cell_hovered = Signal(object)  # Cell | None
    mask_toggled = Signal(str, object)  # tensor, index: a click or Space on a cell of a mask
    scrub_started = Signal()
    scrubbed = Signal(str, object, float)  # tensor, index, number
    scrub_cancelled = Signal()  # Escape: the old number was sent already; scrub_finished follows
    scrub_finished = Signal()
    go_to_requested = Signal(str, object)  # tensor, index: F2 or a double click on a computed cell
    row_header_clicked = Signal(str, int)  # tensor, row
    column_header_clicked = Signal(str, int)  # tensor, column

    def __init__(self, parent: QWidget | None) -> None:
        self._scrub: Scrub | None = None
        self._by = ""
        """What pulls: ``drag``, ``keys`` or ``wheel``."""
        self._from = QPointF()
        self._pointer: QPoint | None = None
        """Where the pointer is on the viewport; None where it is elsewhere."""
        self._hovered: Spot | None = None
        self._told: Cell | None = None
        """The cell under the pointer, as it was told last."""
        super().__init__(parent, background=None)
        self._pause = QTimer(self)
        self._pause.setSingleShot(True)
        self._pause.setInterval(_WHEEL_PAUSE)
        self._pause.timeout.connect(self._end_scrub)

    @property
    def is_scrubbing(self) -> bool:
        """True while a number is pulled at."""
        return self._scrub is not None

    # Handles

    def show_handles(self) -> None:
        """Show handles at the cell that is held, pointed at, chosen or marked, where it can be edited."""
        held = self._spot_of(self._scrub.tensor, self._scrub.index) if self._scrub else None
        wanted = (held if self._scrub else self._hovered, self.chosen_spot(), self.hint_spot())
        self.set_handles(tuple(dict.fromkeys(spot for spot in wanted if spot and self._can_pull(spot))))

    def _can_pull(self, spot: Spot) -> bool:
        view = self.view_of(spot[0])
        if not view.editable or view.kind is Kind.MASK:
            return False
        block = self.placement.block_of(spot[0])
        return block is not None and block.pixels > 0 and spot[1] < block.rows and spot[2] < block.columns

    def _handle_under(self, at: QPointF) -> Spot | None:
        for spot in self.handles:
            block = self.placement.block_of(spot[0])
            if block is not None and handle_box(block, spot[1], spot[2], self.scale_factor).grown(
                2, 2, 1, 2
            ).holds(at.x(), at.y()):
                return spot
        return None

    # Pulling

    def _begin_scrub(self, spot: Spot, by: str) -> None:
        self._end_scrub()
        view = self.view_of(spot[0])
        start = float(view.values[spot[1], spot[2]])
        self._scrub, self._by = Scrub(view.tensor, view.index(spot[1], spot[2]), start), by
        self.scrub_started.emit()
        self.show_handles()

    def _pull(self, pixels: float, *, fine: bool) -> None:
        scrub = self._scrub
        if scrub is not None and scrub.pull(pixels, fine=fine):
            self.scrubbed.emit(scrub.tensor, scrub.index, scrub.value)

    def _step(self, spot: Spot, steps: int, by: str, *, fine: bool) -> None:
        """Go some steps from where the number is; the first one begins a gesture."""
        view = self.view_of(spot[0])
        place = (view.tensor, view.index(spot[1], spot[2]))
        if self._scrub is None or self._by != by or (self._scrub.tensor, self._scrub.index) != place:
            self._begin_scrub(spot, by)
        scrub = self._scrub
        if scrub is not None and scrub.step(steps, fine=fine):
            self.scrubbed.emit(scrub.tensor, scrub.index, scrub.value)

    def _end_scrub(self) -> None:
        if self._scrub is None:
            return
        self._scrub, self._by = None, ""
        self._pause.stop()
        self.scrub_finished.emit()
        self.show_handles()

    def _cancel_scrub(self) -> None:
        """Bring the old number back and end the gesture."""
        scrub = self._scrub
        if scrub is None:
            return
        if scrub.value != scrub.start:
            self.scrubbed.emit(scrub.tensor, scrub.index, scrub.start)
        self.scrub_cancelled.emit()
        self._end_scrub()

    def wheelEvent(self, event: QWheelEvent) -> None:
        """Alt and the wheel pull; otherwise it scrolls where there is something to scroll."""
        modifiers = event.modifiers()
        delta = event.angleDelta()
        turned = delta.y() or delta.x()  # with Alt, Qt turns the wheel sideways
        if modifiers & Qt.KeyboardModifier.AltModifier and turned:
            at = self.mapToScene(event.position().toPoint())
            block = self.block_under(at)
            cell = block.cell_at(at.x(), at.y()) if block else None
            spot = (block.item, *cell) if block is not None and cell is not None else self.chosen_spot()
            if spot is not None and self._can_pull(spot):
                fine = bool(modifiers & Qt.KeyboardModifier.ShiftModifier)
                self._step(spot, 1 if turned > 0 else -1, "wheel", fine=fine)
                self._pause.start()
            event.accept()
            return
        if modifiers & Qt.KeyboardModifier.ControlModifier:
            event.ignore()
            return
        QGraphicsView.wheelEvent(self, event)

    # What the canvas answers

    def block_under(self, position: QPointF) -> Block | None:
        """Return the matrix under a point of the scene."""
        return self.placement.block_at(position.x(), position.y())

    @property
    @abstractmethod
    def content(self) -> StageContent:
        """What is shown."""

    @property
    @abstractmethod
    def placement(self) -> Placement:
        """Where it stands."""

    @property
    @abstractmethod
    def scale_factor(self) -> float:
        """Size of everything."""

    @property
    @abstractmethod
    def handles(self) -> tuple[Spot, ...]:
        """The cells that have a handle now."""

    @abstractmethod
    def view_of(self, item: int) -> MatrixView:
        """Return a matrix by its position in the content."""

    @abstractmethod
    def chosen_spot(self) -> Spot | None:
        """Return where the chosen cell is shown."""

    @abstractmethod
    def hint_spot(self) -> Spot | None:
        """Return the cell that is marked “drag me”."""

    @abstractmethod
    def choose(self, spot: Spot) -> None:
        """Say that a cell was chosen."""

    @abstractmethod
    def set_handles(self, spots: tuple[Spot, ...]) -> None:
        """Show handles at these cells."""

    @abstractmethod
    def begin_edit(self, tensor: str, index: Index, text: str | None = None) -> bool:
        """Open the editor."""

    @abstractmethod
    def hide_reason(self) -> None:
        """Take away what was said beside a cell."""

    @abstractmethod
    def say_computed(self) -> None:
        """Say that a computed cell cannot be typed into."""

    @abstractmethod
    def _spot_of(self, tensor: str, index: Index) -> Spot | None:
        """Return where a cell is shown."""
