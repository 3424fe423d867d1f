"""Text becomes tokens: at spaces, by characters, or as cut by hand."""

from __future__ import annotations

import re
import unicodedata

from core.errors import SandboxError
from core.record import Record
from core.text import QT_TRANSLATE_NOOP, Message, message

MAX_TOKEN_LENGTH = 1000
_BY_SPACES = QT_TRANSLATE_NOOP("Tokens", "Words: cut at spaces.")
_BY_CHARACTERS = QT_TRANSLATE_NOOP(
    "Tokens", "Characters: the text has no spaces. A | or a space cuts elsewhere."
)
_BY_HAND = QT_TRANSLATE_NOOP("Tokens", "Cut at | and at spaces.")
# Scripts that write without spaces: kana, CJK with its punctuation and extensions, full-width forms.
_CHARACTER = (
    r"[\u2e80-\u303f\u3040-\u30ff\u31f0-\u31ff\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\uff00-\uffef"
    r"\U00020000-\U0003ffff]"
)
_PIECES = (  # not compiled before it is used: that takes 2 ms
    rf"{_CHARACTER}(?:[\u0300-\u036f\u3099\u309a\ufe00-\ufe0f\U000e0100-\U000e01ef])*|(?:(?!{_CHARACTER}).)+"
)


class NoTokens(SandboxError):
    """A text without a word."""

    template = QT_TRANSLATE_NOOP("Errors", "There must be at least one token. Type a word.")


class TokenTooLong(SandboxError):
    """A word beyond the limit."""

    template = QT_TRANSLATE_NOOP(
        "Errors", "A token has {length} characters; {limit} are possible. Cut it by a space."
    )


class BrokenText(SandboxError):
    """A text with half a character in it, which no file can hold."""

    template = QT_TRANSLATE_NOOP(
        "Errors", "The text holds half a character (a lone surrogate). Type it anew."
    )


class Tokenised(Record):
    """The words, and which rule cut them."""

    words: tuple[str, ...]
    rule: Message


def tokenise(text: str) -> Tokenised:
    """Cut `text` into tokens.

    With spaces: words, punctuation stays where it is. Without: characters where the script has no spaces
    (Japanese, Chinese), runs of other letters stay whole. A ``|`` cuts anywhere.

    Raises
    ------
    NoTokens
        If nothing is left.

    Examples
    --------
    >>> tokenise("the cat sat.").words
    ('the', 'cat', 'sat.')
    >>> tokenise("猫がGPTを").words
    ('猫', 'が', 'GPT', 'を')
    """
    pieces = text.replace("|", " ").split()
    rule = _BY_HAND if "|" in text else _BY_SPACES
    if len(pieces) == 1 and "|" not in text and re.search(_CHARACTER, pieces[0]):
        pieces, rule = re.findall(_PIECES, pieces[0]), _BY_CHARACTERS
    if not pieces:
        raise NoTokens()
    return Tokenised(tuple(map(checked_word, pieces)), message("Tokens", rule))


def checked_word(word: str) -> str:
    """Return `word` if it can be a token."""
    if len(word) > MAX_TOKEN_LENGTH:
        raise TokenTooLong(length=len(word), limit=MAX_TOKEN_LENGTH)
    return checked_text(word)


def checked_text(text: str) -> str:
    """Return `text` if a file can hold it."""
    if any("\ud800" <= character <= "\udfff" for character in text):
        raise BrokenText()
    return text


_SIGNS = {" ": "·", "\u00a0": "·", "\u3000": "·", "\n": "↵", "\r": "↵", "\t": "⇥", "\x7f": "␡"}


def visible(word: str) -> str:
    """Return `word` as a chip shows it: nothing in it is invisible.

    >>> visible(" cat"), visible(" "), visible(""), visible(chr(10))
    ('·cat', '␣', '∅', '↵')
    """
    if not word:
        return "∅"
    if word.isprintable() and " " not in word:
        return word
    if word.isspace() and not set(word) - {" ", "\u00a0", "\u3000"}:
        return "␣" * len(word)
    return "".join(map(_visible_character, word))


def elided(text: str, longest: int) -> str:
    """Return `text` without its middle where it is longer.

    >>> elided("Donaudampfschifffahrt", 9)
    'Dona…ahrt'
    """
    if len(text) <= longest:
        return text
    kept = longest - 1
    return f"{text[: kept - kept // 2]}…{text[len(text) - kept // 2 :]}"


def plain(text: str) -> str:
    r"""Return `text` as a terminal may get it: no sign in it that steers, reorders or hides.

    Spaces and line ends stay. A byte of a file's name that is no UTF-8 is written as such.

    >>> plain("a b" + chr(27) + "[0m"), plain("x" + chr(0xDCFF))
    ('a b␛[0m', 'x\\xff')
    """
    return text if text.isprintable() else "".join(map(_plain_character, text))


def _plain_character(character: str) -> str:
    if "\udc80" <= character <= "\udcff":
        return f"\\x{ord(character) - 0xDC00:02x}"
    return character if character in " \n\u00a0\u3000" else _visible_character(character)


def _visible_character(character: str) -> str:
    if character in _SIGNS:
        return _SIGNS[character]
    if character < " ":
        return chr(0x2400 + ord(character))
    # Format characters reorder or hide text; a joiner inside an emoji does neither.
    if unicodedata.category(character) in {"Cf", "Zl", "Zp", "Cc"} and character != "\u200d":
        return f"⟨{ord(character):04X}⟩"
    return character
