"""Works a real window hard in a process of its own, and prints what was left behind as JSON.

Run as ``python tests/slow/endurance.py work FOLDER`` or ``… windows FOLDER``.
"""

import functools
import gc
import json
import random
import sys
from pathlib import Path

import shiboken6
from PySide6.QtCore import QCoreApplication, QEvent
from PySide6.QtWidgets import QApplication

from app.application import build_window
from core.edits.cells import SetCells
from core.examples import examples, load_example

MOVES = EDITS = 1_000
WINDOWS = 20


def settle() -> None:
    """Let everything that waits happen: paints, deletions, garbage."""
    for _ in range(3):
        QCoreApplication.processEvents()
        QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete.value)
    gc.collect()


def forget() -> None:
    """Empty the bounded memories (`lru_cache`), which fill up as one works and are no pile."""
    for thing in gc.get_objects():
        if isinstance(thing, functools._lru_cache_wrapper) and thing.cache_parameters()["maxsize"]:
            thing.cache_clear()
    gc.collect()


def resident() -> float:
    """Return the memory of this process in MB."""
    pages = int(Path("/proc/self/statm").read_text(encoding="ascii").split()[1])
    return pages * 4096 / 1e6


def counts(window=None) -> dict[str, float]:
    """Count what may pile up, at the first step: how many widgets a header has depends on the step shown."""
    if window is not None:
        window.workspace.session.undo_stack.clear()
        window.workspace.cursor.first()
    settle()
    forget()
    return {"widgets": len(QApplication.allWidgets()), "objects": len(gc.get_objects()), "memory": resident()}


def open_window(key: str, folder: Path):
    """Open the window on an example, painted."""
    window = build_window(load_example(key), folder / "settings.ini", "en")
    window.resize(1280, 800)
    window.show()
    window.complete()
    settle()
    return window


def close_window(window) -> None:
    """Close a window for good."""
    window.workspace.session.undo_stack.setClean()
    window.close()
    shiboken6.delete(window)
    settle()


def move_and_edit(window, choice: random.Random, moves: int, edits: int) -> None:
    """Step through the document, and drag cells of its matrices, each gesture of ten."""
    workspace = window.workspace
    for _ in range(moves):
        workspace.cursor.forward() if not workspace.cursor.at_end else workspace.cursor.first()
        QCoreApplication.processEvents()
    names = sorted(workspace.session.scenario.parameters)
    for number in range(edits):
        if number % 10 == 0:
            name, gesture = choice.choice(names), workspace.session.new_gesture()
        values = workspace.session.scenario.source_values(name)
        index = tuple(choice.randrange(size) for size in values.shape)
        workspace.session.apply(SetCells(name, (index,), (choice.uniform(-2, 2),)), gesture=gesture)
        QCoreApplication.processEvents()


def work(folder: Path) -> dict[str, dict[str, float]]:
    """Warm up, then compare the counts before and after as much work again."""
    choice = random.Random(0)
    window = open_window("tiny-gpt", folder)
    move_and_edit(window, choice, MOVES, EDITS)
    before = counts(window)
    move_and_edit(window, choice, MOVES, EDITS)
    after = counts(window)
    close_window(window)
    return {"before": before, "after": after}


def windows(folder: Path) -> dict[str, dict[str, float]]:
    """Open and close windows on all examples in turn."""
    keys = [example.key for example in examples()]
    for key in keys:
        close_window(open_window(key, folder))
    before = counts()
    for number in range(WINDOWS):
        close_window(open_window(keys[number % len(keys)], folder))
    return {"before": before, "after": counts()}


def main() -> int:
    """Do what the command line says."""
    application = QApplication([])
    deed = {"work": work, "windows": windows}[sys.argv[1]]
    sys.stdout.write(json.dumps(deed(Path(sys.argv[2]))) + "\n")
    del application
    return 0


if __name__ == "__main__":
    sys.exit(main())
