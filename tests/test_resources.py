"""The pictures and fonts the program ships can be drawn, and fit the tables that describe them."""

import json
import tomllib
from itertools import product
from pathlib import Path

import pytest
from PySide6.QtCore import QByteArray
from PySide6.QtGui import QFontDatabase
from PySide6.QtSvg import QSvgRenderer

from core.architecture.options import (
    ActivationKind,
    EpsilonPlace,
    Norm,
    NormKind,
    PositionKind,
    Positions,
    WaveLayout,
)
from core.ops.position_scheme import Sizes

RESOURCES = Path(__file__).parents[1] / "resources"
FORMULAS = json.loads((RESOURCES / "formulas/formulas.json").read_text(encoding="utf-8"))
TABLE = tomllib.loads((RESOURCES / "formulas/formulas.toml").read_text(encoding="utf-8"))


def sources():
    """The LaTeX of every formula; those of attention are put together from one ending of each table."""
    made = dict(TABLE["formulas"])
    made |= {f"ffn-{kind}": rf"\part{{activated}}{{{kind.operation.formula}}}" for kind in ActivationKind}
    for kind, place, gain, bias in product(NormKind, EpsilonPlace, (True, False), (True, False)):
        norm = Norm(kind, epsilon_place=place, gain=gain, bias=bias).operation
        made |= {norm.key: norm.latex} if norm else {}
    for kind, layout, offset in product(PositionKind, WaveLayout, (0, 1)):
        scheme = kind.scheme.made(Positions(kind, layout=layout, offset=offset), Sizes())
        made |= {scheme.key: scheme.latex} if scheme.key else {}
    for endings in product(*(tables.items() for tables in TABLE["attention"].values())):
        latex = "@"
        for _, part in endings:
            latex = part.replace("@", latex)
        made["attention" + "".join(ending for ending, _ in endings)] = latex
    return made


SOURCES = sources()
FONTS = sorted(path for path in (RESOURCES / "fonts").iterdir() if path.suffix in {".ttf", ".otf"})


@pytest.mark.parametrize("path", sorted((RESOURCES / "icons").glob("*.svg")), ids=lambda path: path.stem)
def test_an_icon_is_a_drawing_of_one_colour(path, qapp):
    text = path.read_text(encoding="utf-8")
    assert QSvgRenderer(QByteArray(text.encode())).isValid()
    assert path.stem == "app" or 'stroke="#000000"' in text


def test_every_formula_of_the_table_is_rendered():
    pictures = {path.stem for path in (RESOURCES / "formulas").glob("*.svg")}
    assert pictures == set(FORMULAS["formulas"]) == set(SOURCES)


@pytest.mark.parametrize("key", FORMULAS["formulas"])
def test_a_formula_fits_the_bar_and_holds_its_parts(key, qapp):
    formula = FORMULAS["formulas"][key]
    text = (RESOURCES / f"formulas/{key}.svg").read_text(encoding="utf-8")
    assert QSvgRenderer(QByteArray(text.encode())).isValid()
    assert FORMULAS["color"] in text
    assert "<use" not in text
    assert formula["height"] <= 64
    assert len(formula["parts"]) == SOURCES[key].count(r"\part")
    for part in formula["parts"]:
        assert 0 <= part["x"] < part["x"] + part["width"] <= formula["width"]
        assert 0 <= part["y"] < part["y"] + part["height"] <= formula["height"]


@pytest.mark.parametrize("path", FONTS, ids=lambda path: path.name)
def test_a_font_loads_and_its_licence_lies_beside_it(path, qapp):
    families = QFontDatabase.applicationFontFamilies(QFontDatabase.addApplicationFont(str(path)))
    assert families[0] in {"DejaVu Sans", "BIZ UDPGothic", "STIX"}
    family = families[0].replace(" ", "").removesuffix("Sans")
    assert any(licence.name.startswith(family) for licence in path.parent.glob("*.txt"))
