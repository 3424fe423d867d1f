"""Worked examples that others published, at full precision to 1e-12, and beside the printed numbers."""

import numpy as np
import pytest

from core.architecture.options import (
    ActivationKind,
    Architecture,
    Attention,
    FeedForward,
    FeedForwardKind,
    Input,
    MaskKind,
    Norm,
    NormKind,
    PositionKind,
    Positions,
    Scale,
    Stack,
    Unembedding,
)
from core.ops import GeluExact, GeluTanh, RmsNorm
from tests.support.build import attention_of_qkv, attention_stages, scenario, trace_of, words
from tests.support.cases import assert_stages, copied, furthest, load, tensor, tensors

TOLERANCE = 1e-12


def assert_case(case, stages, *, left_out=()):
    assert_stages(case.expected, stages, TOLERANCE, left_out=left_out)
    for name, published in case.record["published"].items():
        if name in stages and published["agrees"]:
            apart = furthest(stages[name], tensor(published["printed"]), absolute=True)
            assert apart <= published["max_abs_diff_from_full_precision"] + TOLERANCE, name


def one_head(trace, case):
    """The stages of attention with one head, without the head axis, as far as the case has them."""
    stages = {name: values[0] for name, values in attention_stages(trace, "attn").items() if values.ndim == 3}
    stages["output"] = trace["attn.out"].values
    return {name: values for name, values in stages.items() if name in case.expected}


def typed_in(case):
    parts = [case.inputs[name][None] for name in "qkv"]
    assert_case(case, one_head(trace_of(attention_of_qkv(*parts)), case))


def projected(x, weights, *, scale=Scale.ROOT, mask=MaskKind.NONE):
    """Attention alone with one head, X and the three matrices typed in."""
    width, size = weights[0].shape
    options = Attention(1, size, weights[2].shape[1], scale=scale, mask=mask, output=False)
    made = scenario(
        Architecture(Stack.ATTENTION, Input.EMBEDDINGS, d_model=width, attention=options),
        tokens={"source": words(len(x))},
        parameters={f"attn.W_{letter}": matrix for letter, matrix in zip("QKV", weights, strict=True)},
        given={"embed.sum": x},
    )
    return trace_of(made)


def of_matrices(*names, transposed=False, scale=Scale.ROOT):
    def check(case):
        weights = [case.params[name].T if transposed else case.params[name] for name in names]
        trace = projected(case.inputs["x"], weights, scale=scale)
        stages = one_head(trace, case)
        for name, matrix in zip(("W_q", "W_k", "W_v"), ("W_Q", "W_K", "W_V"), strict=True):
            if f"{name}_transposed" in case.expected:
                stages[f"{name}_transposed"] = trace[f"attn.{matrix}"].values
        assert_case(case, stages)

    return check


def illustrated(case):
    of_matrices("w_query", "w_key", "w_value", scale=Scale.NONE)(case)
    weights = [case.params[name] for name in ("w_query", "w_key", "w_value")]
    scaled = projected(case.inputs["x"], weights)["attn.weights"].values[0]
    also = {"attn_weights_if_scaled_by_sqrt_dk": scaled}
    assert_stages(tensors(case.record["also"]), also, TOLERANCE)


def no_weights(case):
    x = case.inputs["x"][None]
    trace = trace_of(attention_of_qkv(x, x, x, scale=Scale.NONE))
    # Dividing scores by their sum is shown there as a wrong way; it is no operation here.
    assert_case(case, one_head(trace, case), left_out={"attn_weights_row2_by_plain_division"})


def trainable(case):
    trace = projected(case.inputs["x"], [case.params[f"W_{name}"] for name in ("query", "key", "value")])
    stages = one_head(trace, case)
    assert_case(
        case, stages | {f"{name}_row2": stages[name][1] for name in ("q", "scores_raw", "attn_weights")}
    )


def causal(case):
    weights = [case.params[f"W_{name}.weight"].T for name in ("query", "key", "value")]
    open_trace = projected(case.inputs["x"], weights)
    masked = projected(case.inputs["x"], weights, mask=MaskKind.CAUSAL)
    unscaled = projected(case.inputs["x"], weights, mask=MaskKind.CAUSAL, scale=Scale.NONE)
    stages = one_head(masked, case) | {
        "attn_weights_unmasked": open_trace["attn.weights"].values[0],
        "output_unmasked": open_trace["attn.out"].values,
        "scores_masked_unscaled": unscaled["attn.masked"].values[0],
    }
    assert_case(case, stages)


def numbered_heads(trace, prefix, case, first):
    """``head1.q`` … of each head, as far as the case has them."""
    by_head = attention_stages(trace, prefix)
    by_head["output"] = by_head["head_out"]
    return {
        f"head{first + head}.{name}": values[head]
        for name, values in by_head.items()
        for head in range(2)
        if f"head{first + head}.{name}" in case.expected
    }


def joined(case, stem):
    return {
        f"attn.W_{letter}": np.hstack([case.params[f"{stem(letter)}{head}"] for head in (1, 2)])
        for letter in "QKV"
    }


def two_heads(case):
    made = scenario(
        Architecture(
            Stack.ATTENTION, Input.EMBEDDINGS, d_model=2, attention=Attention(heads=2, d_k=2, d_v=2)
        ),
        tokens={"source": words(2)},
        parameters=joined(case, lambda letter: f"W_{letter}") | {"attn.W_O": case.params["W_O"]},
        given={"embed.sum": case.inputs["x"]},
    )
    trace = trace_of(made)
    stages = numbered_heads(trace, "attn", case, 1)
    assert_case(case, stages | {"concat": trace["attn.concat"].values, "output": trace["attn.out"].values})


def hand_rounded(case):
    """Its residual adds X to the joined heads themselves: an encoder layer whose W_O is the identity."""
    made = scenario(
        Architecture(
            Stack.ENCODER,
            Input.EMBEDDINGS,
            d_model=2,
            attention=Attention(heads=2, d_k=1, d_v=1),
            feed_forward=FeedForward(FeedForwardKind.NONE),
            norm=Norm(NormKind.NONE),
        ),
        tokens={"source": words(3)},
        parameters={
            f"encoder.0.{name}": values
            for name, values in (
                joined(case, lambda letter: f"W_{letter.lower()}") | {"attn.W_O": np.eye(2)}
            ).items()
        },
        given={"embed.sum": case.inputs["x"]},
    )
    trace = trace_of(made)
    stages = numbered_heads(trace, "encoder.0.attn", case, 1)
    stages["concat"] = trace["encoder.0.attn.concat"].values
    assert_case(case, stages | {"residual": trace["encoder.0.add1"].values})


def scores_typed_in(case):
    size = case.config["d_k"]
    made = attention_of_qkv(
        np.zeros((1, 1, size)),
        np.zeros((1, 2, size)),
        np.zeros((1, 2, 1)),
        given={"attn.scores": case.inputs["scores_raw"].reshape(1, 1, 2)},
    )
    trace = trace_of(made)
    stages = {"scores_scaled": "attn.scaled", "attn_weights": "attn.weights"}
    assert_case(case, {name: trace[step].values[0, 0] for name, step in stages.items()})


def gelu(case):
    x = case.inputs["x"]
    assert_case(case, {"gelu_exact": GeluExact().compute(x)[0], "gelu_tanh": GeluTanh().compute(x)[0]})


def positions(case):
    base, width = case.config["n"], case.config["d"]
    made = scenario(
        Architecture(d_model=width, positions=Positions(PositionKind.SINUSOIDAL, base=float(base))),
        vocabulary=words(4),
        tokens={"source": words(4)},
    )
    assert_case(case, {"encoding": trace_of(made)["embed.positions"].values})


def full_forward(case):
    """No residual and no norm around the attention: switched off."""
    params = case.params
    architecture = Architecture(
        Stack.DECODER,
        d_model=16,
        positions=Positions(PositionKind.LEARNED, length=5),
        attention=Attention(heads=2, d_k=8, d_v=8, mask=MaskKind.CAUSAL),
        feed_forward=FeedForward(d_ff=64, activation=ActivationKind.GELU_TANH),
        unembedding=Unembedding(tied=False),
        off=("decoder.0.add1", "decoder.0.norm1"),
    )
    ours = {"embed.W_E": params["E_token"], "embed.W_P": params["E_pos"], "unembed.W_U": params["W_lm"].T}
    for letter in "QKV":
        heads = [params[f"W_{letter}[{head}]"] for head in (0, 1)]
        ours[f"decoder.0.self_attn.W_{letter}"] = np.hstack(heads)
    ours |= {
        "decoder.0.self_attn.W_O": params["W_O"].T,
        "decoder.0.ffn.W_1": params["W1"].T,
        "decoder.0.ffn.b_1": params["b1"],
        "decoder.0.ffn.W_2": params["W2"].T,
        "decoder.0.ffn.b_2": params["b2"],
        "decoder.0.norm2.gain": params["gamma"],
        "decoder.0.norm2.bias": params["beta"],
    }
    vocabulary = words(len(params["E_token"]))
    tokens = tuple(vocabulary[number] for number in case.inputs["tokens"].astype(int))
    trace = trace_of(
        scenario(architecture, vocabulary=vocabulary, tokens={"target": tokens}, parameters=ours)
    )
    stages = {
        name: trace[step].values
        for name, step in {
            "x": "embed.sum",
            "concat": "decoder.0.self_attn.concat",
            "attn_out": "decoder.0.self_attn.out",
            "ffn_pre": "decoder.0.ffn.hidden",
            "ffn_act": "decoder.0.ffn.activated",
            "ffn_out": "decoder.0.ffn.out",
            "residual": "decoder.0.add2",
            "norm": "decoder.0.norm2",
            "logits": "logits",
            "probabilities": "probabilities",
        }.items()
    }
    stages |= numbered_heads(trace, "decoder.0.self_attn", case, 0)
    stages["norm_output_variance"] = stages["norm"].var(axis=1)
    assert_case(case, stages, left_out={"loss_per_position", "loss_mean", "perplexity"})


def rms_norm(case):
    output, mean_square = RmsNorm(case.config["eps"]).compute(case.inputs["x"], case.params["gamma"])
    assert_case(case, {"mean_square": mean_square[:, None], "output": output})


RUNS = {
    "coding_site_wrong_answer": typed_in,
    "gelu_keras_docs_error": gelu,
    "gelu_tensorflow_docs": gelu,
    "hand_rounded_two_heads": hand_rounded,
    "illustrated_self_attention": illustrated,
    "jalammar_softmax_112_96": scores_typed_in,
    "ml_mastery_attention": of_matrices("W_Q", "W_K", "W_V"),
    "positional_encoding_n100_d4": positions,
    "raschka_causal_seed789": causal,
    "raschka_no_weights": no_weights,
    "raschka_trainable_seed123": trainable,
    "rms_norm_exercise": rms_norm,
    "statquest_self_attention_seed42": of_matrices("W_q.weight", "W_k.weight", "W_v.weight", transposed=True),
    "tensorflow_tutorial_sdpa": typed_in,
    "two_heads_small_integers": two_heads,
    "zhubert_full_forward": full_forward,
}


@pytest.mark.parametrize("name", sorted(RUNS))
def test_every_stage_is_the_textbooks(name):
    RUNS[name](load("textbook", name))


def test_every_copied_textbook_case_is_run():
    assert set(RUNS) == copied("textbook")
