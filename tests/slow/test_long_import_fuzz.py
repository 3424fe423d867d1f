"""Files and texts with matrices or weights for long: numbers or a refusal, whatever stands in them."""

import io
import math

import numpy as np
import safetensors.numpy
from hypothesis import strategies as st

from core.architecture.presets import preset
from core.errors import SandboxError
from core.importers.file import matrix_of_bytes
from core.importers.text import matrix_of_text
from core.importers.weights.file import weights_of_bytes
from core.importers.weights.model import found_model
from core.importers.weights.shapes import Wishes
from core.trace import run
from tests.slow.test_long_fuzz import long


def npy(array, version=(1, 0)):
    made = io.BytesIO()
    np.lib.format.write_array(made, array, version, allow_pickle=True)
    return made.getvalue()


NUMBERS = np.arange(12.0).reshape(3, 4)
ARRAYS = [
    npy(NUMBERS),
    npy(np.asfortranarray(NUMBERS)),
    npy(NUMBERS.astype(">f4")),
    npy(NUMBERS.astype(np.int64), (2, 0)),
    npy(NUMBERS > 3, (3, 0)),
    npy(NUMBERS.reshape(2, 3, 2)),
    npy(NUMBERS + 1j),
    npy(np.array(["a", "bc"])),
    npy(np.array([1, "x"], dtype=object)),
    npy(np.array([(1, 2.0)], dtype=[("a", "i4"), ("b", "f8")])),
    npy(np.float64(3)),
    npy(np.zeros((0, 3))),
]
TEXTS = [
    "1,2,3\n4,5,6\n",
    "a\tb\n0.5\t-1e-5\n",
    "1;2,5;3\r\n4;5,5;6\r\n",
    "x,y\n1,2\n# end\n",
    '"1","2"\n"3","4"\n',
    "[[1, 2], [3, 4]]",
    "array([[1., 2.],\n       [3., 4.]])",
    "tensor([[0.1, -0.2]], dtype=torch.float64)",
    "[[1 2]\n [3 4]]",
    r"\begin{bmatrix} 1 & 2 \\ 3 & -4.5 \end{bmatrix}",
    "１，２\n－３，４．５\n",
    "−1 2\u00a03\u3000ー4",
    "1e308 1e400 -0.0 5e-324 nan inf",
]
FILES = [*ARRAYS, *(text.encode() for text in TEXTS), *(text.encode("utf-16") for text in TEXTS[:3])]
SNIPPETS = [
    *(b"", b"\x00", b"\xff", b"\n", b"\r", b",", b";", b"\t", b'"', b"[", b"]", b"(", b")", b"{", b"}", b"'"),
    *(b"9999999999", b"-1", b"<f8", b"|O", b"True", b"1e999", b"nan", b"\\\\", b"&", b"#", b"array(", b" "),
    *("表".encode("cp932"), "−".encode(), b"\x93NUMPY", b"\xef\xbb\xbf", b"\xff\xfe"),
]


@st.composite
def spoilt(draw, files):
    """A file or text with pieces cut out, put in, or doubled."""
    data = draw(st.sampled_from(files))
    pieces = SNIPPETS if isinstance(data, bytes) else [piece.decode("latin-1") for piece in SNIPPETS]
    for _ in range(draw(st.integers(1, 5))):
        start = draw(st.integers(0, len(data)))
        end = min(len(data), start + draw(st.sampled_from([0, 0, 1, 1, 2, 8, 40])))
        piece = draw(st.sampled_from(pieces)) + draw(st.sampled_from([data[:0], data[start : start + 20]]))
        data = data[:start] + piece + data[end:]
    return data


def assert_numbers_or_refusal(read, source):
    told = ""
    try:
        values = read(source)
    except SandboxError as error:
        told = str(error)
    if told:
        assert 10 < len(told) < 2000
        return
    assert values.ndim == 2
    assert values.size
    assert np.isfinite(values).all()


@long(6_000, spoilt(FILES), st.booleans())
def test_a_spoilt_file_gives_numbers_or_is_refused(data, comma):
    assert_numbers_or_refusal(lambda data: matrix_of_bytes(data, comma=comma).values, data)


@long(4_000, spoilt(TEXTS), st.booleans())
def test_a_spoilt_text_gives_numbers_or_is_refused(text, comma):
    assert_numbers_or_refusal(lambda text: matrix_of_text(text, comma=comma), text)


@long(2_000, st.binary(max_size=60))
def test_any_bytes_give_numbers_or_are_refused(data):
    assert_numbers_or_refusal(lambda data: matrix_of_bytes(data).values, data)
    assert_numbers_or_refusal(lambda data: matrix_of_bytes(data).values, b"\x93NUMPY" + data)


def npz(save, tensors):
    made = io.BytesIO()
    save(made, **tensors)
    return made.getvalue()


LAYER = {name: each.values for name, each in preset("encoder-2017").scenario().parameters.items()}
TORCH = {
    "m.in_proj_weight": np.eye(12)[:, :4].copy(),
    "m.in_proj_bias": np.ones(12),
    "m.out_proj.weight": np.eye(4),
}
WEIGHTS = [
    *(npz(save, tensors) for save in (np.savez, np.savez_compressed) for tensors in (LAYER, TORCH)),
    *(
        safetensors.numpy.save(tensors)
        for tensors in (dict(list(LAYER.items())[:4]), TORCH, {"attn.q": NUMBERS[None]})
    ),
]
PARTS = ("attn", "encoder.0.attn", "decoder.1.self_attn", "decoder.0.cross_attn")
LASTS = ("W_Q", "W_K", "W_V", "W_O", "b_Q", "b_O", "q", "k", "v", "q_norm.gain")
OTHERS = """
embed.W_E embed.W_P embed.W_T embed.norm.gain embed.sum source.embed.sum unembed.W_U encoder.W_R attn.W_R
encoder.0.ffn.W_1 encoder.0.ffn.W_G decoder.0.ffn.W_2 encoder.norm.gain encoder.0.norm1.bias
decoder.0.post_norm1.gain in_proj_weight a.in_proj_bias q_proj_weight layers.0.self_attn.in_proj_weight
layers.1.multihead_attn.out_proj.weight layers.2.norm3.weight decoder.layers.0.linear1.weight
encoder.layers.9.linear2.bias norm.weight head.weight x
"""
NAMES = st.sampled_from([*(f"{part}.{last}" for part in PARTS for last in LASTS), *OTHERS.split()])
SIZES = st.sampled_from([4] * 12 + [12] * 3 + [0, 1, 2, 3, 5000])


@st.composite
def shapes_by_name(draw):
    """Shapes that often go together, for names that often make a model."""
    names = draw(st.lists(NAMES, min_size=1, max_size=8, unique=True))
    usual = {name: 1 if name.endswith(("gain", "bias", "b_Q", "b_O")) else 2 for name in names}
    counts = {name: draw(st.sampled_from([usual[name]] * 9 + [0, 1, 3])) for name in names}
    return {name: [draw(SIZES) for _ in range(counts[name])] for name in names}


def assert_model_or_refusal(data, heads):
    """What a file holds becomes a scenario that can be computed, or it is said why not."""
    told = ""
    try:
        trace = run(found_model(weights_of_bytes(data), Wishes(heads)).scenario().program())
    except SandboxError as error:
        told = str(error)
    if told:
        assert 10 < len(told) < 2000
    else:
        assert trace.failure is None


@long(3_000, spoilt(WEIGHTS), st.integers(1, 4))
def test_a_spoilt_file_of_weights_is_a_model_or_is_refused(data, heads):
    assert_model_or_refusal(data, heads)


@long(4_000, shapes_by_name(), st.integers(1, 4))
def test_tensors_of_any_names_and_shapes_are_a_model_or_are_refused(shapes, heads):
    tensors = {name: np.zeros(shape, np.int8) for name, shape in shapes.items() if math.prod(shape) <= 40_000}
    assert_model_or_refusal(npz(np.savez, tensors), heads)
