"""Theme and language change on the open window, and leave nothing behind when it closes."""

import pytest
from PySide6.QtCore import QCoreApplication, QLocale
from PySide6.QtGui import QColor
from PySide6.QtWidgets import QMessageBox, QPushButton, QToolButton

from app import language
from app.appearance import THEMES
from app.icons import fill_references, icon, tinted
from app.language import LANGUAGES, LanguageStore, system_language
from app.panels.spec import PanelId
from app.pin import Showing
from app.questions import ask_unsaved
from app.render import settle
from app.settings import SettingsStore
from app.theme import Role, load_theme


def choose(window, menu, text):
    choice = window.registry.choices[menu]
    choice.aboutToShow.emit()
    next(action for action in choice.actions() if action.text() == text).trigger()


def corner(window):
    """Colour of the window where nothing else is drawn: left of the rail's foot."""
    return window.grab().toImage().pixelColor(2, window.height() - 60).name()


@pytest.mark.parametrize("key", THEMES)
def test_every_theme_fills_the_style_sheet(key, tmp_path):
    theme = load_theme(key)
    sheet = fill_references(theme.style_sheet(), theme, tmp_path)
    assert "@" not in sheet.partition("*/")[2]
    assert "tinted:" not in sheet.partition("*/")[2]
    assert any(tmp_path.glob("*.svg"))


def test_theme_changes_on_the_open_window(window, settings_path):
    assert corner(window) == load_theme("light").color(Role.WINDOW).name()
    choose(window, "view.theme", "Dark")
    assert corner(window) == load_theme("dark").color(Role.WINDOW).name()
    assert SettingsStore(settings_path).settings.theme == "dark"
    choose(window, "view.theme", "High contrast")
    assert corner(window) == load_theme("high-contrast").color(Role.WINDOW).name()
    choose(window, "view.theme", "As the system")
    assert window.workspace.theme.theme.key in {"light", "dark"}


def test_the_numbers_keep_their_size_in_other_colours(window):
    window.toggle_numbers()
    numbers = window.panels[PanelId.NUMBERS]
    window.workspace.display.set_zoom(150)
    settle()
    grids = (numbers.grid, numbers.tables.grid)
    parts = [part for grid in grids for part in (grid, grid.horizontalHeader(), grid.verticalHeader())]
    before = [part.font().pixelSize() for part in parts]
    assert set(before) == {20}
    window.workspace.settings.update(theme="dark")
    settle()
    assert [part.font().pixelSize() for part in parts] == before


def test_theme_is_remembered(window, open_window):
    choose(window, "view.theme", "Dark")
    window.close()
    assert open_window().workspace.theme.theme.key == "dark"


def test_the_application_is_left_as_it_was(open_window, qapp):
    font, palette, sheet = qapp.font(), qapp.palette().window().color().name(), qapp.styleSheet()
    window = open_window(language="ja")
    window.workspace.settings.update(theme="dark")
    window.close()
    assert (qapp.font(), qapp.palette().window().color().name(), qapp.styleSheet()) == (font, palette, sheet)
    assert QCoreApplication.translate("QPlatformTheme", "Cancel") == "Cancel"


def test_icons_take_the_colour_of_the_theme(qapp):
    for key in THEMES:
        theme = load_theme(key)
        image = icon("save", theme).pixmap(20, 20).toImage()
        inks = {
            image.pixelColor(x, y).name()
            for x in range(20)
            for y in range(20)
            if image.pixelColor(x, y).alpha() == 255
        }
        assert theme.color(Role.INK).name() in inks
    assert "#ff0000" in tinted("save", QColor("#ff0000"))


def test_language_changes_on_the_open_window(window, settings_path, qtbot):
    choose(window, "view.language", "日本語")
    assert SettingsStore(settings_path).settings.language == "ja"
    qtbot.waitUntil(lambda: window.menuBar().actions()[0].text() == "ファイル(&F)")
    assert window.tool_bar._label.text() == "小数桁"
    assert window.statusBar().assumptions.text().startswith("規約: ")
    assert window.start.new_button.text() == "新規"
    ask_unsaved(window, "x", lambda _answer: None)
    box = window.findChild(QMessageBox)
    assert box.button(QMessageBox.StandardButton.Cancel).text() == "キャンセル"
    box.reject()
    qtbot.waitUntil(lambda: window.findChild(QMessageBox) is None)
    choose(window, "view.language", "English")
    qtbot.waitUntil(lambda: window.menuBar().actions()[0].text() == "&File")
    assert window.registry.actions["file.new"].text() == "&New…"


def test_language_of_the_command_line_is_not_remembered(open_window, settings_path):
    window = open_window(language="ja")
    window.close()
    assert SettingsStore(settings_path).settings.language == ""


def test_numbers_keep_their_point_in_every_language(open_window):
    for key in LANGUAGES:
        window = open_window(language=key)
        assert window.statusBar().value.text() == "attn.weights[0, 0, 0] = 0.8807970779778823"
        assert QLocale().decimalPoint() == "."


def test_an_unknown_language_is_the_systems(qapp):
    store = LanguageStore()
    store.use("xx")
    assert store.language == system_language() == "en"
    store.use("ja")
    assert store.language == "ja"
    store.remove()
    assert store.language == "en"


def test_qts_own_texts_are_found_in_pyside_where_qt_does_not_find_its_folder(qapp, monkeypatch, tmp_path):
    monkeypatch.setattr(language.QLibraryInfo, "path", lambda _kind: str(tmp_path / "a, b"))
    store = LanguageStore()
    store.use("ja")
    assert QCoreApplication.translate("QPlatformTheme", "Cancel") == "キャンセル"
    store.remove()
    assert QCoreApplication.translate("QPlatformTheme", "Cancel") == "Cancel"


@pytest.mark.parametrize("width", [800, 1024, 1280])
@pytest.mark.parametrize("key", ["en", "ja"])
@pytest.mark.parametrize("example", ["worked-example", "it-animal", "induction"])
def test_the_hint_of_the_start_strip_begins_at_its_beginning(open_window, example, key, width):
    remark = open_window(example, size=(width, 700), language=key).start._remark
    assert remark.text()
    assert remark.fitting in ("", remark.text()) or remark.fitting.endswith("…")
    assert remark.text().startswith(remark.fitting.removesuffix("…"))
    assert remark.toolTip() == remark.text()


@pytest.mark.parametrize("kind", [QToolButton, QPushButton], ids=["tool", "push"])
@pytest.mark.parametrize("property_", ["", "button", "segment", "primary", "link"])
def test_a_button_that_does_nothing_looks_so(window, kind, property_):
    """Whatever kind of button it is: the rules of a kind come before those of what is disabled."""
    button = kind(window)
    button.setText("Fill")
    button.setProperty("kind", property_)
    button.setGeometry(300, 300, 120, 40)
    button.show()
    before = button.grab().toImage()
    button.setEnabled(False)
    assert button.grab().toImage() != before


@pytest.mark.parametrize(("before", "after"), [("en", "ja"), ("ja", "en")])
def test_another_language_takes_the_room_it_needs(open_window, before, after):
    """What stands beside other words is as long as in a window that opened in that language."""

    def shown(window):
        window.workspace.proof.finish()
        settle()
        header = window.panels[PanelId.STAGE].header
        texts = [header.runs.button(showing).text() for showing in Showing]
        return texts, window.statusBar().proof.width()

    window = open_window("tiny-gpt", language=after)
    window.workspace.cursor.move_to("decoder.0.self_attn.weights")
    window.workspace.pin.pin("a run")
    window.toggle_steps()
    window.workspace.pin.show(Showing.DIFFERENCE)
    wanted = shown(window)
    window.workspace.settings.update(language=before)
    assert shown(window) != wanted
    window.workspace.settings.update(language=after)
    assert shown(window) == wanted
