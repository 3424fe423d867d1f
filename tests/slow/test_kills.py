"""Killed at any moment: a file is the old one or the new one, whole, and what was not saved comes back."""

import json
import os
import subprocess
import sys

import pytest

from tests.slow.conftest import ROOT

ROUNDS = 150
ROUNDS_OF_WINDOWS = 50
"""Four processes in each."""


def run(module, *arguments):
    """Run a program of this folder; return what it counted."""
    command = [sys.executable, "-m", f"tests.slow.{module}", *map(str, arguments)]
    environment = {**os.environ, "OPENBLAS_NUM_THREADS": "1", "QT_QPA_PLATFORM": "offscreen"}
    done = subprocess.run(
        command, cwd=ROOT, env=environment, capture_output=True, encoding="utf-8", timeout=900, check=False
    )
    assert (done.returncode, done.stderr) == (0, "")
    return json.loads(done.stdout)


@pytest.mark.parametrize("way", ["save", "write"])
def test_the_file_is_the_old_or_the_new_one(tmp_path, way):
    found = run("saving", tmp_path, way, ROUNDS)
    assert found.pop("not saved afterwards") == 0
    assert found.pop("killed while saving") > ROUNDS / 20
    assert set(found) == {"whole 1", "whole 2"}, found
    assert sum(found.values()) == ROUNDS


def test_windows_killed_while_editing_and_saving_lose_the_last_moments_at_most(tmp_path):
    found = run("working", tmp_path, ROUNDS_OF_WINDOWS)
    windows = found["file whole"]
    assert (found["killed"], windows) == (4 * ROUNDS_OF_WINDOWS, 6 * ROUNDS_OF_WINDOWS), found
    none = ("file broken", "file neither old nor new", "left twice", "left by the living, or damaged")
    assert {what: found.get(what, 0) for what in none} == dict.fromkeys(none, 0), found
    assert found["lost for too long"] == 0, found
    assert found["left over"] > windows / 6, found
    assert found["killed while saving"] > 1, found
    assert found["edits"] > 3 * windows, found
