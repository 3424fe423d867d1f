"""Building scenarios, and our parameters from PyTorch's."""

from types import MappingProxyType

import numpy as np

from core.architecture.options import (
    Architecture,
    Attention,
    Input,
    MaskKind,
    PositionKind,
    Positions,
    Scale,
    Stack,
)
from core.scenario import Parameter, Scenario, with_missing_parameters
from core.tensor import frozen
from core.trace import run


def array(values):
    return frozen(np.array(values, dtype=np.float64))


def words(count, stem="w"):
    return tuple(f"{stem}{number}" for number in range(count))


def scenario(
    architecture,
    *,
    parameters=None,
    given=None,
    masks=None,
    tokens=None,
    padding=None,
    types=None,
    **fields,
):
    """A scenario in which parameters that are not named get their seeded defaults."""
    made = with_missing_parameters(
        Scenario(
            architecture=architecture,
            tokens=MappingProxyType(dict(tokens or {})),
            padding=MappingProxyType(dict(padding or {})),
            types=MappingProxyType(dict(types or {})),
            masks=MappingProxyType({name: boolean_rows(rows) for name, rows in (masks or {}).items()}),
            given=MappingProxyType({name: array(values) for name, values in (given or {}).items()}),
            **fields,
        )
    )
    return with_parameters(made, parameters or {})


def with_parameters(changed, parameters):
    """The scenario with some parameters replaced; their names and shapes must be the architecture's."""
    for name, values in parameters.items():
        assert np.shape(values) == changed.spec(name).shape, name
    replaced = {name: Parameter(array(values)) for name, values in parameters.items()}
    return changed.with_changes(parameters={**changed.parameters, **replaced})


def boolean_rows(rows):
    return tuple(tuple(bool(cell) for cell in row) for row in rows)


def trace_of(made, earlier=None):
    trace = run(made.program(), earlier)
    assert trace.failure is None
    return trace


def attention_of_qkv(q, k, v, *, scale=Scale.ROOT, mask=MaskKind.NONE, custom=None, bias=None, given=None):
    """Attention alone with q, k and v of shape (head, token, size) typed in, and what is added to scores."""
    q, k, v = (np.asarray(part, dtype=float) for part in (q, k, v))
    options = Attention(
        heads=len(q), kv_heads=len(k), d_k=q.shape[2], d_v=v.shape[2], scale=scale, mask=mask, output=False
    )
    return scenario(
        Architecture(
            Stack.ATTENTION,
            Input.QKV,
            positions=Positions(PositionKind.NONE if bias is None else PositionKind.ALIBI),
            attention=options,
        ),
        tokens={"source": words(k.shape[1], "k"), "target": words(q.shape[1], "q")},
        given={"attn.q": q, "attn.k": k, "attn.v": v}
        | ({} if bias is None else {"attn.position_bias": bias})
        | (given or {}),
        masks={} if custom is None else {"attn.mask": custom},
    )


def torch_attention(params, theirs, ours):
    """W_Q, W_K, W_V, W_O and biases from nn.MultiheadAttention, whose matrices are [out, in] and stacked."""
    made = {f"{ours}.W_O": params[f"{theirs}out_proj.weight"].T}
    for letter, block in zip("QKV", np.split(params[f"{theirs}in_proj_weight"], 3), strict=True):
        made[f"{ours}.W_{letter}"] = block.T
    if f"{theirs}in_proj_bias" in params:
        made[f"{ours}.b_O"] = params[f"{theirs}out_proj.bias"]
        for letter, block in zip("QKV", np.split(params[f"{theirs}in_proj_bias"], 3), strict=True):
            made[f"{ours}.b_{letter}"] = block
    return made


def torch_norm(params, theirs, ours):
    gain = params[f"{theirs}.weight"]
    return {f"{ours}.gain": gain, f"{ours}.bias": params.get(f"{theirs}.bias", np.zeros_like(gain))}


def torch_layer(params, theirs, ours, attentions, norms):
    """The parameters of one encoder or decoder layer; `attentions` maps PyTorch's names to ours."""
    made = {}
    for their_name, our_name in attentions.items():
        made |= torch_attention(params, f"{theirs}{their_name}.", f"{ours}.{our_name}")
    for number in range(1, norms + 1):
        made |= torch_norm(params, f"{theirs}norm{number}", f"{ours}.norm{number}")
    for number in (1, 2):
        made[f"{ours}.ffn.W_{number}"] = params[f"{theirs}linear{number}.weight"].T
        if f"{theirs}linear{number}.bias" in params:
            made[f"{ours}.ffn.b_{number}"] = params[f"{theirs}linear{number}.bias"]
    return made


def attention_stages(trace, ours, theirs=""):
    """Our attention steps under the names of the reference cases."""
    return {
        f"{theirs}{their_name}": trace[f"{ours}.{our_name}"].values
        for their_name, our_name in {
            "q": "q",
            "k": "k",
            "v": "v",
            "scores_raw": "scores",
            "scores_scaled": "scaled",
            "scores_masked": "masked",
            "attn_weights": "weights",
            "head_out": "heads",
            "concat": "concat",
            "attn_out": "out",
        }.items()
    }
