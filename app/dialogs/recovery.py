"""What was left when the program ended without asking: opened, kept for later, or discarded, one by one."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import (
    QAbstractItemView,
    QDialog,
    QDialogButtonBox,
    QHeaderView,
    QLabel,
    QMessageBox,
    QPushButton,
    QTreeWidget,
    QTreeWidgetItem,
    QVBoxLayout,
    QWidget,
)

from app.recovery import LeftOver
from app.texts import translated
from core.errors import SandboxError

_SIZE = QSize(760, 380)
_DOCUMENT_WIDTH = 220


class RecoveryDialog(QDialog):
    """Lists what was left. A document leaves the list when it is opened or discarded, and never otherwise.

    Parameters
    ----------
    left : sequence of LeftOver
        At least one.
    open_left : callable
        Opens one of them; raises `SandboxError` when it cannot be read.
    parent : QWidget
    """

    def __init__(
        self, left: Sequence[LeftOver], open_left: Callable[[LeftOver], None], parent: QWidget
    ) -> None:
        super().__init__(parent)
        self._open_left = open_left
        self._refused: dict[LeftOver, str] = {}
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setWindowTitle(self.tr("Unsaved work"))
        self.list = QTreeWidget(self)
        self.reason = QLabel()
        self.open_button = QPushButton(self.tr("Open"))
        self.discard_button = QPushButton(self.tr("Discard…"))
        self.keep_button = QPushButton(self.tr("Keep for later"))
        self._build()
        self._fill(left)
        self.list.itemSelectionChanged.connect(self._on_selection_changed)
        self.list.itemDoubleClicked.connect(self._open_chosen)
        self.open_button.clicked.connect(self._open_chosen)
        self.discard_button.clicked.connect(self._ask_discard)
        self.keep_button.clicked.connect(self.reject)
        self.finished.connect(self._release)
        self.list.setFocus()
        self.list.selectAll()

    def left(self) -> list[LeftOver]:
        """Return what is still in the list."""
        return [self._left_of(item) for item in self.list.findItems("", Qt.MatchFlag.MatchContains)]

    def chosen(self) -> list[LeftOver]:
        """Return what is selected."""
        return [self._left_of(item) for item in self.list.selectedItems()]

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Discard by the key for it, too; Return opens, Escape keeps."""
        if event.key() == Qt.Key.Key_Delete:
            self._ask_discard()
        else:
            super().keyPressEvent(event)

    def _build(self) -> None:
        text = QLabel(
            self.tr(
                "The program ended before this was saved. What you open here is a new document; "
                "the file it came from stays as it is until you save over it."
            )
        )
        text.setWordWrap(True)
        self.list.ensurePolished()  # rows are measured as they will be drawn
        self.list.setHeaderLabels(
            [self.tr("Document"), self.tr("Came from"), self.tr("Kept at"), self.tr("Edits")]
        )
        self.list.setAccessibleName(self.windowTitle())
        self.list.setRootIsDecorated(False)
        self.list.setUniformRowHeights(True)
        self.list.setAllColumnsShowFocus(True)
        self.list.setTextElideMode(Qt.TextElideMode.ElideMiddle)
        self.list.setSelectionMode(QAbstractItemView.SelectionMode.ExtendedSelection)
        header = self.list.header()
        header.setStretchLastSection(False)
        header.resizeSection(0, _DOCUMENT_WIDTH)
        header.setSectionResizeMode(1, QHeaderView.ResizeMode.Stretch)
        for column in (2, 3):
            header.setSectionResizeMode(column, QHeaderView.ResizeMode.ResizeToContents)
        self.reason.setWordWrap(True)
        self.reason.setTextFormat(Qt.TextFormat.PlainText)
        self.reason.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        self.reason.setProperty("kind", "soft")
        self.reason.setMinimumHeight(3 * self.fontMetrics().lineSpacing())  # nothing jumps when it comes
        self.reason.setAlignment(Qt.AlignmentFlag.AlignTop)
        self.open_button.setDefault(True)
        self.open_button.setProperty("kind", "primary")
        buttons = QDialogButtonBox()
        buttons.addButton(self.open_button, QDialogButtonBox.ButtonRole.AcceptRole)
        buttons.addButton(self.keep_button, QDialogButtonBox.ButtonRole.RejectRole)
        buttons.addButton(self.discard_button, QDialogButtonBox.ButtonRole.DestructiveRole)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(24, 24, 24, 16)
        layout.setSpacing(12)
        layout.addWidget(text)
        layout.addWidget(self.list, 1)
        layout.addWidget(self.reason)
        layout.addWidget(buttons)
        self.resize(_SIZE)

    def _fill(self, left: Sequence[LeftOver]) -> None:
        for each in left:
            about = each.about
            item = QTreeWidgetItem(
                self.list,
                [
                    self._name(each),
                    str(about.place) if about.place else self.tr("not saved yet"),
                    f"{about.time.astimezone():%Y-%m-%d %H:%M}",
                    "—" if about.edits is None else str(about.edits),
                ],
            )
            item.setData(0, Qt.ItemDataRole.UserRole, each)
            item.setTextAlignment(3, Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
            for column in (0, 1):
                item.setToolTip(column, item.text(column))
            if each.damage is not None:
                self._refused[each] = translated(each.damage.message)

    def _name(self, left: LeftOver) -> str:
        if left.about.title:
            return left.about.title
        if left.about.place is not None:
            return left.about.place.name
        return self.tr("Untitled") if left.damage is None else self.tr("Damaged")

    def _left_of(self, item: QTreeWidgetItem) -> LeftOver:
        left = item.data(0, Qt.ItemDataRole.UserRole)
        if not isinstance(left, LeftOver):
            raise TypeError(left)
        return left

    def _take(self, left: LeftOver) -> None:
        """Take a row away; with the last one the dialog has nothing more to ask."""
        row = self.left().index(left)
        self.list.takeTopLevelItem(row)
        if self.list.topLevelItemCount() == 0:
            self.accept()

    def _on_selection_changed(self) -> None:
        chosen = self.chosen()
        refused = [left for left in chosen if left in self._refused]
        self.open_button.setEnabled(len(refused) < len(chosen))
        self.discard_button.setEnabled(bool(chosen))
        lines = [f"{self._name(left)}: {self._refused[left]}\n{left.slot.path}" for left in refused]
        self.reason.setText(lines[0] if lines else "")

    def _open_chosen(self) -> None:
        self.hide()  # the window beneath may show one of them
        for left in self.chosen():
            if left in self._refused:
                continue
            try:
                self._open_left(left)
            except SandboxError as error:
                self._refused[left] = translated(error.message)
            else:
                self._take(left)
        if self.list.topLevelItemCount():
            self._on_selection_changed()
            self.open()

    def _ask_discard(self) -> None:
        chosen = self.chosen()
        if not chosen:
            return
        buttons = QMessageBox.StandardButton
        box = QMessageBox(self)
        box.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        box.setIcon(QMessageBox.Icon.Warning)
        box.setWindowTitle(self.tr("Discard"))
        box.setTextFormat(Qt.TextFormat.PlainText)
        one, several = self.tr("Discard “{name}”?"), self.tr("Discard {count} documents?")
        box.setText(
            (one if len(chosen) == 1 else several).format(name=self._name(chosen[0]), count=len(chosen))
        )
        box.setInformativeText(self.tr("Nothing brings it back."))
        box.setStandardButtons(buttons.Discard | buttons.Cancel)
        box.setDefaultButton(buttons.Cancel)
        box.finished.connect(lambda code: self._discard(chosen) if buttons(code) is buttons.Discard else None)
        box.open()

    def _discard(self, chosen: Sequence[LeftOver]) -> None:
        for left in chosen:
            left.slot.remove()
            self._take(left)

    def _release(self) -> None:
        for left in self.left():
            left.slot.release()
