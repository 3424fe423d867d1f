"""When changes are written to the recovery folder, when they are taken away, and what is told."""

import threading
from pathlib import Path

import pytest
from PySide6.QtCore import QObject, QTimer, Signal

from app import autosave, recovery
from app.autosave import Autosave
from app.notifier import Notifier
from app.recovery import left_over
from app.session import Session
from core.edits.cells import SetCells
from core.formats import CannotWrite, dumps

SOON = 1


class Place(QObject):
    """Stands in for `Files`: says where the document came from and when it is at risk."""

    at_risk = Signal()
    recovered = Signal(object)
    place = Path("/lessons/lesson.tsbx")


@pytest.fixture
def folder(tmp_path):
    return tmp_path / "recovery"


@pytest.fixture
def session(example, qapp):
    return Session(example("worked-example"))


@pytest.fixture
def notifier(qapp):
    made = Notifier()
    made.told = []
    made.notified.connect(made.told.append)
    made.refused.connect(made.told.append)
    return made


@pytest.fixture
def watch(session, notifier, folder):
    """A function that starts the autosave of the session."""
    started = []

    def watching(interval=SOON):
        started.append(Autosave(session, Place(), notifier, folder, interval))
        return started[-1]

    yield watching
    for each in started:
        each.end()


def edit(session, number, gesture=None):
    assert session.apply(SetCells("attn.q", ((0, 0, 0),), (number,)), gesture=gesture)


def on_disk(folder):
    """The document in the one file there is, as another program would find it."""
    files = list(folder.glob("*.recovery"))
    if not files:
        return None
    assert len(files) == 1
    return files[0].read_bytes().partition(b"\n")[2]


def crash(keeper):
    """Let go of the file as a crash would."""
    keeper._slot.release()


def test_a_change_is_written_by_itself_and_before_there_is_nothing(watch, session, folder, qtbot):
    keeper = watch()
    qtbot.wait(5 * SOON)
    assert not folder.exists()
    edit(session, 0.1 + 0.2)
    qtbot.waitUntil(lambda: keeper.is_kept)
    assert on_disk(folder) == dumps(session.scenario)
    edit(session, 7.0)
    assert not keeper.is_kept
    qtbot.waitUntil(lambda: keeper.is_kept)
    assert on_disk(folder) == dumps(session.scenario)


def test_what_is_told_of_it(watch, session, folder):
    keeper = watch()
    for number in (1.0, 2.0, 3.0):
        edit(session, number)
    session.undo_stack.undo()
    keeper.save_now()
    crash(keeper)
    (found,) = left_over(folder)
    about = found.about
    assert (about.title, about.place, about.edits) == ("Worked example", Place.place, 2)


def test_steps_that_can_no_longer_be_counted_are_not(watch, session, folder):
    keeper = watch()
    edit(session, 1.0)
    session.mark_saved(Place.place)
    session.undo_stack.undo()
    edit(session, 5.0)
    keeper.save_now()
    crash(keeper)
    (found,) = left_over(folder)
    assert found.about.edits is None


def test_what_has_not_changed_is_not_written_again(watch, session, folder, monkeypatch):
    keeper = watch(autosave.INTERVAL)
    edit(session, 1.0)
    keeper.save_now()
    assert keeper.is_kept
    monkeypatch.setattr(recovery, "write_atomically", lambda *_, **__: pytest.fail("written again"))
    keeper.save_now()
    session.undo_stack.undo()
    keeper.save_now()


@pytest.mark.parametrize(
    "ending",
    [
        lambda session: session.mark_saved(Path("/lesson.tsbx")),
        lambda session: session.undo_stack.undo(),
        lambda session: session.replace_document(session.scenario, None),
    ],
    ids=["saved", "undone", "replaced"],
)
def test_it_goes_when_nothing_can_be_lost_and_comes_back_with_the_next_change(
    watch, session, folder, qtbot, ending
):
    keeper = watch(autosave.INTERVAL)
    edit(session, 1.0)
    keeper.save_now()
    assert on_disk(folder)
    ending(session)
    qtbot.waitUntil(lambda: not list(folder.iterdir()))
    edit(session, 3.0)
    keeper.save_now()
    assert on_disk(folder) == dumps(session.scenario)


def test_it_goes_with_the_window(watch, session, folder):
    keeper = watch(autosave.INTERVAL)
    edit(session, 1.0)
    keeper.save_now()
    keeper.end()
    assert list(folder.iterdir()) == []
    keeper.end()
    edit(session, 5.0)
    assert not keeper._due.isActive()


def test_a_document_that_is_to_be_saved_without_an_edit_is_written_too(watch, session, folder, qtbot):
    keeper = watch()
    session.mark_modified()
    qtbot.waitUntil(lambda: keeper.is_kept)
    assert on_disk(folder) == dumps(session.scenario)


def test_a_drag_that_goes_on_is_written_in_between(watch, session, folder, qtbot):
    keeper = watch()
    gesture = session.new_gesture()
    edit(session, 1.0, gesture)
    qtbot.waitUntil(lambda: keeper.is_kept)
    edit(session, 2.0, gesture)
    qtbot.waitUntil(lambda: keeper.is_kept)
    assert on_disk(folder) == dumps(session.scenario)


def test_before_something_risky_and_at_the_end_of_the_program_it_is_written_at_once(
    watch, session, folder, qapp
):
    keeper = watch(autosave.INTERVAL)
    edit(session, 1.0)
    keeper._files.at_risk.emit()
    assert on_disk(folder) == dumps(session.scenario)
    edit(session, 5.0)
    qapp.aboutToQuit.emit()
    assert on_disk(folder) == dumps(session.scenario)


def test_a_fault_in_it_is_logged_and_told_and_half_a_text_is_never_written(
    watch, session, notifier, folder, monkeypatch, caplog, qtbot
):
    keeper = watch()
    edit(session, 1.0)
    keeper.save_now()
    before = on_disk(folder)
    with monkeypatch.context() as faulty:
        faulty.setattr(autosave, "pieces", lambda _: iter(["{", None]))
        edit(session, 5.0)
        keeper.save_now()
        keeper.save_now()
    assert on_disk(folder) == before
    assert [record.levelname for record in caplog.records] == ["ERROR", "ERROR"]
    caplog.clear()
    assert len(notifier.told) == 1
    qtbot.waitUntil(lambda: keeper.is_kept)
    assert on_disk(folder) == dumps(session.scenario)


@pytest.fixture
def disk(monkeypatch):
    """A disk that may be full or slow."""

    class Disk:
        error = None
        free = threading.Event()

        def write(self, path, data, mode):
            assert threading.current_thread() is not threading.main_thread()
            self.free.wait(20)
            if self.error is not None:
                raise self.error
            written(path, data, mode=mode)

    written, made = recovery.write_atomically, Disk()
    made.free.set()
    monkeypatch.setattr(recovery, "write_atomically", made.write)
    return made


def test_a_full_disk_is_told_once_and_the_last_one_stays(watch, session, notifier, folder, disk, qtbot):
    keeper = watch()
    edit(session, 1.0)
    qtbot.waitUntil(lambda: keeper.is_kept)
    before = on_disk(folder)
    disk.error = CannotWrite(path="recovery", reason="the disk is full. Make room.")
    for number in (5.0, 6.0):
        edit(session, number)
        keeper.save_now()
    (told,) = notifier.told
    assert told.startswith("Changes cannot be kept safe for a crash")
    assert "the disk is full" in told
    assert on_disk(folder) == before
    assert session.is_modified
    disk.error = None
    qtbot.waitUntil(lambda: keeper.is_kept)
    assert on_disk(folder) == dumps(session.scenario)
    disk.error = CannotWrite(path="recovery", reason="the disk is full. Make room.")
    edit(session, 4.0)
    keeper.save_now()
    assert len(notifier.told) == 2


def test_a_slow_disk_keeps_nobody_waiting(watch, session, folder, disk, qtbot, monkeypatch):
    monkeypatch.setattr(autosave, "PATIENCE", 0.01)
    monkeypatch.setattr(autosave, "REST", 0)
    keeper = watch()
    disk.free.clear()
    edit(session, 1.0)
    keeper.save_now()
    assert not keeper.is_kept
    edit(session, 5.0)
    keeper.save_now()
    disk.free.set()
    qtbot.waitUntil(lambda: keeper.is_kept)
    assert on_disk(folder) == dumps(session.scenario)


@pytest.mark.parametrize("ending", ["saved", "closed"])
def test_what_is_still_being_written_is_taken_away_behind_it(
    watch, session, folder, disk, qtbot, monkeypatch, ending
):
    monkeypatch.setattr(autosave, "PATIENCE", 0.01)
    keeper = watch(autosave.INTERVAL)
    disk.free.clear()
    edit(session, 1.0)
    keeper.save_now()
    qtbot.waitUntil(lambda: keeper._future is not None)
    threading.Timer(0.02, disk.free.set).start()
    if ending == "saved":
        session.mark_saved(Place.place)
        keeper._submit(lambda: None).result()
    else:
        keeper.end()
    assert list(folder.iterdir()) == []


def test_a_large_document_is_written_in_slices_as_it_was_when_it_began(
    watch, session, folder, qtbot, monkeypatch
):
    monkeypatch.setattr(autosave, "SLICE", 0.0)
    keeper = watch()
    documents, turns = [], []

    def write(_path, data, mode):
        documents.append(data.partition(b"\n")[2])

    def turn():
        """Do something of one's own while the text is made."""
        if keeper._writing is not None and keeper._future is None:
            turns.append(keeper._writing)
        if len(turns) == 5:
            edit(session, 7.0)

    monkeypatch.setattr(recovery, "write_atomically", write)
    beside = QTimer()
    beside.timeout.connect(turn)
    beside.start(0)
    edit(session, 1.0)
    began = session.scenario
    qtbot.waitUntil(lambda: len(documents) == 2)
    beside.stop()
    assert turns.count(turns[0]) > 10
    assert documents == [dumps(began), dumps(session.scenario)]
    assert documents[0] != documents[1]


def test_what_takes_long_to_write_is_written_less_often_and_said_once(watch, session, notifier, monkeypatch):
    monkeypatch.setattr(autosave, "REST", 1_000_000)
    keeper = watch(autosave.INTERVAL)
    for number in (1.0, 5.0):
        edit(session, number)
        keeper.save_now()
        edit(session, number + 10)
    (told,) = notifier.told
    assert told.startswith("This document is large")
    assert keeper._due.remainingTime() > 2 * autosave.INTERVAL
