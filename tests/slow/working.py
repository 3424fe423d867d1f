"""Windows of processes that are killed while they edit and save, and what is found then; for `test_kills`.

`python -m tests.slow.working FOLDER ROUNDS`: in each round several processes at once work on a document in
each of their windows: edits, autosaves after `INTERVAL`, and saves. Each is killed after a random time; then
its files and what it left in the recovery folder are looked at. The document is known from the number of the
edit alone, so that every bit can be compared.
"""

import itertools
import json
import os
import random
import signal
import sys
import time
import traceback
from collections import Counter
from functools import partial
from pathlib import Path

from PySide6.QtCore import QCoreApplication

from app import autosave
from app.application import Application
from app.desktop import Desktop
from app.origin import Document
from app.recovery import Slot, left_over
from core.edits.cells import SetCells
from core.examples import load_example
from core.formats import dumps, load, save

WINDOWS = (1, 2, 1, 2)
"""Processes at once, and windows in each."""
INTERVAL = 0.05
"""Seconds from an edit to its autosave, in place of half a minute."""
SLACK = 0.4
"""Seconds that writing may take, beside the longest ones in which the process did nothing or waited."""
SAVES = 0.2
"""How often an edit is followed by a save."""
LIVES = (0.1, 1.6)
"""Seconds of work, from and to."""
BASE = load_example("it-animal")
TENSOR, CELLS = "embed.W_E", ((0, 0), (1, 1))


def numbers(edit):
    return (edit / 7, -edit / 3)


def scenario_after(edit):
    return SetCells(TENSOR, CELLS, numbers(edit)).apply(BASE)


def expected(edit):
    """The document after that many edits, as bytes."""
    return dumps(scenario_after(edit))


def edit_of(data):
    """Say how many edits a document has seen; None where it is not one of ours to the bit."""
    edit = round(json.loads(data)["parameters"][TENSOR][0][0] * 7)
    return edit if data == expected(edit) else None


def paths_in(folder):
    """The files that the windows of each process have open."""
    return [
        [folder / f"lesson {process}-{window}.tsbx" for window in range(windows)]
        for process, windows in enumerate(WINDOWS)
    ]


# In the process that is killed


def work(desktop, recovery, paths, tell):
    """Edit and save in windows on these files until it is over; `tell` what is done."""
    for files, path in zip(desktop.documents.open, paths, strict=False):
        keeper = files.window.findChild(autosave.Autosave)
        keeper._slot = Slot.new(recovery)  # that of the parent is named after the parent
        keeper._interval = keeper._pause = int(INTERVAL * 1000)
        files.take(Document.of_file(path))
    edits = [edit_of(path.read_bytes()) for path in paths]
    tell("ready", 0, 0)
    while True:
        place = random.randrange(len(paths))
        files = desktop.documents.open[place]
        edits[place] += 1
        files.window.workspace.session.apply(SetCells(TENSOR, CELLS, numbers(edits[place])))
        tell("edited", place, edits[place])
        if random.random() < SAVES:
            tell("saving", place, edits[place])
            files.save()
            tell("saved", place, edits[place])
        QCoreApplication.processEvents()


def tell(writing, *what):
    os.write(writing, f"{json.dumps([*what, time.monotonic()])}\n".encode())


def start(desktop, recovery, paths):
    """Let a child work in the windows; return its number and where it tells what it does."""
    reading, writing = os.pipe()
    child = os.fork()
    if child == 0:
        os.close(reading)
        try:
            work(desktop, recovery, paths, partial(tell, writing))
        finally:  # it ends by a fault, or never
            traceback.print_exc()
            os._exit(1)
    os.close(writing)
    told = os.fdopen(reading, encoding="ascii")
    assert json.loads(told.readline())[0] == "ready"
    return child, told


# In the process that looks on


def killed(child, told):
    """Kill a child; return when that was, and what it had told."""
    moment = time.monotonic()
    os.kill(child, signal.SIGKILL)
    os.waitpid(child, 0)
    with told:
        lines = told.read().splitlines()
    return moment, [json.loads(line) for line in lines]


def look(paths, moment, told, left, found):
    """Compare files and left documents of a dead child with what it told."""
    for place, path in enumerate(paths):
        mine = [(what, edit, when) for what, window, edit, when in told if window == place]
        saves = [edit for what, edit, _ in mine if what in ("saving", "saved")]
        last = mine[-1][0] if mine else ""
        on_disk = edit_of(path.read_bytes())
        found["file whole" if on_disk is not None else "file broken"] += 1
        found["killed while saving"] += last == "saving"
        if saves and on_disk not in ({saves[-1]} if last != "saving" else {saves[-1], *saves[-3:-2]}):
            before_all = last == "saving" and len(saves) == 1
            found["file neither old nor new"] += not before_all
        kept = [each for each in left if each.about.place == path]
        found["left twice"] += len(kept) > 1
        recovered = max((edit_of(dumps(each.scenario())) for each in kept), default=0)
        found["left over"] += bool(kept)
        safe = max(on_disk or 0, recovered)
        lost = [when for what, edit, when in mine if what == "edited" and edit > safe]
        found["edits lost"] += len(lost)
        found["edits"] += sum(what == "edited" for what, *_ in mine)
        since = [when for *_, when in told if lost and when >= lost[0]]
        waited = sorted(later - sooner for sooner, later in itertools.pairwise([*since, moment]))[-5:]
        found["lost for too long"] += bool(lost) and moment - lost[0] > INTERVAL + SLACK + sum(waited)
        found["longest loss"] = max(found["longest loss"], round(moment - lost[0], 3) if lost else 0)


def round_of(desktop, folder, found):
    """Start processes, kill one after the other, and look at what each leaves."""
    recovery = folder / "recovery"
    groups = paths_in(folder)
    children = [start(desktop, recovery, paths) for paths in groups]
    lives = sorted((random.uniform(*LIVES), number) for number in range(len(children)))
    began = time.monotonic()
    for life, number in lives:
        time.sleep(max(0.0, began + life - time.monotonic()))
        moment, told = killed(*children[number])
        found["killed"] += 1
        left = left_over(recovery)
        strange = [each for each in left if each.about.place not in groups[number] or each.damage]
        found["left by the living, or damaged"] += len(strange)
        look(groups[number], moment, told, left, found)
        for each in left:
            each.slot.remove()
    found["killed while keeping"] += len(list(recovery.glob(".tsbx-*")))
    for begun in (*recovery.glob(".tsbx-*"), *folder.glob(".tsbx-*")):
        begun.unlink()


def windows_on_nothing(folder):
    """Open as many windows as one process may have: a child that goes on with them starts in an instant."""
    autosave.REST = 0  # the disk is slow at times, with so many at it
    desktop = Desktop(folder / "settings.ini", "en", folder / "recovery")
    for _ in range(max(WINDOWS)):
        files = desktop.documents.add(Document(BASE))
        files.window.show()
        files.window.complete()
    return desktop


def main(folder, rounds):
    folder = Path(folder)
    for paths in paths_in(folder):
        for path in paths:
            save(scenario_after(1), path)
    application = Application(["lesson"])
    desktop = windows_on_nothing(folder)
    application.processEvents()
    found = Counter()
    for _ in range(int(rounds)):
        round_of(desktop, folder, found)
    for path in folder.glob("*.tsbx"):
        load(path)
    sys.stdout.write(json.dumps(found))
    sys.stdout.flush()
    os._exit(0)  # without ado: the windows hold nothing


if __name__ == "__main__":
    main(*sys.argv[1:])
