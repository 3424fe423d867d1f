"""A block that was in LibreOffice Calc comes back with the same bits, and words come back as words.

Tried with the real program where it is installed; what version 7.4 has handed out is kept in
``tests/data/clipboard`` and read everywhere.
"""

import shutil
import subprocess
from pathlib import Path

import numpy as np
import pytest
from PySide6.QtCore import QMimeData

from app.widgets.grid_clipboard import matrix_mime
from app.widgets.grid_reading import block_from_mime
from core.exporters.block import Block
from core.exporters.table import table_html
from core.importers.html import html_rows

DATA = Path(__file__).parents[1] / "data" / "clipboard"
SOFFICE = shutil.which("soffice") or shutil.which("libreoffice")
BLOCK = np.array(
    [
        [0.1 + 0.2, -1 / 3, np.pi, 5e-324],
        [1.7976931348623157e308, -0.0, 1e22, 2.2250738585072014e-308],
        [123456789.123456789, 2.0, -0.25, 1e-5],
    ]
)
WORDS = [["cat", "=1+1", "＝1+1", "-"], ['say "hi"', "two\nlines", "0.50", "猫"]]
FILTER = "HTML (StarCalc)"


def handed_out(html):
    mime = QMimeData()
    mime.setHtml(html)
    return mime


def read_back(html):
    return block_from_mime(handed_out(html), copied=BLOCK)


@pytest.fixture(scope="module")
def through_calc(tmp_path_factory):
    """What Calc hands out of each HTML and TSV text that it is given."""
    if SOFFICE is None:
        pytest.skip("LibreOffice is not installed")
    folder = tmp_path_factory.mktemp("calc")

    def convert(texts, source_filter, suffix):
        paths = [folder / f"{name}.{suffix}" for name in texts]
        for path, text in zip(paths, texts.values(), strict=True):
            path.write_text(text, "utf-8")
        options = [f"-env:UserInstallation={(folder / 'profile').as_uri()}", "--headless"]
        options += ["--convert-to", f"html:{FILTER}", f"--infilter={source_filter}"]
        out = folder / suffix
        subprocess.run(
            [SOFFICE, *options, "--outdir", out, *paths],
            check=True,
            timeout=120,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
        return {path.stem: (out / f"{path.stem}.html").read_text("utf-8") for path in paths}

    mime = matrix_mime(Block(BLOCK, "attn.W_Q"))
    pages = convert({"block": mime.html(), "words": table_html(WORDS)}, FILTER, "html")
    return pages | {"tsv": convert({"block": mime.text()}, "CSV:9,34,76", "tsv")["block"]}


def test_a_block_that_was_pasted_as_html_comes_back_with_the_same_bits(through_calc):
    assert read_back(through_calc["block"]).tobytes() == BLOCK.tobytes()


def test_a_block_that_was_pasted_as_text_comes_back_with_the_same_bits(through_calc):
    """But for subnormal numbers, which Calc reads from text as 0."""
    block = read_back(through_calc["tsv"])
    assert block[0, 3] == 0
    block[0, 3] = BLOCK[0, 3]
    assert block.tobytes() == BLOCK.tobytes()


def test_words_come_back_as_words_and_none_has_run(through_calc):
    assert html_rows(through_calc["words"]) == WORDS


def test_what_calc_7_4_hands_out_comes_back_with_the_same_bits():
    html = (DATA / "calc-7.4.html").read_text("utf-8")
    assert "LibreOffice 7.4" in html
    assert read_back(html).tobytes() == BLOCK.tobytes()
    alone = block_from_mime(handed_out(html))
    assert np.allclose(alone, BLOCK, rtol=1e-14, atol=0)
    assert alone.tobytes() != BLOCK.tobytes()  # it hands out 15 digits


def test_what_was_typed_in_calc_is_what_comes_back():
    html = (DATA / "calc-7.4.html").read_text("utf-8")
    typed = html.replace('sdval="0.3"', 'sdval="0.4"').replace(">0.3<", ">0.4<")
    block = read_back(typed)
    assert block[0, 0] == 0.4
    block[0, 0] = BLOCK[0, 0]
    assert block.tobytes() == BLOCK.tobytes()


def test_other_programs_digits_are_left_as_they_are():
    html = (DATA / "calc-7.4.html").read_text("utf-8").replace("LibreOffice", "Another")
    assert read_back(html)[0, 0] == 0.3
