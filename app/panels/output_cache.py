"""The key/value cache beside the bars: which rows were there, which are new, and what that saved."""

from __future__ import annotations

from PySide6.QtCore import QEvent, Qt
from PySide6.QtGui import QShowEvent
from PySide6.QtWidgets import QComboBox, QHBoxLayout, QLabel, QToolButton, QVBoxLayout, QWidget

from app.models.cache_rows import cache_counts, cache_rows
from app.texts import translated
from app.widgets.cache_view import CacheView
from app.word_cache import WordCache
from app.workspace import Workspace
from core.cache import CachedRun

_WIDTH = 440


class OutputCache(QWidget):
    """One head of one layer; it follows the document while it is in view, and computes nothing else."""

    def __init__(self, workspace: Workspace, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._workspace = workspace
        self._cache = WordCache(workspace.session, self)
        self._title = QLabel(self)
        self.layer = QComboBox(self)
        self.head = QComboBox(self)
        self.view = CacheView(workspace.theme, self)
        self.rows_label = QLabel(self)
        self.counts_label = QLabel(self)
        self.button = QToolButton(parent)
        self.button.setCheckable(True)
        self.button.setProperty("kind", "segment")
        self.button.setProperty("place", "only")
        self._build()
        self._cache.changed.connect(self.refresh)
        workspace.display.decimals_changed.connect(self.refresh)
        for picker in (self.layer, self.head):
            picker.activated.connect(self.refresh)
        self.button.clicked.connect(self._on_clicked)
        workspace.settings.changed.connect(self._follow_settings)
        self._follow_settings()

    def refresh(self) -> None:
        """Show the cache of the document as it stands, where it is in view."""
        if not self.isVisible():
            return
        run = self._cache.latest()
        if not isinstance(run, CachedRun):
            self._show_nothing(translated(run.message))
            return
        layers = [self.tr("layer {number}").format(number=at) for at, _ in enumerate(run.layers, 1)]
        layers += [self.tr("layer {number}, source").format(number=at) for at, _ in enumerate(run.memory, 1)]
        self._fill(self.layer, layers)
        heads = max((layer.keys.shape[0] for layer in (*run.layers, *run.memory)), default=0)
        self._fill(self.head, [self.tr("head {number}").format(number=at + 1) for at in range(heads)])
        rows = cache_rows(
            run,
            max(self.layer.currentIndex(), 0),
            max(self.head.currentIndex(), 0),
            self._workspace.display.decimals,
        )
        if rows is None:
            self._show_nothing(self.tr("No layer has attention: there is nothing to keep."))
            return
        self.view.set_rows(rows)
        self.view.show()
        new = len(rows.words) - rows.kept
        self.rows_label.setText(self.tr("{new} new, {kept} kept").format(new=new, kept=rows.kept))
        self._show_counts(run)

    def retranslate(self) -> None:
        """Set all texts in the language in force."""
        self._title.setText(self.tr("Cache"))
        self._title.setToolTip(
            self.tr(
                "Keys and values of earlier words never change under a causal mask: they are kept, and only "
                "the new word is computed."
            )
        )
        self.button.setText(self.tr("Cache"))
        self.button.setToolTip(self.tr("Show the keys and values that are kept from word to word"))
        self.counts_label.setToolTip(
            self.tr(
                "For the marked words, and in all steps; without the cache all of them would be computed."
            )
        )
        self.layer.setAccessibleName(self.tr("Layer"))
        self.head.setAccessibleName(self.tr("Head"))
        self.view.setAccessibleName(self.tr("Keys and values that are kept"))
        for picker in (self.layer, self.head):
            picker.clear()
        self.refresh()

    def showEvent(self, event: QShowEvent) -> None:
        """Catch up with the document."""
        super().showEvent(event)
        self.refresh()

    def changeEvent(self, event: QEvent) -> None:
        """Speak the language in force."""
        if event.type() == QEvent.Type.LanguageChange:
            self.retranslate()
        super().changeEvent(event)

    def _build(self) -> None:
        self.setFixedWidth(_WIDTH)
        self._title.setProperty("kind", "strong")
        head = QHBoxLayout()
        head.setSpacing(8)
        head.addWidget(self._title)
        head.addWidget(self.rows_label)
        head.addStretch(1)
        for picker in (self.layer, self.head):
            picker.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
            head.addWidget(picker)
        page = QVBoxLayout(self)
        page.setContentsMargins(16, 0, 0, 0)
        page.setSpacing(2)
        page.addLayout(head)
        page.addWidget(self.view, 1)
        for label in (self.rows_label, self.counts_label):
            label.setProperty("kind", "soft")
            label.setTextFormat(Qt.TextFormat.PlainText)
        self.counts_label.setWordWrap(True)
        page.addWidget(self.counts_label)
        page.addStretch(0)
        self.retranslate()

    def _follow_settings(self) -> None:
        is_shown = self._workspace.settings.settings.cache_shown
        self.button.setChecked(is_shown)
        self.setVisible(is_shown)

    def _on_clicked(self) -> None:
        self._workspace.settings.update(cache_shown=self.button.isChecked())

    def _fill(self, picker: QComboBox, texts: list[str]) -> None:
        """Offer as many choices as there are; the one chosen stays where it can."""
        if [picker.itemText(at) for at in range(picker.count())] != texts:
            before = picker.currentIndex()
            picker.clear()
            picker.addItems(texts)
            picker.setCurrentIndex(max(0, min(before, len(texts) - 1)))
        picker.setVisible(len(texts) > 1)

    def _show_nothing(self, reason: str) -> None:
        for shown in (self.view, self.layer, self.head):
            shown.hide()
        self.view.set_rows(None)
        self.rows_label.setText("")
        self.counts_label.setText(reason)

    def _show_counts(self, run: CachedRun) -> None:
        counts = cache_counts(run, self._workspace.session.program)
        told = self.tr("Computed: {some} of {whole} keys and values; {steps} of {all} numbers")
        self.counts_label.setText(
            told.format(
                some=counts.keys_and_values,
                whole=counts.keys_and_values_whole,
                steps=counts.steps,
                all=counts.steps_whole,
            )
        )
        self.view.setAccessibleDescription(f"{self.rows_label.text()}. {self.counts_label.text()}")
