"""Matrices from files: what is in them decides, every fault is told with its place, nothing is unpickled."""

import io
import os
import pickle
import struct
import time
import tracemalloc

import numpy as np
import pytest

from core.errors import SandboxError
from core.importers.file import MAX_BYTES, matrix_of_bytes, read_matrix
from core.importers.npy import MAGIC

VALUES = np.array([[0.1 + 0.2, -1 / 3, 5e-324], [1.7976931348623157e308, -0.0, 2.5]])
CSV = b"0.5,-1,2e-3\n1,2,3\n"
READ = [[0.5, -1, 0.002], [1, 2, 3]]


def npy(array, **options):
    buffer = io.BytesIO()
    np.save(buffer, array, **options)
    return buffer.getvalue()


def with_header(text, body=b"", version=b"\x01\x00"):
    header = text.encode("latin-1")
    length = struct.pack("<H" if version[0] == 1 else "<I", len(header))
    return MAGIC + version + length + header + body


def refused(data):
    with pytest.raises(SandboxError) as caught:
        matrix_of_bytes(data)
    told = str(caught.value)
    assert len(told) < 400
    assert told.isprintable()
    return told


def notes(data, **options):
    return [str(note) for note in matrix_of_bytes(data, **options).notes]


# Texts


@pytest.mark.parametrize(
    ("data", "told"),
    [
        (CSV, "UTF-8"),
        (b"\xef\xbb\xbf" + CSV, "UTF-8"),
        (CSV.replace(b"\n", b"\r\n"), "UTF-8"),
        (CSV.replace(b"\n", b"\r"), "UTF-8"),
        (CSV.replace(b"\n", b"\n\n").replace(b"\n\n1", b"\n1"), "UTF-8"),
        (CSV.decode().encode("utf-16"), "UTF-16"),
        (b"\xfe\xff" + CSV.decode().encode("utf-16-be"), "UTF-16"),
        (CSV.decode().encode("utf-16-le"), "UTF-16"),
        (CSV.decode().encode("utf-32"), "UTF-32"),
        ("０．５,−1,2e-3\n1,2,3".encode("cp932", "replace").replace(b"?", b"-"), "Shift JIS"),
        (b"\xb5;x;y\n" + CSV.replace(b",", b";"), "Shift JIS"),
        ("é,x,y\n".encode("latin-1") + CSV, "Windows-1252"),
    ],
)
def test_encodings_and_line_ends(data, told):
    read = matrix_of_bytes(data)
    assert read.values.tolist() == READ
    assert told in str(read.notes[0])


@pytest.mark.parametrize(
    ("data", "told"),
    [
        (CSV.replace(b",", b"\t"), "tabs"),
        (CSV.replace(b",", b";"), "semicolons"),
        (CSV, "commas"),
        (CSV.replace(b",", b"  "), "spaces"),
        (b"# np.savetxt\n# x y\n" + CSV.replace(b",", b" "), "spaces"),
        (b"[[0.5, -1, 2e-3],\n [1, 2, 3]]", "brackets"),
        (b"\\begin{bmatrix} .5 & -1 & 2e-3 \\\\ 1 & 2 & 3 \\end{bmatrix}", "LaTeX"),
    ],
)
def test_what_stands_between_the_cells_is_recognised_and_told(data, told):
    read = matrix_of_bytes(data)
    assert read.values.tolist() == READ
    assert told in str(read.notes[1])


@pytest.mark.parametrize(
    ("data", "left_out"),
    [
        (b"a,b,c\n" + CSV, 1),
        (b",a,b,c\nx,0.5,-1,2e-3\ny,1,2,3\n", 2),
        (b"x,0.5,-1,2e-3\ny,1,2,3\n", 1),
        (b",0,1,2\n0,0.5,-1,2e-3\n1,1,2,3\n", 2),  # pandas
        ('"",猫,"d,1",c\n"say ""a""",0.5,-1,2e-3\nb,1,2,3\n'.encode(), 2),
    ],
)
def test_names_are_left_out_and_told(data, left_out):
    read = matrix_of_bytes(data)
    assert read.values.tolist() == READ
    assert sum("left out" in str(note) for note in read.notes) == left_out


@pytest.mark.parametrize(
    ("data", "told"),
    [
        (b"0,5;0,25\n1;2\n", "write 0.5. Not numbers (row, column): 1, 1 “0,5”; 1, 2 “0,25”"),
        (b"nan;nan\n1;2\n", "1, 1 “nan”; 1, 2 “nan”"),
        (b"NA,1\nNA,2\n", "1, 1 “NA”; 2, 1 “NA”"),
        (b"=A1,=B1\n1,2\n", "1, 1 “=A1”"),
        (b"$5,1\n6,2\n", "1, 1 “$5”"),
    ],
)
def test_numbers_that_are_spelled_otherwise_are_no_names(data, told):
    assert told in refused(data)


def test_a_comma_can_be_made_the_decimal_sign_and_the_separator_be_chosen():
    assert matrix_of_bytes(b"0,5;0,25\n1;2", comma=True).values.tolist() == [[0.5, 0.25], [1, 2]]
    assert matrix_of_bytes(b"0,5\n0,25", comma=True).values.tolist() == [[0.5], [0.25]]
    assert matrix_of_bytes(b"0,5\n0,25").values.tolist() == [[0, 5], [0, 25]]
    assert matrix_of_bytes(b"1 ; 2", separator=";").values.tolist() == [[1, 2]]
    assert "1, 1 “1;2 3”" in refused(b"1;2 3\t4")


@pytest.mark.parametrize(
    ("data", "told"),
    [
        (b"", "The file is empty"),
        (b" \r\n \n", "The file is empty"),
        (b"\xef\xbb\xbf", "The file is empty"),
        (b"a,b\nc,d", "1, 1 “a”; 1, 2 “b”; 2, 1 “c”"),
        (b"1,2\n3\n", "row 2 has 1, row 1 has 2"),
        (b"a,b\n1,2\n3\n", "row 3 has 1, row 2 has 2"),
        (b"# note\n1 2\n3 x\n", "3, 2 “x”"),
        (b",a\nx,1\ny,?\n", "3, 2 “?”"),
        (b'1,"2\n3,4', "Row 1: a quote is not closed"),
        (b"1,2\n" + b"9" * 200_000, "Row 2: a cell is longer than 131072 characters"),
        (b"1,2\n3,\x004\n", "line 2 has a zero byte"),
        (b"\0" * 1000, "line 1 has a zero byte"),
        (b"\xff\xfe1", "begins as UTF-16 and is damaged: byte 3"),
        ("1,\0".encode("utf-16"), "line 1 has a zero byte"),
        (b"\x89PNG\r\n\x1a\n", "a picture"),
        (b"PK\x03\x04workbook", "a workbook or another zip archive"),
        (b"\x1f\x8b\x08", "a compressed file"),
        (b"%PDF-1.7", "a PDF document"),
        (b"\n<!DOCTYPE html><title>Log in</title>", "a web page"),
        (b"version https://git-lfs.github.com/spec/v1\noid sha256:1\n", "Git LFS"),
        (pickle.dumps([[1.0, 2.0]]), "pickled Python objects, which are never read"),
        (b"1\t2\n3\t\x1b[31m4\n", "2, 2 “␛"),
    ],
)
def test_texts_that_are_no_matrix_are_told_with_their_place(data, told):
    assert told in refused(data)


# NPY


@pytest.mark.parametrize("version", [(1, 0), (2, 0), (3, 0)])
def test_npy_comes_back_with_the_same_bits(version):
    buffer = io.BytesIO()
    np.lib.format.write_array(buffer, VALUES, version=version)
    read = matrix_of_bytes(buffer.getvalue())
    assert read.values.tobytes() == VALUES.tobytes()
    assert [str(note) for note in read.notes] == ["NumPy array of float64"]


@pytest.mark.parametrize(
    ("array", "values", "told"),
    [
        (np.asfortranarray([[1.0, 2.0], [3.0, 4.0]]), [[1, 2], [3, 4]], "float64, stored by columns"),
        (np.array([[1.5, 2]], dtype=">f8"), [[1.5, 2]], "float64"),
        (np.array([[0.1]], dtype="<f4"), [[float(np.float32(0.1))]], "float32"),
        (np.array([[1.5]], dtype=">f2"), [[1.5]], "float16"),
        (np.array([[-3, 2**53]]), [[-3, 2**53]], "int64"),
        (np.array([[2**60]], dtype=">i8"), [[2.0**60]], "int64"),
        (np.array([[255]], dtype="u1"), [[255]], "uint8"),
        (np.array([[True, False]]), [[1, 0]], "true is 1, false 0"),
        (np.array(2.5), [[2.5]], "float64"),
        (np.array([1.0, 2.0]), [[1, 2]], "float64"),
        (np.arange(8.0).reshape(2, 2, 2), [[0, 1, 4, 5], [2, 3, 6, 7]], "2 heads of 2 × 2 side by side"),
        (np.arange(8.0).reshape(2, 2, 2, order="F"), [[0, 4, 1, 5], [2, 6, 3, 7]], "2 heads"),
        (np.arange(4.0).reshape(1, 1, 2, 2), [[0, 1], [2, 3]], "float64"),
    ],
)
def test_arrays_of_all_kinds(array, values, told):
    data = npy(array)
    assert matrix_of_bytes(data).values.tolist() == values
    assert told in " ".join(notes(data))


@pytest.mark.parametrize(
    ("array", "told"),
    [
        (np.array([[1, None]], dtype=object), "Python objects, which are never read (|O)"),
        (np.array([[1 + 2j]]), "complex numbers (<c16)"),
        (np.array([["a", "b"]]), "texts (<U1)"),
        (np.array([[b"ab"]]), "texts (|S2)"),
        (np.array(["2026-01-01"], dtype="M8[D]"), "dates"),
        (np.zeros(2, dtype=[("x", "f8"), ("y", "f8")]), "records with several fields"),
        (np.zeros(2, dtype="V8"), "a kind that is not read here"),
        (np.array([[1, 2], [3, 2**53 + 1]]), "Row 2, column 2: 9007199254740993 cannot be kept"),
        (np.array([[2**63 - 1]]), "Row 1, column 1: 9223372036854775807"),
        (np.array([[2**64 - 1]], dtype="u8"), "Row 1, column 1: 18446744073709551615"),
        (np.array([[0.5, np.nan]]), "Row 1, column 2: nan"),
        (np.array([[0.5], [-np.inf]]), "Row 2, column 1: -inf"),
        (np.zeros((0, 3)), "The array is 0 × 3: there is no number in it"),
        (np.zeros((2, 2, 2, 2)), "The array is 2 × 2 × 2 × 2; a matrix has two axes"),
    ],
)
def test_arrays_that_are_no_matrix_are_told(array, told):
    assert told in refused(npy(array, allow_pickle=True))


HEADER = "{'descr': '<f8', 'fortran_order': False, 'shape': (2, 2), }"


@pytest.mark.parametrize(
    "data",
    [
        MAGIC,
        MAGIC + b"\x01",
        MAGIC + b"\x09\x00" + b"\0" * 100,
        MAGIC + b"\x01\x00\xff\xff",
        MAGIC + b"\x02\x00\xff\xff\xff\xff",
        with_header("", b"\0" * 32),
        with_header("x" * 9000, b"\0" * 32),
        with_header("{" * 9000),
        with_header("-" * 9000 + "1"),
        with_header("__import__('os').system('true')"),
        with_header(HEADER.replace("False", "1")),
        with_header(HEADER.replace("(2, 2)", "(2, -2)")),
        with_header(HEADER.replace("(2, 2)", "(2, 2.0)")),
        with_header(HEADER.replace("(2, 2)", "(" + "9" * 400 + ",)")),
        with_header(HEADER.replace("(2, 2)", "(" + "1," * 40 + ")")),
        with_header(HEADER.replace("(2, 2)", "[2, 2]")),
        with_header(HEADER.replace("'shape'", "'size'")),
        with_header(HEADER.replace("}", "'x': 1}")),
    ],
    ids=range(18),
)
def test_damaged_headers_are_told(data):
    assert "The beginning of the NumPy file is damaged" in refused(data)


@pytest.mark.parametrize(
    ("shape", "body", "told"),
    [
        ("(2, 2)", b"\0" * 31, "2 × 2 numbers in 32 bytes and has 31"),
        ("(2, 2)", b"\0" * 33, "2 × 2 numbers in 32 bytes and has 33"),
        ("(1000000, 1000000)", b"\0" * 32, "in 8000000000000 bytes and has 32"),
        ("(99999999999999, 99999999999999)", b"", "and has 0"),
        ("(0, 99999999999999)", b"", "there is no number in it"),
    ],
)
def test_a_header_that_lies_takes_no_memory(shape, body, told):
    data = with_header(HEADER.replace("(2, 2)", shape), body)
    tracemalloc.start()
    assert told in refused(data)
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert peak < 1_000_000


def test_more_numbers_than_any_matrix_has_are_told():
    shape = "(4097, 4096)"
    data = with_header(HEADER.replace("<f8", "|u1").replace("(2, 2)", shape), bytes(4097 * 4096))
    assert "4097 × 4096 numbers; 16777216 are possible" in refused(data)


def test_a_byte_that_is_neither_true_nor_false_is_true():
    data = with_header(HEADER.replace("<f8", "|b1"), b"\x00\x01\x07\xff")
    assert matrix_of_bytes(data).values.tolist() == [[0, 1], [1, 1]]


class Bomb:
    def __reduce__(self):
        return (os.mkdir, ("must-not-exist",))


def test_nothing_is_unpickled(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    refused(npy(np.array([[Bomb()]], dtype=object), allow_pickle=True))
    refused(pickle.dumps(Bomb()))
    assert not list(tmp_path.iterdir())


# Paths


def test_the_content_decides_and_not_the_suffix(tmp_path):
    path = tmp_path / "猫 #1 100%.csv"
    path.write_bytes(npy(VALUES))
    assert read_matrix(path).values.tobytes() == VALUES.tobytes()
    path = tmp_path / "q.npy"
    path.write_bytes(CSV)
    assert read_matrix(path).values.tolist() == READ


@pytest.mark.parametrize("make", ["missing", "folder", "fifo", "loop", "unreadable"])
def test_what_is_no_file_is_told_with_its_name(tmp_path, make):
    path = tmp_path / "q.csv"
    if make == "folder":
        path.mkdir()
    elif make == "fifo":
        if not hasattr(os, "mkfifo"):
            pytest.skip("no such thing here")
        os.mkfifo(path)
    elif make == "loop":
        path.symlink_to(path)
    elif make == "unreadable":
        path.write_bytes(CSV)
        path.chmod(0)
        if os.access(path, os.R_OK):
            pytest.skip("whoever runs this may read everything")
    with pytest.raises(SandboxError, match=r"“.*q\.csv” cannot be read"):
        read_matrix(path)


def test_a_file_that_is_too_large_is_not_read(tmp_path):
    path = tmp_path / "q.npy"
    with path.open("wb") as file:
        file.truncate(MAX_BYTES + 1)
    with pytest.raises(SandboxError, match=f"{MAX_BYTES} are possible"):
        read_matrix(path)


@pytest.mark.parametrize(
    "data",
    [
        b"1," * 2_000_000,
        b"[" * 3_000_000,
        b"x" * 5_000_000,
        b'"' * 2_000_001,
        b"\n" * 3_000_000,
        b"# \n" * 10**6,
    ],
)
def test_hostile_files_are_refused_or_read_in_bounded_time(data):
    started = time.perf_counter()
    refused(data)
    assert time.perf_counter() - started < 20


def test_a_cell_that_reorders_the_message_is_quoted_without_doing_so():
    assert refused("\u202e1,2;3\n".encode()) == "Not numbers (row, column): 1, 1 “⟨202E⟩1,2”"
