"""Models that are no stack of this version, put together by the tests from the program's own parts."""

from core.architecture import parts, stacks
from core.architecture.options import Input, MaskKind
from core.ops.elementary import Add, TypedIn
from core.program import ProgramBuilder
from core.tensor import Axis, NamedTensor
from tests.support.build import words


def named(tensors, axes=("rows", "columns")):
    made = {}
    for name, values in tensors.items():
        sizes = zip(axes[-values.ndim :], values.shape, strict=True)
        made[name] = NamedTensor.of(name, tuple(Axis(axis, size) for axis, size in sizes), values)
    return made


def causal_mask(builder, sequence):
    return parts.mask(
        builder,
        "decoder.mask",
        queries=sequence,
        keys=sequence,
        kind=MaskKind.CAUSAL,
        custom=None,
        layer="decoder",
    )


def decoder_with_cross_attention(architecture, parameters, *, target, memory, final):
    """A decoder whose layers also attend to `memory`: self-attention, cross-attention, feed-forward."""
    given = named({"target.embed.sum": target, "encoder.norm": memory}, ("token", "d_model"))
    builder = ProgramBuilder(named(parameters), given)
    queries = parts.Sequence(words(len(target), "t"), ())
    keys = parts.Sequence(words(len(memory), "m"), ())
    x, x_keys = (builder.add(name, TypedIn(given[name].axes), layer="embed", part=name) for name in given)
    mask = causal_mask(builder, queries)
    for number in range(architecture.layers):
        layer = f"decoder.{number}"

        def attend(read, layer=layer):
            place = {"mask_name": mask, "layer": layer, "words": (queries.words, queries.words)}
            return parts.attention(
                builder, architecture, f"{layer}.self_attn", queries=read, keys=read, **place
            )

        def cross(read, layer=layer):
            place = {"mask_name": None, "layer": layer, "words": (queries.words, keys.words)}
            return parts.attention(
                builder, architecture, f"{layer}.cross_attn", queries=read, keys=x_keys, **place
            )

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
    attended = parts.attention(
        builder,
        architecture,
        "decoder.0.self_attn",
        queries=x,
        keys=x,
        mask_name=causal_mask(builder, sequence),
        layer="decoder.0",
        words=(sequence.words, sequence.words),
    )
    fed = parts.feed_forward(builder, architecture, attended, "decoder.0.ffn", "decoder.0")
    added = builder.add("decoder.0.add", Add(), attended, fed, layer="decoder.0", part="decoder.0.add")
    normed = parts.norm(builder, architecture, added, "decoder.0.norm", "decoder.0")
    parts.output(builder, architecture, normed)
    return builder.build()
