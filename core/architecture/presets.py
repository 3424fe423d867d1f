"""Models by the names the field uses, in sizes that fit on a screen; each makes a scenario that runs."""

from __future__ import annotations

from core.architecture.models import DECODERS, ENCODERS, PAIRS
from core.architecture.new import TARGET as TARGET
from core.architecture.new import TOKENS as TOKENS
from core.architecture.new import TYPED_IN as TYPED_IN
from core.architecture.new import VOCABULARY as VOCABULARY
from core.architecture.new import Preset as Preset
from core.architecture.new import made
from core.architecture.new import new_scenario as new_scenario
from core.architecture.options import Architecture, Attention, Input
from core.record import Record
from core.text import QT_TRANSLATE_NOOP, Message, message


class PresetGroup(Record):
    """Presets that stand together under a title."""

    title: Message
    presets: tuple[Preset, ...]


def preset(key: str) -> Preset:
    """Return the preset of that key."""
    return next(preset for preset in PRESETS if preset.key == key)


_ATTENTION = (
    made(
        "attention-qkv",
        QT_TRANSLATE_NOOP("Presets", "Attention alone (q, k, v typed in)"),
        QT_TRANSLATE_NOOP(
            "Presets", "Nothing but softmax(Q Kᵀ / √d_k) V. Vaswani et al. 2017, section 3.2.1."
        ),
        Architecture(input=Input.QKV, attention=Attention(d_k=2, d_v=2, output=False)),
    ),
    made(
        "attention-x",
        QT_TRANSLATE_NOOP("Presets", "Attention from X"),
        QT_TRANSLATE_NOOP(
            "Presets", "X is typed in; queries, keys and values are made of it by three matrices."
        ),
        Architecture(input=Input.EMBEDDINGS, attention=Attention(output=False)),
    ),
    made(
        "multi-head",
        QT_TRANSLATE_NOOP("Presets", "Multi-head attention"),
        QT_TRANSLATE_NOOP(
            "Presets", "Two heads side by side, joined by W_O. Vaswani et al. 2017, section 3.2.2."
        ),
        Architecture(d_model=8, attention=Attention(heads=2, d_k=4, d_v=4)),
    ),
    made(
        "cross-attention",
        QT_TRANSLATE_NOOP("Presets", "Cross-attention (queries from another sentence)"),
        QT_TRANSLATE_NOOP(
            "Presets", "Queries from one sentence, keys and values from another. Bahdanau et al. 2014."
        ),
        Architecture(d_model=8, attention=Attention(heads=2, d_k=4, d_v=4)),
        source=TOKENS,
        target=TARGET,
    ),
)

PRESET_GROUPS: tuple[PresetGroup, ...] = (
    PresetGroup(message("Presets", QT_TRANSLATE_NOOP("Presets", "Attention")), _ATTENTION),
    PresetGroup(message("Presets", QT_TRANSLATE_NOOP("Presets", "Encoders")), ENCODERS),
    PresetGroup(message("Presets", QT_TRANSLATE_NOOP("Presets", "Decoders")), DECODERS),
    PresetGroup(message("Presets", QT_TRANSLATE_NOOP("Presets", "Encoders with decoders")), PAIRS),
)
PRESETS: tuple[Preset, ...] = tuple(preset for group in PRESET_GROUPS for preset in group.presets)
