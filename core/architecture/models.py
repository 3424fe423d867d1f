"""The models of the field by their names, tiny: `core.architecture.presets` lists them."""

from __future__ import annotations

from core.architecture.new import made
from core.architecture.options import (
    ActivationKind,
    Architecture,
    Attention,
    Embedding,
    FeedForward,
    FeedForwardKind,
    MaskKind,
    Norm,
    NormKind,
    NormPlace,
    Pairing,
    PositionKind,
    Positions,
    Scale,
    Stack,
    Unembedding,
    WaveLayout,
)
from core.text import QT_TRANSLATE_NOOP

_LEARNED = Positions(PositionKind.LEARNED)
_WAVES = Positions(PositionKind.SINUSOIDAL)
_TURNED = Positions(PositionKind.ROPE, pairing=Pairing.HALF)
_PRE_NORM = Norm(place=NormPlace.PRE, final=True)
_RMS_NORM = Norm(NormKind.RMS, NormPlace.PRE, epsilon=1e-6, final=True)


def _gated(activation: ActivationKind) -> FeedForward:
    return FeedForward(FeedForwardKind.GATED, 16, activation, bias=False)


ENCODERS = (
    made(
        "encoder-2017",
        QT_TRANSLATE_NOOP("Presets", "Encoder (Transformer 2017)"),
        QT_TRANSLATE_NOOP("Presets", "The left half of the Transformer. Vaswani et al. 2017, section 3.1."),
        Architecture(
            stack=Stack.ENCODER,
            d_model=8,
            positions=_WAVES,
            attention=Attention(heads=2),
            feed_forward=FeedForward(d_ff=32),
        ),
    ),
    made(
        "bert",
        QT_TRANSLATE_NOOP("Presets", "BERT"),
        QT_TRANSLATE_NOOP(
            "Presets", "Token types, a norm behind the embedding, exact GELU. Devlin et al. 2018."
        ),
        Architecture(
            stack=Stack.ENCODER,
            layers=2,
            d_model=8,
            embedding=Embedding(types=2, norm=True),
            positions=_LEARNED,
            attention=Attention(heads=2, bias=True),
            feed_forward=FeedForward(d_ff=32, activation=ActivationKind.GELU),
            norm=Norm(epsilon=1e-12),
        ),
        types={"source": (0, 0, 0, 0, 1, 1)},
        source=("[CLS]", "the", "cat", "[SEP]", "sat", "[SEP]"),
    ),
)

DECODERS = (
    made(
        "decoder-2017",
        QT_TRANSLATE_NOOP("Presets", "Decoder-only (post-norm, own W_U)"),
        QT_TRANSLATE_NOOP(
            "Presets",
            "The right half of the Transformer without cross-attention. Liu et al. 2018, section 4.2.3.",
        ),
        Architecture(
            stack=Stack.DECODER,
            d_model=8,
            positions=_WAVES,
            attention=Attention(heads=2, mask=MaskKind.CAUSAL),
            feed_forward=FeedForward(d_ff=32),
            unembedding=Unembedding(tied=False),
        ),
    ),
    made(
        "gpt-2",
        QT_TRANSLATE_NOOP("Presets", "GPT-2"),
        QT_TRANSLATE_NOOP(
            "Presets", "Pre-norm, learned positions, GELU by tanh, logits by W_E. Radford et al. 2019."
        ),
        Architecture(
            stack=Stack.DECODER,
            layers=2,
            d_model=8,
            positions=_LEARNED,
            attention=Attention(heads=2, bias=True, mask=MaskKind.CAUSAL),
            feed_forward=FeedForward(d_ff=32, activation=ActivationKind.GELU_TANH),
            norm=_PRE_NORM,
        ),
    ),
    made(
        "gpt-neox",
        QT_TRANSLATE_NOOP("Presets", "GPT-NeoX"),
        QT_TRANSLATE_NOOP(
            "Presets",
            "Attention and feed-forward side by side; a quarter of each head is turned. Black et al. 2022.",
        ),
        Architecture(
            stack=Stack.DECODER,
            layers=2,
            d_model=16,
            positions=Positions(PositionKind.ROPE, pairing=Pairing.HALF, rotated=2),
            attention=Attention(heads=2, d_k=8, d_v=8, bias=True, mask=MaskKind.CAUSAL),
            feed_forward=FeedForward(d_ff=32, activation=ActivationKind.GELU),
            norm=Norm(place=NormPlace.PARALLEL, final=True),
            unembedding=Unembedding(tied=False),
        ),
    ),
    made(
        "opt",
        QT_TRANSLATE_NOOP("Presets", "OPT"),
        QT_TRANSLATE_NOOP(
            "Presets", "As GPT-2, with ReLU; the first word takes row 2 of W_P. Zhang et al. 2022."
        ),
        Architecture(
            stack=Stack.DECODER,
            layers=2,
            d_model=8,
            positions=Positions(PositionKind.LEARNED, offset=2),
            attention=Attention(heads=2, bias=True, mask=MaskKind.CAUSAL),
            feed_forward=FeedForward(d_ff=32),
            norm=_PRE_NORM,
        ),
    ),
    made(
        "bloom",
        QT_TRANSLATE_NOOP("Presets", "BLOOM"),
        QT_TRANSLATE_NOOP("Presets", "ALiBi for positions, a norm behind the embedding. BigScience 2022."),
        Architecture(
            stack=Stack.DECODER,
            layers=2,
            d_model=8,
            embedding=Embedding(norm=True),
            positions=Positions(PositionKind.ALIBI),
            attention=Attention(heads=2, bias=True, mask=MaskKind.CAUSAL),
            feed_forward=FeedForward(d_ff=32, activation=ActivationKind.GELU_TANH),
            norm=_PRE_NORM,
        ),
    ),
    made(
        "llama",
        QT_TRANSLATE_NOOP("Presets", "Llama"),
        QT_TRANSLATE_NOOP(
            "Presets",
            "RMS norm, rotary positions, SwiGLU, grouped heads, no biases. Touvron et al. 2023.",
        ),
        Architecture(
            stack=Stack.DECODER,
            layers=2,
            d_model=8,
            positions=_TURNED,
            attention=Attention(heads=4, d_k=2, d_v=2, kv_heads=2, mask=MaskKind.CAUSAL),
            feed_forward=_gated(ActivationKind.SILU),
            norm=_RMS_NORM,
            unembedding=Unembedding(tied=False),
        ),
    ),
    made(
        "mistral",
        QT_TRANSLATE_NOOP("Presets", "Mistral"),
        QT_TRANSLATE_NOOP(
            "Presets",
            "As Llama with a sliding window: each word sees the last three. Jiang et al. 2023.",
        ),
        Architecture(
            stack=Stack.DECODER,
            layers=2,
            d_model=8,
            positions=_TURNED,
            attention=Attention(heads=4, d_k=2, d_v=2, kv_heads=2, mask=MaskKind.CAUSAL, window=3),
            feed_forward=_gated(ActivationKind.SILU),
            norm=_RMS_NORM,
            unembedding=Unembedding(tied=False),
        ),
        target=("the", "cat", "sat", "on", "the", "mat"),
    ),
    made(
        "gemma",
        QT_TRANSLATE_NOOP("Presets", "Gemma"),
        QT_TRANSLATE_NOOP(
            "Presets",
            "As Llama with GeGLU, embeddings · √d_model, heads that share one key. Gemma Team 2024.",
        ),
        Architecture(
            stack=Stack.DECODER,
            layers=2,
            d_model=8,
            embedding=Embedding(scaled=True),
            positions=_TURNED,
            attention=Attention(heads=2, d_k=6, d_v=6, kv_heads=1, mask=MaskKind.CAUSAL),
            feed_forward=_gated(ActivationKind.GELU_TANH),
            norm=_RMS_NORM,
        ),
    ),
    made(
        "qwen2",
        QT_TRANSLATE_NOOP("Presets", "Qwen2"),
        QT_TRANSLATE_NOOP("Presets", "As Llama, with biases of q, k and v alone. Yang et al. 2024."),
        Architecture(
            stack=Stack.DECODER,
            layers=2,
            d_model=8,
            positions=Positions(PositionKind.ROPE, base=1e6, pairing=Pairing.HALF),
            attention=Attention(
                heads=4, d_k=2, d_v=2, kv_heads=2, bias=True, output_bias=False, mask=MaskKind.CAUSAL
            ),
            feed_forward=_gated(ActivationKind.SILU),
            norm=_RMS_NORM,
            unembedding=Unembedding(tied=False),
        ),
    ),
)

PAIRS = (
    made(
        "encoder-decoder-2017",
        QT_TRANSLATE_NOOP("Presets", "Transformer 2017"),
        QT_TRANSLATE_NOOP(
            "Presets", "Post-norm, waves, ReLU, one W_E for all, times √d_model. Vaswani et al. 2017."
        ),
        Architecture(
            stack=Stack.ENCODER_DECODER,
            d_model=8,
            embedding=Embedding(scaled=True),
            positions=_WAVES,
            attention=Attention(heads=2, mask=MaskKind.CAUSAL),
            feed_forward=FeedForward(d_ff=32),
        ),
    ),
    made(
        "t5",
        QT_TRANSLATE_NOOP("Presets", "T5"),
        QT_TRANSLATE_NOOP(
            "Presets",
            "Relative positions in buckets, scores not scaled, RMS norm. Raffel et al. 2020.",
        ),
        Architecture(
            stack=Stack.ENCODER_DECODER,
            d_model=8,
            positions=Positions(PositionKind.T5, buckets=8, farthest=16),
            attention=Attention(heads=2, scale=Scale.NONE, mask=MaskKind.CAUSAL),
            feed_forward=FeedForward(d_ff=32, bias=False),
            norm=_RMS_NORM,
            unembedding=Unembedding(scaled=True),
        ),
    ),
    made(
        "bart",
        QT_TRANSLATE_NOOP("Presets", "BART"),
        QT_TRANSLATE_NOOP(
            "Presets",
            "A table of positions for each side, norms behind the embeddings. Lewis et al. 2019.",
        ),
        Architecture(
            stack=Stack.ENCODER_DECODER,
            d_model=8,
            embedding=Embedding(norm=True),
            positions=Positions(PositionKind.LEARNED, offset=2, shared=False),
            attention=Attention(heads=2, bias=True, mask=MaskKind.CAUSAL),
            feed_forward=FeedForward(d_ff=32, activation=ActivationKind.GELU),
            unembedding=Unembedding(bias=True),
        ),
    ),
    made(
        "marian",
        QT_TRANSLATE_NOOP("Presets", "Marian"),
        QT_TRANSLATE_NOOP(
            "Presets",
            "All sines before all cosines, SiLU, a bias of the logits. Junczys-Dowmunt et al. 2018.",
        ),
        Architecture(
            stack=Stack.ENCODER_DECODER,
            d_model=8,
            embedding=Embedding(scaled=True),
            positions=Positions(PositionKind.SINUSOIDAL, layout=WaveLayout.BLOCKS),
            attention=Attention(heads=2, bias=True, mask=MaskKind.CAUSAL),
            feed_forward=FeedForward(d_ff=32, activation=ActivationKind.SILU),
            unembedding=Unembedding(bias=True),
        ),
    ),
)
