"""How much room the parts of a matrix need. Lengths are those for 13 px text, and are scaled."""

from __future__ import annotations

import math
from functools import lru_cache
from itertools import pairwise

from msgspec import Struct

from app.models.stage_content import Kind, MatrixView, Role, Sign, StageContent
from app.models.stage_numbers import Parts, name_parts, patterns, texts_of, writing_of
from app.models.stage_places import Face, Metrics, Title
from core.expression.numbers import number_text

NUMBER, SMALL, NAME, RESULT_NAME, WORD = 13, 12, 17, 20, 15
RAISED = 0.68
"""Size of sub- and superscripts."""
HEADER_ROW, NAME_ROW = 24, 20
LONGEST_HEADER, HEADER_PAD = 120, 14
LABEL_GAP, LEAST_LABEL_GAP = 8, 4
"""Between two column headers: wished for, and less than which they turn."""
BAR, BAR_OFF, TICK = 12, 16, 6
SIGN, SIGN_OFF = 26, 6
"""A sign between matrices, and the least that is free beside it."""
HANDLE = 16


class Size(Struct):
    """What one matrix needs, in pixels."""

    item: int
    view: MatrixView
    cell_width: float = 0.0
    cell_height: float = 0.0
    pixels: int = 0
    row_header: float = 0.0
    column_header: float = 0.0
    turned: bool = False
    badges: float = 0.0
    bar: float = 0.0
    """Width of bar and ticks, 0 where there is no bar."""
    pad: float = 0.0
    """Room for the frame."""
    beside: float = 0.0
    """Room for a handle at the right."""

    @property
    def rows(self) -> int:
        """Rows shown."""
        return int(self.view.values.shape[0])

    @property
    def columns(self) -> int:
        """Columns shown."""
        return int(self.view.values.shape[1])

    @property
    def width(self) -> float:
        """Of the cells."""
        return self.cell_width * max(self.columns, 1)

    @property
    def height(self) -> float:
        """Of the cells."""
        return self.cell_height * max(self.rows, 1)


def has_labels(labels: tuple[str, ...]) -> bool:
    """Return whether there is anything to write."""
    return any(labels)


class Sizer:
    """Measures one content at one scale and with so many decimals."""

    def __init__(self, content: StageContent, metrics: Metrics, decimals: int, scale: float) -> None:
        self.content = content
        self.decimals = decimals
        self.scale = scale
        self.metrics = metrics
        self._texts: dict[int, list[str]] = {}
        self._patterns: dict[int, set[str]] = {}
        self._needed: dict[tuple[str, ...], float] = {}

    def px(self, length: float) -> int:
        """Scale a length."""
        return round(length * self.scale)

    def width(self, text: str, size: int, face: Face = Face.TEXT) -> float:
        """Return how wide a text is at an unscaled size."""
        return self.metrics.width(text, face, self.px(size)) if text else 0.0

    def name_width(self, parts: Parts, size: int, face: Face = Face.MATH) -> float:
        """Return how wide a name with sub- and superscripts is."""
        return sum(
            self.metrics.width(text, face, self.px(size * (RAISED if level else 1))) for text, level in parts
        )

    def texts(self, item: int) -> list[str]:
        """Return the number texts of a matrix."""
        if item not in self._texts:
            view = self.content.items[item]
            assert isinstance(view, MatrixView)
            self._texts[item] = texts_of(view, writing_of(view, self.decimals))
        return self._texts[item]

    def number_width(self, item: int, size: int) -> float:
        """Return the width of the widest number of a matrix."""
        if item not in self._patterns:
            self._patterns[item] = patterns(self.texts(item))
        return max((self.width(text, size) for text in self._patterns[item]), default=0.0)

    def row_header(self, view: MatrixView) -> float:
        """Return the width of the column of row headers, 0 for none."""
        if not view.row_names_shown or not has_labels(view.row_labels):
            return 0.0
        return self._longest(view.row_labels, Face.TEXT) + self.px(HEADER_PAD)

    def column_header(self, size: Size) -> None:
        """Set the height of the row of column headers; they turn where one is wider than its cell + 4 px."""
        labels = size.view.column_labels
        if not has_labels(labels):
            size.column_header = 0.0
            return
        size.turned = self._label_pitch(labels) + self.px(LEAST_LABEL_GAP) > size.cell_width
        size.column_header = (
            max(self._longest(labels) + self.px(16), self.px(HEADER_ROW))
            if size.turned
            else self.px(HEADER_ROW)
        )

    def _longest(self, labels: tuple[str, ...], face: Face = Face.BOLD) -> float:
        widest = max((self.width(label, NUMBER, face) for label in labels), default=0.0)
        return min(math.ceil(widest), self.px(LONGEST_HEADER))

    def label_room(self, view: MatrixView, most: int, gap: int = LABEL_GAP) -> int:
        """Return how wide cells are whose headers stand `gap` apart; 0 where that is over `most`."""
        needed = math.ceil(self._label_pitch(view.column_labels)) + self.px(gap)
        return needed if needed <= self.px(most) else 0

    def _label_pitch(self, labels: tuple[str, ...]) -> float:
        """Return how far apart the middles of headers are that just touch, and do not reach out by much."""
        if labels not in self._needed:
            widths = [self.width(label, NUMBER) for label in labels]
            pairs = [(one + other) / 2 for one, other in pairwise(widths)]
            reach = max(widths, default=0.0) - self.px(4 + LEAST_LABEL_GAP)
            self._needed[labels] = max(*pairs, reach) if pairs else max(widths, default=0.0)
        return self._needed[labels]

    def ends(self, size: Size) -> None:
        """Set the width of badges and bar."""
        view = size.view
        if view.row_badges:
            size.badges = self.px(20) + max(self.width(text, SMALL, Face.BOLD) for text in view.row_badges)
        if view.role is Role.RESULT and view.bar is not None and view.values.size and not self.content.chain:
            ticks = max(self.width(text, SMALL) for text in bar_ticks(view))
            size.bar = self.px(BAR_OFF + BAR + TICK) + math.ceil(ticks)

    def sign_width(self, sign: Sign, gap: float) -> float:
        """Return how wide the place of a sign is."""
        if not sign.word:
            glyph = self.width(sign.text, SIGN, Face.UPRIGHT)
            usual = 2 * self.px(gap) + (glyph if len(sign.text) > 1 else self.px(4))
            return math.ceil(max(usual, glyph + 2 * self.px(SIGN_OFF)))
        word = self.name_width(name_parts(sign.word), WORD, Face.UPRIGHT)
        return math.ceil(max(word, self.px(44))) + self.px(gap)

    def name_only(self, view: MatrixView) -> float:
        """Return how wide the name of a matrix is."""
        pixels = RESULT_NAME if view.role is Role.RESULT else NAME
        return math.ceil(self.name_width(name_parts(view.symbol), pixels))

    def title(self, view: MatrixView, room: float, *, own_line: bool) -> Title:
        """Return the fullest line over a matrix that fits `room`; only the name always stays."""
        pixels = RESULT_NAME if view.role is Role.RESULT else NAME
        name = self.name_width(name_parts(view.symbol), pixels)
        is_column = view.role is Role.WORKING and view.values.shape[1] == 1  # its width says it all
        shapes = [""] if is_column else [view.shape_text, view.shape_text.partition(" · ")[0], ""]
        note = self.width(f"✎ {view.note}", SMALL) if view.note else 0.0
        tries = [(shape, False) for shape in shapes[:1] if not own_line or not view.note]
        tries += [(shape, True) for shape in shapes]
        for shape, below in tries:
            shape_width = self.width(shape, SMALL) + self.px(8) if shape else 0.0
            beside = note + self.px(8) if note else 0.0
            width = max(name + shape_width, note) if below else name + shape_width + beside
            if width <= room:
                break
        if note > room and name <= room:
            return Title(self.px(pixels), shape, "", note_below=False, width=math.ceil(name))
        return Title(self.px(pixels), shape, view.note, bool(view.note) and below, math.ceil(width))

    def caption(self, text: str, width: float) -> tuple[str, ...]:
        """Break a caption into lines of that width."""
        lines: list[str] = []
        for word in _words(text):
            if lines and self.width((lines[-1] + word).rstrip(), SMALL) <= width:
                lines[-1] += word
            else:
                lines.append(word.lstrip())
        return tuple(line.strip() for line in lines)


def bar_ticks(view: MatrixView) -> tuple[str, str, str]:
    """Return what stands at the upper end, the middle and the lower end of a bar."""
    return _ticks(*(view.bar or (0.0, 1.0)), is_shares=view.kind is Kind.WEIGHTS)


@lru_cache(maxsize=32)
def _ticks(low: float, high: float, *, is_shares: bool) -> tuple[str, str, str]:
    if is_shares:
        places = 1
    elif high >= 1e4 or 0 < high < 1e-4:
        texts = [
            f"{value:.0e}".replace("e+0", "e").replace("e-0", "e−").replace("e+", "e")
            for value in (high, low)
        ]
        return texts[0], "0", texts[1].replace("-", "−")
    else:
        places = (
            1 if high >= 0.995 else 2 if high >= 0.1 else 1 - math.floor(math.log10(high)) if high > 0 else 1
        )
    return number_text(high, places), number_text((high + low) / 2, places), number_text(low, places)


def _words(text: str) -> list[str]:
    """Split after spaces; text without spaces (Japanese) between any two letters."""
    if " " in text:
        return [word + " " for word in text.split(" ")]
    return list(text) if len(text) > 16 and not text.isascii() else [text]
