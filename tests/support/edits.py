"""Edits of every kind, for property tests."""

from hypothesis import strategies as st

from core.edits import (
    ChangeArchitecture,
    InsertToken,
    MoveToken,
    RemoveToken,
    ReplaceToken,
    SetCells,
    SetFeatures,
    SetMaskCells,
    SetOption,
    SetPadding,
    SetSeed,
    SetTokens,
)
from tests.support.scenarios import architectures, mask_sizes

WORDS = st.sampled_from(["the", "w0", "w1", "猫", "", " ", "zebra"])
NUMBERS = st.sampled_from([0.0, -0.0, 1.0, 1e308, -5e-324]) | st.floats(-2, 2)
OPTIONS = st.tuples(st.just("temperature"), st.sampled_from([0.5, 1.0, 0.0])) | st.tuples(
    st.just("decoding.top_k"), st.integers(-1, 3)
)


@st.composite
def edits(draw, scenario):
    """Any edit that somebody could try on `scenario`; some are refused."""
    sequence = draw(st.sampled_from(sorted(scenario.tokens)))
    place = st.integers(0, len(scenario.tokens[sequence]))
    sources = sorted([*scenario.parameters, *scenario.given])
    kind = draw(st.integers(0, 12))
    if kind <= 1 and sources:
        tensor = draw(st.sampled_from(sources))
        cell = tuple(draw(st.integers(0, size - 1)) for size in scenario.source_values(tensor).shape)
        return SetCells(tensor, (cell,), (draw(NUMBERS),))
    if kind == 2:
        mask = draw(st.sampled_from(sorted(mask_sizes(scenario.architecture, scenario.tokens))))
        cell = (draw(st.integers(0, 2)), draw(st.integers(0, 2)))
        return SetMaskCells(mask, (cell,), (draw(st.booleans()),))
    others = {
        3: lambda: InsertToken(sequence, draw(place), draw(WORDS)),
        4: lambda: RemoveToken(sequence, draw(place)),
        5: lambda: ReplaceToken(sequence, draw(place), draw(WORDS)),
        6: lambda: MoveToken(sequence, draw(place), draw(place)),
        7: lambda: SetTokens(sequence, tuple(draw(st.lists(WORDS, max_size=4)))),
        8: lambda: SetPadding(sequence, draw(place), draw(st.booleans())),
        9: lambda: ChangeArchitecture(draw(architectures())),
        11: lambda: SetOption(*draw(OPTIONS)),
        10: lambda: SetFeatures(tuple(draw(st.lists(WORDS, max_size=5)))),
    }
    return others.get(kind, lambda: SetSeed(draw(st.integers(0, 3))))()
