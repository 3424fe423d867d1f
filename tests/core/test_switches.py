"""Parts switched off on the same weights: names stay, numbers come back to the bit."""

import json
from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from core.architecture.conventions import conventions_line
from core.architecture.options import (
    Architecture,
    Attention,
    FeedForward,
    FeedForwardKind,
    MaskKind,
    Norm,
    NormKind,
    NormPlace,
    PositionKind,
    Positions,
    Scale,
    Stack,
)
from core.architecture.presets import PRESETS, preset
from core.architecture.switch_words import switch_words
from core.edits import ChangeArchitecture, InsertToken, SetMaskCells, SetPadding, SwitchPart
from core.edits.switches import NoSuchSwitch
from core.examples import load_example
from core.formats import dumps, loads
from core.ops import ApplyMask, Identity, LayerNorm, Mask, NoPositions
from core.ops.added_positions import TooManyPositions
from core.ops.norm import NORMS
from tests.support.build import scenario, trace_of, words
from tests.support.scenarios import filled, scenarios

GPT, BOTH = preset("gpt-2"), preset("encoder-decoder-2017")
INNER = ("q", "k", "v", "scores", "scaled", "masked", "weights", "heads", "concat", "out")
FEED = ("hidden", "activated", "out")


def off(made, *names):
    for name in names:
        made = SwitchPart(name, on=False).apply(made)
    return made


def on(made, *names):
    for name in names:
        made = SwitchPart(name, on=True).apply(made)
    return made


def operation(made, name):
    return made.program().step(name).operation


def step_names(made):
    return [step.name for step in made.program().steps]


def test_what_can_be_switched_off_in_a_decoder():
    assert GPT.architecture.switches == (
        "embed.positions",
        "scale",
        "mask",
        "decoder.0.self_attn",
        "decoder.0.add1",
        "decoder.0.norm1",
        "decoder.0.ffn",
        "decoder.0.add2",
        "decoder.0.norm2",
        "decoder.1.self_attn",
        "decoder.1.add1",
        "decoder.1.norm1",
        "decoder.1.ffn",
        "decoder.1.add2",
        "decoder.1.norm2",
        "decoder.norm",
    )


def test_what_can_be_switched_off_in_an_encoder_decoder():
    assert BOTH.architecture.switches == (
        "embed.positions",
        "scale",
        "mask",
        "encoder.0.attn",
        "encoder.0.add1",
        "encoder.0.norm1",
        "encoder.0.ffn",
        "encoder.0.add2",
        "encoder.0.norm2",
        "decoder.0.self_attn",
        "decoder.0.add1",
        "decoder.0.norm1",
        "decoder.0.cross_attn",
        "decoder.0.add2",
        "decoder.0.norm2",
        "decoder.0.ffn",
        "decoder.0.add3",
        "decoder.0.norm3",
    )
    assert preset("attention-qkv").architecture.switches == ("scale",)


def normed(kind=NormKind.RMS, base=GPT):
    """A model whose queries and keys are normed, with gains that are not 1."""
    attention = replace(base.architecture.attention, qk_norm=kind)
    return filled(replace(base.architecture, attention=attention), 4)


def test_each_norm_of_queries_and_keys_has_a_switch_within_its_part():
    names = [name for name in normed(base=BOTH).architecture.switches if name.endswith("_norm")]
    parts = ("encoder.0.attn", "decoder.0.self_attn", "decoder.0.cross_attn")
    assert names == [f"{part}.{letter}_norm" for part in parts for letter in "qk"]
    assert normed(base=preset("attention-x")).architecture.switches == ("scale", "attn.q_norm", "attn.k_norm")


@pytest.mark.parametrize("kind", NORMS)
@pytest.mark.parametrize("base", [GPT, BOTH, preset("attention-x")], ids=lambda base: base.key)
def test_norms_of_queries_and_keys_that_are_off_pass_on_and_keep_their_gains(kind, base):
    made = normed(kind, base)
    names = [name for name in made.architecture.switches if name.endswith("_norm")]
    without = off(made, *names)
    assert step_names(without) == step_names(made)
    for name in names:
        assert operation(without, name) == Identity()
        assert f"{name}.gain" in loads(dumps(without)).parameters
    assert conventions_line(without.architecture).endswith(
        f"off: {', '.join(f'norm ({name})' for name in names)}"
    )
    attention = replace(made.architecture.attention, qk_norm=NormKind.NONE)
    never = ChangeArchitecture(replace(made.architecture, attention=attention)).apply(made)
    last = made.program().steps[-1].name
    assert trace_of(without)[last].values.tobytes() == trace_of(never)[last].values.tobytes()
    assert dumps(on(without, *names)) == dumps(made)


def test_queries_can_be_normed_without_the_keys():
    made = off(normed(), "decoder.1.self_attn.k_norm")
    assert operation(made, "decoder.1.self_attn.k_norm") == Identity()
    assert operation(made, "decoder.1.self_attn.q_norm") != Identity()
    assert operation(made, "decoder.0.self_attn.k_norm") != Identity()
    assert "decoder.1.self_attn.k_norm" not in step_names(off(made, "decoder.1.self_attn"))


def test_names_are_kept_in_the_order_of_the_model_and_go_with_their_parts():
    made = replace(GPT.architecture, off=("decoder.1.ffn", "mask", "mask", "encoder.0.attn"))
    assert made.off == ("mask", "decoder.1.ffn")
    assert replace(made, layers=1).off == ("mask",)
    assert replace(made, attention=Attention(mask=MaskKind.NONE)).off == ("decoder.1.ffn",)


WHOLE = [
    "embed.tokens",
    "embed.positions",
    "embed.sum",
    "decoder.mask",
    "decoder.0.norm1",
    *(f"decoder.0.self_attn.{name}" for name in INNER),
    "decoder.0.add1",
    "decoder.0.norm2",
    *(f"decoder.0.ffn.{name}" for name in FEED),
    "decoder.0.add2",
    "decoder.1.norm1",
    *(f"decoder.1.self_attn.{name}" for name in INNER),
    "decoder.1.add1",
    "decoder.1.norm2",
    *(f"decoder.1.ffn.{name}" for name in FEED),
    "decoder.1.add2",
    "decoder.norm",
    "logits",
    "probabilities",
]


@pytest.mark.parametrize("name", GPT.architecture.switches)
def test_all_steps_keep_their_names_but_the_inner_ones_of_what_is_off(name):
    inner = {f"{name}.{step}" for step in (*INNER, *FEED)} if name.endswith(("attn", "ffn")) else set()
    assert step_names(GPT.scenario()) == WHOLE
    assert step_names(off(GPT.scenario(), name)) == [step for step in WHOLE if step not in inner]


@pytest.mark.parametrize("made", [each.scenario() for each in PRESETS], ids=[each.key for each in PRESETS])
def test_off_and_on_again_gives_every_number_to_the_bit(made):
    before = trace_of(made)
    for name in made.architecture.switches:
        without = off(made, name)
        assert without.architecture.off == (name,)
        assert without.parameters is made.parameters
        assert without.given is made.given
        assert dumps(loads(dumps(without))) == dumps(without)
        again = on(without, name)
        assert again.architecture == made.architecture
        assert dumps(again) == dumps(made)
        after = trace_of(again, trace_of(without, before))
        assert list(after) == list(before)
        assert all(after[key].values.tobytes() == before[key].values.tobytes() for key in before)


@settings(max_examples=60, deadline=None, derandomize=True)
@given(scenarios(), st.data())
def test_switching_touches_nothing_but_the_switch(made, data):
    if not made.architecture.switches:
        return
    name = data.draw(st.sampled_from(made.architecture.switches))
    is_on = made.architecture.is_on(name)
    other = SwitchPart(name, on=not is_on).apply(made)
    assert SwitchPart(name, on=not is_on).apply(other) is other
    assert other.parameters is made.parameters
    assert other.given is made.given
    assert other.masks is made.masks
    back = SwitchPart(name, on=is_on).apply(other)
    assert back.architecture == made.architecture
    before, after = trace_of(made), trace_of(back, trace_of(other))
    assert all(after[key].values.tobytes() == before[key].values.tobytes() for key in before)


def test_each_switch_leaves_an_identity_in_its_place():
    made = BOTH.scenario()
    assert operation(off(made, "decoder.0.add1"), "decoder.0.add1") == Identity()
    assert off(made, "decoder.0.add1").program().step("decoder.0.add1").inputs == ("decoder.0.self_attn.out",)
    assert operation(off(made, "encoder.0.norm1"), "encoder.0.norm1") == Identity()
    assert operation(off(made, "scale"), "decoder.0.cross_attn.scaled") == Identity()
    positions = off(made, "embed.positions")
    for sequence in ("source", "target"):
        assert isinstance(operation(positions, f"{sequence}.embed.positions"), NoPositions)
        assert operation(positions, f"{sequence}.embed.sum") == Identity()
    unmasked = off(made, "mask")
    assert operation(unmasked, "decoder.0.self_attn.masked") == Identity()
    assert operation(unmasked, "decoder.mask") == Mask(4, 4, causal=False)
    assert operation(unmasked, "decoder.mask").trivial
    assert trace_of(unmasked)["decoder.mask"].values.tolist() == np.ones((4, 4)).tolist()
    for name in ("decoder.0.self_attn", "decoder.0.cross_attn", "decoder.0.ffn"):
        add = {"self_attn": "add1", "cross_attn": "add2", "ffn": "add3"}[name.rpartition(".")[2]]
        assert operation(off(made, name), f"decoder.0.{add}") == Identity()


def test_what_is_off_and_what_the_model_never_had_have_headings_of_their_own():
    made = BOTH.scenario()
    bare = replace(
        made.architecture,
        positions=Positions(PositionKind.NONE),
        attention=replace(made.architecture.attention, scale=Scale.NONE, mask=MaskKind.NONE),
        norm=Norm(NormKind.NONE),
        residual=False,
        feed_forward=FeedForward(FeedForwardKind.NONE),
    )
    absent, is_off = "Not in this model: passed on unchanged", "Switched off: passed on unchanged"
    without = made.with_changes(architecture=bare).program()
    assert {str(step.title) for step in without.steps if isinstance(step.operation, Identity)} == {absent}
    assert str(without.step("source.embed.positions").title) == "No positions: the order of the words is lost"
    whole = off(made, *made.architecture.switches).program()
    assert str(whole.step("source.embed.positions").title) == "Positions switched off: order is lost"
    for name in ("source.embed.sum", "encoder.0.add1", "decoder.0.add2", "decoder.0.norm3"):
        assert str(whole.step(name).title) == is_off
    unmasked, unscaled = off(made, "mask").program(), off(made, "scale").program()
    assert str(unmasked.step("decoder.0.self_attn.masked").title) == is_off
    assert str(unmasked.step("decoder.0.cross_attn.masked").title) == absent
    assert str(unscaled.step("encoder.0.attn.scaled").title) == is_off


@pytest.mark.parametrize("place", [NormPlace.POST, NormPlace.PRE, NormPlace.BOTH])
def test_without_a_sublayer_what_came_in_goes_on(place):
    architecture = replace(BOTH.architecture, norm=Norm(place=place))
    made = ChangeArchitecture(architecture).apply(BOTH.scenario())
    without = off(made, "decoder.0.cross_attn")
    trace = trace_of(without)
    before = "decoder.0.norm1" if place is NormPlace.POST else "decoder.0.add1"
    assert (trace["decoder.0.add2"].values == trace[before].values).all()
    norm = LayerNorm(1e-5) if place is NormPlace.POST else Identity()
    assert operation(without, "decoder.0.norm2") == norm
    other = InsertToken("source", 0, "dog").apply(without)
    assert (trace_of(other)["probabilities"].values == trace["probabilities"].values).all()


def test_a_mask_that_is_off_still_closes_padding_and_what_was_closed_by_hand():
    made = SetPadding("target", 0, on=True).apply(GPT.scenario())
    made = off(SetMaskCells("decoder.mask", ((2, 1),), (False,)).apply(made), "mask")
    assert trace_of(made)["decoder.mask"].values.tolist() == [[0, 1, 1], [0, 1, 1], [0, 0, 1]]
    assert operation(made, "decoder.0.self_attn.masked") == ApplyMask()
    opened = SetMaskCells("decoder.mask", ((0, 2),), (False,)).apply(made)
    assert trace_of(opened)["decoder.mask"].values[0, 2] == 0
    assert trace_of(on(made, "mask"))["decoder.mask"].values.tolist() == [[0, 0, 0], [0, 1, 0], [0, 0, 1]]


def test_what_is_typed_in_inside_a_part_waits_until_it_is_on_again():
    made = GPT.scenario()
    patch = trace_of(made)["decoder.0.ffn.hidden"].values + 1.0
    patch.setflags(write=False)
    made = made.with_changes(given={"decoder.0.ffn.hidden": patch})
    without = off(made, "decoder.0.ffn")
    assert without.given["decoder.0.ffn.hidden"] is patch
    assert loads(dumps(without)).given["decoder.0.ffn.hidden"].tolist() == patch.tolist()
    longer = InsertToken("target", 0, "the").apply(without)
    assert on(longer, "decoder.0.ffn").given["decoder.0.ffn.hidden"].shape == (4, 32)
    warmer = ChangeArchitecture(replace(without.architecture, temperature=2.0)).apply(without)
    assert warmer.given["decoder.0.ffn.hidden"] is patch


def test_learned_positions_that_are_off_do_not_limit_the_tokens_and_come_back_only_where_they_reach():
    architecture = replace(GPT.architecture, positions=Positions(PositionKind.LEARNED, length=3))
    made = ChangeArchitecture(architecture).apply(GPT.scenario())
    longer = InsertToken("target", 0, "the").apply(off(made, "embed.positions"))
    assert longer.parameters["embed.W_P"] is made.parameters["embed.W_P"]
    assert dumps(loads(dumps(longer))) == dumps(longer)
    with pytest.raises(TooManyPositions):
        on(longer, "embed.positions")


def test_typed_in_positions_are_switched_off_too():
    made = GPT.scenario().with_changes(given={"embed.positions": np.ones((3, 8))})
    trace = trace_of(off(made, "embed.positions"))
    assert (trace["embed.sum"].values == trace["embed.tokens"].values).all()


def test_the_same_numbers_as_by_the_options_of_the_whole_model():
    made = filled(
        Architecture(
            Stack.DECODER,
            d_model=4,
            attention=Attention(heads=2, d_k=2, d_v=2, mask=MaskKind.CAUSAL),
            feed_forward=FeedForward(d_ff=3),
        ),
        6,
    )
    norms = [name for name in made.architecture.switches if "norm" in name]
    adds = [name for name in made.architecture.switches if "add" in name]
    for names, options in (
        (adds, {"residual": False}),
        (norms, {"norm": replace(made.architecture.norm, kind=NormKind.NONE)}),
        (["mask"], {"attention": replace(made.architecture.attention, mask=MaskKind.NONE)}),
    ):
        by_option = made.with_changes(architecture=replace(made.architecture, **options))
        left, right = trace_of(off(made, *names)), trace_of(by_option)
        assert (left["logits"].values == right["logits"].values).all()


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("decoder.0.self_atn", "did you mean “decoder.0.self_attn”?"),
        ("decoder.2.ffn", "did you mean “decoder.1.ffn”?"),
        ("everything", "There are: embed.positions, scale, mask, decoder.0.self_attn,"),
        ("logits", "There is no part “logits” here to switch off or on"),
    ],
)
def test_a_part_that_is_not_there_is_refused_with_the_nearest_name(name, words):
    with pytest.raises(NoSuchSwitch) as caught:
        SwitchPart(name, on=False).apply(GPT.scenario())
    assert words in str(caught.value)


def test_labels_say_which_way():
    assert str(SwitchPart("decoder.0.ffn", on=False).label) == "Switch off decoder.0.ffn"
    assert str(SwitchPart("decoder.0.ffn", on=True).label) == "Switch on decoder.0.ffn"
    words = switch_words(GPT.architecture, "decoder.0.ffn")
    told = SwitchPart("decoder.0.ffn", on=False, words=words).label
    assert str(told) == "Switch off feed-forward (decoder.0.ffn)"


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("scale", "√dₖ"),
        ("mask", "mask"),
        ("embed.positions", "positions"),
        ("decoder.0.self_attn", "self-attention (decoder.0.self_attn)"),
        ("decoder.0.add1", "residual (decoder.0.add1)"),
        ("decoder.0.norm2", "layer norm (decoder.0.norm2)"),
        ("decoder.0.self_attn.q_norm", "norm (decoder.0.self_attn.q_norm)"),
    ],
)
def test_parts_are_called_as_at_their_switches(name, words):
    assert str(switch_words(GPT.architecture, name)) == words


@pytest.mark.parametrize(
    ("scale", "words"), [(0.5, "s = 0.5"), (Scale.ROOT_MODEL, "√d_model"), (Scale.ROOT_HEADS, "√heads")]
)
def test_another_scaling_is_called_as_it_is(scale, words):
    architecture = replace(GPT.architecture, attention=replace(GPT.architecture.attention, scale=scale))
    assert str(switch_words(architecture, "scale")) == words
    assert str(switch_words(replace(architecture, off=("scale",)), "scale")) == words


def test_the_file_and_the_conventions_say_what_is_off():
    made = off(GPT.scenario(), "decoder.1.ffn", "scale", "decoder.0.add1")
    assert json.loads(dumps(made))["architecture"]["off"] == ["scale", "decoder.0.add1", "decoder.1.ffn"]
    assert "off" not in json.loads(dumps(GPT.scenario()))["architecture"]
    line = conventions_line(made.architecture)
    assert line.endswith(" · off: √dₖ, residual (decoder.0.add1), feed-forward (decoder.1.ffn)")
    assert "scores not scaled" in line


def test_changed_sizes_keep_what_is_off():
    made = off(GPT.scenario(), "decoder.0.ffn", "decoder.1.ffn")
    smaller = ChangeArchitecture(replace(made.architecture, layers=1, d_model=4)).apply(made)
    assert smaller.architecture.off == ("decoder.0.ffn",)
    assert smaller.parameters["decoder.0.ffn.W_1"].values.shape == (4, 32)


def test_off_and_by_option_are_one_in_attention_alone():
    made = scenario(
        Architecture(attention=Attention(mask=MaskKind.CAUSAL), off=("mask", "scale")),
        vocabulary=words(2),
        tokens={"source": words(2)},
    )
    trace = trace_of(made)
    assert (trace["attn.masked"].values == trace["attn.scores"].values).all()


def test_every_sublayer_has_an_addition_behind_it():
    for key in ("encoder-block", "tiny-gpt", "encoder-decoder", "worked-example"):
        made = load_example(key)
        program = made.program()
        for step in program.steps:
            addition = made.architecture.addition(step.part)
            if step.part.endswith((".ffn", "attn")) and step.layer != "attn":
                assert program.maker(addition).layer == step.layer
                assert program.maker(addition).inputs[1] == f"{step.part}.out"
            else:
                assert addition == ""
