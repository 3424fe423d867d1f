"""Models that are no stack of this version, put together by the tests from the program's own parts."""

from core.architecture import parts, stacks
from core.architecture.options import Input, MaskKind
from core.ops.elementary import Add, TypedIn
from core.program import ProgramBuilder
from core.tensor import Axis, NamedTensor
from tests.support.build import words


def named(tensors, axes=("rows", "columns")):
    return {
        name: NamedTensor.of(
            name,
            tuple(Axis(axis, size) for axis, size in zip(axes[-values.ndim :], values.shape, strict=True)),
            values,
        )
        for name, values in tensors.items()
    }


def decoder_with_cross_attention(architecture, parameters, *, target, memory, final):
    """A decoder whose layers also attend to `memory`: self-attention, cross-attention, feed-forward."""
    given = named({"target.embed.sum": target, "encoder.norm": memory}, ("token", "d_model"))
    builder = ProgramBuilder(named(parameters), given)
    queries = parts.Sequence(words(len(target), "t"), ())
    keys = parts.Sequence(words(len(memory), "m"), ())
    x = builder.add(
        "target.embed.sum", TypedIn(given["target.embed.sum"].axes), layer="embed", part="target.embed"
    )
    x_keys = builder.add(
        "encoder.norm", TypedIn(given["encoder.norm"].axes), layer="encoder", part="encoder.norm"
    )
    mask = parts.mask(
        builder,
        "decoder.mask",
        queries=queries,
        keys=queries,
        kind=MaskKind.CAUSAL,
        custom=None,
        layer="decoder",
    )
    for number in range(architecture.layers):
        layer = f"decoder.{number}"

        def attend(read, layer=layer):
            place = {
                "queries": read,
                "keys": read,
                "mask_name": mask,
                "words": (queries.words, queries.words),
            }
            return parts.attention(builder, architecture, f"{layer}.self_attn", layer=layer, **place)

        def cross(read, layer=layer):
            place = {"queries": read, "keys": x_keys, "mask_name": None, "words": (queries.words, keys.words)}
            return parts.attention(builder, architecture, f"{layer}.cross_attn", layer=layer, **place)

        def feed(read, layer=layer):
            return parts.feed_forward(builder, architecture, read, f"{layer}.ffn", layer)

        for place, sublayer in enumerate((attend, cross, feed), 1):
            x = stacks._sublayer(builder, architecture, x, layer, place, sublayer)
    if final:
        x = parts.norm(builder, architecture, x, "decoder.norm", "output")
        parts.output(builder, architecture, x)
    return builder.build()


def norm_once(architecture, parameters, *, ids):
    """Attention without residual, then norm(attention + feed-forward(attention)), then logits."""
    assert architecture.input is Input.TOKENS
    builder = ProgramBuilder(named(parameters), {})
    sequence = parts.Sequence(words(len(ids)), tuple(ids))
    x = parts.embedding(builder, architecture, sequence, "embed")
    mask = parts.mask(
        builder,
        "decoder.mask",
        queries=sequence,
        keys=sequence,
        kind=MaskKind.CAUSAL,
        custom=None,
        layer="decoder",
    )
    attended = parts.attention(
        builder,
        architecture,
        "decoder.0.self_attn",
        queries=x,
        keys=x,
        mask_name=mask,
        layer="decoder.0",
        words=(sequence.words, sequence.words),
    )
    fed = parts.feed_forward(builder, architecture, attended, "decoder.0.ffn", "decoder.0")
    added = builder.add("decoder.0.add", Add(), attended, fed, layer="decoder.0", part="decoder.0.add")
    parts.output(
        builder, architecture, parts.norm(builder, architecture, added, "decoder.0.norm", "decoder.0")
    )
    return builder.build()
