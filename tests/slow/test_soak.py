"""The soak passes for a while, and fails where something goes wrong or piles up."""

import subprocess
import sys

from tests.slow.conftest import ROOT
from tests.slow.soak import growth

START = (
    "import sys; sys.argv[1:] = ['--minutes', '0.3', '--seed', '1']; {spoil}; "
    "from tests.slow.soak import main; sys.exit(main())"
)


def soak(home, spoil="pass"):
    return subprocess.run(
        [sys.executable, "-c", START.format(spoil=spoil)],
        cwd=ROOT,
        env={"HOME": str(home), "QT_QPA_PLATFORM": "offscreen", "LANG": "C.UTF-8", "PYTHONPATH": str(ROOT)},
        capture_output=True,
        encoding="utf-8",
        timeout=300,
        check=False,
    )


def test_nothing_goes_wrong_for_a_while(tmp_path):
    done = soak(tmp_path)
    assert done.returncode == 0, done.stdout
    assert done.stdout.endswith(" deeds, 0 problems\n")


def test_a_fault_ends_it(tmp_path):
    done = soak(tmp_path, "from app.cursor import StepCursor; StepCursor.forward = lambda self: 1 / 0")
    assert done.returncode == 1
    assert "FAILED: the soak broke off: ZeroDivisionError: division by zero" in done.stdout
    assert "seed 1" in done.stdout


def test_what_grows_is_told():
    flat = {"widgets": 200, "objects": 80_000, "memory": 150, "handles": 8}
    assert growth([flat] * 9) == []
    growing = [{**flat, "memory": 150 + 9 * number, "handles": 8 + number} for number in range(9)]
    assert [line.split(" grew from ")[0] for line in growth(growing)] == ["memory", "handles"]
    peak = [*[flat] * 5, {**flat, "handles": 30}, *[flat] * 5]
    assert growth(peak) == []
