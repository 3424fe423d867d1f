"""How the next word is picked, and how many are put out at once: one row of fields."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QSize, Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QBoxLayout, QHBoxLayout, QLabel, QPushButton, QWidget

from app.widgets.checked_spin import CheckedSpin
from app.widgets.gesture_fields import GestureFields
from app.widgets.segmented import SegmentedButtons
from core.architecture.form import option_field
from core.architecture.options import MAX_TOKENS, Decoding, DecodingKind

_WIDTH = 76
_SEED_WIDTH = 124
_FIRST_COUNT = 5
_GAP = 12
_LINE_GAP = 4


def _limits(name: str) -> tuple[float, float]:
    limits = option_field(f"decoding.{name}").limits
    assert limits is not None
    return limits


def _whole(name: str, parent: QWidget) -> CheckedSpin:
    return CheckedSpin(*_limits(name), 1, parent, whole=True)


class DecodingRow(GestureFields):
    """Values in (`set_decoding`, `set_running`), intents out: another option, so many words, no more words.

    `last` is a button that stands at its end. Where one line has no room for all, there are two.
    """

    changed = Signal(str, object)  # name of an option of `Decoding`, and its value
    generate = Signal(int)
    stop = Signal()

    def __init__(self, last: QWidget, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._decoding = Decoding()
        self._is_running = False
        self._last = last
        self._how, self._run = QWidget(self), QWidget(self)
        self._lines = QBoxLayout(QBoxLayout.Direction.LeftToRight, self)
        self.kind = SegmentedButtons(self)
        self.top_k = _whole("top_k", self)
        self.top_p = CheckedSpin(*_limits("top_p"), 0.05, self)
        self.seed = _whole("seed", self)
        self.count = CheckedSpin(1, MAX_TOKENS, 1, self, whole=True)
        self.count.setValue(_FIRST_COUNT)
        self.button = QPushButton(self)
        self._labels = {name: QLabel(self) for name in ("top_k", "top_p", "seed")}
        self._build()
        self.retranslate()

    def set_decoding(self, decoding: Decoding) -> None:
        """Show these options; nothing is emitted. Fields that are not read are switched off."""
        self._decoding = decoding
        self.kind.set_current(decoding.kind)
        for widget in (*self._fields(), *self._labels.values()):
            widget.setEnabled(decoding.draws)
        for field, value in zip(self._fields(), (decoding.top_k, decoding.top_p, decoding.seed), strict=True):
            field.show_value(value)

    def set_running(self, *, is_running: bool, can_start: bool) -> None:
        """Show whether words are being put out, and whether they can be."""
        self._is_running = is_running
        self.button.setEnabled(is_running or can_start)
        self._name_button()

    def retranslate(self) -> None:
        """Set all texts in the language in force."""
        self.kind.set_items(
            [(DecodingKind.GREEDY, self.tr("likeliest")), (DecodingKind.SAMPLE, self.tr("drawn"))]
        )
        self.kind.set_current(self._decoding.kind)
        self.kind.setAccessibleName(self.tr("How the next word is picked"))
        texts = {
            "top_k": (self.tr("top-k"), self.tr("Only so many of the likeliest words are kept; 0 = all.")),
            "top_p": (
                self.tr("top-p"),
                self.tr("The fewest words that reach this share together are kept; 1 = all."),
            ),
            "seed": (
                self.tr("seed"),
                self.tr("Another seed draws other words; the same one the same words."),
            ),
        }
        for name, field in zip(self._labels, self._fields(), strict=True):
            text, tip = texts[name]
            self._labels[name].setText(text)
            self._labels[name].setToolTip(tip)
            field.setToolTip(tip)
            field.set_title(text)
        self.count.setToolTip(self.tr("How many words are put out one after another"))
        self.count.set_title(self.tr("number of words"))
        self.button.setToolTip(
            self.tr("Puts word after word behind the last one, until <end> or so many; one step to undo.")
        )
        self._name_button()

    def changeEvent(self, event: QEvent) -> None:
        """Speak the language in force."""
        if event.type() == QEvent.Type.LanguageChange:
            self.retranslate()
        super().changeEvent(event)

    def minimumSizeHint(self) -> QSize:
        """Need the room of the wider of two lines."""
        width = max(self._how.minimumSizeHint().width(), self._run.minimumSizeHint().width())
        return QSize(width, super().minimumSizeHint().height())

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Take one line or two."""
        super().resizeEvent(event)
        self._wrap()

    def event(self, event: QEvent) -> bool:
        """Notice that texts are longer or shorter."""
        if event.type() == QEvent.Type.LayoutRequest:
            self._wrap()
        return super().event(event)

    def _wrap(self) -> None:
        needed = self._how.sizeHint().width() + _GAP + self._run.sizeHint().width()
        directions = QBoxLayout.Direction
        direction = directions.LeftToRight if needed <= self.width() else directions.TopToBottom
        if direction is not self._lines.direction():
            self._lines.setDirection(direction)
            self._lines.setSpacing(_GAP if direction is directions.LeftToRight else _LINE_GAP)

    def _fields(self) -> tuple[CheckedSpin, CheckedSpin, CheckedSpin]:
        return self.top_k, self.top_p, self.seed

    def _build(self) -> None:
        how, run = QHBoxLayout(self._how), QHBoxLayout(self._run)
        for part in (how, run, self._lines):
            part.setContentsMargins(0, 0, 0, 0)
            part.setSpacing(8)
        self._lines.setSpacing(_GAP)
        how.addWidget(self.kind)
        how.addSpacing(8)
        for (name, label), field in zip(self._labels.items(), self._fields(), strict=True):
            label.setProperty("kind", "soft")
            label.setBuddy(field)
            field.setFixedWidth(_SEED_WIDTH if name == "seed" else _WIDTH)
            how.addWidget(label)
            how.addWidget(field)
        how.addStretch(1)
        self.count.setFixedWidth(_WIDTH)
        run.addWidget(self.button)
        run.addWidget(self.count)
        run.addStretch(1)
        run.addSpacing(4)
        run.addWidget(self._last)
        self._lines.addWidget(self._how, 1)
        self._lines.addWidget(self._run)
        self.watch(*self._fields(), self.count)
        self.kind.chosen.connect(self._on_kind)
        self.top_k.valueChanged.connect(self._on_top_k)
        self.top_p.valueChanged.connect(self._on_top_p)
        self.seed.valueChanged.connect(self._on_seed)
        self.button.clicked.connect(self._on_button)

    def _name_button(self) -> None:
        """Keep the button as wide as the longer of its two texts, so that nothing moves."""
        texts = self.tr("Generate"), self.tr("Stop")
        for text in texts:
            self.button.setText(text)
            self.button.setMinimumWidth(max(self.button.minimumWidth(), self.button.sizeHint().width()))
        self.button.setText(texts[self._is_running])

    def _on_kind(self, kind: DecodingKind) -> None:
        self.changed.emit("kind", kind)
        self.let_go.emit()

    def _on_top_k(self, count: float) -> None:
        self.changed.emit("top_k", int(count))

    def _on_top_p(self, mass: float) -> None:
        self.changed.emit("top_p", mass)

    def _on_seed(self, seed: float) -> None:
        self.changed.emit("seed", int(seed))

    def _on_button(self) -> None:
        if self._is_running:
            self.stop.emit()
        else:
            self.generate.emit(int(self.count.value()))
