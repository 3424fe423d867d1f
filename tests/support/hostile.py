"""Files made to hurt: as large and as densely filled as may be, or no ordinary files at all.

Run as ``python -m tests.support.hostile PATH…`` it opens each, and prints what became of it as JSON.
"""

import contextlib
import json
import os
import resource
import socket
import subprocess
import sys
import time
from pathlib import Path

from core.formats import FileError, load
from core.formats.strict import MAX_BYTES
from tests.support.documents import BASE, changed, encoded

ROOT = Path(__file__).parents[2]
SECONDS = 2
MEGABYTES = 200
HEAD = b'{"format": "transformer-sandbox", "version": 1, '
LAYERS = {"stack": "decoder-only", "positions": {"kind": "none"}}
EMOJI = "👩".encode()


def filled(before, unit, after=b"", size=MAX_BYTES):
    """A file of that size, most of it one thing repeated."""
    return before + unit * ((size - len(before) - len(after)) // len(unit)) + after


def vocabulary(unit, last=b'""', size=MAX_BYTES):
    """A document whose vocabulary is one thing repeated."""
    return filled(HEAD + b'"vocabulary": [', unit, last + b"]}", size)


def keys(before, count):
    """An object with so many keys."""
    return before + b"{" + b",".join(b'"%x":0' % number for number in range(count)) + b"}"


def model(tokens=3, **options):
    """A document without numbers of its own."""
    return BASE | {
        "vocabulary": [f"w{number}" for number in range(options.pop("words", 4))],
        "tokens": {"target": ["w1"] * tokens},
        "architecture": LAYERS | options,
        **{key: {} for key in ("parameters", "masks", "given", "padding")},
        "features": [],
    }


WORST = {
    "deep lists": lambda: b"[" * MAX_BYTES,
    "numbers": lambda: vocabulary(b"0,", b"0"),
    "objects": lambda: vocabulary(b"{},", b"{}"),
    "a text with an emoji": lambda: filled(HEAD + b'"title": "' + EMOJI, b"x", b'"}'),
    "a refused model with millions of random numbers": lambda: encoded(
        model(words=60_000, d_model=32) | {"masks": {"decoder.mask": [[2]]}}
    ),
}
"""Some of `FILES` that stand for all, quickly."""

FILES = WORST | {
    "digits": lambda: b"1" * MAX_BYTES,
    "keys": lambda: keys(b"", 2_500_000),
    "deep objects": lambda: filled(b"", b'{"a":'),
    "deep and closed": lambda: b"[" * (MAX_BYTES // 2) + b"]" * (MAX_BYTES // 2),
    "eight deep": lambda: vocabulary(b"[[[[[[[[]]]]]]]],"),
    "a hundred million digits": lambda: b"1" * 100_000_000,
    "digits of the seed": lambda: filled(HEAD + b'"seed": ', b"1", b"}"),
    "decimals": lambda: filled(HEAD + b'"seed": 0.', b"1", b"}"),
    "an exponent": lambda: filled(HEAD + b'"seed": 1e', b"1", b"}"),
    "numbers of 400 digits": lambda: vocabulary(b"1" * 400 + b",", b"1"),
    "numbers that no float holds": lambda: vocabulary(b"1e999,", b"1"),
    "no numbers": lambda: vocabulary(b"NaN,", b"0"),
    "short numbers": lambda: vocabulary(b"1e9,", b"1"),
    "numbers and a text": lambda: vocabulary(b"[" + b"0," * 200_000 + b'""],'),
    "numbers and a fault": lambda: vocabulary(b"[" + b"0," * 200_000 + b"x],"),
    "rows of one": lambda: vocabulary(b"[0],"),
    "long rows": lambda: vocabulary(b"[" + b"0," * 200_000 + b"0],"),
    "rows in rows": lambda: vocabulary(b"[" + b"0," * 200_000),
    "empty lists": lambda: vocabulary(b"[],"),
    "objects of one": lambda: vocabulary(b'{"a":[]},'),
    "empty texts": lambda: vocabulary(b'"",'),
    "texts with emoji": lambda: vocabulary(b'"' + EMOJI + b"a" * 100 + b'",'),
    "long texts with emoji": lambda: vocabulary(b'"' + EMOJI + b"a" * 1_900_000 + b'",'),
    "escaped texts": lambda: vocabulary(b'"' + b"\\u3042" * 10 + b'",'),
    "an escaped text": lambda: filled(HEAD + b'"title": "', b"\\ud83d\\ude00", b'"}'),
    "a key": lambda: filled(HEAD + b'"', b"k", b'": 1}'),
    "the same key": lambda: filled(b"{", b'"a":0,', b'"a":0}'),
    "parameters": lambda: keys(HEAD + b'"parameters": ', 90_000) + b', "architecture": {}}',
    "given": lambda: (
        keys(HEAD + b'"given": ', 90_000)
        + b', "vocabulary": ["a"], "tokens": {"target": ["a"]}, '
        + b'"architecture": {"stack": "decoder-only", "layers": 48}}'
    ),
    "switches": lambda: encoded(changed("architecture/off", ["mask"] * 3_000_000)),
    "padding": lambda: encoded(changed("padding/target", [0] * 8_000_000)),
    "long words": lambda: encoded(BASE | {"vocabulary": [f"{n:01000}" for n in range(30_000)]}),
    "quotation marks": lambda: b'"' * MAX_BYTES,
    "backslashes": lambda: filled(b'{"a":"', b"\\"),
    "escaped quotation marks": lambda: filled(b'{"a":"', b'\\"'),
    "colons": lambda: b":" * MAX_BYTES,
    "spaces": lambda: b" " * MAX_BYTES,
    "spaces inside": lambda: filled(b"{", b" ", b"}"),
    "lines": lambda: filled(b"", b"\n", b"{x"),
    "merge marks": lambda: filled(b"<<<<<<<", b"\n<<<<<<<"),
    "byte order marks": lambda: filled(b"", b"\xef\xbb\xbf"),
    "zero bytes": lambda: bytes(MAX_BYTES),
    "UTF-16": lambda: filled(b"", b"{\x00"),
    "a wrong byte at the end": lambda: filled(b'{"a":"', b"x", b"\xff"),
    "the largest sizes": lambda: encoded(model(512, layers=48, d_model=4096, attention={"heads": 64})),
    "a claim of a billion tokens": lambda: encoded(changed("architecture/positions/length", 10**9)),
    "a claim of 2**62 columns": lambda: encoded(changed("architecture/d_model", 2**62)),
    "too much to compute": lambda: encoded(
        model(512, words=4000, layers=48, d_model=64, attention={"heads": 64, "d_k": 1})
    ),
}
"""What each holds, made when it is asked for."""


@contextlib.contextmanager
def odd_places(folder):
    """Paths that are no ordinary files, and what they are."""
    folder = Path(folder)
    places = {
        "a folder": folder / "folder.tsbx",
        "a pipe": folder / "pipe.tsbx",
        "a socket": folder / "socket.tsbx",
        "a circle of links": folder / "circle.tsbx",
        "a link to a device": folder / "zeros.tsbx",
        "a hole of a terabyte": folder / "hole.tsbx",
        "what is not there": folder / "missing.tsbx",
        "a file as a folder": folder / "hole.tsbx/x.tsbx",
        "a name with a zero byte": folder / "a\x00b.tsbx",
        "a name of a thousand signs": folder / ("x" * 1000 + ".tsbx"),
        "endless zeros": Path("/dev/zero"),
        "a terminal": Path("/dev/tty"),
        "memory": Path("/proc/self/mem"),
    }
    places["a folder"].mkdir()
    os.mkfifo(places["a pipe"])
    places["a circle of links"].symlink_to(places["a circle of links"])
    places["a link to a device"].symlink_to("/dev/zero")
    with places["a hole of a terabyte"].open("wb") as file:
        file.truncate(2**40)
    with socket.socket(socket.AF_UNIX) as listening:
        listening.bind(os.fspath(places["a socket"]))
        yield places


def peak():
    """The most memory this process ever had, in MB (`getrusage` would tell that of its parent)."""
    lines = Path("/proc/self/status").read_text("ascii").splitlines()
    return next(int(line.split()[1]) for line in lines if line.startswith("VmHWM")) / 1000


def opened(path):
    """What becomes of a file, and what it took."""
    began = time.process_time()
    try:
        load(path)
        told = "loaded"
    except FileError as error:
        told = f"refused: {error}"
    return told, time.process_time() - began, peak()


def assert_refused(paths):
    """Open the files in a process of few means; return what was told of each."""
    done = subprocess.run(
        [sys.executable, "-m", "tests.support.hostile", *paths],
        cwd=ROOT,
        capture_output=True,
        text=True,
        timeout=120,
        check=True,
        preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_CPU, (30, 30)),
    )
    assert done.stderr == ""
    told = []
    for path, (text, seconds, memory) in zip(paths, json.loads(done.stdout), strict=True):
        assert text.startswith("refused: "), path
        assert len(text) < 2000
        assert seconds < SECONDS, (path, text)
        assert memory < MEGABYTES, (path, text)
        told.append(text)
    return told


if __name__ == "__main__":
    sys.stdout.write(json.dumps([opened(path) for path in sys.argv[1:]]))
