"""Every theme holds every role, and what has a meaning can be seen."""

import re
import tomllib
from pathlib import Path

import pyqtgraph
import pytest

THEMES = sorted((Path(__file__).parents[1] / "resources/themes").glob("*.toml"))
ROLES = {
    *("window", "stage", "band", "hairline", "line", "ink", "ink_soft", "accent", "on_accent", "accent_tint"),
    *("changed", "changed_tint", "refused", "refused_tint", "masked", "disabled"),
}
TEXT = (
    *(
        ("ink", ground)
        for ground in ("stage", "window", "band", "accent_tint", "changed_tint", "refused_tint")
    ),
    *(("ink_soft", ground) for ground in ("stage", "window", "band")),
    *(("accent", ground) for ground in ("stage", "window", "band")),
    ("on_accent", "accent"),
    ("changed", "changed_tint"),
    ("changed", "stage"),
    ("refused", "refused_tint"),
    ("refused", "stage"),
    ("disabled", "window"),
    ("disabled", "stage"),
)
LINES = (("line", "stage"), ("line", "band"), ("line", "window"), ("masked", "stage"))


@pytest.fixture(params=THEMES, ids=lambda path: path.stem)
def theme(request):
    return tomllib.loads(request.param.read_text(encoding="utf-8"))


def test_the_themes_are_these():
    assert [path.stem for path in THEMES] == ["dark", "high-contrast", "light", "projector"]


def test_a_theme_has_exactly_the_known_roles(theme):
    assert set(theme) == {"title", "scheme", "colors", "maps", "pairs"}
    assert set(theme["colors"]) == ROLES
    assert all(re.fullmatch("#[0-9A-F]{6}", color) for color in theme["colors"].values())


def test_what_is_written_and_drawn_stands_out(theme):
    colors = theme["colors"]
    for pairs, least in ((TEXT, 4.5), (LINES, 3.0)):
        faint = {pair: contrast(colors[pair[0]], colors[pair[1]]) for pair in pairs}
        assert all(ratio >= least for ratio in faint.values()), faint


def test_pairs_of_columns_stand_out_and_differ(theme):
    assert len(set(theme["pairs"])) == 4
    for ground in ("stage", "band"):
        assert all(contrast(color, theme["colors"][ground]) >= 3.0 for color in theme["pairs"])


@pytest.mark.parametrize("kind", ["signed", "weights"])
def test_zero_is_the_paper_and_every_number_can_be_read(theme, kind):
    entry = theme["maps"][kind]
    colors = (
        pyqtgraph.colormap.get(entry["map"]).getSubset(entry["start"], entry["span"]).getLookupTable(nPts=255)
    )
    zero = colors[127] if kind == "signed" else colors[0]
    assert ratio(luminance(zero), luminance(theme["colors"]["stage"])) < 1.3
    for color in colors:
        shade = luminance(color)
        assert ratio(shade, 0.0 if shade > 0.179 else 1.0) >= 4.5


def contrast(first: str, second: str) -> float:
    return ratio(luminance(first), luminance(second))


def ratio(first: float, second: float) -> float:
    """WCAG 2 contrast of two relative luminances."""
    return (max(first, second) + 0.05) / (min(first, second) + 0.05)


def luminance(color) -> float:
    """WCAG 2 relative luminance of `#RRGGBB` or of red, green and blue in 0…255."""
    channels = bytes.fromhex(color[1:]) if isinstance(color, str) else color[:3]
    linear = [c / 3294.6 if c <= 10 else ((c / 255 + 0.055) / 1.055) ** 2.4 for c in channels]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


# The style sheet


def test_what_the_style_sheet_speaks_of_is_in_the_code_and_the_other_way_round():
    root = Path(__file__).parents[1]
    sheet = re.sub(
        r"/\*.*?\*/", "", (root / "resources/themes/style.qss").read_text(encoding="utf-8"), flags=re.S
    )
    code = "\n".join(path.read_text(encoding="utf-8") for path in (root / "app").rglob("*.py"))
    selectors = re.sub(r"\{.*?\}", "", sheet, flags=re.S)
    kinds = set(re.findall(r'\[kind="(\w+)"\]', selectors))
    names = set(re.findall(r"#(\w+)", selectors))
    assert {word for word in kinds | names if f'"{word}"' not in code} == set()
    assert set(re.findall(r'setProperty\("kind", "(\w+)"\)', code)) <= kinds
    inherited = {"QListView", "QScrollBar", "QTableCornerButton"}
    assert {word for word in re.findall(r"\bQ\w+", selectors) if word not in code} <= inherited
