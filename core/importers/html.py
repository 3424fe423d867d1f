"""The first table of an HTML page, as spreadsheets and browsers copy it; read once, from left to right."""

from __future__ import annotations

import re
from collections.abc import Iterator
from html import unescape

_TAG = re.compile(r"/?[a-z0-9]+", re.IGNORECASE)
_EXACT = re.compile(r"""(?:sdval|x:num)\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"']+))""", re.IGNORECASE)
_SHEETS = re.compile(r"""data-sheets-value\s*=\s*(?:"([^"]*)"|'([^']*)')""", re.IGNORECASE)
_SHEETS_NUMBER = re.compile(r'"3":([-+.\deE]+)')
_BREAK = "\v"
"""Stands for <br> while white space is put together."""


def html_rows(html: str) -> list[list[str]]:
    r"""Return the cells of the first table, row by row; nothing where there is none.

    A cell is its exact number where LibreOffice (``sdval``), Excel (``x:num``) or Google Sheets keep one
    beside what they show, else its text. <br> is a line end; all other white space is one space.

    Examples
    --------
    >>> html_rows('<table><tr><td sdval="0.125">0.13</td><td>a<br>b</td></tr></table>')
    [['0.125', 'a\nb']]
    """
    rows: list[list[str]] = []
    exact, text, in_cell = "", [""], False
    for tag, attributes, words in _pieces(html):
        if in_cell and words:
            text.append(words)
        if tag == "br":
            text.append(_BREAK)
        elif tag in ("td", "th", "/td", "/th", "tr", "/tr", "/table"):
            if in_cell:
                rows[-1].append(exact or _shown("".join(text)))
            in_cell = tag in ("td", "th")
            exact, text = (_exact(attributes) if in_cell else ""), []
            if tag == "tr" or (in_cell and not rows):
                rows.append([])
            if tag == "/table" and any(rows):
                break
    return [row for row in rows if row]


def _pieces(html: str) -> Iterator[tuple[str, str, str]]:
    """Give each tag: name, what stands in it, the text before it. What is not closed ends the page."""
    at = 0
    while (start := html.find("<", at)) >= 0:
        words, closing = html[at:start], "-->" if html.startswith("<!--", start) else ">"
        end = html.find(closing, start)
        if end < 0:
            return
        found = _TAG.match(html, start + 1, end)
        yield (found.group().lower() if found else ""), html[start + 1 : end], words
        at = end + len(closing)


def _exact(attributes: str) -> str:
    found = _EXACT.search(attributes)
    if found:
        return unescape(next(filter(None, found.groups()), ""))
    found = _SHEETS.search(attributes)
    number = _SHEETS_NUMBER.search(unescape(next(filter(None, found.groups()), ""))) if found else None
    return number.group(1) if number else ""


def _shown(text: str) -> str:
    lines = unescape(text).split(_BREAK)
    return "\n".join(" ".join(line.split()) for line in lines).strip()
