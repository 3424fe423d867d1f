"""Output: which word comes next."""

from __future__ import annotations

from msgspec import structs
from PySide6.QtCore import QEvent, Qt
from PySide6.QtWidgets import (
    QHBoxLayout,
    QLabel,
    QPushButton,
    QStackedLayout,
    QToolButton,
    QVBoxLayout,
    QWidget,
)

from app.generator import Generator
from app.icons import icon
from app.models.drawn_words import drawn_text, exact_text
from app.models.next_words import NextWords, drawing, next_words
from app.models.pinned_output import PinnedWords, pinned_words
from app.models.pinned_words import showing_words
from app.models.token_rows import chosen_tokens
from app.panels.output_cache import OutputCache
from app.pin import Showing
from app.selection import Place
from app.texts import translated
from app.widgets.bars import Bar, BarList
from app.widgets.checked_spin import CheckedSpin
from app.widgets.decoding_row import DecodingRow
from app.widgets.elided_label import ElidedLabel
from app.widgets.output_line import OutputLine
from app.widgets.temperature import TemperatureField
from app.workspace import Workspace
from core.edits import Edit, SetOption, TakeToken
from core.errors import SandboxError
from core.expression.numbers import number_text
from core.generation import no_word_to_take, take_token
from core.tensor import NamedTensor
from core.tokens import visible

TENSOR = "probabilities"
MOST_BARS = 10
_LONGEST_WORD = 160


class OutputPanel(QWidget):
    """Bars of the next-token probabilities behind one token; the last one until another is chosen."""

    def __init__(self, workspace: Workspace, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._workspace = workspace
        self._row: int | None = None
        self._chosen_row = self._row_of_selection()
        self._gesture: int | None = None
        self.setProperty("kind", "stage")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self._page = QWidget(self)
        self._message = QLabel(self)
        self._before = QToolButton(self._page)
        self._after = QToolButton(self._page)
        self._context = ElidedLabel(self._page)
        self._temperature = TemperatureField(self._page)
        self._line = OutputLine(self._page)
        self._bars = BarList(workspace.theme, self._page)
        self._cache = OutputCache(workspace, self._page)
        self._decoding = DecodingRow(self._cache.button, self._page)
        self._take = QPushButton(self._page)
        self._generator = Generator(workspace.session, self)
        self._stack = QStackedLayout(self)
        self._build()
        self._connect()
        self.setFocusProxy(self._bars)
        self.retranslate()

    @property
    def bars(self) -> BarList:
        """The bars."""
        return self._bars

    @property
    def line(self) -> OutputLine:
        """What is said over the bars."""
        return self._line

    @property
    def temperature(self) -> TemperatureField:
        """The field of the temperature."""
        return self._temperature

    @property
    def decoding(self) -> DecodingRow:
        """The fields of how the next word is picked."""
        return self._decoding

    @property
    def cache(self) -> OutputCache:
        """The key/value cache beside the bars."""
        return self._cache

    @property
    def generator(self) -> Generator:
        """What puts out word after word."""
        return self._generator

    @property
    def take_button(self) -> QPushButton:
        """The button that takes a token."""
        return self._take

    @property
    def message(self) -> QLabel:
        """What is said where there are no probabilities."""
        return self._message

    @property
    def row(self) -> int:
        """The token behind which the words are told, from 0."""
        last = self._tensor_rows() - 1
        return last if self._row is None else max(0, min(self._row, last))

    @property
    def _is_last(self) -> bool:
        return self.row == self._tensor_rows() - 1

    def step_button(self, direction: int) -> QToolButton:
        """Return the button to the token before (-1) or after (1)."""
        return self._before if direction < 0 else self._after

    def choose_next(self) -> None:
        """Choose the word that comes next behind the last token: the drawn or the likeliest one."""
        self._choose_row(self._tensor_rows() - 1)

    def retranslate(self) -> None:
        """Set all texts in the language in force."""
        self._before.setToolTip(self.tr("After one token less"))
        self._after.setToolTip(self.tr("After one token more"))
        self._before.setAccessibleName(self._before.toolTip())
        self._after.setAccessibleName(self._after.toolTip())
        self._bars.setAccessibleName(self.tr("Probabilities of the next word"))
        self._show()

    def changeEvent(self, event: QEvent) -> None:
        """Speak the language in force."""
        if event.type() == QEvent.Type.LanguageChange:
            self.retranslate()
        super().changeEvent(event)

    def _build(self) -> None:
        self._message.setWordWrap(True)
        self._message.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self._message.setProperty("kind", "soft")
        self._message.setMargin(24)
        self._context.setTextFormat(Qt.TextFormat.PlainText)
        self._context.setProperty("kind", "strong")
        head = QHBoxLayout()
        head.setSpacing(8)
        for button in (self._before, self._after):
            button.setProperty("kind", "icon")
            button.setFixedSize(32, 32)
            head.addWidget(button)
        head.addWidget(self._context, 1)
        head.addWidget(self._take)
        head.addSpacing(12)
        head.addWidget(self._temperature)
        page = QVBoxLayout(self._page)
        page.setContentsMargins(24, 6, 24, 4)
        page.setSpacing(4)
        page.addLayout(head)
        shown = QHBoxLayout()
        shown.addWidget(self._bars, 1)
        shown.addWidget(self._cache)
        page.addWidget(self._decoding)
        page.addWidget(self._line)
        page.addLayout(shown, 1)
        self._stack.addWidget(self._page)
        self._stack.addWidget(self._message)
        self._tint()

    def _connect(self) -> None:
        workspace = self._workspace
        self._before.clicked.connect(self._on_before)
        self._after.clicked.connect(self._on_after)
        self._bars.chosen.connect(self._on_bar_chosen)
        self._bars.taken.connect(self._on_bar_taken)
        self._take.clicked.connect(self._on_take)
        self._bars.capacity_changed.connect(self._show)
        self._temperature.changed.connect(self._on_temperature_changed)
        self._temperature.let_go.connect(self._on_let_go)
        self._decoding.changed.connect(self._on_decoding_changed)
        self._decoding.let_go.connect(self._on_let_go)
        self._decoding.generate.connect(self._on_generate)
        self._decoding.stop.connect(self._generator.stop)
        for fields in (self._temperature, self._decoding):
            fields.refused.connect(self._show_refusal)
        self._generator.changed.connect(self._show_running)
        self._generator.took.connect(self._on_generated)
        self._generator.refused.connect(self._on_refused)
        workspace.session.trace_changed.connect(self._show)
        workspace.pin.changed.connect(self._show)
        workspace.session.revisited.connect(self._on_revisited)
        workspace.session.document_replaced.connect(self._on_document_replaced)
        workspace.selection.chosen_changed.connect(self._on_chosen_changed)
        workspace.display.decimals_changed.connect(self._show)
        workspace.theme.changed.connect(self._tint)

    def _tint(self) -> None:
        theme = self._workspace.theme.theme
        self._before.setIcon(icon("back", theme))
        self._after.setIcon(icon("forward", theme))

    # what is shown

    def _tensor(self) -> NamedTensor | None:
        return self._workspace.session.trace.get(TENSOR)

    def _tensor_rows(self) -> int:
        tensor = self._tensor()
        return 0 if tensor is None else tensor.shape[0]

    def _row_of_selection(self) -> int | None:
        """Return which token the chosen cell's row belongs to."""
        session = self._workspace.session
        tokens = session.scenario.tokens
        sequence = "target" if "target" in tokens else next(iter(tokens), "")
        return chosen_tokens(tokens, session.trace, self._workspace.selection.chosen, sequence)[0]

    def _show(self) -> None:
        tensor = self._tensor()
        if tensor is None or 0 in tensor.shape:
            self._message.setText(self._reason())
            self._stack.setCurrentWidget(self._message)
            return
        self._stack.setCurrentWidget(self._page)
        chosen = self._workspace.selection.chosen
        is_here = chosen is not None and chosen.tensor == TENSOR and chosen.index[0] == self.row
        current = chosen.index[1] if chosen is not None and is_here else None
        pinned = self._workspace.pin.pinned
        words = dict(showing_words())
        self._bars.set_runs(None if pinned is None else (words[Showing.NOW], words[Showing.PINNED]))
        room = max(2, min(self._bars.capacity, MOST_BARS + 1))
        trace = self._workspace.session.trace
        drawn = drawing(trace, self.row)
        column = None if drawn is None else drawn.column
        found = next_words(tensor, self.row, room, left=trace.get("top_p"), shown=column)
        bars = self._bars_of(found, column)
        remark = None
        if pinned is not None:
            said = pinned_words(trace, pinned.trace, self.row, found)
            bars, remark = self._with_pinned(bars, said), said.remark
        self._bars.set_bars(bars, current)
        architecture = self._workspace.session.scenario.architecture
        self._temperature.set_value(architecture.temperature)
        self._decoding.set_decoding(architecture.decoding)
        self._line.tell(drawn_text(drawn, self._workspace.display.decimals), remark)
        self._show_refusal()
        self._show_running()
        self._before.setEnabled(self.row > 0)
        self._after.setEnabled(not self._is_last)
        self._show_context()
        self._show_take(tensor, self._next_column() if current is None else current)

    def _next_column(self) -> int:
        """Return the word that comes next behind the token that is shown."""
        tensor, drawn = self._tensor(), drawing(self._workspace.session.trace, self.row)
        if tensor is None or drawn is not None:
            return 0 if drawn is None else drawn.column
        return next_words(tensor, self.row, 2).shares[0].column

    def _refused_field(self) -> CheckedSpin | None:
        return self._temperature.refused_field or self._decoding.refused_field

    def _show_refusal(self) -> None:
        """Say why what is typed in a field cannot be, or why no word can be taken."""
        refused = self._refused_field()
        self._line.refuse(self._why_none() if refused is None else refused.reason)

    def _show_running(self) -> None:
        self._decoding.set_running(is_running=self._generator.is_running, can_start=self._is_last)

    def _bars_of(self, found: NextWords, drawn: int | None = None) -> list[Bar]:
        decimals = self._workspace.display.decimals
        bars = [
            Bar(
                visible(share.word),
                share.probability,
                number_text(share.probability, decimals),
                exact_text(share),
                share.column,
                left=share.left,
                is_drawn=share.column == drawn,
            )
            for share in found.shares
        ]
        if found.others:
            text = self.tr("1 other word")
            if found.others > 1:
                text = self.tr("{count} other words").format(count=found.others)
            exact = f"{text}: {number_text(found.rest, None)}"
            bars.append(Bar(text, found.rest, number_text(found.rest, decimals), exact, None))
        return bars

    def _with_pinned(self, bars: list[Bar], said: PinnedWords) -> list[Bar]:
        """Put the shares of the pinned run under those of now."""
        decimals, name = self._workspace.display.decimals, dict(showing_words())[Showing.PINNED]
        made = []
        for bar, number in zip(bars, (*said.numbers, said.rest), strict=False):
            short, exact = ("–" if number is None else number_text(number, n) for n in (decimals, None))
            told = f"{bar.exact} · {name} {exact}"
            made.append(structs.replace(bar, other=number, other_number=short, exact=told))
        return made

    def _show_context(self) -> None:
        tensor = self._tensor()
        if tensor is None:
            return
        words = " ".join(visible(word) for word in tensor.axes[0].labels[: self.row + 1])
        self._context.setText(self.tr("after: {words} →").format(words=words))

    def _show_take(self, tensor: NamedTensor, column: int) -> None:
        """Name the word that would be taken."""
        word = visible(tensor.axes[1].label(column))
        word = self._take.fontMetrics().elidedText(word, Qt.TextElideMode.ElideMiddle, _LONGEST_WORD)
        self._take.setText(self.tr("Take “{word}”").format(word=word.replace("&", "&&")))
        why = self._why_not_taken()
        self._take.setEnabled(not why)
        self._take.setToolTip(why or self.tr("Append this token (Enter, or a double click on a bar)"))

    def _why_not_taken(self) -> str:
        if not self._is_last:
            return self.tr("A token is appended behind the last one: go there first.")
        return self._why_none()

    def _why_none(self) -> str:
        """Return why no word can be taken behind the token that is shown: it has no probabilities."""
        error = no_word_to_take(self._workspace.session.trace) if self._is_last else None
        return "" if error is None else translated(error.message)

    def _reason(self) -> str:
        failure = self._workspace.session.trace.failure
        if failure is not None:
            return translated(failure.error.message)
        return self.tr(
            "This model has no next-token probabilities: only a decoder ends with them. File ▸ New makes one."
        )

    # what the user means

    def _on_before(self) -> None:
        self._choose_row(self.row - 1)

    def _on_after(self) -> None:
        self._choose_row(self.row + 1)

    def _choose_row(self, row: int) -> None:
        """Go to another token: the word that comes next is chosen, so that the strip and Explain follow."""
        tensor = self._tensor()
        if tensor is not None and 0 <= row < tensor.shape[0]:
            self._stand_behind(row)
            self._workspace.selection.choose(Place(TENSOR, (row, self._next_column())))
            self._show()

    def _stand_behind(self, row: int) -> None:
        """Show what comes behind a token; behind the last one the view stays there when another one comes.

        Nothing is off meanwhile, and so the button that was pressed keeps the focus.
        """
        self._row = None if row == self._tensor_rows() - 1 else row

    def _on_bar_chosen(self, column: int) -> None:
        self._stand_behind(self.row)
        self._workspace.selection.choose(Place(TENSOR, (self.row, column)))

    def _on_bar_taken(self, column: int) -> None:
        """Append a token; then the likeliest word behind it is chosen, so that one can go on."""
        tensor = self._tensor()
        if tensor is None:
            return
        why = self._why_not_taken()
        if why:
            self._workspace.notifier.refuse(why)
            return
        session = self._workspace.session
        if session.apply(take_token(session.scenario, tensor.axes[1].label(column))):
            self._choose_row(self._tensor_rows() - 1)

    def _on_take(self) -> None:
        chosen = self._workspace.selection.chosen
        is_here = chosen is not None and chosen.tensor == TENSOR and chosen.index[0] == self.row
        column = chosen.index[1] if chosen is not None and is_here else self._next_column()
        self._on_bar_taken(column)

    def _on_generate(self, count: int) -> None:
        """Put out words behind the last one; while they come, the view stays behind the last."""
        refused = self._refused_field()
        if refused is not None:
            refused.setFocus()
        elif self._is_last:
            self._generator.start(count)

    def _on_generated(self) -> None:
        self._choose_row(self._tensor_rows() - 1)

    def _on_refused(self, error: SandboxError) -> None:
        self._workspace.notifier.refuse(translated(error.message))

    def _on_chosen_changed(self) -> None:
        """Follow the chosen row when it becomes another one."""
        row = self._row_of_selection()
        if row is not None and row != self._chosen_row:
            self._stand_behind(row)
        self._chosen_row = row if row is not None else self._chosen_row
        self._show()

    def _on_revisited(self, edit: Edit) -> None:
        """Stand behind the last token again where words that were put out went, or came back."""
        if isinstance(edit, TakeToken) and self.isVisible():
            self.choose_next()

    def _on_document_replaced(self) -> None:
        self._generator.stop()
        self._row, self._chosen_row = None, self._row_of_selection()
        self._show()

    def _on_temperature_changed(self, value: float) -> None:
        self._change("temperature", value)

    def _on_decoding_changed(self, name: str, value: object) -> None:
        """Pick words otherwise; the one that comes next then is chosen."""
        self._change(f"decoding.{name}", value)
        self._choose_row(self.row)

    def _change(self, path: str, value: object) -> None:
        """Change an option of the model, in one undo step a gesture."""
        session = self._workspace.session
        if self._gesture is None:
            self._gesture = session.new_gesture()
        try:
            session.attempt(SetOption(path, value), gesture=self._gesture)
        except SandboxError as error:
            self._on_refused(error)
            self._show()

    def _on_let_go(self) -> None:
        self._gesture = None
