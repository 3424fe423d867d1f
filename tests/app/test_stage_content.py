"""What the stage shows for every step of every example: the numbers of the trace, in their places."""

import json
from dataclasses import replace

import numpy as np
import pytest

from app.models.matrix_content import computed_from
from app.models.stage_chain import chain_content, print_note
from app.models.stage_content import Kind, MatrixView, Role, Sign
from app.models.stage_formula import formula_of
from app.models.stage_lit import lit_places, shown_place
from app.models.stage_model import step_content
from app.models.stage_title import place_line
from core.architecture.options import (
    Architecture,
    Attention,
    FeedForward,
    Input,
    MaskKind,
    Norm,
    NormKind,
    PositionKind,
    Positions,
    Scale,
    ScalePlace,
    Stack,
    Unembedding,
)
from core.edits import SwitchPart
from core.errors import SandboxError
from core.examples import examples, load_example
from core.explanation import explain
from core.expression.nodes import Cell, Line
from core.ops.attention import Scores, Softmax, WeightedSum
from core.ops.elementary import Identity
from core.ops.linear import Linear, Project
from core.program import Step
from core.resources import resource_path
from core.trace import StepFailure, Trace, run
from tests.support.build import attention_of_qkv, scenario, trace_of

KEYS = [example.key for example in examples()]


def matrices(content):
    return [item for item in content.items if isinstance(item, MatrixView)]


def symbols(content):
    return [
        item.symbol if isinstance(item, MatrixView) else f"{item.text}{item.word}" for item in content.items
    ]


def contents(trace):
    """Every content of a trace: each step, each of its heads, and the chain where there is one."""
    for step in trace.program.steps:
        axes = step.axes
        heads = axes[0].size if axes[0].name == "head" else 1
        for head in range(heads):
            yield step, step_content(trace, step, head=head)
        chain = chain_content(trace, step)
        if chain is not None:
            yield step, chain


def assert_shows_the_trace(trace, view):
    rows, columns = view.values.shape
    tensor = trace[view.tensor]
    assert view.places.shape == (rows, columns, len(tensor.shape))
    assert len(view.row_labels) == rows
    assert len(view.column_labels) == columns
    for row in range(rows):
        for column in range(columns):
            index = view.index(row, column)
            np.testing.assert_equal(tensor.values[index], view.values[row, column])
            assert view.find(index) == (row, column)
            assert view.covered(Cell(view.tensor, index)) == (row, column, row, column)


@pytest.fixture(scope="module", params=KEYS)
def trace(request):
    return run(load_example(request.param).program())


def test_every_shown_cell_is_the_cell_of_the_trace_at_its_index(trace):
    for step, content in contents(trace):
        assert not content.message, step.name
        for view in matrices(content):
            assert_shows_the_trace(trace, view)


def test_every_content_has_the_result_of_its_step_last_or_framed(trace):
    for step, content in contents(trace):
        result = content.items[-1] if content.framed is None else content.items[content.framed]
        assert result.tensor == step.name
        assert result.role is Role.RESULT
        assert [view.tensor for view in matrices(content) if view.role is Role.RESULT] == [step.name]


def source_of(trace, name):
    """What a step that is switched off passes on."""
    maker = trace.program.maker(name)
    return source_of(trace, maker.inputs[0]) if isinstance(maker and maker.operation, Identity) else name


def test_every_operand_and_working_of_a_step_is_shown(trace):
    for step in trace.program.steps:
        shown = {view.tensor for view in matrices(step_content(trace, step))}
        hidden = {name for name in step.inputs if trace.program.maker(name) and "mask" in name}
        if step.operation.trivial:
            continue
        read = {source_of(trace, name) for name in set(step.inputs) - hidden}
        assert read | {column.name for column in step.columns} <= shown, step.name


def test_memory_and_the_results_of_additions_and_norms_are_called_the_same_whatever_is_off():
    whole, both = load_example("tiny-gpt"), load_example("encoder-decoder")
    names = ("decoder.0.add1", "decoder.0.norm1", "decoder.norm")
    bare = SwitchPart("decoder.0.norm1", on=False).apply(SwitchPart("decoder.0.add1", on=False).apply(whole))
    for shown in (whole, bare):
        trace = run(shown.program())
        results = [matrices(step_content(trace, trace.program.step(name)))[-1] for name in names]
        assert [result.symbol for result in results] == ["y"] * 3
    trace = run(both.program())
    made, read = (
        matrices(step_content(trace, trace.program.step(name)))
        for name in ("encoder.norm", "decoder.0.cross_attn.k")
    )
    assert made[-1].symbol == read[0].symbol == "memory"
    assert (
        computed_from(trace.program, trace.program.step("decoder.0.cross_attn.k"))
        == "computed from memory, W_K"
    )


@pytest.mark.parametrize("head", [0, 1])
def test_a_head_is_called_the_same_where_it_is_made_and_where_it_is_joined(head):
    trace = run(load_example("tiny-gpt").program())
    steps = [trace.program.step(f"decoder.0.self_attn.{name}") for name in ("heads", "concat")]
    made, joined = (matrices(step_content(trace, step, head=head)) for step in steps)
    assert made[-1].symbol == joined[head].symbol == f"head_{head + 1}"


def test_colour_ranges_are_0_to_1_for_weights_and_symmetric_for_signed_numbers(trace):
    for _step, content in contents(trace):
        for view in matrices(content):
            if view.kind is Kind.WEIGHTS:
                assert view.bar == (0.0, 1.0)
            elif view.kind is Kind.SIGNED:
                low, high = view.bar
                values = trace[view.tensor].values
                assert low == -high
                largest = np.abs(values[np.isfinite(values)]).max(initial=0.0)
                assert high >= largest if content.chain else high == largest or largest == 0
            else:
                assert view.bar is None


def test_only_parameters_typed_in_tensors_and_masks_can_be_edited(trace):
    made = {step.name: type(step.operation).__name__ for step in trace.program.steps}
    for _step, content in contents(trace):
        for view in matrices(content):
            is_source = view.tensor in trace.program.sources
            is_mask_step = made.get(view.tensor) == "Mask" and view.role is Role.RESULT
            assert view.editable == (is_source or is_mask_step), view.tensor


def test_every_formula_has_a_picture_and_its_current_part_is_in_it(trace):
    pictures = json.loads(resource_path("formulas", "formulas.json").read_text(encoding="utf-8"))["formulas"]
    for step in trace.program.steps:
        formula = formula_of(trace.program, step)
        if formula is None:
            assert step.operation.trivial or not step.inputs
            continue
        ids = {part["id"] for part in pictures[formula.key]["parts"]}
        assert not formula.current or formula.current in ids | {"q", "k", "v", "masked", "concat"}
        for tensor in formula.targets.values():
            assert tensor in trace


@pytest.mark.parametrize("scale", [*Scale, 0.3], ids=str)
@pytest.mark.parametrize("mask", MaskKind)
@pytest.mark.parametrize("more", [{}, {"soft_cap": 2.0}], ids=["plain", "capped"])
def test_normed_and_scaled_queries_have_a_formula(scale, mask, more):
    pictures = json.loads(resource_path("formulas", "formulas.json").read_text(encoding="utf-8"))["formulas"]
    options = {"scale": scale, "scale_place": ScalePlace.BEFORE, "qk_norm": NormKind.RMS, "mask": mask} | more
    architecture = Architecture(d_model=4, attention=Attention(**options))
    trace = trace_of(scenario(architecture, tokens={"source": ("a", "b")}, vocabulary=("a", "b")))
    formulas = {name: formula_of(trace.program, trace.program.step(f"attn.{name}")) for name in PREPARED}
    assert formulas["q_norm"].key == formulas["k_norm"].key == "rms-norm-gain"
    assert formulas["q_norm"].targets == {"mean_square": "attn.q_norm.mean_square"}
    scaled = formulas["q_scaled"]
    if scale is Scale.NONE:
        assert scaled is None
        return
    ids = [part["id"] for part in pictures[scaled.key]["parts"]]
    assert (scaled.current, "q_scaled" in ids) == (("", False) if more else ("q_scaled", True))


PREPARED = ("q_norm", "k_norm", "q_scaled")


def test_what_is_lit_is_shown(trace):
    for step, content in contents(trace):
        index = (0,) * len(trace[step.name].shape)
        for place in lit_places(trace, content, step.name, index):
            assert any(view.tensor == place.tensor for view in matrices(content))


def test_every_step_has_a_place_in_words(trace):
    for step in trace.program.steps:
        assert place_line(trace.program, step, head=0)


WORKED = {"q": [[[2.0], [0.0]]], "k": [[[2.0], [1.0]]], "v": [[[10.0], [4.0]]]}


@pytest.fixture
def worked():
    return trace_of(attention_of_qkv(WORKED["q"], WORKED["k"], WORKED["v"]))


def test_scores_are_q_times_k_transposed(worked):
    content = step_content(worked, worked.program.step("attn.scores"))
    assert symbols(content) == ["Q", "×", "K^T", "=", "scores"]
    q, k, scores = matrices(content)
    assert (q.shape_text, k.shape_text, scores.shape_text) == ("2 × 1", "1 × 2", "2 × 2 · query × key")
    assert k.values.tolist() == [[2.0, 1.0]]
    assert k.index(0, 1) == (0, 1, 0)
    assert k.column_labels == ("k0", "k1")
    assert q.note == "typed in"
    assert not scores.note


def test_softmax_shows_its_workings_and_a_tick_at_rows_that_add_to_1(worked):
    content = step_content(worked, worked.program.step("attn.weights"))
    assert symbols(content) == ["scaled", "max", "exp", "sum", "→", "weights"]
    assert [view.kind for view in matrices(content)][1:4] == [Kind.PLAIN] * 3
    assert matrices(content)[-1].row_badges == ("1.00 ✓", "1.00 ✓")


def test_a_row_that_does_not_add_to_1_gets_no_tick():
    made = attention_of_qkv(**WORKED, custom=[[0, 0], [1, 1]])
    trace = trace_of(made)
    result = matrices(step_content(trace, trace.program.step("attn.weights")))[-1]
    assert result.row_badges == ("0.00", "1.00 ✓")
    assert "q0" in result.caption


def test_scaling_says_its_number():
    query = np.ones((1, 2, 4))
    trace = trace_of(attention_of_qkv(query, query, query))
    assert symbols(step_content(trace, trace.program.step("attn.scaled"))) == [
        "scores", "÷√d_k = 2", "=", "scaled",
    ]  # fmt: skip
    trace = trace_of(attention_of_qkv(query, query, query, scale=0.25))
    assert symbols(step_content(trace, trace.program.step("attn.scaled"))) == [
        "scores", "·0.25", "=", "scaled",
    ]  # fmt: skip


def test_masked_cells_are_hatched_and_take_no_part_in_the_colours():
    trace = trace_of(attention_of_qkv(**WORKED, mask=MaskKind.CAUSAL))
    content = step_content(trace, trace.program.step("attn.masked"))
    assert symbols(content) == ["scaled", "+", "M", "=", "masked"]
    scaled, mask, masked = matrices(content)
    assert mask.kind is Kind.MASK
    assert not mask.editable
    assert masked.masked.tolist() == [[False, True], [False, False]]
    assert masked.mask_text == "masked: later words"
    assert masked.bar == (-4.0, 4.0)
    assert scaled.masked is None
    weights = matrices(step_content(trace, trace.program.step("attn.weights")))
    assert [view.masked is not None for view in weights] == [True, False, True, False, True]
    heads = matrices(step_content(trace, trace.program.step("attn.heads")))
    assert heads[0].masked.tolist() == [[False, True], [False, False]]


def test_padding_says_so_on_the_hatch():
    made = attention_of_qkv(**WORKED)
    trace = trace_of(made.with_changes(padding={"source": (1,)}))
    masked = matrices(step_content(trace, trace.program.step("attn.masked")))[-1]
    assert masked.mask_text == "masked: padding"


def test_the_mask_itself_is_a_grid_of_ones_and_zeros_to_be_switched():
    trace = trace_of(attention_of_qkv(**WORKED, mask=MaskKind.CAUSAL))
    content = step_content(trace, trace.program.step("attn.mask"))
    (mask,) = matrices(content)
    assert mask.kind is Kind.MASK
    assert mask.editable
    assert mask.values.tolist() == [[1.0, 0.0], [1.0, 1.0]]
    assert mask.masked.tolist() == [[False, True], [False, False]]


def test_a_zero_matrix_has_a_colour_range_around_zero():
    zeros = np.zeros((1, 2, 1))
    trace = trace_of(attention_of_qkv(zeros, zeros, zeros))
    assert matrices(step_content(trace, trace.program.step("attn.scores")))[-1].bar == (-1.0, 1.0)


def test_infinities_and_nan_take_no_part_in_the_colour_range():
    huge = np.full((1, 2, 1), 1e200)
    trace = trace_of(attention_of_qkv(huge, huge, np.ones((1, 2, 1))))
    scores = matrices(step_content(trace, trace.program.step("attn.scores")))[-1]
    assert np.isinf(scores.values).all()
    assert scores.bar == (-1.0, 1.0)
    weights = matrices(step_content(trace, trace.program.step("attn.weights")))[-1]
    assert weights.row_badges == ("NaN !", "NaN !")


def two_heads(**attention):
    options = Attention(heads=2, d_k=2, d_v=3, mask=MaskKind.CAUSAL, **attention)
    architecture = Architecture(
        Stack.DECODER,
        layers=1,
        d_model=4,
        positions=Positions(PositionKind.LEARNED),
        attention=options,
        feed_forward=FeedForward(d_ff=5),
        unembedding=Unembedding(tied=False, bias=True),
    )
    words = ("the", "cat", "sat")
    return scenario(architecture, tokens={"target": words}, vocabulary=(*words, "mat"))


def test_a_projection_shows_the_block_of_the_head_and_of_the_bias():
    trace = trace_of(two_heads(bias=True))
    content = step_content(trace, trace.program.step("decoder.0.self_attn.v"), head=1)
    assert symbols(content) == ["X", "×", "W_V", "+", "b_V", "=", "V"]
    x, weight, bias, result = matrices(content)
    assert x.row_labels == ("the", "cat", "sat")
    assert weight.shape_text == "4 × 3 · head 2"
    assert weight.column_labels == ("1", "2", "3")
    assert weight.index(0, 0) == (0, 3)
    assert bias.index(0, 2) == (5,)
    assert bias.values.shape == (1, 3)
    assert result.index(2, 1) == (1, 2, 1)
    assert weight.note == "parameter"


def test_joined_heads_stand_side_by_side():
    trace = trace_of(two_heads())
    content = step_content(trace, trace.program.step("decoder.0.self_attn.concat"))
    assert symbols(content) == ["head_1", "head_2", "=", "concat"]


def test_output_feed_forward_and_logits_are_linear_maps():
    trace = trace_of(two_heads())
    expected = {
        "decoder.0.self_attn.out": ["concat", "×", "W_O", "=", "out"],
        "decoder.0.ffn.hidden": ["X", "×", "W_1", "+", "b_1", "=", "hidden"],
        "decoder.0.ffn.activated": ["hidden", "→ReLU", "H"],
        "decoder.0.ffn.out": ["H", "×", "W_2", "+", "b_2", "=", "out"],
        "decoder.0.add2": ["x", "+", "out", "=", "y"],
        "decoder.0.norm2": ["x", "mean", "deviation", "variance", "gain", "bias", "→", "y"],
        "embed.sum": ["E", "+", "P", "=", "X"],
        "logits": ["X", "×", "W_U", "+", "b_U", "=", "logits"],
        "probabilities": ["logits", "max", "exp", "sum", "→", "probabilities"],
    }
    for name, wanted in expected.items():
        assert symbols(step_content(trace, trace.program.step(name))) == wanted


def test_learned_positions_show_only_the_rows_that_are_read():
    trace = trace_of(two_heads())
    table, similarity, result = matrices(step_content(trace, trace.program.step("embed.positions")))
    assert (similarity.tensor, similarity.role) == ("embed.positions.similarity", Role.OPERAND)
    assert table.values.shape == result.values.shape == (3, 4)
    assert table.shape_text == "3 × 4 · 3 of 64 rows"
    assert table.note == "parameter"


def test_what_is_switched_off_is_one_matrix_that_says_so():
    architecture = Architecture(Stack.ENCODER, d_model=4, norm=Norm(NormKind.NONE), residual=False)
    trace = trace_of(scenario(architecture, tokens={"source": ("a", "b")}, vocabulary=("a", "b")))
    for name in ("embed.sum", "encoder.0.add1", "encoder.0.norm1"):
        (view,) = matrices(step_content(trace, trace.program.step(name)))
        assert view.caption == "not in this model: passed on unchanged"
        assert formula_of(trace.program, trace.program.step(name)) is None
    (view,) = matrices(step_content(trace, trace.program.step("embed.positions")))
    assert view.caption == "no positions: nothing is added"


@pytest.mark.parametrize("key", [example.key for example in examples()])
def test_the_stage_and_the_explanation_name_the_same_tensors(key):
    """What is off or not there only passes on: both name what is really made."""
    example = load_example(key)
    a = example.architecture
    for off in ((), tuple(name for name in a.switches if "norm" in name), a.switches):
        trace = trace_of(example.with_changes(architecture=replace(a, off=off)))
        for step in trace.program.steps:
            if isinstance(step.operation, Linear | Project | Scores | WeightedSum | Softmax):
                shown = {view.tensor for view in matrices(step_content(trace, step))}
                named = {link.tensor for link in explain(trace, step.name, (0,) * len(step.axes)).links}
                assert named - set(a.masks) <= shown


def test_a_word_shows_its_invisible_signs_in_headers_and_captions():
    made = attention_of_qkv([[[2]]], [[[2], [1]]], [[[10], [4]]])
    trace = trace_of(made.with_changes(tokens={"source": ("\x1b[1m", " b"), "target": ("q\t",)}))
    result = matrices(step_content(trace, trace.program.step("attn.scores")))[-1]
    assert (result.row_labels, result.column_labels) == (("q⇥",), ("␛[1m", "·b"))


def test_the_print_is_told_only_where_the_weights_alone_are_rounded():
    for value, told in ((10, "9.29 if the weights are rounded first"), (10.00012, "")):
        trace = trace_of(attention_of_qkv([[[2]]], [[[2], [1]]], [[[value], [4]]]))
        assert print_note(trace, trace.program.step("attn.weights")) == told


def test_embeddings_typed_in_are_one_matrix_to_be_edited():
    architecture = Architecture(Stack.ENCODER, Input.EMBEDDINGS, d_model=2)
    made = scenario(architecture, tokens={"source": ("a", "b")}, given={"embed.sum": np.eye(2)})
    trace = trace_of(made)
    (view,) = matrices(step_content(trace, trace.program.step("embed.sum")))
    assert (view.symbol, view.note) == ("X", "typed in")


def test_the_whole_of_a_small_attention_stands_on_one_line(worked):
    content = chain_content(worked, worked.program.step("attn.weights"), note="9.29 if rounded")
    assert symbols(content) == [
        "Q", "×", "K^T", "=", "scores", "→softmax", "weights", "×", "V", "=", "output",
    ]  # fmt: skip
    assert content.chain
    assert content.items[content.framed].symbol == "weights"
    assert content.items[content.framed].caption == "each row adds to 1"
    assert content.items[-1].caption == "9.29 if rounded"


def test_the_chain_shows_each_step_in_its_place(worked):
    framed = {}
    for step in worked.program.steps:
        content = chain_content(worked, step)
        if content is not None:
            framed[step.name] = content.items[content.framed].symbol
    assert framed == {
        "attn.q": "Q",
        "attn.k": "K^T",
        "attn.v": "V",
        "attn.scores": "scores",
        "attn.scaled": "scaled",
        "attn.masked": "masked",
        "attn.weights": "weights",
        "attn.heads": "output",
    }


def test_scaling_and_mask_are_said_by_signs_in_the_chain():
    two = np.ones((1, 2, 2))
    trace = trace_of(attention_of_qkv(two, two, two, mask=MaskKind.CAUSAL))
    content = chain_content(trace, trace.program.step("attn.weights"))
    signs = [f"{item.text}{item.word}" for item in content.items if isinstance(item, Sign)]
    assert signs == ["×", "÷√d_k = 1.4142", "+ M", "=", "→softmax", "×", "="]


@pytest.mark.parametrize("shape", [(1, 4, 1), (1, 2, 3), (2, 2, 1)])
def test_a_larger_attention_is_no_chain(shape):
    ones = np.ones(shape)
    trace = trace_of(attention_of_qkv(ones, ones, ones))
    assert chain_content(trace, trace.program.step("attn.weights")) is None


def test_projected_queries_are_shown_as_a_projection():
    architecture = Architecture(
        Stack.ATTENTION, Input.EMBEDDINGS, d_model=2, attention=Attention(d_k=1, d_v=1, scale=Scale.NONE)
    )
    trace = trace_of(scenario(architecture, tokens={"source": ("a", "b")}, given={"embed.sum": np.eye(2)}))
    assert chain_content(trace, trace.program.step("attn.q")) is None
    assert chain_content(trace, trace.program.step("attn.scores")) is not None


def test_row_names_stand_once_where_neighbours_share_them(worked):
    softmax = matrices(step_content(worked, worked.program.step("attn.weights")))
    assert [view.row_names_shown for view in softmax] == [True, False, False, False, False]
    scores = matrices(step_content(worked, worked.program.step("attn.scores")))
    assert [view.row_names_shown for view in scores] == [True, True, True]


def test_a_chosen_weight_lights_its_workings_and_scores(worked):
    step = worked.program.step("attn.weights")
    lit = lit_places(worked, step_content(worked, step), step.name, (0, 0, 1))
    assert Line("attn.scaled", (0, 0, None)) in lit
    assert Line("attn.weights.exp", (0, 0, None)) in lit
    assert Cell("attn.weights.sum", (0, 0)) in lit
    chain = chain_content(worked, step)
    lit = lit_places(worked, chain, step.name, (0, 0, 1))
    assert set(lit) == {
        Line("attn.scores", (0, 0, None)),
        Line("attn.q", (0, 0, None)),
        Line("attn.k", (0, 1, None)),
        Line("attn.heads", (0, 0, None)),
    }


def test_a_place_that_is_not_shown_is_told_where_its_number_is(worked):
    step = worked.program.step("attn.weights")
    softmax, chain = step_content(worked, step), chain_content(worked, step)
    masked = Cell("attn.masked", (0, 0, 1))
    assert shown_place(worked, softmax, masked) == Cell("attn.scaled", (0, 0, 1))
    assert shown_place(worked, chain, masked) == Cell("attn.scores", (0, 0, 1))
    assert shown_place(worked, chain, Cell("attn.v", (0, 1, 0))) == Cell("attn.v", (0, 1, 0))
    assert shown_place(worked, softmax, Cell("attn.v", (0, 1, 0))) is None
    assert shown_place(worked, softmax, Line("attn.v", (0, None, 0))) is None


def failed(trace, name):
    """The trace as it would be had the step `name` failed."""

    class Broken(SandboxError):
        template = "broken: {reason}"

    names = [step.name for step in trace.program.steps]
    kept = names[: names.index(name)]
    tensors = {
        key: tensor
        for key, tensor in trace.tensors.items()
        if trace.program.maker(key) is None or trace.program.maker(key).name in kept
    }
    step: Step = trace.program.step(name)
    return Trace(trace.program, tensors, failure=StepFailure(step, Broken(reason="for a test")))


def test_a_failed_step_says_why_and_later_ones_that_they_were_not_reached(worked):
    trace = failed(worked, "attn.scaled")
    assert "broken: for a test" in step_content(trace, trace.program.step("attn.scaled")).message
    assert "not reached" in step_content(trace, trace.program.step("attn.weights")).message
    assert chain_content(trace, trace.program.step("attn.scores")) is None


def test_no_tokens_give_a_sentence_and_no_matrix():
    empty = np.zeros((1, 0, 1))
    trace = trace_of(attention_of_qkv(empty, empty, empty))
    content = step_content(trace, trace.program.step("attn.scores"))
    assert not content.items
    assert "no words" in content.message
