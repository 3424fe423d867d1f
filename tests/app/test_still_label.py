"""The line of the status bar whose text changes with every edit."""

import pytest
from PySide6.QtCore import QEvent, QObject
from PySide6.QtGui import QFontMetrics
from PySide6.QtWidgets import QApplication, QHBoxLayout, QWidget

from app.fonts import base_font
from app.widgets.still_label import StillLabel


class LaidOut(QObject):
    """Counts how often a widget is laid out."""

    count = 0

    def eventFilter(self, _watched, event):
        self.count += event.type() == QEvent.Type.LayoutRequest
        return False


@pytest.fixture
def label(qtbot):
    around = QWidget()
    qtbot.addWidget(around)
    label = StillLabel(16, around)
    QHBoxLayout(around).addWidget(label)
    with qtbot.waitExposed(around):
        around.show()
    yield label
    around.hide()


def test_all_digits_are_of_one_width(qapp):
    for pixels in range(8, 40):
        font = base_font()
        font.setPixelSize(pixels)
        assert len({QFontMetrics(font).horizontalAdvance(digit * 12) for digit in "0123456789"}) == 1


def test_a_number_that_is_pulled_at_lays_nothing_out(label):
    label.setText("w[0, 1] = 0.123")
    QApplication.processEvents()
    seen, room = LaidOut(), label.sizeHint()
    label.parentWidget().installEventFilter(seen)
    for text in ("w[0, 1] = 0.987", "w[0, 1] = 0.5", "w[0, 1] = 0.111"):
        label.setText(text)
        QApplication.processEvents()
        assert label.text() == text
    assert not seen.count
    assert label.sizeHint() == room
    label.setText("w[0, 1] = 0.98765")
    QApplication.processEvents()
    assert seen.count
    assert label.sizeHint().width() > room.width()


def test_it_gives_its_room_back_where_it_is_released_or_empty(label):
    label.setText("w[0, 1] = 0.98765")
    wide = label.sizeHint().width()
    label.release()
    label.setText("w[0, 1] = 0.5")
    assert 32 < label.sizeHint().width() < wide
    label.setText("")
    assert label.sizeHint().width() == 32


def test_it_grows_with_the_font(label):
    label.setText("w[0, 1] = 0.98765")
    before, font = label.sizeHint(), label.font()
    font.setPixelSize(30)
    label.setFont(font)
    assert label.sizeHint().width() > before.width()
    assert label.sizeHint().height() > before.height()
