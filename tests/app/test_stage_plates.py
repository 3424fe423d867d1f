"""Plates: on the hatch, and around headers."""

import numpy as np
import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QImage, QPainter

from app.fonts import load_fonts
from app.models.stage_content import Kind
from app.models.stage_layout import arrange
from app.models.stage_places import Face
from app.theme import load_theme
from app.widgets.stage.look import Look, QtMetrics
from app.widgets.stage.marks import Marks
from app.widgets.stage.paint_around import paint_column_headers
from app.widgets.stage.paint_cells import plate_coats
from app.widgets.stage.prepared import prepare
from app.widgets.stage.words import plate_words
from tests.support.stage_views import alone

FIRST, LAST = "masked: later words", "masked"


@pytest.fixture
def look(qapp):
    load_fonts()
    return Look(load_theme("light"), QtMetrics())


def painted(look, content, paint):
    """Columns of the picture that hold ink."""
    placement = arrange(content, (700.0, 300.0), look.metrics, decimals=2)
    picture = QImage(700, 300, QImage.Format.Format_RGB32)
    picture.fill(Qt.GlobalColor.green)
    painter = QPainter(picture)
    paint(painter, placement.blocks[0], content.items[0], look)
    painter.end()
    pixels = np.frombuffer(picture.constBits(), dtype=np.uint32).reshape(300, 700)
    return placement.blocks[0], np.flatnonzero((pixels != 0xFF00FF00).any(axis=0))


def hatched(count):
    masked = np.triu(np.ones((count, count), dtype=bool), 1)
    values = np.where(masked, -np.inf, 0.5)
    return alone(values=values, masked=masked, mask_text=FIRST, kind=Kind.WEIGHTS)


def paint_plate(painter, block, view, look, chosen=None):
    for coat in plate_coats([(block, view, prepare(view, look))], {0: Marks(chosen=chosen)}, look):
        coat.paint(painter)


@pytest.mark.parametrize(("count", "words"), [(8, FIRST), (4, LAST), (2, "")])
def test_the_longest_plate_that_fits_is_painted(look, count, words):
    block, ink = painted(look, hatched(count), paint_plate)
    if not words:
        assert not ink.size
        return
    width = look.metrics.width(words, Face.TEXT, 13) + 16
    assert ink.size == pytest.approx(width, abs=2)
    assert ink.max() < block.cells.right


def test_the_plate_stands_in_another_row_than_the_chosen_cell(look):
    content, top = hatched(8), []
    for chosen in (None, (0, 6), (3, 0)):
        placement = arrange(content, (700.0, 300.0), look.metrics, decimals=2)
        block = placement.blocks[0]
        picture = QImage(700, 300, QImage.Format.Format_RGB32)
        picture.fill(Qt.GlobalColor.green)
        painter = QPainter(picture)
        paint_plate(painter, block, content.items[0], look, chosen)
        painter.end()
        pixels = np.frombuffer(picture.constBits(), dtype=np.uint32).reshape(300, 700)
        ink = np.flatnonzero((pixels != 0xFF00FF00).any(axis=1))
        top.append((ink.mean() - block.cells.y) // block.cell_height)
    assert top == [0, 1, 0]


def test_words_of_the_plate_end_with_the_short_one():
    assert plate_words(hatched(4).items[0]) == (FIRST, LAST)


def test_the_plate_of_a_header_touches_no_neighbour(look):
    labels = ("street", "because", "it")
    content = alone(values=np.zeros((2, 3)), column_labels=labels)
    block, ink = painted(
        look, content, lambda *given: paint_column_headers(*given[:3], Marks(columns={1}), given[3])
    )
    assert not block.turned
    groups = np.split(ink, np.flatnonzero(np.diff(ink) > 1) + 1)
    plate = max(groups, key=len)  # letters stand apart, the outline does not
    width = look.metrics.width("because", Face.TEXT, 13)
    assert width + 4 <= len(plate) <= width + 24
