"""What Explain says: the worked example literally, and laws that hold for every cell of everything."""

import re
from dataclasses import replace

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from core import ops
from core.architecture.conventions import conventions, conventions_line
from core.architecture.options import (
    Architecture,
    Attention,
    FeedForward,
    FeedForwardKind,
    Input,
    MaskAs,
    MaskKind,
    Memory,
    Norm,
    NormKind,
    NormPlace,
    PositionKind,
    Positions,
    Scale,
    SoftmaxOver,
    Stack,
    Unembedding,
    Variance,
    Weights,
)
from core.architecture.presets import new_scenario
from core.architecture.switch_words import switch_words
from core.explanation import NoSuchTensor, NotACell, WrongIndex, explain, parse_cell
from core.expression.cells import cells, lit
from core.expression.nodes import (
    Cell,
    Line,
)
from core.expression.numbers import by_school, number_text
from core.expression.pieces import PieceStyle, joined
from core.expression.value import value
from core.ops.elementary import TypedIn
from core.remarks import _REMARKS
from core.scenario import UnknownTensor
from core.tensor import NamedTensor
from tests.support.build import attention_of_qkv, scenario, trace_of
from tests.support.scenarios import scenarios

UNHURRIED = settings(deadline=None, max_examples=25, suppress_health_check=list(HealthCheck))


def worked():
    """One query q = [2], keys [2], [1], values [10], [4]."""
    made = attention_of_qkv([[[2]]], [[[2], [1]]], [[[10], [4]]])
    return trace_of(made.with_changes(tokens={"source": ("first", "second"), "target": ("query",)}))


def decoder(**changes):
    options = {
        "stack": Stack.DECODER,
        "layers": 1,
        "attention": Attention(heads=2, d_k=2, d_v=2, mask=MaskKind.CAUSAL),
        "norm": Norm(place=NormPlace.PRE),
    }
    sentence = ("the", "cat", "sat", "the")
    return scenario(
        Architecture(**{**options, **changes}),
        vocabulary=("the", "cat", "sat", "mat"),
        tokens={"target": sentence},
        seed=3,
    )


def first_line(trace, name, index, **how):
    return joined(explain(trace, name, index, **how).lines[0])


def said(trace, name, index, **how):
    return [str(remark) for remark in explain(trace, name, index, **how).remarks]


@pytest.mark.parametrize(
    ("name", "index", "line"),
    [
        ("attn.q", (0, 0, 0), "q[query] = 2"),
        ("attn.scores", (0, 0, 0), "scores[query, first] = q[query] · k[first] = 2·2 = 4"),
        ("attn.scores", (0, 0, 1), "scores[query, second] = q[query] · k[second] = 2·1 = 2"),
        ("attn.scaled", (0, 0, 0), "scaled[query, first] = scores[query, first] / √d_k = 4 / √1 = 4"),
        (
            "attn.masked",
            (0, 0, 0),
            "masked[query, first] = scaled[query, first] = scores[query, first] / √d_k = 4 / √1 = 4",
        ),
        (
            "attn.weights",
            (0, 0, 0),
            "weights[query, first] = e^(4 − 4) / (e^(4 − 4) + e^(2 − 4)) = 0.8808",
        ),
        (
            "attn.weights",
            (0, 0, 1),
            "weights[query, second] = e^(2 − 4) / (e^(4 − 4) + e^(2 − 4)) = 0.1192",
        ),
        ("attn.weights.max", (0, 0), "max[query] = max(scaled[query]) = max(4, 2) = 4"),
        ("attn.weights.sum", (0, 0), "sum[query] = sum(exp[query]) = 1.0000 + 0.1353 = 1.1353"),
        ("attn.heads", (0, 0, 0), "heads[query] = weights[query] · v = 0.8808·10 + 0.1192·4 = 9.2848"),
        (
            "attn.out",
            (0, 0),
            "out[query] = concat[query] = heads[query] = weights[query] · v = 0.8808·10 + 0.1192·4 = 9.2848",
        ),
    ],
)
def test_the_worked_example_is_told_literally(name, index, line):
    assert first_line(worked(), name, index, decimals=4) == line


@pytest.mark.parametrize("decimals", [2, 3, 4])
@pytest.mark.parametrize(("name", "index"), [("attn.heads", (0, 0, 0)), ("attn.out", (0, 0))])
def test_the_output_of_the_worked_example_tells_the_print_from_rounded_weights(name, index, decimals):
    assert (
        "If the numbers are rounded to 3 places first: 0.881·10 + 0.119·4 = 9.286, printed as 9.29; "
        "unrounded it is 9.2848."
    ) in said(worked(), name, index, decimals=decimals)


def test_weights_say_that_the_largest_score_goes_first():
    assert said(worked(), "attn.weights", (0, 0, 0))[0] == (
        "4 is the largest score of the row: it is taken away first, which changes nothing "
        "and keeps the powers small."
    )


def test_a_typed_in_cell_says_so_and_who_uses_it():
    found = explain(worked(), "attn.q", (0, 0, 0))
    assert list(map(str, found.remarks)) == ["Typed in: change it here.", "Used by attn.scores."]
    assert found.proof is None


def test_a_parameter_says_so_and_who_uses_it():
    trace = trace_of(decoder())
    assert said(trace, "embed.W_E", (0, 0)) == [
        "A parameter: change it here.",
        "Used by embed.tokens, logits.",
    ]


def test_full_precision_writes_numbers_that_read_back():
    line = first_line(worked(), "attn.heads", (0, 0, 0), decimals=None)
    numbers = [float(number) for number in re.findall(r"\d[\d.]*", line)]
    trace = worked()
    weights = trace["attn.weights"].values[0, 0]
    assert numbers == [weights[0], 10, weights[1], 4, trace["attn.heads"].values[0, 0, 0]]


def test_numbers_are_links_and_the_result_stands_out():
    found = explain(worked(), "attn.scores", (0, 0, 1))
    numbers = [piece for piece in found.lines[0] if piece.style is PieceStyle.NUMBER]
    assert [piece.cell for piece in numbers] == [Cell("attn.q", (0, 0, 0)), Cell("attn.k", (0, 1, 0))]
    assert found.lines[0][-1].style is PieceStyle.RESULT
    assert found.links == (Line("attn.q", (0, 0, None)), Line("attn.k", (0, 1, None)))


def test_exponents_are_raised_and_still_links():
    raised = [piece for piece in explain(worked(), "attn.weights", (0, 0, 1)).lines[0] if piece.raised]
    assert [piece.text for piece in raised[:3]] == ["2", " − ", "4"]
    assert raised[0].cell == Cell("attn.scaled", (0, 0, 1))


def every_cell(trace):
    for name, tensor in trace.items():
        for index in np.ndindex(tensor.shape):
            yield name, index


@UNHURRIED
@given(scenarios(), st.sampled_from([0, 2, 4, None]), st.booleans())
def test_every_cell_of_everything_is_explained(made, decimals, full):
    trace = trace_of(made)
    for name, index in every_cell(trace):
        found = explain(trace, name, index, decimals=decimals, full=full)
        assert found.remarks or isinstance(trace.program.maker(name).operation, ops.Operation)
        line = joined(found.lines[0])
        assert " = " in line
        assert "-" not in line.replace("e-", ""), "minus signs are real ones"
        assert "−0.00 " not in line
        if found.proof is not None:
            assert found.proof.difference <= 1e-12
            assert found.links or not cells(trace.program.maker(name).expression(name, index))


@UNHURRIED
@given(scenarios())
def test_links_are_cells_that_exist(made):
    trace = trace_of(made)
    for name, index in every_cell(trace):
        found = explain(trace, name, index)
        assert len(set(found.links)) == len(found.links)
        for tensor, places in lit(found.links, trace).items():
            for place in places:
                assert trace[tensor].values[place].shape == ()


def test_every_operation_but_typed_in_has_remarks():
    others = set(ops.OPERATIONS) - set(_REMARKS)
    assert {made for made in others if made.remarks is ops.Operation.remarks} == {TypedIn}


# Masks


def test_a_later_key_is_said_to_be_masked():
    trace = trace_of(decoder())
    assert first_line(trace, "decoder.0.self_attn.masked", (0, 0, 1)) == "masked[head 1, the (1), cat] = −∞"
    assert said(trace, "decoder.0.self_attn.masked", (0, 0, 1)) == [
        "cat comes later than the (1): the score is masked, −∞, and its weight will be exactly 0.",
        "Masked scores: 6 of 16.",
    ]
    assert said(trace, "decoder.mask", (0, 1)) == ["cat comes later than the (1): nothing is seen there, 0."]
    assert "gets exactly 0" in said(trace, "decoder.0.self_attn.weights", (0, 0, 1))[0]


def test_a_kept_score_says_so():
    trace = trace_of(decoder())
    line = first_line(trace, "decoder.0.self_attn.masked", (1, 2, 1))
    assert line.startswith("masked[head 2, sat, cat] = scaled[head 2, sat, cat] = ")
    assert said(trace, "decoder.0.self_attn.masked", (1, 2, 1))[0] == (
        "sat may look at cat: the score is kept."
    )


def test_masked_keys_take_no_part_in_the_sums():
    trace = trace_of(decoder())
    line = first_line(trace, "decoder.0.self_attn.heads", (0, 1, 0))
    assert line.count("·") == 1 + 2
    assert "Masked keys have weight 0 and take no part." in said(
        trace, "decoder.0.self_attn.heads", (0, 1, 0)
    )
    assert first_line(trace, "decoder.0.self_attn.weights", (0, 0, 0)).count("e^") == 2


def test_padding_and_a_mask_of_ones_own_are_told():
    padded = trace_of(decoder().with_changes(padding={"target": (0,)}))
    assert said(padded, "decoder.0.self_attn.masked", (0, 1, 0))[0].startswith("the (1) is padding: ")
    rows = tuple(tuple(query != 2 or key != 1 for key in range(4)) for query in range(4))
    edited = trace_of(decoder().with_changes(masks={"decoder.mask": rows}))
    assert said(edited, "decoder.0.self_attn.masked", (0, 2, 1))[0].startswith(
        "the mask says that sat may not look at cat: "
    )


def test_a_row_that_may_look_nowhere_is_told():
    trace = trace_of(decoder().with_changes(padding={"target": (0,)}))
    for name in ("weights", "heads"):
        assert said(trace, f"decoder.0.self_attn.{name}", (0, 0, 0)) == [
            "No key may be looked at: all weights are 0."
        ]
    assert first_line(trace, "decoder.0.self_attn.weights", (0, 0, 0)) == (
        "weights[head 1, the (1), the (1)] = 0"
    )


def test_a_long_row_is_told_by_its_workings():
    trace = trace_of(decoder())
    found = explain(trace, "decoder.0.self_attn.weights", (0, 3, 1))
    assert " = exp / sum = " in joined(found.lines[0])
    assert joined(found.lines[1]).startswith("exp = e^")
    assert "   sum = " in joined(found.lines[1])


# Switched off, embeddings, norm, activations


def test_what_is_switched_off_says_so():
    off = decoder(
        norm=Norm(NormKind.NONE),
        residual=False,
        feed_forward=FeedForward(FeedForwardKind.NONE),
        attention=Attention(scale=Scale.NONE),
    )
    trace = trace_of(off)
    for name, text in {
        "decoder.0.norm1": "This model has no decoder.0.norm1: passed on unchanged.",
        "decoder.0.add1": "This model has no decoder.0.add1: passed on unchanged.",
        "embed.sum": "No positions are added: passed on unchanged.",
        "embed.positions": "There are no positions: nothing is added, and the order of the words is lost.",
    }.items():
        assert text in said(trace, name, (0, 0))
    assert "The scores are not scaled: passed on unchanged." in said(
        trace, "decoder.0.self_attn.scaled", (0, 0, 0)
    )
    assert "Nothing is masked: passed on unchanged." in said(trace, "decoder.0.self_attn.masked", (0, 0, 0))


def test_a_lookup_is_told_as_a_one_hot_product():
    trace = trace_of(decoder())
    assert first_line(trace, "embed.tokens", (1, 2)).startswith("embed.tokens[cat, 3] = W_E[cat, 3] = ")
    assert said(trace, "embed.tokens", (1, 2)) == [
        "cat is word 2 of the vocabulary: a row with a single 1 there, times W_E, is row 2 of W_E."
    ]


def test_positions_are_told_by_their_wave():
    trace = trace_of(decoder(positions=Positions(PositionKind.SINUSOIDAL)))
    assert first_line(trace, "embed.positions", (2, 3)) == (
        "embed.positions[sat, 4] = cos(pos / base^(2i / d_model)) = cos(2 / 10000^(2 / 4)) = 1.00"
    )


def test_layer_norm_and_its_workings_are_told():
    trace = trace_of(decoder())
    line = first_line(trace, "decoder.0.norm1", (0, 0))
    assert line.startswith("norm1[the (1), 1] = gain·deviation / √(variance + ε) + bias = 1·")
    assert "0.00001)) + 0 = " in line
    assert said(trace, "decoder.0.norm1.variance", (0,))[-1] == (
        "The mean of the squared distances: divided by 4, not by 4 − 1."
    )


def test_a_row_without_spread_is_told():
    flat = decoder(unembedding=Unembedding(tied=False), input=Input.EMBEDDINGS)
    for epsilon, text in ((1e-5, "nothing is left of them but the bias"), (0.0, "0 / 0 has no value, NaN")):
        architecture = replace(flat.architecture, norm=Norm(place=NormPlace.PRE, epsilon=epsilon))
        made = flat.with_changes(architecture=architecture, given={"embed.sum": np.full((4, 4), 2.0)})
        assert any(text in remark for remark in said(trace_of(made), "decoder.0.norm1", (0, 0)))


def test_relu_says_whether_the_number_is_kept():
    trace = trace_of(decoder())
    hidden = trace["decoder.0.ffn.hidden"].values
    for index in np.ndindex(hidden.shape):
        (remark,) = said(trace, "decoder.0.ffn.activated", index)
        assert ("becomes 0" in remark) == (hidden[index] < 0)
    assert "max(0, ffn.hidden[the (1), 1]) = max(0, " in first_line(trace, "decoder.0.ffn.activated", (0, 0))


def test_a_long_sum_is_shortened_and_complete_on_demand():
    trace = trace_of(decoder())
    short = first_line(trace, "decoder.0.ffn.out", (0, 0))
    whole = first_line(trace, "decoder.0.ffn.out", (0, 0), full=True)
    assert short.count(" + ") == 1 + 6 + 1 + 1 - 1
    assert " + 10 terms of 0 + 0 = " in short
    assert whole.count(" + ") == 1 + 15 + 1
    assert "d_ff = 16" in said(trace, "decoder.0.ffn.out", (0, 0))[-2]


def test_tiny_and_huge_numbers_are_written_as_their_matrices():
    trace = trace_of(attention_of_qkv([[[2e-7, 1e-7]]], [[[3e8, 1], [-5e-2, 0]]], [[[10], [4]]]))
    lines = [first_line(trace, "attn.scores", (0, 0, key)).split(" = ", 2)[2] for key in (0, 1)]
    assert lines[0] == "2.00e−07·3.00e+08 + 1.00e−07·1.00e+00 = 60.00"
    assert lines[1] == "2.00e−07·(−5.00e−02) + 1.00e−07·0.00e+00 = 0.00"
    assert first_line(trace, "attn.q", (0, 0, 1)) == "q[q0, 2] = 1.00e−07"
    assert first_line(trace, "attn.q", (0, 0, 1), decimals=None).endswith(" = 1e−07")


def test_what_is_left_of_a_sum_is_written_as_its_terms():
    row = [1e-7 * number for number in range(1, 13)]
    for factor, told in ((1e-3, "8 others, together 2.04e−15"), (1e12, "8 others, together 2.04 = 6.50")):
        keys = [[number * factor for number in row]]
        trace = trace_of(attention_of_qkv([[row]], [keys], [[[1]]]))
        assert told in first_line(trace, "attn.scores", (0, 0, 0)), factor


# Rounding


def test_rounding_is_told_in_powers_of_ten():
    trace = trace_of(attention_of_qkv([[[1.2346e-7]]], [[[3], [1]]], [[[10], [4]]]))
    assert first_line(trace, "attn.scores", (0, 0, 0)).endswith(" = 1.23e−07·3 = 3.70e−07")
    remark = "From the rounded numbers shown: 3.6900e−07; exact: 3.7038e−07."
    assert remark in said(trace, "attn.scores", (0, 0, 0))
    assert not any("From the rounded" in one for one in said(trace, "attn.scores", (0, 0, 1)))


def test_rounding_is_told_exactly_where_it_shows():
    trace = trace_of(decoder())
    told = 0
    for name, index in every_cell(trace):
        found = explain(trace, name, index, decimals=2, full=True)
        remark = any("From the rounded numbers shown" in str(one) for one in found.remarks)
        step = trace.program.maker(name)
        if step is None or not isinstance(step.operation, ops.Linear | ops.Scores | ops.WeightedSum):
            continue
        rounded = {
            tensor: NamedTensor(tensor, of.axes, np.vectorize(lambda x: round(x, 2))(of.values))
            for tensor, of in ((source, trace[source]) for source in step.inputs)
        }
        redone = value(step.expression(name, index), rounded)
        assert remark == (number_text(redone, 2) != number_text(found.value, 2))
        told += remark
    assert told > 10


def test_nothing_is_said_about_rounding_where_all_numbers_are_whole():
    trace = trace_of(attention_of_qkv([[[2, 3]]], [[[2, 1], [1, 5]]], [[[10], [4]]]))
    assert not any("round" in remark for remark in said(trace, "attn.scores", (0, 0, 0)))


def test_what_books_print_is_told_as_a_condition_and_truly():
    """Halves go away from zero, on the decimals that are written."""
    for values, told in {
        (10, 4): "0.881·10 + 0.119·4 = 9.286, printed as 9.29; unrounded it is 9.2848.",
        (1.25, 0.5): None,
        (-10, -4): "0.881·(−10) + 0.119·(−4) = −9.286, printed as −9.29; unrounded it is −9.2848.",
        (20.5, 4): "0.881·20.500 + 0.119·4.000 = 18.5365, printed as 18.54; unrounded it is 18.5332.",
    }.items():
        trace = trace_of(attention_of_qkv([[[2]]], [[[2], [1]]], [[[value] for value in values]]))
        remarks = [remark for remark in said(trace, "attn.heads", (0, 0, 0)) if "printed" in remark]
        if told is None:
            assert remarks == []
        else:
            assert remarks == [f"If the numbers are rounded to 3 places first: {told}"]


@pytest.mark.parametrize("factor", [1e-6, 1e6, 1e12])
def test_nothing_is_printed_of_numbers_in_powers_of_ten(factor):
    trace = trace_of(attention_of_qkv([[[2]]], [[[2], [1]]], [[[20.5 * factor], [4 * factor]]]))
    assert "e" in first_line(trace, "attn.heads", (0, 0, 0)).split(" = ")[-1]
    assert not any("printed" in remark for remark in said(trace, "attn.heads", (0, 0, 0)))


def test_halves_are_rounded_as_at_school():
    assert [str(by_school(number, 2)) for number in (0.125, 2.675, -0.125, 1.005)] == [
        "0.13",
        "2.68",
        "-0.13",
        "1.01",
    ]


def test_no_print_is_told_where_terms_cancel():
    trace = trace_of(attention_of_qkv([[[2]]], [[[2], [1]]], [[[1.19202], [-8.808]]]))
    exact = trace["attn.heads"].values[0, 0, 0]
    assert abs(exact) < 0.01
    assert not any("printed" in remark for remark in said(trace, "attn.heads", (0, 0, 0)))


@UNHURRIED
@given(scenarios())
def test_only_values_mixed_by_weights_are_told_as_books_print_them(made):
    trace = trace_of(made)
    for name, index in every_cell(trace):
        for remark in explain(trace, name, index).remarks:
            if "printed" not in remark.values:
                continue
            source = explain(trace, name, index).links[-1].tensor
            assert source.endswith((".weights", ".v", ".heads"))
            assert abs(
                float(remark.values["redone"].replace("−", "-")) - trace[name].values[index]
            ) < 0.01 * abs(trace[name].values[index])


# Long sums


def long_dot(values, weights):
    """Mix 12 values by weights that are typed in."""
    count = len(values)
    made = attention_of_qkv([[[0]]], [[[0]] * count], [[[value] for value in values]])
    return trace_of(
        made.with_changes(given={**made.given, "attn.weights": np.array([[weights]], dtype=float)})
    )


def test_a_long_sum_keeps_its_largest_terms_and_tells_the_rest():
    trace = long_dot([0.01] * 10 + [7, 0.01], [1] * 12)
    line = first_line(trace, "attn.heads", (0, 0, 0))
    assert "1·7.00" in line
    assert " + 8 others, together 0.08 = 7.11" in line
    assert first_line(trace, "attn.heads", (0, 0, 0), full=True).count("·") == 1 + 12


def test_zeros_of_a_long_sum_go_first():
    trace = long_dot([1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12], [0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0])
    line = first_line(trace, "attn.heads", (0, 0, 0))
    assert line == "heads[q0] = weights[q0] · v = 1·5 + 1·10 + 10 terms of 0 = 15"
    nothing = long_dot([1] * 12, [0] * 12)
    assert first_line(nothing, "attn.heads", (0, 0, 0)).endswith(" = 0·1 + 11 terms of 0 = 0")


def test_one_number_alone_is_not_left_out():
    trace = long_dot([1] * 9, [1, 1, 1, 1, 0, 1, 1, 1, 1])
    assert "0·1" in first_line(trace, "attn.heads", (0, 0, 0))


def test_nan_and_infinity_are_never_left_out():
    trace = long_dot([1] * 10 + [np.inf, np.nan], [1] * 12)
    line = first_line(trace, "attn.heads", (0, 0, 0))
    assert "1·∞" in line
    assert "1·NaN" in line


def test_the_largest_of_a_long_row_is_shown():
    keys = [[number / 100] for number in range(11)] + [[5.5]]
    made = attention_of_qkv([[[1]]], [keys], [[[1]] * 12])
    line = first_line(trace_of(made), "attn.weights.max", (0, 0))
    assert line.endswith(" = max(0.08, 0.09, 0.10, 5.50, 8 others) = 5.50")


@UNHURRIED
@given(scenarios())
def test_a_shortened_sum_of_products_adds_up(made):
    """What is written is true: kept products and the rest come to the result."""
    trace = trace_of(made)
    for name, index in every_cell(trace):
        line = first_line(trace, name, index, decimals=12)
        if "others, together" not in line or "/" in line or "max(" in line or "e^" in line:
            continue
        arithmetic, result = line.rsplit(" = ", 2)[1:]
        arithmetic = re.sub(r"\d+ others, together ", "", arithmetic).replace("·", "*").replace("−", "-")
        assert eval(arithmetic) == pytest.approx(float(result.replace("−", "-")), abs=1e-6)


# ∞ and NaN


def test_a_number_that_is_too_large_is_told_and_followed():
    trace = trace_of(attention_of_qkv([[[1e200]]], [[[1e200], [0]]], [[[10], [4]]]))
    told = "1e+200·1e+200 is more than any float64 can hold: ∞."
    assert said(trace, "attn.scores", (0, 0, 0))[0] == told
    assert said(trace, "attn.weights.max", (0, 0))[0] == "scaled[q0, k0] is ∞, and so is the result."
    assert said(trace, "attn.weights.exp", (0, 0, 0))[0] == "∞ − ∞ has no value: NaN (not a number)."
    assert first_line(trace, "attn.weights", (0, 0, 0)).endswith("= NaN")
    assert any("no shares" in remark for remark in said(trace, "attn.weights", (0, 0, 0)))
    assert any("is NaN" in remark for remark in said(trace, "attn.heads", (0, 0, 0)))


# Names, indices, errors


@pytest.mark.parametrize(
    ("name", "index"),
    [("attn.scores", (0, 0)), ("attn.scores", (0, 0, 2)), ("attn.scores", (0, 0, -1)), ("attn.out", ())],
)
def test_a_wrong_index_is_refused_with_the_axes(name, index):
    with pytest.raises(WrongIndex, match=r"axes .*\(1\).*counted from 0, up to attn\.\w+\[0,"):
        explain(worked(), name, index)


def test_an_unknown_name_is_refused_with_a_near_one():
    with pytest.raises(NoSuchTensor, match=r"no attn\.score here; did you mean attn\.scores\?"):
        explain(worked(), "attn.score", (0, 0, 0))
    with pytest.raises(UnknownTensor, match="no bogus here"):
        explain(worked(), "bogus", (0,))


@pytest.mark.parametrize(
    "text", ["attn.scores", "attn.scores[]", "[0]", "a[0,]", "a[-1]", "a[0.5]", "a[0]b", "a[٣]"]
)
def test_what_names_no_cell_is_refused(text):
    with pytest.raises(NotACell):
        parse_cell(text)


def test_a_cell_is_read_with_spaces():
    assert parse_cell(" decoder.0.norm1.mean [ 0 , 12 ] ") == ("decoder.0.norm1.mean", (0, 12))


# Conventions


def test_names_that_repeat_in_a_chain_are_written_in_full():
    off = ("decoder.1.self_attn", "decoder.1.ffn")
    made = decoder(layers=2, norm=Norm(place=NormPlace.POST), off=off)
    trace = trace_of(made)
    line = first_line(trace, "decoder.1.add1", (0, 0))
    assert line.startswith("add1[the (1), 1] = norm2[the (1), 1] = gain·deviation")
    made = decoder(layers=2, norm=Norm(NormKind.NONE), off=off)
    line = first_line(trace_of(made), "decoder.norm", (0, 0))
    chain = ("norm", "1.norm2", "1.add2", "1.norm1", "1.add1", "0.norm2", "0.add2")
    copied = " = ".join(f"decoder.{name}[the (1), 1]" for name in chain)
    assert line.startswith(f"{copied} = decoder.0.add1[the (1), 1] + decoder.0.ffn.out[the (1), 1] = ")


@UNHURRIED
@given(scenarios())
def test_a_name_in_an_explanation_means_one_tensor(made):
    trace = trace_of(made)
    for name, index in every_cell(trace):
        meant = {}
        for line in explain(trace, name, index).lines:
            for piece in line:
                if piece.style is PieceStyle.NAME and piece.cell is not None:
                    word = piece.text.partition("[")[0]
                    assert meant.setdefault(word, piece.cell.tensor) == piece.cell.tensor


def test_numbers_lead_to_where_they_are_made():
    """Not to a mask that is not there, nor to a norm that is off."""
    trace = trace_of(decoder(attention=Attention(heads=2, d_k=2, d_v=2)))
    links = explain(trace, "decoder.0.self_attn.weights.max", (0, 0)).links
    assert {link.tensor for link in links} == {"decoder.0.self_attn.scaled"}
    trace = trace_of(decoder(off=("decoder.0.norm1",)))
    links = explain(trace, "decoder.0.self_attn.q", (0, 0, 0)).links
    assert {link.tensor for link in links} == {"embed.tokens", "decoder.0.self_attn.W_Q"}
    assert first_line(trace, "decoder.0.self_attn.q", (0, 0, 0)).startswith(
        "q[head 1, the (1), 1] = embed.tokens[the (1)] · W_Q[column 1] = "
    )
    assert "columns of embed.tokens, then" in said(trace, "decoder.0.self_attn.q", (0, 0, 0))[-2]


@UNHURRIED
@given(scenarios())
def test_no_number_leads_to_a_step_that_changes_nothing(made):
    trace = trace_of(made)
    for name, index in every_cell(trace):
        for line in explain(trace, name, index).lines:
            for piece in line:
                if piece.style is PieceStyle.NUMBER:
                    maker = trace.program.maker(piece.cell.tensor)
                    assert maker is None or not isinstance(maker.operation, ops.Identity)


# What a text must not do


def worded(*words):
    made = attention_of_qkv([[[2]]], [[[2], [1]]], [[[10], [4]]])
    return trace_of(made.with_changes(tokens={"source": words, "target": ("query",)}))


def test_long_words_lose_their_middle_and_come_whole_on_demand():
    long = "a" * 500 + "b" * 500
    trace = worded(long, "second")
    short = f"{'a' * 20}…{'b' * 19} (1)"
    assert (
        first_line(trace, "attn.scores", (0, 0, 0))
        == f"scores[query, {short}] = q[query] · k[{short}] = 2·2 = 4"
    )
    assert f"fits what {short} offers." in said(trace, "attn.scores", (0, 0, 0))[-1]
    assert long in first_line(trace, "attn.scores", (0, 0, 0), full=True)
    assert f"fits what {long} offers." in said(trace, "attn.scores", (0, 0, 0), full=True)[-1]


def test_nothing_in_a_word_is_invisible():
    trace = worded("\x1b[31mred", "\u202eevil\n")
    text = "\n".join(explain(trace, "attn.weights", (0, 0, number)).text for number in (0, 1))
    assert "weights[query, ␛[31mred]" in text
    assert "weights[query, ⟨202E⟩evil↵]" in text
    assert not [sign for sign in text.replace("\n", "") if not sign.isprintable()]


def test_one_number_has_one_precision():
    made = attention_of_qkv([[[1]]], [[[7], [3.5], [1]]], [[[10], [4], [1]]])
    trace = trace_of(made)
    assert "e^(7.0000 − 7.0000)" in first_line(trace, "attn.weights", (0, 0, 0), decimals=4)
    assert said(trace, "attn.weights", (0, 0, 0), decimals=4)[0].startswith("7.0000 is the largest score")
    assert first_line(trace, "attn.weights.max", (0, 0), decimals=4).endswith(
        "max(7.0000, 3.5000, 1.0000) = 7.0000"
    )


@UNHURRIED
@given(scenarios())
def test_conventions_say_what_is_switched_off(made):
    line = conventions_line(made.architecture)
    assert line == " · ".join(map(str, conventions(made.architecture)))
    a = made.architecture
    assert "rows are tokens" in line
    assert ("no causal mask" not in line) == any(map(a.is_causal, a.masks))
    assert ("not scaled" in line) == (a.scale is Scale.NONE)
    off = ", ".join(str(switch_words(a, part)) for part in a.off)
    assert line.endswith(f"off: {off}") if off else "off:" not in line
    assert ("no residuals" in line) == (a.has_layers and not a.residual)
    assert ("no layer norm" in line) == (a.has_layers and a.norm.kind is NormKind.NONE)
    assert ("no feed-forward network" in line) == (
        a.has_layers and a.feed_forward.kind is FeedForwardKind.NONE
    )


@pytest.mark.parametrize("kind", [PositionKind.ALIBI, PositionKind.T5])
def test_a_bias_of_distances_is_no_residual(kind):
    trace = trace_of(decoder(positions=Positions(kind)))
    assert said(trace, "decoder.0.self_attn.biased", (0, 0, 0)) == [
        "What the distance of the two words counts is added to their score."
    ]
    assert said(trace, "decoder.0.add1", (0, 0)) == [
        "What came in is added again to what the part made of it."
    ]


# Mistakes are told for what they are


def test_cross_attention_to_the_decoder_is_not_said_to_read_the_encoder():
    both = Architecture(Stack.ENCODER_DECODER, d_model=4, attention=Attention(d_k=2, d_v=2))
    wrong = replace(both, attention=replace(both.attention, memory=Memory.DECODER))
    for architecture, is_mistake in ((both, False), (wrong, True)):
        trace = trace_of(new_scenario(architecture))
        for name in ("k", "v", "scores"):
            told = " ".join(said(trace, f"decoder.0.cross_attn.{name}", (0, 0, 0)))
            assert ("from the decoder itself. A mistake" in told) == is_mistake
            assert ("from memory" in told) != is_mistake


def test_a_masked_cell_of_a_softmax_over_columns_says_why_it_is_0():
    made = Architecture(attention=Attention(mask=MaskKind.CAUSAL), weights=Weights(over=SoftmaxOver.COLUMNS))
    trace = trace_of(new_scenario(made))
    assert trace["attn.weights"].values[0, 0, 2] == 0
    assert "later" in said(trace, "attn.weights", (0, 0, 2))[0]
    assert len(said(trace, "attn.weights", (0, 2, 0))) == 1


def test_scores_that_are_masked_after_softmax_do_not_say_that_nothing_is_masked():
    made = Architecture(attention=Attention(mask=MaskKind.CAUSAL), weights=Weights(mask_as=MaskAs.AFTER))
    trace = trace_of(new_scenario(made))
    assert said(trace, "attn.masked", (0, 0, 2))[-1] == (
        "Not masked here: the weights are masked after softmax instead. A mistake."
    )


def test_a_sample_variance_is_divided_by_one_less_in_brackets():
    made = Architecture(Stack.ENCODER, d_model=4, norm=Norm(variance=Variance.SAMPLE))
    trace = trace_of(new_scenario(made))
    line = first_line(trace, "encoder.0.norm1.variance", (0,))
    assert " / (d_model − 1)" in line
    assert " / (4 − 1)" in line
