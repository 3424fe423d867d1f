"""Two runs side by side: what differs, where first, and what is said about the answers."""

import json
import math
from dataclasses import replace

import numpy as np
import pytest

from app.__main__ import main
from core.architecture.options import Decoding, DecodingKind
from core.compare import Differences, Kind, compare, compare_column, difference
from core.compared_cell import NotComparable, NotPinned, explain_difference, number_difference
from core.edits.architecture import ChangeArchitecture
from core.edits.cells import SetCells
from core.edits.switches import SwitchPart
from core.edits.tokens import InsertToken
from core.examples import load_example
from core.explanation import explain
from core.expression.nodes import Cell
from core.expression.pieces import joined
from core.formats import save
from core.generation import drawn, likeliest
from core.trace import run
from tests.support.build import attention_of_qkv, trace_of


def edited(scenario, name="decoder.1.ffn.W_2", value=2.0):
    return SetCells(name, ((0, 0),), (value,)).apply(scenario)


def test_a_run_is_equal_to_itself():
    made = load_example("tiny-gpt")
    found = compare(trace_of(made), trace_of(made))
    assert found.is_equal
    assert found.first is None
    assert {one.kind for one in found.columns} == {Kind.EQUAL}
    assert "equal" in str(found.answers.remark)


def test_the_first_difference_is_the_first_step_that_reads_the_edit():
    made = load_example("tiny-gpt")
    left, right = trace_of(made), trace_of(edited(made))
    found = compare(left, right)
    assert found.first.name == "decoder.1.ffn.out"
    assert found.first.cells == np.count_nonzero(
        left[found.first.name].values != right[found.first.name].values
    )
    apart = right[found.first.name].values - left[found.first.name].values
    assert found.first.largest == np.abs(apart).max()
    assert found.first.right - found.first.left == pytest.approx(apart[found.first.where], abs=1e-15)
    np.testing.assert_array_equal(difference(left, right, found.first.name), apart)


def test_columns_of_one_run_alone_and_of_another_shape_are_told():
    made = load_example("tiny-gpt")
    without = SwitchPart("decoder.0.ffn", on=False).apply(made)
    found = {one.name: one for one in compare(trace_of(made), trace_of(without)).columns}
    assert found["decoder.0.ffn.hidden"].kind is Kind.LEFT_ONLY
    other = compare(trace_of(without), trace_of(made)).columns
    gone = {name for name, one in found.items() if one.kind is Kind.LEFT_ONLY}
    assert {one.name for one in other if one.kind is Kind.RIGHT_ONLY} == gone
    assert [one.name for one in other] == list(found)
    longer = compare(trace_of(made), trace_of(InsertToken("target", 1, "cat").apply(made)))
    assert longer.first.kind is Kind.OTHER_SHAPE
    assert difference(trace_of(made), trace_of(InsertToken("target", 1, "cat").apply(made)), "logits") is None


def test_infinities_and_nan_are_compared():
    q, k, v = ([[[1.0]]], [[[1.0], [2.0]]], [[[1.0], [2.0]]])
    plain = trace_of(attention_of_qkv(q, k, v))
    huge = trace_of(attention_of_qkv([[[1e308]]], [[[10.0], [2.0]]], v))
    found = {one.name: one for one in compare(plain, huge).columns}
    assert found["attn.scores"].largest == math.inf
    assert found["attn.weights"].kind is Kind.DIFFERENT
    again = compare(huge, huge)
    assert again.is_equal
    assert (difference(huge, huge, "attn.scores") == 0).all()


def test_an_equal_answer_with_another_probability_is_said_in_words():
    """B4: scores scaled by 1/√heads; the top answer did not change, so nobody noticed."""
    made = load_example("tiny-gpt")
    attention = made.architecture.attention
    wrong = replace(made.architecture, attention=replace(attention, scale=1 / math.sqrt(attention.heads)))
    found = compare(trace_of(made), trace_of(ChangeArchitecture(wrong).apply(made)))
    assert found.first.name == "decoder.0.self_attn.scaled"
    assert found.answers.left.word == found.answers.right.word
    assert "The top answer is equal" in str(found.answers.remark)
    assert "differs" in str(found.answers.remark)
    before, after = (found.answers.remark.values[name] for name in ("before", "after"))
    assert before != after


def drawing(scenario, **options):
    decoding = Decoding(DecodingKind.SAMPLE, **options)
    return scenario.with_changes(
        architecture=replace(scenario.architecture, decoding=decoding, temperature=2.0)
    )


def test_of_runs_that_draw_the_drawn_words_are_compared():
    made = load_example("tiny-gpt")
    runs = [trace_of(drawing(made, seed=seed)) for seed in range(40)]
    words = [drawn(run).word for run in runs]
    other = next(run for run, word in zip(runs, words, strict=True) if word != words[0])
    again = next(run for run, word in zip(runs[1:], words[1:], strict=True) if word == words[0])
    assert likeliest(runs[0]) == likeliest(other)
    found = compare(runs[0], other).answers
    assert (found.left, found.right) == (drawn(runs[0]), drawn(other))
    assert str(found.remark).startswith(f"The drawn words differ: “{words[0]}” with ")
    assert f"“{drawn(other).word}” with " in str(found.remark)
    assert str(compare(runs[0], again).answers.remark).startswith(
        f"The drawn word is equal: “{words[0]}” with "
    )


def test_a_drawn_word_beside_the_likeliest_one_is_told_as_such():
    made = load_example("tiny-gpt")
    greedy, drawing_run = trace_of(made), trace_of(drawing(made, seed=7))
    told = str(compare(greedy, drawing_run).answers.remark)
    assert told.startswith(
        f"The next word is picked in two ways: the likeliest, “{likeliest(greedy).word}” with "
    )
    assert f"; drawn, “{drawn(drawing_run).word}” with " in told
    back = str(compare(drawing_run, greedy).answers.remark)
    assert back.startswith(f"The next word is picked in two ways: drawn, “{drawn(drawing_run).word}” with ")


def test_columns_are_compared_when_asked_for_and_kept_where_they_stay_the_same():
    made = load_example("tiny-gpt")
    left, right = trace_of(made), trace_of(edited(made))
    known = Differences(left, right)
    found = {one.name: one for one in compare(left, right).columns}
    assert known.first.name == "decoder.1.ffn.out"
    for step in right.program.steps:
        assert known.step(step) == found[step.name]
    later = run(edited(made, value=3.0).program(), right)
    again = known.after(later)
    assert again.column("embed.sum") is known.column("embed.sum")
    name = "decoder.1.ffn.out"
    assert again.column(name) == compare_column(left, later, name) != known.column(name)
    assert Differences(left, trace_of(made)).first is None


def test_a_working_that_differs_makes_its_step_differ():
    q, k, v = ([[[1.0]]], [[[1.0], [2.0]]], [[[1.0], [2.0]]])
    left = trace_of(attention_of_qkv(q, k, v))
    right = trace_of(attention_of_qkv(q, [[[3.0], [4.0]]], v))  # both scores by 2 larger: the same weights
    step = right.program.step("attn.weights")
    assert compare_column(left, right, "attn.weights").kind is Kind.EQUAL
    found = Differences(left, right).step(step)
    assert (found.name, found.largest) == ("attn.weights.max", 2.0)


def test_a_difference_is_told_with_both_numbers_and_how_they_were_made():
    made = load_example("tiny-gpt")
    left, right = trace_of(made), trace_of(edited(made))
    cell = Cell("decoder.1.ffn.out", (0, 0))
    told = explain_difference(left, right, cell)
    here, there = (float(one[cell.tensor].values[cell.index]) for one in (right, left))
    assert told.value == here - there
    lines = [joined(line) for line in told.lines]
    now, pinned = (explain(one, cell.tensor, cell.index) for one in (right, left))
    assert lines[1:] == [f"now: {joined(now.lines[0])}", f"pinned: {joined(pinned.lines[0])}"]
    full = joined(explain_difference(left, right, cell, decimals=None).lines[0]).replace("−", "-")
    for number in (here, there, here - there):
        assert repr(number) in full
    assert told.links


def test_tiny_numbers_are_compared_as_they_are_written():
    left, right = (trace_of(attention_of_qkv([[[2]]], [[[2]]], [[[value]]])) for value in (1.5e-7, 4e-7))
    told = explain_difference(left, right, Cell("attn.v", (0, 0, 0)))
    assert joined(told.lines[0]).endswith(" = now 4.00e−07 − pinned 1.50e−07 = 2.50e−07")
    told = explain_difference(
        trace_of(attention_of_qkv([[[2]]], [[[2]]], [[[1.5]]])), right, Cell("attn.v", (0, 0, 0))
    )
    assert joined(told.lines[0]).endswith(" = now 4.00e−07 − pinned 1.50 = −1.50e+00")


def test_what_cannot_be_compared_is_refused_in_words():
    made = load_example("tiny-gpt")
    left, right = trace_of(made), trace_of(InsertToken("target", 1, "cat").apply(made))
    with pytest.raises(NotComparable, match="now the shape is 5 × 8, pinned it is 4 × 8"):
        explain_difference(left, right, Cell("embed.sum", (0, 0)))
    without = trace_of(SwitchPart("decoder.0.ffn", on=False).apply(made))
    with pytest.raises(NotPinned, match=r"has no decoder\.0\.ffn\.hidden"):
        explain_difference(without, left, Cell("decoder.0.ffn.hidden", (0, 0)))


@pytest.mark.parametrize(
    ("left", "right", "apart"),
    [(1.0, 3.0, 2.0), (math.inf, math.inf, 0.0), (-math.inf, -math.inf, 0.0), (math.nan, math.nan, 0.0)],
)
def test_equal_infinities_have_no_difference(left, right, apart):
    assert number_difference(left, right) == apart
    assert number_difference(-math.inf, 1.0) == math.inf
    assert math.isnan(number_difference(math.nan, 1.0))


@pytest.fixture
def two_files(tmp_path):
    made = load_example("tiny-gpt")
    paths = [tmp_path / name for name in ("a.tsbx", "b.tsbx")]
    for path, scenario in zip(paths, (made, edited(made)), strict=True):
        save(scenario, path)
    return [str(path) for path in paths]


def test_the_command_tells_the_first_difference(two_files, capsys):
    assert main(["compare", *two_files]) == 1
    lines = capsys.readouterr().out.splitlines()
    assert lines[0].startswith("A: ")
    assert lines[3].startswith("first difference: decoder.1.ffn.out: ")
    assert any(line.split()[:2] == ["embed.tokens", "the"] for line in lines)
    assert main(["compare", two_files[0], "example:tiny-gpt"]) == 0
    assert "the same" in capsys.readouterr().out


def test_the_command_as_json_has_every_number(two_files, capsys):
    assert main(["compare", *two_files, "--json"]) == 1
    told = json.loads(capsys.readouterr().out)
    assert told["first"] == "decoder.1.ffn.out"
    assert told["equal"] is False
    entry = next(one for one in told["columns"] if one["name"] == "decoder.1.ffn.out")
    assert entry["different"] <= entry["cells"]
    assert entry["largest"] == abs(entry["B"] - entry["A"])
    assert set(told["answers"]["A"]) == {"word", "probability", "drawn"}


def test_conventions_that_differ_stand_beside_the_files(tmp_path, capsys):
    made = load_example("tiny-gpt")
    paths = []
    for name, scenario in (("on", made), ("off", SwitchPart("scale", on=False).apply(made))):
        paths.append(str(tmp_path / f"{name}.tsbx"))
        save(scenario, tmp_path / f"{name}.tsbx")
    main(["compare", *paths])
    first, second = capsys.readouterr().out.splitlines()[:2]
    assert "scores / √d_k" in first
    assert "scores not scaled" in second


def test_a_bad_file_is_refused_in_one_line(two_files, capsys):
    assert main(["compare", two_files[0], "nowhere.tsbx"]) == 2
    assert capsys.readouterr().err.count("\n") == 1
    assert main(["compare", two_files[0]]) == 2
