"""Parts that append their steps to a program, from the embedding to the output.

Each part gives and takes tensor names; `core.architecture.stacks` assembles them.
"""

from __future__ import annotations

from core.architecture.masked_weights import masked_weights
from core.architecture.options import (
    Architecture,
    FeedForwardKind,
    Input,
    Memory,
    PositionKind,
    Scale,
    ScalePlace,
)
from core.architecture.scaling import scaling
from core.ops.attention import (
    Mask,
    Rows,
    Scores,
    SoftCap,
    WeightedSum,
)
from core.ops.base import Operation
from core.ops.elementary import Absent, Add, Append, Identity, TypedIn
from core.ops.embedding import (
    ScaleEmbedding,
    TokenLookup,
    TypeLookup,
)
from core.ops.feed_forward import Gate
from core.ops.linear import JoinHeads, Linear, Project
from core.program import PartBuilder, ProgramBuilder
from core.record import Record
from core.tensor import Axis
from core.text import QT_TRANSLATE_NOOP


class Sequence(Record):
    """Words of one sequence: their texts, ids in the vocabulary, which are padding, and their types."""

    words: tuple[str, ...]
    ids: tuple[int, ...]
    padding: tuple[int, ...] = ()
    types: tuple[int, ...] = ()
    """The type of each word, where the model has token types."""
    first: int = 0
    """The position of the first word: those before it are kept from an earlier run."""

    def behind(self, kept: int) -> Sequence:
        """Return the words behind those that are kept."""
        return Sequence(self.words[kept:], self.ids[kept:], (), self.types[kept:], kept) if kept else self


def embedding(builder: ProgramBuilder, architecture: Architecture, sequence: Sequence, prefix: str) -> str:
    """Append ``….tokens``, ``….positions`` and ``….sum``; return the name of X (token, d_model).

    With token types ``….types`` stands before the sum, and a norm behind it is ``….norm``.
    """
    labels = {"token": sequence.words}
    part = builder.within("embed", prefix)
    if architecture.input is Input.EMBEDDINGS:
        sizes = Axis("token", len(sequence.words)), Axis("d_model", architecture.d_model)
        return part.add(f"{prefix}.sum", TypedIn(sizes), labels=labels)
    tokens = part.add(f"{prefix}.tokens", TokenLookup(sequence.ids), "embed.W_E", labels=labels)
    if architecture.embedding.scaled:
        tokens = part.add(f"{prefix}.scaled", ScaleEmbedding(architecture.d_model), tokens)
    labels |= {"d_model": builder.axes(tokens)[1].labels}
    added = _added_positions(part, architecture, sequence, labels)
    if architecture.has_types:
        types = part.add(f"{prefix}.types", TypeLookup(sequence.types), "embed.W_T", labels=labels)
        added = (*added, types)
    if added:
        title = _SUMS[architecture.has_types, len(added) > architecture.has_types]
        formula = " + ".join(["X = E", *("T" if name == f"{prefix}.types" else "P" for name in added)])
        x = part.add(f"{prefix}.sum", Add(), tokens, *added, title=title, formula=formula)
    else:
        are_off = not architecture.is_on("embed.positions")
        x = part.add(f"{prefix}.sum", Identity() if are_off else Absent(), tokens)
    return norm(builder, architecture, x, f"{prefix}.norm", "embed") if architecture.has_embedding_norm else x


_SUMS = {
    (False, True): QT_TRANSLATE_NOOP("Ops", "Sum: what a word is plus where it stands"),
    (True, True): QT_TRANSLATE_NOOP("Ops", "Sum: what a word is, where it stands and its type"),
    (True, False): QT_TRANSLATE_NOOP("Ops", "Sum: what a word is plus its type"),
}
"""By whether types and positions are added."""


def _added_positions(
    part: PartBuilder, architecture: Architecture, sequence: Sequence, labels: dict[str, tuple[str, ...]]
) -> tuple[str, ...]:
    """Append ``….positions``; return their name, or nothing where they are not added."""
    builder, name, kind = part.program, f"{part.part}.positions", architecture.position_kind
    are_off = not architecture.is_on("embed.positions")  # typed-in ones, too
    elsewhere = _POSITIONS_ELSEWHERE if kind.acts_in_attention else ""
    title = _POSITIONS_OFF if are_off else elsewhere
    if builder.is_given(name):
        title = ""
    has_table = kind.is_added and kind.scheme.table_rows(architecture.positions) is not None
    inputs = (architecture.position_table(part.part),) if has_table else ()
    part.add(name, _positions(architecture, sequence), *inputs, title=title, labels=labels)
    return () if are_off or (not kind.is_added and not builder.is_given(name)) else (name,)


_POSITIONS_ELSEWHERE = QT_TRANSLATE_NOOP("Ops", "No positions are added: they act inside attention")
_POSITIONS_OFF = QT_TRANSLATE_NOOP("Ops", "Positions switched off: order is lost")


def _positions(architecture: Architecture, sequence: Sequence) -> Operation:
    kind = architecture.position_kind
    scheme = kind.scheme if kind.is_added else PositionKind.NONE.scheme
    sizes = architecture.position_sizes(len(sequence.words), first=sequence.first)
    return scheme.made(architecture.positions, sizes)


def mask(  # noqa: PLR0913 - one call a mask
    builder: ProgramBuilder,
    architecture: Architecture,
    name: str,
    *,
    queries: Sequence,
    keys: Sequence,
    custom: Rows | None,
    layer: str,
) -> str | None:
    """Append the mask step where there is anything to mask; return its name, or None.

    One that is switched off stays as a step that lets everything be seen, and None is returned.
    """
    if not architecture.can_mask(name) and not keys.padding and custom is None:
        return None
    counts, window = (len(queries.words), len(keys.words)), architecture.window(name)
    rows = None if custom is None else custom[queries.first :]
    step = Mask(*counts, architecture.is_causal(name), keys.padding, rows, window)
    labels = {"query": queries.words, "key": keys.words}
    builder.add(name, step, layer=layer, part=name, labels=labels)
    return None if step.trivial and not builder.is_given(name) else name


def attention(  # noqa: PLR0913 - one call an attention part
    builder: ProgramBuilder,
    architecture: Architecture,
    prefix: str,
    *,
    queries: str,
    keys: str,
    mask_name: str | None,
    mask_is_off: bool,
    bias_name: str | None,
    is_cross: bool,
    layer: str,
    between: tuple[Sequence, Sequence],
) -> str:
    """Append ``….q`` to ``….out``; return the name of the output (query, d_model).

    Keys and values that are kept from an earlier run stand before the new ones.
    """
    options = architecture.attention
    part = builder.within(layer, prefix)
    asking, asked = between
    new = asking if asking.first and not is_cross else asked
    for letter, source, words in (("q", queries, asking), ("k", keys, new), ("v", keys, new)):
        kept = f"{prefix}.k_norm" if letter == "k" and options.head_norm.is_there else f"{prefix}.{letter}"
        if not builder.has(kept):  # as a whole: keys and values of the encoder
            mistake = _OWN_MEMORY[letter] if is_cross and options.memory is Memory.DECODER else ""
            _project(part, architecture, prefix, letter, source, words.words, mistake)
    first = None if is_cross else asking.first
    ready = [_asked(part, architecture, prefix, letter, first) for letter in ("q", "k")]
    query, key, value = (
        _behind_kept(part, name, letter, asked.words)
        for name, letter in zip((*ready, f"{prefix}.v"), "qkv", strict=True)
    )
    title = _TILED if options.kv_heads > 1 and options.sharing.is_mistake else ""
    scores = part.add(f"{prefix}.scores", Scores(options.reads), query, key, title=title)
    if options.scale_place is ScalePlace.AFTER:
        scaled = scaling(part, architecture, f"{prefix}.scaled", scores)
    else:
        title = "" if architecture.scale is Scale.NONE else _SCALED_BEFORE
        scaled = part.add(f"{prefix}.scaled", Absent(), scores, title=title)
    if options.soft_cap:
        scaled = part.add(f"{prefix}.capped", SoftCap(options.soft_cap), scaled)
    if bias_name is not None and architecture.is_on("embed.positions"):
        scaled = part.add(f"{prefix}.biased", Add(), scaled, bias_name, title=_BIASED, formula="S + B")
    elif bias_name is not None:
        scaled = part.add(f"{prefix}.biased", Identity(), scaled)
    weights = masked_weights(part, architecture, prefix, scaled, mask_name, mask_is_off=mask_is_off)
    heads = part.add(f"{prefix}.heads", WeightedSum(options.reads), weights, value)
    join = JoinHeads(options.heads, options.is_mixed(options.join, options.heads))
    concat = part.add(f"{prefix}.concat", join, heads, title=_JOINED_WRONG if join.reshape else "")
    if not options.output:
        return part.add(f"{prefix}.out", Absent(), concat)
    inputs = _with_bias(builder, concat, f"{prefix}.W_O", f"{prefix}.b_O")
    title = QT_TRANSLATE_NOOP("Ops", "Output projection: the heads are mixed back into one vector")
    return part.add(f"{prefix}.out", Linear("query"), *inputs, title=title, formula=r"O = C W_O")


def _project(  # noqa: PLR0913 - one call a matrix
    part: PartBuilder,
    architecture: Architecture,
    prefix: str,
    letter: str,
    source: str,
    words: tuple[str, ...],
    mistake: str,
) -> None:
    """Append queries, keys or values; without a source they are typed in. `mistake` is a title."""
    options, builder = architecture.attention, part.program
    row, column = _PROJECTION_AXES[letter]
    heads = options.heads if letter == "q" else options.key_heads
    reshaped = bool(source) and options.is_mixed(options.split, heads)
    operation: Operation = Project(heads, row, column, reshaped)
    inputs = _with_bias(builder, source, f"{prefix}.W_{letter.upper()}", f"{prefix}.b_{letter.upper()}")
    if not source:
        size = options.d_v if letter == "v" else options.d_k
        operation = TypedIn((Axis("head", heads), Axis(row, len(words)), Axis(column, size)))
        inputs = ()
    title, formula = _PROJECTION_TEXTS[letter]
    formula = formula if source else operation.formula
    title = mistake or (_RESHAPED if reshaped else title)
    part.add(f"{prefix}.{letter}", operation, *inputs, title=title, formula=formula, labels={row: words})


def _behind_kept(part: PartBuilder, new: str, letter: str, words: tuple[str, ...]) -> str:
    """Append keys or values kept from an earlier run and the new ones together, where any are kept."""
    prefix = new.rpartition(".")[0]
    kept = f"{prefix}.{letter}_kept"
    if not part.program.has(kept):
        return new
    step = Append(part.program.axes(kept)[1].size)
    title, formula = _CACHE_TEXTS[letter]
    return part.add(
        f"{prefix}.{letter}_cached", step, kept, new, title=title, formula=formula, labels={"key": words}
    )


_CACHE_TEXTS = {
    "k": (QT_TRANSLATE_NOOP("Ops", "Keys: those that were kept, then the new ones"), Append.formula),
    "v": (
        QT_TRANSLATE_NOOP("Ops", "Values: those that were kept, then the new ones"),
        Append.formula.replace("K", "V"),
    ),
}


_RESHAPED = QT_TRANSLATE_NOOP("Ops", "Split by plain reshape: heads mix different words, a mistake")
_OWN_MEMORY = {
    "q": "",
    "k": QT_TRANSLATE_NOOP("Ops", "Keys, from the decoder itself and not from the encoder: a mistake"),
    "v": QT_TRANSLATE_NOOP("Ops", "Values, from the decoder itself and not from the encoder: a mistake"),
}
_JOINED_WRONG = QT_TRANSLATE_NOOP("Ops", "Joined by plain reshape: rows mix different words, a mistake")
_TILED = QT_TRANSLATE_NOOP("Ops", "Scores: heads read keys in turn and not by groups, a mistake")
_BIASED = QT_TRANSLATE_NOOP("Ops", "Scores and position bias together")


def _asked(part: PartBuilder, architecture: Architecture, prefix: str, letter: str, first: int | None) -> str:
    """Append what becomes of queries or keys before they meet: norm, turn, scaling; return the last of it.

    `first` is the position of the first word; None where positions turn nothing (cross-attention).
    """
    name = f"{prefix}.{letter}"
    options = architecture.attention
    read = _normed(part, architecture, name)
    if first is not None and architecture.rotated_columns:
        read = _turned(part, architecture, f"{name}_rotated", read, first)
    if letter == "q" and options.scale_place is ScalePlace.BEFORE:
        read = scaling(part, architecture, f"{name}_scaled", read, title=_QUERIES_SCALED, of="Q")
    return read


def _normed(part: PartBuilder, architecture: Architecture, name: str) -> str:
    """Append normed queries or keys, passed on where that is off; return what is read in their place."""
    norm, normed = architecture.attention.head_norm.operation, f"{name}_norm"
    if norm is None:
        return name
    if part.program.has(normed):  # kept with the keys of the encoder
        return normed
    if not architecture.is_on(normed):
        return part.add(normed, Identity(), name)
    vectors = (f"{normed}.{vector}" for vector in norm.vectors)
    return part.add(normed, norm, name, *vectors, title=_NORMED[name[-1]])


_SCALED_BEFORE = QT_TRANSLATE_NOOP("Ops", "Not scaled once more: the queries were scaled before")
_NORMED = {
    "q": QT_TRANSLATE_NOOP("Ops", "Queries normed: each brought to one size in its head"),
    "k": QT_TRANSLATE_NOOP("Ops", "Keys normed: each brought to one size in its head"),
}
_QUERIES_SCALED = QT_TRANSLATE_NOOP("Ops", "Queries, scaled before they meet the keys")


def _turned(part: PartBuilder, architecture: Architecture, name: str, read: str, first: int) -> str:
    """Append turned queries or keys; return what the scores read."""
    options, sizes = architecture.positions, architecture.position_sizes(first=first)
    is_on = architecture.is_on("embed.positions")
    step: Operation = options.kind.scheme.made(options, sizes) if is_on else Identity()
    return part.add(name, step, read)


def position_bias(
    builder: ProgramBuilder, architecture: Architecture, stack: str, queries: Sequence, keys: Sequence
) -> str | None:
    """Append the numbers that the self-attentions of a stack add to their scores; return their name, or None.

    Switched off, the step stays, and nothing is added.
    """
    name = f"{stack}.position_bias"
    if name not in architecture.position_biases:
        return None
    options, scheme = architecture.positions, architecture.positions.kind.scheme
    labels = {"query": queries.words, "key": keys.words}
    both_ways = stack != "decoder"
    sizes = architecture.position_sizes(len(queries.words), len(keys.words), both_ways=both_ways)
    inputs = () if scheme.table_rows(options) is None else (f"{stack}.W_R",)
    return builder.add(name, scheme.made(options, sizes), *inputs, layer=stack, part=name, labels=labels)


_PROJECTION_AXES = {"q": ("query", "d_k"), "k": ("key", "d_k"), "v": ("key", "d_v")}
_PROJECTION_TEXTS = {
    "q": (QT_TRANSLATE_NOOP("Ops", "Queries: what each word asks for"), "Q = X W_Q"),
    "k": (QT_TRANSLATE_NOOP("Ops", "Keys: what each word offers"), "K = X W_K"),
    "v": (QT_TRANSLATE_NOOP("Ops", "Values: what each word hands over"), "V = X W_V"),
}


def _with_bias(builder: ProgramBuilder, x: str, weight: str, bias: str) -> tuple[str, ...]:
    return (x, weight, bias) if builder.has(bias) else (x, weight)


def feed_forward(builder: ProgramBuilder, architecture: Architecture, x: str, prefix: str, layer: str) -> str:
    """Append ``….hidden``, ``….activated`` and ``….out``; return the name of the output (token, d_model).

    Gated, it is ``….gate``, ``….activated`` (the gate's), ``….hidden``, ``….gated`` and ``….out``.
    """
    part = builder.within(layer, prefix)

    def linear(name: str, x: str, letter: str, title: str, formula: str) -> str:
        inputs = _with_bias(builder, x, f"{prefix}.W_{letter}", f"{prefix}.b_{letter}")
        return part.add(f"{prefix}.{name}", Linear(), *inputs, title=title, formula=formula)

    activation = architecture.feed_forward.activation.operation
    is_gated = architecture.feed_forward.kind is FeedForwardKind.GATED
    if is_gated:
        gate = part.add(f"{prefix}.activated", activation, linear("gate", x, "G", _GATE, "G = X W_G + b_G"))
    read = linear("hidden", x, "1", _HIDDEN, "H = X W_1 + b_1")
    if is_gated:
        read = part.add(f"{prefix}.gated", Gate(), gate, read)
    else:
        read = part.add(f"{prefix}.activated", activation, read)
    return linear("out", read, "2", _BACK, "F = A W_2 + b_2")


_GATE = QT_TRANSLATE_NOOP("Ops", "Gate: how far each hidden number is to be let through")
_HIDDEN = QT_TRANSLATE_NOOP("Ops", "Feed-forward: each word by itself, into a wider space")
_BACK = QT_TRANSLATE_NOOP("Ops", "Feed-forward: back to the width of the model")


def residual(
    builder: ProgramBuilder, architecture: Architecture, x: str, sublayer: str, name: str, layer: str
) -> str:
    """Append the residual addition, or pass the sublayer on where there is none or it is off."""
    if architecture.residual and architecture.is_on(name):
        return builder.add(name, Add(), x, sublayer, layer=layer, part=name)
    return passed_on(builder, sublayer, name, layer, there=architecture.residual)


def passed_on(builder: ProgramBuilder, x: str, name: str, layer: str, *, there: bool) -> str:
    """Append a step that changes nothing: for a part that is switched off, or not `there` in the model."""
    return builder.add(name, Identity() if there else Absent(), x, layer=layer, part=name)


def norm(  # noqa: PLR0913 - one call a norm
    builder: ProgramBuilder,
    architecture: Architecture,
    x: str,
    name: str,
    layer: str,
    *,
    there: bool = True,
    on: bool = True,
) -> str:
    """Append a norm, or a step that changes nothing where there is none or it is off."""
    operation = architecture.norm.operation
    there = there and operation is not None
    if operation is not None and there and on and architecture.is_on(name):
        vectors = (f"{name}.{vector}" for vector in operation.vectors)
        return builder.add(name, operation, x, *vectors, layer=layer, part=name)
    return passed_on(builder, x, name, layer, there=there)
