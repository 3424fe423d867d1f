"""Large parameters are edited as an overlay: what is kept of an edit is its cells, and values stay values."""

import gc

import numpy as np
import pytest

from core.architecture.presets import preset
from core.edits.cells import SetCells, SetTensor
from core.memory import bytes_beyond
from core.overlay import LARGE, Overlay, may_differ
from core.scenario import Parameter
from core.tensor import Axis, NamedTensor, frozen
from core.trace import run

NAME = "embed.W_E"


@pytest.fixture(scope="module")
def large():
    """A decoder whose embedding has more cells than are copied at every edit."""
    small = preset("gpt-2").scenario()
    vocabulary = (*small.vocabulary, *(f"word {n}" for n in range(LARGE // small.architecture.d_model + 1)))
    size = (len(vocabulary), small.architecture.d_model)
    values = frozen(np.random.default_rng(0).normal(size=size))
    parameters = {**small.parameters, NAME: Parameter(values)}
    made = small.with_changes(vocabulary=vocabulary, parameters=parameters)
    for spec in made.specs():
        if made.parameters[spec.name].shape != spec.shape:
            fresh = Parameter(spec.default.values(0, spec.name, spec.shape), spec.default)
            parameters[spec.name] = fresh
    return made.with_changes(parameters=parameters)


def set_cells(scenario, *cells, number=7.0):
    return SetCells(NAME, cells, (number,) * len(cells)).apply(scenario)


def test_an_edit_keeps_the_base_and_its_own_cells(large):
    base = large.parameters[NAME].values
    edited = set_cells(set_cells(large, (3, 1)), (0, 0), (3, 1), number=-2.5)
    overlay = edited.parameters[NAME].overlay
    assert overlay.base is base
    assert overlay.positions.tolist() == [0, 3 * large.architecture.d_model + 1]
    assert overlay.numbers.tolist() == [-2.5, -2.5]
    expected = np.array(base)
    expected[3, 1] = expected[0, 0] = -2.5
    assert np.array_equal(edited.parameters[NAME].values, expected)
    assert not edited.parameters[NAME].values.flags.writeable
    assert large.parameters[NAME].values is base
    assert edited.parameters["embed.W_P"] is large.parameters["embed.W_P"]


def test_the_last_number_of_a_cell_that_is_named_twice_counts(large):
    edited = SetCells(NAME, ((1, 1), (1, 1)), (1.0, 2.0)).apply(large)
    assert edited.parameters[NAME].values[1, 1] == 2.0


def test_values_are_one_array_while_anybody_holds_them_and_none_afterwards(large):
    edited = set_cells(large, (3, 1))
    trace = run(edited.program())
    held = edited.parameters[NAME].values
    assert held is edited.parameters[NAME].values is trace[NAME].values
    before = held.copy()
    del held, trace
    gc.collect()
    assert edited.parameters[NAME].overlay._made() is None
    assert np.array_equal(edited.parameters[NAME].values, before)


def test_what_does_not_read_the_tensor_is_not_computed_again(large):
    program = large.program()
    trace = run(program)
    edited = set_cells(large, (3, 1))
    again = run(edited.program_after(large, program), trace)
    assert NAME in again.changed
    assert "embed.W_P" not in again.changed
    same = run(edited.program(), again)
    assert not same.computed
    back = run(large.program_after(edited, again.program), again)
    assert back[NAME].values is trace[NAME].values


def test_the_same_bits_are_no_edit_and_minus_zero_is_one(large):
    zero = set_cells(large, (2, 2), number=0.0)
    assert set_cells(zero, (2, 2), number=0.0) is zero
    assert set_cells(zero, (2, 2), number=-0.0) is not zero
    assert SetTensor(NAME, zero.parameters[NAME].values.copy()).apply(zero) is zero


def test_many_changed_cells_become_a_base_of_their_own(large):
    values = large.parameters[NAME].values + 1
    edited = SetTensor(NAME, values).apply(large)
    assert edited.parameters[NAME].overlay is None
    assert np.array_equal(edited.parameters[NAME].values, values)
    few = np.array(values)
    few[:2] = 0.0
    again = SetTensor(NAME, few).apply(edited)
    assert again.parameters[NAME].base is edited.parameters[NAME].values


def test_where_two_may_differ_is_known_without_looking():
    axes = (Axis("token", 20), Axis("d_model", 30))
    base = frozen(np.zeros((20, 30)))

    def tensor(positions, base=base):
        overlay = Overlay(base, np.array(positions, dtype=np.intp), np.ones(len(positions)))
        return NamedTensor("x", axes, overlay.values, overlay)

    plain, one, two = NamedTensor("x", axes, base), tensor([3]), tensor([5, 7])
    assert may_differ(one, one).tolist() == []
    assert may_differ(plain, one).tolist() == [3]
    assert may_differ(one, plain).tolist() == [3]
    assert may_differ(one, two).tolist() == [3, 5, 7]
    assert may_differ(plain, NamedTensor("x", axes, base.copy())) is None
    assert may_differ(one, tensor([3], base.copy())) is None


def test_bytes_of_a_step_are_those_of_its_cells(large):
    edited = set_cells(large, (3, 1), (4, 1))
    assert bytes_beyond(edited, large) == 2 * 16
    assert bytes_beyond(large, edited) == 0
    assert bytes_beyond(large, large) == 0
    small = SetCells("embed.W_P", ((0, 0),), (7.0,)).apply(large)
    assert bytes_beyond(large, small) == large.parameters["embed.W_P"].values.nbytes
    whole = SetTensor(NAME, large.parameters[NAME].values + 1).apply(edited)
    assert bytes_beyond(edited, whole) == large.parameters[NAME].values.nbytes + 2 * 16
    assert bytes_beyond(whole, edited) == large.parameters[NAME].values.nbytes
