"""A count before a noun: of one there is no plural."""

import numpy as np
import pytest

from core.architecture.conventions import conventions_line
from core.architecture.options import Architecture, Attention, Embedding, KeyHeadsDoNotDivide, Scale, Stack
from core.edits.words import InsertTokens, WriteTokens
from core.examples import load_example
from core.facts import facts
from core.text import counted
from core.trace import run


def test_one_is_said_by_a_text_of_its_own_and_others_by_their_number():
    said = [str(counted("Edits", count, "1 word", "{count} words")) for count in (0, 1, 2)]
    assert said == ["0 words", "1 word", "2 words"]


@pytest.mark.parametrize(("types", "told"), [(1, "1 token type ·"), (2, "2 token types ·")])
def test_conventions_count_token_types(types, told):
    line = conventions_line(Architecture(Stack.ENCODER, embedding=Embedding(types=types)))
    assert told in line


@pytest.mark.parametrize("heads", [1, 2])
def test_conventions_name_the_number_of_heads_under_the_root(heads):
    attention = Attention(heads=heads, scale=Scale.ROOT_HEADS)
    assert f"scores / √heads (a mistake), heads = {heads}" in conventions_line(
        Architecture(attention=attention)
    )


def test_undo_counts_tokens():
    assert str(InsertTokens("source", 0, ("a",)).label) == "Insert 1 token"
    assert str(InsertTokens("source", 0, ("a", "b")).label) == "Insert 2 tokens"
    assert str(WriteTokens("source", (), ((0, True),)).label) == "Mark the padding of 1 token"
    assert str(WriteTokens("source", (), ((0, True), (1, True))).label) == "Mark the padding of 2 tokens"


def test_heads_of_keys_are_refused_for_one_head():
    with pytest.raises(KeyHeadsDoNotDivide, match="2 heads of keys and values do not divide 1 of queries"):
        Attention(heads=1, kv_heads=2)


@pytest.mark.parametrize("nan", [1, 2])
def test_rows_that_are_nan_are_counted(nan):
    made = load_example("tiny-gpt")
    trace = run(made.program())
    values = np.array(trace["probabilities"].values)
    values[:nan] = np.nan
    values.setflags(write=False)
    trace = run(made.with_changes(given={"probabilities": values}).program())
    (fact,) = facts(trace, trace.program.step("probabilities"))
    assert str(fact.said) == f"Rows that are NaN (not a number), and so add to nothing: {nan} of 4."
