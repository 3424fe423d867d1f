"""Hand-built weights do what the lessons say, to the numbers worked out for them outside this program."""

import json
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from core.architecture.options import MaskKind
from core.edits import ChangeArchitecture, ReplaceToken, SetTokens, SwitchPart
from core.examples import load_example
from core.formats import BadScenario, load
from core.generation import greedy, likeliest, take_token
from core.trace import run

LESSONS = Path(__file__).parents[1] / "data/lessons"
SMALL, LARGE = 0.00033434103866803946, 0.9966565896133196


def computed(scenario):
    trace = run(scenario.program())
    assert trace.failure is None
    return {name: tensor.values for name, tensor in trace.items()}


def lesson(key):
    return computed(load(LESSONS / f"{key}.tsbx"))


def close(values, expected):
    np.testing.assert_allclose(values, expected, rtol=0, atol=1e-12)


def test_worked_example():
    tensors = computed(load_example("worked-example"))
    close(tensors["attn.scores"], [[[4, 2]]])
    close(tensors["attn.weights"], [[[0.8807970779778823, 0.11920292202211755]]])
    close(tensors["attn.out"], [[9.284782467867294]])


def test_the_same_numbers_by_projections():
    tensors = lesson("L2-projections")
    close(tensors["attn.q"], [[[2], [0]]])
    close(tensors["attn.k"], [[[2], [1]]])
    close(tensors["attn.v"], [[[10], [4]]])
    close(tensors["attn.scores"], [[[4, 2], [0, 0]]])
    close(tensors["attn.weights"], [[[0.8807970779778823, 0.11920292202211755], [0.5, 0.5]]])
    close(tensors["attn.out"], [[9.284782467867293], [7]])


@pytest.mark.parametrize(
    ("word", "says", "weights", "written"),
    [
        (
            "tired",
            1,
            {1: 0.9969084607846487, 6: 1.183520994622263e-07},
            (0.9969084607846487, 1.183520994622263e-07),
        ),
        (
            "wide",
            -1,
            {1: 1.183520994622263e-07, 6: 0.9969084607846487},
            (1.183520994622263e-07, 0.9969084607846487),
        ),
        ("raining", 0, {1: 1 / 11, 6: 1 / 11}, (1 / 11, 1 / 11)),
    ],
)
@pytest.mark.parametrize("source", ["example", "lesson"])
def test_it_finds_animal_and_by_one_word_street(source, word, says, weights, written):
    scenario = load_example("it-animal") if source == "example" else load(LESSONS / "L5-it-animal.tsbx")
    tensors = computed(ReplaceToken("source", 10, word).apply(scenario))
    close(tensors["encoder.0.attn.weights"][0, 8], [SMALL] * 10 + [LARGE])
    close(tensors["encoder.0.add1"][8], [1, 0, says * LARGE, 0, 0, 0])
    row = np.full(11, 1 / 11 if says == 0 else 0.0003434912070279524)
    row[list(weights)] = list(weights.values())
    close(tensors["encoder.1.attn.weights"][0, 8], row)
    close(tensors["encoder.1.add1"][8], [1, 0, says * LARGE, 0, *written])


def test_two_heads_two_relations():
    tensors = lesson("L6-two-heads")
    other, right, wrong = 0.000334676689587106, 0.9976571509013687, 1.1227152178660379e-07
    weights = tensors["encoder.0.attn.weights"]
    close(weights[0, 5], [other, right, other, other, wrong, *[other] * 4])
    close(weights[1, 8], [other, wrong, other, other, right, *[other] * 4])
    close(weights[0, 8], [1 / 9] * 9)
    close(tensors["encoder.0.add1"][5], [0, 0, 1, 0, right, wrong, 1 / 9, 1 / 9])
    close(tensors["encoder.0.add1"][8], [0, 0, 0, -1, 1 / 9, 1 / 9, wrong, right])


@pytest.mark.parametrize(
    ("first", "second", "verdict"),
    [("very", "good", 1), ("very", "bad", -1), ("not", "good", -1), ("not", "bad", 1)],
)
def test_not_good_needs_the_feed_forward_network(first, second, verdict):
    scenario = load(LESSONS / "L7-not-good.tsbx")
    scenario = ReplaceToken("source", 0, first).apply(ReplaceToken("source", 1, second).apply(scenario))
    tensors = computed(scenario)
    close(tensors["encoder.0.attn.weights"], [[[0.5, 0.5], [0.5, 0.5]]])
    close(tensors["encoder.0.add2"][1, 2], verdict)


def test_induction_predicts_what_followed_last_time():
    tensors = computed(load_example("induction"))
    steps = json.loads((LESSONS / "L9-induction.steps.json").read_text(encoding="utf-8"))
    for name, values in steps.items():
        close(tensors[name].reshape(np.shape(values)), values)
        np.testing.assert_array_equal(tensors[name], lesson("L9-induction")[name])
    assert tensors["probabilities"][5, 2] == pytest.approx(0.998, abs=1e-4)


def test_induction_follows_another_last_word():
    scenario = ReplaceToken("target", 5, "green").apply(load_example("induction"))
    assert computed(scenario)["probabilities"][5, scenario.vocabulary.index("pear")] == pytest.approx(
        0.9981, abs=5e-5
    )


def test_induction_goes_on_as_the_text_did():
    scenario = load_example("induction")
    assert greedy(scenario, 5) == ("apple", "green", "pear", "red", "apple")
    assert greedy(scenario, 5, end="pear") == ("apple", "green", "pear")


def test_without_its_mask_the_decoder_cheats():
    scenario = load_example("induction")
    architecture = scenario.architecture
    unmasked = replace(architecture, attention=replace(architecture.attention, mask=MaskKind.NONE))
    probabilities = computed(ChangeArchitecture(unmasked).apply(scenario))["probabilities"]
    for position, word in enumerate(("apple", "green", "pear", "red"), 1):
        assert probabilities[position, scenario.vocabulary.index(word)] == pytest.approx(0.9981, abs=5e-5)


def translated(source):
    return load_example("encoder-decoder") if source == "example" else load(LESSONS / "L8-translate.tsbx")


@pytest.mark.parametrize("source", ["example", "lesson"])
def test_translation_has_the_numbers_of_the_lesson(source):
    tensors = computed(translated(source))
    steps = json.loads((LESSONS / "L8-translate.steps.json").read_text(encoding="utf-8"))
    assert set(steps) == {"decoder.0.self_attn.weights", "decoder.0.cross_attn.weights", "probabilities"}
    for name, values in steps.items():
        close(tensors[name].reshape(np.shape(values)), values)


@pytest.mark.parametrize("source", ["I eat apples", "apples eat I", "eat I apples"])
def test_translation_goes_word_by_word_to_the_end_in_whatever_order_the_source_is(source):
    scenario = SetTokens("source", tuple(source.split())).apply(load_example("encoder-decoder"))
    scenario = SetTokens("target", ("<start>",)).apply(scenario)
    certain = []
    for word in ("私", "は", "りんご", "を", "食べる", "<end>"):
        trace = run(scenario.program())
        found = likeliest(trace)
        assert found.word == word
        certain.append(found.probability)
        scenario = take_token(scenario, found.word).apply(scenario)
    close(certain[:2], [0.9999442085621459, 0.9989578340850545])
    assert [round(number, 4) for number in certain] == [0.9999, 0.9990, 0.9996, 0.9990, 0.9999, 0.9989]
    assert scenario.tokens["target"] == ("<start>", "私", "は", "りんご", "を", "食べる", "<end>")


def test_the_mask_changes_the_answer_of_the_translation():
    scenario = SwitchPart("mask", on=False).apply(load_example("encoder-decoder"))
    tensors = computed(scenario)
    assert tensors["decoder.0.self_attn.weights"][0, 1, 2] == pytest.approx(0.9997, abs=5e-5)
    row = tensors["probabilities"][1]
    assert scenario.vocabulary[row.argmax()] == "を"
    assert row.max() == pytest.approx(0.9990, abs=5e-5)


def test_without_cross_attention_nothing_of_the_source_arrives():
    scenario = SwitchPart("decoder.0.cross_attn", on=False).apply(load_example("encoder-decoder"))
    close(computed(scenario)["probabilities"][0], [0.1] * 10)


def test_order_is_lost_without_positions():
    scenario = load(LESSONS / "L10-order.tsbx")
    swapped = ReplaceToken("source", 0, "man").apply(ReplaceToken("source", 2, "dog").apply(scenario))
    expected = [
        [0.9976443669192034, 0.049669788302620727],
        [0.9099694268296195, 0.3347590442251781],
        [0.9841237600235331, 0.1331866678026651],
    ]
    close(computed(scenario)["attn.out"][::-1], expected)
    close(computed(swapped)["attn.out"], expected)


@pytest.mark.parametrize(
    ("case", "output"),
    [("A", [0.6652409557748218, 0.3347590442251781]), ("B", [0.006652409557748218, 0.3347590442251781])],
)
def test_same_weights_other_answer(case, output):
    tensors = lesson(f"L11d-weights-{case}")
    close(tensors["attn.weights"], [[[0.6652409557748218, 0.24472847105479764, 0.09003057317038046]]])
    close(tensors["attn.out"], [output])


@pytest.mark.parametrize(
    ("key", "reason"),
    [
        ("L12-by-hand-base-3", "architecture: “softmax_base” is not known here."),
        ("L13-phrase", "architecture: “softmax_base” is not known here."),
    ],
)
def test_what_this_version_cannot_do_is_refused_in_words(key, reason):
    with pytest.raises(BadScenario) as caught:
        load(LESSONS / f"{key}.tsbx")
    assert str(caught.value).startswith(f"{key}.tsbx ▸ {reason}")
