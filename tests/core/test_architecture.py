"""Options refuse what is out of range, in words; and the core needs no Qt."""

import re
import subprocess
import sys

import pytest

from core.architecture.options import (
    MAX_HEADS,
    MAX_LAYERS,
    MAX_TOKENS,
    MAX_WIDTH,
    Architecture,
    Attention,
    FeedForward,
    HeadsDoNotDivide,
    Input,
    Norm,
    OptionConflict,
    OptionOutOfRange,
    Positions,
    Stack,
    Unembedding,
    default_head_size,
)
from core.errors import SandboxError
from core.parameters import Initializer, InitializerKind

OUT_OF_RANGE = [
    (Attention, "heads", 0, "attention ▸ heads is 0; it must be 1 … 64."),
    (Attention, "heads", MAX_HEADS + 1, "attention ▸ heads is 65; it must be 1 … 64."),
    (Attention, "d_k", 0, "attention ▸ d_k is 0; it must be 1 … 4096."),
    (Attention, "d_v", MAX_WIDTH + 1, "attention ▸ d_v is 4097; it must be 1 … 4096."),
    (
        Attention,
        "scale",
        0.0,
        "attention ▸ scale is 0.0; it must be sqrt_d_k, none, sqrt_d_model, sqrt_heads, number ≠ 0.",
    ),
    (
        Attention,
        "scale",
        float("inf"),
        "attention ▸ scale is inf; it must be sqrt_d_k, none, sqrt_d_model, sqrt_heads, number ≠ 0.",
    ),
    (
        Attention,
        "scale",
        float("nan"),
        "attention ▸ scale is nan; it must be sqrt_d_k, none, sqrt_d_model, sqrt_heads, number ≠ 0.",
    ),
    (FeedForward, "d_ff", 0, "feed_forward ▸ d_ff is 0; it must be 1 … 4096."),
    (Norm, "epsilon", -1e-9, "norm ▸ epsilon is -1e-09; it must be 0 … 1."),
    (Norm, "epsilon", float("nan"), "norm ▸ epsilon is nan; it must be 0 … 1."),
    (Positions, "base", 0.5, "positions ▸ base is 0.5; it must be 1 … 1000000000."),
    (Positions, "length", MAX_TOKENS + 1, "positions ▸ length is 513; it must be 1 … 512."),
    (Architecture, "layers", 0, "layers is 0; it must be 1 … 48."),
    (Architecture, "layers", MAX_LAYERS + 1, "layers is 49; it must be 1 … 48."),
    (Architecture, "d_model", MAX_WIDTH + 1, "d_model is 4097; it must be 1 … 4096."),
    (Architecture, "temperature", 0.0, "temperature is 0; it must be 0.001 … 1000."),
]


@pytest.mark.parametrize(("record", "option", "tried", "words"), OUT_OF_RANGE)
def test_an_option_out_of_range_is_refused_in_words(record, option, tried, words):
    with pytest.raises(OptionOutOfRange, match=f"^{re.escape(words)}$"):
        record(**{option: tried})


@pytest.mark.parametrize(
    ("record", "option", "tried"),
    [
        (Attention, "heads", MAX_HEADS),
        (Attention, "d_k", MAX_WIDTH),
        (Attention, "scale", -1e300),
        (Norm, "epsilon", 0.0),
        (Positions, "length", 1),
        (Architecture, "layers", MAX_LAYERS),
        (Architecture, "temperature", 1e-3),
    ],
)
def test_an_option_at_its_limit_is_taken(record, option, tried):
    assert getattr(record(**{option: tried}), option) == tried


@pytest.mark.parametrize(
    ("options", "words"),
    [
        (
            {"stack": Stack.ENCODER, "input": Input.QKV},
            "input = q, k, v does not go with stack = encoder-only.",
        ),
        (
            {"stack": Stack.DECODER, "input": Input.QKV},
            "input = q, k, v does not go with stack = decoder-only.",
        ),
        (
            {"stack": Stack.ENCODER, "attention": Attention(output=False)},
            "attention ▸ output = false does not go with stack = encoder-only.",
        ),
        (
            {"stack": Stack.DECODER, "input": Input.EMBEDDINGS, "unembedding": Unembedding(tied=True)},
            "unembedding ▸ tied = true does not go with input = embeddings.",
        ),
    ],
)
def test_options_that_exclude_each_other_are_refused_with_a_remedy(options, words):
    with pytest.raises(OptionConflict, match=f"^{re.escape(words)} [A-Z].+\\.$"):
        Architecture(**options)


@pytest.mark.parametrize(("d_model", "heads", "size"), [(8, 2, 4), (6, 3, 2), (5, 1, 5), (64, 64, 1)])
def test_the_default_head_size_is_d_model_by_heads(d_model, heads, size):
    assert default_head_size(d_model, heads) == size


def test_heads_that_do_not_divide_are_refused_with_both_ways_out():
    words = "3 heads do not divide d_model = 4. Choose a number of heads that does, or say d_k."
    with pytest.raises(HeadsDoNotDivide, match=f"^{re.escape(words)}$"):
        default_head_size(4, 3)


def test_heads_that_do_not_divide_are_fine_where_d_k_is_said():
    assert Architecture(d_model=4, attention=Attention(heads=3, d_k=2, d_v=2)).attention.heads == 3


def test_every_refusal_is_an_error_of_the_user():
    assert all(
        issubclass(error, SandboxError) for error in (OptionOutOfRange, OptionConflict, HeadsDoNotDivide)
    )


@pytest.mark.parametrize("kind", list(InitializerKind))
def test_initial_numbers_depend_on_seed_and_name_alone(kind):
    recipe = Initializer(kind)
    first, again = (recipe.values(7, "decoder.0.ffn.W_1", (3, 4)) for _ in range(2))
    assert first.tobytes() == again.tobytes()
    random = kind in (InitializerKind.NORMAL, InitializerKind.XAVIER, InitializerKind.UNIFORM)
    for seed, name in ((8, "decoder.0.ffn.W_1"), (7, "decoder.1.ffn.W_1")):
        assert (recipe.values(seed, name, (3, 4)).tobytes() != first.tobytes()) is random


@pytest.mark.parametrize(
    ("kind", "stored"),
    [
        (InitializerKind.NORMAL, [[0.2, -0.48, -0.15], [-0.04, 0.51, 0.49]]),
        (InitializerKind.UNIFORM, [[0.3, -0.66, -0.23], [-0.06, 0.69, 0.67]]),
        (InitializerKind.XAVIER, [[0.33, -0.73, -0.26], [-0.06, 0.76, 0.74]]),
    ],
)
def test_initial_numbers_are_the_stored_ones(kind, stored):
    """The same on every system: these were computed once and written down."""
    assert Initializer(kind).values(0, "embed.W_E", (2, 3)).tolist() == stored


def test_initial_numbers_of_the_other_kinds():
    assert Initializer(InitializerKind.CONSTANT, value=2.5).values(0, "x", (2,)).tolist() == [2.5, 2.5]
    assert Initializer(InitializerKind.ZEROS).values(0, "x", (1, 2)).tolist() == [[0, 0]]
    assert Initializer(InitializerKind.IDENTITY).values(0, "x", (2, 3)).tolist() == [[1, 0, 0], [0, 1, 0]]
    assert Initializer(InitializerKind.IDENTITY).values(0, "x", (2,)).tolist() == [1, 1]


def test_a_word_of_its_own_gets_numbers_of_its_own():
    recipe = Initializer(InitializerKind.NORMAL)
    rows = [recipe.values(1, "embed.W_E", (1, 4), word=word).tolist() for word in ("cat", "dog", "cat")]
    assert rows[0] == rows[2] != rows[1]


WITHOUT_QT = """
import importlib, pkgutil, sys
class Refuse:
    def find_spec(self, name, path=None, target=None):
        if name.partition(".")[0] in ("PySide6", "shiboken6", "pyqtgraph", "app"):
            raise ImportError(name)
sys.meta_path.insert(0, Refuse())
import core
names = [module.name for module in pkgutil.walk_packages(core.__path__, "core.")]
for name in names:
    importlib.import_module(name)
print(len(names))
"""


def test_the_core_imports_where_there_is_no_qt():
    done = subprocess.run(
        [sys.executable, "-c", WITHOUT_QT], capture_output=True, text=True, check=False, timeout=60
    )
    assert done.stderr == ""
    assert int(done.stdout) > 15
