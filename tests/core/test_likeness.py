"""Which model of the field an architecture is like: "as GPT-2, but: sample variance"."""

from dataclasses import replace
from itertools import combinations

import pytest

from core.architecture.conventions import conventions_line
from core.architecture.likeness import like, likeness
from core.architecture.options import Architecture, NormPlace, PositionKind, Positions, Stack, Variance
from core.architecture.presets import PRESETS, new_scenario, preset
from core.edits.switches import SwitchPart
from core.ops.norm import LayerNorm

LAYERED = [each for each in PRESETS if each.architecture.stack is not Stack.ATTENTION]
GPT = preset("gpt-2").architecture


@pytest.mark.parametrize("each", LAYERED, ids=lambda each: each.key)
def test_each_model_of_the_field_is_like_itself_in_any_size(each):
    own = each.architecture
    larger = replace(
        own, layers=own.layers + 1, feed_forward=replace(own.feed_forward, d_ff=own.feed_forward.d_ff + 1)
    )
    for architecture in (own, larger):
        found = likeness(architecture)
        assert found.model == each.title
        assert found.differences == ()
    assert conventions_line(own).startswith(f"as {each.title} · rows are tokens")


def test_no_two_models_of_the_field_are_the_same():
    for one, other in combinations(LAYERED, 2):
        if one.architecture.stack is other.architecture.stack:
            assert likeness(one.architecture) != likeness(other.architecture)


def test_what_differs_is_told_by_the_titles_of_the_options():
    sample = replace(GPT, norm=replace(GPT.norm, variance=Variance.SAMPLE))
    assert str(like(sample)) == ("as GPT-2, but: Norms and residuals ▸ Variance: ÷ (d_model − 1), sample")
    more = replace(
        sample,
        positions=Positions(PositionKind.ROPE, base=7.0),
        attention=replace(GPT.attention, window=3),
    )
    assert str(like(more)) == (
        "as GPT-2, but: Positions ▸ Kind: rotary (RoPE), Attention ▸ Sliding window: 3, "
        "Norms and residuals ▸ Variance: ÷ (d_model − 1), sample"
    )


def test_what_differs_in_too_much_is_like_nothing():
    far = replace(
        GPT,
        positions=Positions(PositionKind.ALIBI),
        attention=replace(GPT.attention, window=3, soft_cap=5.0),
        norm=replace(GPT.norm, variance=Variance.SAMPLE, gain=False),
        residual=False,
    )
    assert like(far) is None
    assert like(Architecture()) is None
    assert conventions_line(far).startswith("rows are tokens")


def test_a_switch_is_told_as_a_switch():
    off = SwitchPart("decoder.0.ffn", on=False).apply(preset("gpt-2").scenario()).architecture
    assert likeness(off) == likeness(GPT)
    assert conventions_line(off).endswith("off: feed-forward (decoder.0.ffn)")


@pytest.mark.parametrize(("place", "words"), [(NormPlace.POST, "post-norm"), (NormPlace.PRE, "pre-norm")])
def test_what_is_said_of_the_norms_follows_their_place_and_each_is_made_once(place, words):
    """B7: texts that say post-norm of pre-norm code, a norm made twice, one final norm too many."""
    for final in (False, True):
        made = replace(GPT, norm=replace(GPT.norm, place=place, final=final))
        line = conventions_line(made)
        assert f"· {words}, " in line
        assert sum(other in line.split(" · ")[0] for other in ("post-norm", "pre-norm")) <= 1
        assert ("· final norm" in line, "· no final norm" in line) == (final, not final)
        program = new_scenario(made).program()
        order = [step.name for step in program.steps]
        first = order.index("decoder.0.norm1") < order.index("decoder.0.self_attn.q")
        assert first == (place is NormPlace.PRE)
        norms = [step for step in program.steps if isinstance(step.operation, LayerNorm)]
        assert len(norms) == 2 * made.layers + final
        assert len({step.inputs[0] for step in norms}) == len(norms)
