"""Asks before changes are lost, one question at a time."""

from __future__ import annotations

from typing import TYPE_CHECKING

import shiboken6
from PySide6.QtCore import QCoreApplication, QEvent, Qt
from PySide6.QtGui import QFocusEvent
from PySide6.QtWidgets import QAbstractSpinBox, QDialog, QLineEdit

from app import questions
from app.questions import Answer, Then, nothing
from core.scenario import Scenario

if TYPE_CHECKING:
    from app.files import Files


class Guard:
    """The part of `Files` that keeps changes from being lost unasked."""

    def __init__(self, files: Files) -> None:
        self._files = files
        self._question: QDialog | None = None
        self._given_up: Scenario | None = None

    @property
    def may_close(self) -> bool:
        """True where nothing is lost with the window: all is saved, or was given up as it stands now."""
        return not self._files.is_modified or self._files.scenario is self._given_up

    @property
    def is_asking(self) -> bool:
        """True while a question about files waits for its answer."""
        return self._question is not None and shiboken6.isValid(self._question) and self._question.isVisible()

    def ask(self, question: QDialog) -> None:
        """Remember a question, so that no other is asked beside it."""
        self._question = question

    def take_typed(self) -> None:
        """Have an open field take what stands in it, as when one goes elsewhere: it is a change, too."""
        field = self._files.window.focusWidget()
        if not isinstance(field, QLineEdit | QAbstractSpinBox):
            return
        # told to the field itself: that of a window behind others has no focus to lose
        other = Qt.FocusReason.OtherFocusReason
        QCoreApplication.sendEvent(field, QFocusEvent(QEvent.Type.FocusOut, other))
        if shiboken6.isValid(field) and field.hasFocus():  # refused: one goes on typing
            QCoreApplication.sendEvent(field, QFocusEvent(QEvent.Type.FocusIn, other))

    def confirm(
        self,
        then: Then,
        *,
        beside: Then | None = None,
        otherwise: Then = nothing,
        closing: bool = False,
    ) -> None:
        """Call `then` once nothing can be lost: at once, or after Save or Discard.

        Parameters
        ----------
        then : callable
        beside : callable, optional
            What could be done instead, in another window, with the changes left as they are.
        otherwise : callable, optional
            Called when everything stays as it is. So it does while another question waits for its answer.
        closing : bool, default=False
            Whether the window is to be closed then: it `may_close` after Discard.
        """
        files = self._files
        self._given_up = None
        files.settle()
        if not files.is_modified:
            then()
            return
        if self.is_asking:
            otherwise()
            return
        files.at_risk.emit()

        def answered(answer: Answer) -> None:
            if answer is Answer.SAVE:
                files.save(then, otherwise)
            elif answer is Answer.DISCARD:
                self._given_up = files.scenario if closing else None
                then()
            elif answer is Answer.BESIDE and beside is not None:
                beside()
            else:
                otherwise()

        self.ask(questions.ask_unsaved(files.window, files.name, answered, beside=beside is not None))

    def keep(self) -> None:
        """Ask again next time about changes that were to be discarded."""
        self._given_up = None
