"""What is said of a choice is what is done: titles, formulas, conventions, refusals."""

from dataclasses import replace
from typing import get_args

import numpy as np
import pytest

from core.architecture.choices import Choice
from core.architecture.conventions import conventions_line
from core.architecture.form import option_field, option_fields, option_values, with_values
from core.architecture.options import (
    Architecture,
    Attention,
    FeedForward,
    FeedForwardKind,
    HeadCut,
    Input,
    MaskAs,
    MaskKind,
    Memory,
    Norm,
    NormKind,
    NormPlace,
    Nowhere,
    OptionConflict,
    OptionOutOfRange,
    PositionKind,
    Positions,
    Scale,
    ScalePlace,
    SoftmaxOver,
    Stack,
    Weights,
)
from core.architecture.presets import PRESETS
from core.edits.architecture import ChangeArchitecture, architecture_change
from core.edits.masks import SetMaskCells
from core.errors import SandboxError
from core.formats import dumps, loads
from core.formats.errors import BadScenario
from tests.core.test_variants import BASE
from tests.support.build import trace_of
from tests.support.scenarios import filled

PAIR = Architecture(Stack.ENCODER_DECODER, attention=Attention(heads=2, d_k=2, d_v=2))
OWN_MEMORY = replace(PAIR, attention=replace(PAIR.attention, memory=Memory.DECODER))


def test_a_cross_mask_runs_over_the_words_that_are_really_read():
    rows = ((True, False, True), (True, True, False))
    made = filled(OWN_MEMORY, 0, queries=3, tokens=2).with_changes(masks={})
    words = made.tokens["target"]
    assert (len(made.tokens["source"]), len(words)) == (2, 3)
    closed = SetMaskCells("decoder.cross_mask", ((0, 2), (1, 1)), (False, False)).apply(made)
    assert closed.masks["decoder.cross_mask"] == ((True, True, False), (True, False, True), (True,) * 3)
    trace = trace_of(closed)
    assert trace["decoder.cross_mask"].axes[1].labels == words
    np.testing.assert_array_equal(trace["decoder.0.cross_attn.weights"].values[:, 0, 2], 0)
    assert loads(dumps(closed)).masks == closed.masks
    read = {OWN_MEMORY: ("target", "target"), PAIR: ("target", "source")}
    assert {each: each.attending("decoder.0.cross_attn.scores") for each in read} == read
    with pytest.raises(SandboxError):
        made.with_changes(masks={"decoder.cross_mask": rows}).program()


def test_an_edited_cross_mask_that_no_longer_fits_is_dropped_and_told():
    made = filled(PAIR, 0, queries=3, tokens=2, custom=(0.5,))
    assert "decoder.cross_mask" in made.masks
    told = architecture_change(made, OWN_MEMORY)
    changed = ChangeArchitecture(OWN_MEMORY).apply(made)
    assert "decoder.cross_mask" in told.dropped
    assert changed.masks == {name: rows for name, rows in made.masks.items() if name != "decoder.cross_mask"}
    square = filled(PAIR, 0, queries=3, tokens=3, custom=(0.5,))
    assert ChangeArchitecture(OWN_MEMORY).apply(square).masks == square.masks


def test_cross_attention_that_reads_the_decoder_says_that_it_is_a_mistake():
    for architecture, mistaken in ((OWN_MEMORY, True), (PAIR, False)):
        program = filled(architecture, 0).program()
        for letter in "kv":
            assert ("mistake" in str(program.step(f"decoder.0.cross_attn.{letter}").title)) is mistaken
            assert "mistake" not in str(program.step(f"decoder.0.self_attn.{letter}").title)


@pytest.mark.parametrize("mask_as", [each for each in MaskAs if each is not MaskAs.MINUS_INFINITY])
@pytest.mark.parametrize(("mask", "window"), [(MaskKind.NONE, 0), (MaskKind.NONE, 2), (MaskKind.CAUSAL, 0)])
def test_what_is_masked_is_told_whatever_masks(mask_as, mask, window):
    attention = replace(BASE.attention, mask=mask, window=window)
    line = conventions_line(replace(BASE, attention=attention, weights=Weights(mask_as=mask_as)))
    said = {
        MaskAs.LARGE: "masked scores are −1",
        MaskAs.TIMES_ZERO: "masked scores are times 0 (a mistake)",
        MaskAs.AFTER: "masked weights are times 0 after softmax (a mistake)",
    }
    assert said[mask_as] in line
    assert "−∞" not in line


def test_minus_infinity_is_told_where_the_model_masks():
    for options, told in (({}, True), ({"mask": MaskKind.NONE}, False), ({"window": 2}, True)):
        attention = replace(BASE.attention, **options)
        assert ("masked scores are −∞" in conventions_line(replace(BASE, attention=attention))) is told


@pytest.mark.parametrize("nowhere", [Nowhere.NAN, Nowhere.UNIFORM])
def test_a_row_that_may_look_nowhere_is_told_only_where_that_is_read(nowhere):
    assert "look nowhere" in conventions_line(replace(BASE, weights=Weights(nowhere=nowhere)))
    for options in ({"over": SoftmaxOver.COLUMNS}, *({"mask_as": each} for each in list(MaskAs)[1:])):
        assert "look nowhere" not in conventions_line(
            replace(BASE, weights=Weights(nowhere=nowhere, **options))
        )


MODELS = [known.architecture for known in PRESETS] + [
    replace(BASE, attention=replace(BASE.attention, heads=1, d_k=6, d_v=6)),
    replace(BASE, weights=Weights(over=SoftmaxOver.COLUMNS)),
    replace(BASE, weights=Weights(mask_as=MaskAs.TIMES_ZERO)),
    Architecture(input=Input.QKV, attention=Attention(heads=2, d_k=2, d_v=2)),
    Architecture(input=Input.EMBEDDINGS, positions=Positions(PositionKind.SINUSOIDAL)),
    OWN_MEMORY,
    replace(BASE, norm=Norm(NormKind.NONE)),
]


@pytest.mark.parametrize("model", MODELS, ids=range(len(MODELS)))
def test_what_a_model_does_not_read_is_never_among_its_conventions(model):
    values, line, tried = option_values(model), conventions_line(model), 0
    for path, entry in option_fields().items():
        record, _, name = path.rpartition(".")
        kind = get_args(entry.hint)[0] if get_args(entry.hint) else entry.hint
        if entry.applies(values) or not record or not issubclass(kind, Choice | bool):
            continue
        for choice in (True, False) if kind is bool else kind:
            try:
                other = replace(model, **{record: replace(getattr(model, record), **{name: choice})})
            except SandboxError:
                continue
            if entry.applies(option_values(other)):
                continue
            tried += 1
            assert conventions_line(other) == line, (path, choice)
    assert tried > 0


def test_one_head_is_not_split_and_not_joined():
    one = replace(BASE, attention=replace(BASE.attention, heads=1, d_k=6, d_v=6))
    wrong = replace(one, attention=replace(one.attention, split=HeadCut.RESHAPE, join=HeadCut.RESHAPE))
    assert filled(wrong, 0).program().steps == filled(one, 0).program().steps
    assert conventions_line(wrong) == conventions_line(one)
    shared = replace(BASE, attention=replace(BASE.attention, kv_heads=1, split=HeadCut.RESHAPE))
    program = filled(shared, 0).program()
    titles = {letter: str(program.step(f"decoder.0.self_attn.{letter}").title) for letter in "qkv"}
    assert {letter: "mistake" in title for letter, title in titles.items()} == {
        "q": True,
        "k": False,
        "v": False,
    }


def test_heads_that_are_typed_in_are_not_split():
    typed_in = Architecture(input=Input.QKV, attention=Attention(heads=2, d_k=2, d_v=2))
    wrong = replace(typed_in, attention=replace(typed_in.attention, split=HeadCut.RESHAPE))
    assert conventions_line(wrong) == conventions_line(typed_in)
    steps = filled(wrong, 0).program().steps
    assert steps == filled(typed_in, 0).program().steps
    assert not any("W_" in step.formula for step in steps if step.name in {"attn.q", "attn.k", "attn.v"})


@pytest.mark.parametrize(
    ("scale", "divisor"),
    [
        (Scale.ROOT, r"\sqrt{d_k}"),
        (Scale.ROOT_MODEL, r"\sqrt{d_{\mathrm{model}}}"),
        (Scale.ROOT_HEADS, r"\sqrt{h}"),
        (0.3, ""),
    ],
    ids=str,
)
def test_formulas_of_the_scaling_say_what_is_done(scale, divisor):
    for place, name, scaled in (
        (ScalePlace.AFTER, "scaled", r"Q K^{\top}"),
        (ScalePlace.BEFORE, "q_scaled", "Q"),
    ):
        options = replace(BASE.attention, scale=scale, scale_place=place)
        step = filled(replace(BASE, attention=options), 0).program().step(f"decoder.0.self_attn.{name}")
        assert step.formula == (rf"\frac{{{scaled}}}{{{divisor}}}" if divisor else rf"s \cdot {scaled}")


@pytest.mark.parametrize(
    ("scale", "off", "words"),
    [(Scale.NONE, (), "Not in this model"), (Scale.ROOT, ("scale",), "Switched off")],
)
def test_queries_that_are_not_scaled_are_not_said_to_be(scale, off, words):
    options = replace(BASE.attention, scale=scale, scale_place=ScalePlace.BEFORE)
    program = filled(replace(BASE, attention=options, off=off), 0).program()
    queries, scores = (program.step(f"decoder.0.self_attn.{name}") for name in ("q_scaled", "scaled"))
    assert str(queries.title).startswith(words)
    assert queries.formula == "y = x"
    assert "once more" not in str(scores.title)


@pytest.mark.parametrize("number", [0.0, -0.0])
def test_a_large_negative_number_is_below_zero(number):
    with pytest.raises(OptionOutOfRange, match=r"^weights ▸ mask_number is .*; it must be < 0\.$"):
        Weights(mask_as=MaskAs.LARGE, mask_number=number)
    file = dumps(filled(replace(BASE, weights=Weights(mask_as=MaskAs.LARGE, mask_number=-2.0)), 0))
    with pytest.raises(BadScenario, match="it must be < 0"):
        loads(file.replace(b'"mask_number": -2.0', f'"mask_number": {number}'.encode()))


def test_parallel_parts_without_residuals_are_refused():
    norm = Norm(place=NormPlace.PARALLEL)
    with pytest.raises(OptionConflict, match=r"^norm ▸ place = parallel does not go with residual = false"):
        replace(BASE, norm=norm, residual=False)
    alone = replace(BASE, norm=norm, residual=False, feed_forward=FeedForward(FeedForwardKind.NONE))
    made = filled(alone, 0)
    trace = trace_of(made)
    np.testing.assert_array_equal(
        trace["decoder.1.add2"].values, trace["decoder.1.self_attn.out"].values
    )  # attention's is the layer's
    file = dumps(filled(replace(BASE, norm=norm), 0))
    with pytest.raises(BadScenario, match="does not go with residual = false"):
        loads(file.replace(b'"residual": true', b'"residual": false'))


ACTING = [kind for kind in PositionKind if kind.acts_in_attention]
ADDED = [kind for kind in PositionKind if kind.is_added]


@pytest.mark.parametrize("typed_in", [Input.EMBEDDINGS, Input.QKV])
@pytest.mark.parametrize("kind", ACTING)
def test_positions_that_act_in_attention_are_options_whatever_is_typed_in(typed_in, kind):
    words = Architecture(positions=Positions(kind, base=77.0, buckets=6, farthest=9))
    values = option_values(words) | {"input": typed_in}
    typed = with_values(words, values)
    assert typed.positions == words.positions
    for name in ("kind", *kind.scheme.reads):
        assert option_field(f"positions.{name}").applies(values)
    steps = {step.name for step in filled(typed, 0).program().steps}
    assert steps & {"attn.q_rotated", "attn.position_bias"}
    none = with_values(typed, option_values(typed) | {"positions.kind": PositionKind.NONE})
    assert none.positions.kind is PositionKind.NONE
    assert loads(dumps(filled(typed, 0))).architecture == typed


@pytest.mark.parametrize("typed_in", [Input.EMBEDDINGS, Input.QKV])
@pytest.mark.parametrize("kind", ADDED)
def test_added_positions_are_said_not_to_be_added_to_what_is_typed_in(typed_in, kind):
    made = Architecture(input=typed_in, positions=Positions(kind))
    assert "no positions are added" in conventions_line(made)
    for name in ("layout", "offset", "base", "length", "shared"):
        assert not option_field(f"positions.{name}").applies(option_values(made))
    bare = replace(made, positions=Positions())
    assert filled(made, 0).program().steps == filled(bare, 0).program().steps
    assert "no positions are added" not in conventions_line(bare)


def test_parallel_parts_are_told_and_can_be_changed_without_norms_too():
    made = replace(BASE, norm=Norm(NormKind.NONE, NormPlace.PARALLEL))
    assert "no layer norm · attention and feed-forward in parallel" in conventions_line(made)
    values = option_values(made)
    assert option_field("norm.place").applies(values)
    other = with_values(made, values | {"norm.place": NormPlace.POST})
    assert "parallel" not in conventions_line(other)
    results = [trace_of(filled(each, 0))["probabilities"].values for each in (made, other)]
    assert np.abs(results[0] - results[1]).max() > 1e-6
