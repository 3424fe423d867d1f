"""Files of weights that are damaged or made to hurt: refused in plain words, before memory is taken."""

import io
import json
import os
import pickle
import struct
import tracemalloc
import zipfile

import numpy as np
import pytest
import safetensors.numpy

from core.architecture.options import ActivationKind
from core.errors import SandboxError
from core.examples import load_example
from core.importers.npy import MAGIC
from core.importers.weights.file import read_weights, weights_of_bytes
from core.importers.weights.model import found_model
from core.importers.weights.npz import stored_arrays
from core.importers.weights.plan import Fate, weight_plan
from core.importers.weights.shapes import Wishes
from core.importers.weights.stored import MAX_BYTES

NUMBERS = np.arange(4.0)
BYTES = NUMBERS.tobytes()
ENTRY = {"dtype": "F64", "shape": [4], "data_offsets": [0, 32]}


def read(data):
    return {name: tensor.values() for name, tensor in weights_of_bytes(data).items()}


def read_or_told(data):
    """The numbers, or why there are none."""
    try:
        return read(data)
    except SandboxError as error:
        return str(error)


def refused(data):
    """What is told; the numbers are read, too, where the file is taken at first."""
    with pytest.raises(SandboxError) as caught:
        read(data)
    told = str(caught.value)
    assert len(told) < 400
    assert told.isprintable()
    assert told[-1] in ".)"
    return told


def npy(array=NUMBERS, **options):
    buffer = io.BytesIO()
    np.save(buffer, array, **options)
    return buffer.getvalue()


def write_npz(arrays):
    buffer = io.BytesIO()
    np.savez(buffer, **arrays)
    return buffer.getvalue()


def npz(*members, method=zipfile.ZIP_STORED):
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w", method) as archive:
        for name, data in members:
            archive.writestr(name, data)
    return buffer.getvalue()


def header_of(shape, kind="<f8"):
    text = f"{{'descr': '{kind}', 'fortran_order': False, 'shape': {shape}, }}\n".encode()
    return MAGIC + b"\x01\x00" + struct.pack("<H", len(text)) + text


def tensors(header, numbers=BYTES):
    text = header if isinstance(header, bytes) else json.dumps(header).encode()
    return struct.pack("<Q", len(text)) + text + numbers


# NPZ


@pytest.mark.filterwarnings("ignore:Duplicate name")
@pytest.mark.parametrize(
    ("members", "told"),
    [
        ([("attn.W_Q.npy", npy()), ("attn.W_Q.npy", npy())], "Two tensors are called attn.W_Q"),
        ([("../up.npy", npy())], "“../up” is no name of a tensor"),
        ([("/etc/name.npy", npy())], "“/etc/name” is no name"),
        ([("C:\\x.npy", npy())], "is no name"),
        ([("a\x07b.npy", npy())], "“a�b” is no name"),
        ([(".npy", npy())], "“” is no name"),
        ([("n" * 300 + ".npy", npy())], "up to 200 visible characters"),
        ([("folder/", b"")], "“folder/” in the archive is no array"),
        ([("read.me", b"x")], "“read.me” in the archive is no array"),
        ([("xl/workbook.xml", b"<a/>")], "“xl/workbook.xml” in the archive is no array"),
        (
            [("archive/data.pkl", b"x"), ("archive/data/0", b"x")],
            "pickled Python objects, which are never read",
        ),
        ([("x.npy", b"not an array")], "x: The beginning of the NumPy file is damaged"),
        ([("x.npy", npy()[:-8])], "x: The file should hold 4 numbers in 32 bytes and has 24"),
        (
            [("x.npy", npy(np.array([{}, []], dtype=object), allow_pickle=True))],
            "x: The array holds Python objects",
        ),
        ([("x.npy", npy(np.array([1j])))], "x: The array holds complex numbers"),
        ([("x.npy", npy(np.array(["a"])))], "x: The array holds texts"),
        (
            [("x.npy", header_of("(1000000000, 1000000000)"))],
            "x: The file should hold 1000000000 × 1000000000",
        ),
        ([("x.npy", header_of("(4,)") + b" " * 5)], "in 32 bytes and has 5"),
        ([("x.npy", npy(np.array([1.0, np.nan])))], "x: [1] is nan, which cannot be kept"),
        ([("x.npy", npy(np.array([[1.0], [-np.inf]])))], "x: [1, 0] is -inf"),
    ],
)
def test_members_of_an_archive_that_are_refused(members, told):
    assert told in refused(npz(*members))


def test_no_member_is_unpickled(tmp_path):
    class Trap:
        def __reduce__(self):
            return os.mkdir, (str(tmp_path / "trap"),)

    array = np.array([Trap()], dtype=object)
    assert "never read" in refused(npz(("x.npy", npy(array, allow_pickle=True))))
    assert "never read" in refused(pickle.dumps({"x": Trap()}))
    assert not (tmp_path / "trap").exists()


def test_an_archive_that_would_grow_is_refused_before_it_does():
    zeros = header_of(f"({MAX_BYTES // 8},)") + bytes(1 << 20)
    bomb = bytearray(npz(("x.npy", zeros), ("y.npy", zeros), method=zipfile.ZIP_DEFLATED))
    size = struct.pack("<L", len(zeros))
    at = bomb.find(b"PK\x01\x02")
    while at >= 0:  # what the archive tells of the size
        assert bomb[at + 24 : at + 28] == size
        bomb[at + 24 : at + 28] = struct.pack("<L", MAX_BYTES)
        at = bomb.find(b"PK\x01\x02", at + 1)
    tracemalloc.start()
    assert f"would have {2 * MAX_BYTES} bytes; {MAX_BYTES} are possible" in refused(bytes(bomb))
    assert tracemalloc.get_traced_memory()[1] < 1 << 20
    tracemalloc.stop()


def test_of_an_archive_only_headers_are_unpacked_until_numbers_are_asked_for():
    large = npz(("x.npy", npy(np.zeros(10_000_000))), method=zipfile.ZIP_DEFLATED)
    tracemalloc.start()
    assert stored_arrays(large)["x"].shape == (10_000_000,)
    assert tracemalloc.get_traced_memory()[1] < 1 << 20
    tracemalloc.stop()


def test_more_bytes_than_a_member_says_are_not_unpacked():
    """Its header says 4 numbers, its size is that of 4 numbers, and packed in it are a million."""
    bomb = bytearray(npz(("x.npy", header_of("(4,)") + bytes(8_000_000)), method=zipfile.ZIP_DEFLATED))
    size = struct.pack("<L", len(header_of("(4,)")) + 32)
    at = bomb.find(b"PK\x01\x02")
    bomb[at + 24 : at + 28] = size
    bomb[22:26] = size
    assert "damaged" in refused(bytes(bomb))  # the sum of all bytes is another


def archive():
    return npz(("a.npy", npy()), ("b.npy", npy()), method=zipfile.ZIP_DEFLATED)


@pytest.mark.parametrize("share", [0.0, 0.1, 0.5, 0.9, 0.99])
def test_an_archive_that_is_cut(share):
    whole = archive()
    told = refused(whole[: int(len(whole) * share)])
    assert "damaged" in told or "no weights" in told


def test_an_empty_archive():
    assert "There is no tensor in the file" in refused(npz())


def test_an_archive_with_something_behind_it():
    assert "damaged" in refused(archive() + b"x")


def with_directory(change):
    """The archive with the entry of its second member changed, as struct fields by their offset."""
    data = bytearray(archive())
    at = data.rfind(b"PK\x01\x02")
    for offset, packed in change.items():
        data[at + offset : at + offset + len(packed)] = packed
    return bytes(data)


@pytest.mark.parametrize(
    ("change", "told"),
    [
        ({42: struct.pack("<L", 0)}, "damaged"),  # lies in the first
        ({42: struct.pack("<L", 3)}, "damaged"),
        ({42: struct.pack("<L", 2**32 - 2)}, "damaged"),
        ({20: struct.pack("<L", 10_000)}, "damaged"),
        ({16: b"\0\0\0\0"}, "damaged"),  # another sum
        ({8: struct.pack("<H", 1)}, "“b.npy” is encrypted"),
        ({10: struct.pack("<H", 14)}, "packed in a way that NumPy does not use"),
        ({24: struct.pack("<L", 2**31)}, "would have"),
        ({24: struct.pack("<L", 20)}, "b: "),
    ],
)
def test_an_archive_whose_directory_lies(change, told):
    assert told in refused(with_directory(change))


def test_an_archive_with_too_many_members():
    data = bytearray(archive())
    data[-12:-8] = struct.pack("<2H", 20_000, 20_000)
    assert "20000 tensors; 10000 are possible" in refused(bytes(data))
    assert "tensors; 10000 are possible" in refused(
        archive()[:-22] + b"PK\x06\x07" + bytes(16) + archive()[-22:]
    )


def test_every_byte_of_an_archive_may_be_wrong():
    whole = archive()
    for at in range(len(whole)):
        for bit in (1, 128):
            data = bytearray(whole)
            data[at] ^= bit
            became = read_or_told(bytes(data))
            if isinstance(became, str):
                assert became.isprintable()
            else:
                assert all(np.array_equal(values, NUMBERS) for values in became.values())


# safetensors


def test_a_file_by_hand_is_read():
    assert read(tensors({"__metadata__": {"format": "pt"}, "x": ENTRY}))["x"].tolist() == NUMBERS.tolist()
    padded = tensors(json.dumps({"x": ENTRY}).encode() + b"    ")
    assert weights_of_bytes(padded)["x"].shape == (4,)


TWO = {"a": ENTRY, "b": ENTRY | {"data_offsets": [32, 64]}}


@pytest.mark.parametrize(
    ("data", "told"),
    [
        (b"", "no weights"),
        (b"\x08", "no weights"),
        (struct.pack("<Q", 2**63) + b"{", "The header of the safetensors file has 9223372036854775808 bytes"),
        (struct.pack("<Q", 100) + b"{}", "it goes on behind the end of the file"),
        (struct.pack("<Q", 0) + b"{}", "it is not JSON"),
        (tensors(b"{"), "it is not JSON"),
        (tensors(b'{"x": \xff}'), "it is not JSON"),
        (tensors(b'{"x":' + b"[" * 200_000), "it is not JSON"),
        (tensors(b'{"x": ' + b"1" * 10_000 + b"}"), "it is not JSON"),
        (tensors({"x": 5}), "a tensor lacks"),
        (tensors({"x": {"dtype": "F64", "shape": [4]}}), "a tensor lacks"),
        (tensors({"x": ENTRY | {"more": 1}}), "or has more"),
        (tensors({"x": ENTRY | {"shape": [-4]}}), "a tensor lacks"),
        (tensors({"x": ENTRY | {"shape": [4.0]}}), "a tensor lacks"),
        (tensors({"x": ENTRY | {"shape": [True, 4]}}), "a tensor lacks"),
        (tensors({"x": ENTRY | {"shape": 4}}), "a tensor lacks"),
        (tensors({"x": ENTRY | {"shape": [1] * 9 + [4]}}), "a tensor lacks"),
        (tensors({"x": ENTRY | {"shape": [2**60]}}), "a tensor lacks"),
        (tensors({"x": ENTRY | {"shape": [2**40, 2**40]}}), "numbers take"),
        (tensors({"x": ENTRY | {"shape": [0, 2**40]}}), "x: 0 × 1099511627776 numbers take 0 bytes"),
        (tensors({"x": ENTRY | {"data_offsets": [0]}}), "a tensor lacks"),
        (
            tensors({"x": ENTRY | {"data_offsets": [32, 0]}}),
            "x: 4 numbers take 32 bytes and the header says -32",
        ),
        (tensors({"x": ENTRY | {"data_offsets": [0, 64]}}), "and the header says 64"),
        (tensors({"x": ENTRY | {"data_offsets": [8, 40]}}), "x begins at byte 8 of the numbers"),
        (
            tensors({"x": ENTRY, "y": ENTRY}),
            "y begins at byte 0 of the numbers and the one before it ends at 32",
        ),
        (tensors(TWO), "The numbers should take 64 bytes and there are 32"),
        (tensors({"x": ENTRY}, bytes(40)), "should take 32 bytes and there are 40"),
        (tensors({"x": ENTRY | {"dtype": "F8_E4M3"}}), "x is stored as F8_E4M3, which is not read here"),
        (tensors({"x": ENTRY | {"dtype": ["F64"]}}), "is stored as"),
        (tensors({"x": ENTRY | {"dtype": "C64"}}), "Save it as float32"),
        (tensors(b'{"x": 1, "x": 1}'), "Two tensors are called x"),
        (tensors({"a/../b": ENTRY}), "is no name of a tensor"),
        (tensors({"a\u202eb": ENTRY}), "is no name of a tensor"),
        (tensors({"": ENTRY}), "“” is no name"),
        (tensors({}, b""), "There is no tensor in the file"),
        (tensors({"__metadata__": {}}, b""), "There is no tensor in the file"),
        (tensors({"x": ENTRY}, np.array([0, 1, np.inf, 0]).tobytes()), "x: [2] is inf"),
        (tensors({f"n{n}": 0 for n in range(10_001)}), "10001 tensors; 10000 are possible"),
        (npy(), "a single array without a name. Use File ▸ Import matrix"),
        (b"\x89PNG\r\n\x1a\n" + bytes(40), "The file is a picture. Save the weights as safetensors or NPZ."),
        (b"version https://git-lfs.github.com/spec/v1\noid", "a pointer to a file in Git LFS"),
        (b"<!DOCTYPE html>", "a web page"),
        (b"a,b\n1,2\n", "The file holds no weights: safetensors and NPZ are read."),
        (b'{"format": "transformer-sandbox"}', "no weights"),
    ],
)
def test_files_that_are_refused(data, told):
    assert told in refused(data)


def test_an_archive_is_opened_once_however_many_tensors_it_holds(monkeypatch):
    opened = []
    whole = zipfile.ZipFile.__init__

    def opening(self, *args, **options):
        opened.append(self)
        whole(self, *args, **options)

    file = io.BytesIO()
    np.savez(file, **{f"t{number}": np.zeros(2) for number in range(300)})
    monkeypatch.setattr(zipfile.ZipFile, "__init__", opening)
    assert len(read_or_told(file.getvalue())) == 300
    assert len(opened) == 1


def test_a_header_of_a_great_many_keys_is_refused():
    text = b"{" + b",".join(b'"%x":0' % n for n in range(600_000)) + b"}"
    assert "tensors; 10000 are possible" in refused(tensors(text))
    assert "Two tensors are called" in refused(tensors(text[:-1] + b',"0":0}'))


def test_every_byte_of_a_header_may_be_wrong():
    whole = safetensors.numpy.save({"a": NUMBERS, "b": NUMBERS.astype(np.float32)})
    length = int.from_bytes(whole[:8], "little") + 8
    for at in range(length):
        for bit in (1, 128):
            data = bytearray(whole)
            data[at] ^= bit
            became = read_or_told(bytes(data))
            if isinstance(became, str):
                assert became.isprintable()
            else:
                assert sum(values.size for values in became.values()) <= 12


@pytest.mark.parametrize("share", [0.1, 0.5, 0.9, 0.99])
def test_a_file_that_is_cut(share):
    whole = safetensors.numpy.save({"a": NUMBERS, "b": NUMBERS})
    refused(whole[: int(len(whole) * share)])


# On disk


def test_what_is_no_file(tmp_path):
    for path in (tmp_path, tmp_path / "none", tmp_path / "zero\0byte"):
        with pytest.raises(SandboxError, match="cannot be read"):
            read_weights(path)


def test_a_file_that_is_too_large_is_not_read(tmp_path):
    path = tmp_path / "x.safetensors"
    with path.open("wb") as file:
        file.truncate(MAX_BYTES + 1)
    with pytest.raises(SandboxError, match=f"has {MAX_BYTES + 1} bytes; {MAX_BYTES} are possible"):
        read_weights(path)


SCALARS = (
    *("attn.W_Q", "attn.q", "embed.W_E", "embed.sum", "attn.b_Q", "attn.norm", "unembed.W_U"),
    *("in_proj_weight", "in_proj_bias", "out_proj.weight", "layers.0.self_attn.in_proj_weight"),
    *("encoder.layers.0.self_attn.in_proj_bias", "layers.0.linear1.weight", "layers.0.norm1.weight", "x"),
)


@pytest.mark.parametrize("name", SCALARS)
@pytest.mark.parametrize("whole", [True, False])
@pytest.mark.parametrize("write", [write_npz, safetensors.numpy.save], ids=["npz", "safetensors"])
def test_a_single_number_is_no_matrix_of_any_name(name, whole, write):
    """Also beside others that do fit, as a new model and into one that is there."""
    others = {} if whole else {f"attn.W_{letter}": np.ones((4, 4)) for letter in "QKVO" if name[-1] != letter}
    stored = weights_of_bytes(write(others | {name: np.array(3.0)}))
    wishes = Wishes(1, None, None, ActivationKind.RELU, None)
    for ask in (
        lambda: found_model(stored, wishes).plan,
        lambda: weight_plan(load_example("one-head"), stored),
        lambda: weight_plan(load_example("tiny-gpt"), stored),
    ):
        try:
            rows = ask().rows
        except SandboxError:
            continue
        (row,) = [row for row in rows if row.stored == name]
        assert row.fate in {Fate.OTHER_SHAPE, Fate.NOT_HERE}
