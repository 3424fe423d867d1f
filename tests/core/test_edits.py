"""Edits do what their label says, refuse in words, and share whatever they did not touch."""

import math
from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from core.architecture.options import (
    Attention,
    Input,
    MaskKind,
    PositionKind,
    Positions,
)
from core.architecture.presets import PRESETS, new_scenario, preset
from core.edits import (
    ChangeArchitecture,
    Edit,
    InsertToken,
    MoveToken,
    RemoveToken,
    ReplaceToken,
    SetCells,
    SetFeatures,
    SetMaskCells,
    SetNotes,
    SetPadding,
    SetSeed,
    SetTensor,
    SetTitle,
    SetTokens,
)
from core.edits.cells import ComputedTensor, NoSuchCell, NumberNotFinite, OtherShape
from core.edits.masks import ClosedByCausal, ClosedByPadding
from core.edits.rows import TooManyTokens
from core.edits.texts import FeaturesDoNotFit
from core.edits.tokens import LastToken, NoSuchPosition, NoSuchSequence
from core.errors import SandboxError
from core.examples import load_example
from core.formats import dumps, loads
from core.limits import TooManyParameters
from core.ops.added_positions import TooManyPositions
from core.scenario import Parameter, UnknownTensor
from core.tokens import BrokenText, NoTokens, TokenTooLong
from core.trace import run
from tests.support.edits import edits
from tests.support.scenarios import scenarios

QKV, X, GPT = preset("attention-qkv"), preset("attention-x"), preset("gpt-2")


def test_a_typed_cell_drops_the_recipe_and_shares_the_rest():
    before = GPT.scenario()
    after = SetCells("decoder.0.self_attn.W_Q", ((0, 1), (2, 3)), (5.0, -7.5)).apply(before)
    changed = after.parameters["decoder.0.self_attn.W_Q"]
    assert changed.initializer is None
    assert changed.values[0, 1] == 5.0
    assert changed.values[2, 3] == -7.5
    assert not changed.values.flags.writeable
    others = before.parameters.keys() - {"decoder.0.self_attn.W_Q"}
    assert all(after.parameters[name] is before.parameters[name] for name in others)
    assert after.tokens is before.tokens
    assert after.given is before.given


def test_a_typed_in_cell_changes_and_a_vector_has_one_index():
    after = SetCells("attn.q", ((0, 1, 0),), (9.0,)).apply(QKV.scenario())
    assert after.given["attn.q"][0, 1, 0] == 9.0
    after = SetCells("decoder.norm.gain", ((3,),), (2.0,)).apply(GPT.scenario())
    assert after.parameters["decoder.norm.gain"].values[3] == 2.0


def test_the_same_number_is_no_edit_and_minus_zero_is_one():
    scenario = load_example("worked-example")
    zero = SetCells("attn.q", ((0, 0, 0),), (0.0,)).apply(scenario)
    assert SetCells("attn.q", ((0, 0, 0),), (0.0,)).apply(zero) is zero
    assert SetTensor("attn.q", np.zeros((1, 1, 1))).apply(zero) is zero
    minus = SetCells("attn.q", ((0, 0, 0),), (-0.0,)).apply(zero)
    assert minus is not zero
    assert math.copysign(1, minus.given["attn.q"][0, 0, 0]) == -1


def test_a_whole_tensor_is_typed():
    values = np.arange(64.0).reshape(8, 8)
    after = SetTensor("decoder.1.self_attn.W_K", values).apply(GPT.scenario())
    assert after.parameters["decoder.1.self_attn.W_K"].values.tolist() == values.tolist()
    values[0, 0] = 99
    assert after.parameters["decoder.1.self_attn.W_K"].values[0, 0] == 0


@pytest.mark.parametrize(
    ("edit", "error", "words"),
    [
        (SetCells("attn.scores", ((0, 0, 0),), (1.0,)), ComputedTensor, "attn.scores is computed"),
        (SetCells("attn.weights.max", ((0, 0),), (1.0,)), ComputedTensor, "is computed"),
        (SetCells("attn.W_Q", ((0, 0),), (1.0,)), UnknownTensor, "There is no attn.W_Q"),
        (SetCells("attn.q", ((0, 0, 0),), (math.nan,)), NumberNotFinite, "Write a finite number"),
        (SetCells("attn.q", ((0, 0, 0),), (-math.inf,)), NumberNotFinite, "-inf"),
        (SetCells("attn.q", ((0, 1, 0),), (1.0,)), NoSuchCell, "1 × 1 × 1"),
        (SetCells("attn.q", ((0, 0),), (1.0,)), NoSuchCell, "no cell [0, 0]"),
        (SetCells("attn.q", ((0, 0, -1),), (1.0,)), NoSuchCell, "no cell"),
        (SetTensor("attn.q", np.zeros((1, 1))), OtherShape, "the new numbers are 1 × 1"),
        (SetMaskCells("decoder.mask", ((0, 0),), (False,)), UnknownTensor, "decoder.mask"),
        (SetMaskCells("attn.mask", ((0, 2),), (False,)), NoSuchCell, "1 × 2"),
        (InsertToken("encoder", 0, "a"), NoSuchSequence, "It reads: source, target"),
        (InsertToken("source", 3, "a"), NoSuchPosition, "no position 3"),
        (InsertToken("source", 0, "a" * 2000), TokenTooLong, "2000 characters"),
        (ReplaceToken("source", 0, "\ud800"), BrokenText, "half a character"),
        (RemoveToken("target", 0), LastToken, "“query” is the only token"),
        (RemoveToken("source", -1), NoSuchPosition, "no position -1"),
        (MoveToken("source", 0, 2), NoSuchPosition, "no position 2"),
        (SetTokens("source", ()), NoTokens, "at least one token"),
        (SetTokens("source", ("a",) * 513), TooManyTokens, "513 tokens are too many"),
        (SetPadding("source", 5, on=True), NoSuchPosition, "no position 5"),
        (SetFeatures(("a", "b")), FeaturesDoNotFit, "Names: 2, columns of d_model: 1"),
        (SetTitle("x" * 1001), SandboxError, "Shorten it"),
        (SetNotes("\udfff"), BrokenText, "half a character"),
        (SetSeed(-1), SandboxError, "seed is -1"),
    ],
    ids=lambda value: type(value).__name__ if isinstance(value, Edit) else "",
)
def test_an_edit_is_refused_in_words(edit, error, words):
    scenario = load_example("worked-example")
    before = dumps(scenario)
    with pytest.raises(error) as caught:
        edit.apply(scenario)
    assert words in str(caught.value)
    assert dumps(scenario) == before


def test_mask_cells_close_and_open():
    scenario = preset("encoder-2017").scenario()
    closed = SetMaskCells("encoder.mask", ((0, 1), (2, 0)), (False, False)).apply(scenario)
    assert closed.masks["encoder.mask"] == ((True, False, True), (True, True, True), (False, True, True))
    assert run(closed.program())["encoder.0.attn.weights"].values[0, 0, 1] == 0
    half = SetMaskCells("encoder.mask", ((0, 1),), (True,)).apply(closed)
    opened = SetMaskCells("encoder.mask", ((2, 0),), (True,)).apply(half)
    assert not opened.masks
    assert SetMaskCells("encoder.mask", ((1, 1),), (True,)).apply(closed) is closed


def test_what_the_causal_mask_or_padding_closes_cannot_be_opened():
    scenario = SetPadding("target", 0, on=True).apply(GPT.scenario())
    with pytest.raises(ClosedByCausal, match="Set the mask of the model to none"):
        SetMaskCells("decoder.mask", ((0, 2),), (True,)).apply(scenario)
    with pytest.raises(ClosedByPadding, match="Nobody may look at “the”: it is padding"):
        SetMaskCells("decoder.mask", ((2, 0),), (True,)).apply(scenario)
    assert SetMaskCells("decoder.mask", ((0, 2), (2, 0)), (False, False)).apply(scenario) is scenario
    both = SetMaskCells("decoder.mask", ((2, 0), (2, 1)), (False, False)).apply(scenario)
    assert both.masks["decoder.mask"] == ((True,) * 3, (True,) * 3, (True, False, True))


def test_padding_is_marked_and_unmarked():
    scenario = GPT.scenario()
    marked = SetPadding("target", 2, on=True).apply(SetPadding("target", 1, on=True).apply(scenario))
    assert marked.padding == {"target": (1, 2)}
    assert SetPadding("target", 1, on=True).apply(marked) is marked
    unmarked = SetPadding("target", 2, on=False).apply(SetPadding("target", 1, on=False).apply(marked))
    assert unmarked.padding == {}


def rows(scenario, name="attn.q"):
    return scenario.given[name][0, :, 0].tolist()


@pytest.fixture
def typed():
    """Attention alone with four tokens a b c d, whose q, k, v begin with 1 2 3 4, a mask and padding."""
    architecture = replace(QKV.architecture, attention=Attention(d_k=1, d_v=1, output=False))
    scenario = new_scenario(architecture, {"source": tuple("abcd")})
    for name in ("attn.q", "attn.k", "attn.v"):
        scenario = SetTensor(name, np.arange(1.0, 5.0).reshape(1, 4, 1)).apply(scenario)
    scenario = SetMaskCells("attn.mask", ((0, 1), (3, 2)), (False, False)).apply(scenario)
    return SetPadding("source", 3, on=True).apply(scenario)


def closed_cells(scenario):
    return [tuple(cell) for cell in np.argwhere(~np.array(scenario.masks["attn.mask"])).tolist()]


def test_what_is_typed_in_follows_an_inserted_token(typed):
    after = InsertToken("source", 1, "x").apply(typed)
    assert after.tokens["source"] == ("a", "x", "b", "c", "d")
    assert rows(after) == rows(after, "attn.k") == rows(after, "attn.v") == [1, 0, 2, 3, 4]
    assert closed_cells(after) == [(0, 2), (4, 3)]
    assert after.padding == {"source": (4,)}
    assert after.vocabulary == ()


def test_what_is_typed_in_goes_with_a_removed_token(typed):
    after = RemoveToken("source", 0).apply(typed)
    assert after.tokens["source"] == ("b", "c", "d")
    assert rows(after) == [2, 3, 4]
    assert closed_cells(after) == [(2, 1)]
    assert after.padding == {"source": (2,)}
    gone = RemoveToken("source", 3).apply(typed)
    assert gone.padding == {}
    assert closed_cells(gone) == [(0, 1)]


def test_what_is_typed_in_moves_with_a_token(typed):
    after = MoveToken("source", 3, 0).apply(typed)
    assert after.tokens["source"] == ("d", "a", "b", "c")
    assert rows(after) == [4, 1, 2, 3]
    assert closed_cells(after) == [(0, 3), (1, 2)]
    assert after.padding == {"source": (0,)}
    assert dumps(MoveToken("source", 0, 3).apply(after)) == dumps(typed)
    assert MoveToken("source", 2, 2).apply(typed) is typed


def test_what_is_typed_in_stays_when_a_word_is_replaced(typed):
    after = ReplaceToken("source", 1, "x").apply(typed)
    assert after.tokens["source"] == ("a", "x", "c", "d")
    assert after.given is typed.given
    assert ReplaceToken("source", 1, "b").apply(typed) is typed


def test_a_typed_sentence_keeps_what_belongs_to_the_words_that_stay(typed):
    after = SetTokens("source", ("a", "c", "d", "e")).apply(typed)
    assert rows(after) == [1, 3, 4, 0]
    assert closed_cells(after) == [(2, 1)]
    assert after.padding == {"source": (2,)}
    assert rows(SetTokens("source", ("x", "b", "c", "d")).apply(typed)) == [1, 2, 3, 4]
    assert SetTokens("source", tuple("abcd")).apply(typed) is typed


def test_queries_follow_target_and_keys_follow_source():
    scenario = load_example("worked-example")
    more = InsertToken("target", 1, "again").apply(scenario)
    assert [more.given[name].shape for name in ("attn.q", "attn.k", "attn.v")] == [
        (1, 2, 1),
        (1, 2, 1),
        (1, 2, 1),
    ]
    assert more.given["attn.k"] is scenario.given["attn.k"]
    fewer = RemoveToken("source", 0).apply(scenario)
    assert fewer.given["attn.q"] is scenario.given["attn.q"]
    assert fewer.given["attn.v"].tolist() == [[[4.0]]]


def test_typed_in_vectors_follow_their_sequence():
    scenario = ChangeArchitecture(
        replace(preset("cross-attention").architecture, input=Input.EMBEDDINGS)
    ).apply(preset("cross-attention").scenario())
    after = RemoveToken("target", 0).apply(scenario)
    assert after.given["source.embed.sum"] is scenario.given["source.embed.sum"]
    assert after.given["target.embed.sum"].tolist() == scenario.given["target.embed.sum"][1:].tolist()


def test_an_unknown_word_joins_the_vocabulary_with_numbers_of_its_own():
    scenario = preset("decoder-2017").scenario()
    scenario = ChangeArchitecture(
        replace(scenario.architecture, unembedding=replace(scenario.architecture.unembedding, bias=True))
    ).apply(scenario)
    after = InsertToken("target", 0, "猫").apply(scenario)
    assert after.vocabulary == (*scenario.vocabulary, "猫")
    words = after.parameters["embed.W_E"]
    assert words.initializer is None
    assert words.values[:-1].tobytes() == scenario.parameters["embed.W_E"].values.tobytes()
    recipe = scenario.parameters["embed.W_E"].initializer
    assert words.values[-1].tolist() == recipe.values(0, "embed.W_E", (8,), "猫").tolist()
    columns = after.parameters["unembed.W_U"].values
    assert columns[:, -1].tolist() == recipe.values(0, "unembed.W_U", (8,), "猫").tolist()
    assert after.parameters["unembed.b_U"].values[-1] == 0
    assert InsertToken("target", 0, "猫").apply(after).vocabulary == after.vocabulary
    assert RemoveToken("target", 0).apply(after).vocabulary == after.vocabulary
    two = SetTokens("target", ("x", "y", "x")).apply(scenario)
    assert two.vocabulary == (*scenario.vocabulary, "x", "y")
    assert SetSeed(5).apply(after).parameters["embed.W_E"] is words


def test_more_tokens_than_learned_positions_are_refused():
    architecture = replace(GPT.architecture, positions=Positions(PositionKind.LEARNED, length=3))
    scenario = new_scenario(architecture)
    with pytest.raises(TooManyPositions, match="reach only to 3"):
        InsertToken("target", 0, "the").apply(scenario)
    with pytest.raises(TooManyPositions):
        ChangeArchitecture(replace(architecture, positions=Positions(PositionKind.LEARNED, length=2))).apply(
            scenario
        )


def test_a_seed_draws_anew_only_what_still_has_its_recipe():
    scenario = SetCells("embed.W_E", ((0, 0),), (1.0,)).apply(GPT.scenario())
    after = SetSeed(1).apply(scenario)
    assert after.seed == 1
    assert after.parameters["embed.W_E"] is scenario.parameters["embed.W_E"]
    assert after.parameters["decoder.norm.gain"] is scenario.parameters["decoder.norm.gain"]
    fresh = GPT.scenario(seed=1).parameters["decoder.0.ffn.W_1"].values
    assert after.parameters["decoder.0.ffn.W_1"].values.tobytes() == fresh.tobytes()
    assert SetSeed(1).apply(after) is after


def test_names_title_and_notes():
    scenario = X.scenario()
    named = SetFeatures(("a", "b", "c", "d")).apply(scenario)
    assert run(named.program())["embed.sum"].axes[1].labels == ("a", "b", "c", "d")
    assert SetFeatures(("a", "b", "c", "d")).apply(named) is named
    assert SetFeatures(()).apply(named).features == ()
    titled = SetTitle("T").apply(SetNotes("N\n").apply(scenario))
    assert (titled.title, titled.notes) == ("T", "N\n")
    assert SetTitle("T").apply(titled) is titled
    assert SetNotes("N\n").apply(titled) is titled


def test_switching_a_part_off_and_on_keeps_every_parameter_that_stays():
    scenario = GPT.scenario()
    architecture = scenario.architecture
    off = ChangeArchitecture(replace(architecture, residual=False)).apply(scenario)
    assert all(off.parameters[name] is scenario.parameters[name] for name in scenario.parameters)
    unmasked = replace(architecture, attention=replace(architecture.attention, mask=MaskKind.NONE))
    trace = run(ChangeArchitecture(unmasked).apply(scenario).program())
    assert trace["decoder.0.self_attn.weights"].values[0, 0, 2] > 0
    assert ChangeArchitecture(architecture).apply(scenario) is scenario


def test_more_heads_keep_the_numbers_of_the_old_ones():
    scenario = preset("multi-head").scenario()
    options = replace(scenario.architecture.attention, heads=3, d_k=5)
    after = ChangeArchitecture(replace(scenario.architecture, attention=options)).apply(scenario)
    old = scenario.parameters["attn.W_Q"].values.reshape(8, 2, 4)
    new = after.parameters["attn.W_Q"].values.reshape(8, 3, 5)
    assert new[:, :2, :4].tolist() == old.tolist()
    assert after.parameters["attn.W_Q"].initializer is None
    assert after.parameters["attn.W_O"].values[:8].tolist() == scenario.parameters["attn.W_O"].values.tolist()


def test_layers_come_with_fresh_numbers_and_go_without_trace():
    scenario = GPT.scenario()
    three = ChangeArchitecture(replace(scenario.architecture, layers=3)).apply(scenario)
    assert three.parameters["decoder.2.ffn.W_1"].initializer is not None
    assert three.parameters["decoder.1.ffn.W_1"] is scenario.parameters["decoder.1.ffn.W_1"]
    assert dumps(ChangeArchitecture(scenario.architecture).apply(three)) == dumps(scenario)


def test_a_smaller_d_model_cuts_and_a_larger_one_fills():
    scenario = SetFeatures(tuple("abcd")).apply(X.scenario())
    smaller = ChangeArchitecture(replace(scenario.architecture, d_model=3)).apply(scenario)
    assert smaller.features == ("a", "b", "c")
    assert smaller.given["embed.sum"].tolist() == scenario.given["embed.sum"][:, :3].tolist()
    larger = ChangeArchitecture(replace(scenario.architecture, d_model=5)).apply(scenario)
    assert larger.features == ("a", "b", "c", "d", "5")
    assert larger.given["embed.sum"][:, :4].tolist() == scenario.given["embed.sum"].tolist()


def test_q_k_v_to_be_typed_in_start_with_what_was_computed():
    scenario = preset("multi-head").scenario()
    trace = run(scenario.program())
    after = ChangeArchitecture(replace(scenario.architecture, input=Input.QKV)).apply(scenario)
    for name in ("attn.q", "attn.k", "attn.v"):
        assert after.given[name].tobytes() == trace[name].values.tobytes()
    assert run(after.program())["attn.out"].values.tobytes() == trace["attn.out"].values.tobytes()
    back = ChangeArchitecture(scenario.architecture).apply(after)
    assert not back.given


def test_x_to_be_typed_in_starts_with_what_was_computed():
    scenario = preset("encoder-2017").scenario()
    trace = run(scenario.program())
    after = ChangeArchitecture(replace(scenario.architecture, input=Input.EMBEDDINGS)).apply(scenario)
    assert after.given["embed.sum"].tobytes() == trace["embed.sum"].values.tobytes()
    assert (
        run(after.program())["encoder.0.norm2"].values.tobytes() == trace["encoder.0.norm2"].values.tobytes()
    )


def test_sequences_masks_and_padding_take_the_names_of_the_new_stack():
    scenario = SetPadding("source", 2, on=True).apply(preset("encoder-2017").scenario())
    scenario = SetMaskCells("encoder.mask", ((0, 1),), (False,)).apply(scenario)
    after = ChangeArchitecture(GPT.architecture).apply(scenario)
    assert after.tokens == {"target": ("the", "cat", "sat")}
    assert after.padding == {"target": (2,)}
    assert list(after.masks) == ["decoder.mask"]
    two = SetPadding("target", 3, on=True).apply(preset("cross-attention").scenario())
    assert ChangeArchitecture(preset("encoder-2017").architecture).apply(two).padding == {}


def test_words_of_a_model_without_vocabulary_join_one():
    scenario = load_example("one-head")
    after = ChangeArchitecture(replace(scenario.architecture, input=Input.TOKENS)).apply(scenario)
    assert after.vocabulary == ("cats", "chase", "dream")
    assert not after.given


def test_a_step_that_is_typed_over_stays_so_while_it_fits():
    scenario = GPT.scenario()
    patch = run(scenario.program())["decoder.0.add1"].values
    patched = scenario.with_changes(given={"decoder.0.add1": patch})
    kept = ChangeArchitecture(replace(scenario.architecture, temperature=2.0)).apply(patched)
    assert kept.given["decoder.0.add1"] is patch
    assert not ChangeArchitecture(replace(scenario.architecture, d_model=4)).apply(patched).given
    longer = InsertToken("target", 0, "the").apply(patched)
    assert longer.given["decoder.0.add1"].tolist() == [[0.0] * 8, *patch.tolist()]


def test_logits_that_are_typed_over_grow_with_the_vocabulary():
    scenario = GPT.scenario()
    patched = scenario.with_changes(given={"logits": run(scenario.program())["logits"].values})
    assert ReplaceToken("target", 0, "new").apply(patched).given["logits"].shape == (3, 9)


def test_sizes_too_large_together_are_refused():
    scenario = GPT.scenario()
    with pytest.raises(TooManyParameters):
        ChangeArchitecture(replace(scenario.architecture, layers=48, d_model=4096)).apply(scenario)


@pytest.mark.parametrize("old", PRESETS, ids=lambda made: made.key)
@pytest.mark.parametrize("new", PRESETS, ids=lambda made: made.key)
def test_every_model_turns_into_every_other(old, new):
    after = ChangeArchitecture(new.architecture).apply(old.scenario())
    assert run(after.program()).failure is None
    assert dumps(loads(dumps(after))) == dumps(after)


def assert_shares(before, after):
    """What is the same in both is the same object."""
    for name in before.parameters.keys() & after.parameters.keys():
        old, new = before.parameters[name], after.parameters[name]
        if old.values.shape == new.values.shape and old.initializer == new.initializer:
            assert old is new or old.values.tobytes() != new.values.tobytes(), name


@settings(max_examples=120, deadline=None)
@given(scenarios(), st.data())
def test_any_edits_leave_a_scenario_that_computes_afresh_to_the_same_bits(scenario, data):
    # Recipes that did not make the numbers are the generator's, not a scenario's.
    plain = {name: Parameter(parameter.values) for name, parameter in scenario.parameters.items()}
    scenario = scenario.with_changes(parameters=plain)
    trace = run(scenario.program())
    for _ in range(data.draw(st.integers(1, 6))):
        edit = data.draw(edits(scenario))
        assert edit.label.context == "Edits"
        assert str(edit.label)
        before = dumps(scenario)
        try:
            after = edit.apply(scenario)
        except SandboxError:
            assert dumps(scenario) == before
            continue
        assert dumps(scenario) == before
        assert_shares(scenario, after)
        later, fresh = run(after.program(), trace), run(after.program())
        assert later.failure is None
        assert later.keys() == fresh.keys()
        assert all(later[name].values.tobytes() == fresh[name].values.tobytes() for name in fresh)
        assert all(later[name].axes == fresh[name].axes for name in fresh)
        assert dumps(loads(dumps(after))) == dumps(after)
        scenario, trace = after, later
