"""Tables of words on the clipboard, in each format."""

import pytest
from PySide6.QtCore import QMimeData

from app.widgets.table_clipboard import table_from_mime, table_mime
from core.exporters.own import TABLE_TYPE

WORDS = [["cat", " the", 'say "hi"'], ["a\tb", "two\nlines", ""], ["=1+1", "猫", "-"]]


def only(mime, form):
    alone = QMimeData()
    alone.setData(form, mime.data(form))
    return alone


@pytest.mark.parametrize("form", [TABLE_TYPE, "text/plain"])
def test_words_come_back_exactly(form):
    mime = table_mime(WORDS)
    assert mime.formats() == [TABLE_TYPE, "text/html", "text/plain"]
    assert table_from_mime(mime) == WORDS
    assert table_from_mime(only(mime, form)) == WORDS


def test_words_come_back_from_html_but_for_spaces_at_their_ends():
    rows = table_from_mime(only(table_mime(WORDS), "text/html"))
    assert rows == [["cat", "the", 'say "hi"'], ["a b", "two\nlines", ""], ["=1+1", "猫", "-"]]


@pytest.mark.parametrize(
    "damaged", [b"", b"{", b"[]", b'{"rows": 3}', b'{"rows": [[1]]}', b"\xff", b"[" * 99999]
)
def test_a_damaged_own_format_falls_back_to_the_text(damaged):
    mime = QMimeData()
    mime.setData(TABLE_TYPE, damaged)
    mime.setText("a\tb")
    assert table_from_mime(mime) == [["a", "b"]]


def test_nothing_is_no_table():
    assert table_from_mime(None) == []
    assert table_from_mime(QMimeData()) == []
