"""Tensors and axes, and what a scenario tells about its sources."""

import numpy as np
import pytest

from core.architecture.options import Architecture, Input, Stack
from core.scenario import UnknownTensor
from core.tensor import Axis, NamedTensor, relabel, sizes
from tests.support.build import array, scenario, words
from tests.support.scenarios import filled


def test_an_axis_without_labels_counts_from_1():
    assert [Axis("d_k", 3).label(position) for position in range(3)] == ["1", "2", "3"]


def test_words_that_occur_twice_carry_their_position():
    axis = Axis("token", 4, ("the", "cat", "the", "end"))
    assert [axis.told_apart(position) for position in range(4)] == ["the (1)", "cat", "the (3)", "end"]


def test_a_tensor_copies_its_numbers_and_locks_them():
    numbers = np.array([[1.0, 2.0]])
    tensor = NamedTensor.of("x", (Axis("token", 1), Axis("d_model", 2)), numbers)
    numbers[0, 0] = 9.0
    assert tensor.values.tolist() == [[1.0, 2.0]]
    assert tensor.shape == (1, 2)
    assert not tensor.values.flags.writeable


def test_other_labels_share_the_numbers():
    tensor = NamedTensor.of("x", (Axis("token", 2),), [1.0, 2.0])
    labelled = tensor.relabelled(relabel(tensor.axes, {"token": ("a", "b"), "key": ("c", "d")}))
    assert labelled.values is tensor.values
    assert labelled.axes == (Axis("token", 2, ("a", "b")),)
    assert tensor.relabelled(tensor.axes) is tensor


def test_shapes_are_told_with_a_sign_of_multiplication():
    assert sizes((Axis("token", 2), Axis("d_model", 4))) == "2 × 4"
    assert sizes(()) == "1"


def test_a_scenario_tells_its_sources_by_name():
    made = filled(Architecture(input=Input.EMBEDDINGS), 0)
    assert made.is_source("embed.sum")
    assert made.is_source("attn.W_Q")
    assert not made.is_source("attn.q")
    assert made.source_values("embed.sum") is made.given["embed.sum"]
    assert made.source_values("attn.W_Q") is made.parameters["attn.W_Q"].values
    assert made.spec("attn.W_O").shape == (4, 4)


@pytest.mark.parametrize("name", ["attn.q", "attn.W_X", ""])
def test_a_name_that_a_scenario_has_not_is_refused(name):
    made = filled(Architecture(), 0)
    for ask in (made.spec, made.source_values):
        with pytest.raises(UnknownTensor, match=f"There is no {name} here"):
            ask(name)


def test_typed_in_tensors_of_a_decoder_are_labelled_by_its_tokens():
    made = scenario(
        Architecture(Stack.DECODER),
        vocabulary=words(3),
        tokens={"target": words(3)},
        features=("a", "b", "c", "d"),
        given={
            "decoder.0.self_attn.weights": np.eye(3)[None],
            "decoder.0.add1": np.zeros((3, 4)),
        },
    )
    axes = made.given_axes("decoder.0.self_attn.weights")
    assert [(axis.name, axis.labels) for axis in axes] == [
        ("head", ()),
        ("query", words(3)),
        ("key", words(3)),
    ]
    assert [axis.labels for axis in made.given_axes("decoder.0.add1")] == [words(3), ("a", "b", "c", "d")]


def test_typed_in_tensors_of_two_sequences_are_labelled_by_their_own():
    made = scenario(
        Architecture(input=Input.EMBEDDINGS),
        tokens={"source": words(2, "s"), "target": words(3, "t")},
        given={"source.embed.sum": np.zeros((2, 4)), "target.embed.sum": np.zeros((3, 4))},
    )
    assert made.given_axes("source.embed.sum")[0].labels == words(2, "s")
    assert made.given_axes("target.embed.sum")[0].labels == words(3, "t")


def test_an_edit_of_one_parameter_shares_all_others():
    made = filled(Architecture(Stack.ENCODER), 0)
    changed = made.with_changes(given={"embed.sum": array(np.zeros((3, 4)))})
    assert all(changed.parameters[name] is made.parameters[name] for name in made.parameters)
    with pytest.raises(TypeError):
        changed.given["embed.sum"] = array(np.ones((3, 4)))
