"""What import-linter cannot see: that `core` really runs where Qt is not installed."""

import subprocess
import sys

WITHOUT_QT = """
import importlib, pkgutil, sys
sys.modules.update(dict.fromkeys(("PySide6", "shiboken6", "pyqtgraph", "app")))
import core
for module in pkgutil.walk_packages(core.__path__, "core."):
    importlib.import_module(module.name)
"""


def test_core_runs_without_qt(pytestconfig):
    subprocess.run([sys.executable, "-c", WITHOUT_QT], cwd=pytestconfig.rootpath, check=True)
