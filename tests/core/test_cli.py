"""The command line: what it prints, what it refuses, and that it does so without Qt."""

import dataclasses
import io
import json
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from app import cli, progress
from app.json_output import json_numbers, json_text
from core.architecture.options import Decoding, DecodingKind
from core.examples import examples, load_example
from core.formats import save
from core.generation import generate, greedy
from core.proof import columns
from core.trace import run
from tests.support.commands import assert_refused

KEYS = [example.key for example in examples()]


def test_examples_are_listed(output):
    status, out, _ = output("examples")
    assert status == 0
    assert [line.split()[0] for line in out.splitlines()] == KEYS


def test_examples_as_json(output):
    status, out, _ = output("examples", "--json")
    assert status == 0
    assert [set(entry) for entry in json.loads(out)] == [{"key", "title"}] * len(KEYS)
    assert [entry["key"] for entry in json.loads(out)] == KEYS


@pytest.mark.parametrize("key", KEYS)
def test_every_example_verifies(output, key):
    status, out, err = output("verify", f"example:{key}")
    assert status == 0
    assert err == ""
    assert out.startswith(f"example:{key}: ")
    assert " cells, largest difference " in out
    assert float(out.split("largest difference ")[1].split()[0]) <= 1e-12


def test_verify_fails_with_1_where_a_cell_differs(output, monkeypatch):
    found = cli.prove(run(load_example("worked-example").program()), tolerance=-1.0)
    monkeypatch.setattr(cli, "prove", lambda trace, **_: found)
    status, out, _ = output("verify", "example:worked-example", "example:one-head")
    assert status == 1
    assert out.count("FAILED") == 2


def test_verify_goes_on_behind_a_bad_file(output, tmp_path):
    bad = tmp_path / "bad.tsbx"
    bad.write_text("{}", encoding="utf-8")
    status, out, err = output("verify", str(bad), "example:worked-example")
    assert status == 2
    assert out.startswith("example:worked-example: ")
    assert err.count("\n") == 1
    assert "bad.tsbx" in err


@pytest.mark.parametrize("key", KEYS)
def test_trace_as_json_holds_every_number(output, key):
    status, out, _ = output("trace", f"example:{key}", "--json")
    read = json.loads(out, parse_constant=pytest.fail)
    trace = run(load_example(key).program())
    assert status == 0
    assert set(read) == {"conventions", "first", "tensors"}
    assert read["first"] is None
    assert list(read["tensors"]) == list(columns(trace))
    for name, tensor in read["tensors"].items():
        assert tensor["axes"] == [axis.name for axis in trace[name].axes]
        assert tensor["shape"] == list(trace[name].shape)
        assert numbers(tensor["values"]) == trace[name].values.tolist()


def numbers(values):
    return list(map(numbers, values)) if isinstance(values, list) else float(values)


def test_minus_infinity_is_a_string_in_json(output):
    _, out, _ = output("trace", "example:tiny-gpt", "--step", "decoder.0.self_attn.masked", "--json")
    values = json.loads(out)["tensors"]["decoder.0.self_attn.masked"]["values"]
    assert values[0][0][1] == "-inf"
    assert [json_numbers(float(text)) for text in ("nan", "inf", "-inf")] == ["nan", "inf", "-inf"]


def test_trace_shows_chosen_tensors_and_parameters(output):
    status, out, _ = output("trace", "example:tiny-gpt", "--step", "embed.W_E", "--step", "logits", "--json")
    assert status == 0
    assert list(json.loads(out)["tensors"]) == ["embed.W_E", "logits"]


def test_trace_as_text_has_labels_and_aligned_columns(output):
    status, out, _ = output("trace", "example:worked-example")
    assert status == 0
    assert out.startswith("conventions: rows are tokens")
    block = out[out.index("attn.weights  (") :].splitlines()
    assert block[0] == "attn.weights  (head 1 × query 1 × key 2)  Softmax: each row becomes shares of 1"
    assert block[1].split() == ["first", "second"]
    assert block[2].split()[-2:] == ["0.8808", "0.1192"]
    assert len(block[1]) == len(block[2])


def test_the_beginning_of_a_name_is_refused(output):
    assert_refused(output("trace", "example:tiny-gpt", "--step", "decoder.0"), "did you mean decoder.0.")
    assert_refused(output("trace", "example:tiny-gpt", "--step", "logit"), "did you mean logits?")


def test_explain_tells_the_worked_example(output):
    status, out, _ = output("explain", "example:worked-example", "attn.out[0,0]")
    assert status == 0
    assert "= 0.8808·10 + 0.1192·4 = 9.2848" in out
    assert "0.881·10 + 0.119·4 = 9.286, printed as 9.29; unrounded it is 9.2848." in out
    assert "0.881·10 + 0.119·4 = 9.286" in out
    assert "attn.out[0,0] = 9.28478246786729" in out


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["explain", "example:worked-example", "attn.out[0]"], ["query (1)", "counted from 0"]),
        (["explain", "example:worked-example", "attn.out[0,7]"], ["attn.out[0,7] is no cell"]),
        (["explain", "example:worked-example", "attn.out"], ["names no cell"]),
        (["explain", "example:worked-example", "attn.oot[0,0]"], ["did you mean attn.out?"]),
        (["explain", "example:worked-example"], ["required"]),
        (["trace", "example:bogus"], ["bogus", "worked-example"]),
        (["trace", "missing.tsbx"], ["missing.tsbx"]),
        (["missing.tsbx"], ["missing.tsbx"]),
        (["trace"], ["FILE"]),
        (["verify"], ["FILE"]),
        (["trace", "example:one-head", "--jso"], ["--jso"]),
        (["tarce", "example:one-head"], ["did you mean trace?"]),
        (["exmples"], ["did you mean examples?"]),
        (["--language", "fr"], ["fr"]),
        (["--bogus"], ["--bogus"]),
        (["examples", "more"], ["more"]),
    ],
)
def test_bad_usage_is_refused_in_one_line(output, arguments, words):
    assert_refused(output(*arguments), *words)


def test_a_directory_and_a_broken_file_are_refused_in_one_line(output, tmp_path):
    broken = tmp_path / "broken.tsbx"
    broken.write_bytes(b"\xff\xfe{")
    assert_refused(output("verify", str(tmp_path)), tmp_path.name)
    assert_refused(output("trace", str(broken)), "broken.tsbx")


def test_a_file_named_like_a_command_is_meant_with_a_separator(output, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    for name in ("DISPLAY", "WAYLAND_DISPLAY", "QT_QPA_PLATFORM"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setattr(sys, "platform", "linux")
    save(load_example("one-head"), tmp_path / "trace")
    status, out, _ = output("./trace")
    assert status == 0
    assert load_example("one-head").title in out
    assert_refused(output("trace"), "FILE")


def test_help_and_version(output):
    status, out, _ = output("--help")
    assert status == 0
    for command in ("examples", "trace", "explain", "verify"):
        assert command in out
        assert output(command, "--help")[0] == 0
    assert output("--version")[1].startswith("transformer-sandbox ")


def test_without_a_display_the_steps_are_printed(output, monkeypatch):
    for name in ("DISPLAY", "WAYLAND_DISPLAY", "QT_QPA_PLATFORM"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setattr(sys, "platform", "linux")
    status, out, err = output()
    assert (status, err) == (0, "")
    assert "no display" in out
    assert "weights[query, first] = e^(4 − 4) / (e^(4 − 4) + e^(2 − 4)) = 0.8808" in out
    assert "9.2848" in out
    assert "9.286" in out
    status, out, err = output("example:tiny-gpt")
    assert (status, err) == (0, "")
    assert "probabilities" in out


def process(*arguments, code="from app.__main__ import main; sys.exit(main())", **environment):
    return subprocess.run(
        [sys.executable, "-c", f"import sys; {code}", *arguments],
        env={**os.environ, **environment},
        capture_output=True,
        check=False,
    )


@pytest.mark.parametrize(
    "arguments",
    [
        ["examples"],
        ["trace", "example:worked-example"],
        ["explain", "example:worked-example", "attn.out[0,0]"],
        ["verify", "example:worked-example"],
    ],
)
def test_qt_is_not_imported(arguments):
    code = (
        "from app.__main__ import main; status = main(); "
        "found = [name for name in sys.modules if name.startswith(('PySide6', 'pyqtgraph', 'shiboken'))]; "
        "sys.exit(status or (f'imported: {found}' if found else 0))"
    )
    done = process(*arguments, code=code)
    assert done.returncode == 0, done.stderr.decode()


@pytest.mark.parametrize("encoding", ["cp932", "ascii", "latin-1"])
def test_output_is_utf_8_in_any_locale(encoding):
    done = process(
        "explain", "example:worked-example", "attn.out[0,0]", PYTHONIOENCODING=encoding, PYTHONUTF8="0"
    )
    assert done.returncode == 0, done.stderr.decode()
    assert "0.8808·10" in done.stdout.decode("utf-8")


FULL = Path("/dev/full")
COMMANDS = [["examples"], ["--help"], ["--version"], ["trace", "example:tiny-gpt", "--json"]]


def assert_says_that_it_cannot_write(done):
    assert done.returncode == 2
    complaint = done.stderr.decode()
    assert complaint.startswith("transformer-sandbox: the output cannot be written: ")
    assert complaint.count("\n") == 1


@pytest.mark.skipif(not FULL.exists(), reason=f"no {FULL} here")
@pytest.mark.parametrize("arguments", COMMANDS)
def test_a_full_disk_is_one_line(arguments):
    with FULL.open("wb") as full:
        done = subprocess.run(
            [sys.executable, "-m", "app", *arguments], stdout=full, stderr=subprocess.PIPE, check=False
        )
    assert_says_that_it_cannot_write(done)


@pytest.mark.skipif(os.name == "nt", reason="a shell closes it")
@pytest.mark.parametrize("arguments", COMMANDS)
def test_a_closed_output_is_one_line(arguments):
    done = subprocess.run(
        ["sh", "-c", 'exec "$@" >&-', "sh", sys.executable, "-m", "app", *arguments],
        stderr=subprocess.PIPE,
        check=False,
    )
    assert_says_that_it_cannot_write(done)


@pytest.mark.skipif(os.name == "nt", reason="a shell closes it")
def test_a_closed_error_output_does_not_mix_with_the_output():
    done = subprocess.run(
        ["sh", "-c", 'exec "$@" 2>&-', "sh", sys.executable, "-m", "app", "trace", "missing.tsbx"],
        stdout=subprocess.PIPE,
        check=False,
    )
    assert (done.returncode, done.stdout) == (2, b"")


EVIL = "\x1b[31mred\u202e\x9b\t"


@pytest.fixture
def evil_file(tmp_path):
    """A scenario whose words, title and features steer a terminal."""
    made = load_example("it-animal")
    words = made.tokens["source"]
    renamed = {word: EVIL if word == words[0] else word for word in made.vocabulary}
    made = made.with_changes(
        title=EVIL,
        vocabulary=tuple(renamed[word] for word in made.vocabulary),
        tokens={"source": tuple(renamed[word] for word in words)},
    )
    save(made, tmp_path / "evil.tsbx")
    return str(tmp_path / "evil.tsbx")


def steering(text):
    return {sign for sign in text if sign not in " \n" and not sign.isprintable()}


@pytest.mark.parametrize(
    "command", [("trace",), ("trace", "--json"), ("explain", "encoder.1.attn.weights[0,0,0]"), ()], ids=str
)
def test_no_control_character_reaches_the_terminal(output, evil_file, command, monkeypatch):
    for name in ("DISPLAY", "WAYLAND_DISPLAY", "QT_QPA_PLATFORM"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setattr(sys, "platform", "linux")
    status, out, err = output(*command[:1], evil_file, *command[1:])
    assert (status, err) == (0, "")
    assert not steering(out)
    if "--json" not in command:
        assert "␛[31mred⟨202E⟩⟨009B⟩⇥" in out


def test_json_with_control_characters_comes_back():
    read = json.loads(json_text({"a": EVIL + "\x7f\u2028"}))
    assert read == {"a": EVIL + "\x7f\u2028"}
    assert not steering(json_text({"a": EVIL + "\x7f\u2028"}))


def test_the_name_of_a_file_is_written_readably(output):
    name = os.fsdecode(b"no\xff\x1b[31m.tsbx")
    assert_refused(output("trace", name), "no\\xff␛[31m.tsbx")


def test_an_empty_name_is_refused(output):
    for arguments in (
        ["verify", ""],
        ["trace", " "],
        ["explain", "", "q[0]"],
        ["compare", "example:tiny-gpt", ""],
        [""],
    ):
        assert_refused(output(*arguments), "the name of the file is empty")


@pytest.mark.parametrize(
    ("arguments", "option"),
    [
        (("import", "x.npz"), "--out"),
        (("render", "example:tiny-gpt"), "--out"),
        ((), "--tour"),
        ((), "--smoke"),
        (("trace", "example:tiny-gpt"), "--step"),
        (("render", "example:tiny-gpt", "--out", "x"), "--step"),
    ],
)
@pytest.mark.parametrize("name", ["", " "])
def test_an_empty_name_is_refused_as_such(output, arguments, option, name):
    assert_refused(output(*arguments, option, name), option, "the name is empty")


def test_nothing_pinned_under_an_empty_name(output, tmp_path):
    arguments = ("render", "example:tiny-gpt", "--out", str(tmp_path / "out"), "--pinned", "")
    assert_refused(output(*arguments), "the name of the file is empty")
    assert not (tmp_path / "out").exists()


def test_a_fault_names_the_file_once(output, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "a.tsbx").write_text('{"format": "transformer-sandbox", "version": 7}', encoding="utf-8")
    for name in (str(tmp_path / "a.tsbx"), "a.tsbx", "./a.tsbx"):
        _, _, err = output("verify", name)
        assert err.startswith(f"transformer-sandbox: {name} ▸ version: ")
        assert err.count("a.tsbx") == 1
    assert output("verify", "./missing.tsbx")[2].count("missing.tsbx") == 1


class Terminal(io.StringIO):
    """A terminal that somebody looks at."""

    def isatty(self):
        return True


def test_progress_is_told_on_a_terminal_alone(output, monkeypatch):
    monkeypatch.setattr(progress, "_PATIENCE", 0.0)
    monkeypatch.setattr(progress, "_OFTEN", 0.0)
    assert output("verify", "example:tiny-gpt")[2] == ""
    terminal = Terminal()
    monkeypatch.setattr(sys, "stderr", terminal)
    assert output("verify", "example:tiny-gpt")[0] == 0
    said = terminal.getvalue()
    assert re.match(r"\rexample:tiny-gpt: 0 of \d+ cells", said)
    assert said.endswith(" \r")
    assert "\n" not in said


@pytest.mark.parametrize(
    "arguments",
    [
        ["trace", "example:tiny-gpt", "--json"],
        ["compare", "example:tiny-gpt", "example:induction"],
        ["verify", "example:worked-example"],
        ["--version"],
    ],
)
def test_a_reader_that_goes_away_is_told_by_the_status_of_a_broken_pipe_alone(arguments):
    """As of any program: nobody may take 0 for "the same numbers" or "it holds"."""
    done = subprocess.Popen(
        [sys.executable, "-m", "app", *arguments],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    )
    done.stdout.close()
    assert done.stderr.read() == b""
    done.stderr.close()
    assert done.wait(60) == 141


def test_generating_prints_a_word_a_line_and_the_whole_sentence(output):
    status, out, _ = output("generate", "example:induction", "--count", "3")
    assert status == 0
    lines = out.splitlines()
    scenario = load_example("induction")
    words = greedy(scenario, 3)
    assert [line.split()[0] for line in lines[2:-1]] == list(words)
    assert lines[1] == f"after: {' '.join(scenario.tokens['target'])}"
    assert lines[-1] == " ".join((*scenario.tokens["target"], *words))


def test_generating_with_the_cache_computes_less_and_says_the_same(output):
    results = {}
    for cache in ((), ("--cache",)):
        status, out, _ = output("generate", "example:tiny-gpt", "--count", "3", "--json", *cache)
        assert status == 0
        results[cache] = json.loads(out)["words"]
    plain, cached = results.values()
    assert [one["word"] for one in plain] == [one["word"] for one in cached]
    assert [one["kept"] for one in cached] == [0, 4, 5]
    assert plain[0]["computed"] == cached[0]["computed"]
    assert all(
        one["computed"] > 2 * other["computed"] for one, other in zip(plain[1:], cached[1:], strict=True)
    )


def test_generating_draws_as_the_options_say_and_again_the_same(output):
    options = ("--count", "8", "--temperature", "3", "--top-k", "4", "--top-p", "0.9", "--json")
    told = [output("generate", "example:tiny-gpt", *options, "--seed", seed)[1] for seed in ("1", "1", "2")]
    assert told[0] == told[1]
    words = [[one["word"] for one in json.loads(one)["words"]] for one in told]
    assert words[0] != words[2]
    assert (
        "temperature 3 · top-k 4 · top-p 0.9 · next word drawn, seed 1" in json.loads(told[0])["conventions"]
    )


def test_generating_stops_behind_the_end(output):
    status, out, _ = output("generate", "example:encoder-decoder", "--count", "9", "--json")
    assert status == 0
    assert json.loads(out)["ended"]
    assert [one["word"] for one in json.loads(out)["words"]] == ["<end>"]


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (("example:tiny-gpt", "--count", "-1"), ("--count is -1",)),
        (("example:tiny-gpt", "--greedy", "--seed", "3"), ("--greedy", "leave out")),
        (("example:tiny-gpt", "--top-p", "2"), ("top_p is 2", "0.001 … 1")),
        (("example:tiny-gpt", "--temperature", "0"), ("temperature is 0",)),
        (("example:worked-example",), ("puts out no words",)),
    ],
)
def test_what_cannot_be_generated_is_refused(output, arguments, words):
    assert_refused(output("generate", *arguments), *words)


def test_generating_where_no_word_comes_says_why(output, tmp_path):
    """What is typed in for four tokens has zeros for the fifth, and of zeros none is drawn."""
    scenario = load_example("tiny-gpt")
    decoding = Decoding(DecodingKind.SAMPLE)
    scenario = scenario.with_changes(
        architecture=dataclasses.replace(scenario.architecture, decoding=decoding)
    )
    typed_in = run(scenario.program())["top_k"].values
    save(scenario.with_changes(given={"top_k": typed_in}), tmp_path / "typed.tsbx")
    file = str(tmp_path / "typed.tsbx")
    (first,) = generate(scenario, 1)
    status, out, err = output("generate", file, "--count", "3")
    assert status == 2
    assert out.splitlines()[-1].split() == [*scenario.tokens["target"], first.word]
    assert err.count("\n") == 1
    assert f"No word comes behind token 5, “{first.word}”: top_k is typed in" in err
    assert_refused(output("generate", file, "--count", "3", "--json"), "top_k is typed in")
    assert output("generate", file, "--count", "1")[0] == 0


def test_generating_with_a_cache_that_cannot_be_says_why(output, tmp_path):
    scenario = load_example("tiny-gpt")
    scenario = scenario.with_changes(architecture=dataclasses.replace(scenario.architecture, off=("mask",)))
    save(scenario, tmp_path / "open.tsbx")
    assert output("generate", str(tmp_path / "open.tsbx"))[0] == 0
    assert_refused(output("generate", str(tmp_path / "open.tsbx"), "--cache"), "without a causal mask")
