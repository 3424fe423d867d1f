"""Models that are no stack of this version, put together by the tests from the program's own parts."""

from core.architecture import parts
from core.architecture.options import Input
from core.ops.elementary import Add
from core.program import ProgramBuilder
from core.tensor import Axis, NamedTensor
from tests.support.build import words


def named(tensors, axes=("rows", "columns")):
    made = {}
    for name, values in tensors.items():
        sizes = zip(axes[-values.ndim :], values.shape, strict=True)
        made[name] = NamedTensor.of(name, tuple(Axis(axis, size) for axis, size in sizes), values)
    return made


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
        mask_name=parts.mask(
            builder,
            architecture,
            "decoder.mask",
            queries=sequence,
            keys=sequence,
            custom=None,
            layer="decoder",
        ),
        layer="decoder.0",
        words=(sequence.words, sequence.words),
    )
    fed = parts.feed_forward(builder, architecture, attended, "decoder.0.ffn", "decoder.0")
    added = builder.add("decoder.0.add", Add(), attended, fed, layer="decoder.0", part="decoder.0.add")
    normed = parts.norm(builder, architecture, added, "decoder.0.norm", "decoder.0")
    parts.output(builder, architecture, normed)
    return builder.build()
