"""Stacks assemble parts into a program."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from msgspec.structs import replace

from core.architecture import parts
from core.architecture.options import Architecture, Input, Memory, NormPlace, Stack
from core.architecture.output import output
from core.architecture.parts import Sequence
from core.ops.attention import Rows
from core.program import Program, ProgramBuilder
from core.record import Record
from core.tensor import NamedTensor

Sequences = Mapping[str, Sequence]
Masks = Mapping[str, Rows]
Sublayer = Callable[[str], str]


def build(
    architecture: Architecture,
    *,
    sequences: Sequences,
    parameters: Mapping[str, NamedTensor],
    given: Mapping[str, NamedTensor],
    masks: Masks,
    kept: int = 0,
) -> Program:
    """Build and verify the program of `architecture`.

    Parameters
    ----------
    sequences : mapping
        ``source`` and ``target``, as far as the stack reads them.
    parameters, given : mapping
        Tensors by name; a given one replaces the step of its name.
    masks : mapping
        Custom masks by the name of their step, rows are queries.
    kept : int, default=0
        Words of the target that are not computed again: their keys and values, and those of the encoder's
        output, stand among `parameters` (`core.cache`).

    Raises
    ------
    SandboxError
        If shapes do not fit.
    """
    builder = ProgramBuilder(parameters, given)
    _STACKS[architecture.stack](_Build(builder, architecture, sequences, masks, kept))
    return builder.build()


class _Build(Record):
    """What every stack is built from."""

    builder: ProgramBuilder
    architecture: Architecture
    sequences: Sequences
    masks: Masks
    kept: int
    """Words of the target that are not computed again."""

    def of_stack(self, stack: str) -> _Build:
        """Return this with the options of one stack."""
        return replace(self, architecture=self.architecture.of_stack(stack))

    def embedding(self, sequence: Sequence, prefix: str) -> str:
        """Append the embedding of a sequence."""
        return parts.embedding(self.builder, self.architecture, sequence, prefix)

    def attending(self, mask: str, layer: str, memory: str = "", *, is_cross: bool = False) -> _Attending:
        """Append a mask where there is anything to mask; return who asks whom by it."""
        rows, columns = self.architecture.attending(mask)
        keys = self.sequences[columns]
        queries = self.sequences.get(rows, keys).behind(self.kept)
        made = parts.mask(
            self.builder,
            self.architecture,
            mask,
            queries=queries,
            keys=keys,
            custom=self.masks.get(mask),
            layer=layer,
        )
        bias = None
        if not is_cross:
            bias = parts.position_bias(self.builder, self.architecture, layer, queries, keys)
        return _Attending(queries, keys, mask, made, bias, memory, is_cross)

    def attention(self, prefix: str, place: _Attending, queries: str, keys: str, layer: str) -> str:
        """Append an attention part."""
        return parts.attention(
            self.builder,
            self.architecture,
            prefix,
            queries=queries,
            keys=keys,
            mask_name=place.mask,
            mask_is_off=place.mask is None and self.builder.has(place.mask_step),
            bias_name=place.bias,
            is_cross=place.is_cross,
            layer=layer,
            between=(place.queries, place.keys),
        )


class _Attending(Record):
    """Who asks, who is asked, and by which mask; `memory` names the vectors of another sequence.

    `mask` is `mask_step`, or None where it lets everything be seen.
    """

    queries: Sequence
    keys: Sequence
    mask_step: str
    mask: str | None
    bias: str | None
    """The step whose numbers are added to the scores."""
    memory: str = ""
    is_cross: bool = False
    """Whether it is cross-attention; by mistake that can be without a memory."""


def _attention_alone(b: _Build) -> None:
    """Queries come from ``target`` where there is one, keys and values from ``source``."""
    keys = b.sequences["source"]
    queries = b.sequences.get("target", keys)
    if b.architecture.input is Input.QKV:
        x_queries = x_keys = ""
    elif queries is keys:
        x_queries = x_keys = b.embedding(keys, "embed")
    else:
        x_keys = b.embedding(keys, "source.embed")
        x_queries = b.embedding(queries, "target.embed")
    place = b.attending("attn.mask", "attn")
    b.attention("attn", place, x_queries, x_keys, "attn")


def _encoder(b: _Build, prefix: str = "embed", closing: str = "output") -> str:
    """Embedding, mask, layers and final norm (which stands in the layer `closing`)."""
    source = b.sequences["source"]
    x = b.embedding(source, prefix)
    own = b.attending("encoder.mask", "encoder")
    for number in range(b.architecture.layers):
        x = _layer(b, x, f"encoder.{number}", {"attn": own})
    return parts.norm(b.builder, b.architecture, x, "encoder.norm", closing, there=b.architecture.norm.final)


def _decoder(b: _Build, prefix: str = "embed", memory: str = "") -> None:
    """Embedding, masks, layers (with cross-attention to `memory`, where there is one), norm and output."""
    b = b.of_stack("decoder")
    new = b.sequences["target"].behind(b.kept)
    x = b.embedding(new, prefix)
    attending = {"self_attn": b.attending("decoder.mask", "decoder")}
    if memory:
        read = "" if b.architecture.attention.memory is Memory.DECODER else memory
        attending["cross_attn"] = b.attending("decoder.cross_mask", "decoder", read, is_cross=True)
    for number in range(b.architecture.layers):
        x = _layer(b, x, f"decoder.{number}", attending)
    x = parts.norm(b.builder, b.architecture, x, "decoder.norm", "output", there=b.architecture.norm.final)
    output(b.builder, b.architecture, x, new.first)


def _encoder_decoder(b: _Build) -> None:
    memory = "encoder.norm" if b.kept else _encoder(b, "source.embed", closing="encoder")
    _decoder(b, "target.embed", memory)


def _layer(b: _Build, x: str, layer: str, attending: Mapping[str, _Attending]) -> str:
    """Append the attention parts of a layer, then its feed-forward network."""

    def attend(part: str, place: _Attending) -> Sublayer:
        return lambda read: b.attention(f"{layer}.{part}", place, read, place.memory or read, layer)

    def feed(read: str) -> str:
        return parts.feed_forward(b.builder, b.architecture, read, f"{layer}.ffn", layer)

    sublayers = {part: attend(part, place) for part, place in attending.items()} | {"ffn": feed}
    entered = x if b.architecture.norm.place is NormPlace.PARALLEL else None
    for number, (part, sublayer) in enumerate(sublayers.items(), 1):
        there = part != "ffn" or b.architecture.feed_forward.is_there
        on = there and b.architecture.is_on(f"{layer}.{part}")
        place = _Place(layer, number, there=there, entered=entered)
        x = _sublayer(b, x, place, sublayer if on else None)
    return x


class _Place(Record):
    """A sublayer's place in its layer: the number counts from 1."""

    layer: str
    number: int
    there: bool
    """Whether the model has the sublayer at all."""
    entered: str | None
    """What came into the layer, where all its sublayers read that."""


def _sublayer(b: _Build, x: str, place: _Place, sublayer: Sublayer | None) -> str:
    """Norms, sublayer and residual in the order of the norms' place.

    Without a sublayer the addition passes x on, and so do the norms around it. A norm behind the addition
    stays.
    """
    norms, number = b.architecture.norm.place, place.number
    read = x if place.entered is None else place.entered
    on = sublayer is not None
    if norms is not NormPlace.POST:
        read = _norm(b, read, place, f"norm{number}", on=on)
    made = read if sublayer is None else sublayer(read)
    if norms is NormPlace.BOTH:
        made = _norm(b, made, place, f"post_norm{number}", on=on)
    add = f"{place.layer}.add{number}"
    if sublayer is None:
        kept = x if norms is NormPlace.PARALLEL else made
        added = parts.passed_on(b.builder, kept, add, place.layer, there=place.there)
    else:
        added = parts.residual(b.builder, b.architecture, x, made, add, place.layer)
    return _norm(b, added, place, f"norm{number}") if norms is NormPlace.POST else added


def _norm(b: _Build, x: str, place: _Place, name: str, *, on: bool = True) -> str:
    name = f"{place.layer}.{name}"
    return parts.norm(b.builder, b.architecture, x, name, place.layer, there=place.there, on=on)


_STACKS: dict[Stack, Callable[[_Build], object]] = {
    Stack.ATTENTION: _attention_alone,
    Stack.ENCODER: _encoder,
    Stack.DECODER: _decoder,
    Stack.ENCODER_DECODER: _encoder_decoder,
}
