"""Stacks assemble parts into a program."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from core.architecture import parts
from core.architecture.options import Architecture, Input, NormPlace, Stack
from core.architecture.parts import Sequence
from core.ops.attention import Rows
from core.program import Program, ProgramBuilder
from core.tensor import NamedTensor

Sequences = Mapping[str, Sequence]
Masks = Mapping[str, Rows]


def build(
    architecture: Architecture,
    *,
    sequences: Sequences,
    parameters: Mapping[str, NamedTensor],
    given: Mapping[str, NamedTensor],
    masks: Masks,
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

    Raises
    ------
    SandboxError
        If shapes do not fit.
    """
    builder = ProgramBuilder(parameters, given)
    _STACKS[architecture.stack](builder, architecture, sequences, masks)
    return builder.build()


def _attention_alone(builder: ProgramBuilder, a: Architecture, sequences: Sequences, masks: Masks) -> None:
    """Queries come from ``target`` where there is one, keys and values from ``source``."""
    keys = sequences["source"]
    queries = sequences.get("target", keys)
    if a.input is Input.QKV:
        x_queries = x_keys = ""
    elif queries is keys:
        x_queries = x_keys = parts.embedding(builder, a, keys, "embed")
    else:
        x_keys = parts.embedding(builder, a, keys, "source.embed")
        x_queries = parts.embedding(builder, a, queries, "target.embed")
    mask_name = parts.mask(
        builder,
        "attn.mask",
        queries=queries,
        keys=keys,
        kind=a.attention.mask,
        custom=masks.get("attn.mask"),
        layer="attn",
    )
    parts.attention(
        builder,
        a,
        "attn",
        queries=x_queries,
        keys=x_keys,
        mask_name=mask_name,
        layer="attn",
        words=(queries.words, keys.words),
    )


def _layers(
    builder: ProgramBuilder, a: Architecture, sequence: Sequence, masks: Masks, stack: str, part: str
) -> str:
    """Embedding, mask and all layers of one self-attending stack, and its final norm."""
    x = parts.embedding(builder, a, sequence, "embed")
    mask_name = parts.mask(
        builder,
        f"{stack}.mask",
        queries=sequence,
        keys=sequence,
        kind=a.attention.mask,
        custom=masks.get(f"{stack}.mask"),
        layer=stack,
    )
    for number in range(a.layers):
        layer = f"{stack}.{number}"

        def attend(read: str, layer: str = layer) -> str:
            return parts.attention(
                builder,
                a,
                f"{layer}.{part}",
                queries=read,
                keys=read,
                mask_name=mask_name,
                layer=layer,
                words=(sequence.words, sequence.words),
            )

        def feed(read: str, layer: str = layer) -> str:
            return parts.feed_forward(builder, a, read, f"{layer}.ffn", layer)

        x = _sublayer(builder, a, x, layer, 1, attend)
        x = _sublayer(builder, a, x, layer, 2, feed if parts.feed_forward_is_on(a) else None)
    return parts.norm(builder, a, x, f"{stack}.norm", "output", on=a.norm.final)


def _sublayer(
    builder: ProgramBuilder,
    a: Architecture,
    x: str,
    layer: str,
    number: int,
    sublayer: Callable[[str], str] | None,
) -> str:
    """Norm, sublayer and residual in the order of the norm's place; identities without a sublayer."""
    add, norm = f"{layer}.add{number}", f"{layer}.norm{number}"
    on = sublayer is not None
    if a.norm.place is NormPlace.PRE:
        read = parts.norm(builder, a, x, norm, layer, on=on)
        if sublayer is None:
            return parts.switched_off(builder, read, add, layer)
        return parts.residual(builder, a, x, sublayer(read), add, layer)
    if sublayer is None:
        added = parts.switched_off(builder, x, add, layer)
    else:
        added = parts.residual(builder, a, x, sublayer(x), add, layer)
    return parts.norm(builder, a, added, norm, layer, on=on)


def _encoder(builder: ProgramBuilder, a: Architecture, sequences: Sequences, masks: Masks) -> None:
    _layers(builder, a, sequences["source"], masks, "encoder", "attn")


def _decoder(builder: ProgramBuilder, a: Architecture, sequences: Sequences, masks: Masks) -> None:
    x = _layers(builder, a, sequences["target"], masks, "decoder", "self_attn")
    parts.output(builder, a, x)


_STACKS: dict[Stack, Callable[[ProgramBuilder, Architecture, Sequences, Masks], None]] = {
    Stack.ATTENTION: _attention_alone,
    Stack.ENCODER: _encoder,
    Stack.DECODER: _decoder,
}
