"""The Japanese texts: complete, up to date, right in every placeholder, mnemonic and glyph."""

import ast
import re
import string
import subprocess
from pathlib import Path
from typing import NamedTuple
from xml.etree import ElementTree as ET

import PySide6
import pytest
from PySide6.QtGui import QTextLayout
from PySide6.QtWidgets import QDialog, QDialogButtonBox, QPushButton

from app.fonts import FAMILIES, base_font, load_fonts
from app.panels.tokens import TokensPanel
from app.questions import ask_open, ask_save, ask_unsaved
from app.widgets.chip_menu import chip_menu
from app.widgets.chip_painter import Chip

ROOT = Path(__file__).parents[2]
TS = ROOT / "resources/translations/ja.ts"
JAPANESE = re.compile("[\u3040-\u30ff\u4e00-\u9fff]")
MNEMONIC = re.compile(r"&(?!&)(\S)")
SAME = {
    "= exp / sum",
    "A B … A → B",
    "GELU (tanh)",
    "I eat apples",
    "NaN (0 / 0)",
    *("BART", "BERT", "BLOOM", "GPT-2", "GPT-NeoX", "Gemma", "Llama"),
    *("Marian", "Mistral", "OPT", "Qwen2", "T5", "Transformer 2017"),
    "ReLU",
    "SiLU",
    "SiLU (Swish)",
    "Top-k",
    "Top-p",
    "{part} ({name})",
    "e",
    "it → animal",
    "post-norm",
    "pre-norm",
    "pre-norm (GPT-2)",
    "top-k",
    "top-k {count}",
    "top-p",
    "top-p {mass}",
    "{action} {edit}",
    "{count} of {total}",
    "{name}[*] — Transformer Sandbox",
    "{name}: {reason}",
    "{number} / {count}",
    "{outer} ▸ {inner}",
    "{first}, {second}",
    "{place}, {epsilon}, {variance}",
    "{place}: {problem}",
    "{problem}",
    "{zoom} %",
    "{first} {then}",
    "{layer} · {part}",
}
"""Texts that Japanese courses leave as they are, and those that only join others."""
SAME_IN_MENUS = {"A B … A → B", "English", "I eat apples", "it → animal", "日本語", "Worked example"}
"""Names; the last one is the title of the document itself, in the list of windows."""
LOOKED_UP = (ast.Name, ast.Attribute, ast.Subscript)
"""What is looked up under a name was marked where it is written."""


class Entry(NamedTuple):
    context: str
    source: str
    text: str
    is_finished: bool


def entries(path=TS):
    return [
        Entry(
            context.findtext("name"),
            message.findtext("source"),
            message.findtext("translation") or "",
            message.find("translation").get("type") is None,
        )
        for context in ET.parse(path).getroot().iter("context")
        for message in context.iter("message")
    ]


ENTRIES = entries()


def run_tool(name, *arguments):
    tool = Path(PySide6.__file__).parent / name
    subprocess.run([tool, "-silent", *map(str, arguments)], cwd=ROOT, check=True)


def placeholders(text):
    return {(name, form, how) for _, name, form, how in string.Formatter().parse(text) if name is not None}


def test_everything_is_translated():
    assert len(ENTRIES) > 500
    assert not [(one.context, one.source) for one in ENTRIES if not one.is_finished or not one.text]


def test_the_list_holds_what_the_program_says(tmp_path):
    """`make texts` puts right what fails here."""
    fresh = tmp_path / "ja.ts"
    options = ("-source-language", "en", "-target-language", "ja", "-extensions", "py")
    run_tool("lupdate", *options, "app", "core", "-ts", fresh)
    said = {(one.context, one.source) for one in entries(fresh)}
    assert {(one.context, one.source) for one in entries()} == said


def test_the_compiled_file_is_up_to_date(tmp_path):
    fresh = tmp_path / "ja.qm"
    run_tool("lrelease", TS, "-qm", fresh)
    assert fresh.read_bytes() == TS.with_suffix(".qm").read_bytes()


def test_placeholders_are_the_same():
    for one in ENTRIES:
        assert placeholders(one.text) == placeholders(one.source), one
        one.text.format(**{name: "" for name, *_ in placeholders(one.text)})


def test_nothing_was_left_in_english():
    assert {one.source for one in ENTRIES if not JAPANESE.search(one.text)} == SAME


def test_typography():
    """Digits and Latin are half-width, and no Japanese word is followed by a Latin full stop or comma."""
    for one in ENTRIES:
        assert not re.search("[\uff10-\uff19\uff21-\uff3a\uff41-\uff5a\u3000]", one.text), one
        assert not re.search(f"{JAPANESE.pattern}[.,;!](?:\\s|$)", one.text), one
        assert one.text == one.text.strip(), one
        assert one.text.count("「") == one.text.count("」"), one
        assert one.text.count("（") == one.text.count("）"), one


def test_mnemonics_stand_behind_the_text():
    for one in ENTRIES:
        if MNEMONIC.search(one.source):
            assert re.search(r"\S\(&[A-Z0-9]\)[…:]?$", one.text), one
        else:
            assert "&" not in one.text, one


def calls(path):
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Call):
            yield ast.unparse(node.func), node


@pytest.mark.parametrize("folder", ["app", "core"])
def test_marked_texts_are_literal(folder):
    """lupdate does not see others: an f-string is taken as it stands, and a name not at all."""
    for path in sorted((ROOT / folder).rglob("*.py")):
        for function, call in calls(path):
            if function.endswith(".tr"):
                literals = call.args[:1]
            elif function.endswith("QT_TRANSLATE_NOOP"):
                literals = call.args[:2]
            elif function == "QCoreApplication.translate" or (function == "translate" and len(call.args) > 1):
                literals = [text for text in call.args[:2] if not isinstance(text, LOOKED_UP)]
            else:
                continue
            for literal in literals:
                is_literal = isinstance(literal, ast.Constant) and isinstance(literal.value, str)
                assert is_literal, f"{path}:{call.lineno} {ast.unparse(call)}"


def missing_glyphs(text):
    """Return the pieces of `text` that the shipped fonts cannot draw."""
    layout = QTextLayout(text, base_font())
    layout.beginLayout()
    layout.createLine().setLineWidth(1e6)
    layout.endLayout()
    return [
        (text, run.rawFont().familyName())
        for run in layout.glyphRuns()
        if 0 in run.glyphIndexes() or run.rawFont().familyName() not in FAMILIES
    ]


@pytest.mark.parametrize("language", ["en", "ja"])
def test_the_shipped_fonts_have_every_sign(language, qapp):
    load_fonts()
    texts = {one.source if language == "en" else one.text for one in ENTRIES}
    assert not [missing for text in texts for line in text.split("\n") for missing in missing_glyphs(line)]


def test_a_missing_sign_is_noticed(qapp):
    load_fonts()
    assert missing_glyphs("𓀀")
    assert not missing_glyphs("注意 √d_k ≤ ∞")


def menu_texts(menu):
    """Return the texts of a menu and, in place, those of the menus within."""
    menu.aboutToShow.emit()
    texts = []
    for action in menu.actions():
        if not action.isSeparator():
            texts.append(action.text())
            texts += menu_texts(action.menu()) if action.menu() else []
    return texts


def bar_texts(window):
    return [text for top in window.menuBar().actions() for text in (top.text(), *menu_texts(top.menu()))]


def menus_within(menu):
    yield menu
    for action in menu.actions():
        if action.menu():
            yield from menus_within(action.menu())


def menus_of(window):
    for top in window.menuBar().actions():
        yield from menus_within(top.menu())
    yield chip_menu(window.findChild(TokensPanel), 1, 3, Chip("cat", "cat", kind=0), 3)
    yield window.panels["numbers"].grid.commands.menu()


@pytest.mark.parametrize("language", ["en", "ja"])
def test_mnemonics_do_not_clash(language, open_window):
    window = open_window(language=language)
    groups = [[action.text() for action in window.menuBar().actions()]]
    groups += [[action.text() for action in menu.actions()] for menu in menus_of(window)]
    assert len(groups) > 8
    for texts in groups:
        found = [MNEMONIC.search(text.replace("&&", "")) for text in texts]
        letters = [match[1].casefold() for match in found if match]
        assert len(letters) == len(set(letters)), texts


def test_every_text_of_the_menus_is_translated(open_window):
    english = bar_texts(open_window(language="en"))
    japanese = bar_texts(open_window(language="ja"))
    assert len(english) == len(japanese) > 40
    same = {one for one, other in zip(english, japanese, strict=True) if one == other}
    assert {text for text in same if re.search(r"[^\W\d]", text)} == SAME_IN_MENUS  # numbers are no words


def test_context_menus_are_translated(open_window):
    for menu in list(menus_of(open_window(language="ja")))[-2:]:
        texts = [action.text() for action in menu.actions() if not action.isSeparator()]
        assert texts
        assert all(JAPANESE.search(text) for text in texts), texts


OPENERS = {
    "new": lambda window: window.show_new(),
    "change": lambda window: window.show_change_model(),
    "keys": lambda window: window.show_shortcuts(),
    "about": lambda window: window.show_about(),
    "unsaved": lambda window: ask_unsaved(window, "x", print),
    "open": lambda window: ask_open(window, Path.home(), print),
    "save": lambda window: ask_save(window, Path.home() / "x.tsbx", print, print),
}


@pytest.mark.parametrize("name", OPENERS)
def test_the_buttons_of_dialogs_are_japanese(name, open_window, qtbot):
    """Those of Qt come from ``qtbase_ja``."""
    window = open_window(language="ja")
    OPENERS[name](window)
    dialog = window.findChild(QDialog)
    assert JAPANESE.search(dialog.windowTitle())
    box = dialog.findChild(QDialogButtonBox)
    texts = [button.text() for button in box.findChildren(QPushButton)]
    assert texts
    assert all(JAPANESE.search(text) for text in texts), texts
    dialog.reject()
    qtbot.waitUntil(lambda: window.findChild(QDialog) is None)
