"""A process killed in the middle of saving leaves the old file or the new one, never a part of one."""

import json
import os
import subprocess
import sys

import pytest

from tests.slow.conftest import ROOT

ROUNDS = 150


@pytest.mark.parametrize("way", ["save", "write"])
def test_the_file_is_the_old_or_the_new_one(tmp_path, way):
    command = [sys.executable, "-m", "tests.slow.saving", str(tmp_path), way, str(ROUNDS)]
    environment = {**os.environ, "OPENBLAS_NUM_THREADS": "1"}
    done = subprocess.run(
        command, cwd=ROOT, env=environment, capture_output=True, encoding="utf-8", timeout=240, check=False
    )
    assert (done.returncode, done.stderr) == (0, "")
    found = json.loads(done.stdout)
    assert found.pop("not saved afterwards") == 0
    assert found.pop("killed while saving") > ROUNDS / 20
    assert set(found) == {"whole 1", "whole 2"}, found
    assert sum(found.values()) == ROUNDS
