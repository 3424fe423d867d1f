"""The strip of one sequence: its chips, and a line to type a sentence."""

from __future__ import annotations

import html

from PySide6.QtCore import QCoreApplication, QEvent, Qt
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QHBoxLayout, QLabel, QStackedLayout, QToolButton, QWidget

from app.models.token_rows import changed_positions, chosen_tokens, place_of_token, sentence
from app.texts import translated
from app.widgets.chip_painter import HEIGHT as CHIP_HEIGHT
from app.widgets.chip_painter import Chip, Mark
from app.widgets.chips import ChipRow, Typed
from app.widgets.line_edits import EntryLine
from app.workspace import Workspace
from core.edits import InsertToken, MoveToken, RemoveToken, ReplaceToken, SetPadding, SetTokens, SetType
from core.edits.base import Edit
from core.errors import SandboxError
from core.scenario import Scenario
from core.text import Message
from core.tokens import tokenise, visible

LABEL_WIDTH = 64
_LEAST_RULE = 120


class Together(Edit):
    """Several edits that are one thing to the user: all of them or none, one undo step."""

    edits: tuple[Edit, ...]

    @property
    def label(self) -> Message:
        """Say what the first one does."""
        return self.edits[0].label

    def apply(self, scenario: Scenario) -> Scenario:
        """Return the scenario after all of them."""
        for edit in self.edits:
            scenario = edit.apply(scenario)
        return scenario


class TokenStrip(QWidget):
    """Chips of one sequence; “type a sentence” turns the strip into a line of text."""

    def __init__(self, workspace: Workspace, sequence: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._workspace = workspace
        self._sequence = sequence
        self._words = workspace.session.scenario.tokens[sequence]
        self._padding = workspace.session.scenario.padding.get(sequence, ())
        self._kinds = workspace.session.scenario.token_types(sequence)
        self._changed: frozenset[int] = frozenset()
        self._told = ""
        self.setProperty("kind", "strip")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self._label = QLabel(self)
        self._label.setProperty("kind", "soft")
        self._row = ChipRow(workspace.theme, self)
        self._page = QWidget(self)
        self._line = EntryLine(self._page)
        self._rule = QLabel(self)
        self._link = QToolButton(self)
        self._stack = QStackedLayout()
        self._build()
        self._connect()
        self.retranslate("")
        self.show_tokens()

    @property
    def sequence(self) -> str:
        """Which sequence it is: ``source`` or ``target``."""
        return self._sequence

    @property
    def row(self) -> ChipRow:
        """The chips."""
        return self._row

    @property
    def line(self) -> EntryLine:
        """The line in which a sentence is typed."""
        return self._line

    @property
    def link(self) -> QToolButton:
        """The button that opens the line."""
        return self._link

    @property
    def rule(self) -> QLabel:
        """What says which rule cut the text, or why it was refused."""
        return self._rule

    @property
    def is_typing(self) -> bool:
        """True while a sentence is typed."""
        return self._stack.currentWidget() is self._page

    def retranslate(self, title: str) -> None:
        """Set all texts in the language in force; `title` names the sequence."""
        self._label.setText(title)
        self._row.setAccessibleName(title)
        self._line.setAccessibleName(self.tr("Sentence: {name}").format(name=title))
        self._link.setText(self.tr("type a sentence ▸"))
        self._link.setToolTip(self.tr("Replace all tokens by those of a sentence"))

    def label_width(self) -> int:
        """Return the width that the title needs."""
        return self._label.fontMetrics().horizontalAdvance(self._label.text())

    def set_label_width(self, width: int) -> None:
        """Give the title this width, so that the chips of all strips start at one place."""
        self._label.setFixedWidth(width)

    def show_tokens(self) -> None:
        """Show the tokens as they are, with the marks of the chosen cell."""
        session = self._workspace.session
        scenario = session.scenario
        words = scenario.tokens.get(self._sequence)
        if words is None:
            return
        chosen = self._workspace.selection.chosen
        query, key = chosen_tokens(scenario.tokens, session.trace, chosen, self._sequence)
        padding = self._padding = scenario.padding.get(self._sequence, ())
        kinds = self._kinds = scenario.token_types(self._sequence)
        self._row.set_kinds(scenario.architecture.embedding.types if kinds else 0)
        self._row.set_chips(
            tuple(
                Chip(
                    word,
                    visible(word),
                    Mark.QUERY if place == query else Mark.KEY if place == key else Mark.NONE,
                    place in padding,
                    place in self._changed,
                    kinds[place] if kinds else None,
                )
                for place, word in enumerate(words)
            )
        )

    def forget_changes(self) -> None:
        """Another document: nothing in it was changed yet."""
        self._changed = frozenset()
        self._tell("")
        self.show_tokens()

    def _build(self) -> None:
        self._link.setProperty("kind", "link")
        self._rule.setTextFormat(Qt.TextFormat.PlainText)
        self._rule.hide()
        self._stack.setContentsMargins(0, 0, 0, 0)
        self._stack.addWidget(self._row)
        self._stack.addWidget(self._page)
        page = QHBoxLayout(self._page)
        page.setContentsMargins(0, 0, 0, 0)
        page.addWidget(self._line, alignment=Qt.AlignmentFlag(0))
        self._line.setFixedHeight(CHIP_HEIGHT)
        layout = QHBoxLayout(self)
        layout.setContentsMargins(16, 0, 8, 0)
        layout.setSpacing(0)
        layout.addWidget(self._label)
        layout.addLayout(self._stack, 1)
        layout.addSpacing(12)
        layout.addWidget(self._rule, alignment=Qt.AlignmentFlag.AlignVCenter)
        layout.addSpacing(4)
        layout.addWidget(self._link)
        self.set_label_width(LABEL_WIDTH)

    def _connect(self) -> None:
        self._row.chosen.connect(self._on_chosen)
        self._row.typed.connect(self._on_typed)
        self._row.joined.connect(self._on_joined)
        self._row.removed.connect(self._on_removed)
        self._row.moved.connect(self._on_moved)
        self._row.padding_toggled.connect(self._on_padding_toggled)
        self._row.kind_chosen.connect(self._on_kind_chosen)
        self._link.clicked.connect(self._on_link)
        self._line.entered.connect(self._on_sentence)
        self._line.abandoned.connect(self._close_line)
        self._line.textEdited.connect(self._on_sentence_edited)
        self._workspace.selection.chosen_changed.connect(self.show_tokens)
        self._workspace.session.trace_changed.connect(self._on_trace_changed)
        self._workspace.session.document_replaced.connect(self.forget_changes)

    def _on_trace_changed(self) -> None:
        """Mark what this edit changed; another edit takes the marks away."""
        scenario = self._workspace.session.scenario
        words = scenario.tokens.get(self._sequence, ())
        padding = scenario.padding.get(self._sequence, ())
        before, self._changed = self._changed, changed_positions(self._words, words)
        if self._told and not self.is_typing:
            self._tell("")
        kinds = scenario.token_types(self._sequence)
        same = (words, padding, kinds) == (self._words, self._padding, self._kinds)
        self._words = words
        if not same or self._changed != before:
            self.show_tokens()

    # chips

    def _on_chosen(self, position: int) -> None:
        workspace = self._workspace
        place = place_of_token(
            workspace.session, workspace.cursor, workspace.selection, self._sequence, position
        )
        if place is not None:
            workspace.selection.choose(place)

    def _on_typed(self, typed: Typed) -> None:
        words = tuple(word for word in typed.words if word)
        if self._attempt(Together(self._edits_of(typed, words))):
            self._go_on(typed, words)
        elif not typed.left:
            text = " ".join(words)
            self._row.insert(typed.position, text) if typed.inserting else self._row.edit(
                typed.position, text
            )

    def _edits_of(self, typed: Typed, words: tuple[str, ...]) -> tuple[Edit, ...]:
        edits: list[Edit] = [
            InsertToken(self._sequence, typed.position + place, word) for place, word in enumerate(words)
        ]
        if not typed.inserting:
            edits[0] = ReplaceToken(self._sequence, typed.position, words[0])
        return tuple(edits)

    def _go_on(self, typed: Typed, words: tuple[str, ...]) -> None:
        behind = typed.position + len(words)
        if typed.goes_on and typed.words[-1]:
            self._row.edit(behind - 1, cursor=0)
        elif typed.goes_on:
            self._row.insert(behind)
        elif not typed.left:
            self._row.set_cursor(behind - 1)

    def _on_joined(self, position: int, text: str) -> None:
        self._attempt(
            Together(
                (ReplaceToken(self._sequence, position - 1, text), RemoveToken(self._sequence, position))
            )
        )

    def _on_removed(self, position: int) -> None:
        self._attempt(RemoveToken(self._sequence, position))

    def _on_moved(self, position: int, place: int) -> None:
        if self._attempt(MoveToken(self._sequence, position, place)):
            self._on_chosen(place)

    def _on_padding_toggled(self, position: int, on: bool) -> None:  # noqa: FBT001 - Qt's signal
        self._attempt(SetPadding(self._sequence, position, on))

    def _on_kind_chosen(self, position: int, kind: int) -> None:
        self._attempt(SetType(self._sequence, position, kind))

    def _attempt(self, edit: Edit) -> bool:
        """Carry out an edit; a refusal is told, and nothing has changed then."""
        try:
            self._workspace.session.attempt(edit)
        except SandboxError as error:
            self._workspace.notifier.refuse(translated(error.message))
            return False
        return True

    # a sentence

    def _on_link(self) -> None:
        if self.is_typing:
            self._on_sentence(self._line.text())
            return
        self._line.setText(sentence(self._words))
        self._line.set_refused(False)
        self._stack.setCurrentWidget(self._page)
        self._line.setFocus(Qt.FocusReason.OtherFocusReason)
        self._line.selectAll()

    def _on_sentence_edited(self, text: str) -> None:
        """Say while it is typed which rule cuts it."""
        self._line.set_refused(False)
        try:
            self._tell(translated(tokenise(text).rule))
        except SandboxError:
            self._tell("")

    def _on_sentence(self, text: str) -> None:
        try:
            cut = tokenise(text)
            self._workspace.session.attempt(SetTokens(self._sequence, cut.words))
        except SandboxError as error:
            self._line.set_refused(True)
            self._tell(translated(error.message), refused=True)
            return
        self._close_line()
        self._tell(translated(cut.rule))

    def _close_line(self) -> None:
        self._line.set_refused(False)
        self._tell("")
        self._stack.setCurrentWidget(self._row)
        self._row.setFocus(Qt.FocusReason.OtherFocusReason)

    def _tell(self, text: str, *, refused: bool = False) -> None:
        """Say which rule ran, or why a text was refused."""
        self._told = text
        self._rule.setToolTip(f"<p>{html.escape(text)}</p>" if text else "")
        self._rule.setVisible(bool(text))
        side = Qt.AlignmentFlag.AlignLeft if refused else Qt.AlignmentFlag.AlignRight
        self._rule.setAlignment(side | Qt.AlignmentFlag.AlignVCenter)
        kind = "refused" if refused else "soft"
        if self._rule.property("kind") != kind:
            self._rule.setProperty("kind", kind)
            self._rule.style().unpolish(self._rule)
            self._rule.style().polish(self._rule)
            QCoreApplication.sendEvent(self._rule, QEvent(QEvent.Type.StyleChange))  # its padding
        self._fit_rule()

    def _fit_rule(self) -> None:
        """Give the rule two lines while a sentence is typed, else what the chips leave of one."""
        text, metrics = self._told, self._rule.fontMetrics()
        needed = metrics.horizontalAdvance(text) + 32
        if self.is_typing:
            width = min(needed, max(200, self.width() * 3 // 5))
        else:
            chips = LABEL_WIDTH + self._row.sizeHint().width() + self._link.sizeHint().width() + 64
            width = min(needed, max(_LEAST_RULE, self.width() - chips))
            text = metrics.elidedText(text, Qt.TextElideMode.ElideRight, width - 8)
        self._rule.setWordWrap(self.is_typing)
        self._rule.setText(text)
        self._rule.setFixedWidth(width)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Fit the rule anew."""
        super().resizeEvent(event)
        self._fit_rule()

    def changeEvent(self, event: QEvent) -> None:
        """A sentence about the text before is not translated: it goes."""
        if event.type() == QEvent.Type.LanguageChange:
            self._tell("")
        super().changeEvent(event)
