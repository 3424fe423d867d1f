"""How the next word is picked, and how many are put out at once: one row of fields."""

from __future__ import annotations

from dataclasses import replace

from PySide6.QtCore import QEvent, QSignalBlocker, Signal
from PySide6.QtWidgets import QHBoxLayout, QLabel, QPushButton, QWidget

from app.widgets.fields import NumberField
from app.widgets.gesture_fields import GestureFields, ShortSpin
from app.widgets.segmented import SegmentedButtons
from core.architecture.form import option_field
from core.architecture.options import MAX_TOKENS, Decoding, DecodingKind

_WIDTH = 76
_SEED_WIDTH = 124
_FIRST_COUNT = 5


def _limits(name: str) -> tuple[float, float]:
    limits = option_field(f"decoding.{name}").limits
    assert limits is not None
    return limits


def _whole(name: str, parent: QWidget) -> NumberField:
    low, high = _limits(name)
    return NumberField(int(low), int(high), parent)


class DecodingRow(GestureFields):
    """Values in (`set_decoding`, `set_running`), intents out: other options, so many words, no more words."""

    changed = Signal(object)  # Decoding
    generate = Signal(int)
    stop = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._decoding = Decoding()
        self._is_running = False
        self.kind = SegmentedButtons(self)
        self.top_k = _whole("top_k", self)
        self.top_p = ShortSpin(*_limits("top_p"), 0.05, self)
        self.seed = _whole("seed", self)
        self.count = NumberField(1, MAX_TOKENS, self)
        self.count.setValue(_FIRST_COUNT)
        self.button = QPushButton(self)
        self._labels = {name: QLabel(self) for name in ("top_k", "top_p", "seed")}
        self._build()
        self.retranslate()

    def set_decoding(self, decoding: Decoding) -> None:
        """Show these options; nothing is emitted. Fields that are not read are switched off."""
        self._decoding = decoding
        blockers = [QSignalBlocker(field) for field in self._fields()]
        self.kind.set_current(decoding.kind)
        self.top_k.setValue(decoding.top_k)
        self.top_p.setValue(decoding.top_p)
        self.seed.setValue(decoding.seed)
        del blockers
        for widget in (*self._fields(), *self._labels.values()):
            widget.setEnabled(decoding.draws)

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
            field.setAccessibleName(text)
        self.count.setToolTip(self.tr("How many words are put out one after another"))
        self.count.setAccessibleName(self.count.toolTip())
        self.button.setToolTip(
            self.tr("Puts word after word behind the last one, until <end> or so many; one step to undo.")
        )
        self._name_button()

    def changeEvent(self, event: QEvent) -> None:
        """Speak the language in force."""
        if event.type() == QEvent.Type.LanguageChange:
            self.retranslate()
        super().changeEvent(event)

    def _fields(self) -> tuple[NumberField, ShortSpin, NumberField]:
        return self.top_k, self.top_p, self.seed

    def _build(self) -> None:
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(8)
        row.addWidget(self.kind)
        row.addSpacing(8)
        for (name, label), field in zip(self._labels.items(), self._fields(), strict=True):
            label.setProperty("kind", "soft")
            label.setBuddy(field)
            field.setFixedWidth(_SEED_WIDTH if name == "seed" else _WIDTH)
            row.addWidget(label)
            row.addWidget(field)
        row.addStretch(1)
        self.count.setFixedWidth(_WIDTH)
        row.addWidget(self.button)
        row.addWidget(self.count)
        for number in (self.top_k, self.seed, self.count):
            number.setKeyboardTracking(False)
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
        self.changed.emit(replace(self._decoding, kind=kind))
        self.let_go.emit()

    def _on_top_k(self, count: int) -> None:
        self.changed.emit(replace(self._decoding, top_k=count))

    def _on_top_p(self, mass: float) -> None:
        self.changed.emit(replace(self._decoding, top_p=mass))

    def _on_seed(self, seed: int) -> None:
        self.changed.emit(replace(self._decoding, seed=seed))

    def _on_button(self) -> None:
        if self._is_running:
            self.stop.emit()
        else:
            self.generate.emit(self.count.value())
