"""The next word: what top-k and top-p keep, what is drawn, and words one after another."""

import dataclasses
import math
from collections import Counter

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from core.architecture.options import (
    Architecture,
    Attention,
    Decoding,
    DecodingKind,
    Input,
    MaskKind,
    OptionOutOfRange,
    Stack,
    Unembedding,
)
from core.examples import load_example
from core.explanation import explain
from core.formats import dumps, loads
from core.generation import (
    NoNextWord,
    drawn,
    generate,
    greedy,
    likeliest,
    next_word,
    no_word_to_take,
    take_token,
)
from core.ops.decoding import Draw, TopK, TopP
from core.proof import prove
from core.scenario import with_missing_parameters
from core.trace import run
from tests.support.build import array
from tests.support.scenarios import filled

GPT = "tiny-gpt"


def decoding(**options):
    return Decoding(DecodingKind.SAMPLE, **options)


def picking(scenario, temperature=None, **options):
    """The scenario with words drawn as `options` say."""
    architecture = dataclasses.replace(scenario.architecture, decoding=decoding(**options))
    if temperature is not None:
        architecture = dataclasses.replace(architecture, temperature=temperature)
    return scenario.with_changes(architecture=architecture)


def words(scenario, count):
    return [found.word for found in generate(scenario, count)]


def row_of(shares):
    return np.array([shares]) / math.fsum(shares)


SHARES = st.lists(st.integers(0, 6), min_size=1, max_size=7).filter(any)
"""Small whole numbers, so that equals come up."""


@given(SHARES, st.integers(1, 8))
def test_top_k_keeps_so_many_of_the_likeliest(shares, count):
    row = row_of(shares)
    left, rank, kept, total = (column[0] for column in TopK(count).compute(row))
    assert sorted(rank) == [*range(1, len(shares) + 1)]
    stays = rank <= count
    assert stays.sum() == min(count, len(shares))
    assert min(row[0][stays]) >= max(row[0][~stays], default=0)
    assert (kept == np.where(stays, row[0], 0)).all()
    assert total == pytest.approx(math.fsum(kept))
    assert left == pytest.approx(kept / total)


@given(SHARES)
def test_of_equal_words_the_first_in_the_vocabulary_comes_first(shares):
    row = row_of(shares)
    rank = TopK(1).compute(row)[1][0]
    in_order = sorted(range(len(shares)), key=lambda word: rank[word])
    assert in_order == sorted(in_order, key=lambda word: (-row[0][word], word))


@given(SHARES, st.sampled_from([0.001, 0.25, 0.5, 0.75, 0.9, 0.999]))
def test_top_p_keeps_the_fewest_words_that_reach_the_mass(shares, mass):
    row = row_of(shares)
    left, ahead, kept, total = (column[0] for column in TopP(mass).compute(row))
    stays = ahead < mass
    reached = sorted((share for share, stay in zip(row[0], stays, strict=True) if stay), reverse=True)
    assert math.fsum(reached) >= mass - 1e-15
    assert math.fsum(reached[:-1]) < mass + 1e-15  # one word less would not reach it
    assert min(reached) >= max(row[0][~stays], default=0)
    assert (kept == np.where(stays, row[0], 0)).all()
    assert left == pytest.approx(kept / total)


@given(SHARES, st.integers(0, 10_000))
def test_exactly_one_word_is_drawn_and_never_one_with_no_share(shares, seed):
    row = row_of(shares)
    chosen, cumulated, number, point = Draw(seed).compute(row)
    assert chosen.sum() == 1
    word = int(chosen[0].argmax())
    assert row[0][word] > 0
    assert 0 <= number[0] < 1
    assert (cumulated[0][word - 1] if word else 0) <= point[0] < cumulated[0][word]


@pytest.mark.parametrize("total", [1.0, 1 - 2**-53, 1 + 2**-52, 0.9999999, 1.0000001])
def test_the_largest_number_there_is_falls_on_the_last_word(total):
    largest = 1 - 2**-53
    assert largest * total < total


def test_the_draws_are_numbers_that_are_written_down_here():
    """PCG64 seeded by (seed, "drawn"): the same on every system, and row i takes number i from anywhere."""
    numbers = Draw(7).compute(np.full((4, 2), 0.5))[2]
    assert numbers.tolist() == EXPECTED
    assert Draw(7, 2).compute(np.full((2, 2), 0.5))[2].tolist() == EXPECTED[2:]
    assert Draw(8).compute(np.full((4, 2), 0.5))[2].tolist() != EXPECTED


EXPECTED = [0.8614716378558281, 0.032880147085458944, 0.0003165805176655878, 0.32413168960697525]


def chi_square(counts, shares, draws):
    return sum((counts[word] - draws * share) ** 2 / (draws * share) for word, share in enumerate(shares))


@pytest.mark.parametrize("seed", [0, 1, 2])
@pytest.mark.parametrize("shares", [(0.5, 0.3, 0.2), (0.05, 0.05, 0.1, 0.8), (0.25,) * 4])
def test_many_draws_come_as_often_as_their_probability_says(shares, seed):
    draws = 20_000
    chosen = Draw(seed).compute(np.tile(shares, (draws, 1)))[0]
    counts = Counter(chosen.argmax(axis=-1).tolist())
    # of a chi-square of 3 degrees, one in a hundred thousand is over 25.9
    assert chi_square(counts, shares, draws) < 25.9
    others = [shares[-1], *shares[:-1]]  # the bound does tell: other probabilities are far from it
    assert others == list(shares) or len(set(shares)) == 1 or chi_square(counts, others, draws) > 25.9


def test_a_word_left_out_is_never_drawn_and_what_is_left_is_shared_out():
    made = picking(load_example(GPT), top_k=2, temperature=50.0)
    for seed in range(20):
        trace = run(picking(made, top_k=2, seed=seed).program())
        assert (trace["top_k"].values > 0).sum(axis=-1).tolist() == [2] * len(trace["top_k"].values)
        assert trace["top_k"].values.sum(axis=-1) == pytest.approx(1.0)
        assert ((trace["drawn"].values == 1) <= (trace["top_k"].values > 0)).all()


def test_top_p_measures_what_top_k_left():
    """Top-k first, shared out anew, then top-p: as the field has it."""
    trace = run(picking(load_example(GPT), top_k=3, top_p=0.7).program())
    assert trace.program.step("top_p").inputs == ("top_k",)
    assert trace.program.step("top_k").inputs == ("probabilities",)
    assert trace.program.step("drawn").inputs == ("top_p",)


@pytest.mark.parametrize("example", [GPT, "encoder-decoder"])
def test_top_k_of_one_is_greedy(example):
    scenario = load_example(example)
    assert words(picking(scenario, top_k=1), 6) == list(greedy(scenario, 6))
    assert words(picking(scenario, top_p=0.001), 6) == list(greedy(scenario, 6))
    assert words(picking(scenario, temperature=0.001), 6) == list(greedy(scenario, 6))


def test_without_top_k_and_top_p_everything_is_kept():
    trace = run(picking(load_example(GPT)).program())
    assert trace["top_p"].values is trace["probabilities"].values
    assert trace.program.step("top_k").operation.trivial
    assert trace.program.step("top_p").operation.trivial


def test_the_seed_alone_says_which_words_come():
    scenario = load_example(GPT)
    once, again, other = (words(picking(scenario, 5.0, seed=seed), 8) for seed in (3, 3, 4))
    assert once == again
    assert once != other


def test_words_that_were_there_already_keep_their_draws():
    """What was drawn behind a token stays when words are put behind it."""
    scenario = picking(load_example(GPT), 5.0)
    before = run(scenario.program())["drawn.uniform"].values
    longer = words_behind(scenario, 2)
    after = run(longer.program())["drawn.uniform"].values
    assert after[: len(before)].tolist() == before.tolist()
    assert len(after) == len(before) + 2


def words_behind(scenario, count):
    for found in list(generate(scenario, count)):
        scenario = take_token(scenario, found.word).apply(scenario)
    return scenario


def test_greedy_takes_the_likeliest_also_of_a_model_that_draws():
    scenario = load_example(GPT)
    assert greedy(picking(scenario, 9.0, seed=5), 6) == greedy(scenario, 6)


def test_the_next_word_is_the_drawn_one_or_else_the_likeliest():
    scenario = load_example(GPT)
    plain = run(scenario.program())
    assert next_word(plain) == likeliest(plain)
    assert drawn(plain) is None
    trace = run(picking(scenario, 9.0, seed=5).program())
    word = trace["drawn"].axes[1].labels[int(trace["drawn"].values[-1].argmax())]
    assert next_word(trace) == drawn(trace)
    assert next_word(trace).word == word
    assert next_word(trace).probability == trace["probabilities"].values[-1].max(
        where=trace["drawn"].values[-1] == 1, initial=0
    )


def test_nan_draws_nothing():
    scenario = picking(load_example(GPT), top_k=2, top_p=0.5)
    broken = np.full(run(scenario.program())["logits"].shape, np.nan)
    broken.setflags(write=False)
    scenario = scenario.with_changes(given={"logits": broken})
    trace = run(scenario.program())
    assert drawn(trace) is None
    with pytest.raises(NoNextWord, match=r"token 4, “.+”: its row of probabilities holds NaN"):
        words(scenario, 3)
    assert "holds NaN" in str(no_word_to_take(trace))


def test_a_word_can_be_taken_though_none_is_drawn_and_not_where_there_are_no_probabilities():
    scenario = picking(load_example(GPT))
    none_drawn = scenario.with_changes(given={"top_k": array([[-0.1] * 6] * 4)})
    for each in (scenario, none_drawn, load_example("encoder-block")):
        assert no_word_to_take(run(each.program())) is None


@pytest.mark.parametrize("name", ["logits", "probabilities", "top_k", "top_p", "drawn"])
@pytest.mark.parametrize("example", [GPT, "encoder-decoder"])
def test_words_come_where_they_are_typed_in_and_as_long_as_they_are(example, name):
    """The words are those of the vocabulary; a new token gets zeros, and zeros pick no word."""
    scenario = picking(load_example(example), top_k=3)
    trace = run(scenario.program())
    changed = scenario.with_changes(given={name: trace[name].values})
    assert next_word(run(changed.program())) == next_word(trace)
    longer = words_behind(changed, 1)
    if name == "logits":  # equal logits are a distribution like another
        assert next_word(run(longer.program())) is not None
        return
    count = len(longer.tokens["target"])
    with pytest.raises(NoNextWord, match=rf"token {count}, “.+”: {name} is typed in, .* picks no word"):
        words(longer, 2)
    assert likeliest(run(longer.program())) is None or name != "probabilities"


def test_a_row_of_which_nothing_is_drawn_says_so():
    scenario = picking(load_example(GPT))
    row = [-0.1, 0.05, -0.3, -0.1, -0.1, -0.1]
    scenario = scenario.with_changes(given={"top_k": array([row] * 4)})
    with pytest.raises(NoNextWord, match=r"its row of drawn picks no word"):
        words(scenario, 1)


def test_without_a_vocabulary_no_word_comes():
    architecture = Architecture(Stack.DECODER, Input.EMBEDDINGS, unembedding=Unembedding(tied=False))
    made = filled(architecture, 1).with_changes(vocabulary=(), parameters={})
    with pytest.raises(NoNextWord, match="the vocabulary is empty"):
        words(with_missing_parameters(made), 1)


ANY = st.one_of(
    st.sampled_from(
        [0.0, -0.0, 5e-324, 1.0, -1.0, 0.25, 1e20, -1e20, 1e308, -1e308, np.inf, -np.inf, np.nan]
    ),
    st.floats(),
    st.floats(-1.0, 1.0),
)


@settings(max_examples=150, deadline=None)
@given(st.lists(st.lists(ANY, min_size=6, max_size=6), min_size=4, max_size=4), st.data())
def test_what_picks_a_word_equals_its_expressions_on_any_row(rows, data):
    """Whatever is typed in: negative numbers, sums of 0, terms that cancel, ∞ and NaN."""
    options = {
        "top_k": data.draw(st.integers(0, 7)),
        "top_p": data.draw(st.sampled_from([0.001, 0.4, 0.999, 1.0])),
    }
    scenario = picking(load_example(GPT), **options, seed=data.draw(st.integers(0, 3)))
    name = data.draw(st.sampled_from(["probabilities", "top_k", "top_p"]))
    trace = run(scenario.with_changes(given={name: array(rows)}).program())
    steps = [name for name in ("top_k", "top_p", "drawn") if name in trace]
    names = [column.name for step in steps for column in trace.program.step(step).columns]
    assert prove(trace, names).failures == ()


@pytest.mark.parametrize(
    "options", [{"top_k": -1}, {"top_p": 0.0}, {"top_p": 1.5}, {"top_p": math.nan}, {"seed": -1}]
)
def test_options_outside_their_limits_are_refused_by_name(options):
    with pytest.raises(OptionOutOfRange, match=next(iter(options))):
        decoding(**options)


def test_what_is_as_it_comes_stands_in_no_file_and_everything_else_does():
    scenario = load_example(GPT)
    assert b"decoding" not in dumps(scenario)
    chosen = picking(scenario, top_k=3, top_p=0.5, seed=12)
    assert loads(dumps(chosen)).architecture == chosen.architecture
    assert dumps(loads(dumps(chosen))) == dumps(chosen)


def test_the_drawn_word_explains_itself():
    trace = run(picking(load_example(GPT), 5.0, top_k=4, top_p=0.9, seed=1).program())
    row = len(trace["drawn"].values) - 1
    column = int(trace["drawn"].values[row].argmax())
    text = explain(trace, "drawn", (row, column)).text
    point = f"{trace['drawn.point'].values[row]:.2f}"
    assert f"The number {point} lies between" in text
    assert "seed 1" in explain(trace, "drawn.uniform", (row,)).text
    left = int(trace["top_k.rank"].values[row].argmax())
    assert "is left out" in explain(trace, "top_k", (row, left)).text
    assert "1 + count(" in explain(trace, "top_k.rank", (row, left)).text


@settings(max_examples=25, deadline=None)
@given(st.integers(0, 1000), st.integers(0, 3), st.sampled_from([1.0, 0.8, 0.3]))
def test_generating_is_taking_one_word_after_another(seed, top_k, top_p):
    architecture = Architecture(
        Stack.DECODER,
        d_model=4,
        attention=Attention(heads=2, d_k=2, d_v=2, mask=MaskKind.CAUSAL),
        decoding=decoding(top_k=top_k, top_p=top_p, seed=seed),
    )
    scenario = filled(architecture, seed)
    expected = []
    longer = scenario
    for _ in range(4):
        found = next_word(run(longer.program()))
        expected.append(found.word)
        longer = words_behind(longer, 1)
    assert words(scenario, 4) == expected
