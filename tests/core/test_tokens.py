"""Text is cut as people expect, and nothing in a token is invisible."""

import pytest

from core.tokens import BrokenText, NoTokens, TokenTooLong, tokenise, visible


@pytest.mark.parametrize(
    ("text", "words", "rule"),
    [
        ("the cat sat", ("the", "cat", "sat"), "Words"),
        ("  the   cat sat.\n", ("the", "cat", "sat."), "Words"),
        ("cat", ("cat",), "Words"),
        ("私は猫", ("私", "は", "猫"), "Characters"),
        ("リンゴを食べる。", ("リ", "ン", "ゴ", "を", "食", "べ", "る", "。"), "Characters"),
        ("GPTは速い", ("GPT", "は", "速", "い"), "Characters"),
        ("<start>私", ("<start>", "私"), "Characters"),
        ("か\u3099き", ("か\u3099", "き"), "Characters"),
        ("𠮷野家", ("𠮷", "野", "家"), "Characters"),
        ("私 は 猫", ("私", "は", "猫"), "Words"),
        ("赤い\u3000花 咲く", ("赤い", "花", "咲く"), "Words"),
        ("りんご|を|食べる", ("りんご", "を", "食べる"), "Cut"),
        ("un|believ|able cat", ("un", "believ", "able", "cat"), "Cut"),
        ("a||b|", ("a", "b"), "Cut"),
    ],
)
def test_text_is_cut_by_the_rule_that_is_told(text, words, rule):
    made = tokenise(text)
    assert made.words == words
    assert str(made.rule).startswith(rule)


@pytest.mark.parametrize("text", ["", "   ", "\n\t", "|", " | | "])
def test_text_without_a_word_is_refused(text):
    with pytest.raises(NoTokens, match="Type a word"):
        tokenise(text)


def test_a_word_without_end_is_refused():
    with pytest.raises(TokenTooLong, match="100000 characters"):
        tokenise("a" * 100_000)


def test_half_a_character_is_refused():
    with pytest.raises(BrokenText):
        tokenise("cat \ud83d")


@pytest.mark.parametrize(
    ("word", "shown"),
    [
        ("cat", "cat"),
        ("", "∅"),
        (" ", "␣"),
        ("  ", "␣␣"),
        (" cat", "·cat"),
        ("\u3000", "␣"),
        ("a\u00a0b", "a·b"),
        ("\n", "↵"),
        ("a\tb", "a⇥b"),
        ("\x1b[31m", "␛[31m"),
        ("\x7f", "␡"),
        ("\u202ecat", "⟨202E⟩cat"),
        ("\u200b", "⟨200B⟩"),
        ("\x85", "⟨0085⟩"),
        ("👩‍🎓", "👩‍🎓"),
        ("が", "が"),
    ],
)
def test_nothing_in_a_token_is_invisible(word, shown):
    assert visible(word) == shown
