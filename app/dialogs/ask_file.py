"""Asking for a file to import from."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path

from PySide6.QtCore import QCoreApplication, Qt
from PySide6.QtWidgets import QDialog, QFileDialog, QWidget

from core.importers.file import SUFFIXES as MATRICES
from core.importers.weights.file import SUFFIXES as WEIGHTS

translate = QCoreApplication.translate


def ask_matrix(parent: QWidget, folder: Path, chosen: Callable[[Path], None]) -> QDialog:
    """Ask for a file with a matrix; nothing happens when it is cancelled."""
    kinds = translate("Files", "Matrices ({suffixes})")
    return _ask(parent, translate("Files", "Import matrix"), (kinds, MATRICES), folder, chosen)


def ask_weights(parent: QWidget, folder: Path, chosen: Callable[[Path], None]) -> QDialog:
    """Ask for a file with weights; nothing happens when it is cancelled."""
    kinds = translate("Files", "Weights ({suffixes})")
    return _ask(parent, translate("Files", "Import weights"), (kinds, WEIGHTS), folder, chosen)


def _ask(
    parent: QWidget,
    title: str,
    kinds: tuple[str, Sequence[str]],
    folder: Path,
    chosen: Callable[[Path], None],
) -> QDialog:
    dialog = QFileDialog(parent)
    dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
    dialog.setFileMode(QFileDialog.FileMode.ExistingFile)
    dialog.setWindowTitle(title)
    told, suffixes = kinds
    names = told.format(suffixes=" ".join(f"*{suffix}" for suffix in suffixes))
    dialog.setNameFilters([names, translate("Files", "All files (*)")])
    dialog.setDirectory(str(folder))
    dialog.fileSelected.connect(lambda text: chosen(Path(text)))
    dialog.open()
    return dialog
