"""Where the matrices stand: nothing overlaps, everything is inside, and what shrinks first."""

import math
from itertools import combinations

import numpy as np
import pytest
from msgspec.structs import replace

from app.fonts import load_fonts
from app.models.stage_content import Kind, MatrixView, Role, Sign, StageContent
from app.models.stage_layout import arrange, is_product
from app.models.stage_measure import SIGN, SMALL, Sizer, bar_ticks
from app.models.stage_memory import Arranger
from app.models.stage_numbers import name_parts, texts_of, writing_of
from app.models.stage_places import Face
from app.models.stage_worked import worked_lines
from app.widgets.stage.look import QtMetrics
from core.expression.nodes import Cell, Line
from core.expression.writing import Writing
from tests.support.stage_views import Letters, alone, chain, counted, projection, scores, softmax, view


@pytest.fixture(autouse=True)
def fonts(qapp):
    load_fonts()


WIDE, NARROW = (1240.0, 384.0), (984.0, 285.0)


def placed(content, extent=WIDE, lit=(), decimals=2, scale=1.0, metrics=None):
    worked = worked_lines(content, lit, ("product", "sum"), decimals)
    return arrange(content, extent, metrics or QtMetrics(), decimals=decimals, scale=scale, worked=worked)


def by_symbol(content, placement):
    return {content.items[block.item].symbol: block for block in placement.blocks}


def touching(one, other):
    return (
        one.x < other.right - 0.5
        and other.x < one.right - 0.5
        and one.y < other.bottom - 0.5
        and other.y < one.bottom - 0.5
    )


def boxes(block):
    """Cells with their headers, and the line of the name."""
    cells = block.cells.grown(block.row_header, block.column_header, 0, 0)
    name = block.cells.grown(0, 0, 0, 0)
    name = type(name)(block.cells.x, block.title_at - 8, block.title.width, 16)
    return [cells, name, *(box for box in (block.badges, block.bar) if box)]


def real_contents():
    yield "scores", *scores()[:2]
    yield "scores 6 × 3", *scores(6, 4, 3)[:2]
    yield "scores 12", *scores(12, 8)[:2]
    yield "projection", *projection()[:2]
    yield "projection with bias", *projection(bias=True)[:2]
    yield "wide projection", *projection(bias=True, columns=16)[:2]
    yield "softmax", *softmax()[:2]
    yield "softmax of 12", *softmax(12)[:2]
    yield "chain", chain(), ()
    yield "32 tokens", *scores(32, 4)[:2]
    yield "64 tokens", *scores(64, 16)[:2]


@pytest.mark.parametrize("extent", [WIDE, NARROW], ids=["1280", "1024"])
@pytest.mark.parametrize("scale", [1.0, 1.25])
@pytest.mark.parametrize("case", list(real_contents()), ids=lambda case: case[0])
def test_nothing_overlaps_and_everything_is_inside(case, extent, scale):
    _, content, lit = case
    placement = placed(content, extent, lit, scale=scale)
    every = [(block.item, box) for block in placement.blocks for box in boxes(block)]
    every += [("table", placement.table.cells)] if placement.table else []
    for (owner, one), (other_owner, other) in combinations(every, 2):
        assert owner == other_owner or not touching(one, other), (owner, one, other_owner, other)
    for _, box in every:
        assert box.x >= 0
        assert box.right <= placement.width
        assert box.bottom <= placement.height
    for sign in placement.signs:
        assert not any(touching(sign.box, block.cells) for block in placement.blocks)
    if scale == 1.0:
        assert (placement.width, placement.height) == extent


@pytest.mark.parametrize("make", [scores, projection, softmax])
def test_eight_by_eight_has_readable_numbers_at_1280(make):
    content, lit, _ = make()
    for block in placed(content, WIDE, lit).blocks:
        if content.items[block.item].tensor != "masked":  # a thumbnail beside the workings, as in the picture
            assert block.pixels >= 12
            assert block.cell_height >= 18


def test_result_is_readable_at_1024_and_operands_are_thumbnails():
    content, lit, _ = scores()
    placement = placed(content, NARROW, lit)
    block = by_symbol(content, placement)
    assert block["scores"].pixels == 13
    assert block["scores"].cell_width >= 44
    assert block["scores"].cell_height >= 26
    assert block["Q"].pixels == block["K^T"].pixels == 0
    assert 10 <= block["Q"].cell_width <= 18
    assert placement.table is not None
    assert placement.table.shown == 4


def test_the_table_multiplies_the_lit_lines():
    content, lit, _ = scores()
    worked = worked_lines(content, lit, ("product", "sum"), 2)
    q, k = content.items[0].values[5], content.items[2].values[:, 1]
    np.testing.assert_array_equal(worked.left, q)
    np.testing.assert_array_equal(worked.right, k)
    np.testing.assert_array_equal(worked.products, q * k)
    assert worked.labels == ("q[mat]", "k[cat]", "product")
    assert worked.total == f"sum {content.items[4].values[5, 1]:.2f}".replace("-", "−")


def test_the_table_adds_the_bias_and_names_counted_columns():
    content, lit, _ = projection(bias=True)
    worked = worked_lines(content, lit, ("product", "sum"), 2)
    assert worked.labels[1] == "W[·, 4]"
    bias = content.items[4].values[0, 3]
    assert worked.total.endswith(f"{'+' if bias >= 0 else '−'} {abs(bias):.2f}")


def test_no_table_for_what_is_no_product_of_two_lines():
    content, lit, _ = softmax()
    assert worked_lines(content, lit, ("product", "sum"), 2) is None
    assert not is_product(content)


def test_long_lines_are_cut_with_the_last_place_for_an_ellipsis():
    content, lit, _ = scores(8, 40)
    placement = placed(content, NARROW, lit)
    assert 3 <= placement.table.shown < 40


def test_results_with_too_many_rows_are_pictures():
    content, lit, _ = scores(64, 16)
    placement = placed(content, WIDE, lit)
    assert all(block.pixels == 0 for block in placement.blocks)
    assert placement.height == WIDE[1]


@pytest.mark.parametrize("make", [scores, projection, softmax])
def test_few_rows_keep_their_numbers_however_much_they_are_enlarged(make):
    content = make(count=4)[0]
    placement = placed(content, (984.0, 212.0), scale=3.0)
    result = placement.blocks[-1]
    assert result.pixels > 0
    assert result.cell_height >= result.pixels
    assert placement.height > 212.0


def test_result_keeps_its_place_between_steps():
    tops = set()
    for content, lit, _ in (scores(3, 2), softmax(3), projection(count=3, size=4, columns=2)):
        result = placed(content, WIDE, lit).blocks[-1]
        tops.add((result.cells.x, result.cells.y))
    assert len(tops) == 1


def test_wide_results_lose_a_decimal_before_they_scroll():
    content = StageContent(
        (
            view("x", np.zeros((8, 20)), role=Role.OPERAND),
            Sign("→"),
            view("y", np.linspace(-9, 9.5, 160).reshape(8, 20)),
        )
    )
    placement = placed(content, (984.0, 384.0), decimals=2)
    assert placement.decimals == 1
    assert placement.width == 984.0
    assert placed(content, (500.0, 384.0)).width > 500


def test_chain_stands_in_the_middle_on_one_line():
    content = chain()
    placement = placed(content, decimals=4)
    middles = {round(block.cells.y + block.cells.height / 2) for block in placement.blocks}
    assert len(middles) == 1
    assert len({block.title_at for block in placement.blocks}) == 1
    left = placement.blocks[0].cells.x - placement.blocks[0].row_header
    right = placement.width - placement.blocks[-1].cells.right
    assert abs(left - right) < 60
    framed = placement.block_of(6)
    assert placement.frame.x < framed.cells.x
    assert placement.frame.right > framed.cells.right
    assert framed.pixels == 17


def test_headers_turn_where_one_is_wider_than_its_cell():
    content = alone(values=np.zeros((2, 3)), column_labels=("a", "internationalization", "c"))
    block = placed(content).blocks[0]
    assert block.turned
    assert block.column_header > 60
    assert not placed(alone(column_labels=("a", "b", "c"))).blocks[0].turned


def test_zoom_scales_everything():
    small, large = (placed(alone(), (2400.0, 1200.0), scale=scale).blocks[0] for scale in (1.0, 2.0))
    assert large.cell_width == 2 * small.cell_width
    assert large.cell_height == 2 * small.cell_height
    assert large.pixels == 2 * small.pixels


def test_layout_needs_no_qt():
    content, lit, _ = scores()
    placement = placed(content, WIDE, lit, metrics=Letters())
    assert len(placement.blocks) == 3


def test_empty_matrices_and_contents_are_placed():
    assert placed(StageContent((), message="nothing")).blocks == ()
    assert placed(alone(values=np.zeros((0, 3)), row_labels=())).blocks[0].rows == 0
    assert placed(alone(values=np.zeros((2, 0)), column_labels=())).blocks[0].columns == 0


def test_cells_and_headers_are_found_under_points():
    block = placed(alone(values=np.zeros((2, 3)))).blocks[0]
    for row in range(2):
        for column in range(3):
            box = block.cell(row, column)
            assert block.cell_at(box.x + 1, box.y + 1) == (row, column)
            assert block.cell_at(box.right - 1, box.bottom - 1) == (row, column)
    assert block.cell_at(block.cells.right + 1, block.cells.y + 1) is None
    assert block.row_header_at(block.cells.x - 5, block.cell(1, 0).y + 5) == 1
    assert block.column_header_at(block.cell(0, 2).x + 5, block.cells.y - 5) == 2


def test_a_placement_is_kept_while_only_numbers_change():
    arranger = Arranger(QtMetrics())

    def again(content, lit):
        worked = worked_lines(content, lit, ("product", "sum"), 2)
        return arranger.arrange(content, NARROW, decimals=2, scale=1.0, worked=worked)

    content, lit, _ = scores()
    first = again(content, lit)
    items = list(content.items)
    items[4] = view(
        "scores",
        items[4].values * 0.5,
        row_labels=items[4].row_labels,
        column_labels=items[4].column_labels,
        bar=items[4].bar,
    )
    second = again(StageContent(tuple(items)), lit)
    fresh = placed(StageContent(tuple(items)), NARROW, lit)
    assert [block.cells for block in second.blocks] == [block.cells for block in first.blocks]
    assert second.blocks[-1].texts == fresh.blocks[-1].texts != first.blocks[-1].texts
    assert [block.cells for block in fresh.blocks] == [block.cells for block in second.blocks]


def test_a_placement_of_other_numbers_tells_which_one_it_is_otherwise():
    arranger = Arranger(QtMetrics())
    content = scores()[0]
    last = content.items[-1]
    turned = StageContent((*content.items[:-1], replace(last, values=last.values[::-1].copy())))
    first, second = (
        arranger.arrange(one, NARROW, decimals=2, scale=1.0, worked=None) for one in (content, turned)
    )
    assert second is not first
    assert second.ground is first.ground is first


@pytest.mark.parametrize(
    ("value", "decimals", "text"),
    [
        (-0.001, 2, "−1.00e−03"),
        (-1.5, 2, "−1.50"),
        (1e308, 2, "1.00e+308"),
        (-2e9, 0, "−2e+09"),
        (0.125, 3, "0.125"),
    ],
)
def test_numbers_are_written_for_people(value, decimals, text):
    shown = view("t", [[value]])
    assert texts_of(shown, writing_of(shown, decimals)) == [text]


def test_whole_matrices_have_no_decimals_and_masked_cells_no_text():
    assert writing_of(view("t", [[2.0, -np.inf]]), 2) == Writing(0)
    assert writing_of(view("t", [[2.5]]), 2) == Writing(2)
    masked = np.array([[False, True]])
    assert texts_of(view("t", [[1.5, -np.inf]], masked=masked), Writing(1)) == ["1.5", ""]


def test_the_ends_of_a_bar_have_the_places_of_what_is_written():
    assert bar_ticks(view("t", [[0.9999]], bar=(-0.9999, 0.9999))) == ("1.0", "0.0", "−1.0")
    assert bar_ticks(view("t", [[0.99]], bar=(-0.99, 0.99))) == ("0.99", "0.00", "−0.99")


def test_words_are_told_apart_by_their_ends():
    shown = QtMetrics().elided("Donaudampfschifffahrtsgesellschaft4", Face.TEXT, 13, 100)
    assert shown.startswith("Donau")
    assert shown.endswith("4")


def test_a_column_of_workings_has_its_name_alone():
    content = softmax()[0]
    shapes = {content.items[block.item].symbol: block.title.shape for block in placed(content).blocks}
    assert shapes["max"] == shapes["sum"] == ""


def test_a_picture_keeps_no_room_for_badges():
    content = softmax(40)[0]
    assert content.items[-1].row_badges
    result = placed(content, NARROW).blocks[-1]
    assert not result.pixels
    assert result.badges is None
    assert result.cells.width >= max(block.cells.width for block in placed(content, NARROW).blocks)


def test_names_are_split_at_sub_and_superscripts():
    assert name_parts("K^T") == (("K", 0), ("⊤", 1))
    assert name_parts("√d_k = 2") == (("√d", 0), ("k", -1), (" = 2", 0))


def test_lines_of_other_tensors_and_words_that_occur_twice():
    content, _, _ = scores()
    assert worked_lines(content, (Line("q", (0, None)), Line("other", (0, None))), ("p", "s"), 2) is None
    assert worked_lines(content, (Line("q", (0, None)), Cell("k", (0, 0))), ("p", "s"), 2) is None
    twice = StageContent(
        tuple(
            view(
                name, np.ones((2, 2)), role=Role.OPERAND, row_labels=("the", "the"), column_labels=counted(2)
            )
            for name in ("a", "b")
        )
    )
    worked = worked_lines(twice, (Line("a", (1, None)), Line("b", (0, None))), ("p", "s"), 2)
    assert worked.labels[:2] == ("a[the (2)]", "b[the (1)]")
    assert all(isinstance(item, MatrixView) and item.kind is Kind.SIGNED for item in twice.items)


def test_the_sign_stands_free_of_the_handle():
    content = chain()
    for extent in (WIDE, (984.0, 245.0), (900.0, 285.0)):
        placement = placed(content, extent, decimals=4)
        for item in (0, 2, 8):
            block = placement.block_of(item)
            after = min(
                sign.box.x + sign.box.width / 2 for sign in placement.signs if sign.box.x > block.cells.x
            )
            assert after - 8 >= block.cells.right + 3 + 16


def test_headers_stand_apart_or_turn():
    for labels in (
        ("street", "because"),
        ("<start>", "the"),
        ("chases", "mice"),
        ("a", "internationalization"),
    ):
        content = alone(values=np.zeros((3, 2)), column_labels=labels)
        block = placed(content, (400.0, 300.0)).blocks[0]
        widths = [QtMetrics().width(text, Face.TEXT, 13) for text in labels]
        assert block.turned or sum(widths) / 2 + 4 <= block.cell_width


def test_cells_become_wider_before_headers_turn():
    content = alone(
        values=np.zeros((11, 6)), column_labels=("pronoun", "predicate", "says", "kind", "a", "b")
    )
    block = placed(content, (984.0, 240.0)).blocks[0]
    assert not block.turned
    assert block.cells.bottom <= 240 - 12


def test_a_table_shows_all_its_columns_where_there_is_room_under_the_result():
    content, lit, _ = projection(bias=True, count=4, columns=16)
    placement = placed(content, (1240.0, 340.0), lit)
    assert placement.table.shown == 8
    result, thumbnails = placement.blocks[-1], placement.blocks[:-1]
    assert placement.table.cells.y > result.cells.bottom
    assert result.cell_height >= 26
    assert all(block.pixels == 0 for block in thumbnails)


def test_the_sum_stands_under_the_products_where_columns_would_go():
    content, lit, _ = projection(count=4, size=8, columns=8)
    table = placed(content, (984.0, 260.0), lit).table
    assert table.shown == 8
    assert table.total_below
    assert table.right <= placed(content, (984.0, 260.0), lit).blocks[-1].cells.x


def test_shapes_are_written_over_thumbnails():
    content, lit, _ = scores()
    titles = [block.title.shape for block in placed(content, NARROW, lit).blocks]
    assert titles == ["8 × 4", "4 × 8", "8 × 8"]


def test_the_left_line_comes_first_and_names_are_those_of_the_explanation():
    content, lit, _ = projection()
    items = list(content.items)
    items[0] = replace(items[0], tensor="embed.tokens")
    content = StageContent(tuple(items))
    worked = worked_lines(content, (lit[1], Line("embed.tokens", (2, None))), ("product", "sum"), 2)
    assert worked.labels[:2] == ("embed.tokens[sat]", "W[·, 4]")


def test_a_mask_between_matrices_is_as_wide_as_they_are_where_there_is_room():
    masked = np.triu(np.ones((4, 4), dtype=bool), 1)
    values = np.where(masked, -np.inf, 1.5)
    mask = view("M", ~masked, role=Role.OPERAND, kind=Kind.MASK, masked=masked)
    content = StageContent(
        (
            view("scaled", np.full((4, 4), 1.5), role=Role.OPERAND),
            Sign("+"),
            mask,
            Sign("="),
            view("masked", values, masked=masked),
        )
    )
    placement = placed(content, (984.0, 285.0))
    block = by_symbol(content, placement)
    assert block["M"].cell_width == pytest.approx(block["M"].cell_height, abs=1)
    assert block["masked"].cells.x == pytest.approx(0.62 * 984, abs=4)


def test_last_rows_keep_off_the_explanation():
    for count in (8, 11, 12):
        content, lit, _ = scores(count, 1)
        placement = placed(content, NARROW, lit)
        assert max(block.cells.bottom for block in placement.blocks) <= NARROW[1] - 12


@pytest.mark.parametrize("width", range(900, 1300, 40))
def test_notes_over_thumbnails_stay_clear_of_the_result(width):
    content, lit, _ = projection(bias=True, count=4, columns=16)
    placement = placed(content, (float(width), 340.0), lit)
    result = placement.blocks[-1]
    for block in placement.blocks[:-1]:
        overlap = block.title_at > result.cells.y - 12
        assert not overlap or block.cells.x + block.title.width <= result.cells.x - result.row_header


def test_a_note_on_its_own_line_asks_for_no_more_room_than_it_takes():
    sizer = Sizer(StageContent(()), Letters(), 2, 1.0)
    parameter = view("W", np.zeros((4, 1)), role=Role.OPERAND, note="parameter")
    least = math.ceil(sizer.width("✎ parameter", SMALL))
    fits, lacks = (sizer.title(parameter, room, own_line=False) for room in (least, least - 1.0))
    assert (fits.note, fits.note_below, fits.width) == ("parameter", True, least)
    assert lacks.note == ""


@pytest.mark.parametrize("scale", [1.0, 1.5, 2.0])
@pytest.mark.parametrize("extent", [WIDE, NARROW])
def test_signs_of_a_chain_touch_neither_matrices_nor_the_frame(extent, scale):
    content, metrics = chain(), QtMetrics()
    placement = placed(content, extent, scale=scale)
    least = 4 * scale
    for sign in placement.signs:
        if sign.word:
            continue
        half = metrics.width(sign.text, Face.UPRIGHT, round(SIGN * scale)) / 2
        middle = sign.box.x + sign.box.width / 2
        boxes = [*(block.cells for block in placement.blocks), placement.frame]
        assert all(box.right <= middle - half - least or box.x >= middle + half + least for box in boxes)
