"""`start`: from the start of the process to the first painted heatmap.

Ours: `python -m app` on the worked example, with fresh settings, until the stage's matrices have been
painted once. Floor: an empty QMainWindow that holds one pyqtgraph image of a small array, with what the
program imports of other packages (PySide6's modules, NumPy, msgspec, pyqtgraph), but nothing of the
program's own and no file read. Each run is a process of its own, in turn; both tell the time by the system's
monotonic clock, which both sides share. Modules were compiled before, by the runs that are not counted, as
after a first start.
"""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from measure import Row, Times

ROOT = Path(__file__).parents[2]
_COUNT, _WARM_UP = 15, 2

_OURS = """
import sys, time
sys.argv = ["transformer-sandbox", "--language", "en"]
from app import screens
from app.__main__ import main
no_display = screens.no_display

def told_when_painted():
    from app import main_window  # not before the program is about to import it by itself
    complete = main_window.MainWindow.complete

    def completing(window):
        complete(window)
        from app.widgets.stage import picture
        painting = picture.PictureItem.paint
        def paint(item, *arguments):
            painting(item, *arguments)
            if item._scene_data is not None and item._scene_data.placement.blocks:
                print(time.monotonic(), flush=True)
                picture.PictureItem.paint = painting
                main_window.QTimer.singleShot(0, window, window.close)
        picture.PictureItem.paint = paint

    main_window.MainWindow.complete = completing
    return no_display()

screens.no_display = told_when_painted
sys.exit(main())
"""

_FLOOR = """
import sys, time
import msgspec
import numpy as np
from PySide6 import QtCore, QtGui, QtSvg, QtWidgets
import pyqtgraph as pg
application = QtWidgets.QApplication(sys.argv)
application.setStyle("Fusion")

class Image(pg.ImageItem):
    def paint(self, *arguments):
        super().paint(*arguments)
        print(time.monotonic(), flush=True)
        QtCore.QTimer.singleShot(0, window.close)

window = QtWidgets.QMainWindow()
window.resize(1280, 800)
view = pg.GraphicsView()
box = pg.ViewBox()
box.addItem(Image(np.array([[0.88, 0.12]]), levels=(0, 1)))
view.setCentralItem(box)
window.setCentralWidget(view)
window.show()
sys.exit(application.exec())
"""


def started(program: str, folder: str) -> float:
    """Run a program that prints when it has painted; return the milliseconds."""
    environment = {
        **os.environ,
        "PYTHONPATH": str(ROOT),
        "QT_QPA_PLATFORM": "offscreen",
        "TRANSFORMER_SANDBOX_SETTINGS": str(Path(folder) / "settings.ini"),
        "PYTHONPYCACHEPREFIX": str(Path(folder) / "compiled"),
    }
    environment.pop("PYTHONDONTWRITEBYTECODE", None)
    start = time.monotonic()
    done = subprocess.run(
        [sys.executable, "-c", program],
        env=environment,
        capture_output=True,
        text=True,
        check=False,
        timeout=60,
    )
    if done.returncode or not done.stdout:
        raise RuntimeError(done.stderr)
    return (float(done.stdout.split()[0]) - start) * 1000


def start() -> Row:
    ours, floor = Times("start"), Times("floor")
    with tempfile.TemporaryDirectory() as folder:
        for turn in range(_WARM_UP + _COUNT):
            for program, times in ((_OURS, ours), (_FLOOR, floor)):
                took = started(program, folder)
                if turn >= _WARM_UP:
                    times.all.append(took)
    return Row("start", ours, floor)
