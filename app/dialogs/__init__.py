"""Dialogs; opened with ``open()``, never ``exec()``."""
