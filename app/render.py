"""Pictures of the real window, taken without a display.

``python -m app.render DIR`` takes the fixed set of `SCREENSHOTS`.
"""

from __future__ import annotations

import contextlib
import os
import sys
import tempfile
from collections.abc import Callable, Iterator, Sequence
from functools import cache
from pathlib import Path
from types import TracebackType

import shiboken6
from msgspec.structs import replace
from PySide6.QtCore import QBuffer, QByteArray, QIODevice, QPoint
from PySide6.QtGui import QCursor, QImage
from PySide6.QtWidgets import QApplication

from app.application import NAME, Application, build_window
from app.main_window import MainWindow
from app.picture_options import PictureLook
from app.pin import Pinned, Showing
from app.selection import Place
from app.settings import SettingsStore
from core.examples import load_example
from core.formats import CannotWrite
from core.formats.writer import os_reason, write_atomically
from core.locations import local_path
from core.ops.base import Index
from core.record import Record
from core.scenario import Scenario
from core.trace import run

Write = Callable[[str], object]

EXAMPLE = "example:"

_ROUNDS = 4
"""How often events are handed out before a picture: what happens may ask for more."""
_AWAY = QPoint(32, 32)
"""Where the window stands, seen from the pointer: nothing in it is pointed at."""


class Subject(Record):
    """A document to take pictures of."""

    scenario: Scenario
    example: str = ""
    path: Path | None = None
    pinned: Pinned | None = None
    """The run to compare with."""


def subject_of(file: str, scenario: Scenario, pinned: Pinned | None = None) -> Subject:
    """Return the document of a path or ``example:KEY``."""
    if file.startswith(EXAMPLE):
        return Subject(scenario, example=file.removeprefix(EXAMPLE), pinned=pinned)
    return Subject(scenario, path=local_path(file).absolute(), pinned=pinned)


def pinned_of(file: str, scenario: Scenario) -> Pinned:
    """Return the run of a document as if it had been pinned when it was opened."""
    is_example = file.startswith(EXAMPLE)
    return Pinned(run(scenario.program()), scenario.title if is_example else local_path(file).name, None)


class Shot(Record):
    """An example at one of its steps."""

    example: str
    step: str
    cell: Index | None = None
    """The cell that is chosen; the first one without."""


TOUR: tuple[Shot, ...] = (
    Shot("worked-example", "attn.weights"),
    Shot("one-head", "attn.q", (0, 1, 1)),
    Shot("one-head", "attn.scores", (0, 1, 2)),
    Shot("one-head", "attn.weights", (0, 1, 2)),
    Shot("one-head", "attn.heads", (0, 1, 1)),
    Shot("encoder-block", "embed.sum", (1, 3)),
    Shot("encoder-block", "encoder.0.attn.weights", (1, 2, 2)),
    Shot("encoder-block", "encoder.0.norm1", (2, 3)),
    Shot("encoder-block", "encoder.0.ffn.activated", (2, 3)),
    Shot("tiny-gpt", "decoder.0.self_attn.masked", (0, 2, 1)),
    Shot("tiny-gpt", "decoder.0.self_attn.weights", (1, 3, 1)),
    Shot("tiny-gpt", "decoder.1.self_attn.heads", (0, 3, 1)),
    Shot("tiny-gpt", "probabilities", (3, 4)),
    Shot("it-animal", "encoder.0.attn.scores", (0, 8, 10)),
    Shot("it-animal", "encoder.1.attn.weights", (0, 8, 1)),
    Shot("encoder-decoder", "decoder.0.self_attn.weights", (0, 2, 1)),
    Shot("encoder-decoder", "decoder.0.cross_attn.scores", (0, 2, 2)),
    Shot("encoder-decoder", "decoder.0.cross_attn.weights", (0, 2, 2)),
    Shot("encoder-decoder", "probabilities", (2, 3)),
    Shot("induction", "decoder.0.self_attn.weights", (0, 5, 4)),
    Shot("induction", "decoder.1.self_attn.weights", (0, 5, 2)),
    Shot("induction", "probabilities", (5, 2)),
)
"""What is shown where there is no display: every example at its steps worth a look."""


# Taking pictures


@cache
def _application(scale: float) -> QApplication:
    """Return the application; where none runs it is made, offscreen: a picture needs no screen.

    Qt picks the pictures of icons by the scale of the screen, which is set before the application is made.
    """
    running = QApplication.instance()
    if isinstance(running, QApplication):
        return running
    os.environ["QT_QPA_PLATFORM"] = "offscreen"  # the same pictures, whatever screen there is
    os.environ["QT_SCALE_FACTOR"] = f"{scale:g}"
    application = Application([NAME])
    application.setApplicationName(NAME)
    application.setCursorFlashTime(0)
    return application


@contextlib.contextmanager
def opened(subject: Subject, look: PictureLook) -> Iterator[MainWindow]:
    """Open the real window, whole, with settings of its own; close it at the end."""
    _application(look.scale)
    with tempfile.TemporaryDirectory(prefix=f"{NAME}-") as folder, _failures_raised():
        settings = Path(folder) / "settings.ini"
        SettingsStore(settings).update(theme=look.theme)
        window = build_window(subject.scenario, settings, look.language or None, subject.path)
        try:
            window.files.mark_example(subject.example)
            window.resize(*look.size)
            window.move(QCursor.pos() + _AWAY)
            window.show()
            window.activateWindow()
            window.complete()
            if subject.pinned is not None:
                window.workspace.pin.keep(subject.pinned)
                window.workspace.pin.show(Showing(look.showing))
            settle()
            yield window
        finally:
            window.close()
            shiboken6.delete(window)


def settle() -> None:
    """Let everything happen that is about to."""
    for _ in range(_ROUNDS):
        QApplication.sendPostedEvents()
        QApplication.processEvents()


def picture(window: MainWindow, scale: float = 1.0) -> bytes:
    """Return the window as it is now, with the proof of its step, as a PNG."""
    window.workspace.proof.finish()
    settle()
    size = window.size() * scale
    image = QImage(size, QImage.Format.Format_RGB32)
    image.setDevicePixelRatio(scale)
    window.render(image, QPoint())
    data = QByteArray()
    buffer = QBuffer(data)
    buffer.open(QIODevice.OpenModeFlag.WriteOnly)
    image.save(buffer, "PNG")  # type: ignore[call-overload]  # the stub asks for bytes, Qt for a text
    return bytes(data.data())


@contextlib.contextmanager
def _failures_raised() -> Iterator[None]:
    """Raise what was raised while Qt called us: a picture of a broken window is none."""
    raised: list[BaseException] = []

    def keep(kind: type[BaseException], error: BaseException, trace: TracebackType | None) -> None:
        raised.append(error)
        before(kind, error, trace)

    before, sys.excepthook = sys.excepthook, keep
    try:
        yield
    finally:
        sys.excepthook = before
    if raised:
        raise RuntimeError("the window failed while its picture was taken") from raised[0]


# What is taken


def render(subject: Subject, folder: Path, steps: Sequence[str], look: PictureLook, write: Write) -> None:
    """Write ``NN-step.name.png`` for the steps, or for every step that one walks over, and tell each path.

    Raises
    ------
    CannotWrite
        If the folder or a picture cannot be written.
    """
    _make(folder)
    with opened(subject, look) as window:
        cursor = window.workspace.cursor
        names = list(steps) or [step.name for step in cursor.walk()]
        for number, name in enumerate(names, 1):
            cursor.move_to(name)
            _save(folder / f"{number:0{max(len(str(len(names))), 2)}}-{name}.png", window, look, write)


def render_tour(folder: Path, language: str, write: Write) -> None:
    """Write the pictures of `TOUR` and tell each path."""
    look = PictureLook(language=language)
    _take(folder, [(shot, look, f"{shot.example}-{shot.step}") for shot in TOUR], write)


def render_screenshots(folder: Path, write: Write) -> None:
    """Write the pictures of `SCREENSHOTS` and tell each path."""
    shots = []
    for shot, look in SCREENSHOTS:
        width, height = look.size
        name = f"{shot.example}-{shot.step}-{look.theme}-{look.language}-{width}x{height}"
        shots.append((shot, look, name))
    _take(folder, shots, write)


def _take(folder: Path, shots: Sequence[tuple[Shot, PictureLook, str]], write: Write) -> None:
    """Take pictures; shots of one example in one look that follow each other share a window."""
    _make(folder)
    with contextlib.ExitStack() as stack:
        shown: tuple[str, PictureLook] | None = None
        for number, (shot, look, name) in enumerate(shots, 1):
            if shown != (shot.example, look):
                stack.close()
                subject = Subject(load_example(shot.example), shot.example)
                window = stack.enter_context(opened(subject, look))
                shown = (shot.example, look)
            window.workspace.cursor.move_to(shot.step)
            if shot.cell is not None:
                window.workspace.selection.choose(Place(shot.step, shot.cell))
            _save(folder / f"{number:02}-{name}.png", window, look, write)


def _make(folder: Path) -> None:
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except (OSError, ValueError) as error:  # ValueError: a zero byte in the path
        raise CannotWrite(path=str(folder), reason=os_reason(error)) from error


def _save(path: Path, window: MainWindow, look: PictureLook, write: Write) -> None:
    write_atomically(path, picture(window, look.scale))
    write(str(path))


# The fixed set to be looked at

_LARGE, _SMALL = (1280, 800), (1024, 700)
_EVERYWHERE = (
    Shot("worked-example", "attn.weights"),
    Shot("one-head", "attn.scores", (0, 1, 2)),
    Shot("tiny-gpt", "decoder.0.self_attn.weights", (1, 3, 1)),
    Shot("encoder-decoder", "decoder.0.cross_attn.weights", (0, 2, 2)),
)
_SOMEWHERE = (
    Shot("encoder-block", "encoder.0.norm1", (2, 3)),
    Shot("encoder-block", "encoder.0.ffn.hidden", (2, 3)),
    Shot("tiny-gpt", "decoder.0.self_attn.masked", (0, 2, 1)),
    Shot("it-animal", "encoder.1.attn.weights", (0, 8, 1)),
    Shot("induction", "probabilities", (5, 2)),
)


def _screenshots() -> Iterator[tuple[Shot, PictureLook]]:
    plain = PictureLook(_LARGE, "light", "en")
    japanese = replace(plain, theme="dark", language="ja")
    for look in (plain, japanese, replace(plain, size=_SMALL), replace(japanese, size=_SMALL)):
        for shot in _EVERYWHERE:
            yield shot, look
    for look in (plain, replace(plain, theme="dark", size=_SMALL), replace(plain, language="ja")):
        for shot in _SOMEWHERE:
            yield shot, look
    for theme in ("projector", "high-contrast"):
        for shot in (*_EVERYWHERE[2:3], *_SOMEWHERE[2:3]):
            yield shot, replace(plain, theme=theme)


SCREENSHOTS: tuple[tuple[Shot, PictureLook], ...] = tuple(_screenshots())

if __name__ == "__main__":
    render_screenshots(Path(sys.argv[1]), lambda path: sys.stdout.write(f"{path}\n"))
