"""The tool bar: document, undo, decimals, zoom."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QSize, Qt
from PySide6.QtWidgets import QLabel, QToolBar, QToolButton, QWidget

from app.actions.registry import ActionRegistry
from app.display import MAX_DECIMALS, Display
from app.widgets.fields import NumberField


class ToolBar(QToolBar):
    """Shares the actions of the menus; the spin box follows `Display`."""

    def __init__(self, registry: ActionRegistry, display: Display, parent: QWidget) -> None:
        super().__init__(parent)
        self._display = display
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
        self.zoom.setProperty("kind", "plain")
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
        self._show_decimals(display.decimals)
        self._show_zoom(display.zoom)
        self.decimals.valueChanged.connect(display.set_decimals)
        self.zoom.clicked.connect(registry.actions["view.zoom_reset"].trigger)
        display.decimals_changed.connect(self._show_decimals)
        display.zoom_changed.connect(self._show_zoom)
        self.retranslate()

    def retranslate(self) -> None:
        """Write all texts in the language in force."""
        self.setWindowTitle(self.tr("Tool bar"))
        self._label.setText(self.tr("decimals"))
        self.decimals.setToolTip(self.tr("Digits behind the point, here and in the grid"))
        self.decimals.setAccessibleName(self.tr("decimals"))
        self.zoom.setToolTip(self.tr("Size of the content; press for 100 %"))

    def changeEvent(self, event: QEvent) -> None:
        """Follow the language."""
        super().changeEvent(event)
        if event.type() is QEvent.Type.LanguageChange:
            self.retranslate()

    def _show_decimals(self, decimals: int) -> None:
        self.decimals.setValue(decimals)

    def _show_zoom(self, zoom: int) -> None:
        self.zoom.setText(self.tr("{zoom} %").format(zoom=zoom))
