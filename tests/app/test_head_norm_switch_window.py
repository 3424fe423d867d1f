"""The norms of queries and keys: switched off and on in the real window, as every other norm."""

import json
from dataclasses import replace

import jsonschema
import pytest
from PySide6.QtCore import Qt

from app.__main__ import main
from app.models.outline_model import OutlineRole
from app.models.stage_switches import switches
from app.panels.spec import PanelId
from core.architecture.options import NormKind
from core.edits import ChangeArchitecture, SwitchPart
from core.examples import load_example
from core.formats import dumps
from core.resources import resource_path

NAME = "decoder.0.self_attn.q_norm"
NONE = Qt.KeyboardModifier.NoModifier


def made():
    scenario = load_example("tiny-gpt")
    attention = replace(scenario.architecture.attention, qk_norm=NormKind.RMS)
    return ChangeArchitecture(replace(scenario.architecture, attention=attention)).apply(scenario)


def off(window):
    return window.workspace.session.scenario.architecture.off


def row_of_step(model, name, index=None):
    if index is not None and index.data(OutlineRole.NAME) and index.data(OutlineRole.STEP) == name:
        return index
    inner = [
        model.index(row, 0, index) if index else model.index(row, 0)
        for row in range(model.rowCount(index) if index else model.rowCount())
    ]
    return next(filter(None, (row_of_step(model, name, each) for each in inner)), None)


@pytest.mark.parametrize("language", ["en", "ja"])
def test_it_is_switched_by_its_box_where_it_is_shown(open_window, language):
    window = open_window(made(), (1024, 700), language)
    stage = window.panels[PanelId.STAGE]
    window.workspace.cursor.move_to("decoder.0.self_attn.q")
    assert stage.header.switch(NAME) is None
    window.workspace.cursor.move_to(NAME)
    box = stage.header.switch(NAME)
    assert box.text() == {"en": "norm", "ja": "正規化"}[language]
    assert box.toolTip().startswith({"en": "Queries, normed: ", "ja": "正規化したクエリ: "}[language])
    assert stage.header.rect().contains(box.geometry())
    box.click()
    assert off(window) == (NAME,)
    assert window.workspace.cursor.step.name == NAME
    trace = window.workspace.session.trace
    assert (trace[NAME].values == trace["decoder.0.self_attn.q"].values).all()
    assert not stage.header.switch(NAME).isChecked()
    assert NAME in window.statusBar().assumptions.toolTip()
    stage.header.switch(NAME).click()
    assert off(window) == ()


def test_f6_means_it_by_key_and_in_the_outline(open_window, press, qtbot):
    window = open_window(made())
    window.workspace.cursor.move_to(NAME)
    window.panels[PanelId.STAGE].canvas.setFocus()
    press(window, Qt.Key.Key_F6, NONE)
    assert off(window) == (NAME,)
    press(window, Qt.Key.Key_F6, NONE)
    assert off(window) == ()
    window.toggle_steps()
    outline = window.panels[PanelId.STEPS]
    for key in (NAME, NAME.replace("q_norm", "k_norm")):
        outline.tree.setFocus()
        outline.tree.setCurrentIndex(row_of_step(outline.model, key))
        qtbot.keyClick(outline.tree, Qt.Key.Key_F6)
        assert off(window) == (key,)
        assert row_of_step(outline.model, key).data(OutlineRole.OFF)
        qtbot.keyClick(outline.tree, Qt.Key.Key_F6)
        assert off(window) == ()


def test_every_norm_of_queries_and_keys_is_offered_somewhere():
    program, architecture = made().program(), made().architecture
    offered = {state.key for step in program.steps for state in switches(program, step, architecture)}
    names = {name for name in architecture.switches if name.endswith("_norm")}
    assert len(names) == 4
    assert names <= offered


def test_file_and_trace_say_that_it_is_off(tmp_path, capsys):
    path = tmp_path / "off.tsbx"
    path.write_bytes(dumps(SwitchPart(NAME, on=False).apply(made())))
    written = json.loads(path.read_text(encoding="utf-8"))
    assert written["architecture"]["off"] == [NAME]
    assert f"{NAME}.gain" in written["parameters"]
    schema = json.loads(resource_path("scenario.schema.json").read_text(encoding="utf-8"))
    jsonschema.validate(written, schema)
    written["architecture"]["attention"].pop("qk_norm")
    with pytest.raises(jsonschema.ValidationError):
        jsonschema.validate(written, schema)
    assert main(["trace", str(path), "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["conventions"].endswith(f"off: norm ({NAME})")
