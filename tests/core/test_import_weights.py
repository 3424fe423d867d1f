"""Weights from files: what PyTorch would compute with them, and our own names, come out as they went in."""

import io

import numpy as np
import pytest
import safetensors
import safetensors.numpy

from core.architecture.options import (
    ActivationKind,
    Architecture,
    Attention,
    Decoder,
    Embedding,
    FeedForward,
    FeedForwardKind,
    Input,
    MaskKind,
    Norm,
    NormKind,
    NormPlace,
    PositionKind,
    Positions,
    Stack,
)
from core.architecture.presets import PRESETS, new_scenario, preset
from core.edits import ImportWeights
from core.errors import SandboxError
from core.examples import examples, load_example
from core.importers.weights.file import read_weights, weights_of_bytes
from core.importers.weights.model import found_model
from core.importers.weights.plan import Fate, weight_plan
from core.importers.weights.shapes import Wishes
from tests.support.build import array, trace_of, words
from tests.support.cases import furthest, load

FORMATS = ("npz", "npz compressed", "safetensors")


def packed(tensors, kind="npz"):
    if kind == "safetensors":
        return safetensors.numpy.save({name: np.ascontiguousarray(each) for name, each in tensors.items()})
    buffer = io.BytesIO()
    (np.savez_compressed if kind.endswith("compressed") else np.savez)(buffer, **tensors)
    return buffer.getvalue()


def of(tensors, kind="npz"):
    return weights_of_bytes(packed(tensors, kind))


def refused(call, *arguments):
    with pytest.raises(SandboxError) as caught:
        call(*arguments)
    told = str(caught.value)
    assert len(told) < 400
    assert told.isprintable()
    return told


# Numbers


@pytest.mark.parametrize("kind", FORMATS)
@pytest.mark.parametrize("stored", ["f8", "f4", "f2", "i8", "i4", "i2", "i1", "u8", "u4", "u2", "u1", "?"])
def test_numbers_of_every_type_come_back_exactly(stored, kind):
    values = np.array([[0, 1, 2], [1, 0, 7]]).astype(stored)
    if stored[0] == "f":
        values[0] = -0.0, 1 / 3, np.finfo(stored).smallest_subnormal
    read = of({"embed.W_E": values}, kind)["embed.W_E"]
    assert read.shape == (2, 3)
    assert read.type == values.dtype.name
    assert read.values().tobytes() == values.astype(np.float64).tobytes()
    assert not read.values().flags.writeable


def test_bfloat16_is_the_upper_half_of_float32():
    exact = np.array([[1.0, -2.5, 3.140625], [2.0**-130, 0.0, -1e38]], dtype=np.float32)
    upper = (exact.view(np.uint32) >> 16).astype("<u2")
    spec = safetensors.TensorSpec(
        dtype="bfloat16", shape=[2, 3], data_ptr=upper.ctypes.data, data_len=upper.nbytes
    )
    data = safetensors.serialize({"embed.W_E": spec})
    read = weights_of_bytes(bytes(data))["embed.W_E"]
    assert read.type == "bfloat16"
    expected = (upper.astype(np.uint32) << 16).view(np.float32).astype(np.float64)
    assert np.array_equal(read.values(), expected)
    assert read.values()[0].tolist() == [1.0, -2.5, 3.140625]


def test_arrays_stored_by_columns_or_in_the_other_order_of_bytes():
    values = np.arange(6.0).reshape(2, 3)
    read = of({"embed.W_E": np.asfortranarray(values), "unembed.W_U": values.astype(">f4")})
    assert np.array_equal(read["embed.W_E"].values(), values)
    assert np.array_equal(read["unembed.W_U"].values(), values)


@pytest.mark.parametrize(
    ("number", "kind"),
    [(np.nan, "f8"), (np.inf, "f4"), (2**53 + 1, "i8"), (2**64 - 1, "u8")],
)
def test_a_number_that_no_parameter_may_hold_is_refused_with_its_place(number, kind):
    values = np.zeros((2, 3), kind)
    values[1, 2] = number
    told = refused(of({"embed.W_E": values})["embed.W_E"].values)
    assert told.startswith(f"embed.W_E: [1, 2] is {number}")


def test_a_file_is_read_from_disk(tmp_path):
    path = tmp_path / "any name"
    path.write_bytes(packed({"embed.W_E": np.eye(2)}))
    assert read_weights(path)["embed.W_E"].values().tolist() == [[1, 0], [0, 1]]


# PyTorch's names: with its weights, our model computes what it computed


def torch_file(case, prefix="", left_out=()):
    return {prefix + name: values for name, values in case.params.items() if name not in left_out}


def wishes(case, **more):
    config = case.config
    place = NormPlace.PRE if config.get("norm_first") else NormPlace.POST
    activation = ActivationKind(config.get("activation", "relu"))
    heads = config.get("num_heads") or config["nhead"]
    return Wishes(heads, place=place, activation=activation, **more)


def typed_in(made, given):
    """The scenario with other words, and numbers for their vectors."""
    tokens = {name.partition(".")[0] if "." in name[:7] else name: values for name, values in given.items()}
    tokens = {name: words(len(values), name) for name, values in tokens.items()}
    several = len(tokens) > 1
    prefixes = {name: f"{name}.embed.sum" if several else "embed.sum" for name in tokens}
    return made.with_changes(
        tokens=tokens, given={prefixes[name]: array(values) for name, values in given.items()}
    )


@pytest.mark.parametrize("kind", FORMATS)
@pytest.mark.parametrize("prefix", ["", "self_attn.", "model.block.attention."])
@pytest.mark.parametrize("name", ["mha_self_h2_T4_batch_of_one", "mha_self_h1_T2_nobias", "mha_causal_h2_T4"])
def test_multihead_attention_of_pytorch(name, prefix, kind):
    case = load("torch", name)
    mask = MaskKind.CAUSAL if "attn_mask" in case.inputs else None
    found = found_model(of(torch_file(case, prefix), kind), wishes(case, mask=mask))
    made = typed_in(found.scenario(), {"source": case.inputs["query"][0]})
    trace = trace_of(made)
    assert furthest(trace["attn.weights"].values, case.expected["attn_weights"][0]) < 1e-12
    assert furthest(trace["attn.out"].values, case.expected["output"][0]) < 1e-12


def test_attention_between_two_sequences():
    case = load("torch", "mha_cross_h2_Tq2_Tk5")
    made = found_model(of(torch_file(case)), wishes(case)).scenario()
    made = typed_in(made, {"source": case.inputs["key"][0], "target": case.inputs["query"][0]})
    assert furthest(trace_of(made)["attn.out"].values, case.expected["output"][0]) < 1e-12


def test_maps_of_q_k_and_v_that_lie_apart():
    """q_proj_weight and the others: what PyTorch keeps where keys have another width."""
    case = load("torch", "mha_self_h2_T4_batch_of_one")
    tensors = torch_file(case, left_out=("in_proj_weight",))
    thirds = np.split(case.params["in_proj_weight"], 3)
    tensors |= {f"{letter}_proj_weight": third for letter, third in zip("qkv", thirds, strict=True)}
    made = typed_in(found_model(of(tensors), wishes(case)).scenario(), {"source": case.inputs["query"][0]})
    assert furthest(trace_of(made)["attn.out"].values, case.expected["output"][0]) < 1e-12


def test_keys_of_another_width_are_told_with_both_shapes():
    case = load("torch", "mha_cross_kdim_vdim")
    plan = found_model(of(torch_file(case)), wishes(case)).plan
    told = {row.name: str(row.reason) for row in plan.rows if row.fate is Fate.OTHER_SHAPE}
    assert told == {
        "attn.W_K": "the model needs 6 × 6 and would get 5 × 6",
        "attn.W_V": "the model needs 6 × 6 and would get 3 × 6",
    }


def test_extra_keys_are_told():
    case = load("torch", "mha_bias_kv_zero_attn")
    plan = found_model(of(torch_file(case)), wishes(case)).plan
    told = {row.stored: str(row.reason) for row in plan.rows if row.fate is Fate.NOT_HERE}
    assert told.keys() == {"bias_k", "bias_v"}
    assert "add_bias_kv" in told["bias_k"]


@pytest.mark.parametrize(
    "name", ["enc_postln_relu", "enc_preln_gelu", "enc_stack2_postln_gelu", "enc_preln_silu_nobias"]
)
def test_encoder_of_pytorch(name):
    case = load("torch", name)
    found = found_model(of(torch_file(case, "module.")), wishes(case))
    assert found.plan.count(Fate.OTHER_SHAPE, Fate.NOT_HERE) == 0
    made = typed_in(found.scenario(), {"source": case.inputs["src"][0]})
    assert furthest(trace_of(made)["encoder.norm"].values, case.expected["output"][0]) < 1e-12


def test_encoder_and_decoder_of_pytorch():
    case = load("torch", "transformer_2x2_preln_gelu")
    found = found_model(of(torch_file(case)), wishes(case))
    assert found.architecture.stack is Stack.ENCODER_DECODER
    assert {row.stored for row in found.plan.rows if row.fate is Fate.NOT_HERE} == {
        "head.weight",
        "head.bias",
    }
    made = typed_in(found.scenario(), {"source": case.inputs["src"][0], "target": case.inputs["tgt"][0]})
    assert furthest(trace_of(made)["decoder.norm"].values, case.expected["output"][0]) < 1e-12


def test_decoder_layer_of_pytorch():
    case = load("torch", "dec_postln_relu")
    found = found_model(of(torch_file(case)), wishes(case))
    assert found.architecture.stack is Stack.ENCODER_DECODER
    made = typed_in(found.scenario(), {"source": case.inputs["memory"][0], "target": case.inputs["tgt"][0]})
    made = made.with_changes(given={**made.given, "encoder.norm": array(case.inputs["memory"][0])})
    assert furthest(trace_of(made)["decoder.norm"].values, case.expected["output"][0]) < 1e-12


def test_an_encoder_of_pytorch_becomes_a_decoder_where_that_is_wished():
    case = load("torch", "enc_stack2_postln_gelu")
    found = found_model(of(torch_file(case)), wishes(case, stack=Stack.DECODER))
    assert found.architecture.stack is Stack.DECODER
    assert found.architecture.attention.mask is MaskKind.CAUSAL
    names = {row.name for row in found.plan.rows if row.fate is Fate.FITS}
    assert {"decoder.1.self_attn.W_Q", "decoder.1.ffn.W_2", "decoder.0.norm2.bias"} <= names
    assert found.plan.count(Fate.OTHER_SHAPE, Fate.NOT_HERE) == 0


# Our names


def everything(scenario):
    return {name: scenario.source_values(name) for name in (*scenario.parameters, *scenario.given)}


@pytest.mark.parametrize("kind", FORMATS)
@pytest.mark.parametrize("key", [example.key for example in examples()])
def test_every_example_comes_back_by_our_names(key, kind):
    known = load_example(key)
    options = known.architecture
    found = found_model(
        of(everything(known), kind),
        Wishes(
            options.attention.heads,
            options.stack,
            options.norm.place,
            options.feed_forward.activation,
            options.attention.mask,
        ),
    )
    assert found.plan.count(Fate.OTHER_SHAPE, Fate.NOT_HERE, Fate.MISSING) == 0
    made = found.scenario("read")
    assert made.title == "read"
    assert made.parameters.keys() == known.parameters.keys()
    for name, parameter in made.parameters.items():
        assert parameter.values.tobytes() == known.parameters[name].values.tobytes()
    for name, values in known.given.items():
        assert made.given[name].tobytes() == values.tobytes()
    for name in ("stack", "input", "d_model"):
        assert name == "d_model" or getattr(made.architecture, name) is getattr(options, name)
    sizes = (
        made.architecture.attention.heads,
        made.architecture.attention.d_k,
        made.architecture.attention.d_v,
    )
    assert sizes == (options.attention.heads, options.attention.d_k, options.attention.d_v)
    trace_of(made)


@pytest.mark.parametrize("key", [each.key for each in PRESETS])
def test_the_shapes_of_a_preset_tell_a_model_of_these_shapes(key):
    known = preset(key).scenario()
    options = known.architecture
    found = found_model(of(everything(known)), Wishes(options.attention.heads, place=options.norm.place))
    assert found.plan.is_whole
    got = found.architecture
    assert (got.stack, got.input, got.layers) == (options.stack, options.input, options.layers)
    assert [got.attention.kv_heads, got.attention.d_k, got.attention.d_v, got.attention.bias] == [
        options.attention.kv_heads, options.attention.d_k, options.attention.d_v, options.attention.bias,
    ]  # fmt: skip
    if options.has_layers:
        assert got.norm.kind is options.norm.kind
        assert got.feed_forward.kind is options.feed_forward.kind
    if options.has_output:
        assert got.unembedding.tied == options.unembedding.tied


def made_of(**options):
    """A scenario, with three words for each sequence."""
    sequences = {"source": ("the", "cat", "sat"), "target": ("a", "b", "c")}
    architecture = Architecture(d_model=8, **options)
    return new_scenario(architecture, {name: sequences[name] for name in architecture.sequences})


RARE = {
    "grouped heads": made_of(stack=Stack.DECODER, attention=Attention(4, 2, 3, kv_heads=2, bias=True)),
    "one head of keys": made_of(attention=Attention(4, 2, 2, kv_heads=1)),
    "norms of queries": made_of(stack=Stack.DECODER, attention=Attention(2, 4, 4, qk_norm=NormKind.RMS)),
    "no bias of W_O": made_of(
        stack=Stack.ENCODER, attention=Attention(2, 4, 4, bias=True, output_bias=False)
    ),
    "token types": made_of(stack=Stack.ENCODER, embedding=Embedding(types=2, norm=True)),
    "gated": made_of(stack=Stack.DECODER, feed_forward=FeedForward(FeedForwardKind.GATED, 12, bias=False)),
    "RMS norms": made_of(stack=Stack.DECODER, norm=Norm(NormKind.RMS, NormPlace.PRE, final=True)),
    "norms on both sides": made_of(stack=Stack.DECODER, norm=Norm(place=NormPlace.BOTH)),
    "no norms": made_of(stack=Stack.ENCODER, norm=Norm(NormKind.NONE)),
    "buckets": made_of(stack=Stack.ENCODER, positions=Positions(PositionKind.T5, buckets=6, farthest=9)),
    "positions of two": made_of(
        stack=Stack.ENCODER_DECODER, positions=Positions(PositionKind.LEARNED, length=9, shared=False)
    ),
    "another decoder": made_of(
        stack=Stack.ENCODER_DECODER,
        layers=2,
        attention=Attention(2, 4, 4),
        decoder=Decoder(layers=1, d_k=3, d_v=5, d_ff=7),
    ),
}


@pytest.mark.parametrize("key", RARE)
def test_what_shapes_tell_of_rarer_options(key):
    known = RARE[key]
    found = found_model(of(everything(known)), Wishes(known.architecture.attention.heads))
    assert found.plan.is_whole
    made = found.scenario()
    assert {name: each.shape for name, each in made.parameters.items()} == {
        name: each.shape for name, each in known.parameters.items()
    }
    trace_of(made)


def test_words_of_a_vocabulary_that_nobody_knows_are_numbers():
    made = found_model(of(everything(preset("gpt-2").scenario())), Wishes(2)).scenario()
    count = len(made.parameters["embed.W_E"].values)
    assert made.vocabulary == tuple(map(str, range(count)))
    assert made.tokens == {"target": ("0", "1", "2")}


def test_q_k_and_v_that_are_typed_in_tell_heads_and_words():
    rng = np.random.default_rng(1)
    tensors = {"attn.q": rng.normal(size=(2, 3, 4)), "attn.k": rng.normal(size=(2, 5, 4))}
    tensors["attn.v"] = rng.normal(size=(2, 5, 6))
    made = found_model(of(tensors), Wishes()).scenario()
    assert made.architecture.input is Input.QKV
    assert {name: len(each) for name, each in made.tokens.items()} == {"source": 5, "target": 3}
    assert made.given["attn.v"].tobytes() == tensors["attn.v"].tobytes()
    assert trace_of(made)["attn.heads"].shape == (2, 3, 6)


def test_what_the_file_lacks_starts_as_in_a_new_document():
    known = preset("encoder-2017").scenario()
    tensors = everything(known)
    del tensors["encoder.0.norm1.bias"]
    found = found_model(of(tensors), Wishes(2))
    missing = [row for row in found.plan.rows if row.fate is Fate.MISSING]
    assert [row.name for row in missing] == ["encoder.0.norm1.bias"]
    assert "new document" in str(missing[0].reason)
    assert not found.scenario().parameters["encoder.0.norm1.bias"].values.any()


@pytest.mark.parametrize(
    ("tensors", "told"),
    [
        ({"fc.weight": np.eye(2)}, "No model can be told from these names: fc.weight."),
        ({f"x{n}": np.eye(2) for n in range(9)}, "x0, x1, x2, …"),
        ({"attn.W_Q": np.eye(4)}, "3 heads do not divide the width of attn.W_Q: 4"),
        ({"attn.W_Q": np.zeros(4)}, "attn.W_Q is 4; axes of attn.W_Q: 2"),
        ({"attn.W_Q": np.zeros((4, 0))}, "none of length 0"),
        ({"out_proj.weight": np.float64(1)}, "out_proj.weight is 1; axes of attn.W_O: 2"),
        ({"encoder.600.attn.W_Q": np.eye(3)}, "layers is 601; it must be 1 … 48"),
        ({"attn.W_Q": np.zeros((5000, 3))}, "d_model is 5000; it must be 1 … 4096"),
    ],
)
def test_files_that_are_of_no_model(tensors, told):
    assert told in refused(found_model, of(tensors), Wishes(3))


def test_a_model_that_is_too_large_is_refused_before_its_numbers_are_read():
    tensors = {f"encoder.{n}.attn.W_Q": np.zeros((1500, 1500), "?") for n in range(3)}
    found = found_model(of(tensors, "npz compressed"), Wishes())
    assert "numbers; 20000000 are possible" in refused(found.scenario)


# Into a model that is there


def test_by_names_into_a_model_that_is_there():
    known = preset("encoder-2017").scenario(seed=1)
    case = load("torch", "enc_postln_relu")
    plan = weight_plan(known, of(torch_file(case)))
    needed = {row.name: row.needed for row in plan.rows if row.fate is Fate.OTHER_SHAPE}
    assert needed["encoder.0.attn.W_Q"] == "8 × 8"
    other = preset("encoder-2017").scenario(seed=2)
    plan = weight_plan(known, of(everything(other)))
    assert plan.is_whole
    made = ImportWeights(plan.numbers(), "x.npz").apply(known)
    assert {name: each.values.tobytes() for name, each in made.parameters.items()} == {
        name: each.values.tobytes() for name, each in other.parameters.items()
    }
    assert made.tokens == known.tokens
    assert str(ImportWeights(plan.numbers(), "x.npz").label) == "Import weights from x.npz"


def test_what_is_equal_stays_the_same_object():
    known = preset("encoder-2017").scenario()
    tensors = everything(known)
    same = ImportWeights(weight_plan(known, of(tensors)).numbers(), "x")
    assert same.apply(known) is known
    tensors["encoder.0.ffn.W_1"] = tensors["encoder.0.ffn.W_1"] + 1
    made = ImportWeights(weight_plan(known, of(tensors)).numbers(), "x").apply(known)
    changed = [name for name in known.parameters if made.parameters[name] is not known.parameters[name]]
    assert changed == ["encoder.0.ffn.W_1"]


def test_where_one_does_not_fit_nothing_is_replaced():
    known = load_example("one-head")
    name = next(iter(known.parameters))
    bad = {name: known.parameters[name].values + 1, "attn.out": np.zeros((1, 1))}
    assert "computed" in refused(ImportWeights(bad, "x").apply, known)
    bad = {name: np.zeros((1, 1))}
    assert "Use" in refused(ImportWeights(bad, "x").apply, known)


def test_typed_in_tensors_go_in_too():
    known = load_example("worked-example")
    tensors = {"attn.q": known.given["attn.q"] + 1, "attn.k": np.zeros((1, 3, 1))}
    plan = weight_plan(known, of(tensors))
    fates = {row.name: row.fate for row in plan.rows if row.stored}
    assert fates == {"attn.q": Fate.FITS, "attn.k": Fate.OTHER_SHAPE}
    made = ImportWeights(plan.numbers(), "x").apply(known)
    assert made.given["attn.q"].tolist() == (known.given["attn.q"] + 1).tolist()
    assert made.given["attn.k"] is known.given["attn.k"]


def test_one_attention_of_a_file_goes_into_the_only_attention_of_a_model():
    case = load("torch", "mha_self_h2_T4_batch_of_one")
    known = preset("encoder-2017").scenario()
    plan = weight_plan(known, of(torch_file(case)))
    names = {row.name for row in plan.rows if row.fate is Fate.FITS}
    assert {"encoder.0.attn.W_Q", "encoder.0.attn.W_O"} <= names


def test_of_several_attentions_none_goes_into_a_single_one():
    case = load("torch", "mha_self_h2_T4_batch_of_one")
    known = found_model(of(torch_file(case)), Wishes(2)).scenario()
    plan = weight_plan(known, of(torch_file(case, "a.") | torch_file(case, "b.")))
    assert not plan.fitting
    assert "which of the attentions" in str(next(row for row in plan.rows if row.stored).reason)
    assert "Nothing in the file fits the model. The first tensor is a.in_proj_weight" in refused(plan.numbers)


def test_a_name_that_two_tensors_claim_is_told():
    case = load("torch", "mha_self_h2_T4_batch_of_one")
    tensors = torch_file(case) | {"attn.W_O": np.eye(8)}
    plan = found_model(of(tensors), Wishes(2)).plan
    told = [str(row.reason) for row in plan.rows if row.fate is Fate.NOT_HERE]
    assert told == ["attn.W_O is already taken from attn.W_O"]


def test_a_bias_or_matrix_that_is_no_three_blocks():
    case = load("torch", "mha_self_h2_T4_batch_of_one")
    tensors = torch_file(case) | {"in_proj_bias": np.zeros(23), "out_proj.bias": np.zeros(8)}
    plan = found_model(of(tensors), Wishes(2)).plan
    told = {row.stored: str(row.reason) for row in plan.rows if row.fate is Fate.NOT_HERE}
    assert told == {"in_proj_bias": "it should hold the maps of q, k and v behind each other: 3·d_model"}
