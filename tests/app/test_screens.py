"""Where no window can be opened, the program says so in plain words and does not die."""

import os
import re
import socket
import subprocess
import sys

import pytest

from app import screens
from app.screens import no_display, unknown_platform

pytestmark = pytest.mark.skipif(not sys.platform.startswith("linux"), reason="X and Wayland")
DEAD = ":4999"
NAMES = ("DISPLAY", "WAYLAND_DISPLAY", "QT_QPA_PLATFORM")


def started(*arguments, **environment):
    kept = {name: value for name, value in os.environ.items() if name not in NAMES}
    return subprocess.run(
        [sys.executable, "-m", "app", *arguments],
        env={**kept, "TRANSFORMER_SANDBOX_QUIT_AFTER": "100", **environment},
        capture_output=True,
        check=False,
        timeout=60,
        encoding="utf-8",
    )


@pytest.mark.parametrize(
    ("environment", "reason"),
    [
        ({}, "There is no display here"),
        ({"DISPLAY": ""}, "There is no display here"),
        ({"QT_QPA_PLATFORM": "xcb"}, "There is no display here"),
        ({"DISPLAY": DEAD}, f"The display “{DEAD}” does not answer"),
        ({"DISPLAY": DEAD, "QT_QPA_PLATFORM": "xcb"}, f"The display “{DEAD}” does not answer"),
        ({"DISPLAY": "nonsense"}, "The display “nonsense” does not answer"),
        ({"DISPLAY": "127.0.0.1:4999.0"}, "The display “127.0.0.1:4999.0” does not answer"),
        (
            {"WAYLAND_DISPLAY": "no-such", "XDG_RUNTIME_DIR": "/nowhere"},
            "The display “no-such” does not answer",
        ),
        (
            {"WAYLAND_DISPLAY": "no-such", "DISPLAY": DEAD},
            f"The display “no-such” or “{DEAD}” does not answer",
        ),
        ({"QT_QPA_PLATFORM": "offscreen"}, ""),
        ({"QT_QPA_PLATFORM": "xcb;offscreen", "DISPLAY": DEAD}, ""),
        ({"QT_QPA_PLATFORM": "vnc:size=800x600"}, ""),
    ],
)
def test_a_display_that_is_set_but_dead_is_found_out(environment, reason):
    assert no_display(environment) == reason


def test_a_wayland_display_that_answers_is_one(tmp_path):
    with socket.socket(socket.AF_UNIX) as server:
        server.bind(str(tmp_path / "wayland-1"))
        server.listen()
        assert no_display({"WAYLAND_DISPLAY": "wayland-1", "XDG_RUNTIME_DIR": str(tmp_path)}) == ""
        assert no_display({"WAYLAND_DISPLAY": str(tmp_path / "wayland-1")}) == ""


def test_other_systems_always_have_a_display(monkeypatch):
    monkeypatch.setattr(screens.sys, "platform", "darwin")
    assert no_display({}) == ""


@pytest.mark.parametrize(
    "name", ["offscreen", "OFFSCREEN", "bogus;offscreen", "offscreen:x", "wayland-egl", ""]
)
def test_platforms_that_qt_has_are_known(name):
    assert unknown_platform({"QT_QPA_PLATFORM": name}) == ""


def test_a_platform_that_qt_has_not_is_named():
    assert re.search("“bogus”, .* only: .*offscreen", unknown_platform({"QT_QPA_PLATFORM": "bogus"}))
    assert unknown_platform({"QT_QPA_PLATFORM": "bogus", "QT_PLUGIN_PATH": "/elsewhere"}) == ""


def test_a_dead_display_leads_to_the_terminal():
    done = started(DISPLAY=DEAD)
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.startswith(f"The display “{DEAD}” does not answer, so there is no window")
    assert "9.2848" in done.stdout


def test_pictures_need_no_display_whatever_is_set(tmp_path):
    done = started(
        "render",
        "example:worked-example",
        "--out",
        str(tmp_path),
        "--step",
        "attn.weights",
        QT_QPA_PLATFORM="xcb",
    )
    assert (done.returncode, done.stderr) == (0, "")
    assert [path.suffix for path in tmp_path.iterdir()] == [".png"]


@pytest.mark.parametrize("arguments", [(), ("--smoke", "new")])
def test_a_bogus_platform_is_one_plain_line(arguments, tmp_path):
    arguments = [str(tmp_path / part) if part == "new" else part for part in arguments]
    done = started(*arguments, QT_QPA_PLATFORM="bogus")
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.startswith("transformer-sandbox: QT_QPA_PLATFORM names “bogus”")
    assert done.stderr.count("\n") == 1


def test_a_check_of_the_installation_says_that_there_is_no_display(tmp_path):
    done = started("--smoke", str(tmp_path / "new"), DISPLAY=DEAD)
    assert done.returncode == 2
    assert "does not answer; QT_QPA_PLATFORM=offscreen checks without one" in done.stderr
