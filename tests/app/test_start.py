"""What a start does, counted: what it imports, how often it looks for garbage and places the matrices."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from app.models import stage_memory

STARTED = """
import gc, json, linecache, sys
from app import screens
from app.__main__ import main
collections, modules, no_display = [], [], screens.no_display
gc.callbacks.append(lambda phase, _: collections.append(phase))

def watched():
    from app import main_window
    completing = main_window.MainWindow.complete
    def complete(window):
        print(json.dumps({"collections": len(collections)}))
        completing(window)
        main_window.QTimer.singleShot(0, window, window.close)
    main_window.MainWindow.complete = complete
    return no_display()

screens.no_display = watched
collections.clear()
status = main(["--language", "en"])
print(json.dumps({"modules": sorted(sys.modules), "frozen": gc.get_freeze_count(), "status": status}))
print(json.dumps({"read": sorted(linecache.cache)}))
"""
LATER = (
    "app.dialogs.",
    "app.panels.numbers",
    "app.panels.output",
    "app.render",
    "app.smoke",
    "app.widgets.grid",
    "app.widgets.text_grid",
    "concurrent.futures",
    "email",
    "html.parser",
    "http",
    "importlib.metadata",
    "socketserver",
    "ssl",
    "urllib.request",
)
"""Beginnings of the names of modules that the first picture does not need."""


@pytest.fixture(scope="module")
def started(tmp_path_factory, pytestconfig):
    """What a start of the program told of itself, from the beginning to the stage on the screen."""
    settings = tmp_path_factory.mktemp("start") / "settings.ini"
    done = subprocess.run(
        [sys.executable, "-c", STARTED],
        cwd=pytestconfig.rootpath,
        env={**os.environ, "TRANSFORMER_SANDBOX_SETTINGS": str(settings)},
        capture_output=True,
        text=True,
        encoding="utf-8",
        timeout=60,
        check=False,
    )
    told = {}
    for line in done.stdout.splitlines():
        told |= json.loads(line)
    assert told.pop("status", None) == 0, done.stderr
    return told


def test_a_start_imports_nothing_that_the_first_picture_does_not_need(started):
    assert "app.panels.stage" in started["modules"]
    assert not [name for name in started["modules"] if name.startswith(LATER)]


def test_a_start_reads_no_source(started):
    """PySide would, of every module: it looks for its features there."""
    read = {Path(name).parts[-2] for name in started["read"]}
    assert "PySide6" in read  # until `plain_import` has been imported
    assert not read & {"actions", "widgets", "architecture", "pyqtgraph"}


def test_a_start_looks_for_no_garbage_and_never_again_in_what_it_made(started):
    assert started["collections"] == 0
    assert started["frozen"] > 10_000


def test_the_matrices_are_placed_once_before_they_are_painted(open_window, monkeypatch):
    placed, arrange = [], stage_memory.arrange

    def arranging(content, extent, *arguments, **options):
        placed.append(extent)
        return arrange(content, extent, *arguments, **options)

    monkeypatch.setattr(stage_memory, "arrange", arranging)
    window = open_window()
    assert not window.grab().isNull()
    assert len(placed) == 1
