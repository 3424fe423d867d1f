"""The outline's words for an encoder with a decoder, and for parts that are switched off."""

from dataclasses import replace

import pytest
from PySide6.QtGui import QFontMetricsF

from app.fonts import base_font
from app.models.outline import main_part, parts, short_title
from app.widgets.outline_delegate import fitting_name
from core.architecture.options import Embedding, NormKind
from core.architecture.presets import preset
from core.edits import ChangeArchitecture, SwitchPart
from core.examples import load_example


def both(*off):
    made = preset("encoder-decoder-2017").scenario()
    for name in off:
        made = SwitchPart(name, on=False).apply(made)
    return made


def titles(made):
    return [(str(box.layer_title), str(box.title)) for box in parts(made.program())]


def test_the_parts_of_an_encoder_with_a_decoder():
    encoder, decoder = "Encoder layer 1 of 1", "Decoder layer 1 of 1"
    assert titles(both()) == [
        ("Embedding of the source", "embedding of the source"),
        (encoder, "self-attention"),
        (encoder, "residual"),
        (encoder, "layer norm"),
        (encoder, "feed-forward"),
        (encoder, "residual"),
        (encoder, "layer norm"),
        ("Encoder", "final layer norm of the encoder"),
        ("Embedding of the target", "embedding of the target"),
        ("Decoder", "mask"),
        (decoder, "masked self-attention"),
        (decoder, "residual"),
        (decoder, "layer norm"),
        (decoder, "cross-attention"),
        (decoder, "residual"),
        (decoder, "layer norm"),
        (decoder, "feed-forward"),
        (decoder, "residual"),
        (decoder, "layer norm"),
        ("Output", "final layer norm"),
        ("Output", "next word"),
    ]


def test_without_the_mask_it_is_not_called_masked():
    assert ("Decoder layer 1 of 1", "self-attention") in titles(both("mask"))
    boxes = {box.key: box for box in parts(both("mask").program())}
    assert boxes["decoder.mask"].is_off
    assert not boxes["decoder.mask"].is_main


SWITCHABLE = [
    name for name in both().architecture.switches if name not in {"embed.positions", "scale", "mask"}
]


@pytest.mark.parametrize("name", SWITCHABLE)
def test_a_switch_has_the_name_of_its_box_and_the_box_stays_in_its_place(name):
    before, after = parts(both().program()), parts(both(name).program())
    assert [(box.key, box.owner) for box in after] == [(box.key, box.owner) for box in before]
    state = {box.key: box for box in after}
    assert not {box.key: box for box in before}[name].is_off
    assert state[name].is_off
    program = both(name).program()
    assert program.maker(state[name].target) is not None
    assert main_part(program, program.step(state[name].target)) == state[name].owner


def with_embedding_norms(kind=NormKind.LAYER):
    made = both()
    architecture = replace(
        made.architecture,
        embedding=Embedding(norm=True),
        norm=replace(made.architecture.norm, kind=kind),
    )
    return ChangeArchitecture(architecture).apply(made)


def test_a_norm_behind_the_embedding_belongs_to_it():
    made = with_embedding_norms()
    program = made.program()
    boxes = {box.key: box for box in parts(program)}
    for sequence in ("source", "target"):
        box = boxes[f"{sequence}.embed.norm"]
        assert (str(box.layer_title), str(box.title)) == (
            f"Embedding of the {sequence}",
            "layer norm of the embedding",
        )
        assert main_part(program, program.step(box.key)) == f"{sequence}.embed"
        assert not box.is_main
    off = parts(SwitchPart("source.embed.norm", on=False).apply(made).program())
    assert [box.key for box in off if box.is_off and "embed" in box.key] == ["source.embed.norm"]
    rms = parts(with_embedding_norms(NormKind.RMS).program())
    assert "RMS norm of the embedding" in [str(box.title) for box in rms]


@pytest.mark.parametrize(("kind", "word"), [(NormKind.LAYER, "Layer norm"), (NormKind.RMS, "RMS norm")])
def test_every_step_has_a_short_title_whatever_the_norms_are(kind, word):
    made = with_embedding_norms(kind)
    attention = replace(made.architecture.attention, qk_norm=kind)
    made = ChangeArchitecture(replace(made.architecture, attention=attention)).apply(made)
    titles = {step.name: str(short_title(step)) for step in made.program().steps}
    assert titles["encoder.0.norm1"] == titles["source.embed.norm"] == word
    assert titles["encoder.0.attn.q_norm"] == "Queries, normed"


def test_a_technical_name_that_would_be_cut_to_a_letter_is_left_out(qapp):
    metrics = QFontMetricsF(base_font())
    assert fitting_name(metrics, "norm", 100) == "norm"
    assert fitting_name(metrics, "norm", 20) == ""
    assert fitting_name(metrics, "q", 20) == "q"
    assert fitting_name(metrics, "probabilities", 60).endswith("…")


def test_what_the_heads_make_is_called_so_on_the_stage_as_in_the_outline():
    step = load_example("tiny-gpt").program().step("decoder.0.self_attn.heads")
    assert str(step.title).startswith(f"{short_title(step)}:")
