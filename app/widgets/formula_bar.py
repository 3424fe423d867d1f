"""The band under the stage's header: formula, turned pairs, shared heads, views at the right."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtGui import QFont, QFontMetrics
from PySide6.QtWidgets import QHBoxLayout, QTabBar, QWidget

from app.theme import Theme
from app.widgets.formula_picture import FormulaPicture
from app.widgets.head_arrows import HeadArrows
from app.widgets.room import Room
from app.widgets.turn_arrows import TurnArrows

LOW = 48
"""Without a fraction."""


class _Tabs(QTabBar):
    """Tabs as high as the bar, so that the line under the chosen one is the bar's.

    Each has room for its title in bold: which one is chosen moves none of them.
    """

    def tabSizeHint(self, index: int) -> QSize:
        """Take the whole height."""
        size = super().tabSizeHint(index)
        bar = self.parentWidget()
        more = 0 if index == self.currentIndex() else self._bolder(self.tabText(index))
        return QSize(size.width() + more, bar.maximumHeight() if bar is not None else size.height())

    def _bolder(self, title: str) -> int:
        """Return how much wider a title becomes in bold."""
        bold = QFont(self.font())
        bold.setBold(True)
        return QFontMetrics(bold).horizontalAdvance(title) - self.fontMetrics().horizontalAdvance(title)


class FormulaBar(QWidget):
    """Values in (`picture.set_formula`, `turns.set_turns`, `arrows.set_sharing`, `set_views`).

    Intents out are `picture.part_chosen` and `view_chosen`.
    """

    view_chosen = Signal(int)

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setProperty("kind", "strip")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self.picture = FormulaPicture(theme, self)
        self.arrows = HeadArrows(theme, self)
        self.turns = TurnArrows(theme, self)
        self.tabs: QTabBar = _Tabs(self)
        self.tabs.setDrawBase(False)
        self.tabs.setExpanding(False)
        self.tabs.setUsesScrollButtons(False)  # they are never cut
        self._room = Room.AMPLE
        self._layout = QHBoxLayout(self)
        self._layout.setSpacing(16)
        self._layout.addWidget(self.picture)
        self._layout.addWidget(self.turns)
        self._layout.addWidget(self.arrows)
        self._layout.addStretch(1)
        self._layout.addWidget(self.tabs, 0, Qt.AlignmentFlag.AlignBottom)
        self.set_margin(24)
        self.fit()
        self.tabs.currentChanged.connect(self.view_chosen)

    def set_margin(self, margin: int) -> None:
        """Begin where the header begins."""
        self._layout.setContentsMargins(margin, 0, margin, 0)

    def set_room(self, room: Room) -> None:
        """Be as high as there is room; formulas become smaller."""
        self._room = room
        self.picture.set_highest(room.value.formula)
        self.fit()

    def fit(self) -> None:
        """Take the height that the formula needs."""
        height = self._room.value.formula if self.picture.has_fraction else LOW
        if height != self.maximumHeight():
            self.setFixedHeight(height)
            self.tabs.setFixedHeight(height)

    def set_views(self, titles: Sequence[str]) -> None:
        """Show these views; a single one needs no tab."""
        self.tabs.blockSignals(True)
        chosen = self.tabs.currentIndex()
        while self.tabs.count() > len(titles):
            self.tabs.removeTab(self.tabs.count() - 1)
        for number, title in enumerate(titles):
            if number >= self.tabs.count():
                self.tabs.addTab(title)
            elif self.tabs.tabText(number) != title:  # Qt lays the bar out again even for the same text
                self.tabs.setTabText(number, title)
        self.tabs.setVisible(len(titles) > 1)
        self.tabs.setCurrentIndex(min(max(chosen, 0), len(titles) - 1))
        self.tabs.blockSignals(False)

    def set_view(self, number: int) -> None:
        """Show which view is chosen."""
        self.tabs.blockSignals(True)
        self.tabs.setCurrentIndex(number)
        self.tabs.blockSignals(False)
