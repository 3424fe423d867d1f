"""The key/value cache: new words alone are computed, and all they are is what a whole run makes of them."""

import dataclasses
import math

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from core.architecture.options import (
    Architecture,
    Attention,
    Decoding,
    DecodingKind,
    FeedForward,
    FeedForwardKind,
    HeadCut,
    Input,
    MaskAs,
    MaskKind,
    Memory,
    Norm,
    NormKind,
    NormPlace,
    Nowhere,
    Pairing,
    PositionKind,
    Positions,
    ScalePlace,
    SoftmaxOver,
    Stack,
    WaveLayout,
    Weights,
)
from core.cache import NoCache, cached_run, numbers_of, obstacle
from core.edits import SetCells
from core.errors import SandboxError
from core.examples import load_example
from core.explanation import explain
from core.generation import generate
from core.proof import prove
from core.trace import run
from tests.support.scenarios import architectures, filled

TOLERANCE = 1e-12
BASE = Architecture(
    Stack.DECODER,
    layers=2,
    d_model=4,
    positions=Positions(PositionKind.SINUSOIDAL, length=12),
    attention=Attention(heads=2, d_k=2, d_v=3, bias=True, mask=MaskKind.CAUSAL),
    feed_forward=FeedForward(d_ff=5),
    norm=Norm(place=NormPlace.PRE, final=True),
)
BOTH = dataclasses.replace(BASE, stack=Stack.ENCODER_DECODER, norm=Norm())
VARIANTS = {
    "waves": {},
    "waves in blocks": {"positions": {"layout": WaveLayout.BLOCKS}},
    "learned": {"positions": {"kind": PositionKind.LEARNED, "offset": 2}},
    "no positions": {"positions": {"kind": PositionKind.NONE}},
    "RoPE": {"positions": {"kind": PositionKind.ROPE}},
    "RoPE in halves": {"positions": {"kind": PositionKind.ROPE, "pairing": Pairing.HALF}},
    "ALiBi": {"positions": {"kind": PositionKind.ALIBI}},
    "T5": {"positions": {"kind": PositionKind.T5, "buckets": 4, "farthest": 5}},
    "sliding window": {"attention": {"window": 2}},
    "grouped queries": {"attention": {"heads": 4, "kv_heads": 2}, "positions": {"kind": PositionKind.ROPE}},
    "one head of keys": {"attention": {"kv_heads": 1}},
    "types, and a norm behind the embedding": {"embedding": {"types": 2, "norm": True, "scaled": True}},
    "normed queries and keys": {
        "attention": {"qk_norm": NormKind.RMS, "scale_place": ScalePlace.BEFORE},
        "positions": {"kind": PositionKind.ROPE},
    },
    "layer norm of queries and keys": {"attention": {"qk_norm": NormKind.LAYER}},
    "soft cap": {"attention": {"soft_cap": 0.5}, "unembedding": {"soft_cap": 0.5}},
    "post-norm": {"norm": {"place": NormPlace.POST}},
    "norms on both sides": {"norm": {"place": NormPlace.BOTH}},
    "RMS norm": {"norm": {"kind": NormKind.RMS}},
    "gated": {"feed_forward": {"kind": FeedForwardKind.GATED}},
    "no output of its own": {"unembedding": {"tied": False, "bias": True}},
    "drawn": {"decoding": {"kind": DecodingKind.SAMPLE, "top_k": 3, "top_p": 0.8, "seed": 5}},
}


def varied(base, changes):
    records = {name: dataclasses.replace(getattr(base, name), **options) for name, options in changes.items()}
    return dataclasses.replace(base, **records)


def with_words(scenario, count):
    """The scenario with its first words alone."""
    name = scenario.architecture.sequence
    words = scenario.tokens[name][:count]
    padding = {
        one: places if one != name else tuple(at for at in places if at < count)
        for one, places in scenario.padding.items()
    }
    own, cross = scenario.masks.get("decoder.mask"), scenario.masks.get("decoder.cross_mask")
    types = {one: kinds if one != name else kinds[:count] for one, kinds in scenario.types.items()}
    masks = dict(scenario.masks)
    if own:
        masks["decoder.mask"] = tuple(row[:count] for row in own[:count])
    if cross:
        masks["decoder.cross_mask"] = cross[:count]
    return scenario.with_changes(
        tokens={**scenario.tokens, name: words},
        padding={k: v for k, v in padding.items() if v},
        masks=masks,
        types=types,
    )


def of_new_keys(name):
    """Rows of what is made for the new words alone, not of those that are kept as well."""
    return name.rpartition(".")[2] in ("k", "v", "k_rotated", "angle") or ".k_norm" in name


def differences(cached, whole):
    """Columns of a cached run that are further from the rows of the whole run than the tolerance."""
    found = {}
    for step in cached.trace.program.steps:
        for column in step.columns:
            if column.name not in whole:  # k_cached, v_cached
                continue
            ours, theirs = cached.trace[column.name], whole[column.name].values
            rows = next(
                at
                for at, axis in enumerate(ours.axes)
                if axis.name in ("token", "query") or (axis.name == "key" and of_new_keys(column.name))
            )
            rows = [slice(None)] * rows + [slice(cached.kept, None)]
            if column.working == "similarity":  # of words with words: of the new ones alone
                rows.append(slice(cached.kept, None))
            if not np.allclose(ours.values, theirs[tuple(rows)], TOLERANCE, TOLERANCE, equal_nan=True):
                found[column.name] = (ours.values, theirs[tuple(rows)])
    return found


@pytest.mark.parametrize("base", [BASE, BOTH], ids=["decoder", "encoder and decoder"])
@pytest.mark.parametrize("changes", VARIANTS.values(), ids=VARIANTS.keys())
def test_word_by_word_every_number_is_that_of_the_whole_run(base, changes):
    size = {"queries": 6, "tokens": 3} if base is BOTH else {"tokens": 6}
    scenario = filled(varied(base, changes), 3, **size)
    cached = None
    for count in range(1, 7):
        shorter = with_words(scenario, count)
        cached = cached_run(shorter, cached)
        whole = run(shorter.program())
        assert cached.kept == count - 1
        assert differences(cached, whole) == {}
        layers = cached.layers
        assert len(layers) == 2
        for layer in layers:
            read = whole.program.step(f"{layer.part}.scores").inputs[1]
            assert layer.keys.values == pytest.approx(whole[read].values, rel=0, abs=TOLERANCE)
            assert layer.values.values == pytest.approx(whole[f"{layer.part}.v"].values, rel=0, abs=TOLERANCE)
            assert layer.keys.axes[1].labels == shorter.tokens["target"]


WITH_OUTPUT = (Stack.DECODER, Stack.ENCODER_DECODER)


@settings(max_examples=150, deadline=None)
@given(
    architectures(WITH_OUTPUT, (Input.TOKENS,)),
    st.integers(0, 1000),
    st.integers(1, 4),
    st.integers(1, 3),
    st.data(),
)
def test_whatever_can_be_cached_equals_the_whole_run(architecture, seed, first, more, data):
    architecture = dataclasses.replace(
        architecture,
        attention=dataclasses.replace(architecture.attention, mask=MaskKind.CAUSAL),
        off=tuple(name for name in architecture.off if name != "mask"),
    )
    size = {"queries": first + more} if architecture.has_both else {"tokens": first + more}
    custom = data.draw(st.sampled_from([(), (0.7,)]))
    scenario = filled(architecture, seed, custom=custom, **size)
    if obstacle(scenario) is not None:
        with pytest.raises(NoCache, match="cannot be kept"):
            cached_run(scenario)
        return
    cached = cached_run(with_words(scenario, first))
    assert cached.kept == 0
    cached = cached_run(scenario, cached)
    assert cached.kept == first
    assert differences(cached, run(scenario.program())) == {}


def test_new_queries_stand_at_the_end_of_the_keys():
    """Two new words behind two kept ones see three and four (onnx/onnx#8054, pytorch/pytorch#108108)."""
    scenario = filled(BASE, 1, tokens=4)
    cached = cached_run(scenario, cached_run(with_words(scenario, 2)))
    assert cached.trace["decoder.mask"].values.tolist() == [[1, 1, 1, 0], [1, 1, 1, 1]]


def test_every_number_of_a_cached_run_explains_itself():
    scenario = filled(varied(BASE, VARIANTS["RoPE"]), 1, tokens=4)
    cached = cached_run(scenario, cached_run(with_words(scenario, 3)))
    proof = prove(cached.trace)
    assert proof.cells > 200
    assert proof.largest <= TOLERANCE
    names = [step.name for step in cached.trace.program.steps]
    assert "decoder.0.self_attn.k_cached" in names
    kept, new = (explain(cached.trace, "decoder.0.self_attn.k_cached", (0, row, 0)).text for row in (0, 3))
    assert "was there before" in kept
    assert "is new" in new


def test_the_encoder_is_computed_once():
    scenario = filled(BOTH, 1, queries=4)
    first = cached_run(with_words(scenario, 3))
    cached = cached_run(scenario, first)
    names = {step.name for step in cached.trace.program.steps}
    assert not any(name.startswith(("encoder", "source")) for name in names)
    assert "decoder.0.cross_attn.k" not in names
    for name in ("decoder.0.cross_attn.k", "decoder.1.cross_attn.v"):
        assert cached.trace[name].values is first.trace[name].values


def test_a_row_is_computed_and_the_others_are_not():
    scenario = filled(BASE, 1, tokens=6)
    cached = cached_run(scenario, cached_run(with_words(scenario, 5)))
    new = sum(cached.trace[f"decoder.{layer}.self_attn.{x}"].values.size for layer in (0, 1) for x in "kv")
    assert new == 2 * (2 * 2 + 2 * 3)  # layers · (keys + values of two heads)
    assert cached.computed == numbers_of(cached.trace.program)
    assert cached.computed == sum(
        tensor.values.size for name, tensor in cached.trace.items() if cached.trace.program.maker(name)
    )
    assert cached.computed < numbers_of(scenario.program()) / 2


def test_what_two_sentences_have_in_common_is_kept():
    scenario = filled(BASE, 1, tokens=6)
    longest = cached_run(scenario)
    assert cached_run(scenario, longest).kept == 5  # the last word says what comes next
    assert cached_run(with_words(scenario, 3), longest).kept == 2
    words = scenario.tokens["target"]
    other = scenario.with_changes(tokens={"target": (*words[:2], words[0], *words[3:])})
    again = cached_run(other, longest)
    assert again.kept == 2
    assert differences(again, run(other.program())) == {}


def changed_number(scenario):
    return SetCells("embed.W_E", ((0, 0),), (0.125,)).apply(scenario)


def other_source(scenario):
    return scenario.with_changes(tokens={**scenario.tokens, "source": scenario.tokens["source"][::-1]})


def padded_source(scenario):
    return scenario.with_changes(padding={"source": (1,)})


def other_cap(scenario):
    return scenario.with_changes(
        architecture=dataclasses.replace(
            scenario.architecture,
            attention=dataclasses.replace(scenario.architecture.attention, soft_cap=2.0),
        )
    )


def test_a_word_of_another_type_is_another_word():
    scenario = filled(varied(BASE, {"embedding": {"types": 2}}), 1, tokens=5)
    before = cached_run(scenario.with_changes(types={"target": (0, 0, 1, 1, 1)}))
    other = scenario.with_changes(types={"target": (0, 0, 0, 1, 1)})
    again = cached_run(other, before)
    assert again.kept == 2
    assert differences(again, run(other.program())) == {}


@pytest.mark.parametrize("change", [changed_number, other_source, padded_source, other_cap])
def test_nothing_is_kept_of_another_model_or_source(change):
    scenario = filled(BOTH, 1, queries=4)
    changed = change(scenario)
    again = cached_run(changed, cached_run(scenario))
    assert again.kept == 0
    assert differences(again, run(changed.program())) == {}


def test_an_edited_mask_and_padding_keep_what_is_in_front_of_them():
    scenario = filled(BASE, 1, tokens=5)
    before = cached_run(scenario)
    rows = [[True] * 5 for _ in range(5)]
    rows[3][1] = False
    masked = scenario.with_changes(masks={"decoder.mask": tuple(map(tuple, rows))})
    padded = scenario.with_changes(padding={"target": (2,)})
    for changed, kept in ((masked, 3), (padded, 2)):
        again = cached_run(changed, before)
        assert again.kept == kept
        assert differences(again, run(changed.program())) == {}


def test_how_the_next_word_is_picked_changes_no_key():
    scenario = filled(BASE, 1, tokens=5)
    before = cached_run(scenario)
    drawing = dataclasses.replace(BASE, decoding=Decoding(DecodingKind.SAMPLE), temperature=2.0)
    assert cached_run(scenario.with_changes(architecture=drawing), before).kept == 4


OBSTACLES = {
    "later words|causal": (BASE, {"attention": {"mask": MaskKind.NONE}}),
    "counts all the same": (BASE, {"weights": {"mask_as": MaskAs.TIMES_ZERO}}),
    "counts all the same ": (BASE, {"weights": {"mask_as": MaskAs.LARGE, "mask_number": -3.0}}),
    "counts all the same  ": (BASE, {"weights": {"mask_as": MaskAs.AFTER}}),
    "softmax over columns": (BASE, {"weights": {"over": SoftmaxOver.COLUMNS}}),
    "plain reshape": (BASE, {"attention": {"split": HeadCut.RESHAPE}}),
    "plain reshape ": (BASE, {"attention": {"join": HeadCut.RESHAPE}}),
    "cross-attention reads the decoder": (BOTH, {"attention": {"memory": Memory.DECODER}}),
}


@pytest.mark.parametrize(("base", "changes"), OBSTACLES.values(), ids=OBSTACLES.keys())
def test_where_nothing_can_be_kept_it_is_said_why(base, changes, request):
    scenario = filled(varied(base, changes), 1, **({"queries": 4} if base is BOTH else {"tokens": 4}))
    reason = request.node.callspec.id.strip()
    with pytest.raises(NoCache, match=reason):
        cached_run(scenario)
    # and it is true: an earlier row does change with the new word
    short, long = (run(one.program()) for one in (with_words(scenario, 3), scenario))
    assert not np.allclose(short["decoder.1.add2"].values, long["decoder.1.add2"].values[:3], 1e-9)


def test_models_without_output_and_typed_in_numbers_say_so():
    with pytest.raises(NoCache, match="puts out no words"):
        cached_run(load_example("worked-example"))
    typed = filled(BASE, 1, tokens=4, extra_given=("decoder.0.ffn.out",))
    with pytest.raises(NoCache, match=r"decoder\.0\.ffn\.out is typed in"):
        cached_run(typed)
    spread = dataclasses.replace(BASE, weights=Weights(nowhere=Nowhere.UNIFORM))
    assert obstacle(filled(spread, 1, tokens=4)) is None
    with pytest.raises(NoCache, match="evenly"):
        cached_run(filled(spread, 1, tokens=4, padding=(0,)))


@pytest.mark.parametrize("example", ["tiny-gpt", "encoder-decoder", "induction"])
@pytest.mark.parametrize("decoding", [Decoding(), Decoding(DecodingKind.SAMPLE, top_p=0.9, seed=4)])
def test_words_with_and_without_the_cache_are_the_same(example, decoding):
    scenario = load_example(example)
    name = scenario.architecture.sequence
    scenario = scenario.with_changes(
        architecture=dataclasses.replace(scenario.architecture, decoding=decoding),
        tokens={**scenario.tokens, name: scenario.tokens[name][:2]},
    )
    plain, cached = (list(generate(scenario, 6, with_cache=on)) for on in (False, True))
    assert [one.word for one in plain] == [one.word for one in cached]
    for one, other in zip(plain, cached, strict=True):
        assert math.isclose(one.probability, other.probability, abs_tol=TOLERANCE)
    assert [one.kept for one in cached] == [0, *range(2, len(cached) + 1)]
    assert [one.kept for one in plain] == [0] * len(plain)
    assert all(one.computed < other.computed for one, other in zip(cached[1:], plain[1:], strict=True))


def test_learned_positions_that_run_out_say_how_many_words_there_are():
    architecture = varied(BASE, {"positions": {"kind": PositionKind.LEARNED, "length": 4}})
    scenario = filled(architecture, 1, tokens=4)
    with pytest.raises(SandboxError, match="5 tokens, but the learned positions reach only to 4"):
        list(generate(scenario, 3, with_cache=True))
