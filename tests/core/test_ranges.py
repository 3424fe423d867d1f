"""What selected numbers amount to."""

import math

import numpy as np
import pytest

from core.ranges import range_numbers


def test_sum_mean_ends_and_count_of_several_rectangles():
    numbers = range_numbers([np.array([[1.0, -2.0], [3.0, 0.5]]), np.array([[10.0]])])
    assert (numbers.count, numbers.shapes) == (5, ((2, 2), (1, 1)))
    assert (numbers.total, numbers.mean) == (12.5, 2.5)
    assert (numbers.smallest, numbers.largest) == (-2, 10)
    assert not numbers.rows_add_to_one


def test_the_sum_is_rounded_once():
    assert range_numbers([np.array([[1e16, 1.0, -1e16]])]).total == 1
    assert range_numbers([np.full((1, 10), 0.1)]).total == 1


@pytest.mark.parametrize(
    ("block", "total"),
    [([[1e308, 1e308]], math.inf), ([[math.inf, -math.inf]], math.nan), ([[math.nan, 1.0]], math.nan)],
)
def test_what_is_not_finite_is_told_and_nothing_raises(block, total):
    numbers = range_numbers([np.array(block)])
    assert np.array_equal([numbers.total], [total], equal_nan=True)


def test_many_numbers_are_added_too():
    numbers = range_numbers([np.ones((400, 400))])
    assert (numbers.count, numbers.total, numbers.mean) == (160_000, 160_000, 1)


def test_nothing_amounts_to_nothing():
    assert range_numbers([]) is None
    assert range_numbers([np.empty((0, 3))]) is None


@pytest.mark.parametrize(
    ("block", "adds"),
    [
        ([[0.25, 0.75], [1.0, 0.0]], True),
        ([[0.1] * 10], True),
        ([[1.0], [1.0]], False),
        ([[0.5, 0.4]], False),
    ],
)
def test_rows_that_add_up_to_one(block, adds):
    assert range_numbers([np.array(block, dtype=float)]).rows_add_to_one is adds


def test_the_mean_of_numbers_whose_sum_is_too_large_is_theirs():
    told = range_numbers([np.full((8, 8), 1e308)])
    assert told.total == np.inf
    assert told.mean == pytest.approx(1e308)
    assert range_numbers([np.array([[np.inf, 1.0]])]).mean == np.inf
    assert np.isnan(range_numbers([np.array([[np.inf, -np.inf]])]).mean)
