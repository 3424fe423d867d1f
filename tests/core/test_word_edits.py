"""Tables of tokens and of the vocabulary: several rows are one edit, and refusals change nothing."""

import numpy as np
import pytest

from core.architecture.options import MAX_TOKENS
from core.architecture.presets import preset
from core.edits.rows import TooManyTokens, VocabularyFull
from core.edits.tokens import LastToken, NoSuchPosition
from core.edits.words import InsertTokens, NoVocabulary, RemoveTokens, RenameWords, WordTwice, WriteTokens
from core.examples import load_example
from core.trace import run

WORDS = ("the", "cat", "sat")


@pytest.fixture
def decoder():
    return preset("gpt-2").scenario()


def words(scenario, sequence="target"):
    return scenario.tokens[sequence]


def test_words_are_written_over_and_behind_the_last(decoder):
    count = len(words(decoder))
    made = WriteTokens("target", ((1, "dog"), (count, "mat"), (count + 1, "dog"))).apply(decoder)
    assert words(made) == (words(decoder)[0], "dog", *words(decoder)[2:], "mat", "dog")
    assert {"dog", "mat"} <= set(made.vocabulary)
    with pytest.raises(NoSuchPosition):
        WriteTokens("target", ((count + 1, "gap"),)).apply(decoder)
    rows = tuple((row, "x") for row in range(MAX_TOKENS + 1))
    with pytest.raises(TooManyTokens):
        WriteTokens("target", rows).apply(decoder)


def test_words_and_padding_are_one_edit(decoder):
    made = WriteTokens("target", ((0, "a"),), ((0, True), (1, True))).apply(decoder)
    assert made.padding["target"] == (0, 1)
    back = WriteTokens("target", (), ((0, False), (1, False))).apply(made)
    assert "target" not in back.padding
    assert WriteTokens("target", (), ((0, False),)).apply(decoder) is decoder
    assert WriteTokens("target", ((0, words(decoder)[0]),)).apply(decoder) is decoder
    with pytest.raises(NoSuchPosition):
        WriteTokens("target", (), ((99, True),)).apply(decoder)


def test_typed_in_rows_stay_with_their_tokens():
    example = load_example("worked-example")
    sequence = example.attending("attn.q")[0]
    q = example.given["attn.q"]
    made = WriteTokens(sequence, ((0, "new"),)).apply(example)
    assert made.given["attn.q"] is q
    more = InsertTokens(sequence, 1, ("a", "b")).apply(example)
    assert np.array_equal(more.given["attn.q"][:, 3:], q[:, 1:])
    assert not more.given["attn.q"][:, 1:3].any()
    less = RemoveTokens(sequence, (1, 2)).apply(more)
    assert np.array_equal(less.given["attn.q"], q)
    assert words(less, sequence) == words(example, sequence)


def test_one_token_has_to_stay(decoder):
    with pytest.raises(LastToken):
        RemoveTokens("target", tuple(range(len(words(decoder))))).apply(decoder)


def test_a_renamed_word_keeps_its_numbers_and_its_tokens_follow(decoder):
    row = decoder.vocabulary.index(words(decoder)[1])
    made = RenameWords(((row, "猫"),)).apply(decoder)
    assert made.vocabulary[row] == "猫"
    assert words(made)[1] == "猫"
    assert made.parameters["embed.W_E"] is decoder.parameters["embed.W_E"]
    assert np.array_equal(run(made.program())["logits"].values, run(decoder.program())["logits"].values)
    assert RenameWords(((row, words(decoder)[1]),)).apply(decoder) is decoder


def test_two_words_change_places(decoder):
    first, second = decoder.vocabulary[:2]
    made = RenameWords(((0, second), (1, first))).apply(decoder)
    assert made.vocabulary[:2] == (second, first)
    swap = {first: second, second: first}
    assert words(made) == tuple(swap.get(word, word) for word in words(decoder))


def test_a_word_stands_once_and_a_full_vocabulary_says_so(decoder, monkeypatch):
    with pytest.raises(WordTwice, match="rows 1 and 2"):
        RenameWords(((1, decoder.vocabulary[0]),)).apply(decoder)
    with pytest.raises(WordTwice):
        RenameWords(((0, "x"), (1, "x"))).apply(decoder)
    size = len(decoder.vocabulary)
    more = RenameWords(((size, "one more"),)).apply(decoder)
    assert more.parameters["embed.W_E"].shape[0] == size + 1
    monkeypatch.setattr("core.edits.rows.MAX_VOCABULARY", size)
    with pytest.raises(VocabularyFull):
        RenameWords(((size, "one more"),)).apply(decoder)
    with pytest.raises(NoVocabulary):
        RenameWords(((0, "x"),)).apply(load_example("worked-example"))


@pytest.mark.parametrize(
    ("edit", "label"),
    [
        (WriteTokens("target", ((2, " a"),)), "Replace token 3 by “·a”"),
        (WriteTokens("target", ((1, "a"), (2, "b")), ((1, True),)), "Write 2 tokens"),
        (WriteTokens("target", (), ((1, True), (2, True))), "Mark the padding of 2 tokens"),
        (InsertTokens("target", 0, ("a", "b")), "Insert 2 tokens"),
        (RemoveTokens("target", (3,)), "Remove token 4"),
        (RemoveTokens("target", (3, 4)), "Remove 2 tokens"),
        (RenameWords(((0, "x"),)), "Rename word 1 to “x”"),
        (RenameWords(((0, "x"), (1, "y"))), "Rename 2 words"),
    ],
)
def test_the_edit_menu_names_them(edit, label):
    assert str(edit.label) == label


def test_many_new_words_are_made_like_one_after_the_other(decoder):
    size, words = len(decoder.vocabulary), [f"word {number}" for number in range(40)]
    together = RenameWords(tuple(enumerate(words, size))).apply(decoder)
    single = decoder
    for word in words:
        single = RenameWords(((len(single.vocabulary), word),)).apply(single)
    for name, parameter in together.parameters.items():
        assert np.array_equal(parameter.values, single.parameters[name].values), name
    fresh = together.parameters["embed.W_E"].values[size:]
    assert len(np.unique(fresh, axis=0)) > 30
