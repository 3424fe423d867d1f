"""Which program this is, what it is built on, and under which licences."""

from __future__ import annotations

import platform
from importlib import metadata

import numpy as np
from PySide6.QtCore import Qt, qVersion
from PySide6.QtWidgets import (
    QDialog,
    QDialogButtonBox,
    QHBoxLayout,
    QLabel,
    QPlainTextEdit,
    QVBoxLayout,
    QWidget,
)

from app.icons import application_icon


class AboutDialog(QDialog):
    """Built in the language in force; it closes before that can change."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setWindowTitle(self.tr("About the Transformer Sandbox"))
        title = QLabel("Transformer Sandbox")
        title.setProperty("kind", "title")
        version = QLabel(self.tr("Version {version}").format(version=_version("transformer-sandbox")))
        version.setProperty("kind", "soft")
        text = QLabel(
            self.tr(
                "Step through attention and Transformer blocks with every number in view, "
                "and change any of them."
            )
        )
        text.setWordWrap(True)
        picture = QLabel()
        picture.setPixmap(application_icon().pixmap(64, 64))
        picture.setAlignment(Qt.AlignmentFlag.AlignTop)
        words = QVBoxLayout()
        for label in (title, version, text):
            words.addWidget(label)
        head = QHBoxLayout()
        head.setSpacing(16)
        head.addWidget(picture)
        head.addLayout(words, 1)
        self.details = QPlainTextEdit(self._details())
        self.details.setReadOnly(True)
        self.details.setMinimumHeight(200)
        buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Close)
        buttons.rejected.connect(self.reject)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(24, 24, 24, 16)
        layout.setSpacing(16)
        layout.addLayout(head)
        layout.addWidget(self.details, 1)
        layout.addWidget(buttons)
        self.resize(560, 420)

    def _details(self) -> str:
        versions = (
            f"Python {platform.python_version()}",
            f"Qt {qVersion()}, PySide6 {_version('PySide6-Essentials')} (LGPL 3)",
            f"NumPy {np.__version__} (BSD)",
            f"pyqtgraph {_version('pyqtgraph')} (MIT)",
            f"msgspec {_version('msgspec')} (BSD)",
        )
        fonts = (
            "DejaVu Sans (Bitstream Vera, Arev)",
            "BIZ UDPGothic (SIL Open Font License 1.1)",
            "STIX (SIL Open Font License 1.1)",
        )
        return "\n".join(
            (
                self.tr("The program: MIT licence, © The Transformer Sandbox authors."),
                "",
                self.tr("Built on:"),
                *versions,
                "",
                self.tr("Fonts, with their licences in resources/fonts:"),
                *fonts,
            )
        )


def _version(package: str) -> str:
    try:
        return metadata.version(package)
    except metadata.PackageNotFoundError:
        return "?"
