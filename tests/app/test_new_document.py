"""The dialog that makes a new document."""

from dataclasses import replace

import pytest
import shiboken6
from PySide6.QtCore import QCoreApplication, QEvent, Qt
from PySide6.QtGui import QHelpEvent
from PySide6.QtWidgets import QApplication, QLabel, QToolTip

from app.dialogs.new_document import NewDialog
from app.texts import translated
from app.widgets.fields import ChoiceField, ChoiceOrNumberField, SizeField, ToggleField
from core.architecture.form import option_fields, option_groups, option_values
from core.architecture.options import (
    Architecture,
    Attention,
    Decoding,
    DecodingKind,
    Input,
    MaskAs,
    NormKind,
    PositionKind,
    Positions,
    Scale,
    Stack,
    Weights,
)
from core.architecture.presets import PRESET_GROUPS, PRESETS, preset
from core.formats import dumps
from core.text import message
from core.trace import run

KEYS = [each.key for each in PRESETS]
GPT = preset("gpt-2")


@pytest.fixture
def open_dialog(open_window, qtbot):
    """A function that opens the dialog in a window of a language."""
    opened = []

    def opening(language="en"):
        window = open_window(language=language)
        qtbot.keyClick(window.focusWidget() or window, Qt.Key.Key_N, Qt.KeyboardModifier.ControlModifier)
        dialog = window.findChild(NewDialog)
        opened.append((window, dialog))
        dialog.activateWindow()
        qtbot.waitUntil(dialog.isActiveWindow)
        return dialog

    yield opening
    for window, dialog in opened:
        if shiboken6.isValid(dialog):
            dialog.reject()
        qtbot.waitUntil(lambda window=window: window.findChild(NewDialog) is None)


@pytest.fixture
def dialog(open_dialog):
    return open_dialog()


def choose(dialog, key):
    dialog.choose(key)


def pick(qtbot, field, value):
    """Choose a value of a combo box by its keys."""
    field.setFocus()
    while field.read() is not value:
        before = field.currentIndex()
        down = field._values.index(value) > before
        qtbot.keyClick(field, Qt.Key.Key_Down if down else Qt.Key.Key_Up)
        assert field.currentIndex() != before


def write(qtbot, field, text):
    field.setFocus()
    field.selectAll()
    qtbot.keyClicks(field, text)


def shown(dialog):
    return {path for path, field in dialog.form.fields.items() if field.isVisible()}


def is_refused(dialog):
    assert dialog.reason.isVisible() is not dialog.confirm.isEnabled()
    return dialog.reason.isVisible()


@pytest.mark.parametrize("key", KEYS)
def test_every_preset_unchanged_gives_its_scenario(dialog, key):
    choose(dialog, key)
    assert not is_refused(dialog)
    assert dumps(dialog.scenario()) == dumps(preset(key).scenario())


def test_a_document_is_called_in_the_language_of_the_window(open_dialog):
    dialog = open_dialog("ja")
    choose(dialog, "cross-attention")
    assert dialog.scenario().title == "交差注意（クエリは別の文から）"


def test_a_decoder_is_made_by_keyboard(dialog, qtbot):
    window = dialog.parent()
    choose(dialog, "gpt-2")
    write(qtbot, dialog.form.fields["layers"], "3")
    write(qtbot, dialog.form.fields["attention.heads"], "4")
    write(qtbot, dialog.lines["target"], "the cat sat on")
    qtbot.keyClick(dialog.lines["target"], Qt.Key.Key_Return)
    scenario = window.workspace.session.scenario
    assert scenario.architecture.stack is Stack.DECODER
    assert (scenario.architecture.layers, scenario.architecture.attention.heads) == (3, 4)
    assert (scenario.architecture.attention.d_k, scenario.architecture.attention.d_v) == (2, 2)
    assert scenario.tokens["target"] == ("the", "cat", "sat", "on")
    assert scenario.title == "GPT-2"
    assert run(scenario.program()).failure is None
    assert window.workspace.session.path is None
    assert not window.isWindowModified()


def test_escape_makes_nothing(dialog, qtbot):
    window = dialog.parent()
    before = window.workspace.session.scenario
    qtbot.keyClick(dialog.form.fields["layers"], Qt.Key.Key_Escape)
    qtbot.waitUntil(lambda: window.findChild(NewDialog) is None)
    assert window.workspace.session.scenario is before


@pytest.mark.parametrize("language", ["en", "ja"])
def test_heads_that_do_not_divide_are_refused_until_d_k_is_said(open_dialog, language, qtbot):
    dialog = open_dialog(language)
    choose(dialog, "multi-head")
    fields = dialog.form.fields
    assert fields["attention.d_k"].text() == f"4 ({translated(follows('attention.d_k'))})"
    assert fields["attention.d_k"].follows
    write(qtbot, fields["attention.heads"], "3")
    assert is_refused(dialog)
    assert dialog.reason.text().startswith("3 heads do not divide" if language == "en" else "d_model = 8")
    write(qtbot, fields["attention.d_k"], "5")
    assert not is_refused(dialog)
    assert not fields["attention.d_k"].follows
    assert fields["attention.d_v"].text() == f"5 ({translated(follows('attention.d_v'))})"
    options = dialog.scenario().architecture.attention
    assert (options.heads, options.d_k, options.d_v) == (3, 5, 5)
    write(qtbot, fields["attention.heads"], "4")
    fields["attention.d_k"].setFocus()
    qtbot.keyClick(fields["attention.d_k"], Qt.Key.Key_A, Qt.KeyboardModifier.ControlModifier)
    qtbot.keyClick(fields["attention.d_k"], Qt.Key.Key_Delete)
    assert fields["attention.d_k"].lineEdit().text() == ""
    assert dialog.scenario().architecture.attention.d_k == 2
    dialog.lines["source"].setFocus()
    assert fields["attention.d_k"].text().startswith("2 (")


def follows(path):
    return option_fields()[path].follows_title


def test_steps_go_on_from_the_size_that_is_followed(dialog, qtbot):
    choose(dialog, "gpt-2")
    field = dialog.form.fields["attention.d_k"]
    field.setFocus()
    qtbot.keyClick(field, Qt.Key.Key_Up)
    assert field.read() == 5
    field.stepBy(-4)
    assert field.read() == 1
    qtbot.keyClick(field, Qt.Key.Key_Down)
    assert field.read() is None
    qtbot.keyClick(field, Qt.Key.Key_Down)
    assert field.read() == 3


def test_a_size_stays_while_there_is_nothing_to_follow(dialog, qtbot):
    choose(dialog, "attention-x")
    stack = dialog.form.fields["input"]
    pick(qtbot, stack, Input.QKV)
    field = dialog.form.fields["attention.d_k"]
    assert (field.read(), field.minimum()) == (4, 1)
    assert "d_model" not in shown(dialog)
    pick(qtbot, stack, Input.TOKENS)
    assert field.read() is None


def test_what_is_too_large_is_refused_before_it_is_made(dialog):
    choose(dialog, "gpt-2")
    dialog.form.fields["d_model"].setValue(4096)
    dialog.form.fields["layers"].setValue(48)
    assert is_refused(dialog)
    assert "20000000" in dialog.reason.text()


def test_words_are_checked_against_learned_positions(dialog, qtbot):
    choose(dialog, "gpt-2")
    write(qtbot, dialog.form.fields["positions.length"], "2")
    assert "positions" in dialog.reason.text()
    assert is_refused(dialog)
    write(qtbot, dialog.lines["target"], "the cat")
    assert not is_refused(dialog)


def test_no_words_are_refused(dialog):
    choose(dialog, "encoder-2017")
    dialog.lines["source"].clear()
    assert is_refused(dialog)
    assert "token" in dialog.reason.text()


def test_a_text_that_is_no_number_is_refused_with_the_way_to_write_it(dialog, qtbot):
    choose(dialog, "gpt-2")
    field = dialog.form.fields["temperature"]
    write(qtbot, field, "0,5")
    assert is_refused(dialog)
    assert "0.5" in dialog.reason.text()
    assert field.property("refused")
    dialog.accept()
    assert dialog.isVisible()
    write(qtbot, field, "=1/4")
    assert not is_refused(dialog)
    assert not field.property("refused")
    assert dialog.scenario().architecture.temperature == 0.25
    write(qtbot, field, "0")
    assert dialog.reason.text() == "temperature is 0; it must be 0.001 … 1000."


def test_a_factor_of_ones_own(dialog, qtbot):
    choose(dialog, "multi-head")
    field = dialog.form.fields["attention.scale"]
    assert not field.number.isVisible()
    field.choice.setFocus()
    qtbot.keyClick(field.choice, Qt.Key.Key_End)
    assert field.number.isVisible()
    write(qtbot, field.number, "0.25")
    assert dialog.scenario().architecture.attention.scale == 0.25
    write(qtbot, field.number, "0")
    assert is_refused(dialog)
    qtbot.keyClick(field.choice, Qt.Key.Key_Home)
    assert not field.number.isVisible()
    assert not is_refused(dialog)
    assert dialog.scenario().architecture.attention.scale is Scale.ROOT


@pytest.mark.parametrize("language", ["en", "ja"])
def test_every_option_has_its_titled_field_where_it_applies(open_dialog, language):
    dialog = open_dialog(language)
    seen = set()
    choose(dialog, PRESETS[0].key)
    others = [Architecture(Stack.DECODER, positions=Positions(kind)) for kind in PositionKind]
    others.append(Architecture(Stack.ENCODER_DECODER, positions=Positions(PositionKind.LEARNED)))
    others.append(Architecture(attention=Attention(heads=4, kv_heads=2)))
    others.append(Architecture(attention=Attention(qk_norm=NormKind.RMS)))
    others.append(Architecture(weights=Weights(MaskAs.LARGE)))
    others.append(Architecture(Stack.DECODER, decoding=Decoding(DecodingKind.SAMPLE)))
    for architecture in (*(each.architecture for each in PRESETS), *others):
        dialog.form.show_architecture(architecture)
        values = option_values(architecture)
        applying = {path for path, entry in option_fields().items() if entry.applies(values)}
        assert shown(dialog) == applying, architecture
        seen |= applying
    assert seen == set(option_fields())
    texts = {label.text() for label in dialog.form.findChildren(QLabel)}
    for group in option_groups():
        assert group.title is None or translated(group.title) in texts
        for entry in group.fields:
            field, title = dialog.form.fields[entry.path], translated(entry.title)
            assert title in ({field.text()} if isinstance(field, ToggleField) else texts)
            assert field.accessibleName().endswith(title)


def test_another_stack_shows_its_fields_and_begins_with_words(dialog, qtbot):
    choose(dialog, "gpt-2")
    stack = dialog.form.fields["stack"]
    assert not dialog.lines["source"].isVisible()
    pick(qtbot, stack, Stack.ENCODER_DECODER)
    assert dialog.lines["source"].text() == "the cat sat"
    assert not is_refused(dialog)
    pick(qtbot, stack, Stack.ENCODER)
    assert not dialog.lines["target"].isVisible()
    assert "temperature" not in shown(dialog)
    assert not is_refused(dialog)
    made = dialog.scenario()
    assert list(made.tokens) == ["source"]
    assert made.title == ""
    pick(qtbot, stack, Stack.ATTENTION)
    dialog.lines["target"].clear()
    assert list(dialog.scenario().tokens) == ["source"]
    write(qtbot, dialog.lines["target"], "a dog")
    assert dialog.scenario().tokens["target"] == ("a", "dog")


def test_an_option_that_no_longer_applies_refuses_nothing(dialog, qtbot):
    """W_O can be left out of attention alone, and of nothing else."""
    choose(dialog, "attention-x")
    assert not dialog.form.fields["attention.output"].isChecked()
    pick(qtbot, dialog.form.fields["stack"], Stack.ENCODER)
    assert not is_refused(dialog)
    assert dialog.scenario().architecture.attention.output
    pick(qtbot, dialog.form.fields["input"], Input.QKV)
    assert is_refused(dialog)
    assert "q, k, v" in dialog.reason.text()


@pytest.mark.parametrize("language", ["en", "ja"])
@pytest.mark.parametrize("key", ["gpt-2", "encoder-decoder-2017", "attention-x"])
def test_it_fits_a_small_screen(open_dialog, language, key):
    dialog = open_dialog(language)
    choose(dialog, key)
    assert dialog.width() <= 1024
    assert dialog.height() <= 650
    area = dialog.area
    assert dialog.form.minimumSizeHint().width() <= area.viewport().width()
    assert area.geometry().bottom() < dialog.buttons.geometry().top()


def test_tab_goes_through_presets_words_and_form_to_the_buttons(dialog, qtbot):
    choose(dialog, "encoder-decoder-2017")
    dialog.presets.setFocus()
    order = []
    while not order or dialog.focusWidget() is not dialog.presets:
        order.append(dialog.focusWidget())
        qtbot.keyClick(dialog.focusWidget(), Qt.Key.Key_Tab)
        assert len(order) < 60
    fields = [dialog.form.fields[path] for path in dialog.form.fields if path in shown(dialog)]
    visited = [
        next((field for field in fields if field is each or field.isAncestorOf(each)), each) for each in order
    ]
    assert visited == [
        dialog.presets,
        dialog.lines["source"],
        dialog.lines["target"],
        dialog.seed,
        *fields,
        dialog.confirm,
        dialog.buttons.buttons()[1],
    ]


def test_the_seed_decides_the_numbers(dialog):
    choose(dialog, "encoder-2017")
    first = dumps(dialog.scenario())
    dialog.seed.setValue(1)
    assert dumps(dialog.scenario()) != first


def test_a_preset_chosen_again_starts_anew(dialog):
    choose(dialog, "gpt-2")
    dialog.form.fields["feed_forward.d_ff"].setValue(5)
    assert dialog.form.architecture() == replace(
        GPT.architecture, feed_forward=replace(GPT.architecture.feed_forward, d_ff=5)
    )
    choose(dialog, "bert")
    choose(dialog, "gpt-2")
    assert dialog.form.architecture() == GPT.architecture


def test_presets_stand_in_groups_whose_titles_cannot_be_chosen(dialog, qtbot):
    rows = [dialog.presets.item(row) for row in range(dialog.presets.count())]
    titles = {str(group.title) for group in PRESET_GROUPS}
    assert [row.text() for row in rows if not row.flags()] == [str(group.title) for group in PRESET_GROUPS]
    choose(dialog, KEYS[0])
    dialog.presets.setFocus()
    met = [dialog.preset.key]
    for _ in KEYS[1:]:
        qtbot.keyClick(dialog.presets, Qt.Key.Key_Down)
        assert dialog.presets.currentItem().text() not in titles
        met.append(dialog.preset.key)
    assert met == KEYS


@pytest.mark.parametrize("language", ["en", "ja"])
def test_every_key_moves_among_the_presets(open_dialog, language, qtbot):
    dialog = open_dialog(language)
    presets, key = dialog.presets, Qt.Key
    presets.setFocus()

    def press(pressed):
        qtbot.keyClick(presets, pressed)
        assert presets.currentItem().isSelected()
        return KEYS.index(dialog.preset.key)

    last = len(KEYS) - 1
    choose(dialog, "llama")
    assert press(key.Key_Home) == 0
    assert press(key.Key_PageUp) == press(key.Key_Up) == 0
    assert press(key.Key_End) == last
    assert press(key.Key_PageDown) == press(key.Key_Down) == last
    for pressed, end in ((key.Key_PageUp, 0), (key.Key_PageDown, last)):
        met = [KEYS.index(dialog.preset.key)]
        while met[-1] != end:
            met.append(press(pressed))
            assert abs(met[-1] - met[-2]) > 1 or met[-1] == end
            assert met[-1] != met[-2]
        assert len(met) < len(KEYS) // 2
    press(key.Key_Home)
    qtbot.keyClicks(presets, "b")
    assert dialog.preset.key == "bert"


@pytest.mark.parametrize("language", ["en", "ja"])
def test_the_preset_that_is_chosen_is_in_view(open_dialog, language, qtbot):
    """One with a second sentence leaves the list less room, after it was scrolled to."""
    presets = open_dialog(language).presets
    last = presets.item(presets.count() - 1)

    def is_in_view(item):
        QCoreApplication.sendPostedEvents()
        place = presets.visualItemRect(item)
        return place.top() >= 0 and place.bottom() < presets.viewport().height()

    presets.setFocus()
    presets.setCurrentRow(1)
    while presets.currentItem() is not last:
        qtbot.keyClick(presets, Qt.Key.Key_Down)
        assert is_in_view(presets.currentItem())
    for key in (Qt.Key.Key_Home, Qt.Key.Key_End):
        qtbot.keyClick(presets, key)
    assert is_in_view(last)


def test_a_letter_passes_over_a_heading(dialog, qtbot):
    choose(dialog, "llama")
    dialog.presets.setFocus()
    qtbot.keyClicks(dialog.presets, "e")
    assert dialog.preset.key.startswith("encoder")


@pytest.mark.parametrize("language", ["en", "ja"])
def test_every_preset_says_in_a_line_what_is_special(open_dialog, language):
    dialog = open_dialog(language)
    for each in PRESETS:
        choose(dialog, each.key)
        assert dialog.about.text() == translated(each.about)
        needed = dialog.about.heightForWidth(dialog.about.width())
        assert needed <= dialog.about.height(), each.key


def test_other_words_than_the_presets_have_no_types(dialog, qtbot):
    choose(dialog, "bert")
    assert dialog.scenario().types == {"source": (0, 0, 0, 0, 1, 1)}
    write(qtbot, dialog.lines["source"], "the cat")
    assert dialog.scenario().types == {}


@pytest.mark.parametrize("language", ["en", "ja"])
@pytest.mark.parametrize("key", ["llama", "encoder-decoder-2017"])
def test_fields_show_their_beginning_and_what_zero_means(open_dialog, language, key, qtbot):
    dialog = open_dialog(language)
    choose(dialog, key)
    for path, entry in option_fields().items():
        field = dialog.form.fields[path]
        if not field.isVisible():
            continue
        if isinstance(field, SizeField):
            field.setFocus()
            qtbot.waitUntil(lambda field=field: field.lineEdit().cursorPosition() == 0 or not field.follows)
            dialog.presets.setFocus()
            assert field.lineEdit().cursorPosition() == 0, path
        if isinstance(field, ChoiceField):
            assert field.fitting == field.currentText() or field.fitting.endswith("…"), path
        if entry.zero is not None and field.read() == 0:
            told = field.text() or field.placeholderText()
            assert told == f"0 ({translated(entry.zero)})", path


@pytest.mark.parametrize("language", ["en", "ja"])
def test_every_choice_has_room_for_its_title_and_every_size_for_its_rule(open_dialog, language, qtbot):
    dialog = open_dialog(language)
    for key in ("gpt-2", "bert", "llama", "t5", "encoder-decoder-2017", "attention-x"):
        choose(dialog, key)
        QCoreApplication.sendPostedEvents()
        for path in shown(dialog):
            field = dialog.form.fields[path]
            choice = field.choice if isinstance(field, ChoiceOrNumberField) else field
            if isinstance(choice, ChoiceField):
                for value in [*choice._values, choice.read()]:
                    choice.write(value)
                    assert choice.fitting == choice.currentText(), (key, path)
    choose(dialog, "gpt-2")
    write(qtbot, dialog.form.fields["attention.heads"], "1")
    write(qtbot, dialog.form.fields["d_model"], "4096")
    line = dialog.form.fields["attention.d_k"].lineEdit()
    assert line.text() == f"4096 ({translated(follows('attention.d_k'))})"
    room = line.contentsRect().width() - line.textMargins().left()
    assert line.fontMetrics().horizontalAdvance(line.text()) <= room
    choose(dialog, "gpt-2")
    scale = dialog.form.fields["attention.scale"]
    scale.write(0.25)
    QCoreApplication.sendPostedEvents()
    assert scale.choice.fitting == scale.choice.currentText()


def test_what_has_no_room_is_whole_in_the_tool_tip(dialog, qtbot):
    choose(dialog, "llama")
    for path in ("attention.d_k", "attention.scale_place"):
        field = dialog.form.fields[path]
        field.setFixedWidth(110)
        whole = field.currentText() if isinstance(field, ChoiceField) else field.text()
        spot = field.rect().center()
        QToolTip.hideText()
        QApplication.sendEvent(field, QHelpEvent(QEvent.Type.ToolTip, spot, field.mapToGlobal(spot)))
        assert QToolTip.text().split("\n")[0] == whole, path


def test_words_for_zero_are_typed_over(dialog, qtbot):
    choose(dialog, "llama")
    for path, number in (("attention.window", 3), ("attention.soft_cap", 2.5)):
        field = dialog.form.fields[path]
        field.setFocus()
        if isinstance(field, SizeField):
            qtbot.waitUntil(lambda field=field: field.lineEdit().hasSelectedText())
        qtbot.keyClicks(field, str(number))
        assert field.read() == number
        field.selectAll()
        qtbot.keyClicks(field, "0")
        assert field.read() == 0
    assert dialog.confirm.isEnabled()


@pytest.mark.parametrize("language", ["en", "ja"])
def test_a_choice_tells_of_its_option_beside_what_is_chosen(open_dialog, language, qtbot):
    dialog = open_dialog(language)
    choose(dialog, "gpt-2")
    about = translated(option_fields()["attention.qk_norm"].about)
    field = dialog.form.fields["attention.qk_norm"]
    for kind in (NormKind.RMS, NormKind.LAYER, NormKind.NONE):
        pick(qtbot, field, kind)
        own = translated(message("Options", kind.about)) if kind.about else ""
        assert field.toolTip() == "\n".join(filter(None, (own, about)))
        assert field.accessibleDescription() == field.toolTip()
    assert any(kind.about for kind in NormKind)
