"""Every stage of PyTorch's own numbers, to 1e-12 of max(1, |value|)."""

from dataclasses import replace

import numpy as np
import pytest

from core.architecture.options import (
    ActivationKind,
    Architecture,
    Attention,
    FeedForward,
    Input,
    MaskKind,
    Norm,
    NormPlace,
    PositionKind,
    Positions,
    Scale,
    Stack,
    Unembedding,
)
from core.ops import GeluExact, GeluTanh, LayerNorm, RmsNorm, Silu, Softmax
from tests.support.build import (
    attention_of_qkv,
    attention_stages,
    scenario,
    torch_attention,
    torch_layer,
    torch_norm,
    trace_of,
    words,
)
from tests.support.cases import assert_stages, copied, load

TOLERANCE = 1e-12


def multihead(case):
    """Each row of the batch is a scenario of its own: attention alone, X typed in."""
    for row in range(int(case.config["batch"])):
        trace = trace_of(multihead_scenario(case, row))
        expected = {name: values[row] for name, values in case.expected.items() if name != "output"}
        batch = 0 if case.config["batch_first"] else 1
        expected["output"] = case.expected["output"].take(row, axis=batch)
        assert_stages(expected, multihead_stages(trace), TOLERANCE)


def multihead_stages(trace):
    return attention_stages(trace, "attn") | {
        "attn_weights_mean_over_heads": trace["attn.weights"].values.mean(axis=0),
        "output": trace["attn.out"].values,
    }


def multihead_options(case, **changes):
    heads, size = case.config["num_heads"], case.config["head_dim"]
    return Attention(heads, d_k=size, d_v=size, bias=case.config["bias"], **changes)


def multihead_scenario(case, row):
    query = case.inputs["query"][row]
    key = case.inputs.get("key", case.inputs["query"])[row]
    alone = {"tokens": {"source": words(len(key))}, "given": {"embed.sum": key}}
    crossed = {
        "tokens": {"source": words(len(key)), "target": words(len(query))},
        "given": {"source.embed.sum": key, "target.embed.sum": query},
    }
    mask, padding = MaskKind.NONE, ()
    if "attn_mask" in case.inputs:
        np.testing.assert_array_equal(case.inputs["attn_mask"], np.triu(np.ones((len(query), len(key))), 1))
        mask = MaskKind.CAUSAL
    if "key_padding_mask" in case.inputs:
        padding = tuple(np.flatnonzero(case.inputs["key_padding_mask"][row]).tolist())
    options = multihead_options(case, mask=mask)
    return scenario(
        Architecture(Stack.ATTENTION, Input.EMBEDDINGS, d_model=case.config["embed_dim"], attention=options),
        parameters=torch_attention(case.params, "", "attn"),
        padding={"source": padding},
        **(crossed if "key" in case.inputs else alone),
    )


def multihead_float_mask(case):
    """Numbers added to the scores are no option: they are typed in as a position bias, −∞ as a mask."""
    allowed, bias = float_mask(case.inputs["attn_mask"], case.config["num_heads"])
    made = scenario(
        Architecture(
            Stack.ATTENTION,
            Input.EMBEDDINGS,
            d_model=case.config["embed_dim"],
            positions=Positions(PositionKind.ALIBI),
            attention=multihead_options(case),
        ),
        tokens={"source": words(3)},
        parameters=torch_attention(case.params, "", "attn"),
        given={"embed.sum": case.inputs["query"][0], "attn.position_bias": bias},
        masks={"attn.mask": allowed},
    )
    expected = {name: values[0] for name, values in case.expected.items()}
    assert_stages(expected, multihead_stages(trace_of(made)), TOLERANCE)


def multihead_typed_in(case):
    """How k and v come about is no option: q, k and v are typed in, all that follows is computed."""
    expected = {name: values[0] for name, values in case.expected.items()}
    weights = {"attn.W_O": case.params["out_proj.weight"].T, "attn.b_O": case.params["out_proj.bias"]}
    made = scenario(
        Architecture(
            Stack.ATTENTION, Input.QKV, d_model=case.config["embed_dim"], attention=multihead_options(case)
        ),
        tokens={"source": words(expected["k"].shape[1]), "target": words(expected["q"].shape[1])},
        parameters=weights,
        given={f"attn.{name}": expected[name] for name in "qkv"},
    )
    assert_stages(expected, multihead_stages(trace_of(made)), TOLERANCE)


def scaled_dot_product(case):
    """F.scaled_dot_product_attention: q, k and v typed in, a bool mask as the edited mask."""
    custom = case.inputs.get("attn_mask")  # True = allowed, as ours
    mask = MaskKind.CAUSAL if case.config["is_causal"] else MaskKind.NONE
    if mask is MaskKind.CAUSAL and case.config["Tq"] != case.config["Tk"]:
        custom, mask = np.tri(case.config["Tq"], case.config["Tk"]), MaskKind.NONE  # top left, unlike ours
    batched_scaled_dot_product(case, mask=mask, custom=custom)


def scaled_dot_product_float_mask(case):
    """Numbers added to the scores are no option: they are typed in as a position bias, −∞ as a mask."""
    allowed, bias = float_mask(case.inputs["attn_mask"], case.config["H"])
    batched_scaled_dot_product(case, custom=allowed, bias=bias)


def float_mask(mask, heads):
    """Which looks a mask of numbers allows, and what it adds to the scores of each head."""
    allowed = mask > -np.inf
    return allowed, np.broadcast_to(np.where(allowed, mask, 0.0), (heads, *mask.shape))


def scaled_dot_product_grouped(case):
    """Grouped heads: k and v have fewer heads than q."""
    assert case.config["H"] == 2 * case.config["Hk"]
    batched_scaled_dot_product(case)


def batched_scaled_dot_product(case, *, mask=MaskKind.NONE, custom=None, bias=None):
    scale = Scale.ROOT if case.config["scale"] is None else case.config["scale"]
    batch = case.inputs["q"].shape[0] if case.inputs["q"].ndim == 4 else 1
    for row in range(batch):
        parts = [heads_of(case.inputs[name], row) for name in "qkv"]
        expected = {name: heads_of(values, row) for name, values in case.expected.items()}
        made = attention_of_qkv(*parts, scale=scale, mask=mask, custom=custom, bias=bias)
        trace = trace_of(made)
        stages = attention_stages(trace, "attn")
        stages["output"] = trace["attn.heads"].values
        assert_stages(expected, {name: stages[name] for name in expected}, TOLERANCE)


def heads_of(values, row):
    return values[row] if values.ndim == 4 else values[None]


def encoder_architecture(case, layers, *, final=False):
    size, config = case.config["head_dim"], case.config
    causal = "src_mask" in case.inputs
    mask = MaskKind.CAUSAL if causal else MaskKind.NONE
    bias = config.get("bias", True)
    activation = ActivationKind(config["activation"])
    place = NormPlace.PRE if config["norm_first"] else NormPlace.POST
    return Architecture(
        Stack.ENCODER,
        Input.EMBEDDINGS,
        layers,
        config["d_model"],
        attention=Attention(config["nhead"], size, size, bias=bias, mask=mask),
        feed_forward=FeedForward(d_ff=config["dim_feedforward"], activation=activation, bias=bias),
        norm=Norm(place=place, epsilon=config["layer_norm_eps"], final=final),
    )


def encoder(case):
    """nn.TransformerEncoderLayer and nn.TransformerEncoder."""
    stacked = "layers.0.linear1.weight" in case.params
    numbers = range(case.config["num_layers"])
    theirs = [f"layers.{number}." if stacked else "" for number in numbers]
    for row in range(case.config["batch"]):
        expected = {name: values[row] for name, values in case.expected.items()}
        trace = encoder_trace(case, theirs, row)
        stages = {"output": trace["encoder.norm"].values}
        for number in numbers:
            stages |= layer_stages(
                trace, f"encoder.{number}", theirs[number], case.config, ("attn",), ("self_attn",)
            )
            stages[f"{theirs[number]}x"] = trace[
                f"encoder.{number - 1}.{last(case)}" if number else "embed.sum"
            ].values
        assert_stages(expected, stages, TOLERANCE)


def encoder_trace(case, theirs, row):
    parameters = {}
    for number, layer in enumerate(theirs):
        parameters |= torch_layer(case.params, layer, f"encoder.{number}", {"self_attn": "attn"}, norms=2)
    source = case.inputs["src"][row]
    if "src_mask" in case.inputs:
        np.testing.assert_array_equal(case.inputs["src_mask"], np.triu(np.ones((len(source),) * 2), 1))
    made = scenario(
        encoder_architecture(case, len(theirs)),
        tokens={"source": words(len(source))},
        parameters=parameters,
        given={"embed.sum": source},
    )
    return trace_of(made)


def last(case, sublayers=2):
    return f"add{sublayers}" if case.config["norm_first"] else f"norm{sublayers}"


def layer_stages(trace, ours, theirs, config, our_attentions, their_attentions):
    """All stages of one layer under PyTorch's names."""
    stages = {}
    sublayers = len(our_attentions) + 1
    for our_name, their_name in zip(our_attentions, their_attentions, strict=True):
        stages |= attention_stages(trace, f"{ours}.{our_name}", f"{theirs}{their_name}.")
    names = {"ffn_pre": "ffn.hidden", "ffn_act": "ffn.activated", "ffn_out": "ffn.out", "resid_attn": "add1"}
    names |= {"resid_attn_cross": "add2"} if sublayers == 3 else {}
    names |= {"resid_ffn": f"add{sublayers}"}
    names |= {f"norm{number}": f"norm{number}" for number in range(1, sublayers + 1)}
    names["out"] = f"add{sublayers}" if config["norm_first"] else f"norm{sublayers}"
    return stages | {f"{theirs}{name}": trace[f"{ours}.{step}"].values for name, step in names.items()}


def decoder_layer(case):
    """nn.TransformerDecoderLayer: what the encoder would give is typed in."""
    trace = decoder_trace(case, [], [""], {"encoder.norm": case.inputs["memory"][0]})
    expected = {name: values[0] for name, values in case.expected.items()}
    stages = decoder_layer_stages(case, trace, 0, "")
    stages["output"] = trace["decoder.norm"].values  # switched off: the last layer's output
    assert_stages(expected, stages, TOLERANCE)


def decoder_trace(case, encoders, decoders, given):
    """The trace of an encoder–decoder with the parameters of these layers of PyTorch's."""
    np.testing.assert_array_equal(case.inputs["tgt_mask"], np.triu(np.ones_like(case.inputs["tgt_mask"]), 1))
    parameters = {}
    for number, layer in enumerate(encoders):
        parameters |= torch_layer(case.params, layer, f"encoder.{number}", {"self_attn": "attn"}, norms=2)
    attentions = {"self_attn": "self_attn", "multihead_attn": "cross_attn"}
    for number, layer in enumerate(decoders):
        parameters |= torch_layer(case.params, layer, f"decoder.{number}", attentions, norms=3)
    if encoders:
        for stack in ("encoder", "decoder"):
            parameters |= torch_norm(case.params, f"{stack}.norm", f"{stack}.norm")
        parameters |= {"unembed.W_U": case.params["head.weight"].T, "unembed.b_U": case.params["head.bias"]}
    target, source = case.inputs["tgt"][0], case.inputs.get("src", case.inputs.get("memory"))[0]
    made = scenario(
        encoder_decoder(case, len(decoders), final=bool(encoders)),
        vocabulary=words(case.config.get("vocab", 1)),
        tokens={"source": words(len(source), "s"), "target": words(len(target), "t")},
        parameters=parameters,
        given={"source.embed.sum": source, "target.embed.sum": target, **given},
    )
    return trace_of(made)


def encoder_decoder(case, layers, *, final):
    encoder_alone = encoder_architecture(case, layers, final=final)
    return replace(
        encoder_alone,
        stack=Stack.ENCODER_DECODER,
        attention=replace(encoder_alone.attention, mask=MaskKind.CAUSAL),
        unembedding=Unembedding(tied=False, bias=True),
    )


def decoder_layer_stages(case, trace, number, theirs):
    stages = layer_stages(
        trace,
        f"decoder.{number}",
        theirs,
        case.config,
        ("self_attn", "cross_attn"),
        ("self_attn", "multihead_attn"),
    )
    before = f"decoder.{number - 1}.{last(case, 3)}" if number else "target.embed.sum"
    return stages | {f"{theirs}x": trace[before].values}


def transformer(case):
    """nn.Transformer with a linear head."""
    layers = range(case.config["num_encoder_layers"])
    assert case.config["num_decoder_layers"] == len(layers)
    encoders, decoders = (
        [f"{stack}.layers.{number}." for number in layers] for stack in ("encoder", "decoder")
    )
    trace = decoder_trace(case, encoders, decoders, {})
    stages = {}
    for number, theirs in enumerate(encoders):
        stages |= layer_stages(trace, f"encoder.{number}", theirs, case.config, ("attn",), ("self_attn",))
        before = f"encoder.{number - 1}.{last(case)}" if number else "source.embed.sum"
        stages[f"{theirs}x"] = trace[before].values
    for number, theirs in enumerate(decoders):
        stages |= decoder_layer_stages(case, trace, number, theirs)
    stages["output"] = trace["decoder.norm"].values
    ends = ("encoder.norm", "decoder.norm", "logits", "probabilities")
    stages |= {name: trace[name].values for name in ends}
    assert_stages({name: values[0] for name, values in case.expected.items()}, stages, TOLERANCE)


def gelu_exact(case):
    assert_stages(case.expected, {"output": GeluExact().compute(case.inputs["x"])[0]}, TOLERANCE)


def gelu_tanh(case):
    assert_stages(case.expected, {"output": GeluTanh().compute(case.inputs["x"])[0]}, TOLERANCE)


def silu(case):
    with np.errstate(all="ignore"):
        made = Silu().compute(case.inputs["x"])[0]
    assert_stages(case.expected, {"output": made}, TOLERANCE)


def rms_norm(case):
    epsilon = case.config["effective_eps"]
    output, mean_square = RmsNorm(epsilon).compute(case.inputs["x"], case.params["weight"])
    stages = {"mean_square": mean_square.reshape(case.expected["mean_square"].shape), "output": output}
    assert_stages(case.expected, stages, TOLERANCE)


def layer_norm(case):
    """Over two axes it is the norm of rows twice as long."""
    x = case.inputs["x"]
    width = int(np.prod(case.config["normalized_shape"]))
    rows = x.reshape(-1, width)
    gain = case.params.get("weight", np.ones(width))
    bias = case.params.get("bias", np.zeros(width))
    operation = LayerNorm(case.config["eps"])
    output, mean, _, variance = operation.compute(rows, gain, bias)
    normalized = operation.compute(rows, np.ones(width), np.zeros(width))[0]
    stages = {"mean": mean, "var": variance, "normalized": normalized, "output": output}
    shaped = {name: values.reshape(case.expected[name].shape) for name, values in stages.items()}
    assert_stages(case.expected, shaped, TOLERANCE)


def softmax_rows(case):
    with np.errstate(all="ignore"):
        weights = Softmax().compute(case.inputs["x"])[0]
    assert_stages(case.expected, {"output": weights}, TOLERANCE)


def softmax_columns(case):
    """Our softmax goes along rows: the columns of x are given to it as rows."""
    weights = Softmax().compute(case.inputs["x"].T)[0].T
    assert_stages(case.expected, {"output": weights}, TOLERANCE)


RUNS = {
    "dec_postln_relu": decoder_layer,
    "dec_preln_gelu": decoder_layer,
    "enc_postln_gelu_causal_batch2": encoder,
    "enc_postln_relu": encoder,
    "enc_preln_gelu": encoder,
    "enc_preln_silu_nobias": encoder,
    "enc_stack2_postln_gelu": encoder,
    "gelu_exact": gelu_exact,
    "gelu_tanh": gelu_tanh,
    "layer_norm_affine": layer_norm,
    "layer_norm_eps_1e-12": layer_norm,
    "layer_norm_two_axes_noaffine": layer_norm,
    "mha_bias_kv_zero_attn": multihead_typed_in,
    "mha_causal_h2_T4": multihead,
    "mha_cross_h2_Tq2_Tk5": multihead,
    "mha_cross_kdim_vdim": multihead_typed_in,
    "mha_float_mask_h2": multihead_float_mask,
    "mha_key_padding_h4_batch2": multihead,
    "mha_self_h1_T2_nobias": multihead,
    "mha_self_h2_T3_batch2": multihead,
    "mha_self_h2_T4_batch_of_one": multihead,
    "mha_seq_first_h2": multihead,
    "rms_norm_default_eps": rms_norm,
    "rms_norm_eps_1e-6": rms_norm,
    "sdpa_Dv_differs": scaled_dot_product,
    "sdpa_bool_mask": scaled_dot_product,
    "sdpa_causal_Tq2_Tk4": scaled_dot_product,
    "sdpa_causal_square": scaled_dot_product,
    "sdpa_dead_row_bool": scaled_dot_product,
    "sdpa_float_mask_batch2": scaled_dot_product_float_mask,
    "sdpa_gqa_4to2": scaled_dot_product_grouped,
    "sdpa_plain_rank2": scaled_dot_product,
    "sdpa_scale_override": scaled_dot_product,
    "silu": silu,
    "softmax_axis0": softmax_columns,
    "softmax_with_neg_inf": softmax_rows,
    "transformer_1x1_postln_relu": transformer,
    "transformer_2x2_preln_gelu": transformer,
}


@pytest.mark.parametrize("name", sorted(RUNS))
def test_every_stage_is_pytorchs(name):
    RUNS[name](load("torch", name))


def test_every_copied_torch_case_is_run():
    assert set(RUNS) == copied("torch")
