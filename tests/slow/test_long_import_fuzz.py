"""Files and texts with matrices for long: numbers or a refusal, whatever stands in them."""

import io

import numpy as np
from hypothesis import strategies as st

from core.errors import SandboxError
from core.importers.file import matrix_of_bytes
from core.importers.text import matrix_of_text
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
