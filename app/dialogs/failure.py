"""What went wrong, in a box that blocks nothing."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QMessageBox, QWidget


class FailureBox(QMessageBox):
    """Made by `tell`; while one is open, a second fault does not open another."""

    @staticmethod
    def tell(parent: QWidget, title: str, text: str) -> None:
        """Show the text, or replace that of the box which is open."""
        open_boxes = [box for box in parent.findChildren(FailureBox) if box.isVisible()]
        box = open_boxes[0] if open_boxes else FailureBox(parent)
        box.setWindowTitle(title)
        box.setText(text)
        box.show()

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setWindowModality(Qt.WindowModality.NonModal)
        self.setTextFormat(Qt.TextFormat.PlainText)
        self.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        self.setIcon(QMessageBox.Icon.Warning)
        self.setStandardButtons(QMessageBox.StandardButton.Ok)
