"""Where the chips of a row stand, with the field that is open between or over them."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QRectF

from app.widgets.chip_painter import GAP, HEIGHT, MIN_WIDTH
from core.record import Record

_MARGIN = 4.0  # room for the ring of the focus
_ARROW = 20.0


class Field(Record):
    """The open field: over a chip, or before one."""

    position: int
    inserting: bool
    width: float


class ChipLayout:
    """Widths in, boxes out. The last box is the one of the chip that adds a token."""

    def __init__(self, widths: Sequence[float], field: Field | None, width: float, height: float) -> None:
        self._width = width
        self._field_left = 0.0
        self._field = field
        self._lefts: list[float] = []
        self._widths = [*widths, float(MIN_WIDTH)]
        left = _MARGIN
        for position in range(len(self._widths)):
            if field is not None and field.position == position:
                self._field_left = left
                if field.inserting:
                    left += field.width + GAP
                else:
                    self._widths[position] = field.width
            self._lefts.append(left)
            left += self._widths[position] + GAP
        self.total = left - GAP + _MARGIN
        self._top = (height - HEIGHT) / 2

    @property
    def overflow(self) -> float:
        """How far the row can be scrolled."""
        return max(0.0, self.total - self._width)

    def box(self, position: int, offset: float) -> QRectF:
        """Return the box of a chip."""
        return QRectF(self._lefts[position] - offset, self._top, self._widths[position], HEIGHT)

    def field_box(self, offset: float) -> QRectF:
        """Return the box of the open field."""
        width = self._field.width if self._field is not None else 0.0
        return QRectF(self._field_left - offset, self._top, width, HEIGHT)

    def at(self, x: float, offset: float) -> int | None:
        """Return the chip at `x`."""
        for position in range(len(self._lefts)):
            box = self.box(position, offset)
            if box.left() <= x < box.right():
                return position
        return None

    def drop_place(self, x: float, offset: float, dragged: int) -> int:
        """Return where the chip `dragged` stands afterwards when it is dropped at `x`."""
        others = [place for place in range(len(self._lefts) - 1) if place != dragged]
        return sum(self.box(place, offset).center().x() < x for place in others)

    def drop_line(self, place: int, offset: float, dragged: int) -> float:
        """Return where the line stands that shows a drop at `place`."""
        before = place if place <= dragged else place + 1
        return self.box(before, offset).left() - GAP / 2

    def offset_for(self, box: QRectF, offset: float) -> float:
        """Return the offset nearest to `offset` at which `box` is in view."""
        edge = _ARROW + _MARGIN if self.overflow else 0.0
        if box.left() < edge:
            offset -= edge - box.left()
        elif box.right() > self._width - edge:
            offset += box.right() - self._width + edge
        return max(0.0, min(offset, self.overflow))

    def arrows(self, offset: float) -> tuple[QRectF | None, QRectF | None]:
        """Return the boxes of the arrows at the ends, None where there is nothing beyond."""
        left = QRectF(0, self._top, _ARROW, HEIGHT) if offset > 0 else None
        right = QRectF(self._width - _ARROW, self._top, _ARROW, HEIGHT) if offset < self.overflow else None
        return left, right
