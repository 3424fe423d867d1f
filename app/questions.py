"""Questions about files. They never block: each takes functions to call with the answer.

Each returns its dialog. `app.files` asks them; its tests put their own answers in their place.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from enum import StrEnum
from pathlib import Path
from typing import Any, TypeAlias, TypeVar, cast

from PySide6.QtCore import QCoreApplication, Qt
from PySide6.QtWidgets import QDialog, QDialogButtonBox, QFileDialog, QMessageBox, QWidget

from core.formats import SUFFIX
from core.text import QT_TRANSLATE_NOOP

Then: TypeAlias = Callable[[], object]
translate = QCoreApplication.translate
_Answer = TypeVar("_Answer", bound=StrEnum)
_LEAST_WIDTH = 440
_LONG_WORD = re.compile(r"[^\s/\\-]{48}(?=[^\s/\\-])")
"""So much of a name without a place to break at gets one, which nobody sees: it would be cut off."""
_BUTTONS = QMessageBox.StandardButton


def nothing() -> None:
    """Go on with nothing."""


class Answer(StrEnum):
    """What to do with changes that are not saved."""

    SAVE = "save"
    DISCARD = "discard"
    BESIDE = "beside"
    """Leave them: what is to be opened gets a window of its own."""
    CANCEL = "cancel"


class Doubt(StrEnum):
    """Why a file may not be replaced unasked; the value is the marked text that says so."""

    CHANGED = QT_TRANSLATE_NOOP("Files", "“{name}” was changed by somebody else since it was opened here.")
    GONE = QT_TRANSLATE_NOOP("Files", "“{name}” is no longer there: it was deleted, moved or renamed.")
    OLDER = QT_TRANSLATE_NOOP("Files", "“{name}” was written by an older version of this program.")
    ELSEWHERE = QT_TRANSLATE_NOOP("Files", "“{name}” is open in another window.")


_CONSEQUENCES = {
    Doubt.CHANGED: QT_TRANSLATE_NOOP(
        "Files", "Replacing it loses what the other one wrote. Under another name both are kept."
    ),
    Doubt.GONE: QT_TRANSLATE_NOOP("Files", "It can be saved there again, or in another place."),
    Doubt.OLDER: QT_TRANSLATE_NOOP(
        "Files", "Once replaced, older versions cannot open it any more. Under another name both are kept."
    ),
    Doubt.ELSEWHERE: QT_TRANSLATE_NOOP(
        "Files",
        "Replacing it changes the file under that window, which will ask before it saves there again.",
    ),
}


class Replacing(StrEnum):
    """What to do about a file that may not be replaced unasked."""

    REPLACE = "replace"
    SAVE_AS = "save as"
    CANCEL = "cancel"


class Twice(StrEnum):
    """What to do about a file that is open in another window."""

    SHOW = "show"
    AGAIN = "again"
    CANCEL = "cancel"


# Paths


def ask_open(parent: QWidget, folder: Path, chosen: Callable[[list[Path]], None]) -> QDialog:
    """Ask for files to open; nothing happens when it is cancelled."""
    dialog = _file_dialog(parent, folder)
    dialog.setFileMode(QFileDialog.FileMode.ExistingFiles)
    dialog.setWindowTitle(translate("Files", "Open"))
    dialog.filesSelected.connect(lambda texts: chosen([Path(text) for text in texts]))
    dialog.open()
    return dialog


def ask_save(parent: QWidget, start: Path, chosen: Callable[[Path], None], cancelled: Then) -> QDialog:
    """Ask where to save; `start` is proposed."""
    dialog = _file_dialog(parent, start.parent)
    dialog.setDefaultSuffix(SUFFIX.removeprefix("."))
    dialog.setAcceptMode(QFileDialog.AcceptMode.AcceptSave)
    dialog.setWindowTitle(translate("Files", "Save as"))
    dialog.selectFile(start.name)
    dialog.fileSelected.connect(lambda text: with_suffix(parent, Path(text), chosen, cancelled))
    dialog.rejected.connect(cancelled)
    dialog.open()
    return dialog


def with_suffix(parent: QWidget, path: Path, chosen: Callable[[Path], None], cancelled: Then) -> None:
    """Add the suffix where it is missing, and then ask about the file of that name: no dialog has done so."""
    if path.suffix.lower() == SUFFIX:
        chosen(path)
        return
    path = path.with_name(path.name + SUFFIX)
    if not path.exists():
        chosen(path)
        return
    box = _question(
        parent, translate("Files", "Save as"), translate("Files", "Replace “{name}”?").format(name=path.name)
    )
    box.setStandardButtons(_BUTTONS.Save | _BUTTONS.Cancel)
    box.finished.connect(lambda code: chosen(path) if _BUTTONS(code) is _BUTTONS.Save else cancelled())
    box.open()


def _file_dialog(parent: QWidget, folder: Path) -> QFileDialog:
    dialog = QFileDialog(parent)
    dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
    dialog.setNameFilters([translate("Files", "Scenarios (*.tsbx)"), translate("Files", "All files (*)")])
    dialog.setDirectory(str(folder))
    return dialog


# Yes, no, or something else


def ask_unsaved(
    parent: QWidget, name: str, answered: Callable[[Answer], None], *, beside: bool = False
) -> QDialog:
    """Ask whether changes are to be saved; `beside`: what comes instead could also get its own window."""
    box = _question(
        parent,
        translate("Files", "Unsaved changes"),
        translate("Files", "Save the changes to “{name}”?").format(name=name),
    )
    box.setInformativeText(translate("Files", "Without saving they are lost."))
    box.setStandardButtons(_BUTTONS.Save | _BUTTONS.Discard | _BUTTONS.Cancel)
    box.setDefaultButton(_BUTTONS.Save)
    answers = {box.button(_BUTTONS.Save): Answer.SAVE, box.button(_BUTTONS.Discard): Answer.DISCARD}
    if beside:
        box.setInformativeText(
            translate("Files", "Without saving they are lost. In a new window nothing is replaced.")
        )
        button = box.addButton(translate("Files", "&New window"), QMessageBox.ButtonRole.ActionRole)
        answers[button] = Answer.BESIDE
    return _ask(box, answers, Answer.CANCEL, answered)


def ask_replacing(parent: QWidget, name: str, doubt: Doubt, answered: Callable[[Replacing], None]) -> QDialog:
    """Ask whether a file may be replaced."""
    box = _question(parent, translate("Files", "Save"), translate("Files", doubt.value).format(name=name))
    box.setInformativeText(translate("Files", _CONSEQUENCES[doubt]))
    word = translate("Files", "Save &there again") if doubt is Doubt.GONE else translate("Files", "&Replace")
    replace = box.addButton(word, QMessageBox.ButtonRole.DestructiveRole)
    save_as = box.addButton(translate("Files", "Save &as…"), QMessageBox.ButtonRole.AcceptRole)
    box.addButton(_BUTTONS.Cancel)
    box.setDefaultButton(save_as)
    answers = {replace: Replacing.REPLACE, save_as: Replacing.SAVE_AS}
    return _ask(box, answers, Replacing.CANCEL, answered)


def ask_twice(parent: QWidget, name: str, answered: Callable[[Twice], None]) -> QDialog:
    """Ask what to do about a file that another window of ours has open."""
    box = _question(
        parent, translate("Files", "Open"), translate("Files", Doubt.ELSEWHERE.value).format(name=name)
    )
    box.setInformativeText(
        translate("Files", "Opened twice, whichever is saved last asks before it replaces the other one.")
    )
    show = box.addButton(translate("Files", "&Show that window"), QMessageBox.ButtonRole.AcceptRole)
    again = box.addButton(translate("Files", "Open it &twice"), QMessageBox.ButtonRole.ActionRole)
    box.addButton(_BUTTONS.Cancel)
    box.setDefaultButton(show)
    return _ask(box, {show: Twice.SHOW, again: Twice.AGAIN}, Twice.CANCEL, answered)


def tell_not_saved(parent: QWidget, text: str, answered: Callable[[Replacing], None]) -> QDialog:
    """Say why a document could not be saved, and offer another place."""
    box = _question(parent, translate("Files", "The document cannot be saved"), text)
    box.setIcon(QMessageBox.Icon.Warning)
    box.setInformativeText(
        translate("Files", "The document is still open, and its changes are still to be saved.")
    )
    save_as = box.addButton(translate("Files", "Save &as…"), QMessageBox.ButtonRole.AcceptRole)
    box.addButton(_BUTTONS.Cancel)
    box.setDefaultButton(save_as)
    return _ask(box, {save_as: Replacing.SAVE_AS}, Replacing.CANCEL, answered)


def _question(parent: QWidget, title: str, text: str) -> QMessageBox:
    box = QMessageBox(parent)
    box.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
    box.setIcon(QMessageBox.Icon.Question)
    box.setWindowTitle(title)
    box.setTextFormat(Qt.TextFormat.PlainText)
    box.setText(_LONG_WORD.sub("\\g<0>\u200b", text))
    return box


def _ask(
    box: QMessageBox,
    answers: Mapping[Any, _Answer],
    otherwise: _Answer,
    answered: Callable[[_Answer], None],
) -> QDialog:
    """Call `answered` with what belongs to the button that is clicked; anything else means `otherwise`."""

    def finished() -> None:
        clicked = box.clickedButton()
        answered(next((answer for button, answer in answers.items() if button is clicked), otherwise))

    box.setEscapeButton(box.button(_BUTTONS.Cancel))
    box.finished.connect(finished)
    row = cast("QDialogButtonBox", box.findChild(QDialogButtonBox))
    for button in box.buttons():
        button.ensurePolished()  # it is measured as it will be drawn
    row.setMinimumWidth(max(row.sizeHint().width(), _LEAST_WIDTH))  # Qt would rather cut the buttons' texts
    box.open()
    return box
