"""Render resources/formulas/formulas.toml: one SVG a formula, and formulas.json with the boxes of its parts.

The pictures hold COLOR wherever there is ink, to be replaced by the theme's. Lengths are pixels from the
picture's top left corner.
"""

from __future__ import annotations

import json
import re
import sys
import tomllib
import xml.etree.ElementTree as ET
from itertools import product
from pathlib import Path
from typing import TYPE_CHECKING, Any

import ziamath
from ziamath.tex import tex2mml
from ziamath.zmath import loadedfonts

if TYPE_CHECKING:
    from collections.abc import Iterator

ROOT = Path(__file__).parents[1]
sys.path.insert(0, str(ROOT))

from core.architecture.options import (  # noqa: E402
    ActivationKind,
    EpsilonPlace,
    Norm,
    NormKind,
    PositionKind,
    Positions,
    WaveLayout,
)
from core.ops.position_scheme import Sizes  # noqa: E402

FOLDER = ROOT / "resources" / "formulas"
COLOR = "#010203"

# Script levels are thirds of a script, so that a fraction's text lies between script and full size.
SCRIPT, FRACTION = 3, 2

Box = tuple[float, float, float, float]
"""Left, top, right, bottom."""


def main() -> None:
    """Render every formula, and drop pictures of those that are gone."""
    table = tomllib.loads((FOLDER / "formulas.toml").read_text(encoding="utf-8"))
    ziamath.config.svg2 = False  # Qt draws neither <symbol> nor <use>
    scale = (table["fraction"] / table["size"]) ** (1 / FRACTION)
    loadedfonts["default"].math.consts.scriptPercentScaleDown = 100 * scale
    layout = {}
    for key, latex in sources(table).items():
        layout[key], picture = render(latex, table["size"])
        (FOLDER / f"{key}.svg").write_text(picture + "\n", encoding="utf-8")
    for file in FOLDER.glob("*.svg"):
        if file.stem not in layout:
            file.unlink()
    about = {"size": table["size"], "color": COLOR, "formulas": layout}
    (FOLDER / "formulas.json").write_text(json.dumps(about, indent=1) + "\n", encoding="utf-8")


def sources(table: dict[str, Any]) -> dict[str, str]:
    """Every formula's LaTeX by its key."""
    return (
        put_together(table["attention"])
        | table["formulas"]
        | dict(activations())
        | dict(norms())
        | dict(positions())
    )


def activations() -> Iterator[tuple[str, str]]:
    """The formula of every activation, which is lit as a whole."""
    for kind in ActivationKind:
        yield f"ffn-{kind}", rf"\part{{activated}}{{{kind.operation.formula}}}"


def norms() -> Iterator[tuple[str, str]]:
    """The formula of every norm, ε in both places, with and without its vectors."""
    for kind, place, gain, bias in product(NormKind, EpsilonPlace, (True, False), (True, False)):
        norm = Norm(kind, epsilon_place=place, gain=gain, bias=bias).operation
        if norm is not None:
            yield norm.key, norm.latex


def positions() -> Iterator[tuple[str, str]]:
    """The formula of every position scheme, in each of its forms."""
    for kind, layout, offset in product(PositionKind, WaveLayout, (0, 1)):
        scheme = kind.scheme.made(Positions(kind, layout=layout, offset=offset), Sizes())
        if scheme.key:
            yield scheme.key, scheme.latex


def put_together(tables: dict[str, dict[str, str]]) -> dict[str, str]:
    """Every formula of attention: one ending of each table, the `@` of each standing for what came before."""
    made = {"attention": "@"}
    for endings in tables.values():
        made = {
            key + ending: latex.replace("@", before)
            for key, before in made.items()
            for ending, latex in endings.items()
        }
    return made


def render(latex: str, size: float) -> tuple[dict[str, Any], str]:
    """Lay out one formula.

    Returns
    -------
    tuple
        Its entry in formulas.json (width, height, baseline, parts) and its SVG.
    """
    formula = ziamath.Math(mathml(latex), size=size)
    svg = formula.svgxml()
    left, top, width, height = (float(number) for number in svg.attrib["viewBox"].split())
    parts = [
        {"id": name, **rounded(x=x0 - left, y=y0 - top, width=x1 - x0, height=y1 - y0)}
        for name, (x0, y0, x1, y1) in part_boxes(formula.node)
    ]
    entry = {**rounded(width=width, height=height, baseline=-top), "parts": parts}
    return entry, ET.tostring(svg, encoding="unicode")


def rounded(**lengths: float) -> dict[str, float]:
    """Lengths to a hundredth of a pixel."""
    return {name: round(length, 2) for name, length in lengths.items()}


def mathml(latex: str) -> ET.Element:
    """MathML of `latex`, in which every part is an element with an `id`."""
    colored = re.sub(r"\\part\{([\w.]+)\}", r"\\textcolor{\1}", latex)
    root = ET.fromstring(tex2mml(colored))
    for element in root.iter():
        if name := element.attrib.pop("mathcolor", None):
            element.tag = "mrow"
            element.set("id", name)
            inner = element[0] if len(element) == 1 else element
            if len(inner) and inner[0].text in {"+", "−"}:
                inner[0].set("form", "infix")
    set_levels(root, 0)
    root.set("mathcolor", COLOR)
    return root


def set_levels(element: ET.Element, level: int) -> None:
    """Write the script level of every fraction and script beneath `element`."""
    tag = element.tag.rpartition("}")[2]
    for index, child in enumerate(element):
        script = tag in {"msub", "msup", "msubsup", "munder", "munderover"} and index > 0
        fraction = child.tag.endswith("mfrac")
        below = level + (SCRIPT if script else 0) + (FRACTION if fraction else 0)
        if fraction:
            child.set("displaystyle", "true")
        if script or fraction:
            child.set("scriptlevel", str(below))
        set_levels(child, below)


def part_boxes(node: Any, x: float = 0, y: float = 0) -> Iterator[tuple[str, Box]]:
    """Name and box of every part beneath `node`, which stands at (x, y)."""
    element = getattr(node, "element", None)
    if element is not None and "id" in element.attrib:
        lefts, tops, rights, bottoms = zip(*ink(node, x, y), strict=True)
        yield element.attrib["id"], (min(lefts), min(tops), max(rights), max(bottoms))
    for child, dx, dy in placed(node):
        yield from part_boxes(child, x + dx, y + dy)


def ink(node: Any, x: float, y: float) -> Iterator[Box]:
    """Boxes of the glyphs and lines beneath `node`."""
    for child, dx, dy in placed(node):
        yield from ink(child, x + dx, y + dy)
    if not placed(node) and node.bbox.ymax > node.bbox.ymin:
        yield x + node.bbox.xmin, y - node.bbox.ymax, x + node.bbox.xmax, y - node.bbox.ymin


def placed(node: Any) -> list[tuple[Any, float, float]]:
    """What `node` consists of, and where, seen from it."""
    children = zip(getattr(node, "nodes", ()), getattr(node, "nodexy", ()), strict=True)
    return [(child, dx, dy) for child, (dx, dy) in children]


if __name__ == "__main__":
    main()
