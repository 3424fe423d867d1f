"""The translations of a program that is open survive an update of the program."""

from PySide6.QtCore import QCoreApplication

from app import language
from app.language import LanguageStore
from core.resources import resource_path


def test_a_translation_that_is_replaced_on_disk_goes_on(qapp, monkeypatch, tmp_path):
    (tmp_path / "translations").mkdir()
    copy = tmp_path / "translations/ja.qm"
    copy.write_bytes(resource_path("translations", "ja.qm").read_bytes())
    monkeypatch.setattr(language, "resource_path", tmp_path.joinpath)
    store = LanguageStore()
    store.use("ja")
    told = QCoreApplication.translate("AboutDialog", "Built on:")
    assert told != "Built on:"
    with copy.open("r+b") as file:  # in its place, as an installer may do it
        file.write(b"\xff" * copy.stat().st_size)
        file.truncate(10)
    assert QCoreApplication.translate("AboutDialog", "Built on:") == told
    assert QCoreApplication.translate("FaultNotice", "Copied") == "コピーしました"
    store.remove()
