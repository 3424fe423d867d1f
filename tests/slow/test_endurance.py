"""A long lesson leaves nothing behind: 1 000 steps and 1 000 edits, and 20 windows opened and closed."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]


@pytest.mark.parametrize("deed", ["work", "windows"])
def test_nothing_piles_up_and_the_end_is_quiet(deed, tmp_path):
    run = subprocess.run(
        [sys.executable, Path(__file__).with_name("endurance.py"), deed, tmp_path],
        cwd=ROOT,
        env={
            "QT_QPA_PLATFORM": "offscreen",
            "PYTHONPATH": str(ROOT),
            "HOME": str(tmp_path),
            "LANG": "C.UTF-8",
        },
        capture_output=True,
        text=True,
        timeout=600,
        check=False,
    )
    assert run.returncode == 0, run.stderr
    assert "Traceback" not in run.stderr
    counts = json.loads(run.stdout.splitlines()[-1])
    before, after = counts["before"], counts["after"]
    assert after["widgets"] <= before["widgets"]
    assert after["objects"] <= before["objects"] * 1.01
    assert after["memory"] <= before["memory"] + 20, "MB"
