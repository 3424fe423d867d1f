"""Tables of words go to a spreadsheet and come back as they were; none of them runs there."""

import csv
import io

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.errors import SandboxError
from core.exporters.table import guarded, table_html, table_text
from core.importers.html import html_rows
from core.importers.table import BrokenQuotes, pasted_table, separated_rows, unguarded

AWKWARD = [
    ["cat", ' the"re', "a\tb", "two\nlines"],
    ["", " ", '"', '5" pipe'],
    ["=1+1", "＝cmd|' /C calc'!A0", "-", "'=quoted"],
    ["猫", "e\u0301", "\u202eabc", "\r\n"],
]


@pytest.mark.parametrize("separator", ["\t", ",", ";"])
def test_awkward_words_come_back(separator):
    rows = separated_rows(table_text(AWKWARD, separator), separator)
    assert [[unguarded(cell) for cell in row] for row in rows] == AWKWARD


@given(
    st.integers(1, 4).flatmap(
        lambda width: st.lists(
            st.lists(
                st.text(st.characters(codec="utf-8", exclude_characters="\0")),
                min_size=width,
                max_size=width,
            ),
            min_size=1,
            max_size=5,
        )
    )
)
def test_any_words_come_back(rows):
    assert pasted_table(table_text(rows)) == rows


@given(st.text(st.characters(codec="utf-8"), max_size=6) | st.text("'=+-@＝ab", max_size=6))
def test_guards_come_off_and_nothing_else_does(cell):
    assert unguarded(guarded(cell)) == cell
    assert len(guarded(cell)) < 2 or guarded(cell)[0] not in "=+-@＝＋－＠"


@pytest.mark.parametrize(
    ("text", "rows"),
    [
        ("", []),
        ("\r\n", []),
        ("\n\n", []),
        ("a\tb\n", [["a", "b"]]),
        ("a\tb\r\nc\td\r\n", [["a", "b"], ["c", "d"]]),
        ("a\rb\r", [["a"], ["b"]]),
        ("a\n\nb\n", [["a"], [""], ["b"]]),
        ('"a\nb"\tc', [["a\nb", "c"]]),
        ('""', [[""]]),
        ('5" pipe', [['5" pipe']]),
        ('"He said', [['"He said']]),
        ('"a" b\tc', [['"a" b', "c"]]),
    ],
)
def test_pasted_texts(text, rows):
    assert pasted_table(text) == rows


@pytest.mark.parametrize(("text", "row"), [('a,b\n"c,d\ne', 2), ('"a"b,c', 1)])
def test_quotes_that_do_not_pair_are_told_with_their_row(text, row):
    with pytest.raises(BrokenQuotes, match=f"Row {row}:"):
        separated_rows(text, ",")


def test_hostile_texts_are_refused_or_read_and_never_hang():
    assert pasted_table("x" * 1_000_000) == [["x" * 1_000_000]]
    with pytest.raises(SandboxError, match="Row 1: a cell is longer"):
        separated_rows("x" * 1_000_000, ",")
    with pytest.raises(SandboxError, match="characters; 32000000 are possible"):
        pasted_table("\t" * 32_000_001)


def test_other_programs_read_the_same():
    text = table_text(AWKWARD, ",")
    read = list(csv.reader(io.StringIO(text, newline="")))
    assert [[unguarded(cell) for cell in row] for row in read] == AWKWARD


def test_html_cells_are_text():
    assert table_html([["<b>", "a\nb"]]).count('sdnum="0;0;@"') == 2
    assert "&lt;b&gt;" in table_html([["<b>"]])
    assert "a<br>b" in table_html([["a\nb"]])


@pytest.mark.parametrize(
    ("html", "rows"),
    [
        ("", []),
        ("<p>3 4</p>", []),
        ("<table></table>", []),
        ("<table><tr><td>1<td>2<tr><td>3<td>4</table>", [["1", "2"], ["3", "4"]]),
        ("<TABLE><TR><TH>a&amp;b</TH><TD> two\n words </TD></TR></TABLE>", [["a&b", "two words"]]),
        ("<table><tr><td>1</td></tr></table><table><tr><td>2</td></tr></table>", [["1"]]),
        ("<table><!-- <tr><td>9</td></tr> --><tr><td><b>1</b><br>2</td></tr></table>", [["1\n2"]]),
        ("<table><tr><td x:num>0.5</td><td x:num='0.125'>0.13</td></tr></table>", [["0.5", "0.125"]]),
        (
            '<table><tr><td data-sheets-value="{&quot;1&quot;:3,&quot;3&quot;:0.333}">0.33</td></tr></table>',
            [["0.333"]],
        ),
        ("<table><tr><td>cut", []),
    ],
)
def test_tables_of_web_pages(html, rows):
    assert html_rows(html) == rows


@pytest.mark.parametrize(
    "piece", ["<", "<!--", "<td", "<td sdval=", "<td>", "<table><tr>", "&#x", "</table>"]
)
def test_hostile_pages_are_read_once(piece):
    html_rows(piece * 50_000)


def test_words_in_html_come_back():
    words = [["a", "b<c"], ["two\nlines", "=1+1"]]
    assert html_rows(table_html(words)) == words
