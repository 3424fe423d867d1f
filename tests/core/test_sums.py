"""Sums and matrix products where numbers leave the range of float64."""

import math
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from core.sums import all_finite, cancels, exact_sum, matmul, row_means, row_sums, sums_before

FINITE = st.floats(allow_nan=False, allow_infinity=False)


@settings(max_examples=200, deadline=None, derandomize=True)
@given(st.lists(FINITE, max_size=12))
def test_a_sum_is_rounded_once(numbers):
    true = sum(map(Fraction, numbers))
    try:
        rounded = float(true)
    except OverflowError:
        rounded = math.inf if true > 0 else -math.inf
    assert exact_sum(numbers) == rounded


@pytest.mark.parametrize(
    ("numbers", "total"),
    [
        ([], 0.0),
        ([1e308, 1e308, -1e308], 1e308),
        ([1e308, 1e308, -1e308, -1e308, 1.0], 1.0),
        ([1e308, 1e308], math.inf),
        ([-1e308, -1e308], -math.inf),
        ([math.inf, 1e308, 1e308], math.inf),
        ([-math.inf, 1e308, 1e308], -math.inf),
        ([math.inf, 1.0, math.inf], math.inf),
    ],
)
def test_sums_beyond_the_range(numbers, total):
    assert exact_sum(numbers) == total


@pytest.mark.parametrize(
    "numbers",
    [[math.inf, -math.inf], [math.nan, 1.0], [1e308, 1e308, math.inf, -math.inf], [1e308, 1e308, math.nan]],
)
def test_sums_that_are_no_number(numbers):
    assert math.isnan(exact_sum(numbers))


ANY = st.one_of(FINITE, st.sampled_from([math.inf, -math.inf, math.nan, 1e308, -1e308, 1e20, -1e20, 1.0]))


@settings(max_examples=200, deadline=None, derandomize=True)
@given(st.lists(ANY, max_size=8))
def test_sums_of_what_stands_before_are_rounded_once(numbers):
    expected = [exact_sum(numbers[:place]) for place in range(len(numbers))]
    assert np.array_equal(sums_before(numbers), expected, equal_nan=True)


@pytest.mark.filterwarnings("ignore::RuntimeWarning")
@pytest.mark.parametrize("row", [[1e20, 1.0, -1e20], [1e308, 1e308, -1e308], [1.0, 1e16, 1.0, -1e16]])
def test_a_sum_of_large_terms_that_cancel_is_exact(row):
    assert row_sums(np.array([row, [0.5] * len(row)])).tolist() == [exact_sum(row), 0.5 * len(row)]


@pytest.mark.filterwarnings("ignore::RuntimeWarning")
@settings(max_examples=300, deadline=None, derandomize=True)
@given(st.lists(st.one_of(ANY, st.floats(-3e5, 3e5)), min_size=1, max_size=8))
def test_a_sum_is_numpys_own_where_its_terms_do_not_cancel(numbers):
    rows = np.array([numbers, numbers[::-1]])
    own = rows.sum(axis=-1)
    each = zip(rows, own, cancels(rows, own), strict=True)
    expected = [exact_sum(row.tolist()) if exactly else total for row, total, exactly in each]
    np.testing.assert_array_equal(row_sums(rows), expected)


@pytest.mark.parametrize("last", [1.0, 1e200, -1e308, math.inf, -math.inf, math.nan])
def test_numbers_are_finite_also_where_their_squares_are_not(last):
    numbers = np.array([[0.0, -2.0], [3.0, last]])
    assert all_finite(numbers) == all_finite(numbers.T) == math.isfinite(last)
    assert all_finite(numbers[:0])


def test_a_product_in_range_is_numpys_own():
    numbers = np.random.default_rng(0)
    left, right = numbers.normal(size=(2, 3, 4)), numbers.normal(size=(2, 4, 5))
    assert matmul(left, right).tobytes() == (left @ right).tobytes()


@pytest.mark.filterwarnings("ignore::RuntimeWarning")
def test_products_beyond_the_range_are_those_of_rounded_products():
    left = np.array([[1e200, 1e200], [1e308, 1e308], [1e200, 0.0], [math.nan, 1.0]])
    right = np.array([[1e200, 1.0], [-1e200, -1.0]])
    made = matmul(left, right)
    assert np.isnan(made[0, 0])  # ∞ − ∞; fused multiplying and adding says ±∞
    assert made[0, 1] == made[1, 1] == 0.0
    assert made[2].tolist() == [math.inf, 1e200]
    assert np.isnan(made[3]).all()


@pytest.mark.filterwarnings("ignore::RuntimeWarning")
def test_means_beyond_the_range_on_the_way_are_right():
    rows = np.array([[1e308, 1e308, -1e308], [1.0, 2.0, 6.0], [1e308, 1e308, 1e308], [math.nan, 1.0, 1.0]])
    means = row_means(rows)
    assert means[:3].tolist() == [1e308 / 3, 3.0, math.inf]
    assert math.isnan(means[3])
