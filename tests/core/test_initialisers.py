"""Seeded numbers are the same on every system and for ever: stored values are the test."""

import math
import statistics
from dataclasses import replace

import numpy as np
import pytest

from core.architecture.presets import PRESETS, preset
from core.limits import TooManyParameters
from core.parameters import Initializer, InitializerKind
from core.scenario import Scenario, with_missing_parameters
from core.seeded import rounded, standard_normal

NORMAL = Initializer(InitializerKind.NORMAL)


@pytest.mark.parametrize(
    ("recipe", "seed", "name", "word", "expected"),
    [
        (NORMAL, 0, "embed.W_E", "", [[0.2, -0.48, -0.15], [-0.04, 0.51, 0.49]]),
        (NORMAL, 0, "embed.W_E", "猫", [-0.24, 0.43, 0.39]),
        (
            Initializer(InitializerKind.NORMAL, std=1.0, decimals=6),
            7,
            "decoder.0.self_attn.W_Q",
            "",
            [[0.751563, 1.131005], [-0.65002, -0.789033]],
        ),
        (
            Initializer(InitializerKind.XAVIER, decimals=4),
            0,
            "attn.W_K",
            "",
            [[-0.8004, -0.4976, 0.4831, 0.1111], [-0.2461, -0.4259, -0.1367, -0.88]],
        ),
        (
            Initializer(InitializerKind.UNIFORM, low=-2.0, high=2.0, decimals=0),
            3,
            "x",
            "",
            [0.0, 1.0, 0.0, -1.0, -2.0, -1.0],
        ),
        (Initializer(InitializerKind.CONSTANT, value=1.5), 0, "g", "", [1.5, 1.5]),
        (Initializer(InitializerKind.IDENTITY), 0, "W", "", [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0]]),
        (Initializer(InitializerKind.ZEROS), 0, "b", "", [0.0, 0.0]),
    ],
)
def test_a_recipe_gives_the_stored_numbers(recipe, seed, name, word, expected):
    values = recipe.values(seed, name, np.shape(expected), word)
    assert values.tolist() == expected
    assert not np.signbit(values[values == 0]).any()
    assert not values.flags.writeable


@pytest.mark.parametrize("seed", range(5))
def test_many_normal_numbers_are_those_made_one_by_one(seed):
    drawn = np.random.default_rng(seed).random(20_000)
    drawn[:6] = [2.0**-53, 1 - 2.0**-53, 0.5, 0.075, 0.925, 1e-300]
    inverse = statistics.NormalDist().inv_cdf
    assert standard_normal(drawn).tolist() == [inverse(number) for number in drawn.tolist()]


@pytest.mark.parametrize("decimals", [0, 1, 2, 5, 10, 15])
def test_many_numbers_are_rounded_as_one_by_one(decimals):
    generator = np.random.default_rng(decimals)
    ties = (np.arange(-2000, 2000) + 0.5) / 10**decimals
    for numbers in (
        generator.normal(size=20_000),
        ties,
        np.nextafter(ties, 9),
        generator.normal(size=500) * 1e9,
    ):
        expected = [round(number, decimals) + 0.0 for number in numbers.tolist()]
        assert rounded(numbers, decimals).tolist() == expected
        assert not np.signbit(rounded(numbers, decimals)[np.array(expected) == 0]).any()


def test_numbers_do_not_depend_on_how_many_are_made_at_once():
    many = Initializer(InitializerKind.NORMAL).values(3, "W", (600, 600))
    assert many.reshape(-1)[:7].tolist() == Initializer(InitializerKind.NORMAL).values(3, "W", (7,)).tolist()


def test_xavier_stays_within_its_bound():
    values = Initializer(InitializerKind.XAVIER, decimals=15).values(0, "W", (30, 20))
    assert np.abs(values).max() <= math.sqrt(6 / 50)
    assert np.abs(values).max() > 0.9 * math.sqrt(6 / 50)


def test_normal_has_its_spread():
    values = Initializer(InitializerKind.NORMAL, std=0.5, decimals=6).values(1, "W", (100, 100))
    assert abs(values.mean()) < 0.02
    assert abs(values.std() - 0.5) < 0.02


@pytest.mark.parametrize("preset", PRESETS, ids=lambda preset: preset.key)
def test_recipes_make_the_parameters_that_carry_them(preset):
    scenario = preset.scenario(seed=5)
    for name, parameter in scenario.parameters.items():
        made = parameter.initializer.values(5, name, parameter.values.shape)
        assert made.tobytes() == parameter.values.tobytes()


def test_a_model_that_is_too_large_is_refused_before_numbers_are_drawn():
    architecture = replace(preset("gpt-2").architecture, layers=48, d_model=4096)
    with pytest.raises(TooManyParameters, match="Choose fewer layers"):
        with_missing_parameters(Scenario(architecture))
