"""Which parameters an architecture has, and the seeded numbers they start with (`core.seeded`)."""

from __future__ import annotations

import math
from collections.abc import Iterator
from enum import StrEnum

import numpy as np
from msgspec import field

from core.architecture.options import (
    Architecture,
    Attention,
    FeedForward,
    FeedForwardKind,
    Input,
    NormPlace,
)
from core.record import Record
from core.seeded import seeded, standard_normal
from core.tensor import Array, Axes, Axis, frozen


class InitializerKind(StrEnum):
    """How a parameter is filled before it is edited."""

    NORMAL = "normal"
    XAVIER = "xavier"
    UNIFORM = "uniform"
    CONSTANT = "constant"
    IDENTITY = "identity"
    ZEROS = "zeros"


class Initializer(Record):
    """The recipe of a parameter; it stays in the file until a cell is edited."""

    init: InitializerKind
    std: float = 0.5
    """Standard deviation (normal)."""
    low: float = -1.0
    high: float = 1.0
    """Ends (uniform)."""
    value: float = 0.0
    """The number (constant)."""
    decimals: int = 2
    """Places that random numbers are rounded to."""

    @property
    def is_random(self) -> bool:
        """Whether the numbers depend on the seed and the name."""
        return self.init not in {InitializerKind.CONSTANT, InitializerKind.IDENTITY, InitializerKind.ZEROS}

    def values(self, seed: int, name: str, shape: tuple[int, ...], word: str = "") -> Array:
        """Return the numbers of the parameter `name`.

        Parameters
        ----------
        seed : int
        name : str
        shape : tuple of int
            ``(rows, columns)``, or ``(columns,)`` for a vector.
        word : str, default=""
            Numbers of this word alone (a row that is appended to an embedding matrix).

        Returns
        -------
        ndarray of that shape, read-only
        """
        if self.init is InitializerKind.CONSTANT:
            return frozen(np.full(shape, self.value))
        if self.init is InitializerKind.IDENTITY:
            return frozen(np.eye(*shape) if len(shape) == 2 else np.ones(shape))
        if self.init is InitializerKind.ZEROS:
            return frozen(np.zeros(shape))
        numbers = seeded(
            seed, name + word, math.prod(shape), lambda drawn: self._mapped(drawn, shape), self.decimals
        )
        return frozen(numbers.reshape(shape))

    def _mapped(self, drawn: Array, shape: tuple[int, ...]) -> Array:
        if self.init is InitializerKind.NORMAL:
            return self.std * standard_normal(drawn)
        if self.init is InitializerKind.XAVIER:  # Glorot & Bengio 2010, eq. 16
            bound = math.sqrt(6.0 / (shape[0] + shape[-1]))
            return bound * (2.0 * drawn - 1.0)
        return self.low + (self.high - self.low) * drawn


_WEIGHTS = Initializer(InitializerKind.NORMAL)
_ONES = Initializer(InitializerKind.CONSTANT, value=1.0)
_ZEROS = Initializer(InitializerKind.ZEROS)


class ParameterSpec(Record):
    """A parameter that an architecture has: its name, its axes and what it starts with."""

    name: str
    axes: Axes
    default: Initializer = field(default=_WEIGHTS)

    @property
    def shape(self) -> tuple[int, ...]:
        """Sizes of the axes."""
        return tuple(axis.size for axis in self.axes)


def parameter_specs(
    architecture: Architecture, vocabulary: tuple[str, ...], features: tuple[str, ...] = ()
) -> tuple[ParameterSpec, ...]:
    """Return the parameters of `architecture`, in the order in which a program reads them."""
    return tuple(_specs(architecture, vocabulary, features))


def _specs(
    architecture: Architecture, vocabulary: tuple[str, ...], features: tuple[str, ...]
) -> Iterator[ParameterSpec]:
    d_model = Axis("d_model", architecture.d_model, features)
    words = Axis("vocabulary", len(vocabulary), vocabulary)
    yield from _embedding(architecture, words, d_model)
    if not architecture.has_layers:
        yield from _attention("attn", architecture, d_model)
    for stack, attentions in architecture.stacks.items():
        own = architecture.of_stack(stack)
        for number in range(own.layers):
            yield from _layer(f"{stack}.{number}", attentions, own, d_model)
        if architecture.norm.final:
            yield from _norm(f"{stack}.norm", architecture, d_model)
    if architecture.has_output and not architecture.unembedding.tied:
        yield ParameterSpec("unembed.W_U", (d_model, words))
    if architecture.has_output and architecture.unembedding.bias:
        yield ParameterSpec("unembed.b_U", (words,), _ZEROS)


def _embedding(architecture: Architecture, words: Axis, d_model: Axis) -> Iterator[ParameterSpec]:
    if architecture.input is Input.TOKENS:
        yield ParameterSpec("embed.W_E", (words, d_model))
    yield from _position_tables(architecture, d_model)
    if architecture.has_types:
        count = architecture.embedding.types
        yield ParameterSpec("embed.W_T", (Axis("type", count, tuple(map(str, range(count)))), d_model))
    if architecture.has_embedding_norm:
        for prefix in architecture.embeddings:
            yield from _norm(f"{prefix}.norm", architecture, d_model)


def position_tables(architecture: Architecture) -> tuple[str, ...]:
    """Return what the tables of learned positions are called that the embeddings add, where they do."""
    return tuple(dict.fromkeys(map(architecture.position_table, architecture.embeddings)))


def _position_tables(architecture: Architecture, d_model: Axis) -> Iterator[ParameterSpec]:
    kind, options = architecture.positions.kind, architecture.positions
    rows = kind.scheme.table_rows(options)
    if rows is None:
        return
    if architecture.input is Input.TOKENS and kind.is_added:  # nothing is added to X that is typed in
        for name in position_tables(architecture):
            yield ParameterSpec(name, (rows, d_model))
    for name in architecture.position_biases:
        sizes = rows, Axis("head", architecture.attention_of(name).heads)
        yield ParameterSpec(f"{name.partition('.')[0]}.W_R", sizes)


def _layer(
    layer: str, attentions: tuple[str, ...], architecture: Architecture, d_model: Axis
) -> Iterator[ParameterSpec]:
    for number, attention in enumerate(attentions, 1):
        yield from _attention(f"{layer}.{attention}", architecture, d_model)
        yield from _norms(layer, number, architecture, d_model)
    if architecture.feed_forward.is_there:
        yield from _feed_forward(f"{layer}.ffn", architecture.feed_forward, d_model)
        yield from _norms(layer, len(attentions) + 1, architecture, d_model)


def _norms(layer: str, number: int, architecture: Architecture, d_model: Axis) -> Iterator[ParameterSpec]:
    yield from _norm(f"{layer}.norm{number}", architecture, d_model)
    if architecture.norm.place is NormPlace.BOTH:
        yield from _norm(f"{layer}.post_norm{number}", architecture, d_model)


def _attention(prefix: str, architecture: Architecture, d_model: Axis) -> Iterator[ParameterSpec]:
    if architecture.input is not Input.QKV:
        yield from _projections(prefix, architecture.attention, d_model)
    for letter in "qk":
        for vector in architecture.attention.head_norm.vectors:
            columns = Axis("d_k", architecture.attention.d_k)
            yield ParameterSpec(
                f"{prefix}.{letter}_norm.{vector}", (columns,), _ONES if vector == "gain" else _ZEROS
            )
    if architecture.attention.output:
        yield from _output_map(prefix, architecture.attention, d_model)


def _projections(prefix: str, options: Attention, d_model: Axis) -> Iterator[ParameterSpec]:
    for letter, axis, size in (
        ("Q", "d_k", options.d_k),
        ("K", "d_k", options.d_k),
        ("V", "d_v", options.d_v),
    ):
        name = f"{prefix}.W_{letter}"
        columns = Axis(f"heads·{axis}", options.heads_of(name) * size)
        yield ParameterSpec(name, (d_model, columns))
        if options.bias:
            yield ParameterSpec(f"{prefix}.b_{letter}", (columns,), _ZEROS)


def _output_map(prefix: str, options: Attention, d_model: Axis) -> Iterator[ParameterSpec]:
    yield ParameterSpec(f"{prefix}.W_O", (Axis("concat", options.heads * options.d_v), d_model))
    if options.bias and options.output_bias:
        yield ParameterSpec(f"{prefix}.b_O", (d_model,), _ZEROS)


def _norm(name: str, architecture: Architecture, d_model: Axis) -> Iterator[ParameterSpec]:
    for vector in architecture.norm.vectors:
        yield ParameterSpec(f"{name}.{vector}", (d_model,), _ONES if vector == "gain" else _ZEROS)


def _feed_forward(prefix: str, options: FeedForward, d_model: Axis) -> Iterator[ParameterSpec]:
    d_ff = Axis("d_ff", options.d_ff)
    wide = ("G", "1") if options.kind is FeedForwardKind.GATED else ("1",)
    for letter, rows, columns in (*((letter, d_model, d_ff) for letter in wide), ("2", d_ff, d_model)):
        yield ParameterSpec(f"{prefix}.W_{letter}", (rows, columns))
        if options.bias:
            yield ParameterSpec(f"{prefix}.b_{letter}", (columns,), _ZEROS)
