"""The options as a form has them: complete, with titles, and the same model back."""

from dataclasses import fields, is_dataclass, replace
from typing import get_args, get_type_hints

import pytest

from core.architecture.check import check_new
from core.architecture.choices import Choice
from core.architecture.form import (
    option_field,
    option_fields,
    option_groups,
    option_values,
    value_of,
    with_values,
)
from core.architecture.options import (
    Architecture,
    Attention,
    FeedForwardKind,
    HeadsDoNotDivide,
    Input,
    OptionConflict,
    OptionOutOfRange,
    PositionKind,
    Positions,
    Scale,
    Stack,
)
from core.architecture.presets import PRESETS, TOKENS, new_scenario, preset
from core.errors import SandboxError
from core.limits import TooManyParameters
from core.ops.added_positions import TooManyPositions

GPT = preset("gpt-2").architecture


def records(record=Architecture, prefix=""):
    """Every field of every option record, with its path and type."""
    hints = get_type_hints(record)
    for entry in fields(record):
        yield prefix + entry.name, entry, hints[entry.name]
        if is_dataclass(hints[entry.name]):
            yield from records(hints[entry.name], f"{prefix}{entry.name}.")


def test_every_option_has_a_title_and_a_field():
    shown = {path for path, entry, hint in records() if not is_dataclass(hint) and path != "off"}
    assert set(option_fields()) == shown
    for path, entry, _ in records():
        assert entry.metadata["title"], path


def test_every_number_has_limits_and_every_choice_a_title():
    for path, entry in option_fields().items():
        assert entry.limits or entry.hint not in {int, float}, path
        choices = [hint for hint in (entry.hint, *get_args(entry.hint)) if isinstance(hint, type)]
        for choice in (each for kind in choices if issubclass(kind, Choice) for each in kind):
            assert choice.label, choice
        assert (entry.own is not None) == (float in get_args(entry.hint)), path


def test_conditions_name_options_and_their_values():
    for path, entry in option_fields().items():
        for condition in (each for when in entry.when for each in when):
            for other, accepted in condition.items():
                hint = option_field(other).hint
                assert all(isinstance(value, hint) for value in accepted), path


def test_groups_stand_in_the_order_of_the_records():
    assert [group.key for group in option_groups()] == [
        "",
        "embedding",
        "positions",
        "attention",
        "weights",
        "feed_forward",
        "norm",
        "decoder",
        "unembedding",
        "decoding",
    ]
    assert [entry.path for entry in option_groups()[-2].fields] == [
        "unembedding.tied",
        "unembedding.bias",
        "unembedding.scaled",
        "unembedding.soft_cap",
        "temperature",
    ]


@pytest.mark.parametrize("known", PRESETS, ids=lambda made: made.key)
def test_values_give_the_model_they_were_taken_from(known):
    values = option_values(known.architecture)
    assert with_values(known.architecture, values) == known.architecture
    assert with_values(known.architecture, values | {"temperature": 1.0}) == known.architecture


EVERY = {
    "scale_place",
    "qk_norm",
    "kv_heads",
    "heads",
    "d_k",
    "d_v",
    "scale",
    "soft_cap",
    "mask",
    "window",
}


@pytest.mark.parametrize(
    ("key", "shown"),
    [
        ("attention-qkv", {*EVERY, "output"}),
        ("attention-x", {*EVERY, "bias", "output"}),
        ("gpt-2", {*EVERY, "bias", "output_bias", "split", "join"}),
    ],
)
def test_options_that_a_model_does_not_read_do_not_apply(key, shown):
    values = option_values(preset(key).architecture)
    applying = {path for path, entry in option_fields().items() if entry.applies(values)}
    assert {path.partition(".")[2] for path in applying if path.startswith("attention.")} == shown
    assert ("layers" in applying) == ("temperature" in applying) == (key == "gpt-2")
    assert ("positions.length" in applying) == (key == "gpt-2")
    assert "positions.base" not in applying
    assert ("d_model" in applying) == (key != "attention-qkv")


def test_a_width_follows_until_it_is_said():
    values = option_values(GPT)
    assert values["attention.d_k"] is values["attention.d_v"] is None
    four = with_values(GPT, values | {"attention.heads": 4})
    assert (four.attention.d_k, four.attention.d_v) == (2, 2)
    three = values | {"attention.heads": 3}
    with pytest.raises(HeadsDoNotDivide):
        with_values(GPT, three)
    assert with_values(GPT, three | {"attention.d_k": 5}).attention.d_v == 5
    assert value_of("attention.d_v", three | {"attention.d_k": 5}) == 5
    own = replace(GPT, attention=replace(GPT.attention, d_k=3))
    assert option_values(own)["attention.d_k"] == 3
    assert option_values(own)["attention.d_v"] == 4


def test_nothing_follows_what_the_model_does_not_read():
    typed_in = Architecture(input=Input.QKV, attention=Attention(output=False))
    values = option_values(typed_in)
    assert values["attention.d_k"] == 4
    assert values["attention.d_v"] is None


def test_what_no_longer_applies_takes_its_default_and_what_never_did_stays():
    alone = preset("attention-x").architecture
    values = option_values(alone) | {"stack": Stack.ENCODER}
    assert with_values(alone, values).attention.output
    hidden = replace(GPT, positions=Positions(PositionKind.LEARNED, base=7.0))
    assert with_values(hidden, option_values(hidden)).positions.base == 7
    none = option_values(GPT) | {"feed_forward.kind": FeedForwardKind.NONE, "feed_forward.d_ff": 5}
    assert with_values(GPT, none).feed_forward.d_ff == 16


@pytest.mark.parametrize(
    ("changed", "error"),
    [
        ({"input": Input.QKV}, OptionConflict),
        ({"input": Input.EMBEDDINGS}, OptionConflict),
        ({"temperature": 0.0}, OptionOutOfRange),
        ({"attention.scale": 0.0}, OptionOutOfRange),
    ],
)
def test_refusals_are_those_of_the_records(changed, error):
    with pytest.raises(error):
        with_values(GPT, option_values(GPT) | changed)


def test_a_scale_of_ones_own():
    made = with_values(GPT, option_values(GPT) | {"attention.scale": 0.5})
    assert made.attention.scale == 0.5
    assert option_values(made)["attention.scale"] == 0.5
    assert with_values(made, option_values(made) | {"attention.scale": Scale.NONE}).scale is Scale.NONE


@pytest.mark.parametrize("known", PRESETS, ids=lambda made: made.key)
def test_a_new_model_is_checked_without_its_numbers(known):
    check_new(known.architecture, known.tokens)


@pytest.mark.parametrize(
    ("changed", "error"),
    [
        ({"layers": 48, "d_model": 4096}, TooManyParameters),
        ({"positions.length": 2}, TooManyPositions),
    ],
)
def test_the_check_refuses_what_making_it_refuses(changed, error):
    architecture = with_values(GPT, option_values(GPT) | changed)
    for made in (check_new, new_scenario):
        with pytest.raises(error) as raised:
            made(architecture, {"target": TOKENS})
        assert isinstance(raised.value, SandboxError)


def test_every_option_and_every_choice_is_explained():
    """What it does and where it comes from stands beside each of them."""
    for path, entry in option_fields().items():
        kinds = [hint for hint in (entry.hint, *get_args(entry.hint)) if isinstance(hint, type)]
        choices = [each for kind in kinds if issubclass(kind, Choice) for each in kind]
        assert choices or entry.about, path
        for choice in choices:
            assert choice.about, (path, choice)
