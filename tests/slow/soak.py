"""Works the real window at random for minutes, and looks whether anything goes wrong or piles up.

``make soak [MINUTES=10] [ARGS="--seed 1"]``. Every now and then it comes to rest (the same example, step,
language and theme, one window) and counts memory, objects, widgets and file handles. Exit status 0: nothing
went wrong, all stayed flat, and what was left of the document verifies.
"""

import argparse
import contextlib
import gc
import logging
import random
import sys
import tempfile
import time
import warnings
from collections import Counter
from pathlib import Path

import numpy as np
from PySide6.QtCore import QObject, QPoint, Qt, QTimer
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QAbstractItemView, QApplication, QDialog

from app.appearance import THEMES
from app.cli import execute
from app.language import LANGUAGES
from app.smoke import Trial
from core.architecture.presets import PRESETS
from core.edits import (
    InsertToken,
    MoveToken,
    RemoveToken,
    ReplaceToken,
    SetBlock,
    SetCells,
    SetSeed,
    SetTitle,
)
from core.examples import examples
from core.formats import dumps, load
from tests.slow.endurance import counts

PAUSE, RESTS = 20, 8
"""Seconds between two rests, and how many there are at least."""
WARM = 0.35
"""After this part of the time nothing may grow any more: caches are full, every kind of thing was there."""
SLACK = {"widgets": 0, "objects": 0.03, "memory": 20, "handles": 0}
"""What may be more at the end: that many, a part of the objects, MB."""
LEFT_ALONE = {
    "file.open",
    "file.save_as",
    "file.close",
    "file.quit",
    "file.import_matrix",
    "file.import_weights",
}
"""Menu entries that open the system's dialogs, or end everything."""
NUMBERS = [0.0, -0.0, 1.0, -1.0, 1e308, 5e-324, 1e-5, 12345.678]
WORDS = ["the", "cat", "猫", "", " ", "<b>", "%1 {0}", "\u202eabc", "x" * 300]
KEYS = [
    *(Qt.Key.Key_Left, Qt.Key.Key_Right, Qt.Key.Key_Up, Qt.Key.Key_Down, Qt.Key.Key_Home, Qt.Key.Key_End),
    *(
        Qt.Key.Key_Return,
        Qt.Key.Key_Escape,
        Qt.Key.Key_F2,
        Qt.Key.Key_Delete,
        Qt.Key.Key_Tab,
        Qt.Key.Key_Space,
    ),
    *(Qt.Key.Key_1, Qt.Key.Key_Period, Qt.Key.Key_Minus, Qt.Key.Key_PageDown, Qt.Key.Key_Backspace),
]


class Soak(QObject):
    """Does one thing after another whenever the event loop comes round, until its time is over."""

    def __init__(self, trial: Trial, folder: Path, seconds: float, seed: int) -> None:
        super().__init__()
        self._trial = trial
        self._window = trial.window
        self._workspace = trial.window.workspace
        self._documents = trial.window.files.documents
        self._folder = folder
        self._seconds = seconds
        self._choice = random.Random(seed)
        self._deeds = [
            *[self.edit] * 8,
            *[self.step] * 6,
            *[self.select] * 4,
            *[self.press_keys] * 3,
            *[self.menu] * 4,
            *[self.undo_and_redo] * 2,
            *(self.theme, self.language, self.look, self.resize, self.play, self.save_and_open),
            *(self.open_example, self.open_preset, self.open_broken, self.open_window),
        ]
        self.way = self._walk()
        self.done: list[str] = []
        self.rests: list[dict[str, float]] = []
        self.kinds: list[Counter[str]] = []

    def advance(self) -> None:
        """Do the next thing."""
        try:
            next(self.way)
        except StopIteration:
            self._trial.application.exit()  # `quit` would ask about changes
        except Exception:
            logging.getLogger(__name__).exception("the soak broke off")
            self._trial.application.exit()  # `quit` would ask about changes
        else:
            QTimer.singleShot(0, self, self.advance)

    def _walk(self):
        self._window.complete()
        yield
        began, rests = time.monotonic(), 0
        pause = min(PAUSE, self._seconds / RESTS)
        while (passed := time.monotonic() - began) < self._seconds or rests < RESTS:
            if passed >= rests * pause:
                rests += 1
                yield from self._rest()
                continue
            deed = self._choice.choice(self._deeds)
            self.done.append(deed.__name__)
            deed()
            yield
            self._close_dialogs()
            if self._trial.problems.found:
                return
        yield from self._rest()
        yield from self._verify()

    # Rest

    def _rest(self):
        """Bring the window to where it always is, and count."""
        self._workspace.player.pause()
        self._close_dialogs()
        for files in self._documents.open:
            if files.window is not self._window:
                self._close(files)
        self._workspace.settings.update(language="en", theme="light")
        self._workspace.display.set_zoom(100)
        self._forgive()
        self._window.files.open_example("tiny-gpt")
        self._window.resize(1280, 800)
        QApplication.clipboard().clear()
        yield
        if self._window.numbers_open:
            self._window.toggle_numbers()
        self._window.grab()
        yield
        found = counts(self._window)
        found["handles"] = handles()
        self.rests.append(found)
        self.kinds.append(Counter(type(thing).__qualname__ for thing in gc.get_objects()))
        sys.stdout.write(f"{len(self.done):6} deeds  {table_line(found)}\n")
        sys.stdout.flush()
        yield

    def _verify(self):
        """Leave a document that was worked on, saved, to the command line."""
        for _ in range(50):
            self.edit()
            yield
        path = self._folder / "end.tsbx"
        self._save(path)
        status = execute(["verify", str(path)], sys.stdout.write, self._trial.problems.add)
        sys.stdout.write("\n")
        if status:
            self._trial.problems.add(f"verify {path} ended with {status}")

    def _forgive(self) -> None:
        """Let nothing be asked about changes."""
        self._workspace.session.undo_stack.setClean()

    def _close(self, files) -> None:
        files.window.workspace.session.undo_stack.setClean()
        files.window.close()

    def _close_dialogs(self) -> None:
        for dialog in QApplication.topLevelWidgets():
            if isinstance(dialog, QDialog) and dialog.isVisible():
                dialog.reject()

    # Deeds

    def edit(self) -> None:
        """Change cells, tokens or texts, some of it to what is refused."""
        session, choice = self._workspace.session, self._choice
        scenario = session.scenario
        sequence = choice.choice(sorted(scenario.tokens))
        place = choice.randrange(len(scenario.tokens[sequence]) + 1)
        name = choice.choice(sorted([*scenario.parameters, *scenario.given]) or [""])
        other = [
            InsertToken(sequence, place, choice.choice(WORDS)),
            RemoveToken(sequence, place),
            RemoveToken(sequence, 0),
            ReplaceToken(sequence, place, choice.choice(WORDS)),
            MoveToken(sequence, place, 0),
            SetSeed(choice.randrange(3)),
            SetTitle(choice.choice(WORDS)),
        ]
        if not name or choice.random() < 0.25:
            session.apply(choice.choice(other))
            return
        shape = scenario.source_values(name).shape
        index = tuple(choice.randrange(size) for size in shape)
        if choice.random() < 0.1:
            block = tuple(np.arange(size) for size in shape)
            session.apply(SetBlock(name, np.ix_(*block), np.full(shape, choice.choice(NUMBERS))))
            return
        gesture = session.new_gesture()
        for _ in range(choice.choice([1, 1, 5])):
            number = choice.choice([*NUMBERS, choice.uniform(-2, 2), choice.uniform(-2, 2)])
            session.apply(SetCells(name, (index,), (number,)), gesture=gesture)

    def step(self) -> None:
        """Go to another step."""
        cursor = self._workspace.cursor
        ways = [cursor.forward] * 4 + [cursor.back, cursor.first, cursor.last]
        way = self._choice.choice(ways)
        if not (way == cursor.forward and cursor.at_end) and not (way == cursor.back and cursor.at_start):
            way()

    def select(self) -> None:
        """Move the mouse over the window, and click."""
        target = self._choice.choice([*self._window.panels.values()])
        inner = target.childAt(self._place_in(target)) or target
        QTest.mouseMove(inner, self._place_in(inner))
        if self._choice.random() < 0.5:
            QTest.mouseClick(
                inner, Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier, self._place_in(inner)
            )

    def _place_in(self, widget) -> QPoint:
        return QPoint(
            self._choice.randrange(max(1, widget.width())), self._choice.randrange(max(1, widget.height()))
        )

    def press_keys(self) -> None:
        """Type where the focus is, and in the grid."""
        grids = [grid for grid in self._window.findChildren(QAbstractItemView) if grid.isVisible()]
        if grids and self._choice.random() < 0.7:
            self._choice.choice(grids).setFocus()
        for _ in range(self._choice.randint(1, 8)):
            target = QApplication.focusWidget() or self._window
            if target.window() is not self._window:
                return
            QTest.keyClick(target, self._choice.choice(KEYS))

    def menu(self) -> None:
        """Choose a menu entry."""
        name = self._choice.choice(sorted({*self._window.registry.actions} - LEFT_ALONE))
        if name == "file.new_window" and len(self._documents.open) > 3:
            return
        if name == "file.save" and self._workspace.session.path is None:
            return
        self._window.registry.actions[name].trigger()

    def undo_and_redo(self) -> None:
        """Undo and redo a few times."""
        stack = self._workspace.session.undo_stack
        for _ in range(self._choice.randint(1, 5)):
            stack.undo()
        for _ in range(self._choice.randint(0, 5)):
            stack.redo()

    def theme(self) -> None:
        """Change the colours."""
        self._workspace.settings.update(theme=self._choice.choice([*THEMES, ""]))

    def language(self) -> None:
        """Change the language."""
        self._workspace.settings.update(language=self._choice.choice([*LANGUAGES]))

    def look(self) -> None:
        """Paint all of it."""
        self._window.grab()

    def resize(self) -> None:
        """Change the size of the window."""
        self._window.resize(*self._choice.choice([(1280, 800), (1024, 700), (1600, 1000), (900, 600)]))

    def play(self) -> None:
        """Play or pause."""
        self._workspace.player.toggle()

    def save_and_open(self) -> None:
        """Save, and open that."""
        path = self._folder / f"saved {self._choice.randrange(3)} 表.tsbx"
        self._save(path)
        self._window.files.open_path(path)

    def _save(self, path: Path) -> None:
        session = self._workspace.session
        session.mark_saved(path)
        path.write_bytes(dumps(session.scenario))
        self._window.files.open_path(path)
        self._window.files.save()
        if dumps(load(path)) != dumps(session.scenario):
            self._trial.problems.add(f"{path} is not what was saved")

    def open_example(self) -> None:
        """Open an example."""
        self._forgive()
        self._window.files.open_example(self._choice.choice(examples()).key)

    def open_preset(self) -> None:
        """Begin with a model."""
        self._forgive()
        self._window.files.show(self._choice.choice(PRESETS).scenario(self._choice.randrange(9)))

    def open_broken(self) -> None:
        """Open a file with a few bytes changed: it is refused, or it is a document like others."""
        data = bytearray(dumps(self._workspace.session.scenario))
        for _ in range(self._choice.randint(1, 3)):
            data[self._choice.randrange(len(data))] = self._choice.choice(b'0123456789.,-e"[]{} \xff')
        path = self._folder / "broken.tsbx"
        path.write_bytes(bytes(data))
        self._forgive()
        expected = len(self._trial.problems.found)
        self._window.files.open_path(path)
        refusals = self._trial.problems.found[expected:]
        if all(str(path) in refusal for refusal in refusals):  # told, as it has to be
            del self._trial.problems.found[expected:]

    def open_window(self) -> None:
        """Open one more window, or close one."""
        others = [files for files in self._documents.open if files.window is not self._window]
        if others and (len(others) > 2 or self._choice.random() < 0.5):
            self._close(self._choice.choice(others))
        else:
            self._documents.open_new()


def handles() -> int:
    """Count the open files; the events of the threads that Qt paints large areas with come and go."""
    links = []
    for path in Path("/proc/self/fd").iterdir():
        with contextlib.suppress(OSError):  # that of the listing itself is closed by now
            links.append(str(path.readlink()))
    return sum("eventfd" not in link for link in links)


def table_line(found: dict[str, float]) -> str:
    """The counts of one rest."""
    return "  ".join(f"{name} {number:.0f}" for name, number in found.items())


def growth(rests: list[dict[str, float]]) -> list[str]:
    """What grew after everything was warm: the last third never came down to what the first one reached."""
    warm = rests[int(len(rests) * WARM) :]
    third = max(1, len(warm) // 3)
    told = []
    for name, slack in SLACK.items():
        before = max(rest[name] for rest in warm[:third])
        after = min(rest[name] for rest in warm[-third:])
        allowed = before * (1 + slack) if name == "objects" else before + slack
        if after > allowed:
            told.append(f"{name} grew from {before:.0f} to {after:.0f}")
    return told


def main() -> int:
    """Do what the command line says."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--minutes", type=float, default=10)
    parser.add_argument("--seed", type=int, default=int(time.time()))
    options = parser.parse_args()
    warnings.simplefilter("error", RuntimeWarning)  # NumPy's, of ∞ where nobody counts on it
    sys.stdout.write(f"{options.minutes:g} minutes with seed {options.seed}\n")
    with tempfile.TemporaryDirectory(prefix="soak-") as folder:
        trial = Trial(Path(folder), "en")
        soak = Soak(trial, Path(folder), options.minutes * 60, options.seed)
        trial.walk(soak)
        problems = trial.problems.found + growth(soak.rests)
        log = trial.log_path.read_text("utf-8") if problems else ""
        trial.end()
    for problem in problems:
        sys.stdout.write(f"FAILED: {problem}\n")
    if problems:
        sys.stdout.write(f"The last deeds: {', '.join(soak.done[-10:])}; seed {options.seed}\n{log[-8000:]}")
        more = soak.kinds[-1] - soak.kinds[int(len(soak.kinds) * WARM)]
        sys.stdout.write(f"More objects than before: {more.most_common(30)}\n")
    sys.stdout.write(f"{len(soak.done)} deeds, {len(problems)} problems\n")
    return int(bool(problems))


if __name__ == "__main__":
    sys.exit(main())
