"""Huge, tiny, missing and forbidden numbers: the true value to 1e-14, or the convention that is ours."""

import json
import re

import numpy as np
import pytest

from core.architecture.options import (
    Attention,
    HeadsDoNotDivide,
    MaskKind,
    OptionOutOfRange,
    default_head_size,
)
from core.errors import SandboxError
from core.formats import BadScenario, loads
from core.ops import LayerNorm, RmsNorm, Scores, Softmax
from core.tensor import Axis
from tests.support.build import attention_of_qkv, attention_stages, trace_of
from tests.support.cases import assert_stages, copied, furthest, load, tensors

EXACT = 1e-14


def exact(case):
    return tensors(case.record["exact"])


def by_torch(case):
    return tensors(case.record["torch_float64"])


def qkv_trace(inputs, **options):
    return trace_of(attention_of_qkv(*(inputs[name][None] for name in "qkv"), **options))


def all_masked_row(case):
    """Ours is the convention of scaled_dot_product_attention: the row gets zero weights and a zero output."""
    trace = qkv_trace(case.inputs, custom=case.inputs["allowed"])
    theirs = by_torch(case)
    assert furthest(trace["attn.out"].values, theirs["sdpa_output"]) <= EXACT
    weights = np.nan_to_num(theirs["softmax_weights"], nan=0.0)
    assert furthest(trace["attn.weights"].values[0], weights) <= EXACT
    of_q = dict.fromkeys("qkv", case.inputs["q"])
    same = qkv_trace(of_q, custom=case.inputs["allowed"])["attn.out"].values
    assert furthest(same, theirs["mha_self_q_need_weights_false_output"][0]) <= EXACT


def causal_alignment(case):
    """Ours is bottom right, as decoding with a cache has it; top left is an edited mask."""
    bottom_right = qkv_trace(case.inputs, mask=MaskKind.CAUSAL)
    assert (bottom_right["attn.mask"].values == case.inputs["allowed_bottom_right"]).all()
    top_left = qkv_trace(case.inputs, custom=case.inputs["allowed_top_left"])
    stages = {"output_bottom_right": bottom_right, "output_top_left": top_left}
    assert_stages(by_torch(case), {name: trace["attn.out"].values for name, trace in stages.items()}, EXACT)


def file_of(width, heads, **sizes):
    """A scenario file with that many heads, and d_k left to its default unless it is said."""
    architecture = {"stack": "encoder-only", "d_model": width, "attention": {"heads": heads, **sizes}}
    head = {"format": "transformer-sandbox", "version": 1, "title": "t"}
    rest = {"vocabulary": ["a"], "tokens": {"source": ["a"]}, "architecture": architecture}
    return json.dumps(head | rest).encode()


def heads_do_not_divide(case):
    outcomes = dict(case.record["outcomes"])
    grouped = outcomes.pop("sdpa enable_gqa with 3 query heads on 2 kv heads")
    assert "must divide" in grouped
    assert len(outcomes) == 6
    for tried in outcomes:
        width, heads = map(int, re.findall(r"=(\d+)", tried))
        if heads == 0:
            with pytest.raises(OptionOutOfRange):
                default_head_size(width, heads)
            with pytest.raises(OptionOutOfRange):
                Attention(heads)
        else:
            refusal = f"{heads} heads do not divide d_model = {width}"
            with pytest.raises(HeadsDoNotDivide, match=refusal):
                default_head_size(width, heads)
            with pytest.raises(BadScenario, match=f"^architecture ▸ attention: {refusal}"):
                loads(file_of(width, heads))
            assert loads(file_of(width, heads, d_k=2, d_v=2)).architecture.attention.heads == heads
    query = (Axis("head", 3), Axis("query", 1), Axis("d_k", 4))
    key = (Axis("head", 2), Axis("key", 1), Axis("d_k", 4))
    with pytest.raises(SandboxError, match="q is 3 and k is 2; head must be equal"):
        Scores().axes("attn.scores", query, key)


def normed(x, epsilon, gain=None, bias=None):
    width = x.shape[-1]
    gain = np.ones(width) if gain is None else gain
    bias = np.zeros(width) if bias is None else bias
    with np.errstate(all="ignore"):
        return LayerNorm(epsilon).compute(x, gain, bias)[0]


def norm_of_subnormals(case):
    x = case.inputs["x"]
    true, ours = exact(case)["layer_norm_eps_1e_5"], normed(x, 1e-5)
    # Half the last bit of a subnormal mean, times 1/√ε: PyTorch's own numbers are that far off too.
    half_a_bit = 5e-324 / np.sqrt(1e-5)
    assert furthest(ours[[0, 2]], true[[0, 2]], absolute=True) <= half_a_bit
    assert furthest(ours[1] / 1e-198, true[1] / 1e-198) <= EXACT
    assert furthest(normed(x, 0.0), by_torch(case)["layer_norm_eps_0"]) == 0.0
    ours = RmsNorm(1e-6, gain=False).compute(x)[0]
    assert furthest(ours, by_torch(case)["rms_norm_eps_1e_6"], absolute=True) <= 5e-324 / np.sqrt(1e-6)


def norm_of_constant_rows(case):
    x, theirs = case.inputs["x"], by_torch(case)
    assert_stages(exact(case), {"layer_norm_eps_1e_5": normed(x, 1e-5)}, EXACT)
    affine = normed(x, 1e-5, case.inputs["weight"], case.inputs["bias"])
    assert furthest(affine, theirs["layer_norm_affine_eps_1e_5"]) <= EXACT
    with np.errstate(all="ignore"):
        for epsilon, name in ((1e-5, "rms_norm_eps_1e_5"), (0.0, "rms_norm_eps_0")):
            assert furthest(RmsNorm(epsilon, gain=False).compute(x)[0], theirs[name]) <= EXACT
    without = normed(x, 0.0)[:3]  # a mean of four 0.1 may be off by a bit: 0/0 or not, that is row 3
    assert furthest(without, theirs["layer_norm_eps_0"][:3]) == 0.0


def nan_placement(case):
    """Ours selects: a masked score is −∞ whatever it was before; 0 · NaN stays NaN in the output."""
    theirs = by_torch(case)
    for letter, row, word in (("q", 1, "query_1"), ("k", 2, "key_2"), ("v", 2, "value_2")):
        inputs = {name: case.inputs[name].copy() for name in "qkv"}
        inputs[letter][row, 0] = np.nan
        masked = qkv_trace(inputs, mask=MaskKind.CAUSAL)
        assert (masked["attn.mask"].values == case.inputs["causal_allowed"]).all()
        stages = {
            "unmasked_output": qkv_trace(inputs)["attn.out"].values,
            "causal_select_mask_weights": masked["attn.weights"].values[0],
            "causal_select_mask_output": masked["attn.out"].values,
        }
        for name, values in stages.items():
            assert furthest(values, theirs[f"nan_in_{word}.{name}"]) <= EXACT, (word, name)


def one_token(case):
    v = case.inputs["v"]
    for options in ({}, {"mask": MaskKind.CAUSAL}):
        trace = qkv_trace(case.inputs, **options)
        stages = attention_stages(trace, "attn")
        stages = {name: stages[name][0] for name in ("scores_scaled", "attn_weights")}
        assert_stages(exact(case), stages | {"output": trace["attn.out"].values}, EXACT)
        assert trace["attn.weights"].values.tolist() == [[[1.0]]]
        assert trace["attn.out"].values.tobytes() == v.tobytes()


def softmax(case):
    with np.errstate(all="ignore"):
        weights = Softmax().compute(case.inputs["x"])[0]
    assert_stages(exact(case), {"output": weights}, EXACT)
    return weights


def softmax_of_ties(case):
    weights = softmax(case)
    tied = case.inputs["x"] == case.inputs["x"][:, :1]
    rows = weights[tied.all(axis=1)]
    assert len(rows) > 0
    assert (rows == 1 / 3).all()


RUNS = {
    "all_masked_row_conventions": all_masked_row,
    "causal_alignment_Tq_ne_Tk": causal_alignment,
    "heads_do_not_divide": heads_do_not_divide,
    "layer_norm_subnormals": norm_of_subnormals,
    "layer_norm_zero_variance": norm_of_constant_rows,
    "nan_placement": nan_placement,
    "one_token": one_token,
    "softmax_huge_1e4": softmax,
    "softmax_infinities_and_nan": softmax,
    "softmax_ties_and_signed_zero": softmax_of_ties,
}


@pytest.mark.parametrize("name", sorted(RUNS))
def test_every_hard_number_is_right(name):
    RUNS[name](load("adversarial", name))


def test_every_copied_adversarial_case_is_run():
    assert set(RUNS) == copied("adversarial")
