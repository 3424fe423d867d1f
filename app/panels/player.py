"""The player: which step is shown, and how one goes on."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QPoint, QSize, Qt
from PySide6.QtGui import QFont, QFontMetrics, QResizeEvent
from PySide6.QtWidgets import (
    QApplication,
    QComboBox,
    QFrame,
    QHBoxLayout,
    QLabel,
    QLineEdit,
    QToolButton,
    QWidget,
)

from app.cursor import Stride
from app.icons import icon
from app.models.outline import short_title, technical_name
from app.models.outline_model import with_stop
from app.panels.stop_menu import open_stop_menu
from app.player import SPEEDS
from app.texts import translated
from app.widgets.elided_label import ElidedLabel
from app.widgets.fitted_list import FittedList
from app.widgets.room import PLAYER_HEIGHT
from app.widgets.segmented import SegmentedButtons
from app.widgets.ticks import TickStrip
from app.workspace import Workspace
from core.program import Step

_NARROW = 1160
"""Below this width the strides are a drop-down list (a window of 1200 px less its rail)."""
_TIGHT = 800
"""Below this width only what works is shown, and ticks only where they fit."""
_LEAST_WIDTH = 440
_BUTTONS = ("first", "back", "forward", "last", "play")


class PlayerPanel(QWidget):
    """Moving by hand and playing, by layer, part, operation, row or cell; the ticks of the part shown."""

    _where_width = 0

    def __init__(self, workspace: Workspace, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._cursor = workspace.cursor
        self._player = workspace.player
        self._notifier = workspace.notifier
        self._theme = workspace.theme
        self.setProperty("kind", "bar")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self.setFixedHeight(PLAYER_HEIGHT)
        self._buttons = {name: QToolButton(self) for name in _BUTTONS}
        self._speed = QComboBox(self)
        self._by = QLabel(self)
        self._by.setProperty("kind", "soft")
        self._segments = SegmentedButtons(self)
        self._combo = FittedList(self)
        self._ticks = TickStrip(workspace.theme, self)
        self._where = QWidget(self)
        self._name = ElidedLabel(self._where)
        self._name.setTextFormat(Qt.TextFormat.PlainText)
        self._name.setProperty("kind", "strong")
        self._count = QLabel(self._where)
        self._rules: list[QFrame] = []
        self._ticked: tuple[Step, ...] = ()
        self._layout = QHBoxLayout(self)
        self._build()
        self._connect(workspace)
        self.retranslate()

    @property
    def ticks(self) -> TickStrip:
        """The ticks of the part shown."""
        return self._ticks

    @property
    def speed(self) -> QComboBox:
        """The list of speeds."""
        return self._speed

    @property
    def strides(self) -> QComboBox:
        """The list of strides, shown where there is no room for their buttons."""
        return self._combo

    def button(self, name: str) -> QToolButton:
        """Return the button ``first``, ``back``, ``forward``, ``last`` or ``play``."""
        return self._buttons[name]

    def retranslate(self) -> None:
        """Set all texts in the language in force."""
        self._name_button("first", self.tr("First step ({key})").format(key="Ctrl+Shift+F8"))
        self._name_button("back", self.tr("Back ({key})").format(key="Shift+F8"))
        self._name_button("forward", self.tr("Forward ({key})").format(key="F8"))
        self._name_button("last", self.tr("Last step ({key})").format(key="Ctrl+F8"))
        strides = (
            (Stride.LAYER, self.tr("layer")),
            (Stride.PART, self.tr("part")),
            (Stride.OPERATION, self.tr("operation")),
            (Stride.ROW, self.tr("row")),
            (Stride.CELL, self.tr("cell")),
        )
        self._by.setText(self.tr("by"))
        self._segments.set_items(strides)
        self._segments.setAccessibleName(self.tr("What one move goes over"))
        self._combo.setAccessibleName(self.tr("What one move goes over"))
        self._combo.blockSignals(True)
        self._combo.clear()
        for stride, text in strides:
            self._combo.addItem(text, stride)
        self._combo.blockSignals(False)
        self._combo.updateGeometry()
        self._speed.setAccessibleName(self.tr("Speed: moves a second"))
        self._speed.setToolTip(self._speed.accessibleName())
        self._ticks.setAccessibleName(self.tr("Steps of this part"))
        self._show_playing()
        self._show_stride(self._cursor.stride)
        self._show_step()

    def changeEvent(self, event: QEvent) -> None:
        """Speak the language in force."""
        if event.type() == QEvent.Type.LanguageChange:
            self.retranslate()
        super().changeEvent(event)

    def minimumSizeHint(self) -> QSize:
        """Ask for no more than the buttons and lists need, so that other panels keep their width."""
        return QSize(_LEAST_WIDTH, PLAYER_HEIGHT)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Fold the strides into a list where there is little room."""
        super().resizeEvent(event)
        self._fold()

    def _build(self) -> None:
        for speed in SPEEDS:
            self._speed.addItem(f"{speed:g}×", speed)
        where = QHBoxLayout(self._where)
        where.setContentsMargins(0, 0, 0, 0)
        where.setSpacing(6)
        where.addWidget(self._name)
        where.addWidget(self._count)
        where.addStretch(1)
        layout = self._layout
        layout.setContentsMargins(16, 0, 16, 0)
        layout.setSpacing(4)
        for name, button in self._buttons.items():
            button.setProperty("kind", "icon")
            button.setIconSize(QSize(20, 20))
            button.setFixedSize(32, 32)
            if name == "play":
                self._add_rule(layout)
            layout.addWidget(button)
        layout.addWidget(self._speed)
        self._add_rule(layout)
        layout.addWidget(self._by)
        layout.addSpacing(8)
        layout.addWidget(self._segments)
        layout.addWidget(self._combo)
        layout.addStretch(1)
        layout.addWidget(self._ticks)
        layout.addSpacing(8)
        layout.addWidget(self._where)
        self._fold()

    def _add_rule(self, layout: QHBoxLayout) -> None:
        rule = QFrame(self)
        rule.setProperty("kind", "rule")
        rule.setFixedHeight(20)
        self._rules.append(rule)
        layout.addSpacing(8)
        layout.addWidget(rule)
        layout.addSpacing(8)

    def _connect(self, workspace: Workspace) -> None:
        cursor, player = workspace.cursor, workspace.player
        self._buttons["first"].clicked.connect(player.first)
        self._buttons["back"].clicked.connect(player.back)
        self._buttons["forward"].clicked.connect(player.forward)
        self._buttons["last"].clicked.connect(player.last)
        self._buttons["play"].clicked.connect(player.toggle)
        self._speed.currentIndexChanged.connect(self._on_speed_chosen)
        self._segments.chosen.connect(cursor.set_stride)
        self._combo.currentIndexChanged.connect(self._on_combo_changed)
        self._ticks.chosen.connect(self._on_tick_chosen)
        self._ticks.menu_requested.connect(self._on_tick_menu_requested)
        cursor.moved.connect(self._show_step)
        cursor.stride_changed.connect(self._show_stride)
        player.playing_changed.connect(self._show_playing)
        player.speed_changed.connect(self._show_playing)
        player.stops_changed.connect(self._show_step)
        player.reach_changed.connect(self._show_reach)
        player.stopped.connect(self._on_stopped)
        workspace.session.trace_changed.connect(self._on_trace_changed)
        workspace.theme.changed.connect(self._tint)
        application = QApplication.instance()
        if isinstance(application, QApplication):
            application.focusChanged.connect(self._on_focus_changed)

    def _fold(self) -> None:
        narrow = self.width() < _NARROW
        self._combo.setVisible(narrow)
        self._segments.setVisible(not narrow)
        for extra in (self._by, *self._rules):
            extra.setVisible(self.width() >= _TIGHT)
        self._where.setMinimumWidth(self._where_width if self.width() >= _TIGHT else 0)
        lasting: tuple[QWidget, ...] = (self._ticks, self._where)
        for widget in lasting:
            widget.setVisible(True)
            widget.updateGeometry()  # what it holds may be another text by now
        for widget in lasting:
            if self._layout.minimumSize().width() > self.width():
                widget.setVisible(False)

    def _tint(self) -> None:
        for name, button in self._buttons.items():
            shown = "pause" if name == "play" and self._player.is_playing else name
            button.setIcon(icon(shown, self._theme.theme))

    def _name_button(self, name: str, text: str) -> None:
        self._buttons[name].setToolTip(text)
        self._buttons[name].setAccessibleName(text)

    def _on_combo_changed(self, position: int) -> None:
        if position >= 0:
            self._cursor.set_stride(Stride(self._combo.itemData(position)))

    def _on_speed_chosen(self, position: int) -> None:
        self._player.set_speed(SPEEDS[position])

    def _on_tick_chosen(self, position: int) -> None:
        self._cursor.move_to(self._cursor.ticks()[position].name)

    def _on_tick_menu_requested(self, position: int, at: QPoint) -> None:
        open_stop_menu(self._ticks, self._player, self._cursor.ticks()[position].name, at)

    def _on_focus_changed(self, _before: QWidget | None, now: QWidget | None) -> None:
        """Let somebody who begins to type into a cell or a token finish in peace."""
        if isinstance(now, QLineEdit) and now.window() is self.window():
            self._player.pause()

    def _on_stopped(self, step: Step) -> None:
        self._notifier.notify(
            self.tr("Stopped at {step} ({name})").format(step=translated(short_title(step)), name=step.name)
        )

    def _on_trace_changed(self) -> None:
        if self._cursor.ticks() != self._ticked:
            self._show_step()

    def _show_stride(self, stride: Stride) -> None:
        self._segments.set_current(stride)
        self._combo.blockSignals(True)
        self._combo.setCurrentIndex(list(Stride).index(stride))
        self._combo.blockSignals(False)

    def _show_playing(self) -> None:
        playing = self._player.is_playing
        text = self.tr("Pause ({key})") if playing else self.tr("Play ({key})")
        self._name_button("play", text.format(key="F12"))
        self._speed.setCurrentIndex(SPEEDS.index(self._player.speed))
        self._tint()

    def _show_step(self) -> None:
        step, steps = self._cursor.step, self._cursor.ticks()
        self._ticked = steps
        names = [translated(short_title(other)) for other in steps]
        here = [other.name for other in steps].index(step.name)
        marked = [at for at, other in enumerate(steps) if other.name in self._player.stops]
        self._ticks.set_ticks(
            [with_stop(name) if at in marked else name for at, name in enumerate(names)], here
        )
        self._ticks.set_marked(marked)
        self._name.setText(names[here])
        self._name.setToolTip(step.name)
        self._count.setText(self.tr("{number} / {count}").format(number=here + 1, count=len(steps)))
        self._where_width = self._widest(names, len(steps))
        self._fold()
        self.setAccessibleDescription(f"{names[here]} ({technical_name(step)}), {self._count.text()}")
        self._show_reach()

    def _show_reach(self) -> None:
        for name in ("first", "back"):
            self._buttons[name].setEnabled(not self._player.at_start)
        for name in ("forward", "last"):
            self._buttons[name].setEnabled(not self._player.at_end)

    def _widest(self, names: list[str], count: int) -> int:
        """Return the width of the longest name and number, so that the ticks stand still within a part."""
        bold = QFont(self.font())
        bold.setBold(True)
        longest = max(QFontMetrics(bold).horizontalAdvance(name) for name in names)
        number = self.tr("{number} / {count}").format(number=count, count=count)
        return longest + 6 + QFontMetrics(self.font()).horizontalAdvance(number) + 2
