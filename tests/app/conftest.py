"""One style for all tests of the window, so that sizes and pictures are the same everywhere."""

import pytest


@pytest.fixture(autouse=True)
def fusion_style(qapp):
    if qapp.style().name() != "fusion":
        qapp.setStyle("Fusion")
