"""How far an edit reaches."""

from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from core.architecture.options import (
    Architecture,
    Attention,
    MaskKind,
    Norm,
    NormPlace,
    PositionKind,
    Positions,
    Stack,
    Unembedding,
)
from core.architecture.presets import preset
from core.edits import ChangeArchitecture, InsertToken, ReplaceToken, SetCells, SetTensor, SwitchPart
from core.examples import load_example
from core.generation import greedy, likeliest, take_token
from core.ripple import Changed, changed_cells, changed_marks, changed_parts
from tests.support.build import trace_of
from tests.support.scenarios import filled, place_fits


def test_one_number_of_the_worked_example():
    made = load_example("worked-example")
    before = trace_of(made)
    after = trace_of(SetCells("attn.v", ((0, 1, 0),), (5.0,)).apply(made), before)
    changed = changed_cells(before, after)
    assert set(changed) == set(after)
    assert changed["attn.v"] == Changed(1, 2)
    assert changed["attn.out"] == (1, 1)
    assert changed["attn.weights"] == (0, 2)
    assert changed["attn.q"] == (0, 1)
    parts = changed_parts(before, after)
    assert set(parts) == {"attn"}
    results = {step.name for step in after.program.steps}
    assert parts["attn"].cells == sum(changed[name].cells for name in results)
    assert parts["attn"].total == sum(changed[name].total for name in results)


def test_nothing_changes_where_nothing_was_edited():
    trace = trace_of(preset("gpt-2").scenario())
    assert {each.cells for each in changed_cells(trace, trace).values()} == {0}
    again = trace_of(preset("gpt-2").scenario())
    assert {each.cells for each in changed_cells(trace, again).values()} == {0}


def test_nan_is_equal_to_nan_and_minus_zero_to_zero():
    made = filled(Architecture(Stack.DECODER), 2)
    spoilt = SetCells("embed.W_E", ((0, 0),), (1e308,)).apply(made)
    first, second = trace_of(spoilt), trace_of(spoilt)
    assert np.isnan(first["probabilities"].values).any()
    assert {each.cells for each in changed_cells(first, second).values()} == {0}
    zeros = SetTensor("embed.W_E", np.zeros((4, 4))).apply(made)
    minus = SetTensor("embed.W_E", -np.zeros((4, 4))).apply(made)
    assert changed_cells(trace_of(zeros), trace_of(minus))["embed.W_E"].cells == 0


def test_a_tensor_of_another_size_or_a_new_one_changes_as_a_whole():
    made = preset("gpt-2").scenario()
    before = trace_of(made)
    wider = replace(made.architecture, feed_forward=replace(made.architecture.feed_forward, d_ff=33))
    after = trace_of(ChangeArchitecture(wider).apply(made), before)
    assert changed_cells(before, after)["decoder.0.ffn.hidden"] == (3 * 33, 3 * 33)
    without = trace_of(SwitchPart("decoder.0.ffn", on=False).apply(made))
    back = changed_cells(without, before)
    assert back["decoder.0.ffn.hidden"] == (3 * 32, 3 * 32)
    assert "decoder.0.ffn" not in changed_parts(before, without)
    assert changed_parts(without, before)["decoder.0.ffn"].cells == 3 * (32 + 32 + 8)


def test_of_a_word_more_only_what_it_changes_is_counted():
    """Sums of more terms are rounded otherwise in the last digits; that is no change."""
    made = load_example("induction")
    for _ in range(4):
        before = trace_of(made)
        made = take_token(made, likeliest(before).word).apply(made)
        after = trace_of(made, before)
        tokens, words = after["logits"].shape
        counts = changed_cells(before, after)
        assert counts["logits"] == (words, tokens * words)
        assert counts["decoder.1.self_attn.weights"] == (2 * tokens - 1, tokens * tokens)
        assert (
            np.argwhere(changed_marks(before["logits"], after["logits"]))[:, 0].tolist()
            == [tokens - 1] * words
        )


def test_words_in_the_middle_are_compared_with_themselves():
    made = load_example("tiny-gpt").with_changes(tokens={"target": ("the", "cat", "sat")})
    before = trace_of(made)
    after = trace_of(InsertToken("target", 1, "on").apply(made))
    marks = changed_marks(before["embed.tokens"], after["embed.tokens"])
    assert marks.all(axis=1).tolist() == [False, True, False, False]
    back = changed_marks(after["embed.tokens"], before["embed.tokens"])
    assert not back.any()


ROWS = ("token", "query")


def rows_that_changed(before, after, names):
    """The first row of tokens or queries in which a tensor differs, by name.

    Scores are made of all pairs before the mask hides some: theirs are looked at where the mask is open.
    """
    found = {}
    for name in names:
        axis = next(place for place, axis in enumerate(after[name].axes) if axis.name in ROWS)
        differs = before[name].values != after[name].values
        before_mask = name.endswith(tuple(f".self_attn.{step}" for step in ("scores", "scaled", "biased")))
        if before_mask and "decoder.mask" in after:
            differs = differs & (after["decoder.mask"].values > 0)
        differs = np.moveaxis(differs, axis, 0)
        rows = np.flatnonzero(differs.reshape(len(differs), -1).any(axis=1))
        if len(rows):
            found[name] = int(rows[0])
    return found


def decoder_names(trace):
    """Columns of the decoder that have a row for each token of the target; keys and values are told apart."""
    sides = ("decoder.", "embed.", "target.", "logits", "probabilities")
    return [
        column.name
        for step in trace.program.steps
        for column in step.columns
        if step.name.startswith(sides) and any(axis.name in ROWS for axis in column.axes)
    ]


@st.composite
def causal_decoders(draw):
    stack = draw(st.sampled_from([Stack.DECODER, Stack.ENCODER_DECODER]))
    places = [place for place in NormPlace if place_fits(stack, place)]
    architecture = Architecture(
        stack,
        layers=draw(st.integers(1, 2)),
        d_model=4,
        positions=Positions(draw(st.sampled_from(list(PositionKind))), length=8),
        attention=Attention(heads=2, d_k=2, d_v=2, mask=MaskKind.CAUSAL),
        norm=Norm(place=draw(st.sampled_from(places)), final=draw(st.booleans())),
        unembedding=Unembedding(tied=False),
    )
    return filled(architecture, draw(st.integers(0, 1000)), tokens=4, queries=4)


@settings(max_examples=60, deadline=None, derandomize=True)
@given(causal_decoders(), st.data())
def test_under_a_causal_mask_no_row_before_an_edited_token_changes(made, data):
    tokens = made.tokens["target"]
    place = data.draw(st.integers(0, len(tokens) - 1))
    before = trace_of(made)
    row = made.vocabulary.index(tokens[place])  # each word occurs once
    edits = [
        ReplaceToken("target", place, made.vocabulary[-1]),
        SetCells("embed.W_E", ((row, data.draw(st.integers(0, 3))),), (0.875,)),
    ]
    for edit in edits:
        after = trace_of(edit.apply(made), before)
        first = rows_that_changed(before, after, decoder_names(after))
        assert not {name: row for name, row in first.items() if row < place}
        assert first["logits"] == place
        counts = changed_cells(before, after)
        assert counts["probabilities"].cells <= (len(tokens) - place) * len(made.vocabulary)
        if made.architecture.has_both:
            assert {
                each.cells for name, each in counts.items() if name.startswith(("encoder.", "source."))
            } == {0}


def test_without_the_mask_rows_before_do_change():
    made = SwitchPart("mask", on=False).apply(load_example("encoder-decoder"))
    before = trace_of(made)
    after = trace_of(ReplaceToken("target", 2, "を").apply(made), before)
    assert (
        rows_that_changed(before, after, ["decoder.0.self_attn.weights"])["decoder.0.self_attn.weights"] == 1
    )


def test_the_likeliest_word():
    made = load_example("encoder-decoder")
    trace = trace_of(made)
    assert likeliest(trace).word == "<end>"
    assert likeliest(trace, 0).word == "私"
    assert likeliest(trace, 0).probability == trace["probabilities"].values[0].max()
    even = SwitchPart("decoder.0.cross_attn", on=False).apply(made)
    assert likeliest(trace_of(even), 0).word == "<start>"  # the first of equals
    assert likeliest(trace_of(load_example("worked-example"))) is None
    decoder = filled(Architecture(Stack.DECODER), 2)
    spoilt = SetCells("embed.W_E", ((0, 0),), (1e308,)).apply(decoder)
    assert likeliest(trace_of(spoilt), 0) is None


def test_a_word_is_taken_behind_the_last_token():
    made = load_example("encoder-decoder")
    edit = take_token(made, "<end>")
    assert str(edit.label) == "Take “<end>”"
    assert edit.apply(made).tokens["target"] == (*made.tokens["target"], "<end>")
    assert edit.apply(made).tokens["source"] == made.tokens["source"]


def test_going_on_stops_at_the_end_word_or_the_count():
    made = load_example("encoder-decoder")
    assert greedy(made, 3) == ("<end>",)
    start = made.with_changes(tokens={**made.tokens, "target": ("<start>",)})
    assert greedy(start, 10) == ("私", "は", "りんご", "を", "食べる", "<end>")
    assert greedy(start, 2) == ("私", "は")
    assert greedy(start, 0) == ()
    assert greedy(load_example("worked-example"), 3) == ()


@pytest.mark.parametrize("count", [1, 4])
def test_going_on_leaves_the_scenario_alone(count):
    made = load_example("induction")
    before = made.tokens["target"]
    assert len(greedy(made, count)) == count
    assert made.tokens["target"] == before
