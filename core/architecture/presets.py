"""Models by the names the field uses, in sizes that fit on a screen; each makes a scenario that runs."""

from __future__ import annotations

from collections.abc import Mapping

from core.architecture.options import (
    ActivationKind,
    Architecture,
    Attention,
    FeedForward,
    Input,
    MaskKind,
    Norm,
    NormPlace,
    PositionKind,
    Positions,
    Stack,
    Unembedding,
)
from core.parameters import Initializer, InitializerKind
from core.record import Record
from core.scenario import Scenario, with_missing_parameters
from core.text import QT_TRANSLATE_NOOP, Message, message

TOKENS = ("the", "cat", "sat")
TARGET = ("<start>", "the", "dog", "ran")
"""What a decoder beside an encoder reads."""
VOCABULARY = ("<start>", "the", "cat", "sat", "on", "mat", "dog", "ran")
TYPED_IN = Initializer(InitializerKind.NORMAL)
"""Numbers of a typed-in tensor before anything is typed."""


class Preset(Record):
    """A kind of model to start from."""

    key: str
    title: Message
    architecture: Architecture
    tokens: Mapping[str, tuple[str, ...]]

    def scenario(self, seed: int = 0) -> Scenario:
        """Return a new scenario of this kind."""
        return new_scenario(self.architecture, self.tokens, title=str(self.title), seed=seed)


def new_scenario(
    architecture: Architecture,
    tokens: Mapping[str, tuple[str, ...]] | None = None,
    *,
    title: str = "",
    seed: int = 0,
) -> Scenario:
    """Make a scenario with seeded numbers everywhere.

    Parameters
    ----------
    architecture : Architecture
    tokens : mapping, optional
        The sequences the stack reads; "the cat sat" (and "<start> the dog ran") without.
    title : str, default=""
    seed : int, default=0

    Raises
    ------
    SandboxError
        If the sizes are too large together, or learned positions do not reach.
    """
    sequences = tokens or _default_tokens(architecture)
    words = dict.fromkeys((*VOCABULARY, *(word for sequence in sequences.values() for word in sequence)))
    reads_vocabulary = architecture.input is Input.TOKENS or architecture.has_output
    scenario = Scenario(architecture, title=title, seed=seed).with_changes(
        tokens=sequences, vocabulary=tuple(words) if reads_vocabulary else ()
    )
    given = {name: TYPED_IN.values(seed, name, shape) for name, shape in scenario.typed_in_shapes().items()}
    scenario = with_missing_parameters(scenario.with_changes(given=given))
    scenario.program()
    return scenario


def _default_tokens(architecture: Architecture) -> Mapping[str, tuple[str, ...]]:
    if architecture.has_both:
        return {"source": TOKENS, "target": TARGET}
    return {architecture.sequence: TOKENS}


def preset(key: str) -> Preset:
    """Return the preset of that key."""
    return next(preset for preset in PRESETS if preset.key == key)


def _preset(key: str, title: str, architecture: Architecture, **tokens: tuple[str, ...]) -> Preset:
    return Preset(key, message("Presets", title), architecture, tokens or _default_tokens(architecture))


PRESETS: tuple[Preset, ...] = (
    _preset(
        "attention-qkv",
        QT_TRANSLATE_NOOP("Presets", "Attention alone (q, k, v typed in)"),
        Architecture(input=Input.QKV, attention=Attention(d_k=2, d_v=2, output=False)),
    ),
    _preset(
        "attention-x",
        QT_TRANSLATE_NOOP("Presets", "Attention from X"),
        Architecture(input=Input.EMBEDDINGS, attention=Attention(output=False)),
    ),
    _preset(
        "multi-head",
        QT_TRANSLATE_NOOP("Presets", "Multi-head attention"),
        Architecture(d_model=8, attention=Attention(heads=2, d_k=4, d_v=4)),
    ),
    _preset(
        "cross-attention",
        QT_TRANSLATE_NOOP("Presets", "Cross-attention (queries from another sentence)"),
        Architecture(d_model=8, attention=Attention(heads=2, d_k=4, d_v=4)),
        source=TOKENS,
        target=TARGET,
    ),
    _preset(
        "encoder-2017",
        QT_TRANSLATE_NOOP("Presets", "Encoder (Transformer 2017)"),
        Architecture(
            stack=Stack.ENCODER,
            d_model=8,
            positions=Positions(PositionKind.SINUSOIDAL),
            attention=Attention(heads=2),
            feed_forward=FeedForward(d_ff=32),
        ),
    ),
    _preset(
        "bert",
        QT_TRANSLATE_NOOP("Presets", "BERT-like encoder"),
        Architecture(
            stack=Stack.ENCODER,
            layers=2,
            d_model=8,
            positions=Positions(PositionKind.LEARNED),
            attention=Attention(heads=2, bias=True),
            feed_forward=FeedForward(d_ff=32, activation=ActivationKind.GELU),
            norm=Norm(epsilon=1e-12),
        ),
        source=("[CLS]", "the", "cat", "sat", "[SEP]"),
    ),
    _preset(
        "decoder-2017",
        QT_TRANSLATE_NOOP("Presets", "Decoder-only (post-norm, own W_U)"),
        Architecture(
            stack=Stack.DECODER,
            d_model=8,
            positions=Positions(PositionKind.SINUSOIDAL),
            attention=Attention(heads=2, mask=MaskKind.CAUSAL),
            feed_forward=FeedForward(d_ff=32),
            unembedding=Unembedding(tied=False),
        ),
    ),
    _preset(
        "encoder-decoder-2017",
        QT_TRANSLATE_NOOP("Presets", "Transformer 2017, encoder–decoder"),
        Architecture(
            stack=Stack.ENCODER_DECODER,
            d_model=8,
            positions=Positions(PositionKind.SINUSOIDAL),
            attention=Attention(heads=2, mask=MaskKind.CAUSAL),
            feed_forward=FeedForward(d_ff=32),
        ),
    ),
    _preset(
        "gpt-2",
        QT_TRANSLATE_NOOP("Presets", "GPT-2-like decoder"),
        Architecture(
            stack=Stack.DECODER,
            layers=2,
            d_model=8,
            positions=Positions(PositionKind.LEARNED),
            attention=Attention(heads=2, bias=True, mask=MaskKind.CAUSAL),
            feed_forward=FeedForward(d_ff=32, activation=ActivationKind.GELU_TANH),
            norm=Norm(place=NormPlace.PRE, final=True),
        ),
    ),
)
