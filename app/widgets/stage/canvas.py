"""The canvas of the stage: shows a content, and says what the user means. It knows no session.

Values in: `set_content`, `set_lit`, `set_changed`, `set_hint`. Intents out: the signals. Mouse and keys are
in `hands`, typing in `editor`, pulling in `scrub`.
"""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np
import numpy.typing as npt
from msgspec.structs import replace
from PySide6.QtCore import QEvent, QPointF, QRect, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QFontInfo, QImage, QPainter, QResizeEvent, QShowEvent
from PySide6.QtWidgets import QGraphicsView, QWidget

from app.models.stage_content import Kind, MatrixView, StageContent
from app.models.stage_memory import Arranger
from app.models.stage_places import Placement, Worked
from app.models.stage_worked import worked_lines
from app.theme import Role, Theme, load_theme
from app.widgets.stage import words
from app.widgets.stage.editor import CellEditor, Reason
from app.widgets.stage.hands import HandsView
from app.widgets.stage.look import Look, QtMetrics
from app.widgets.stage.marks import Marker, home_of
from app.widgets.stage.paint_scene import paint_scene
from app.widgets.stage.picture import PictureItem
from app.widgets.stage.scene import Scene, Spot
from core.expression.nodes import Cell, Line
from core.numbers import edit_text
from core.ops.base import Index

BASE_PIXELS = 13
_REASON_OFF = 2

_NOWHERE = Placement((), (), 1, 1, 1, 2)


class StageCanvas(HandsView):
    """Matrices of one step side by side, or of a whole part on one line."""

    edit_committed = Signal(str, object, str)  # tensor, index, text: answer by editor_accept or editor_refuse

    _ready = False

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("stageCanvas")
        self.setCentralItem(None)
        self.setViewportUpdateMode(QGraphicsView.ViewportUpdateMode.FullViewportUpdate)
        self.setCacheMode(QGraphicsView.CacheModeFlag.CacheNone)
        self.setAlignment(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignTop)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAsNeeded)
        self.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAsNeeded)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        # a digit opens the editor as it is
        self.setAttribute(Qt.WidgetAttribute.WA_InputMethodEnabled, False)
        self._theme: Theme = load_theme("light")
        self._decimals, self._zoom = 2, 100
        self._content = StageContent(())
        self._lit: tuple[Cell | Line, ...] = ()
        self._chosen: tuple[str, Index] | None = None
        self._link: Cell | Line | None = None
        self._home: int | None = None
        self._area = QSize()
        """What was filled last; scroll bars come and go in it."""
        self._whole = QRectF()
        self._changed: Mapping[str, npt.NDArray[np.bool_]] = {}
        self._hint: tuple[str, Index, str] | None = None
        self._metrics = QtMetrics()
        self._arranger = Arranger(self._metrics)
        self._marker = Marker()
        self._item = PictureItem()
        self.addItem(self._item)
        self._look = Look(self._theme, self._metrics)
        self._data = Scene(self._content, _NOWHERE, self._look)
        self.viewport().installEventFilter(self)
        self.viewport().setAttribute(Qt.WidgetAttribute.WA_OpaquePaintEvent)  # the brush fills all of it
        self._editor = CellEditor(self.viewport())
        self._edited: tuple[str, Index] | None = None
        self._reason = Reason(self.viewport())
        self._editor.committed.connect(self._on_committed)
        self._editor.abandoned.connect(self._on_abandoned)
        for bar in (self.horizontalScrollBar(), self.verticalScrollBar()):
            bar.valueChanged.connect(self.hover)
        self._ready = True
        self.set_theme(self._theme)

    # Values in

    def set_theme(self, theme: Theme) -> None:
        """Use the colours of a theme."""
        self._theme = theme
        self.setBackgroundBrush(theme.color(Role.STAGE))
        self._look = Look(theme, self._metrics, self._scale())
        self._editor.set_look(self._look)
        self._reason.set_look(self._look)
        self._arrange()

    def set_display(self, decimals: int, zoom: int) -> None:
        """Show so many decimals, at a size in per cent."""
        if (decimals, zoom) == (self._decimals, self._zoom):
            return
        self._decimals, self._zoom = decimals, zoom
        self.set_theme(self._theme)

    def set_content(
        self, content: StageContent, changed: Mapping[str, npt.NDArray[np.bool_]] | None = None
    ) -> None:
        """Show other matrices, with these cells changed; an open editor and a pull stay with their cell."""
        same = len(content.items) == len(self._content.items)
        if self._hovered is not None and not _shows_the_same(content, self._content, self._hovered[0]):
            self._hovered = None
        self._content = content
        self._changed = changed or {}
        self._home = self._home if same else None
        self._arrange()
        spot = self._spot_of(*self._edited) if self._edited is not None else None
        if self._edited is not None and (spot is None or not self.view_of(spot[0]).editable):
            self._close_editor()

    def set_lit(
        self,
        lit: tuple[Cell | Line, ...],
        chosen: Cell | tuple[str, Index] | None,
        link: Cell | Line | None = None,
    ) -> None:
        """Light what the chosen cell is made from, and what is pointed at in the explanation."""
        wanted = (tuple(lit), (chosen.tensor, chosen.index) if isinstance(chosen, Cell) else chosen, link)
        if wanted != (self._lit, self._chosen, self._link):
            self._lit, self._chosen, self._link = wanted
            self._arrange() if self._needs_table() else self._show_marks()
        elif self._home != self._marker.home:
            self._show_marks()
        self._tell()

    def set_changed(self, changed: Mapping[str, npt.NDArray[np.bool_]]) -> None:
        """Mark the cells that the last edit changed: arrays of the shapes of the tensors."""
        if changed or self._changed:
            self._changed = changed
            self._show_changed()
            self._refresh()

    def set_hint(self, tensor: str | None, index: Index = (), text: str = "") -> None:
        """Invite to pull at a cell; None takes the invitation away."""
        hint = None if tensor is None else (tensor, tuple(index), text)
        if hint != self._hint:
            self._hint = hint
            self._refresh()

    def begin_edit(self, tensor: str, index: Index, text: str | None = None) -> bool:
        """Open the editor over a cell, with its number or with `text`; False where it cannot be edited."""
        spot = self._spot_of(tensor, index)
        if spot is None or not self.view_of(spot[0]).editable or self.view_of(spot[0]).kind is Kind.MASK:
            return False
        self._edited = (tensor, tuple(index))
        self.show_spot(spot)
        value = float(self.view_of(spot[0]).values[spot[1], spot[2]])
        self._reason.unsay()
        self._editor.start(self._box_of(spot), edit_text(value), text)
        return True

    def leave_editor(self) -> None:
        """Take what is being typed, as leaving the editor does; give up what is refused: its cell goes."""
        self._editor.leave()
        if self._editor.is_open:
            self._close_editor()

    def editor_accept(self) -> None:
        """Close the editor: what was typed holds."""
        way, self._way = self._way, 0
        self._close_editor()
        if way:
            self.step_on(way)

    def editor_refuse(self, reason: str) -> None:
        """Keep the editor and its text, and say why."""
        self._way = 0
        spot = self._spot_of(*self._edited) if self._edited else None
        if spot is None:
            self.refuse(reason)
            return
        value = float(self.view_of(spot[0]).values[spot[1], spot[2]])
        self._editor.refuse(reason, words.kept_until(value))

    def refuse(self, text: str) -> None:
        """Say something beside the chosen cell, until the next key or click."""
        if self._editor.is_open and self._edited is not None:
            self.editor_refuse(text)
            return
        spot = self.chosen_spot()
        box = self._box_of(spot) if spot else QRect(16, 16, 1, 1)
        self._reason.say(text)
        self._reason.place(box.adjusted(0, 0, 0, _REASON_OFF))

    def picture(self, scale: float = 1.0) -> QImage:
        """Return the whole content as a picture, also what is scrolled away."""
        placement = self._data.placement
        size = QSize(max(round(placement.width * scale), 1), max(round(placement.height * scale), 1))
        image = QImage(size, QImage.Format.Format_ARGB32_Premultiplied)
        image.fill(self._theme.color(Role.STAGE))
        painter = QPainter(image)
        painter.scale(scale, scale)
        paint_scene(painter, replace(self._data, area=QRectF(0, 0, placement.width, placement.height)))
        painter.end()
        return image

    # What the hands ask

    @property
    def content(self) -> StageContent:
        """What is shown."""
        return self._content

    @property
    def placement(self) -> Placement:
        """Where it stands."""
        return self._data.placement

    @property
    def scale_factor(self) -> float:
        """Size of everything: zoom times the base font over 13 px."""
        return self._look.scale

    @property
    def handles(self) -> tuple[Spot, ...]:
        """The cells that have a handle now."""
        return self._data.handles

    @property
    def editor(self) -> CellEditor:
        """The field that is typed into."""
        return self._editor

    @property
    def reason(self) -> str:
        """What is said beside a cell now, empty for nothing."""
        if self._editor.reason.isVisible():
            return self._editor.reason.text
        return self._reason.text if self._reason.isVisible() else ""

    def view_of(self, item: int) -> MatrixView:
        """Return a matrix by its position in the content."""
        return self._data.view(item)

    def chosen_spot(self) -> Spot | None:
        """Return where the chosen cell is shown: in the matrix in which it was chosen."""
        if self._chosen is None or self._home is None:
            return None
        marks = self._data.marks.get(self._home)
        found = marks.chosen if marks is not None else self.view_of(self._home).find(self._chosen[1])
        return None if found is None else (self._home, *found)

    def hint_spot(self) -> Spot | None:
        """Return the cell that is marked “drag me”."""
        return None if self._hint is None else self._spot_of(self._hint[0], self._hint[1])

    def choose(self, spot: Spot) -> None:
        """Say that a cell was chosen, and in which matrix."""
        self._home = spot[0]
        view = self.view_of(spot[0])
        self.cell_chosen.emit(view.tensor, view.index(spot[1], spot[2]))
        self.show_spot(spot)

    def show_spot(self, spot: Spot) -> None:
        """Scroll to a cell."""
        block = self.placement.block_of(spot[0])
        if block is not None:
            cell = block.cell(spot[1], spot[2])
            self.ensureVisible(QRectF(cell.x, cell.y, cell.width, cell.height), 40, 24)

    def set_handles(self, spots: tuple[Spot, ...]) -> None:
        """Show handles at these cells."""
        if spots != self._data.handles:
            self._data.handles = spots
            self._item.update()

    def hide_reason(self) -> None:
        """Take away what was said beside a cell."""
        self._reason.unsay()

    def say_computed(self) -> None:
        """Say why a cell cannot be typed into."""
        self.refuse(self._content.reason or words.computed())

    # Placing

    def _scale(self) -> float:
        return self._zoom / 100 * max(QFontInfo(self.font()).pixelSize(), 1) / BASE_PIXELS

    def _needs_table(self) -> bool:
        return self._arranger.knew_lines or self._worked() is not None

    def _worked(self) -> Worked | None:
        if self._content.chain or self._content.compared:
            return None
        return worked_lines(self._content, self._lit, words.product_and_sum(), self._decimals)

    def _arrange(self) -> None:
        self._area = area = self.maximumViewportSize() if self.isVisible() else QSize()
        if area.isEmpty():  # its size is not known yet: `_follow_size` comes back to it
            self._data = Scene(self._content, _NOWHERE, self._look)
            return
        width, height = most = area.width(), area.height()
        placement = self._placed(most)
        if placement.width > width:  # a scroll bar takes room of the other direction
            height = max(height - self.horizontalScrollBar().sizeHint().height(), 1)
        elif placement.height > height:
            width = max(width - self.verticalScrollBar().sizeHint().width(), 1)
        if (width, height) != most:
            placement = self._placed((width, height))
        fewer = words.few_decimals(placement.decimals) if placement.decimals < self._decimals else ""
        old = self._data
        self._data = Scene(self._content, placement, self._look, fewer=fewer)
        if old.content is self._content and old.look is self._look:
            self._data.prepared = old.prepared
        whole = QRectF(0, 0, max(placement.width, width), max(placement.height, height))
        if whole != self._whole:
            self._whole = self.range = whole  # pyqtgraph keeps the whole scene under this name
            self.updateMatrix()
        self._show_changed()
        self._show_marks()
        if self._editor.is_open and self._edited is not None:
            spot = self._spot_of(*self._edited)
            if spot is not None:
                self._editor.place(self._box_of(spot))
        self.hover()

    def _placed(self, room: tuple[int, int]) -> Placement:
        return self._arranger.arrange(
            self._content,
            (float(room[0]), float(room[1])),
            decimals=self._decimals,
            scale=self._look.scale,
            worked=self._worked(),
        )

    def _show_marks(self) -> None:
        self._home, self._data.marks = self._marker.marks(
            self._content, self._lit, self._chosen, self._link, self._home
        )
        self._refresh()

    def _show_changed(self) -> None:
        data = self._data
        data.changed = {}
        for block in data.placement.blocks:
            view = data.view(block.item)
            changed = self._changed.get(view.tensor)
            if changed is not None and view.values.size and changed.ndim == view.places.shape[-1]:
                shown = changed[view.reading.cells]
                if shown.any():
                    data.changed[block.item] = shown

    def _refresh(self) -> None:
        hint = self.hint_spot()
        self._data.hint = (hint, self._hint[2]) if hint is not None and self._hint is not None else None
        self.show_handles()
        self._data.area = QRectF(self._whole)
        self._item.show_scene(self._data)

    def _spot_of(self, tensor: str, index: Index) -> Spot | None:
        """Return where a cell is shown; the matrix last worked in comes first."""
        chosen = (tensor, tuple(index))
        home = home_of(self._content, chosen, self._home)
        found = None if home is None else self.view_of(home).find(chosen[1])
        return None if home is None or found is None else (home, *found)

    def _box_of(self, spot: Spot) -> QRect:
        """Return where a cell stands on the viewport."""
        block = self.placement.block_of(spot[0])
        if block is None:
            return QRect(16, 16, 1, 1)
        cell = block.cell(spot[1], spot[2])
        top_left = self.mapFromScene(QPointF(cell.x, cell.y))
        return QRect(top_left.x(), top_left.y(), round(cell.width), round(cell.height))

    def _tell(self) -> None:
        """Tell screen readers which cell is chosen."""
        spot = self.chosen_spot()
        self.setAccessibleDescription(words.sentence(self.view_of(spot[0]), *spot[1:]) if spot else "")

    # Typing

    _way = 0

    def _on_committed(self, text: str, way: int) -> None:
        if self._edited is not None:
            self._way = way
            self.edit_committed.emit(*self._edited, text)

    def _on_abandoned(self) -> None:
        self._close_editor()

    def _close_editor(self) -> None:
        self._edited = None
        self._editor.finish(self)

    # Qt

    def close(self) -> bool:
        """Close as any widget; pyqtgraph's own takes the viewport away and crashes with children on it."""
        return QGraphicsView.close(self)

    def resizeEvent(self, event: QResizeEvent | None) -> None:
        """Place everything anew."""
        if self._ready and event is not None:
            QGraphicsView.resizeEvent(self, event)
            self._follow_size()

    def showEvent(self, event: QShowEvent) -> None:
        """Place what was set meanwhile."""
        super().showEvent(event)
        self._follow_size()

    def _follow_size(self) -> None:
        if self._area != self.maximumViewportSize():
            self._arrange()

    def changeEvent(self, event: QEvent) -> None:
        """Grow with the font of the interface."""
        super().changeEvent(event)
        if event.type() == QEvent.Type.FontChange and self._ready:
            self.set_theme(self._theme)

    def sizeHint(self) -> QSize:
        """Return room for a small attention."""
        return QSize(960, 320)

    def minimumSizeHint(self) -> QSize:
        """Return what still shows something."""
        return QSize(320, 88)


def _shows_the_same(content: StageContent, before: StageContent, item: int) -> bool:
    """Return whether the matrix that stood at this place before stands there now, with the same cells."""
    old, new = before.items[item], content.items[item] if item < len(content.items) else None
    if not isinstance(old, MatrixView) or not isinstance(new, MatrixView):
        return False
    return old.tensor == new.tensor and old.values.shape == new.values.shape
