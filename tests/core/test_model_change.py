"""What a change of the model keeps, fills in, cuts and drops: told beforehand, and exactly what happens."""

from dataclasses import replace

import numpy as np
import pytest

from core.architecture.options import FeedForward, Input, PositionKind, Positions, Stack, Unembedding
from core.architecture.presets import PRESETS, preset
from core.edits import ChangeArchitecture, SetFeatures, SetMaskCells
from core.edits.architecture import SHOWN_NAMES, ArchitectureChange, architecture_change
from core.limits import TooManyParameters
from core.ops.added_positions import TooManyPositions
from core.parameters import Initializer
from core.trace import run

GPT = preset("gpt-2").scenario()


def attention(scenario, **options):
    base = scenario.architecture
    return replace(base, attention=replace(base.attention, **options))


def objects(scenario):
    """Everything that has numbers, by name."""
    masks = {name: np.array(rows) for name, rows in scenario.masks.items()}
    parameters = {name: parameter.values for name, parameter in scenario.parameters.items()}
    return {**parameters, **scenario.given, **masks}


@pytest.mark.parametrize("old", PRESETS, ids=lambda made: made.key)
@pytest.mark.parametrize("new", PRESETS, ids=lambda made: made.key)
def test_what_is_told_is_what_happens(old, new):
    scenario = old.scenario()
    told = architecture_change(scenario, new.architecture)
    after = ChangeArchitecture(new.architecture).apply(scenario)
    before, now = objects(scenario), objects(after)
    numbers = {name for name in (*told.filled, *told.cut) if not name.startswith("tokens.")}
    assert set(told.kept) | numbers == set(now)
    assert not set(told.kept) & numbers
    for name in set(told.kept) & set(after.parameters):
        assert after.parameters[name] is scenario.parameters[name]
    for name in numbers & set(before) & set(now):
        assert before[name].shape != now[name].shape
    lost = {name for name in told.dropped if not name.startswith("tokens.")}
    assert lost <= set(before)
    assert not lost & set(scenario.parameters) & set(after.parameters)
    assert set(scenario.parameters) - set(after.parameters) <= lost


def test_a_wider_network_is_filled_and_a_narrower_one_is_cut():
    layer = ("decoder.0.ffn.W_1", "decoder.0.ffn.b_1", "decoder.0.ffn.W_2")
    names = (*layer, *(name.replace("0", "1", 1) for name in layer))
    wide = replace(GPT.architecture, feed_forward=replace(GPT.architecture.feed_forward, d_ff=40))
    told = architecture_change(GPT, wide)
    assert (told.filled, told.cut, told.dropped) == (names, (), ())
    assert len(told.kept) == len(GPT.parameters) - 6
    narrow = replace(GPT.architecture, feed_forward=replace(GPT.architecture.feed_forward, d_ff=4))
    assert architecture_change(GPT, narrow).cut == names


def test_more_heads_of_less_width_are_both():
    told = architecture_change(GPT, attention(GPT, heads=3, d_k=2, d_v=4))
    assert "decoder.0.self_attn.W_Q" in told.filled
    assert "decoder.0.self_attn.W_Q" in told.cut
    assert "decoder.0.self_attn.W_V" not in told.cut


def test_layers_come_and_go():
    one = replace(GPT.architecture, layers=1)
    gone = tuple(name for name in GPT.parameters if name.startswith("decoder.1."))
    assert architecture_change(GPT, one).dropped == gone
    fewer = ChangeArchitecture(one).apply(GPT)
    assert architecture_change(fewer, GPT.architecture).filled == gone


def test_typed_in_numbers_masks_sequences_and_names_of_columns_are_told_too():
    scenario = SetFeatures(tuple("abcdefgh")).apply(preset("encoder-2017").scenario())
    scenario = SetMaskCells("encoder.mask", ((0, 1),), (False,)).apply(scenario)
    told = architecture_change(scenario, replace(scenario.architecture, input=Input.EMBEDDINGS))
    assert (told.filled, told.dropped) == (("embed.sum",), ("embed.W_E",))
    assert "encoder.mask" in told.kept
    told = architecture_change(scenario, replace(scenario.architecture, d_model=9))
    assert told.filled[-1] == "features"
    told = architecture_change(scenario, replace(scenario.architecture, d_model=4))
    assert told.cut[-1] == "features"
    both = architecture_change(scenario, preset("encoder-decoder-2017").architecture)
    assert both.filled[0] == "tokens.target"
    told = architecture_change(preset("encoder-decoder-2017").scenario(), scenario.architecture)
    assert told.dropped[0] == "tokens.target"


def test_typed_in_vectors_go_on_under_another_name():
    cross = preset("cross-attention")
    options = replace(cross.architecture, input=Input.EMBEDDINGS)
    scenario = ChangeArchitecture(options).apply(cross.scenario())
    encoder = replace(options, stack=Stack.ENCODER)
    told = architecture_change(scenario, encoder)
    after = ChangeArchitecture(encoder).apply(scenario)
    assert after.given["embed.sum"] is scenario.given["source.embed.sum"]
    assert "embed.sum" in told.kept
    assert told.dropped[:2] == ("tokens.target", "attn.W_Q")
    assert told.dropped[-1] == "target.embed.sum"


def test_a_step_that_is_typed_over_is_kept_or_dropped():
    patch = run(GPT.program())["decoder.0.add1"].values
    patched = GPT.with_changes(given={"decoder.0.add1": patch})
    assert "decoder.0.add1" in architecture_change(patched, replace(GPT.architecture, layers=3)).kept
    assert "decoder.0.add1" in architecture_change(patched, replace(GPT.architecture, d_model=4)).dropped


def test_without_a_change_everything_is_kept():
    told = architecture_change(GPT, GPT.architecture)
    assert told == ArchitectureChange(kept=tuple(GPT.parameters))
    assert [str(line) for line in told.lines] == [
        f"Matrices and vectors kept as they are: {len(GPT.parameters)}"
    ]


def test_long_lists_are_cut_in_words():
    told = ArchitectureChange(kept=("a",), filled=("b", "c", "d"), dropped=("e", "f", "g", "h"))
    assert SHOWN_NAMES == 3
    assert [str(line) for line in told.lines] == [
        "Matrices and vectors kept as they are: 1",
        "Filled in: 3 (b, c, d)",
        "Dropped: 4 (e, f, g, …)",
    ]


@pytest.mark.parametrize(
    ("options", "error"),
    [
        ({"layers": 48, "d_model": 4096}, TooManyParameters),
        ({"positions": Positions(PositionKind.LEARNED, length=2)}, TooManyPositions),
    ],
)
def test_what_the_edit_refuses_is_refused_beforehand_without_drawing(options, error, monkeypatch):
    changed = replace(GPT.architecture, **options)
    with pytest.raises(error):
        ChangeArchitecture(changed).apply(GPT)
    monkeypatch.setattr(Initializer, "values", None)
    with pytest.raises(error):
        architecture_change(GPT, changed)
    architecture_change(GPT, replace(GPT.architecture, feed_forward=FeedForward(d_ff=4096)))


def test_an_unembedding_of_its_own_is_filled_in():
    own = replace(GPT.architecture, unembedding=Unembedding(tied=False))
    assert architecture_change(GPT, own).filled == ("unembed.W_U",)
