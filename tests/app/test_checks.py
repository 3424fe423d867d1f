"""What `--self-test` looks at: each piece is found where it is, and missed where it is not."""

import re
import sys
from html import unescape

import pytest
from PySide6.QtGui import QFontDatabase, QImageReader

from app import checks, report
from app.checks import blank_characters, check_binding, check_fonts, check_plugins, check_translations
from app.fonts import base_font, load_fonts
from app.translation_file import translated_texts
from core.resources import resource_path


@pytest.fixture(autouse=True)
def fonts(qapp):
    load_fonts()


@pytest.mark.parametrize("check", [check_binding, check_fonts, check_plugins, check_translations])
def test_nothing_is_wrong_here(check):
    assert check().problems == ()


def test_a_translation_is_read_as_it_was_written():
    source = resource_path("translations", "ja.ts").read_text("utf-8")
    pairs = re.findall(r"<source>([^<]*)</source>\s*<translation>([^<]+)</translation>", source)
    known = {
        text.source: text.translation for text in translated_texts(resource_path("translations", "ja.qm"))
    }
    found = [known.get(unescape(text)) == unescape(translation) for text, translation in pairs]
    assert len(found) > 500
    assert sum(found) > 0.95 * len(found)  # a text may have a translation a context


@pytest.mark.parametrize(
    "data", [b"", b"no translation at all", b"\x3c" * 16 + b"\x69\x00\x00\x00\xff\x03\xff"]
)
def test_what_is_no_translation_has_no_texts(tmp_path, data):
    (tmp_path / "x.qm").write_bytes(data)
    assert translated_texts(tmp_path / "x.qm") == ()


def test_a_character_without_a_picture_is_found(qapp):
    assert blank_characters(["softmax √ₖᵀ ∑ 日本語 \U0010fffd"], base_font()) == ["\U0010fffd"]
    assert blank_characters(["a\tb\n\u3000\u200b"], base_font()) == []


def test_a_missing_font_is_told(monkeypatch):
    monkeypatch.setattr(QFontDatabase, "families", lambda: ["DejaVu Sans", "STIX"])
    assert check_fonts().problems == ("the font BIZ UDPGothic is missing",)


def test_a_text_with_a_blank_box_is_told(monkeypatch):
    monkeypatch.setattr(checks, "LANGUAGES", {"en": "English", "xx": "\U0010fffd"})
    assert check_fonts().problems == ("no font has \U0010fffd (U+10FFFD)",)


def test_a_missing_plugin_is_told(monkeypatch):
    monkeypatch.setattr(QImageReader, "supportedImageFormats", list)
    assert check_plugins().problems == ("png pictures cannot be read", "svg pictures cannot be read")


def test_an_empty_icon_is_told(monkeypatch):
    from PySide6.QtGui import QIcon

    monkeypatch.setattr(checks, "application_icon", QIcon)
    assert check_plugins().problems == ("the icon of the program is empty",)


def test_a_missing_translation_of_qt_is_told(monkeypatch, tmp_path):
    monkeypatch.setattr(checks, "qt_folders", lambda: (tmp_path,))
    assert check_translations().problems == ("Qt's own translation qtbase_ja.qm is missing",)


def test_a_missing_or_damaged_translation_is_told(monkeypatch, tmp_path):
    monkeypatch.setattr(checks, "resource_path", tmp_path.joinpath)
    told = ("the translation ja.qm is missing or damaged",)
    assert check_translations().problems == told
    (tmp_path / "translations").mkdir()
    whole = resource_path("translations", "ja.qm").read_bytes()
    (tmp_path / "translations/ja.qm").write_bytes(whole[: len(whole) // 2])
    assert check_translations().problems == told


def test_a_language_that_is_not_in_force_is_told():
    assert check_translations("ja").problems == ("Qt's own texts are not there in the language “ja”",)


def test_lost_references_are_told(monkeypatch):
    counts = iter((9000, 7000))
    monkeypatch.setattr(sys, "getrefcount", lambda _: next(counts))
    assert "drops references to None" in check_binding().problems[0]


def test_a_report_names_no_folder_of_the_user_and_quotes_nothing(tmp_path, monkeypatch):
    monkeypatch.setattr(report.Path, "home", lambda: tmp_path)
    log = tmp_path / "log"
    log.write_text(
        f"OSError: no such file: '{tmp_path}/secret.tsbx'\n"
        f'  File "{tmp_path}/program.py", line 3\n'
        "KeyError: “geheim”\n",
        "utf-8",
    )
    text = report.report_text(log, "KeyError: 'geheim'")
    assert str(tmp_path) not in text
    assert "geheim" not in text
    assert "secret" not in text
    assert '  File "~/program.py", line 3' in text
    assert "geheim" in report.report_text(log, "KeyError: 'geheim'", b"{}")


def test_a_log_that_cannot_be_read_is_told_in_the_report(tmp_path):
    assert "(it cannot be read: No such file or directory)" in report.report_text(tmp_path / "no", "fault")
