"""What an architecture takes for granted, in words: textbooks differ, so the program says it."""

from __future__ import annotations

from collections.abc import Iterator

from core.architecture.form import option_field, option_values
from core.architecture.likeness import like
from core.architecture.options import (
    Architecture,
    Attention,
    EpsilonPlace,
    FeedForwardKind,
    HeadCut,
    Input,
    MaskAs,
    MaskKind,
    Memory,
    NormPlace,
    Nowhere,
    Scale,
    ScalePlace,
    SoftmaxBase,
    SoftmaxOver,
    Variance,
)
from core.architecture.switch_words import switch_words
from core.expression.numbers import constant_text
from core.text import QT_TRANSLATE_NOOP, Message, counted, message

_CONTEXT = "Conventions"

_ROWS = QT_TRANSLATE_NOOP("Conventions", "rows are tokens, Q = X W_Q")
_TYPED_QKV = QT_TRANSLATE_NOOP("Conventions", "Q, K and V typed in")
_TYPED_X = QT_TRANSLATE_NOOP("Conventions", "X typed in")
_NOT_ADDED = QT_TRANSLATE_NOOP("Conventions", "no positions are added to what is typed in")
_DECODER = QT_TRANSLATE_NOOP(
    "Conventions", "decoder: layers {layers}, heads {heads}, d_k = {d_k}, d_ff = {d_ff}"
)
_EMBEDDING_SCALED = QT_TRANSLATE_NOOP("Conventions", "embeddings · √d_model")
_ONE_TYPE = QT_TRANSLATE_NOOP("Conventions", "1 token type")
_TYPES = QT_TRANSLATE_NOOP("Conventions", "{count} token types")
_EMBEDDING_NORM = QT_TRANSLATE_NOOP("Conventions", "norm behind the embedding")
_ROOT_MODEL = QT_TRANSLATE_NOOP("Conventions", "scores / √d_model (a mistake), d_model = {d_model}")
_ROOT_HEADS = QT_TRANSLATE_NOOP("Conventions", "scores / √heads (a mistake), heads = {heads}")
_BEFORE = QT_TRANSLATE_NOOP("Conventions", "scaled already in the queries, before the product")
_HEAD_NORM = QT_TRANSLATE_NOOP("Conventions", "{norm} of each query and key, ε = {epsilon}")
_CAPPED = QT_TRANSLATE_NOOP("Conventions", "scores capped softly at {cap}")
_LOGITS_SCALED = QT_TRANSLATE_NOOP("Conventions", "divided by √d_model before the logits")
_LOGITS_CAPPED = QT_TRANSLATE_NOOP("Conventions", "logits capped softly at {cap}")
_ROOT = QT_TRANSLATE_NOOP("Conventions", "scores / √d_k, d_k = {d_k}")
_UNSCALED = QT_TRANSLATE_NOOP("Conventions", "scores not scaled")
_FACTOR = QT_TRANSLATE_NOOP("Conventions", "scores · {factor}")
_CAUSAL_DECODER = QT_TRANSLATE_NOOP("Conventions", "causal mask in the decoder's self-attention")
_CROSS = QT_TRANSLATE_NOOP(
    "Conventions",
    "cross-attention: queries from the decoder, keys and values from memory, the encoder's output",
)
_CAUSAL = QT_TRANSLATE_NOOP("Conventions", "causal mask")
_NO_MASK = QT_TRANSLATE_NOOP("Conventions", "no causal mask")
_WINDOW = QT_TRANSLATE_NOOP("Conventions", "only words less than {window} places away are seen")
_MASKED = QT_TRANSLATE_NOOP("Conventions", "masked scores are −∞")
_MASKED_BY = QT_TRANSLATE_NOOP("Conventions", "masked scores are {number}")
_MASKED_TIMES = QT_TRANSLATE_NOOP("Conventions", "masked scores are times 0 (a mistake)")
_MASKED_AFTER = QT_TRANSLATE_NOOP("Conventions", "masked weights are times 0 after softmax (a mistake)")
_NOWHERE_EVEN = QT_TRANSLATE_NOOP("Conventions", "a row that may look nowhere is uniform")
_NOWHERE_NAN = QT_TRANSLATE_NOOP("Conventions", "a row that may look nowhere is NaN")
_COLUMNS = QT_TRANSLATE_NOOP("Conventions", "softmax over columns (a mistake)")
_BASE = QT_TRANSLATE_NOOP("Conventions", "softmax with base {base}")
_WEIGHTS_TEMPERATURE = QT_TRANSLATE_NOOP("Conventions", "temperature of the attention {temperature}")
_GROUPED = QT_TRANSLATE_NOOP("Conventions", "{heads} heads of queries share {kv_heads} of keys and values")
_TILED = QT_TRANSLATE_NOOP(
    "Conventions", "{heads} heads of queries read {kv_heads} of keys and values in turn (a mistake)"
)
_ONE_FOR_ALL = QT_TRANSLATE_NOOP("Conventions", "one head of keys and values for {heads} heads of queries")
_SPLIT = QT_TRANSLATE_NOOP("Conventions", "heads split by plain reshape (a mistake)")
_JOIN = QT_TRANSLATE_NOOP("Conventions", "heads joined by plain reshape (a mistake)")
_CROSS_MISTAKE = QT_TRANSLATE_NOOP(
    "Conventions", "cross-attention reads keys and values from the decoder itself (a mistake)"
)
_SOFTMAX = QT_TRANSLATE_NOOP("Conventions", "softmax by rows, their largest taken away first")
_BIAS = QT_TRANSLATE_NOOP("Conventions", "attention with biases")
_BIAS_QKV = QT_TRANSLATE_NOOP("Conventions", "biases of q, k and v alone")
_NO_BIAS = QT_TRANSLATE_NOOP("Conventions", "attention without biases")
_NO_OUTPUT = QT_TRANSLATE_NOOP("Conventions", "no W_O")
_RESIDUAL = QT_TRANSLATE_NOOP("Conventions", "residuals")
_NO_RESIDUAL = QT_TRANSLATE_NOOP("Conventions", "no residuals")
_NO_NORM = QT_TRANSLATE_NOOP("Conventions", "no layer norm")
_IN_PARALLEL = QT_TRANSLATE_NOOP("Conventions", "attention and feed-forward in parallel")
_PLACES = {
    NormPlace.POST: QT_TRANSLATE_NOOP("Conventions", "post-norm"),
    NormPlace.PRE: QT_TRANSLATE_NOOP("Conventions", "pre-norm"),
    NormPlace.BOTH: QT_TRANSLATE_NOOP("Conventions", "norms before and after each part"),
    NormPlace.PARALLEL: QT_TRANSLATE_NOOP("Conventions", "pre-norm, attention and feed-forward in parallel"),
}
_EPSILONS = {
    EpsilonPlace.INSIDE: QT_TRANSLATE_NOOP("Conventions", "ε = {epsilon} inside the root"),
    EpsilonPlace.OUTSIDE: QT_TRANSLATE_NOOP("Conventions", "ε = {epsilon} outside the root"),
}
_VARIANCES = {
    Variance.POPULATION: QT_TRANSLATE_NOOP("Conventions", "population variance"),
    Variance.SAMPLE: QT_TRANSLATE_NOOP("Conventions", "sample variance"),
}
_NO_GAIN = QT_TRANSLATE_NOOP("Conventions", "norms without gain")
_NO_NORM_BIAS = QT_TRANSLATE_NOOP("Conventions", "norms without bias")
_FINAL = QT_TRANSLATE_NOOP("Conventions", "final norm")
_NO_FINAL = QT_TRANSLATE_NOOP("Conventions", "no final norm")
_NO_FEED_FORWARD = QT_TRANSLATE_NOOP("Conventions", "no feed-forward network")
_GATED = QT_TRANSLATE_NOOP("Conventions", "gated feed-forward, {activation}")
_MLP_BIAS = QT_TRANSLATE_NOOP("Conventions", "feed-forward with biases")
_NO_MLP_BIAS = QT_TRANSLATE_NOOP("Conventions", "feed-forward without biases")
_TIED = QT_TRANSLATE_NOOP("Conventions", "logits by W_Eᵀ (tied)")
_OWN = QT_TRANSLATE_NOOP("Conventions", "logits by W_U")
_LOGIT_BIAS = QT_TRANSLATE_NOOP("Conventions", "with b_U")
_DRAWN = QT_TRANSLATE_NOOP("Conventions", "next word drawn, seed {seed}")
_TOP_K = QT_TRANSLATE_NOOP("Conventions", "top-k {count}")
_TOP_P = QT_TRANSLATE_NOOP("Conventions", "top-p {mass}")
_OFF = QT_TRANSLATE_NOOP("Conventions", "off: {parts}")
_TEMPERATURE = QT_TRANSLATE_NOOP("Conventions", "temperature {temperature}")


def conventions(architecture: Architecture) -> tuple[Message, ...]:
    """Return which model it is like and what holds, in the order of computing; what is off comes last."""
    near = like(architecture)
    return (*(() if near is None else (near,)), *_conventions(architecture))


def switched_off(architecture: Architecture) -> Message | None:
    """Return what is switched off, as it stands last in the conventions; None where nothing is."""
    if not architecture.off:
        return None
    parts = {f"part{at}": switch_words(architecture, name) for at, name in enumerate(architecture.off)}
    return _say(_OFF, parts=_say(", ".join(f"{{{part}}}" for part in parts), **parts))


def conventions_line(architecture: Architecture) -> str:
    """Return the conventions as one English line."""
    return " · ".join(map(str, conventions(architecture)))


def _reads(a: Architecture, path: str) -> bool:
    return option_field(path).applies(option_values(a))


def _say(template: str, **values: str | Message) -> Message:
    return message(_CONTEXT, template, **values)


def _conventions(a: Architecture) -> Iterator[Message]:
    yield _say(_ROWS)
    yield from _input(a)
    yield from _attention(a)
    if a.has_layers:
        yield _say(_RESIDUAL if a.residual else _NO_RESIDUAL)
        yield from _norm(a)
        yield from _feed_forward(a)
    own = a.of_stack("decoder")
    if own is not a:
        sizes = {"heads": own.attention.heads, "d_k": own.attention.d_k, "d_ff": own.feed_forward.d_ff}
        told = {name: str(size) for name, size in sizes.items()}
        yield _say(_DECODER, layers=str(own.layers), **told)
    if a.has_output:
        yield _say(_TIED if a.unembedding.tied else _OWN)
        if a.unembedding.bias:
            yield _say(_LOGIT_BIAS)
        if a.unembedding.scaled:
            yield _say(_LOGITS_SCALED)
        if a.unembedding.soft_cap:
            yield _say(_LOGITS_CAPPED, cap=constant_text(a.unembedding.soft_cap))
        yield _say(_TEMPERATURE, temperature=constant_text(a.temperature))
        yield from _decoding(a)
    off = switched_off(a)
    if off is not None:
        yield off


def _decoding(a: Architecture) -> Iterator[Message]:
    options = a.decoding
    if not options.draws:
        return
    if options.top_k:
        yield _say(_TOP_K, count=str(options.top_k))
    if options.top_p < 1.0:
        yield _say(_TOP_P, mass=constant_text(options.top_p))
    yield _say(_DRAWN, seed=str(options.seed))


def _input(a: Architecture) -> Iterator[Message]:
    if a.input is not Input.TOKENS:
        yield _say(_TYPED_QKV if a.input is Input.QKV else _TYPED_X)
        if a.position_kind.is_added:
            yield _say(_NOT_ADDED)
        return
    if a.embedding.scaled:
        yield _say(_EMBEDDING_SCALED)
    if a.has_types:
        yield counted(_CONTEXT, a.embedding.types, _ONE_TYPE, _TYPES)
    if not a.position_kind.acts_in_attention:
        yield from _positions(a)
    if a.has_embedding_norm:
        yield _say(_EMBEDDING_NORM)


def _positions(a: Architecture) -> Iterator[Message]:
    """What the scheme says of itself; nothing where it is switched off."""
    yield from a.position_kind.scheme.conventions(a.positions, a.position_sizes())


def _attention(a: Architecture) -> Iterator[Message]:
    options = a.attention
    if options.kv_heads:
        yield _shared_heads(options)
    if options.head_norm.is_there:
        norm, epsilon = message("Options", options.qk_norm.label), constant_text(options.qk_epsilon)
        yield _say(_HEAD_NORM, norm=norm, epsilon=epsilon)
    if a.position_kind.acts_in_attention:
        yield from _positions(a)
    yield from _scores(a)
    yield from _mask(a)
    if a.has_both:
        yield _say(_CROSS if options.memory is Memory.ENCODER else _CROSS_MISTAKE)
    yield from _softmax(a)
    for name, words in (("split", _SPLIT), ("join", _JOIN)):
        if getattr(options, name) is HeadCut.RESHAPE and _reads(a, f"attention.{name}"):
            yield _say(words)
    if a.input is not Input.QKV or options.output:
        without_o = options.bias and options.output and not options.output_bias
        yield _say(_BIAS_QKV if without_o else _BIAS if options.bias else _NO_BIAS)
    if not options.output:
        yield _say(_NO_OUTPUT)


def _shared_heads(options: Attention) -> Message:
    counts = {"heads": str(options.heads), "kv_heads": str(options.kv_heads)}
    if options.kv_heads == 1:
        return _say(_ONE_FOR_ALL, heads=counts["heads"])
    return _say(_TILED if options.sharing.is_mistake else _GROUPED, **counts)


def _scores(a: Architecture) -> Iterator[Message]:
    if a.scale_root is not None:
        number, name = a.scale_root
        yield _say({"d_k": _ROOT, "d_model": _ROOT_MODEL, "heads": _ROOT_HEADS}[name], **{name: str(number)})
    elif isinstance(a.scale, Scale):
        yield _say(_UNSCALED)
    else:
        yield _say(_FACTOR, factor=constant_text(float(a.scale)))
    if a.attention.scale_place is ScalePlace.BEFORE and a.scale is not Scale.NONE:
        yield _say(_BEFORE)
    if a.attention.soft_cap:
        yield _say(_CAPPED, cap=constant_text(a.attention.soft_cap))


def _mask(a: Architecture) -> Iterator[Message]:
    """What is masked by the model itself, and what becomes of it.

    What is not −∞ is told without a mask, too: padding and what is closed by hand are masked in the same way.
    """
    options, is_on = a.weights, a.is_on("mask")
    is_causal = a.attention.mask is MaskKind.CAUSAL and is_on
    yield _say((_CAUSAL_DECODER if a.has_both else _CAUSAL) if is_causal else _NO_MASK)
    has_window = a.attention.window > 0 and is_on
    if has_window:
        yield _say(_WINDOW, window=str(a.attention.window))
    if options.mask_as is MaskAs.MINUS_INFINITY:
        if is_causal or has_window:
            yield _say(_MASKED)
    elif options.mask_as is MaskAs.LARGE:
        yield _say(_MASKED_BY, number=constant_text(options.mask_number))
    else:
        yield _say(_MASKED_TIMES if options.mask_as is MaskAs.TIMES_ZERO else _MASKED_AFTER)


def _softmax(a: Architecture) -> Iterator[Message]:
    options = a.weights
    yield _say(_SOFTMAX if options.over is SoftmaxOver.ROWS else _COLUMNS)
    if options.base is not SoftmaxBase.E:
        yield _say(_BASE, base=options.base.value)
    if options.temperature != 1.0:
        yield _say(_WEIGHTS_TEMPERATURE, temperature=constant_text(options.temperature))
    if options.nowhere is not Nowhere.ZEROS and _reads(a, "weights.nowhere"):
        yield _say(_NOWHERE_EVEN if options.nowhere is Nowhere.UNIFORM else _NOWHERE_NAN)


def _norm(a: Architecture) -> Iterator[Message]:
    options, norm = a.norm, a.norm.kind.operation
    if norm is None:
        yield _say(_NO_NORM)
        if options.place is NormPlace.PARALLEL:
            yield _say(_IN_PARALLEL)
        return
    place = _say(_PLACES[options.place])
    epsilon = _say(_EPSILONS[options.epsilon_place], epsilon=constant_text(options.epsilon))
    yield _say(norm.convention, place=place, epsilon=epsilon, variance=_say(_VARIANCES[options.variance]))
    for name, words in (("gain", _NO_GAIN), ("bias", _NO_NORM_BIAS)):
        if name in norm.reads and not getattr(options, name):
            yield _say(words)
    yield _say(_FINAL if options.final else _NO_FINAL)


def _feed_forward(a: Architecture) -> Iterator[Message]:
    if not a.feed_forward.is_there:
        yield _say(_NO_FEED_FORWARD)
        return
    activation = _say(a.feed_forward.activation.operation.convention)
    is_gated = a.feed_forward.kind is FeedForwardKind.GATED
    yield _say(_GATED, activation=activation) if is_gated else activation
    yield _say(_MLP_BIAS if a.feed_forward.bias else _NO_MLP_BIAS)
