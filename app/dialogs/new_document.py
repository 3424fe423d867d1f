"""A new document: a kind of model, its options, its words."""

from __future__ import annotations

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtGui import QFont
from PySide6.QtWidgets import (
    QHBoxLayout,
    QLabel,
    QLineEdit,
    QListWidgetItem,
    QVBoxLayout,
    QWidget,
)

from app.dialogs.model_dialog import ModelDialog
from app.texts import translated
from app.widgets.fields import NumberField
from app.widgets.grouped_list import GroupedList
from core.architecture.check import check_new
from core.architecture.options import Architecture, Stack
from core.architecture.presets import PRESET_GROUPS, TARGET, TOKENS, Preset, PresetGroup, new_scenario, preset
from core.scenario import Scenario
from core.tokens import tokenise

_MAX_SEED = 2**31 - 1
_SIZE = QSize(1020, 640)
_SIDE = 218
"""Pixels of the left column."""
_ABOUT_LINES, _ROOM = 4, 6
"""Lines that are said about a preset at most, and pixels around them: nothing moves from one to the next."""
FIRST = "gpt-2"
"""The preset that is chosen at first."""


class NewDialog(ModelDialog):
    """Starts from a preset; everything in it can be changed before the document is made."""

    scenario_made = Signal(object)  # Scenario

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent, self.tr("New"), self.tr("Create"))
        self.presets = GroupedList(self)
        self.presets.ensurePolished()  # rows are measured as they will be drawn
        self.presets.setAccessibleName(self.tr("Kind of model"))
        self.about = QLabel()
        self.about.setProperty("kind", "soft")
        self.about.setWordWrap(True)
        self.about.setTextFormat(Qt.TextFormat.PlainText)
        self.about.setAlignment(Qt.AlignmentFlag.AlignTop)
        self._strong = QFont(self.presets.font())
        self._strong.setBold(True)
        for group in PRESET_GROUPS:
            self._add_group(group)
        self._stack: Stack | None = None
        self.lines = {"source": QLineEdit(), "target": QLineEdit()}
        self.labels = {"source": QLabel(self.tr("Source words")), "target": QLabel(self.tr("Target words"))}
        self.seed = NumberField(0, _MAX_SEED)
        self.seed.setToolTip(self.tr("The same seed gives the same random numbers, everywhere."))
        self._build()
        self.presets.currentItemChanged.connect(self._on_preset_changed)
        self.presets.itemDoubleClicked.connect(self.accept)
        for line in self.lines.values():
            line.textChanged.connect(self.check)
        self.choose(FIRST)

    def choose(self, key: str) -> None:
        """Choose a kind of model."""
        rows = range(self.presets.count())
        keys = [self.presets.item(row).data(Qt.ItemDataRole.UserRole) for row in rows]
        self.presets.setCurrentRow(keys.index(key))

    @property
    def preset(self) -> Preset:
        """The kind of model that is chosen."""
        return preset(self.presets.currentItem().data(Qt.ItemDataRole.UserRole))

    def scenario(self) -> Scenario:
        """Return the document.

        Raises
        ------
        SandboxError
            If options or words do not go together.
        """
        architecture, base = self.form.architecture(), self.preset.architecture
        is_alike = (architecture.stack, architecture.input) == (base.stack, base.input)
        tokens = self._tokens(architecture)
        return new_scenario(
            architecture,
            tokens,
            types=self.preset.types if tokens == self.preset.tokens else None,
            title=translated(self.preset.title) if is_alike else "",
            seed=self.seed.value(),
        )

    def check(self) -> None:
        """Show the words that are needed, then say why it does not go."""
        self._show_lines()
        super().check()

    def try_it(self) -> None:
        """Check it without making its numbers."""
        architecture = self.form.architecture()
        check_new(architecture, self._tokens(architecture))

    def carry_out(self) -> None:
        """Hand the document over."""
        self.scenario_made.emit(self.scenario())

    def _tokens(self, architecture: Architecture) -> dict[str, tuple[str, ...]]:
        """Return the sequences; attention alone takes its queries from a target only where there is one."""
        texts = {name: line.text() for name, line in self.lines.items()}
        if architecture.stack is Stack.ATTENTION:
            texts = {name: text for name, text in texts.items() if name == "source" or text.strip()}
        else:
            texts = {name: texts[name] for name in architecture.sequences}
        return {name: tokenise(text).words for name, text in texts.items()}

    def _add_group(self, group: PresetGroup) -> None:
        """List the presets of a group under its title, which cannot be chosen."""
        title = QListWidgetItem(translated(group.title), self.presets)
        title.setFlags(Qt.ItemFlag.NoItemFlags)
        title.setFont(self._strong)
        for known in group.presets:
            item = QListWidgetItem(translated(known.title), self.presets)
            item.setData(Qt.ItemDataRole.UserRole, known.key)
            item.setData(Qt.ItemDataRole.AccessibleDescriptionRole, translated(known.about))
            item.setToolTip(translated(known.about))

    def _build(self) -> None:
        side = QVBoxLayout()
        side.setSpacing(4)
        side.addWidget(self.presets, 1)
        side.addSpacing(4)
        side.addWidget(self.about)
        for name, line in self.lines.items():
            side.addSpacing(8)
            side.addWidget(self.labels[name])
            side.addWidget(line)
            self.labels[name].setBuddy(line)
        side.addSpacing(8)
        seed = QLabel(self.tr("Seed"))
        seed.setBuddy(self.seed)
        side.addWidget(seed)
        side.addWidget(self.seed)
        columns = QHBoxLayout()
        columns.setSpacing(14)
        columns.addLayout(side)
        columns.addWidget(self.area, 1)
        self.build(columns)
        self.presets.setWordWrap(True)
        self.presets.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.presets.setFixedWidth(_SIDE)
        self.about.setFixedWidth(_SIDE)
        self.about.setFixedHeight(_ABOUT_LINES * self.about.fontMetrics().lineSpacing() + _ROOM)
        for field in (*self.lines.values(), self.seed):
            field.setFixedWidth(_SIDE)
        self.resize(_SIZE)

    def _on_preset_changed(self) -> None:
        """Start from the options and words of the preset."""
        chosen = self.preset
        self.about.setText(translated(chosen.about))
        self.form.show_architecture(chosen.architecture)
        for name in self.lines:
            self._fill(name, " ".join(chosen.tokens.get(name, ())))
        self._stack = chosen.architecture.stack
        self.check()

    def _show_lines(self) -> None:
        """Show the sequences that the stack reads; it does not begin with an empty one."""
        stack = self.form.fields["stack"].read()
        is_alone, has_both = stack is Stack.ATTENTION, stack is Stack.ENCODER_DECODER
        needed = Architecture(stack=stack).sequences
        if stack is not self._stack:
            self._stack = stack
            known = next((line.text() for line in self.lines.values() if line.text()), " ".join(TOKENS))
            for name in needed:
                words = " ".join(TARGET) if has_both and name == "target" else known
                self._fill(name, self.lines[name].text() or words)
        for name, line in self.lines.items():
            for widget in (line, self.labels[name]):
                widget.setVisible(is_alone or name in needed)
        optional = self.tr("empty: queries from the source")
        self.lines["target"].setPlaceholderText(optional if is_alone else "")

    def _fill(self, name: str, text: str) -> None:
        line = self.lines[name]
        line.blockSignals(True)
        line.setText(text)
        line.blockSignals(False)
