"""What is kept from edit to edit is what would be painted and placed anew."""

import numpy as np
import pytest
from msgspec.structs import replace
from PySide6.QtCore import QPoint, QRectF, QSize
from PySide6.QtGui import QColor, QImage, QPainterPath

from app.fonts import load_fonts
from app.models import stage_memory
from app.models.stage_content import MatrixView, StageContent
from app.models.stage_memory import most_digits
from app.models.stage_numbers import patterns, texts_of, writing_of
from app.theme import load_theme
from app.widgets.stage import layers
from app.widgets.stage.canvas import StageCanvas
from app.widgets.stage.layers import Layer, filled
from core.expression.nodes import Cell, Line
from core.expression.numbers import MINUS
from tests.support.stage_views import alone, scores, softmax, view


@pytest.fixture
def canvas(qtbot):
    load_fonts()
    canvas = StageCanvas()
    qtbot.addWidget(canvas)
    canvas.resize(1000, 420)
    canvas.show()
    return canvas


def seen(canvas, ratio=1.0):
    """What is on a screen of so many pixels, with the layers."""
    size = canvas.viewport().size()
    image = QImage(
        QSize(round(size.width() * ratio), round(size.height() * ratio)), QImage.Format.Format_RGB32
    )
    image.setDevicePixelRatio(ratio)
    canvas.viewport().render(image, QPoint())
    image.setDevicePixelRatio(1.0)
    return image


def same(canvas, ratio=1.0):
    """Whether that is what is painted in one go, without layers."""
    whole = canvas.picture(ratio).convertToFormat(QImage.Format.Format_RGB32)
    seen(canvas, ratio)  # the second time they are kept
    shown = seen(canvas, ratio)
    corner = QPoint(canvas.horizontalScrollBar().value(), canvas.verticalScrollBar().value()) * ratio
    shared = whole.rect() & shown.rect().translated(corner)
    return shown.copy(shared.translated(-corner)) == whole.copy(shared)


def marked(canvas, content, lit, chosen, link=None):
    """Show all that can stand over numbers."""
    canvas.set_content(content)
    canvas.set_lit(lit, chosen, link)
    canvas.set_changed({one.tensor: one.values > 0.3 for one in content.items if isinstance(one, MatrixView)})


def test_the_layer_is_what_would_be_painted(canvas):
    for content, lit, _ in (scores(), softmax()):
        canvas.set_content(content)
        assert same(canvas)
        last = content.items[-1]
        for place in ((0, 0), (1, 2)):
            canvas.set_lit(lit, Cell(last.tensor, last.index(*place)))
            assert same(canvas)


@pytest.mark.parametrize("theme", ["light", "dark", "high-contrast"])
@pytest.mark.parametrize("ratio", [1.0, 1.25, 2.0])
@pytest.mark.parametrize("zoom", [80, 100, 125, 200])
def test_layers_are_what_would_be_painted_on_every_screen(canvas, theme, ratio, zoom):
    """Also where what is painted over each other covers only a part of its pixels, and when scrolled."""
    canvas.set_theme(load_theme(theme))
    canvas.set_display(2, zoom)
    content, lit, chosen = softmax()
    marked(canvas, content, lit, chosen, Line("w", (2, None)))
    assert same(canvas, ratio)
    for bar in (canvas.horizontalScrollBar(), canvas.verticalScrollBar()):
        bar.setValue(12)
    assert same(canvas, ratio)


def test_corners_of_low_cells_do_not_meet(canvas):
    """What is freed around them is put on once: it is the same in place and kept."""
    canvas.set_display(2, 200)
    values = np.random.default_rng(0).normal(size=(30, 40))
    marked(canvas, alone("t", values), (), Cell("t", (3, 7)))
    assert canvas.placement.blocks[0].cell_height < 9
    assert seen(canvas) == seen(canvas)


@pytest.mark.parametrize("zoom", [100, 125])
def test_layers_of_what_is_off_or_typed_in_or_no_number_are_what_would_be_painted(canvas, zoom):
    canvas.set_display(2, zoom)
    values = np.array([[1.5, np.nan], [-np.inf, -2.0]])
    items = (view("a", values, is_off=True), view("b", values, note="typed in"), view("c", values))
    marked(canvas, StageContent(items), (Line("a", (1, None)),), Cell("c", (0, 1)))
    assert same(canvas)


def test_coats_share_a_picture_unless_both_are_half_transparent_somewhere(qapp):
    def coat(left):
        path = QPainterPath()
        path.addRect(QRectF(left, 2.0, 4.0, 4.0))
        return filled([path], QColor(200, 10, 30))

    def pictures(*lefts):
        return len(layers._pictures(map(coat, lefts), QRectF(0, 0, 40, 8), 1.0))

    assert pictures(2.5, 12.5) == 1
    assert pictures(2.0, 4.0) == 1
    assert pictures(2.5, 2.0) == 1
    assert pictures(2.5, 4.5) == 1
    assert pictures(2.5, 6.5) == 2


def test_layers_are_kept_while_only_numbers_change(canvas, monkeypatch):
    kept = []
    painted = Layer._painted
    monkeypatch.setattr(Layer, "_painted", lambda *a: kept.append(a[0]) or painted(*a))
    content = scores()[0]
    for factor in (1.0, 0.99, 0.98, 0.97):
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
    assert len(kept) == len(set(kept)) == 4  # around, under and over the numbers, and what is lit


@pytest.mark.parametrize("seen_before", [1, 2])
def test_what_changes_is_seen_at_once(canvas, seen_before):
    """Whether it was painted or is kept."""
    content, lit, chosen = softmax()
    marked(canvas, content, lit, chosen)
    for _ in range(seen_before):
        seen(canvas)
    shown = [seen(canvas)]
    canvas.set_changed({})
    shown.append(seen(canvas))
    canvas.set_lit((), None)
    shown.append(seen(canvas))
    canvas.set_theme(load_theme("dark"))
    shown.append(seen(canvas))
    labels = tuple(f"{label}!" for label in content.items[0].row_labels)
    other = (replace(content.items[0], row_labels=labels), *content.items[1:-1])
    canvas.set_content(StageContent((*other, replace(content.items[-1], mask_text="masked"))))
    shown.append(seen(canvas))
    canvas.set_content(StageContent((*other, replace(content.items[-1], masked=None))))
    shown.append(seen(canvas))
    assert len({image.bits().tobytes() for image in shown}) == len(shown)
    assert same(canvas)


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
