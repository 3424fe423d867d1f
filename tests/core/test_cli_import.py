"""``import`` on the command line: what it writes, tells and refuses; nothing half happens."""

import io
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

from core.examples import load_example
from core.formats import load
from tests.support.build import array, trace_of, words
from tests.support.cases import furthest
from tests.support.cases import load as load_case
from tests.support.commands import assert_refused

MHA = "mha_self_h2_T4_batch_of_one"


def write(path, tensors):
    buffer = io.BytesIO()
    np.savez(buffer, **tensors)
    path.write_bytes(buffer.getvalue())
    return str(path)


@pytest.fixture
def mha(tmp_path):
    return write(tmp_path / "mha.npz", load_case("torch", MHA).params)


@pytest.fixture
def out(tmp_path):
    return tmp_path / "out.tsbx"


def test_attention_of_pytorch_becomes_a_scenario_that_computes_the_same(output, mha, out):
    status, told, err = output("import", mha, "--heads", "2", "--out", str(out))
    assert (status, err) == (0, "")
    lines = told.splitlines()
    assert lines[0] == "attn.W_Q   8 × 8  in_proj_weight (24 × 8) is taken: rows 1 to 8, as columns"
    assert lines[-1] == f"{out}: written"
    assert lines[-2].startswith("conventions: ")
    made, case = load(out), load_case("torch", MHA)
    assert made.title == "mha.npz"
    query = case.inputs["query"][0]
    made = made.with_changes(tokens={"source": words(len(query))}, given={"embed.sum": array(query)})
    assert furthest(trace_of(made)["attn.out"].values, case.expected["output"][0]) < 1e-12
    assert output("verify", str(out))[0] == 0


def test_without_out_it_only_tells(output, mha, tmp_path):
    before = sorted(tmp_path.iterdir())
    status, told, err = output("import", mha)
    assert (status, err) == (0, "")
    assert told.splitlines()[-1] == "nothing is written: there is no --out"
    assert sorted(tmp_path.iterdir()) == before


def test_into_a_scenario_everything_else_stays(output, tmp_path, out):
    known = load_example("tiny-gpt")
    name = "decoder.0.self_attn.W_Q"
    file = write(tmp_path / "one.npz", {name: known.parameters[name].values + 1})
    status, told, err = output("import", file, "--into", "example:tiny-gpt", "--out", str(out))
    assert (status, err) == (0, "")
    made = load(out)
    assert np.array_equal(made.parameters[name].values, known.parameters[name].values + 1)
    assert made.architecture == known.architecture
    assert made.title == known.title
    for other, parameter in known.parameters.items():
        assert other == name or np.array_equal(made.parameters[other].values, parameter.values)
    assert sum("is taken" in line for line in told.splitlines()) == 1
    assert "stays as it is" in told


def test_what_does_not_fit_is_refused_unless_it_may_be_left_out(output, tmp_path, out):
    tensors = load_case("torch", MHA).params | {"head.weight": np.eye(8), "tail": np.eye(2)}
    file = write(tmp_path / "more.npz", tensors)
    assert_refused(
        output("import", file, "--out", str(out)),
        f"{file}: 2 tensors do not fit, first head.weight (8 × 8): not a name",
        "--partly",
    )
    assert not out.exists()
    status, told, _ = output("import", file, "--out", str(out), "--partly")
    assert status == 0
    assert "head.weight (8 × 8) not a name of this program" in told
    assert load(out).architecture.attention.heads == 1


def test_other_shapes_are_told_with_both(output, mha, out):
    result = output("import", mha, "--into", "example:one-head", "--out", str(out))
    assert_refused(result, "in_proj_weight (24 × 8): the model needs", "and would get 8 × 8")
    assert_refused(
        output("import", mha, "--into", "example:one-head", "--partly"), "Nothing in the file fits the model"
    )


def test_an_existing_file_is_only_replaced_when_that_is_said(output, mha, out):
    out.write_text("mine", "utf-8")
    assert_refused(output("import", mha, "--out", str(out)), str(out), "--replace")
    assert out.read_text("utf-8") == "mine"
    assert output("import", mha, "--out", str(out), "--replace")[0] == 0
    assert load(out).title == "mha.npz"


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["--heads", "3"], ["3 heads do not divide the width of attn.W_Q: 8"]),
        (["--heads", "0"], ["heads is 0; it must be 1 … 64"]),
        (["--heads", "two"], ["--heads", "invalid int value"]),
        (["--stack", "sideways"], ["--stack", "encoder-only"]),
        (["--into", "example:one-head", "--heads", "2"], ["--heads is for a new model"]),
        (["--into", "nothing.tsbx"], ["nothing.tsbx"]),
        (["--out", "{folder}/missing/x.tsbx"], ["cannot be saved"]),
    ],
)
def test_usage_that_is_refused(output, mha, tmp_path, arguments, words):
    arguments = [each.format(folder=tmp_path) for each in arguments]
    assert_refused(output("import", mha, *arguments), *words)


@pytest.mark.parametrize(
    ("name", "data", "told"),
    [
        ("x.npz", b"PK\x03\x04 cut", "x.npz: The archive is damaged"),
        ("x.safetensors", b"", "x.safetensors: The file holds no weights"),
        ("x.pt", b"\x80\x02}q\x00.", "x.pt: The file holds pickled Python objects, which are never read"),
    ],
)
def test_files_that_are_refused(output, tmp_path, out, name, data, told):
    path = tmp_path / name
    path.write_bytes(data)
    assert_refused(output("import", str(path), "--out", str(out)), told)
    assert not out.exists()


def test_a_file_that_is_not_there(output):
    assert_refused(output("import", "lessons/missing.npz"), "lessons/missing.npz", "cannot be read")
    assert_refused(output("import", ""), "FILE: the name is empty")


def test_it_needs_no_qt(mha):
    code = "import sys; sys.modules['PySide6'] = None; from app.__main__ import main; sys.exit(main())"
    done = subprocess.run(
        [sys.executable, "-c", code, "import", mha],
        capture_output=True,
        cwd=Path(__file__).parents[2],
        check=False,
        timeout=60,
    )
    assert done.returncode == 0, done.stderr
    assert "attn.W_O" in done.stdout.decode("utf-8")
