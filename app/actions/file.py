"""The File menu."""

from __future__ import annotations

from functools import partial
from pathlib import Path

from PySide6.QtCore import QCoreApplication
from PySide6.QtGui import QKeySequence

from app.actions.spec import ActionSpec, ChoiceSpec, Desk, Entry, Menu
from app.documents import bring_to_front
from app.files import Files
from app.texts import translated
from core.examples import examples
from core.text import QT_TRANSLATE_NOOP

_KEY = QKeySequence.StandardKey


def _recent(desk: Desk) -> tuple[Entry, ...]:
    """Return the files opened last; only now it is looked whether they still exist."""
    paths = [Path(text) for text in desk.workspace.settings.settings.recent_files]
    if not paths:
        return (Entry(QCoreApplication.translate("Actions", "No files yet"), _nothing, enabled=False),)
    names = [path.name for path in paths]
    entries = [
        Entry(
            path.name if names.count(path.name) == 1 else str(path),
            partial(_open, path=path),
            enabled=path.is_file(),
        )
        for path in paths
    ]
    clear = Entry(QCoreApplication.translate("Actions", "Clear this list"), _clear_recent)
    return (*entries, clear)


def _examples(_desk: Desk) -> tuple[Entry, ...]:
    return tuple(
        Entry(translated(example.title), partial(_open_example, key=example.key)) for example in examples()
    )


def _nothing(_desk: Desk) -> None:
    """Do nothing: the entry only says something."""


def _open(desk: Desk, path: Path) -> None:
    desk.files.open_path(path)


def _open_example(desk: Desk, key: str) -> None:
    desk.files.open_example(key)


def _clear_recent(desk: Desk) -> None:
    desk.workspace.settings.forget_files()


def _close(desk: Desk) -> None:
    desk.window.close()


def _quit(desk: Desk) -> None:
    desk.files.documents.quit()


def _new_window(desk: Desk) -> None:
    desk.files.documents.open_new()


def _windows(desk: Desk) -> tuple[Entry, ...]:
    """Return the windows that are open; choosing one brings it to the front."""
    opened = desk.files.documents.open
    names = [files.name for files in opened]
    return tuple(
        Entry(
            (files.name if names.count(files.name) == 1 else str(files.path or files.name))
            + ("*" if files.is_modified else ""),
            partial(_bring_to_front, files=files),
            checked=files is desk.files,
        )
        for files in opened
    )


def _bring_to_front(_desk: Desk, files: Files) -> None:
    bring_to_front(files)


FILE_ACTIONS: tuple[ActionSpec | ChoiceSpec, ...] = (
    ActionSpec(
        "file.new",
        QT_TRANSLATE_NOOP("Actions", "&New…"),
        Menu.FILE,
        1,
        lambda desk: desk.window.show_new(),
        keys=(_KEY.New,),
        icon="new",
    ),
    ActionSpec(
        "file.new_window",
        QT_TRANSLATE_NOOP("Actions", "New &window"),
        Menu.FILE,
        1,
        _new_window,
        keys=("Ctrl+Shift+N",),
    ),
    ActionSpec(
        "file.open",
        QT_TRANSLATE_NOOP("Actions", "&Open…"),
        Menu.FILE,
        1,
        lambda desk: desk.files.open(),
        keys=(_KEY.Open,),
        icon="open",
    ),
    ChoiceSpec("file.recent", QT_TRANSLATE_NOOP("Actions", "Open &recent"), Menu.FILE, 1, _recent),
    ChoiceSpec("file.examples", QT_TRANSLATE_NOOP("Actions", "&Examples"), Menu.FILE, 1, _examples),
    ActionSpec(
        "file.save",
        QT_TRANSLATE_NOOP("Actions", "&Save"),
        Menu.FILE,
        2,
        lambda desk: desk.files.save(),
        keys=(_KEY.Save,),
        icon="save",
    ),
    ActionSpec(
        "file.save_as",
        QT_TRANSLATE_NOOP("Actions", "Save &as…"),
        Menu.FILE,
        2,
        lambda desk: desk.files.save_as(),
        keys=("Ctrl+Shift+S",),
    ),
    ActionSpec(
        "file.import_matrix",
        QT_TRANSLATE_NOOP("Actions", "I&mport matrix…"),
        Menu.FILE,
        2,
        lambda desk: desk.window.import_matrix(),
    ),
    ActionSpec(
        "file.import_weights",
        QT_TRANSLATE_NOOP("Actions", "Impor&t weights…"),
        Menu.FILE,
        2,
        lambda desk: desk.window.import_weights(),
    ),
    ChoiceSpec("file.windows", QT_TRANSLATE_NOOP("Actions", "Open w&indows"), Menu.FILE, 3, _windows),
    ActionSpec("file.close", QT_TRANSLATE_NOOP("Actions", "&Close"), Menu.FILE, 3, _close, keys=("Ctrl+W",)),
    ActionSpec("file.quit", QT_TRANSLATE_NOOP("Actions", "&Quit"), Menu.FILE, 3, _quit, keys=("Ctrl+Q",)),
)
