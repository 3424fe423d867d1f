"""The doctor names the first cell that is no finite number, and why; what a mask says is healthy."""

import json
import math

import numpy as np
import pytest

from app.__main__ import main
from core.architecture.attention_choices import Nowhere
from core.architecture.options import Architecture, Attention, Input, Scale, Stack, Weights
from core.doctor import Doctor, examine
from core.edits.cells import SetCells
from core.examples import examples, load_example
from core.explanation import explain
from core.expression.breaks import Deed, find_break
from core.expression.nodes import (
    Cell,
    Cos,
    Difference,
    Dot,
    Erf,
    Exp,
    Largest,
    Line,
    Mean,
    Number,
    Power,
    Product,
    Quotient,
    Root,
    Sum,
    Tanh,
    Total,
    Where,
)
from core.expression.value import value
from core.formats import save
from core.ops.activations import Relu
from core.program import ProgramBuilder
from core.tensor import Axis, NamedTensor
from core.trace import run
from tests.support.build import attention_of_qkv, scenario, trace_of, words

HUGE = 1e308


def numbers(*values):
    return {"x": NamedTensor.of("x", (Axis("d_ff", len(values)),), values)}


def program_of(operation, values):
    x = NamedTensor.of("x", (Axis("token", len(values)), Axis("d_ff", len(values[0]))), values)
    builder = ProgramBuilder({"x": x}, {})
    builder.add("made", operation, "x", layer="l", part="p")
    builder.add("behind", Relu(), "made", layer="l", part="p")
    return builder.build()


class Shaped(Relu):
    """An operation of which only the arithmetic of a cell matters."""

    def made(self, step, index):
        return Cell(step.inputs[0], index)

    def expression(self, step, working, index):
        return self.made(step, index)


class Exponential(Shaped):
    def compute(self, *inputs):
        return (np.exp(inputs[0]),)

    def made(self, step, index):
        return Exp(Cell(step.inputs[0], index))


class RootOf(Shaped):
    def compute(self, *inputs):
        return (np.sqrt(inputs[0]),)

    def made(self, step, index):
        return Root(Cell(step.inputs[0], index))


class Inverse(Shaped):
    def compute(self, *inputs):
        return (1.0 / inputs[0],)

    def made(self, step, index):
        return Quotient(Number(1.0), Cell(step.inputs[0], index))


class Lying(Shaped):
    """Computes NaN where its arithmetic says x."""

    def compute(self, *inputs):
        return (np.where(inputs[0] == 2, np.nan, inputs[0]),)


# The reader of expressions


@pytest.mark.parametrize(
    ("values", "expression", "deed", "operands"),
    [
        ((800,), Exp(Cell("x", (0,))), Deed.EXP, (800,)),
        ((HUGE, 10), Product((Cell("x", (0,)), Cell("x", (1,)))), Deed.MULTIPLY, (HUGE, 10)),
        ((math.inf, 0), Product((Cell("x", (0,)), Cell("x", (1,)))), Deed.MULTIPLY, (math.inf, 0)),
        ((0, 0), Quotient(Cell("x", (0,)), Cell("x", (1,))), Deed.DIVIDE, (0, 0)),
        ((-3, 0), Quotient(Cell("x", (0,)), Cell("x", (1,))), Deed.DIVIDE, (-3, 0)),
        ((math.inf, math.inf), Difference(Cell("x", (0,)), Cell("x", (1,))), Deed.SUBTRACT, (math.inf,) * 2),
        ((HUGE, -HUGE), Difference(Cell("x", (0,)), Cell("x", (1,))), Deed.SUBTRACT, (HUGE, -HUGE)),
        ((-4,), Root(Cell("x", (0,))), Deed.ROOT, (-4,)),
        ((-2, 0.5), Power(Cell("x", (0,)), Cell("x", (1,))), Deed.POWER, (-2, 0.5)),
        ((math.inf,), Cos(Cell("x", (0,))), Deed.WAVE, (math.inf,)),
        ((HUGE, HUGE), Total(Line("x", (None,))), Deed.ADD, (HUGE, HUGE)),
        ((HUGE, HUGE, HUGE), Mean(Line("x", (None,))), Deed.ADD, (HUGE,) * 3),
        ((1e200, 1), Dot(Line("x", (None,)), Line("x", (None,))), Deed.MULTIPLY, (1e200, 1e200)),
        ((1e154, 1e154), Dot(Line("x", (None,)), Line("x", (None,))), Deed.ADD, (1e154 * 1e154,) * 2),
    ],
)
def test_the_innermost_arithmetic_that_breaks_is_found(values, expression, deed, operands):
    found = find_break(expression, numbers(*values))
    assert (found.deed, found.operands, found.cell) == (deed, operands, None)
    assert found.result == value(expression, numbers(*values)) or math.isnan(found.result)


@pytest.mark.parametrize(
    "wrap",
    [
        lambda broken: Sum((Number(1.0), broken)),
        lambda broken: Difference(Number(1.0), broken),
        lambda broken: Product((Number(2.0), broken)),
        lambda broken: Quotient(broken, Number(3.0)),
        Exp,
        Root,
        lambda broken: Where(Number(1.0), Number(0.0), broken, Number(7.0)),
    ],
)
def test_what_stands_around_it_is_not_blamed(wrap):
    found = find_break(wrap(Exp(Cell("x", (0,)))), numbers(800))
    assert (found.deed, found.operands) == (Deed.EXP, (800.0,))


@pytest.mark.parametrize(
    "expression",
    [
        Where(Number(0.0), Number(1.0), Exp(Cell("x", (0,))), Number(7.0)),
        Quotient(Number(1.0), Exp(Cell("x", (0,)))),
        Tanh(Exp(Cell("x", (0,)))),
        Erf(Exp(Cell("x", (0,)))),
    ],
)
def test_an_infinity_that_does_no_harm_is_none(expression):
    assert find_break(expression, numbers(800)) is None


@pytest.mark.parametrize("number", [math.nan, math.inf, -math.inf])
@pytest.mark.parametrize(
    "expression",
    [
        Cell("x", (1,)),
        Sum((Cell("x", (0,)), Cell("x", (1,)))),
        Total(Line("x", (None,))),
        Mean(Line("x", (None,))),
        Dot(Line("x", (None,)), Line("x", (None,))),
    ],
)
def test_what_was_read_is_named(number, expression):
    found = find_break(expression, numbers(2.0, number))
    assert (found.deed, found.cell) == (Deed.READ, Cell("x", (1,)))


def test_the_largest_names_the_number_that_is_none():
    assert find_break(Largest(Line("x", (None,))), numbers(3, math.nan)).cell == Cell("x", (1,))


def test_infinities_of_both_signs_tell_both_halves():
    two = {
        "a": NamedTensor.of("a", (Axis("d_k", 2),), [HUGE, HUGE]),
        "b": NamedTensor.of("b", (Axis("d_k", 2),), [10, -10]),
    }
    found = find_break(Dot(Line("a", (None,)), Line("b", (None,))), two)
    assert (found.deed, found.operands) == (Deed.ADD, (math.inf, -math.inf))
    assert (found.before.deed, found.before.operands) == (Deed.MULTIPLY, (HUGE, 10))


# The first cell, and why


@pytest.mark.parametrize(
    ("operation", "values", "place", "told"),
    [
        (Exponential(), [[1, 2], [800, 900]], (1, 0), "exp(800) is more than any float64 can hold: ∞."),
        (RootOf(), [[1, -4]], (0, 1), "√(−4): a negative number has no root: NaN (not a number)."),
        (Inverse(), [[2, 0]], (0, 1), "1 / 0: a number divided by 0 is ∞."),
        (
            Lying(),
            [[1, 2]],
            (0, 1),
            "NaN, though its arithmetic comes to 2.00: the step computes something else.",
        ),
    ],
)
def test_the_first_cell_is_named_with_its_reason(operation, values, place, told):
    found = examine(run(program_of(operation, values)))
    assert found.cell == Cell("made", place)
    assert str(found.reason) == told


def test_huge_numbers_that_are_typed_in_are_followed_to_the_product():
    trace = trace_of(attention_of_qkv([[[HUGE]]], [[[10], [4]]], [[[10], [4]]]))
    assert np.isnan(trace["attn.weights"].values).all()
    found = examine(trace)
    assert (found.step, found.cell) == ("attn.scores", Cell("attn.scores", (0, 0, 0)))
    assert found.value == math.inf
    assert found.operands == (HUGE, 10)
    assert str(found.told(trace)) == (
        "First ∞: attn.scores (query q0, key k0): 1e+308·10 is more than any float64 can hold: ∞."
    )


def test_800_is_no_trouble_for_softmax():
    trace = trace_of(attention_of_qkv([[[800]]], [[[1], [2]]], [[[10], [4]]]))
    assert examine(trace) is None
    assert trace["attn.weights"].values.tolist() == [[[0, 1]]]


def test_a_row_of_large_negative_numbers_has_its_shares():
    trace = trace_of(attention_of_qkv([[[-1]]], [[[800], [801], [802]]], [[[1], [2], [3]]], scale=Scale.NONE))
    assert trace["attn.scores"].values.tolist() == [[[-800, -801, -802]]]
    assert trace["attn.weights"].values[0, 0] == pytest.approx([0.665241, 0.244728, 0.090031], abs=5e-7)
    assert examine(trace) is None


def test_both_infinities_in_one_sum_are_told():
    trace = trace_of(attention_of_qkv([[[HUGE, HUGE]]], [[[10, -10]]], [[[1]]]))
    found = examine(trace)
    assert math.isnan(found.value)
    assert found.operands == (HUGE, 10)
    assert str(found.reason) == (
        "1e+308·10 is more than any float64 can hold: ∞. ∞ − ∞ has no value: NaN (not a number)."
    )


def test_a_long_sum_is_counted():
    trace = trace_of(attention_of_qkv([[[HUGE / 4] * 8]], [[[1] * 8]], [[[1]]]))
    assert str(examine(trace).reason) == (
        "The sum of these 8 numbers is beyond what any float64 can hold: ∞."
    )


def blind_row(nowhere):
    options = Attention(heads=1, d_k=1, d_v=1, output=False)
    return scenario(
        Architecture(Stack.ATTENTION, Input.QKV, attention=options, weights=Weights(nowhere=nowhere)),
        tokens={"source": words(2, "k"), "target": words(2, "q")},
        given={"attn.q": [[[1], [2]]], "attn.k": [[[1], [2]]], "attn.v": [[[10], [4]]]},
        masks={"attn.mask": [[0, 0], [1, 1]]},
    )


@pytest.mark.parametrize(
    ("nowhere", "row"),
    [(Nowhere.ZEROS, [0, 0]), (Nowhere.UNIFORM, [0.5, 0.5]), (Nowhere.NAN, [math.nan] * 2)],
)
def test_a_row_that_may_look_nowhere_spreads_to_no_other(nowhere, row):
    trace = trace_of(blind_row(nowhere))
    assert trace["attn.weights"].values[0, 0] == pytest.approx(row, nan_ok=True)
    assert trace["attn.weights"].values[0, 1].sum() == pytest.approx(1)
    assert np.isfinite(trace["attn.heads"].values[0, 1]).all()
    found = examine(trace)
    if nowhere is Nowhere.NAN:
        assert found.cell == Cell("attn.weights", (0, 0, 0))
        assert str(found.reason) == "No key may be looked at: 0 / 0, NaN."
        assert found.operands == (0, 0)
    else:
        assert found is None


def test_masked_scores_and_their_largest_are_meant():
    trace = trace_of(blind_row(Nowhere.ZEROS))
    assert trace["attn.masked"].values[0, 0].tolist() == [-math.inf] * 2
    assert trace["attn.weights.max"].values[0, 0] == -math.inf
    assert examine(trace) is None


def test_a_score_that_overflows_downwards_is_not_taken_for_a_masked_one():
    trace = trace_of(attention_of_qkv([[[-HUGE]]], [[[10]]], [[[1]]], custom=[[1]]))
    found = examine(trace)
    assert (found.cell.tensor, found.value) == ("attn.scores", -math.inf)
    assert str(found.reason) == "(−1e+308)·10 is less than any float64 can hold: −∞."


def test_a_number_that_is_not_computed_is_told_as_the_cause():
    x = NamedTensor.of("x", (Axis("token", 1), Axis("d_ff", 2)), [[1, math.nan]])
    builder = ProgramBuilder({"x": x}, {})
    builder.add("made", Relu(), "x", layer="l", part="p")
    found = examine(run(builder.build()))
    assert found.cell == Cell("made", (0, 1))
    assert str(found.reason) == "x[2] is NaN, and it is not computed: change it there."


@pytest.mark.parametrize("example", [one.key for one in examples()])
def test_the_examples_are_healthy(example):
    assert examine(trace_of(load_example(example))) is None


def test_only_arrays_that_are_new_are_looked_at():
    doctor = Doctor()
    made = attention_of_qkv([[[1.0]]], [[[10], [4]]], [[[10], [4]]])
    trace = trace_of(made)
    doctor.examine(trace)
    everything = doctor.examined
    doctor.examine(trace)
    assert doctor.examined == everything
    edited = SetCells("attn.v", ((0, 0, 0),), (5.0,)).apply(made)
    later = trace_of(edited, trace)
    doctor.examine(later)
    changed = [name for name in later if name in later.changed]
    assert doctor.examined == everything + len(changed)
    assert 0 < len(changed) < everything


def test_what_is_remembered_is_told_as_long_as_it_is_there():
    doctor = Doctor()
    sick = attention_of_qkv([[[HUGE]]], [[[10], [4]]], [[[10], [4]]])
    first = trace_of(sick)
    assert doctor.examine(first) == doctor.examine(first)
    healed = trace_of(SetCells("attn.q", ((0, 0, 0),), (1.0,)).apply(sick), first)
    assert doctor.examine(healed) is None
    assert doctor.examine(first) is not None


def test_explain_gives_the_same_reason():
    trace = trace_of(attention_of_qkv([[[HUGE]]], [[[10], [4]]], [[[10], [4]]]))
    found = examine(trace)
    assert found.reason in explain(trace, found.cell.tensor, found.cell.index).remarks


# The command


@pytest.fixture
def sick(tmp_path):
    path = tmp_path / "sick.tsbx"
    save(attention_of_qkv([[[HUGE]]], [[[10], [4]]], [[[10], [4]]]), path)
    return str(path)


def test_the_command_names_the_cell(sick, capsys):
    assert main(["doctor", sick]) == 1
    out = capsys.readouterr().out
    assert out.splitlines() == [
        "First ∞: attn.scores (query q0, key k0): 1e+308·10 is more than any float64 can hold: ∞.",
        "attn.scores[0,0,0]",
    ]


def test_the_command_as_json(sick, capsys):
    assert main(["doctor", sick, "--json"]) == 1
    first = json.loads(capsys.readouterr().out)["first"]
    assert first["tensor"] == "attn.scores"
    assert first["index"] == [0, 0, 0]
    assert first["value"] == "inf"
    assert first["operands"] == [HUGE, 10]
    assert main(["doctor", "example:tiny-gpt", "--json"]) == 0
    assert json.loads(capsys.readouterr().out) == {"first": None}


def test_the_command_finds_nothing_in_a_healthy_file(capsys):
    assert main(["doctor", "example:tiny-gpt"]) == 0
    assert capsys.readouterr().out.startswith("Every number is finite")


def test_the_trace_tells_it_beside_the_tensors_asked_for(sick, capsys):
    assert main(["trace", sick, "--step", "attn.q"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines[0].startswith("conventions: ")
    assert (
        lines[1] == "First ∞: attn.scores (query q0, key k0): 1e+308·10 is more than any float64 can hold: ∞."
    )
    assert lines[3].startswith("attn.q  (")


def test_the_trace_tells_it_as_json(sick, capsys):
    assert main(["doctor", sick, "--json"]) == 1
    first = json.loads(capsys.readouterr().out)["first"]
    assert main(["trace", sick, "--step", "attn.q", "--json"]) == 0
    read = json.loads(capsys.readouterr().out)
    assert read["first"] == first
    assert list(read["tensors"]) == ["attn.q"]
