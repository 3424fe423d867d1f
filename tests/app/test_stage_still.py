"""What is kept from edit to edit is what would be painted and placed anew."""

import numpy as np
import pytest
from msgspec.structs import replace
from PySide6.QtCore import QPoint
from PySide6.QtGui import QImage

from app.fonts import load_fonts
from app.models import stage_memory
from app.models.stage_content import StageContent
from app.models.stage_memory import most_digits
from app.models.stage_numbers import patterns, texts_of, writing_of
from app.widgets.stage.canvas import StageCanvas
from app.widgets.stage.layers import Layer
from core.expression.nodes import Cell
from core.expression.numbers import MINUS
from tests.support.stage_views import scores, softmax, view


@pytest.fixture
def canvas(qtbot):
    load_fonts()
    canvas = StageCanvas()
    qtbot.addWidget(canvas)
    canvas.resize(1000, 420)
    canvas.show()
    return canvas


def seen(canvas):
    """What is on the screen, with the layer."""
    image = QImage(canvas.viewport().size(), QImage.Format.Format_ARGB32_Premultiplied)
    canvas.viewport().render(image, QPoint())
    return image


def same(canvas):
    shared = seen(canvas).rect() & canvas.picture().rect()
    return seen(canvas).copy(shared) == canvas.picture().copy(shared)


def test_the_layer_is_what_would_be_painted(canvas):
    for content, lit, _ in (scores(), softmax()):
        canvas.set_content(content)
        assert same(canvas)
        last = content.items[-1]
        for place in ((0, 0), (1, 2)):
            canvas.set_lit(lit, Cell(last.tensor, last.index(*place)))
            assert same(canvas)


def test_the_layer_is_painted_once_while_only_numbers_change(canvas, monkeypatch):
    painted = []
    paint = Layer._painted
    monkeypatch.setattr(Layer, "_painted", lambda *a: painted.append(1) or paint(*a))
    content = scores()[0]
    for factor in (1.0, 0.99, 0.98):
        items = list(content.items)
        items[-1] = view(
            items[-1].symbol,
            items[-1].values * factor,
            bar=items[-1].bar,
            row_labels=items[-1].row_labels,
            column_labels=items[-1].column_labels,
        )
        canvas.set_content(StageContent(tuple(items)))
        seen(canvas)
    assert len(painted) <= 2


@pytest.mark.parametrize("decimals", [0, 1, 2, 5])
def test_as_many_digits_are_as_wide(decimals):
    """Also at the bounds where rounding makes one more digit, and −0.001, which is written 0.00."""
    random = np.random.default_rng(1)
    edges = [0.0, -0.0, 0.005, 0.5, 0.995, 9.995, 9.994999, 99.5, 999.9951, -0.001, -9.995, -99.9999, 1e8]
    widths = {}
    for _ in range(400):
        values = random.choice(edges, size=(1, random.integers(1, 4))).astype(float)
        shown = view("x", values)
        how = writing_of(shown, decimals)
        widest = max(map(width, patterns(texts_of(shown, how))))
        assert widths.setdefault((how, most_digits(shown, how)), widest) == widest
    assert len(set(widths.values())) > 3


def width(text):
    return sum({".": 0.4, MINUS: 1.3}.get(sign, 1.0) for sign in text)


def test_other_numbers_of_the_same_width_are_not_placed_anew(canvas, monkeypatch):
    """Whichever of them is how large, and whatever stands at the colour bar."""
    content = scores()[0]
    canvas.set_content(content)
    placed = []
    arrange = stage_memory.arrange
    monkeypatch.setattr(stage_memory, "arrange", lambda *a, **k: placed.append(1) or arrange(*a, **k))
    last = content.items[-1]
    for values in (last.values[::-1].copy(), last.values * 0.99, last.values):
        bar = (-float(np.abs(values).max()), float(np.abs(values).max()))
        shown = replace(last, values=values, bar=bar)
        canvas.set_content(StageContent((*content.items[:-1], shown)))
    assert placed == []
    canvas.set_content(StageContent((*content.items[:-1], replace(last, values=last.values * 1000))))
    assert placed
