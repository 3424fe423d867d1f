"""The bar of the Numbers drawer: which tensor, its shape and kind, the exact number of a cell."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtGui import (
    QFocusEvent,
    QFont,
    QResizeEvent,
    QStandardItem,
    QStandardItemModel,
)
from PySide6.QtWidgets import (
    QComboBox,
    QCompleter,
    QLabel,
    QLineEdit,
    QMenu,
    QToolButton,
    QWidget,
)

from app.icons import icon
from app.models import stage_words
from app.models.matrix_content import NameGroup
from app.theme import ThemeStore
from app.widgets.drawer_bar import DrawerBar
from app.widgets.fitted_list import FittedList
from app.widgets.line_edits import EntryLine

_ENTRY_WIDTH, _LEAST_ENTRY_WIDTH = 280, 140
_FIELD_HEIGHT = 28


class NumberEntry(EntryLine):
    """The exact number of the current cell; typing here changes it."""

    left = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._sign = QLabel("ƒ", self)
        font = QFont("STIX")
        font.setItalic(True)
        font.setPixelSize(15)
        self._sign.setFont(font)
        self._sign.setProperty("kind", "soft")
        self._sign.move(8, 4)
        self._source = QLabel(self)
        self._source.setProperty("kind", "soft")
        self._source.setTextFormat(Qt.TextFormat.PlainText)
        self._source.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self.set_source("")

    @property
    def source(self) -> str:
        """The formula shown beside the number."""
        return self._source.text()

    def set_source(self, formula: str) -> None:
        """Show the formula that the number was typed as, beside it."""
        if not formula and self._source.isHidden():  # as from edit to edit
            return
        self._source.setText(formula)
        self._source.setVisible(bool(formula))
        self._place_source()

    def _place_source(self) -> None:
        room = self.width() - self.fontMetrics().horizontalAdvance(self.text()) - 34
        width = min(self._source.sizeHint().width(), max(room, 0)) if self.source else 0
        self._source.setGeometry(self.width() - width - 8, 0, width, self.height())
        if width != self.textMargins().right() or not self.textMargins().left():
            self.setTextMargins(14, 0, width, 0)  # lays out the window

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Keep the formula at the right end."""
        super().resizeEvent(event)
        self._place_source()

    def focusOutEvent(self, event: QFocusEvent) -> None:
        """Tell that one has gone elsewhere."""
        super().focusOutEvent(event)
        if event.reason() not in (Qt.FocusReason.PopupFocusReason, Qt.FocusReason.ActiveWindowFocusReason):
            self.left.emit()


class NamePicker(QComboBox):
    """All tensors in groups; typing filters them. The first entry follows the step again."""

    picked = Signal(str)  # a name, or nothing to follow the step

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._groups: tuple[NameGroup, ...] = ()
        self._follow = ""
        self._name = ""
        self._items = QStandardItemModel(self)
        field, completer = QLineEdit(self), QCompleter(self._items, self)
        self.setLineEdit(field)
        self.setModel(self._items)
        self.setInsertPolicy(QComboBox.InsertPolicy.NoInsert)
        completer.setFilterMode(Qt.MatchFlag.MatchContains)
        completer.setCaseSensitivity(Qt.CaseSensitivity.CaseInsensitive)
        completer.setCompletionMode(QCompleter.CompletionMode.PopupCompletion)
        self.setCompleter(completer)
        self.setMaxVisibleItems(24)
        self.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon)
        self.setMinimumContentsLength(22)
        self.activated.connect(self._on_activated)
        field.editingFinished.connect(self._on_editing_finished)

    def set_names(self, groups: Sequence[NameGroup], follow: str) -> None:
        """Offer these names, and `follow` before them."""
        if tuple(groups) == self._groups and follow == self._follow:
            return
        self._groups, self._follow = tuple(groups), follow
        self.blockSignals(True)
        self._items.clear()
        self._items.appendRow(_item(follow, "", enabled=True))
        for group in groups:
            self._items.appendRow(_item(group.title, None, enabled=False))
            for name in group.names:
                self._items.appendRow(_item(name, name, enabled=True))
        self.blockSignals(False)
        self.show_name(self._name)

    def show_name(self, name: str) -> None:
        """Show which tensor is shown."""
        self._name = name
        self.blockSignals(True)
        self.setCurrentIndex(self.findData(name) if name else -1)
        self.setEditText(name)
        self.blockSignals(False)
        self.setToolTip(name)

    def _on_activated(self, position: int) -> None:
        name = self.itemData(position)
        if isinstance(name, str):
            self.picked.emit(name)
        self.show_name(self._name)

    def _on_editing_finished(self) -> None:
        """Take a name that was typed in full; anything else was only a filter."""
        text = self.currentText().strip()
        if text != self._name and any(text in group.names for group in self._groups):
            self.picked.emit(text)
        self.show_name(self._name)


def _item(text: str, data: str | None, *, enabled: bool) -> QStandardItem:
    item = QStandardItem(text)
    item.setData(data, Qt.ItemDataRole.UserRole)
    item.setEnabled(enabled)
    if data is None:
        font = item.font()
        font.setBold(True)
        item.setFont(font)
    return item


class NumbersBar(DrawerBar):
    """Open: picker, shape, entry line, close."""

    head_chosen = Signal(object)  # a head from 0, or None for all
    colors_toggled = Signal(bool)

    def __init__(self, theme: ThemeStore, parent: QWidget | None = None) -> None:
        super().__init__(theme, parent)
        self.picker = NamePicker(self)
        self.heads = FittedList(self)
        self.shape = self._label()
        self.fill, self.colors = QToolButton(self), QToolButton(self)
        self.entry = NumberEntry(self)
        self.close_button = self._button()
        self._build()
        self.set_open(is_open=False)

    def _build(self) -> None:
        self.colors.setProperty("kind", "icon")
        self.colors.setCheckable(True)
        self.colors.setIconSize(QSize(16, 16))
        self.colors.setFixedSize(28, 24)
        self.colors.clicked.connect(self.colors_toggled)
        self.fill.setProperty("kind", "button")
        self.fill.setPopupMode(QToolButton.ToolButtonPopupMode.InstantPopup)
        self.fill.setMenu(QMenu(self.fill))
        self.heads.activated.connect(self._on_head_activated)
        self.entry.setMinimumWidth(_LEAST_ENTRY_WIDTH)
        self.entry.setMaximumWidth(_ENTRY_WIDTH)
        for field in (self.entry, self.picker, self.heads, self.fill):
            field.setFixedHeight(_FIELD_HEIGHT)
        row = self._row
        row.addWidget(self.picker)
        row.addWidget(self.heads)
        row.addSpacing(12)
        row.addWidget(self.shape)
        row.addStretch(1)
        row.addWidget(self.fill)
        row.addWidget(self.colors)
        row.addSpacing(4)
        row.addWidget(self.entry, 100)  # as wide as there is room, like the names of a closed drawer
        row.addWidget(self.close_button)

    def set_open(self, *, is_open: bool) -> None:
        """Show what belongs to an open drawer, or to a closed one."""
        super().set_open(is_open=is_open)
        for widget in (self.picker, self.shape, self.fill, self.colors, self.entry, self.close_button):
            widget.setVisible(is_open)
        self.heads.setVisible(is_open and self.heads.count() > 0)

    def set_heads(self, count: int, shown: int | None) -> None:
        """Offer the heads one by one and all at once; a single one is not offered."""
        texts = [stage_words.all_heads(), *map(stage_words.head_word, range(count))] if count > 1 else []
        if texts != [self.heads.itemText(at) for at in range(self.heads.count())]:
            self.heads.clear()
            self.heads.addItems(texts)
            self.heads.updateGeometry()
        self.heads.setCurrentIndex(0 if shown is None else shown + 1)
        self.heads.setVisible(self._is_open and count > 1)

    def _on_head_activated(self, position: int) -> None:
        self.head_chosen.emit(position - 1 if position else None)

    def _tint(self) -> None:
        super()._tint()
        theme = self._theme.theme
        self.close_button.setIcon(icon("close", theme))
        self.colors.setIcon(icon("colors", theme))

    def retranslate(self) -> None:
        """Set all texts in the language in force."""
        super().retranslate()
        self.close_button.setToolTip(self.tr("Close the numbers"))
        self.close_button.setAccessibleName(self.tr("Close the numbers"))
        self.fill.setText(self.tr("Fill ▾"))
        self.fill.setToolTip(self.tr("Fill the selected cells, or the whole matrix where one is selected"))
        self.colors.setToolTip(self.tr("Colour the cells by their numbers"))
        self.colors.setAccessibleName(self.tr("Colour the cells by their numbers"))
        self.heads.setAccessibleName(self.tr("Which heads are shown"))
        self.picker.setAccessibleName(self.tr("Which numbers are shown"))
        self.entry.setAccessibleName(self.tr("Exact number of the current cell"))
