"""Tokens: one strip a sequence, under the tool bar."""

from __future__ import annotations

from PySide6.QtCore import QEvent, Qt
from PySide6.QtWidgets import QSizePolicy, QVBoxLayout, QWidget

from app.panels.token_strip import LABEL_WIDTH, TokenStrip
from app.workspace import Workspace
from core.architecture.options import Stack

HEIGHT = 44
HEIGHT_OF_TWO = 40


class TokensPanel(QWidget):
    """The sequences of the document; attention between two of them has queries apart from keys and values."""

    def __init__(self, workspace: Workspace, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._workspace = workspace
        self._strips: tuple[TokenStrip, ...] = ()
        self._shown: tuple[list[str], bool] | None = None
        """Which sequences there are, and whether of attention alone: what the titles depend on."""
        self._layout = QVBoxLayout(self)
        self._layout.setContentsMargins(0, 0, 0, 0)
        self._layout.setSpacing(0)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        workspace.session.trace_changed.connect(self._follow)
        self._follow()

    @property
    def strips(self) -> tuple[TokenStrip, ...]:
        """The strips from top to bottom."""
        return self._strips

    def strip(self, sequence: str) -> TokenStrip:
        """Return the strip of ``source`` or ``target``."""
        return next(strip for strip in self._strips if strip.sequence == sequence)

    def retranslate(self) -> None:
        """Set all texts in the language in force."""
        for strip in self._strips:
            strip.retranslate(self._title(strip.sequence))
        width = max([LABEL_WIDTH, *(strip.label_width() + 8 for strip in self._strips)])
        for strip in self._strips:
            strip.set_label_width(width)

    def changeEvent(self, event: QEvent) -> None:
        """Speak the language in force."""
        if event.type() == QEvent.Type.LanguageChange:
            self.retranslate()
        super().changeEvent(event)

    def _follow(self) -> None:
        """Show a strip for each sequence that the model reads."""
        sequences = self._order()
        shown = (sequences, self._is_attention())
        if shown == self._shown:
            return
        self._shown = shown
        if [strip.sequence for strip in self._strips] != sequences:
            for strip in self._strips:
                self._layout.removeWidget(strip)
                strip.hide()
                strip.deleteLater()
            self._strips = tuple(TokenStrip(self._workspace, sequence, self) for sequence in sequences)
            for strip in self._strips:
                strip.setFixedHeight(HEIGHT if len(sequences) == 1 else HEIGHT_OF_TWO)
                self._layout.addWidget(strip, alignment=Qt.AlignmentFlag(0))
        self.retranslate()

    def _order(self) -> list[str]:
        """Return the sequences in the order of the strips: queries first, else the source first."""
        tokens = self._workspace.session.scenario.tokens
        first = "target" if self._is_attention() else "source"
        return sorted(tokens, key=lambda name: name != first)

    def _is_attention(self) -> bool:
        return self._workspace.session.scenario.architecture.stack is Stack.ATTENTION

    def _title(self, sequence: str) -> str:
        if len(self._workspace.session.scenario.tokens) == 1:
            return self.tr("Tokens")
        if self._is_attention():
            return self.tr("Queries") if sequence == "target" else self.tr("Keys, values")
        return self.tr("Target") if sequence == "target" else self.tr("Source")
