"""A drop-down list that is as wide as its longest entry, in any language and theme."""

from __future__ import annotations

from PySide6.QtCore import QSize
from PySide6.QtWidgets import QComboBox, QStyle, QStyleOptionComboBox


class FittedList(QComboBox):
    """Reckons its width anew: Qt remembers that of an earlier language, or of a list while it was empty."""

    def sizeHint(self) -> QSize:
        """Return the room of the longest entry."""
        option = QStyleOptionComboBox()
        self.initStyleOption(option)
        metrics, height = self.fontMetrics(), super().sizeHint().height()
        longest = max((metrics.horizontalAdvance(self.itemText(at)) for at in range(self.count())), default=0)
        contents = QSize(longest, metrics.height())
        fitting = self.style().sizeFromContents(QStyle.ContentsType.CT_ComboBox, option, contents, self)
        return QSize(fitting.width(), height)

    def minimumSizeHint(self) -> QSize:
        """Entries are not cut."""
        return self.sizeHint()
