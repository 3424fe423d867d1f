"""The middle of the window: rail or side panel, stage, Explain, player, drawer, each in its place."""

from __future__ import annotations

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtGui import QIcon, QResizeEvent
from PySide6.QtWidgets import QFrame, QHBoxLayout, QLabel, QSplitter, QToolButton, QVBoxLayout, QWidget

from app.widgets.rail import Rail
from app.widgets.room import Room, Share, room_without, share

WIDE = 1500
"""From this width of the window on there is room beside the stage."""
SIDE_WIDTH = 304
EXPLAIN_WIDTH = 320
_UNLIMITED = 16_777_215


class SidePanel(QFrame):
    """A panel that folds into the rail: a title, a cross, and its content."""

    close_requested = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setProperty("kind", "panel")
        self._title = QLabel()
        self._title.setProperty("kind", "strong")
        self.close_button = QToolButton()
        self.close_button.setIconSize(QSize(16, 16))
        self.close_button.clicked.connect(self.close_requested)
        header = QWidget()
        header.setProperty("kind", "strip")
        header.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        row = QHBoxLayout(header)
        row.setContentsMargins(16, 4, 4, 4)
        row.addWidget(self._title)
        row.addStretch(1)
        row.addWidget(self.close_button)
        self._layout = QVBoxLayout(self)
        self._layout.setContentsMargins(0, 0, 1, 0)
        self._layout.setSpacing(0)
        self._layout.addWidget(header)
        self.setMinimumWidth(200)

    def set_content(self, widget: QWidget) -> None:
        """Show `widget` under the title."""
        self._layout.addWidget(widget, 1)

    def set_texts(self, title: str, close: str) -> None:
        """Write title and tool tip in the language in force."""
        self._title.setText(title)
        self.setAccessibleName(title)
        self.close_button.setToolTip(close)
        self.close_button.setAccessibleName(close)

    def set_close_icon(self, icon: QIcon) -> None:
        """Take the icon of the theme in force."""
        self.close_button.setIcon(icon)


class WorkArea(QWidget):
    """Lays the panels out for the width there is: Explain below the stage, or beside it."""

    side_changed = Signal(bool)
    drawer_changed = Signal(bool)
    room_changed = Signal(object)  # Room

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.rail = Rail()
        self.side = SidePanel()
        self._side_open = False
        self._side_chosen = False
        self._wide: bool | None = None
        self._drawer: QWidget | None = None
        self._drawer_open = False
        self._drawer_height: int | None = None
        """What the user gave it by the line above it."""
        self._room = Room.AMPLE
        self._explain: QWidget | None = None
        self._stage = _ground("stage")
        self._column = _stack()
        self._column.addWidget(self._stage, 1)
        self._upper = QHBoxLayout()
        self._upper.setContentsMargins(0, 0, 0, 0)
        self._upper.setSpacing(0)
        self._upper.addLayout(self._column, 1)
        upper = QWidget()
        upper.setLayout(self._upper)
        self._rows = _splitter(Qt.Orientation.Vertical)
        self._rows.addWidget(upper)
        self._columns = _splitter(Qt.Orientation.Horizontal)
        self._columns.addWidget(self.side)
        self._columns.addWidget(self._rows)
        self._columns.setStretchFactor(1, 1)
        layout = QHBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(0)
        layout.addWidget(self.rail)
        layout.addWidget(self._columns, 1)
        self.side.hide()
        self._rows.splitterMoved.connect(self._on_rows_moved)
        self.rail.open_requested.connect(self._on_open_requested)
        self.side.close_requested.connect(self._on_close_requested)

    @property
    def side_open(self) -> bool:
        """True while the side panel stands in place of the rail."""
        return self._side_open

    @property
    def drawer_open(self) -> bool:
        """True while the drawer takes its part of the height."""
        return self._drawer_open

    @property
    def room(self) -> Room:
        """What is left for the stage."""
        return self._room

    def set_stage(self, widget: QWidget) -> None:
        """Put the stage where the empty ground was."""
        self._column.replaceWidget(self._stage, widget)
        self._stage.deleteLater()
        self._stage = widget
        widget.show()

    def set_explain(self, widget: QWidget) -> None:
        """Place Explain, below or beside."""
        self._explain = widget
        self._column.insertWidget(1, widget)
        self._arrange(wide=self.width() >= WIDE)

    def add_player(self, widget: QWidget) -> None:
        """Place the player under the stage."""
        self._column.addWidget(widget)

    def set_drawer(self, widget: QWidget) -> None:
        """Place the drawer along the lower edge, or where another one was; it starts closed."""
        old, self._drawer = self._drawer, widget
        if old is None:
            self._rows.addWidget(widget)
        else:
            self._rows.replaceWidget(self._rows.indexOf(old), widget)
            old.deleteLater()
        self._rows.setStretchFactor(0, 1)
        self._rows.setStretchFactor(1, 0)
        self.arrange_drawer(False)

    def arrange_drawer(self, is_open: bool) -> None:  # noqa: FBT001 - a signal's argument
        """Give the drawer a part of the height, or only its bar."""
        if self._drawer is None:
            return
        self._drawer_open = is_open
        self._drawer.setMaximumHeight(_UNLIMITED if is_open else self._drawer.minimumSizeHint().height())
        self._rows.handle(1).setEnabled(is_open)
        self._share_height()
        self.drawer_changed.emit(is_open)

    def set_side_open(self, *, is_open: bool) -> None:
        """Open the side panel, or fold it into the rail."""
        self._side_chosen = True
        self._show_side(is_open=is_open)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Move Explain where there is room for it."""
        super().resizeEvent(event)
        self._arrange(wide=event.size().width() >= WIDE)
        self._share_height()

    def _share_height(self) -> None:
        """Share the height out between stage and drawer; closed, all but the bar is the stage's."""
        if self._drawer is None:
            return
        whole, least = self.height() - self._rows.handleWidth(), self._drawer.minimumSizeHint().height()
        beside = bool(self._wide)
        if self._drawer_open:
            rows = self._drawer.sizeHint().height()
            shared = share(whole, rows, least, beside=beside, wanted=self._drawer_height)
        else:
            shared = Share(room_without(whole, least, beside=beside), least)
        if shared.room is not self._room:
            self._room = shared.room
            self.room_changed.emit(shared.room)
        self._rows.setSizes([max(whole - shared.drawer, 1), shared.drawer])

    def _arrange(self, *, wide: bool) -> None:
        if wide == self._wide and self._explain is not None and self._explain.parent() is not None:
            return
        self._wide = wide
        if not self._side_chosen:
            self._show_side(is_open=wide)
        if self._explain is None:
            return
        self._explain.setProperty("place", "beside" if wide else "below")
        self._explain.style().unpolish(self._explain)
        self._explain.style().polish(self._explain)
        if wide:
            self._explain.setFixedWidth(EXPLAIN_WIDTH)
            self._upper.addWidget(self._explain)
        else:
            self._explain.setMinimumWidth(0)
            self._explain.setMaximumWidth(_UNLIMITED)
            self._column.insertWidget(1, self._explain)

    def _show_side(self, *, is_open: bool) -> None:
        if is_open == self._side_open:
            return
        self._side_open = is_open
        self.side.setVisible(is_open)
        self.rail.setVisible(not is_open)
        if is_open:
            self._columns.setSizes([SIDE_WIDTH, max(self.width() - SIDE_WIDTH, 1)])
        self.side_changed.emit(is_open)

    def _on_rows_moved(self) -> None:
        if self._drawer_open and self._drawer is not None:
            self._drawer_height = self._drawer.height()

    def _on_open_requested(self) -> None:
        self.set_side_open(is_open=True)
        self.side.close_button.setFocus()

    def _on_close_requested(self) -> None:
        self.set_side_open(is_open=False)
        self.rail.setFocus()


def _ground(kind: str) -> QWidget:
    ground = QWidget()
    ground.setProperty("kind", kind)
    ground.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
    return ground


def _stack() -> QVBoxLayout:
    layout = QVBoxLayout()
    layout.setContentsMargins(0, 0, 0, 0)
    layout.setSpacing(0)
    return layout


def _splitter(orientation: Qt.Orientation) -> QSplitter:
    splitter = QSplitter(orientation)
    splitter.setChildrenCollapsible(False)
    splitter.setHandleWidth(1)
    return splitter
