"""The onnx package's own numbers, to 3e-5 of max(1, |value|): they are float32."""

import math

import numpy as np
import pytest

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
from core.ops import Gate, GeluExact, GeluTanh, LayerNorm, RmsNorm, Rotate, Silu, Softmax
from tests.support.build import scenario, trace_of, words
from tests.support.cases import assert_stages, copied, load

TOLERANCE = 3e-5
EPSILON = 1e-5
"""What both norms add where a case says nothing."""
STAGES = ("scaled", "capped", "masked", "weights")
"""What `qk_matmul_output_mode` 0 to 3 give out."""


def attention(case):
    """Each row of the batch is a scenario of its own: attention alone, q, k and v typed in."""
    parts = [heads_of(case, letter) for letter in "QKV"]
    for name, part in (("past_key", 1), ("past_value", 2)):
        if name in case.inputs:
            parts[part] = np.concatenate([case.inputs[name], parts[part]], axis=2)
    made = [attention_stages(case, row, *(part[row] for part in parts)) for row in range(len(parts[0]))]
    assert_stages(
        case.expected, {name: np.stack([each[name] for each in made]) for name in made[0]}, TOLERANCE
    )


def heads_of(case, letter):
    """Queries, keys or values as (row of the batch, head, token, size); joined heads are cut apart."""
    values = case.inputs[letter]
    if values.ndim == 4:
        return values
    heads = case.record["attributes"]["q_num_heads" if letter == "Q" else "kv_num_heads"]
    rows, tokens, width = values.shape
    return values.reshape(rows, tokens, heads, width // heads).transpose(0, 2, 1, 3)


def attention_stages(case, row, q, k, v):
    """What the case tells of one row of its batch."""
    allowed, added = masks_of(case, row, (len(q), q.shape[1], k.shape[1]))
    np.testing.assert_array_equal(allowed, np.broadcast_to(allowed[0], allowed.shape))  # as a mask of ours
    return told(case, attention_trace(case, (q, k, v), allowed[0], added))


def attention_trace(case, parts, allowed, added):
    q, k, v = parts
    attributes = case.record["attributes"]
    is_plain = not added.any()
    given = dict(zip(("attn.q", "attn.k", "attn.v"), parts, strict=True))
    if not is_plain:  # numbers that are added to the scores: they take the place of a position bias
        given["attn.position_bias"] = added
    causal = np.tri(q.shape[1], k.shape[1], k.shape[1] - q.shape[1], dtype=bool)
    is_causal = np.array_equal(allowed, causal) and not allowed.all()
    options = Attention(
        heads=len(q),
        kv_heads=len(k),
        d_k=q.shape[2],
        d_v=v.shape[2],
        scale=attributes.get("scale", Scale.ROOT),
        soft_cap=attributes.get("softcap", 0.0),
        mask=MaskKind.CAUSAL if is_causal else MaskKind.NONE,
        output=False,
    )
    made = scenario(
        Architecture(
            Stack.ATTENTION,
            Input.QKV,
            positions=Positions(PositionKind.NONE if is_plain else PositionKind.ALIBI),
            attention=options,
        ),
        tokens={"source": words(k.shape[1], "k"), "target": words(q.shape[1], "q")},
        given=given,
        masks={} if is_causal or allowed.all() else {"attn.mask": allowed},
    )
    return trace_of(made)


def masks_of(case, row, shape):
    """Where the operator lets a query look, and what it adds to scores: (head, query, key).

    Attention-24 of the operator's schema: masks hide where they are False or −∞; causal begins at the length
    of the past, or such that the last query sees the last key that is no padding.
    """
    _, queries, keys = shape
    attributes, inputs = case.record["attributes"], case.inputs
    allowed, added = np.ones(shape, dtype=bool), np.zeros(shape)
    if "attn_mask" in inputs:
        mask = inputs["attn_mask"]
        mask = np.broadcast_to(mask[row] if mask.ndim == 4 else mask, shape)
        is_looks = case.record["inputs"]["attn_mask"]["dtype"] == "bool"
        allowed &= mask > 0 if is_looks else mask > -np.inf
        added = added if is_looks else np.where(allowed, mask, 0.0)
    offset = inputs["past_key"].shape[2] if "past_key" in inputs else 0
    if "nonpad_kv_seqlen" in inputs:
        filled = int(inputs["nonpad_kv_seqlen"][row])
        allowed &= np.arange(keys) < filled
        offset = filled - queries
    ahead = np.arange(keys) - np.arange(queries)[:, None] - offset
    if attributes.get("is_causal"):
        allowed &= ahead <= 0
    left, right = (attributes.get(f"{side}_window_size", -1) for side in ("left", "right"))
    if left >= 0:
        allowed &= ahead >= -left
    if right >= 0:
        allowed &= ahead <= right
    return allowed, added


def told(case, trace):
    """Our steps under the names of the operator's outputs."""
    mode = case.record["attributes"].get("qk_matmul_output_mode", 0)
    steps = {
        "Y": "concat" if case.inputs["Q"].ndim == 3 else "heads",
        "present_key": "k",
        "present_value": "v",
        "qk_matmul_output": STAGES[mode],
    }
    return {name: trace[f"attn.{steps[name]}"].values for name in case.expected}


def softmax(case):
    """Along the axis of the case; its other axes one behind the other."""
    assert_stages(case.expected, {"y": softmax_of(case)}, TOLERANCE)


def softmax_of(case):
    axis = case.record["attributes"].get("axis", -1)
    x = np.moveaxis(case.inputs["x"], axis, -1)
    made = Softmax().compute(x.reshape(-1, x.shape[-1]))[0].reshape(x.shape)
    return np.moveaxis(made, -1, axis)


def log_softmax(case):
    """The logarithm is no operation of ours: what it was taken of is compared."""
    assert_stages({"y": np.exp(case.expected["y"])}, {"y": softmax_of(case)}, TOLERANCE)


def layer_norm(case):
    """Our norms go along rows: the axes of the case make one row."""
    x, gain, epsilon = norm_of(case)
    made = LayerNorm(epsilon).compute(x, gain, case.inputs["B"].ravel())
    stages = dict(zip(("Y", *LayerNorm.workings), made, strict=True))
    told = {"Y": stages["Y"], "Mean": stages["mean"], "InvStdDev": 1 / np.sqrt(stages["variance"] + epsilon)}
    told = {name: values.reshape(case.expected[name].shape) for name, values in told.items()}
    assert_stages(case.expected, told, TOLERANCE)


def rms_norm(case):
    x, gain, epsilon = norm_of(case)
    made = RmsNorm(epsilon).compute(x, gain)[0]
    assert_stages(case.expected, {"Y": made.reshape(case.expected["Y"].shape)}, TOLERANCE)


def norm_of(case):
    gain = case.inputs["W"].ravel()
    return case.inputs["X"].reshape(-1, gain.size), gain, case.record["attributes"].get("epsilon", EPSILON)


def rotary(case):
    """Its cosines and sines are random numbers, of no angle: what they are multiplied by is ours.

    Turned by cos and sin, x is cos · x + sin · (x turned by a right angle).
    """
    x, attributes = case.inputs["input"], case.record["attributes"]
    columns = attributes.get("rotary_embedding_dim", 0) or x.shape[-1]
    turn = Rotate(columns, 1.0, not attributes.get("interleaved"), math.pi / 2)
    turned = turn.compute(x.reshape(-1, 1, x.shape[-1]))[0].reshape(x.shape)
    cosines, sines = (cache_of(case, name, turn) for name in ("cos_cache", "sin_cache"))
    assert_stages(case.expected, {"output": cosines * x + sines * turned}, TOLERANCE)


def cache_of(case, name, turn):
    """For each column the number of its pair, as (row, 1, token, column); 1 or 0 where it is not turned."""
    cache = case.inputs[name]
    if "position_ids" in case.inputs:
        cache = cache[case.inputs["position_ids"].astype(int)]
    width = case.inputs["input"].shape[-1]
    made = np.full((*cache.shape[:2], width), 1.0 if name == "cos_cache" else 0.0)
    for column in range(turn.columns):
        made[..., column] = cache[..., turn.pair(column)[0]]
    return made[:, None]


def gelu(case):
    made = GELUS[case.record["attributes"].get("approximate", "none")].compute(case.inputs["x"])[0]
    assert_stages(case.expected, {"y": made}, TOLERANCE)


GELUS = {"none": GeluExact(), "tanh": GeluTanh()}


def swish(case):
    assert case.record["attributes"]["alpha"] == 1.0
    assert_stages(case.expected, {"y": Silu().compute(case.inputs["x"])[0]}, TOLERANCE)


def swiglu(case):
    """The activated gate times the hidden numbers."""
    opened = Silu().compute(case.inputs["a"])[0]
    assert_stages(case.expected, {"y": Gate().compute(opened, case.inputs["b"])[0]}, TOLERANCE)


RUNS = {
    "Attention": attention,
    "Gelu": gelu,
    "LayerNormalization": layer_norm,
    "LogSoftmax": log_softmax,
    "RMSNormalization": rms_norm,
    "RotaryEmbedding": rotary,
    "Softmax": softmax,
    "SwiGLU": swiglu,
    "Swish": swish,
}


@pytest.mark.parametrize("name", sorted(copied("onnx")))
def test_every_stage_is_that_of_onnx(name):
    case = load("onnx", name)
    RUNS[case.record["op_type"]](case)
