"""An encoder whose output a decoder attends to: its steps, parameters, edits and words."""

import json
from dataclasses import replace

import numpy as np
import pytest

from core.architecture.conventions import conventions_line
from core.architecture.options import Architecture, Attention, Input, MaskKind, Norm, NormPlace, Stack
from core.architecture.presets import preset
from core.edits import (
    ChangeArchitecture,
    InsertToken,
    MoveToken,
    RemoveToken,
    ReplaceToken,
    SetMaskCells,
    SetPadding,
    SetTensor,
)
from core.edits.masks import ClosedByCausal, ClosedByPadding
from core.examples import load_example
from core.explanation import explain
from core.formats import BadScenario, dumps, loads
from tests.support.build import trace_of
from tests.support.scenarios import filled

PRESET = preset("encoder-decoder-2017")
POST = [
    "source.embed.tokens",
    "source.embed.scaled",
    "source.embed.positions",
    "source.embed.sum",
    "encoder.0.attn.q",
    "encoder.0.attn.k",
    "encoder.0.attn.v",
    "encoder.0.attn.scores",
    "encoder.0.attn.scaled",
    "encoder.0.attn.masked",
    "encoder.0.attn.weights",
    "encoder.0.attn.heads",
    "encoder.0.attn.concat",
    "encoder.0.attn.out",
    "encoder.0.add1",
    "encoder.0.norm1",
    "encoder.0.ffn.hidden",
    "encoder.0.ffn.activated",
    "encoder.0.ffn.out",
    "encoder.0.add2",
    "encoder.0.norm2",
    "encoder.norm",
    "target.embed.tokens",
    "target.embed.scaled",
    "target.embed.positions",
    "target.embed.sum",
    "decoder.mask",
    "decoder.0.self_attn.q",
    "decoder.0.self_attn.k",
    "decoder.0.self_attn.v",
    "decoder.0.self_attn.scores",
    "decoder.0.self_attn.scaled",
    "decoder.0.self_attn.masked",
    "decoder.0.self_attn.weights",
    "decoder.0.self_attn.heads",
    "decoder.0.self_attn.concat",
    "decoder.0.self_attn.out",
    "decoder.0.add1",
    "decoder.0.norm1",
    "decoder.0.cross_attn.q",
    "decoder.0.cross_attn.k",
    "decoder.0.cross_attn.v",
    "decoder.0.cross_attn.scores",
    "decoder.0.cross_attn.scaled",
    "decoder.0.cross_attn.masked",
    "decoder.0.cross_attn.weights",
    "decoder.0.cross_attn.heads",
    "decoder.0.cross_attn.concat",
    "decoder.0.cross_attn.out",
    "decoder.0.add2",
    "decoder.0.norm2",
    "decoder.0.ffn.hidden",
    "decoder.0.ffn.activated",
    "decoder.0.ffn.out",
    "decoder.0.add3",
    "decoder.0.norm3",
    "decoder.norm",
    "logits",
    "probabilities",
]
ATTENTION = ("W_Q", "W_K", "W_V", "W_O")
FEED_FORWARD = ("ffn.W_1", "ffn.b_1", "ffn.W_2", "ffn.b_2")


def step_names(scenario):
    return [step.name for step in scenario.program().steps]


def changed(scenario, **options):
    return ChangeArchitecture(replace(scenario.architecture, **options)).apply(scenario)


def test_it_has_the_steps_of_the_house():
    assert step_names(PRESET.scenario()) == POST


def test_before_each_sublayer_where_norms_come_first():
    made = changed(PRESET.scenario(), norm=Norm(place=NormPlace.PRE, final=True))
    names = step_names(made)
    assert sorted(names) == sorted(POST)
    sublayers = [name for name in names if name.startswith("decoder.0.")]
    order = [
        name for name in sublayers if name.endswith((".q", ".hidden")) or "norm" in name or "add" in name
    ]
    assert order == [
        "decoder.0.norm1",
        "decoder.0.self_attn.q",
        "decoder.0.add1",
        "decoder.0.norm2",
        "decoder.0.cross_attn.q",
        "decoder.0.add2",
        "decoder.0.norm3",
        "decoder.0.ffn.hidden",
        "decoder.0.add3",
    ]
    program = made.program()
    assert program.step("decoder.0.cross_attn.q").inputs[0] == "decoder.0.norm2"
    assert program.step("decoder.0.add2").inputs == ("decoder.0.add1", "decoder.0.cross_attn.out")


def test_its_parameters_have_the_names_of_the_house():
    norms = ("gain", "bias")
    assert list(changed(PRESET.scenario(), norm=Norm(final=True)).parameters) == [
        "embed.W_E",
        *(f"encoder.0.attn.{name}" for name in ATTENTION),
        *(f"encoder.0.norm1.{name}" for name in norms),
        *(f"encoder.0.{name}" for name in FEED_FORWARD),
        *(f"encoder.0.norm2.{name}" for name in norms),
        *(f"encoder.norm.{name}" for name in norms),
        *(f"decoder.0.self_attn.{name}" for name in ATTENTION),
        *(f"decoder.0.norm1.{name}" for name in norms),
        *(f"decoder.0.cross_attn.{name}" for name in ATTENTION),
        *(f"decoder.0.norm2.{name}" for name in norms),
        *(f"decoder.0.{name}" for name in FEED_FORWARD),
        *(f"decoder.0.norm3.{name}" for name in norms),
        *(f"decoder.norm.{name}" for name in norms),
    ]


def test_queries_come_from_the_decoder_and_keys_and_values_from_the_encoder():
    made = changed(PRESET.scenario(), layers=2)
    program = made.program()
    for number, read in ((0, "decoder.0.norm1"), (1, "decoder.1.norm1")):
        part = f"decoder.{number}.cross_attn"
        assert program.step(f"{part}.q").inputs == (read, f"{part}.W_Q")
        assert program.step(f"{part}.k").inputs == ("encoder.norm", f"{part}.W_K")
        assert program.step(f"{part}.v").inputs == ("encoder.norm", f"{part}.W_V")
    weights = trace_of(made)["decoder.1.cross_attn.weights"]
    assert weights.shape == (2, 4, 3)
    assert [axis.name for axis in weights.axes] == ["head", "query", "key"]
    assert [axis.labels for axis in weights.axes[1:]] == [
        ("<start>", "the", "dog", "ran"),
        ("the", "cat", "sat"),
    ]
    assert program.step("source.embed.tokens").inputs == program.step("target.embed.tokens").inputs


def test_only_the_decoders_self_attention_is_causal():
    trace = trace_of(PRESET.scenario())
    assert trace["decoder.mask"].values.tolist() == np.tri(4).tolist()
    assert "encoder.mask" not in trace
    assert "decoder.cross_mask" not in trace
    assert (trace["encoder.0.attn.weights"].values > 0).all()
    assert (trace["decoder.0.cross_attn.weights"].values > 0).all()


def test_padding_of_the_source_hides_it_from_the_encoder_and_from_the_decoder():
    made = SetPadding("source", 2, on=True).apply(PRESET.scenario())
    made = SetPadding("target", 0, on=True).apply(made)
    trace = trace_of(made)
    assert trace["encoder.mask"].values.tolist() == [[1, 1, 0]] * 3
    assert trace["decoder.cross_mask"].values.tolist() == [[1, 1, 0]] * 4
    assert trace["decoder.mask"].values[3].tolist() == [0, 1, 1, 1]
    assert (trace["decoder.0.cross_attn.weights"].values[..., 2] == 0).all()


def test_each_mask_is_edited_and_follows_its_sequences():
    made = PRESET.scenario()
    for mask, cell in (("encoder.mask", (0, 2)), ("decoder.mask", (3, 1)), ("decoder.cross_mask", (3, 2))):
        made = SetMaskCells(mask, (cell,), (False,)).apply(made)
        assert trace_of(made)[mask].values[cell] == 0
    assert dumps(loads(dumps(made))) == dumps(made)
    assert json.loads(dumps(made))["masks"]["decoder.cross_mask"][3] == [1, 1, 0]
    longer = InsertToken("source", 0, "sat").apply(made)
    assert np.argwhere(~np.array(longer.masks["encoder.mask"])).tolist() == [[1, 3]]
    assert np.argwhere(~np.array(longer.masks["decoder.cross_mask"])).tolist() == [[3, 3]]
    assert longer.masks["decoder.mask"] == made.masks["decoder.mask"]
    shorter = RemoveToken("target", 0).apply(made)
    assert shorter.masks["encoder.mask"] == made.masks["encoder.mask"]
    assert np.argwhere(~np.array(shorter.masks["decoder.cross_mask"])).tolist() == [[2, 2]]
    assert np.argwhere(~np.array(shorter.masks["decoder.mask"])).tolist() == [[2, 0]]


def test_what_cannot_be_opened_is_told_by_the_mask():
    made = SetPadding("source", 0, on=True).apply(PRESET.scenario())
    with pytest.raises(ClosedByCausal, match="“<start>” may not look at “ran”"):
        SetMaskCells("decoder.mask", ((0, 3),), (True,)).apply(made)
    with pytest.raises(ClosedByPadding, match="“the”"):
        SetMaskCells("decoder.cross_mask", ((0, 0),), (True,)).apply(made)
    assert SetMaskCells("decoder.cross_mask", ((0, 2),), (True,)).apply(made) is made


def test_what_is_typed_in_follows_the_sequence_it_runs_over():
    made = changed(PRESET.scenario(), input=Input.EMBEDDINGS, unembedding=replace(_untied(), tied=False))
    assert set(made.given) == {"source.embed.sum", "target.embed.sum"}
    patched = made.with_changes(
        given={
            **made.given,
            "decoder.0.cross_attn.scores": _numbers((2, 4, 3)),
            "decoder.0.cross_attn.k": _numbers((2, 3, 4)),
            "encoder.norm": _numbers((3, 8)),
            "decoder.0.add2": _numbers((4, 8)),
        }
    )
    assert loads(dumps(patched)).given.keys() == patched.given.keys()
    source = MoveToken("source", 2, 0).apply(patched)
    assert source.given["target.embed.sum"] is made.given["target.embed.sum"]
    assert source.given["decoder.0.add2"] is patched.given["decoder.0.add2"]
    for name, axis in (
        ("source.embed.sum", 0),
        ("encoder.norm", 0),
        ("decoder.0.cross_attn.k", 1),
        ("decoder.0.cross_attn.scores", 2),
    ):
        assert source.given[name].tolist() == patched.given[name].take([2, 0, 1], axis=axis).tolist(), name
    target = InsertToken("target", 4, "ran").apply(patched)
    assert [target.given[name].shape for name in ("decoder.0.cross_attn.scores", "decoder.0.add2")] == [
        (2, 5, 3),
        (5, 8),
    ]
    assert target.given["encoder.norm"] is patched.given["encoder.norm"]


def _untied():
    return PRESET.architecture.unembedding


def _numbers(shape):
    values = np.arange(float(np.prod(shape))).reshape(shape)
    values.setflags(write=False)
    return values


def test_a_new_word_of_either_sequence_joins_the_one_vocabulary():
    made = ReplaceToken("source", 0, "猫").apply(PRESET.scenario())
    made = ReplaceToken("target", 1, "猫").apply(made)
    assert made.vocabulary == (*PRESET.scenario().vocabulary, "猫")
    trace = trace_of(made)
    rows = (trace["source.embed.tokens"].values[0], trace["target.embed.tokens"].values[1])
    assert (rows[0] == rows[1]).all()


def test_from_a_decoder_and_back_the_parameters_of_one_name_are_the_same_objects():
    before = preset("decoder-2017").scenario()
    both = changed(before, stack=Stack.ENCODER_DECODER)
    assert both.tokens == {"source": ("the", "cat", "sat"), "target": ("the", "cat", "sat")}
    assert all(both.parameters[name] is before.parameters[name] for name in before.parameters)
    assert both.parameters["decoder.0.cross_attn.W_Q"].initializer is not None
    back = ChangeArchitecture(before.architecture).apply(both)
    assert all(back.parameters[name] is before.parameters[name] for name in before.parameters)
    assert dumps(back) == dumps(before)


def test_from_an_encoder_and_back():
    before = SetMaskCells("encoder.mask", ((0, 1),), (False,)).apply(preset("encoder-2017").scenario())
    both = changed(before, stack=Stack.ENCODER_DECODER)
    assert both.masks == before.masks
    shared = set(before.parameters)
    assert all(both.parameters[name] is before.parameters[name] for name in shared)
    back = ChangeArchitecture(before.architecture).apply(both)
    assert all(back.parameters[name] is before.parameters[name] for name in shared)
    assert back.tokens == before.tokens
    assert back.masks == before.masks


def test_from_cross_attention_alone_a_mask_between_the_sequences_is_kept():
    before = SetMaskCells("attn.mask", ((3, 0),), (False,)).apply(preset("cross-attention").scenario())
    both = ChangeArchitecture(PRESET.architecture).apply(before)
    assert both.tokens == before.tokens
    assert list(both.masks) == ["decoder.cross_mask"]
    back = ChangeArchitecture(before.architecture).apply(both)
    assert back.masks == before.masks


def test_typed_in_q_k_v_start_with_those_of_cross_attention():
    made = PRESET.scenario()
    trace = trace_of(made)
    alone = changed(made, stack=Stack.ATTENTION, input=Input.QKV)
    for letter in "qkv":
        assert (alone.given[f"attn.{letter}"] == trace[f"decoder.0.cross_attn.{letter}"].values).all()


@pytest.mark.parametrize("missing", ["source", "target"])
def test_a_file_without_one_of_the_sequences_is_refused(missing):
    document = json.loads(dumps(PRESET.scenario()))
    for section in ("tokens", "padding"):
        del document[section][missing]
    with pytest.raises(
        BadScenario, match=f"tokens: “{missing}” is missing: the stack “encoder-decoder” reads"
    ):
        loads(json.dumps(document).encode())


def test_what_is_typed_in_for_the_encoder_feeds_every_decoder_layer():
    made = filled(Architecture(Stack.ENCODER_DECODER, layers=2, attention=Attention(d_k=2, d_v=2)), 4)
    memory = np.zeros((3, 4))
    trace = trace_of(made.with_changes(given={"encoder.norm": memory}))
    for number in range(2):
        assert not trace[f"decoder.{number}.cross_attn.k"].values.any()


def test_a_source_of_another_order_gives_the_same_output_without_positions():
    made = load_example("encoder-decoder")
    swapped = MoveToken("source", 0, 2).apply(made)
    rows = (trace_of(each)["probabilities"].values for each in (made, swapped))
    np.testing.assert_allclose(next(rows), next(rows), rtol=0, atol=1e-14)


def test_explain_says_where_queries_keys_and_values_come_from():
    trace = trace_of(load_example("encoder-decoder"))
    scores = explain(trace, "decoder.0.cross_attn.scores", (0, 2, 1)).text
    assert "Queries come from the decoder, keys and values from memory: 6 × 3." in scores
    keys = explain(trace, "decoder.0.cross_attn.k", (0, 0, 0)).text
    assert "In cross-attention keys and values come from memory, the encoder's output: 3 × 4." in keys
    values = explain(trace, "decoder.0.cross_attn.v", (0, 0, 0)).text
    assert "In cross-attention keys and values come from memory, the encoder's output: 3 × 3." in values
    queries = explain(trace, "decoder.0.cross_attn.q", (0, 0, 0)).text
    assert "In cross-attention queries come from the decoder: 6 × 4." in queries
    own = explain(trace, "decoder.0.self_attn.scores", (0, 2, 1)).text
    assert "come from" not in own


@pytest.mark.parametrize("off", [(), ("encoder.0.add1",)])
def test_memory_is_called_so_where_it_is_made_and_where_it_is_read(off):
    made = load_example("encoder-decoder")
    trace = trace_of(made.with_changes(architecture=replace(made.architecture, off=off)))
    for letter in ("k", "v"):
        text = explain(trace, f"decoder.0.cross_attn.{letter}", (0, 0, 0)).text
        assert f"{letter}[I, 1] = memory[I] · W_{letter.upper()}[column 1]" in text
        assert "columns of memory, then" in text
    assert explain(trace, "encoder.norm", (0, 0)).text.startswith("memory[I, me] = norm2[I, me] = ")
    assert "memory" not in explain(trace, "decoder.norm", (0, 0)).text
    assert "memory" not in explain(trace, "decoder.0.cross_attn.q", (0, 0, 0)).text


def test_the_conventions_tell_which_attention_is_causal():
    line = conventions_line(PRESET.architecture)
    assert "causal mask in the decoder's self-attention" in line
    assert "queries from the decoder, keys and values from memory, the encoder's output" in line
    open_mask = replace(PRESET.architecture.attention, mask=MaskKind.NONE)
    assert "no causal mask" in conventions_line(replace(PRESET.architecture, attention=open_mask))


def test_a_patched_step_of_the_decoder_does_not_compute_the_encoder_anew():
    made = PRESET.scenario()
    trace = trace_of(made)
    edited = SetTensor("decoder.0.cross_attn.W_K", np.eye(8)).apply(made)
    later = trace_of(edited, trace)
    assert not [name for name in later.computed if name.startswith(("encoder.", "source."))]
    assert "decoder.0.cross_attn.k" in later.computed
    assert "decoder.0.cross_attn.q" not in later.computed
