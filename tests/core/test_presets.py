"""Every preset is the model of its name: it computes, proves itself, and has what its name stands for."""

from dataclasses import replace

import numpy as np
import pytest

from core.architecture.options import Decoder, Weights
from core.architecture.presets import PRESET_GROUPS, PRESETS, preset
from core.proof import prove
from tests.core.test_reference_hf import WHOLE, Case
from tests.support.build import trace_of
from tests.support.cases import furthest
from tests.support.reference import forward

OF_THE_LIBRARY = {"gpt2": "gpt-2", "gpt_neox": "gpt-neox"}
"""Our preset by the library's ``model_type`` where it is written otherwise."""


def of_any_size(architecture):
    """A model with its sizes taken away, and what the library does with padding."""
    positions, attention = architecture.positions, architecture.attention
    return replace(
        architecture,
        layers=1,
        d_model=4,
        positions=replace(
            positions, length=64, base=2.0, buckets=32, farthest=128, rotated=2 * (positions.rotated > 0)
        ),
        attention=replace(
            attention,
            heads=4,
            d_k=2,
            d_v=2,
            kv_heads=2 * (attention.kv_heads > 0),
            window=attention.window > 0,
        ),
        weights=Weights(),
        feed_forward=replace(architecture.feed_forward, d_ff=1),
        norm=replace(architecture.norm, epsilon=1e-5),
        decoder=Decoder(),
    )


@pytest.mark.parametrize("name", [name for name in WHOLE if name != "llama_bf16"])
def test_a_preset_has_the_options_of_the_librarys_model(name):
    """All but the sizes; the small Llama has a key for each head."""
    kind = Case(name).config["model_type"]
    theirs, ours = Case(name).model.architecture(), preset(OF_THE_LIBRARY.get(kind, kind)).architecture
    assert of_any_size(ours) == of_any_size(theirs)


@pytest.mark.parametrize("known", PRESETS, ids=lambda each: each.key)
def test_every_cell_of_a_preset_is_what_its_expression_says(known):
    assert prove(trace_of(known.scenario(seed=2))).holds


@pytest.mark.parametrize("known", PRESETS, ids=lambda each: each.key)
def test_a_preset_computes_what_plain_python_computes(known):
    made = known.scenario(seed=4)
    trace = trace_of(made)
    expected = forward(made)
    assert {step.name for step in trace.program.steps} <= expected.keys()
    for step in trace.program.steps:
        assert furthest(trace[step.name].values, expected[step.name]) < 1e-12, step.name


def test_no_two_presets_are_the_same_model():
    told = [(each.architecture, tuple(each.tokens)) for each in PRESETS]
    assert len(set(told)) == len(told)
    assert len({each.key for each in PRESETS}) == len(PRESETS)
    assert [each for group in PRESET_GROUPS for each in group.presets] == list(PRESETS)


def test_the_field_is_there_by_its_names():
    titles = {str(each.title) for each in PRESETS}
    assert titles >= {
        "Transformer 2017",
        "BERT",
        "GPT-2",
        "Llama",
        "T5",
        "BART",
        "Marian",
        "Mistral",
        "Gemma",
    }
    assert titles >= {"GPT-NeoX", "OPT", "BLOOM", "Qwen2"}
    for each in PRESETS:
        assert str(each.about).endswith(".")


def test_bert_tells_its_two_sentences_apart():
    made = preset("bert").scenario()
    assert made.types == {"source": (0, 0, 0, 0, 1, 1)}
    rows = trace_of(made)["embed.types"].values
    np.testing.assert_array_equal(rows[[0, 1, 2]], rows[[3, 3, 3]])
    assert np.abs(rows[4] - rows[3]).max() > 0


def test_mistral_sees_the_last_three_words():
    weights = trace_of(preset("mistral").scenario())["decoder.0.self_attn.weights"].values
    seen = [np.flatnonzero(row).tolist() for row in weights[0]]
    assert seen == [[0], [0, 1], [0, 1, 2], [1, 2, 3], [2, 3, 4], [3, 4, 5]]
