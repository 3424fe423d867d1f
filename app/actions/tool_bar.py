"""The tool bar: document, undo, decimals, zoom; and at the right the pin."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QSize, Qt
from PySide6.QtWidgets import QLabel, QSizePolicy, QToolBar, QToolButton, QWidget

from app.actions.registry import ActionRegistry
from app.display import MAX_DECIMALS, Display
from app.models.pinned_words import pinned_name
from app.pin import Pin
from app.widgets.elided_label import ElidedLabel
from app.widgets.fields import NumberField


class ToolBar(QToolBar):
    """Shares the actions of the menus; the spin box follows `Display`."""

    def __init__(self, registry: ActionRegistry, display: Display, pin: Pin, parent: QWidget) -> None:
        super().__init__(parent)
        self._display = display
        self._pin = pin
        self.setObjectName("tool_bar")
        self.setMovable(False)
        self.setFloatable(False)
        self.setIconSize(QSize(20, 20))
        self.setContextMenuPolicy(Qt.ContextMenuPolicy.PreventContextMenu)
        self._label = QLabel()
        self.decimals = NumberField(0, MAX_DECIMALS)
        self.decimals.setFocusPolicy(Qt.FocusPolicy.ClickFocus | Qt.FocusPolicy.TabFocus)
        self.decimals.setFixedWidth(self.decimals.fontMetrics().horizontalAdvance("0") + 33)
        self._label.setBuddy(self.decimals)
        self.zoom = QToolButton()
        for ids in (("file.new", "file.open", "file.save"), ("edit.undo", "edit.redo")):
            for key in ids:
                self.addAction(registry.actions[key])
            self.addSeparator()
        self.addWidget(self._label)
        self.addWidget(self.decimals)
        self.addSeparator()
        self.addAction(registry.actions["view.zoom_out"])
        self.addWidget(self.zoom)
        self.addAction(registry.actions["view.zoom_in"])
        self.pinned = _Rest()
        self.addWidget(self.pinned)
        self.addAction(registry.actions["pin.toggle"])
        self.widgetForAction(registry.actions["pin.toggle"]).setProperty("kind", "icon")
        self._show_decimals(display.decimals)
        self._show_zoom(display.zoom)
        self.decimals.valueChanged.connect(display.set_decimals)
        self.zoom.clicked.connect(registry.actions["view.zoom_reset"].trigger)
        display.decimals_changed.connect(self._show_decimals)
        display.zoom_changed.connect(self._show_zoom)
        pin.changed.connect(self._show_pinned)
        self.retranslate()

    def retranslate(self) -> None:
        """Write all texts in the language in force."""
        self.setWindowTitle(self.tr("Tool bar"))
        self._label.setText(self.tr("decimals"))
        self.decimals.setToolTip(self.tr("Digits behind the point, here and in the grid"))
        self.decimals.setAccessibleName(self.tr("decimals"))
        self._show_pinned()
        self.zoom.setToolTip(self.tr("Size of the content; press for 100 %"))

    def changeEvent(self, event: QEvent) -> None:
        """Follow the language."""
        super().changeEvent(event)
        if event.type() is QEvent.Type.LanguageChange:
            self.retranslate()

    def _show_decimals(self, decimals: int) -> None:
        self.decimals.setValue(decimals)

    def _show_pinned(self) -> None:
        pinned = self._pin.pinned
        text = "" if pinned is None else pinned_name(pinned)
        self.pinned.setText(text)
        self.pinned.setToolTip(text)

    def _show_zoom(self, zoom: int) -> None:
        self.zoom.setText(self.tr("{zoom} %").format(zoom=zoom))


class _Rest(ElidedLabel):
    """Takes the room that is left and writes at its right end; it pushes nothing out of the tool bar."""

    def __init__(self) -> None:
        super().__init__()
        self.setTextFormat(Qt.TextFormat.PlainText)
        self.setProperty("kind", "soft")
        self.setContentsMargins(24, 0, 8, 0)
        self.setAlignment(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Preferred)

    def sizeHint(self) -> QSize:
        """Ask for no width."""
        return QSize(0, super().sizeHint().height())
